import SQLite
import Synchronization

/// Checks that a file is a known store before its contents are trusted.
enum StoreIdentity {
  /// `STrc`: the `application_id` of every store.
  static let applicationID: Int32 = 0x5354_7263

  /// One object of a schema, with the statement as it is in the file.
  private struct Object {
    let type: String
    let name: String
    let sql: String

    /// Whether both are the same but for comments and spaces.
    func isSame(as other: Object) -> Bool {
      type == other.type && name == other.name
        // Most files contain our statements as they are.
        && (sql == other.sql || withoutComments(sql) == withoutComments(other.sql))
    }
  }

  /// Our own objects by name, for each version that was needed: building them takes longer than
  /// everything else that is checked of a small file.
  private static let known = Mutex<[Int32: [String: Object]]>([:])

  /// Checks kind, version and schema; returns the names of foreign objects, which are ignored.
  static func check(_ database: Database) throws -> [String] {
    let path = database.path
    let applicationID = try database.applicationID()
    guard applicationID == Self.applicationID else {
      throw StoreError(
        .foreign,
        "'\(path)' is a SQLite database, but not a scrolltrace store (its application_id is "
          + "\(applicationID)); name another file")
    }
    let version = try database.userVersion()
    guard version <= Migration.currentVersion else {
      throw StoreError(
        .newer,
        "'\(path)' has version \(version) of the store, this scrolltrace reads up to version "
          + "\(Migration.currentVersion); use a newer scrolltrace")
    }
    guard version >= 1 else {
      throw StoreError(
        .damaged,
        "'\(path)' claims to be a store of version \(version), which never was; "
          + "run 'scrolltrace recover \(path)' to keep the intact part")
    }
    return try compareSchema(of: database, version: version)
  }

  private static func compareSchema(of database: Database, version: Int32) throws -> [String] {
    let known = try knownObjects(version: version)
    var missing = Set(known.keys)
    var foreign: [String] = []
    for object in try objects(of: database) {
      // SQLite's names are ASCII case-insensitive: "Frame" would be used for "frame".
      guard let ours = known[object.name] ?? known[object.name.lowercased()] else {
        foreign.append("\(object.type) '\(object.name)'")
        continue
      }
      guard ours.isSame(as: object) else {
        throw StoreError(
          .foreign,
          "'\(database.path)' has a \(object.type) named '\(object.name)' that is not ours; "
            + "do not trust this file")
      }
      missing.remove(ours.name)
    }
    guard missing.isEmpty else {
      throw StoreError(
        .damaged,
        "'\(database.path)' lacks \(missing.sorted().joined(separator: ", ")); "
          + "run 'scrolltrace recover \(database.path)' to keep the intact part")
    }
    return foreign
  }

  private static func knownObjects(version: Int32) throws -> [String: Object] {
    if let built = known.withLock({ $0[version] }) { return built }
    let ours = try Database(path: ":memory:", mode: .memory)
    try Migration.run(Migration.all.filter { $0.version <= version }, on: ours)
    let objects = try objects(of: ours)
    let built = Dictionary(objects.map { ($0.name, $0) }) { first, _ in first }
    known.withLock { $0[version] = built }
    return built
  }

  private static func objects(of database: Database) throws -> [Object] {
    try database.rows(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name"
    ) { row throws(DatabaseError) in
      Object(type: try row.next(), name: try row.next(), sql: try row.next(String.self))
    }
  }

  /// The statement without comments and with single spaces, so that a changed comment in
  /// `schema.sql` does not change the schema.
  ///
  /// Only text in single quotes is kept verbatim. Our schema has no other quotes, so a text in them
  /// differs in any case.
  private static func withoutComments(_ sql: String) -> String {
    var result: [UInt8] = []
    var isQuoted = false
    var isComment = false
    var previous: UInt8 = 0
    for byte in sql.utf8 {
      defer { previous = byte }
      if isComment {
        isComment = byte != UInt8(ascii: "\n")
        continue
      }
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      if !isQuoted && byte == UInt8(ascii: "-") && previous == byte {
        result.removeLast()
        isComment = true
        continue
      }
      let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
      guard isSpace && !isQuoted else {
        result.append(byte)
        continue
      }
      if result.last != 0x20 { result.append(0x20) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

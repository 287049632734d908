import SQLite

/// The migrations from one version of the schema to the next.
///
/// Each step runs in one transaction together with the new `user_version`, so a killed store has
/// one version or the next, never an intermediate state. The first step turns an empty file into a
/// store. A new version of the schema appends a step, and a file of the old version is added to the
/// tests.
struct Migration {
  /// The version of a store after the step.
  let version: Int32
  /// The SQL of the step.
  let script: String

  /// The comment of `schema.sql` before the objects of a version: `-- Version `.
  private static let heading = "\n-- Version "

  /// All steps in order: `schema.sql`, split at its version headings.
  static let all: [Migration] = {
    let schema = EmbeddedSQL.schema
    var steps: [Migration] = []
    var rest = Substring(schema)
    while let cut = rest.range(ofText: heading) {
      steps.append(
        Migration(version: Int32(steps.count + 1), script: String(rest[..<cut.lowerBound])))
      // The heading itself is a comment at the start of its part.
      rest = rest[rest.utf8.index(after: cut.lowerBound)...]
    }
    steps.append(Migration(version: Int32(steps.count + 1), script: String(rest)))
    return steps
  }()

  /// The version that this program writes.
  static let currentVersion = Int32(all.count)

  /// Migrates a store to the last of `steps`; returns its previous version.
  @discardableResult
  static func run(_ steps: [Migration], on database: Database) throws -> Int32 {
    let start = try database.userVersion()
    for step in steps where step.version > start {
      try database.transaction {
        try database.execute(step.script)
        try database.setUserVersion(step.version)
      }
    }
    return start
  }

  /// Makes the tables of an older store readable as those of this version, with NULL in new
  /// columns.
  ///
  /// Reading must not change the file, so a temporary view replaces each older table.
  static func widen(_ database: Database) throws {
    let version = try database.userVersion()
    if version < 3 {
      try database.makeTemporary(
        """
        CREATE TEMP VIEW container AS
        SELECT *, NULL AS is_scroll_disabled FROM main.container
        """)
    }
    if version < 5 {
      try database.makeTemporary(
        """
        CREATE TEMP VIEW layout_target AS
        SELECT *, NULL AS pinned FROM main.layout_target
        """)
    }
  }
}

extension Substring {
  /// The first occurrence of a text, byte by byte.
  fileprivate func range(ofText text: String) -> Range<Index>? {
    let wanted = Array(text.utf8)
    var start = utf8.startIndex
    while start < utf8.endIndex {
      if utf8[start...].starts(with: wanted) {
        return start..<utf8.index(start, offsetBy: wanted.count)
      }
      start = utf8.index(after: start)
    }
    return nil
  }
}

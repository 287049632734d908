import SQLite

/// The steps that bring a store from one version of the schema to the next.
///
/// Each step runs in one transaction together with the new `user_version`, so a store that is killed
/// in the middle is at one version or at the next, never between. The first step makes an empty file
/// a store; a new version of the schema appends a step and stores a file of the old version with
/// the tests.
struct Migration {
  /// The version a store has after the step.
  let version: Int32
  /// What the step does.
  let script: String

  /// The line of `schema.sql` that starts the objects of a version, behind `-- Version `.
  private static let heading = "\n-- Version "

  /// All steps in order: `schema.sql`, cut where it says which version an object came with.
  static let all: [Migration] = {
    let schema = EmbeddedSQL.schema
    var steps: [Migration] = []
    var rest = Substring(schema)
    while let cut = rest.range(ofText: heading) {
      steps.append(
        Migration(version: Int32(steps.count + 1), script: String(rest[..<cut.lowerBound])))
      // The heading's own line is a comment of the part that it starts.
      rest = rest[rest.utf8.index(after: cut.lowerBound)...]
    }
    steps.append(Migration(version: Int32(steps.count + 1), script: String(rest)))
    return steps
  }()

  /// The version that this program writes.
  static let currentVersion = Int32(all.count)

  /// Brings a store up to the last of `steps`; returns the version it had.
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

  /// Lets the tables of an older store be read as those of this version, with NULL in new columns.
  ///
  /// Reading changes nothing in a file, so a temporary view takes the place of a narrower table.
  static func widen(_ database: Database) throws {
    guard try database.userVersion() < 3 else { return }
    try database.makeTemporary(
      """
      CREATE TEMP VIEW container AS
      SELECT *, NULL AS is_scroll_disabled FROM main.container
      """)
  }
}

extension Substring {
  /// The first place of a text, byte by byte.
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

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

  /// All steps in order.
  static let all = [Migration(version: 1, script: EmbeddedSQL.schema)]

  /// The version that this program writes.
  static let currentVersion: Int32 = 1

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
}

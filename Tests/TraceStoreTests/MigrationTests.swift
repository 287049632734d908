import SQLite
import TestSupport
import Testing

@testable import TraceStore

@Suite("Migrations")
struct MigrationTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func tables(_ database: Database) throws -> [String] {
    try database.rows("SELECT name FROM sqlite_schema ORDER BY name", as: String.self)
  }

  static let steps = (1...4).map { version in
    Migration(
      version: Int32(version),
      script: "CREATE TABLE t\(version) (x); INSERT INTO t\(version) VALUES (\(version));")
  }

  @Test("steps run in order from the version of the file", arguments: 0...4)
  func order(_ start: Int) throws {
    let database = try Database(path: directory.file("a.db"), mode: .create)
    try Migration.run(Array(Self.steps.prefix(start)), on: database)
    #expect(try database.userVersion() == Int32(start))
    #expect(try Migration.run(Self.steps, on: database) == Int32(start))
    #expect(try database.userVersion() == 4)
    #expect(try tables(database) == ["t1", "t2", "t3", "t4"])
    #expect(try Migration.run(Self.steps, on: database) == 4)
    for version in 1...4 {
      #expect(try database.first("SELECT count(*) FROM t\(version)", as: Int.self) == 1)
    }
  }

  @Test(
    "a failed step leaves the previous version complete", .promise(17),
    arguments: [
      "CREATE TABLE t3 (x); INSERT INTO nowhere VALUES (1);", "DROP TABLE t1; SELECT abs(1, 2, 3);",
      "CREATE TABLE t3 (x); CREATE TABLE t3 (x);", "UPDATE t1 SET x = 9; nonsense",
      "DELETE FROM t2; CREATE TABLE t3 (x CHECK (x > 0)); INSERT INTO t3 VALUES (-1);",
    ])
  func failure(_ script: String) throws {
    var steps = Self.steps
    steps[2] = Migration(version: 3, script: script)
    do {
      let database = try Database(path: directory.file("a.db"), mode: .create)
      #expect(throws: DatabaseError.self) { try Migration.run(steps, on: database) }
      #expect(!database.isInTransaction)
      try database.close()
    }
    let database = try Database(path: directory.file("a.db"), mode: .readWrite)
    #expect(try database.userVersion() == 2)
    #expect(try tables(database) == ["t1", "t2"])
    #expect(
      try database.rows("SELECT x FROM t1 UNION ALL SELECT x FROM t2", as: Int.self) == [1, 2])
    // With the mistake fixed, the rest runs.
    #expect(try Migration.run(Self.steps, on: database) == 2)
    #expect(try database.userVersion() == 4)
  }

  @Test("the program's steps are numbered in order up to its version")
  func numbering() throws {
    #expect(Migration.all.map(\.version) == Array(1...Migration.currentVersion))
    let database = try Database(path: ":memory:", mode: .memory)
    try Migration.run(Migration.all, on: database)
    #expect(try database.userVersion() == Migration.currentVersion)
    #expect(try database.applicationID() == StoreIdentity.applicationID)
  }
}

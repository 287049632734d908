import SQLite
import Simulation
import TestSupport
import Testing

@Suite("untrusted files")
struct UntrustedTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("foreign.db")
  }

  private func make(_ script: String) throws {
    let writer = try Database(path: path, mode: .create)
    try writer.execute(script)
    try writer.close()
  }

  @Test("stored views are refused unless allowed, and temporary views always work")
  func views() throws {
    try make(
      "CREATE TABLE item (x INTEGER); INSERT INTO item VALUES (4); "
        + "CREATE VIEW stored AS SELECT x FROM item")
    let careful = try Database.openUntrusted(path)
    let error = #expect(throws: DatabaseError.self) { try careful.run("SELECT * FROM stored") }
    #expect(error?.message.contains("prohibited") == true)
    try careful.makeTemporary(
      """
      CREATE TEMP VIEW ours AS SELECT x * 2 AS y FROM main.item;
      CREATE TEMP VIEW nested AS SELECT y + 1 AS z FROM ours;
      """)
    #expect(try careful.first("SELECT y FROM ours", as: Int.self) == 8)
    #expect(try careful.first("SELECT z FROM nested", as: Int.self) == 9)
    #expect(throws: DatabaseError.self) { try careful.run("CREATE TEMP VIEW more AS SELECT 1") }
    var limits = UntrustedLimits()
    limits.allowsStoredViews = true
    let relaxed = try Database.openUntrusted(path, limits: limits)
    #expect(try relaxed.first("SELECT x FROM stored", as: Int.self) == 4)
  }

  @Test("a failed temporary script leaves the connection read-only")
  func failedTemporaryScript() throws {
    try make("CREATE TABLE item (x INTEGER)")
    let careful = try Database.openUntrusted(path)
    #expect(throws: DatabaseError.self) { try careful.makeTemporary("CREATE TEMP VIEW") }
    #expect(try careful.first("PRAGMA query_only", as: Int.self) == 1)
  }

  @Test(
    "untrusted files cannot be written",
    arguments: [
      "INSERT INTO item VALUES (1)", "DELETE FROM item", "DROP TABLE item",
      "CREATE TABLE other (x)", "CREATE TEMP TABLE other (x)", "PRAGMA user_version = 3",
      "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema", "VACUUM",
    ])
  func writes(_ script: String) throws {
    try make("CREATE TABLE item (x INTEGER); INSERT INTO item VALUES (4)")
    let before = try directory.bytes(of: "foreign.db")
    let careful = try Database.openUntrusted(path)
    #expect(throws: DatabaseError.self) { try careful.execute(script) }
    #expect(try careful.first("SELECT x FROM item", as: Int.self) == 4)
    try careful.close()
    #expect(try directory.bytes(of: "foreign.db") == before)
  }

  @Test(
    "untrusted SQL cannot reach other files or extensions",
    arguments: ["ATTACH ':memory:' AS other", "SELECT load_extension('x')"])
  func outside(_ sql: String) throws {
    try make("CREATE TABLE item (x INTEGER)")
    let careful = try Database.openUntrusted(path)
    #expect(throws: DatabaseError.self) { try careful.run(sql) }
  }

  @Test("a value longer than the limit is an error")
  func longValue() throws {
    try make("CREATE TABLE item (x BLOB); INSERT INTO item VALUES (zeroblob(2000000))")
    var limits = UntrustedLimits()
    limits.valueBytes = 1_000_000
    let careful = try Database.openUntrusted(path, limits: limits)
    let error = #expect(throws: DatabaseError.self) {
      try careful.first("SELECT x FROM item", as: [UInt8].self)
    }
    #expect(error?.code.primary == .tooBig)
    #expect(throws: DatabaseError.self) { try careful.run("SELECT zeroblob(1000001)") }
    #expect(throws: Never.self) { try careful.run("SELECT zeroblob(1000000)") }
  }

  @Test("an expression deeper than the limit is an error")
  func deepExpression() throws {
    try make("CREATE TABLE item (x INTEGER)")
    let careful = try Database.openUntrusted(path)
    #expect(throws: Never.self) {
      try careful.run("SELECT 1" + String(repeating: " + 1", count: 40))
    }
    #expect(throws: DatabaseError.self) {
      try careful.run("SELECT 1" + String(repeating: " + 1", count: 60))
    }
  }

  @Test("a file above the size limit is not opened, a file at the limit is")
  func largeFile() throws {
    try make("CREATE TABLE item (x INTEGER)")
    var limits = UntrustedLimits()
    limits.fileBytes = Int64(try directory.bytes(of: "foreign.db").count)
    #expect(throws: Never.self) { try Database.openUntrusted(path, limits: limits) }
    limits.fileBytes -= 1
    let error = #expect(throws: DatabaseError.self) {
      try Database.openUntrusted(path, limits: limits)
    }
    #expect(error?.code == .tooBig)
  }

  @Test("a view that never ends is stopped by the time budget")
  func timeBudget() throws {
    try make(
      "CREATE VIEW bomb AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        + "SELECT count(*) AS c FROM n")
    var limits = UntrustedLimits()
    limits.allowsStoredViews = true
    limits.timeBudget = .milliseconds(100)
    let careful = try Database.openUntrusted(path, limits: limits)
    let error = #expect(throws: DatabaseError.self) { try careful.run("SELECT c FROM bomb") }
    #expect(error?.isInterrupted == true)
  }

  @Test("a file with any changed byte in its first pages never crashes the reader")
  func damaged() throws {
    try make(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, x TEXT) STRICT; CREATE INDEX i ON item (x); "
        + "INSERT INTO item (x) VALUES ('a'), ('b'), (hex(zeroblob(3000)))")
    let whole = try directory.bytes(of: "foreign.db")
    var generator = SeededGenerator(seed: 20_260_101)
    for round in 0..<Cases.count {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<8, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      let name = "damaged\(round).db"
      try directory.write(bytes, to: name)
      do {
        var limits = UntrustedLimits()
        limits.timeBudget = .seconds(5)
        let careful = try Database.openUntrusted(directory.file(name), limits: limits)
        _ = try careful.quickCheck()
        _ = try careful.rows("SELECT id FROM item ORDER BY x", as: Int.self)
      } catch {
        #expect(error.code != .ok, "round \(round)")
        #expect(!error.isInterrupted, "round \(round)")
      }
    }
  }
}

@Suite("SQL from users")
struct ReadingOnlyTests {
  let database: Database

  init() throws {
    database = try Database(path: "", mode: .memory)
    try database.execute(
      """
      CREATE TABLE item (x INTEGER);
      INSERT INTO item VALUES (4);
      CREATE TEMP VIEW doubled AS SELECT x * 2 AS y FROM item;
      """)
    try database.setAllowsOnlyReading(true)
  }

  @Test(
    "read-only SQL is allowed",
    arguments: [
      "SELECT x FROM item", "SELECT y FROM doubled", "SELECT max(x), upper('a') FROM item",
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3) SELECT i FROM n",
      "EXPLAIN SELECT x FROM item", "PRAGMA table_info(item)", "PRAGMA user_version",
      "PRAGMA journal_mode", "PRAGMA quick_check", "SELECT name FROM pragma_table_info('item')",
      "SELECT sql FROM sqlite_schema", "VALUES (1)", "SELECT value FROM json_each('[1,2]')",
    ])
  func allowed(_ sql: String) throws {
    let statement = try database.prepare(sql)
    #expect(try statement.step())
  }

  @Test(
    "every other statement is refused with its name",
    arguments: [
      ("INSERT INTO item VALUES (1)", "INSERT into item"), ("DELETE FROM item", "DELETE from item"),
      ("UPDATE item SET x = 1", "UPDATE of item"), ("ATTACH ':memory:' AS other", "ATTACH"),
      ("CREATE TABLE other (x)", "a change of the schema"),
      ("CREATE TABLE other AS SELECT 1", "a change of the schema"),
      ("CREATE TABLE IF NOT EXISTS other (x)", "a change of the schema"),
      ("CREATE TEMP TABLE other (x)", "a change of the schema"),
      ("CREATE VIEW other AS SELECT 1", "a change of the schema"),
      ("CREATE VIRTUAL TABLE other USING fts5 (x)", "a change of the schema"),
      ("CREATE INDEX other ON item (x)", "a change of the schema"),
      ("CREATE TRIGGER other AFTER INSERT ON item BEGIN SELECT 1; END", "a change of the schema"),
      ("DROP TABLE item", "a change of the schema"),
      ("ALTER TABLE item RENAME TO other", "a change of the schema"),
      ("BEGIN", "a transaction"),
      ("SAVEPOINT a", "a transaction"), ("PRAGMA user_version = 3", "PRAGMA user_version"),
      ("PRAGMA journal_mode = OFF", "PRAGMA journal_mode"),
      ("PRAGMA writable_schema = ON", "PRAGMA writable_schema"),
      ("PRAGMA wal_checkpoint", "PRAGMA wal_checkpoint"), ("VACUUM INTO 'x'", "ATTACH"),
      ("SELECT load_extension('x')", "the function load_extension"),
      ("REINDEX", "a change"), ("ANALYZE", "a change"), ("DETACH main", "DETACH"),
    ])
  func refused(_ sql: String, _ name: String) throws {
    do {
      try database.run(sql)
      // REINDEX and ANALYZE without anything to do compile to nothing.
      #expect(sql == "REINDEX")
    } catch {
      #expect(error.code == .denied, "\(error)")
      #expect(error.message.hasPrefix(name), "\(error)")
    }
    #expect(try database.rows("SELECT x FROM item", as: Int.self) == [4])
    #expect(try database.first("SELECT count(*) FROM sqlite_schema", as: Int.self) == 1)
  }

  @Test(
    "the schema table cannot be written",
    arguments: [
      "INSERT INTO sqlite_master (name) VALUES ('x')", "DELETE FROM sqlite_master",
      "UPDATE sqlite_master SET sql = NULL", "UPDATE sqlite_schema SET sql = NULL",
    ])
  func schemaTable(_ sql: String) throws {
    #expect(throws: DatabaseError.self) { try database.run(sql) }
    #expect(try database.first("SELECT sql FROM sqlite_schema", as: String?.self) != nil)
  }

  @Test("the restriction to read-only SQL can be removed")
  func ended() throws {
    try database.setAllowsOnlyReading(false)
    try database.run("INSERT INTO item VALUES (5)")
    #expect(database.changes == 1)
  }
}

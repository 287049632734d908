import SQLite
import Testing

@Suite("Statements")
struct StatementTests {
  let database: Database

  init() throws {
    database = try Database(path: "", mode: .memory)
    try database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT) STRICT")
  }

  @Test("a row is read from left to right")
  func leftToRight() throws {
    let row = try database.first("SELECT 1, 'two', NULL, 4.0, x'05'") {
      row throws(DatabaseError) in
      let one: Int = try row.next()
      let count = try row.withText { bytes in bytes.count }
      #expect(try row.isNull())
      row.skip()
      let four = try row.next(Double.self)
      let five = try row.next([UInt8].self).first
      return (one, count, four, five)
    }
    #expect(row?.0 == 1)
    #expect(row?.1 == 3)
    #expect(row?.2 == 4)
    #expect(row?.3 == 5)
  }

  @Test("a read past the end of a row is an error, for optionals too")
  func pastTheEnd() {
    let error = #expect(throws: DatabaseError.self) {
      try database.first("SELECT 1") { row throws(DatabaseError) in
        _ = try row.next(Int.self)
        return try row.next(Int?.self)
      }
    }
    #expect(error?.code == .range)
  }

  @Test("rows arrive in order, and the first row of none is nil")
  func rows() throws {
    for name in ["c", "a", "b"] { try database.run("INSERT INTO item (name) VALUES (?)", name) }
    #expect(
      try database.rows("SELECT name FROM item ORDER BY id", as: String.self) == ["c", "a", "b"])
    #expect(try database.first("SELECT name FROM item WHERE id = ?", 9, as: String.self) == nil)
    var seen: [String] = []
    try database.forEach("SELECT name FROM item WHERE id > ? ORDER BY name", 1) { row in
      seen.append(try row.next())
    }
    #expect(seen == ["a", "b"])
  }

  @Test("a query can run while its own rows are being read")
  func nested() throws {
    try database.run("INSERT INTO item (name) VALUES ('a'), ('b'), ('c')")
    let sql = "SELECT id FROM item ORDER BY id"
    let pairs = try database.rows(sql) { row throws(DatabaseError) in
      let outer: Int = try row.next()
      return try database.rows(sql, as: Int.self).map { outer * 10 + $0 }
    }
    #expect(pairs == [[11, 12, 13], [21, 22, 23], [31, 32, 33]])
  }

  @Test("a statement can be reused after an error")
  func reusableAfterError() throws {
    let sql = "INSERT INTO item (id, name) VALUES (?, ?)"
    try database.run(sql, 1, "a")
    let error = #expect(throws: DatabaseError.self) { try database.run(sql, 1, "b") }
    #expect(error?.isConstraint == true)
    #expect(error?.code.rawValue == 1555)
    try database.run(sql, 2, "c")
    #expect(try database.first("SELECT count(*) FROM item", as: Int.self) == 2)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try database.forEach("SELECT id FROM item") { _ in throw Stop() }
    }
    #expect(try database.rows("SELECT id FROM item", as: Int.self) == [1, 2])
  }

  @Test("a cached statement adapts to a change of the schema")
  func schemaChange() throws {
    let sql = "SELECT count(*) FROM item"
    #expect(try database.first(sql, as: Int.self) == 0)
    try database.execute("DROP TABLE item; CREATE TABLE item (other TEXT) STRICT")
    try database.run("INSERT INTO item VALUES ('x')")
    #expect(try database.first(sql, as: Int.self) == 1)
  }

  @Test("two texts that differ only in composed accents are two statements")
  func composedAccents() throws {
    let composed = try database.first("SELECT 'é'", as: TextBytes.self)
    let decomposed = try database.first("SELECT 'e\u{301}'", as: TextBytes.self)
    #expect(composed?.bytes.count == 2)
    #expect(decomposed?.bytes.count == 3)
  }

  @Test("too few and too many values are errors", arguments: [0, 1, 3])
  func parameterCount(_ count: Int) {
    let sql = "SELECT ?, ?"
    let error = #expect(throws: DatabaseError.self) {
      switch count {
      case 0: try database.run(sql)
      case 1: try database.run(sql, 1)
      default: try database.run(sql, 1, 2, 3)
      }
    }
    #expect(error?.message == "The statement has 2 parameters and \(count) values were given")
  }

  @Test("a prepared statement can be bound, stepped and reset in a loop")
  func hotLoop() throws {
    let insert = try database.prepare("INSERT INTO item (id, name) VALUES (?, ?)")
    for id in 1...100 {
      try insert.bind(id, at: 1)
      try insert.bindText("literal", at: 2)
      #expect(try !insert.step())
      insert.reset()
    }
    try insert.run(101, String?.none)
    #expect(try database.first("SELECT sum(id) FROM item", as: Int.self) == 5151)
    #expect(
      try database.first("SELECT count(*) FROM item WHERE name = 'literal'", as: Int.self) == 100)
    #expect(database.changes == 1)
    #expect(database.totalChanges == 101)
    #expect(database.lastInsertRowID == 101)
  }

  @Test("a parameter outside the statement is an error", arguments: [-1, 0, 2, Int32.max])
  func badParameter(_ index: Int32) throws {
    let statement = try database.prepare("SELECT ?")
    let error = #expect(throws: DatabaseError.self) { try statement.bind(1, at: index) }
    #expect(error?.code == .range)
  }

  @Test(
    "SQL after the first statement is an error that quotes it",
    arguments: [
      "SELECT 1; SELECT 2", "SELECT 1;;SELECT 2", "SELECT 1; -- note\n SELECT 2",
      "SELECT 1; garbage", "SELECT 1; /* x */ DROP TABLE item",
    ])
  func leftover(_ sql: String) throws {
    let error = #expect(throws: DatabaseError.self) { try database.prepare(sql) }
    #expect(error?.message.contains("after the first statement") == true)
    #expect(try database.first("SELECT count(*) FROM item", as: Int.self) == 0)
  }

  @Test(
    "spaces, comments and semicolons are allowed after a statement",
    arguments: ["SELECT 1;", "SELECT 1; ", "SELECT 1;;; ; ", "SELECT 1 -- x", "SELECT 1; /* y */"])
  func harmlessLeftover(_ sql: String) throws {
    #expect(try database.first(sql, as: Int.self) == 1)
  }

  @Test("an empty statement is an error", arguments: ["", " ", ";", "-- x", "/* y */"])
  func empty(_ sql: String) {
    #expect(throws: DatabaseError.self) { try database.prepare(sql) }
  }

  @Test("a NUL byte in SQL is an error rather than its end")
  func nulInSQL() {
    #expect(throws: DatabaseError.self) { try database.run("DELETE FROM item\0 WHERE id = 1") }
    #expect(throws: DatabaseError.self) { try database.execute("SELECT 1;\0 SELECT 2") }
  }

  @Test("a statement reports its columns and whether it only reads")
  func facts() throws {
    let select = try database.prepare("SELECT id, name AS \"the name\" FROM item")
    #expect(select.columnNames == ["id", "the name"])
    #expect(select.isReadOnly)
    let delete = try database.prepare("DELETE FROM item")
    #expect(delete.columnNames.isEmpty)
    #expect(!delete.isReadOnly)
  }

  @Test("an error quotes the statement without bound values on one line")
  func errorText() {
    let error = #expect(throws: DatabaseError.self) {
      try database.run(
        """
        INSERT INTO item (id, name)
        VALUES (1, 'a'), (?, ?)
        """, 1, "secret")
    }
    #expect(
      error?.description
        == "UNIQUE constraint failed: item.id (SQLite 1555) in "
        + "\"INSERT INTO item (id, name) VALUES (1, 'a'), (?, ?)\"")
  }

  @Test("control characters of a name are escaped in an error")
  func escapedNames() {
    let error = #expect(throws: DatabaseError.self) {
      try database.run("SELECT * FROM \"a\u{1B}[31m\u{202E}b\"")
    }
    #expect(error?.description.contains("a\\u{1B}[31m\\u{202E}b") == true)
  }

  @Test("a closed database refuses every call without a crash")
  func closed() throws {
    let insert = try database.prepare("SELECT 1")
    let busy = #expect(throws: DatabaseError.self) { try database.close() }
    #expect(busy?.isBusy == true)
    #expect(try database.first("SELECT 2", as: Int.self) == 2)
    #expect(try insert.step())
    withExtendedLifetime(insert) {}
    let other = try Database(path: "", mode: .memory)
    try other.run("SELECT 1")
    try other.close()
    try other.close()
    let error = #expect(throws: DatabaseError.self) { try other.run("SELECT 1") }
    #expect(error?.code == .misuse)
    #expect(throws: DatabaseError.self) { try other.execute("SELECT 1") }
    #expect(throws: DatabaseError.self) { try other.checkpoint() }
    #expect(throws: DatabaseError.self) { try other.transaction {} }
    #expect(other.changes == 0)
    #expect(!other.isInTransaction)
  }

  @Test("a statement keeps its connection alive")
  func statementOutlivesDatabase() throws {
    func lonely() throws -> Statement {
      try Database(path: "", mode: .memory).prepare("SELECT 42")
    }
    let statement = try lonely()
    #expect(try statement.step())
    #expect(try statement.read(Int.self, at: 0) == 42)
  }
}

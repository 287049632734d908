import SQLite
import Testing

@Suite("Scripts of several statements")
struct ScriptTests {
  let database: Database

  init() throws {
    database = try Database(path: "", mode: .memory)
  }

  @Test("every statement runs, with comments and empty statements in between")
  func all() throws {
    try database.execute(
      """
      -- A table.
      CREATE TABLE item (id INTEGER PRIMARY KEY, note TEXT);;
      /* Two rows; */ INSERT INTO item VALUES (1, 'a;b');
      SELECT * FROM item;
      INSERT INTO item VALUES (2, 'c')
      -- The end.

      """)
    #expect(try database.rows("SELECT note FROM item", as: String.self) == ["a;b", "c"])
  }

  @Test("an empty script does nothing", arguments: ["", " ", "\n;\n", "-- x", ";;"])
  func empty(_ script: String) throws {
    try database.execute(script)
  }

  @Test("a trigger with semicolons inside is one statement")
  func trigger() throws {
    try database.execute(
      """
      CREATE TABLE a (x);
      CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET x = x + 1; UPDATE a SET x = x * 2; END;
      INSERT INTO a VALUES (1);
      """)
    #expect(try database.first("SELECT x FROM a", as: Int.self) == 4)
  }

  @Test(
    "the failing statement is named by number and line, and earlier ones have run",
    arguments: [
      ("CREATE TABLE a (x);\n\nCREATE TABEL b (x);\nSELECT 1", 2, 3, "CREATE TABEL b (x);"),
      ("CREATE TABLE a (x);INSERT INTO b VALUES (1);", 2, 1, "INSERT INTO b VALUES (1);"),
      (
        "CREATE TABLE a (x UNIQUE);\nINSERT INTO a VALUES (1);\nINSERT INTO a VALUES (1)", 3, 3,
        "INSERT INTO a VALUES (1)"
      ),
      (
        "CREATE TABLE a (x); -- one; two\n/* three;\n*/ -- four\n ; SELECT no ;-- five", 2, 4,
        "SELECT no ;"
      ), ("CREATE TABLE a (x); SELECT 'open", 2, 1, "SELECT 'open"),
      ("CREATE TABLE a (x); SELECT (;", 2, 1, "SELECT (;"),
    ])
  func failure(_ script: String, _ number: Int, _ line: Int, _ sql: String) throws {
    let error = #expect(throws: DatabaseError.self) { try database.execute(script) }
    #expect(error?.message.hasPrefix("Statement \(number) (line \(line)): ") == true)
    #expect(error?.sql == sql)
    #expect(
      try database.first("SELECT count(*) FROM sqlite_schema WHERE name = 'a'", as: Int.self) == 1)
  }

  @Test("the embedded schema runs")
  func embeddedSchema() throws {
    try database.execute(EmbeddedSQL.schema)
    #expect(try database.first("SELECT count(*) FROM sqlite_schema", as: Int.self) ?? 0 > 0)
  }
}

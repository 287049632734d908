import SQLite
import Testing

@Suite("Transactions")
struct TransactionTests {
  struct Refused: Error, Equatable { let number: Int }

  let database: Database

  init() throws {
    database = try Database(path: "", mode: .memory)
    try database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY)")
  }

  private func count() throws -> Int {
    try database.first("SELECT count(*) FROM item", as: Int.self) ?? -1
  }

  @Test(
    "a body that succeeds is committed, and its result is returned",
    arguments: [
      TransactionKind.immediate, .deferred,
    ])
  func commits(_ kind: TransactionKind) throws {
    let result = try database.transaction(kind) {
      try database.run("INSERT INTO item VALUES (1)")
      #expect(database.isInTransaction)
      return "done"
    }
    #expect(result == "done")
    #expect(!database.isInTransaction)
    #expect(try count() == 1)
  }

  @Test("a body that throws is rolled back, and its error is thrown")
  func rollsBack() throws {
    #expect(throws: Refused(number: 3)) {
      try database.transaction {
        try database.run("INSERT INTO item VALUES (1)")
        throw Refused(number: 3)
      }
    }
    #expect(!database.isInTransaction)
    #expect(try count() == 0)
  }

  @Test("the first error is thrown even if SQLite has already rolled back")
  func firstError() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.transaction {
        try database.run("INSERT INTO item VALUES (1)")
        try database.run("INSERT OR ROLLBACK INTO item VALUES (1)")
      }
    }
    #expect(error?.isConstraint == true)
    #expect(try count() == 0)
  }

  @Test("a failed commit is rolled back, and its error is thrown")
  func failedCommit() throws {
    try database.execute(
      """
      CREATE TABLE child (id INTEGER REFERENCES item DEFERRABLE INITIALLY DEFERRED)
      """)
    let error = #expect(throws: DatabaseError.self) {
      try database.transaction { try database.run("INSERT INTO child VALUES (9)") }
    }
    #expect(error?.isConstraint == true)
    #expect(!database.isInTransaction)
    #expect(try database.first("SELECT count(*) FROM child", as: Int.self) == 0)
  }

  @Test("a caught rollback is not reported as a commit")
  func swallowedRollback() throws {
    #expect(throws: DatabaseError.self) {
      try database.transaction {
        try database.run("INSERT INTO item VALUES (1)")
        try? database.run("INSERT OR ROLLBACK INTO item VALUES (1)")
      }
    }
    #expect(try count() == 0)
  }

  @Test("a nested transaction is an error, and the outer one stays intact")
  func nested() throws {
    try database.transaction {
      try database.run("INSERT INTO item VALUES (1)")
      #expect(throws: DatabaseError.self) { try database.transaction {} }
      #expect(database.isInTransaction)
      try database.run("INSERT INTO item VALUES (2)")
    }
    #expect(try count() == 2)
  }

  @Test("an expired deadline rolls back and leaves no transaction open")
  func deadline() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.transaction {
        try database.run("INSERT INTO item VALUES (1)")
        try database.setDeadline(after: .zero)
        try database.run(
          "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) "
            + "INSERT INTO item SELECT i FROM n")
      }
    }
    #expect(error?.isInterrupted == true)
    #expect(!database.isInTransaction)
    try database.setDeadline(after: nil)
    #expect(try count() == 0)
  }
}

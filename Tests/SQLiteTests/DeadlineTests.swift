import SQLite
import Testing

@Suite("Time limits")
struct DeadlineTests {
  static let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

  @Test(
    "a runaway query is stopped in time",
    arguments: [
      "\(endless) SELECT max(i) FROM n",
      "\(endless) SELECT i FROM n WHERE i < 0",
      "\(endless) SELECT count(*) FROM n a, n b",
      "\(endless) SELECT i FROM n ORDER BY i DESC",
    ])
  func runaway(_ sql: String) throws {
    let database = try Database(path: "", mode: .memory)
    try database.setDeadline(after: .milliseconds(100))
    let start = ContinuousClock.now
    let error = #expect(throws: DatabaseError.self) { try database.run(sql) }
    let elapsed = ContinuousClock.now - start
    #expect(error?.isInterrupted == true)
    #expect(error?.message.contains("longer than 0.1 seconds") == true)
    #expect(elapsed >= .milliseconds(100))
    #expect(elapsed < .seconds(5))
  }

  @Test("a time limit can be replaced and removed")
  func renewed() throws {
    let database = try Database(path: "", mode: .memory)
    let sql =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) "
      + "SELECT max(i) FROM n"
    try database.setDeadline(after: .zero)
    #expect(throws: DatabaseError.self) { try database.run(sql) }
    try database.setDeadline(after: .seconds(60))
    #expect(try database.first(sql, as: Int.self) == 20000)
    try database.setDeadline(after: .zero)
    try database.setDeadline(after: nil)
    #expect(try database.first(sql, as: Int.self) == 20000)
  }
}

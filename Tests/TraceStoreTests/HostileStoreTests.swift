import SQLite
import ScrollModel
import TestSupport
import Testing

@testable import TraceStore

@Suite("untrusted stores")
struct HostileStoreTests {
  let folder: TemporaryDirectory
  let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.file("s.sqlite")
    let store = try TraceStore(path: path, mode: .create)
    let source = CaptureSource(format: "test", name: nil, toolVersion: "0", unixMilliseconds: 0)
    _ = try store.importCapture(source) { writer in
      let trace = try writer.beginTrace(TraceInformation(name: "honest"))
      for index in 0..<10 {
        let frame = GeometryFrame(offset: Point(x: 0, y: Double(index)))
        try writer.append(
          .observation(.frame(frame)), at: TraceTime(nanoseconds: Int64(index)), to: trace)
      }
      let id = TargetID("row")
      try writer.append(
        .observation(.position(PositionReport(id: id))), at: TraceTime(nanoseconds: 20), to: trace)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    try store.close()
  }

  /// Changes the file without the store.
  private func tamper(_ sql: String) throws {
    let database = try Database(path: path, mode: .readWrite)
    try database.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; " + sql)
    try database.close()
  }

  private func openError() -> StoreError? {
    do {
      _ = try TraceStore(path: path, mode: .readOnly)
      return nil
    } catch {
      return error as? StoreError
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let sql: String
    let kind: StoreError.Kind
    let words: [String]
    var testDescription: String { sql }
  }

  @Test(
    "a file that is foreign, newer or has foreign objects under our names is refused",
    .promise(8),
    arguments: [
      Refusal(sql: "PRAGMA application_id = 0", kind: .foreign, words: ["not a scrolltrace store"]),
      Refusal(sql: "PRAGMA application_id = 7", kind: .foreign, words: ["application_id is 7"]),
      Refusal(sql: "PRAGMA user_version = 6", kind: .newer, words: ["version 6", "version 5"]),
      Refusal(
        sql: "PRAGMA user_version = 2147483647", kind: .newer, words: ["2147483647", "version 5"]),
      Refusal(sql: "PRAGMA user_version = 0", kind: .damaged, words: ["recover"]),
      Refusal(sql: "PRAGMA user_version = -3", kind: .damaged, words: ["recover"]),
      Refusal(sql: "DROP TABLE gap", kind: .damaged, words: ["lacks gap"]),
      Refusal(
        sql: "DROP TABLE gap; CREATE VIEW gap AS SELECT 1 AS trace_id", kind: .foreign,
        words: ["view named 'gap'", "not ours"]),
      Refusal(
        sql: "DROP TABLE gap; CREATE TABLE gap (trace_id, seq, evil)", kind: .foreign,
        words: ["table named 'gap'"]),
      Refusal(
        sql: """
          DROP VIEW traces; CREATE VIEW traces AS
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n
          """, kind: .foreign, words: ["view named 'traces'"]),
    ])
  func refusals(refusal: Refusal) throws {
    try tamper(refusal.sql)
    let error = try #require(openError())
    #expect(error.kind == refusal.kind)
    for word in refusal.words { #expect(error.description.contains(word), "\(error)") }
    let before = try Files.read(path)
    #expect(throws: StoreError.self) { try TraceStore(path: path, mode: .readWrite) }
    #expect(try Files.read(path) == before, "a refused file was changed")
  }

  @Test("foreign objects next to ours are named and never used, and their triggers do not run")
  func foreignObjects() throws {
    try tamper(
      """
      CREATE TABLE notes (text);
      CREATE VIEW mine AS SELECT 1;
      CREATE TRIGGER evil AFTER INSERT ON capture BEGIN DELETE FROM trace; END
      """)
    let store = try TraceStore(path: path, mode: .readWrite)
    #expect(store.foreignObjects == ["trigger 'evil'", "view 'mine'", "table 'notes'"])
    let source = CaptureSource(format: "test", name: nil, toolVersion: "0", unixMilliseconds: 0)
    _ = try store.importCapture(source) { writer in
      _ = try writer.beginTrace(TraceInformation(name: "second"))
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    #expect(try store.traces().map(\.information.name) == ["honest", "second"])
    try store.close()
  }

  @Test("a schema with an extra comment or space is accepted")
  func comments() throws {
    try tamper(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'from_ns         INTEGER', '-- a better comment
        from_ns   INTEGER') WHERE name = 'gap';
      PRAGMA writable_schema = OFF
      """)
    #expect(openError() == nil)
  }

  @Test(
    "values that violate the schema are refused with their position",
    .promise(8),
    arguments: [
      "UPDATE frame SET phase = 9 WHERE seq = 3",
      "UPDATE frame SET y = 9e99 WHERE seq = 3",
      "UPDATE frame SET y = 9e999 WHERE seq = 3",
      "UPDATE frame SET time_ns = -5 WHERE seq = 3",
      "UPDATE frame SET time_ns = 0 WHERE seq = 3",
      "UPDATE frame SET geometry_id = 77 WHERE seq = 3",
      "UPDATE frame SET seq = 300 WHERE seq = 3",
      "DELETE FROM frame WHERE seq = 3",
      "DELETE FROM geometry",
      "DELETE FROM target",
      "UPDATE target SET kind = 'int'",
      "UPDATE target SET value = CAST(x'ff' AS TEXT)",
      "UPDATE target SET target = 5",
      "UPDATE position_report SET target = 1000000000000",
      "INSERT INTO position_report VALUES (1, 3, 0, NULL, NULL)",
    ])
  func values(sql: String) throws {
    try tamper(sql)
    let store = try TraceStore(path: path, mode: .readOnly)
    let trace = try #require(try store.traces().first)
    let verification = try store.verify(trace)
    #expect(verification.digests == nil)
    #expect(verification.problems.count == 1)
    #expect(verification.problems.first?.contains("trace 1") == true, "\(verification.problems)")
  }

  @Test(
    "one changed value changes the digest that covers it", .promise(7),
    arguments: [
      ("UPDATE frame SET y = y + 0.5 WHERE seq = 3", "observations"),
      ("UPDATE target SET value = 'Row'", "observations"),
      (
        "UPDATE geometry SET inset_top = 1, inset_left = 0, inset_bottom = 0, inset_right = 0",
        "observations"
      ),
      ("UPDATE trace SET name = 'other'", "information"),
      ("INSERT INTO metadata VALUES (1, 'k', '1')", "information"),
      ("INSERT INTO quality VALUES (1, 'offset', 'derived', NULL)", "information"),
      ("INSERT INTO gap VALUES (1, 11, 20, 0, 1, 1)", "information"),
      ("INSERT INTO touch_sample VALUES (1, 11, 20, 0, 0, 0, 1, 1, NULL)", "inputs"),
      ("UPDATE trace SET duration_ns = 21", "duration"),
    ])
  func digests(sql: String, word: String) throws {
    try tamper(sql)
    let store = try TraceStore(path: path, mode: .readOnly)
    let problems = try store.verify(try #require(try store.traces().first)).problems
    #expect(problems.contains { $0.contains(word) }, "\(problems)")
  }

  @Test("a pipe, a directory and an empty file are refused without waiting")
  func otherKinds() throws {
    #expect(throws: StoreError.self) { try TraceStore(path: folder.path, mode: .readOnly) }
    let empty = folder.file("empty")
    try Files.write([], to: empty)
    #expect(throws: StoreError.self) { try TraceStore(path: empty, mode: .readOnly) }
  }
}

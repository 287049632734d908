import CommandLineKit
import TestSupport
import Testing

@testable import ScrollTraceCLI

@Suite("Limits of a query")
struct QueryLimitTests {
  @Test(
    "a value that is too large is an error within the time limit",
    arguments: [
      "printf('%.*c', 1000000000, 'x')", "format('%1000000000s', 'x')", "zeroblob(99999999)",
      "replace(hex(zeroblob(4000000)), '00', 'abcdefgh')",
    ])
  func values(expression: String) throws {
    let folder = try TemporaryDirectory()
    let store = folder.file("a.sqlite")
    _ = scrolltrace(
      "import", "--db", store, Repository.path("fixtures/traces/two-flings.jsonl"))
    let run = scrolltrace("query", "--db", store, "--timeout", "5", "SELECT \(expression)")
    #expect(run.code == .usage, "\(run.error)")
    #expect(run.error.contains("more than 16 MiB"), "\(run.error)")
    #expect(run.output.isEmpty)
  }

  @Test("printf and format equal SQLite's own functions")
  func formats() throws {
    let folder = try TemporaryDirectory()
    let store = folder.file("a.sqlite")
    _ = scrolltrace(
      "import", "--db", store, Repository.path("fixtures/traces/two-flings.jsonl"))
    let sql = """
      SELECT printf('%d %s %5.2f%%', 7, 'a', 1.5), format('%s', NULL), typeof(printf(NULL)),
      printf('%q', 'it''s'), length(printf('%.*c', 1000000, 'x')), printf(12), printf('%!.3s', '€äöü')
      """
    let run = scrolltrace("query", "--db", store, "--format", "csv", sql)
    #expect(
      run.output.hasSuffix("\n7 a  1.50%,,null,it''s,1000000,12,€äö\n"), "\(run.output)\(run.error)"
    )
  }

  @Test("a query of results that were not computed yet names the verb that computes them")
  func emptyViews() throws {
    let folder = try TemporaryDirectory()
    let store = folder.file("a.sqlite")
    _ = scrolltrace(
      "import", "--db", store, Repository.path("fixtures/traces/card-carousel.jsonl"))
    let sql = "SELECT number FROM Settles"
    let before = scrolltrace("query", "--db", store, sql)
    #expect(before.code == .ok)
    #expect(before.error == "'settles' is empty; 'scrolltrace analyze settles' fills it\n")
    _ = scrolltrace("analyze", "settles", "--db", store)
    let after = scrolltrace("query", "--db", store, sql)
    #expect(after.error.isEmpty)
    #expect(after.output.contains("1"))
    // A search whose condition excludes all rows is not an error.
    let none = scrolltrace("query", "--db", store, sql + " WHERE number > 99")
    #expect(none.error.isEmpty)
  }
}

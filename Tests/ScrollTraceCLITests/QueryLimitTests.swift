import CommandLineKit
import TestSupport
import Testing

@testable import ScrollTraceCLI

@Suite("Limits of a query")
struct QueryLimitTests {
  @Test(
    "a value that is too large is an error, in time",
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

  @Test("printf and format do what SQLite's own do")
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
}

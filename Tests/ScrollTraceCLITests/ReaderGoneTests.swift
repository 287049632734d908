import CommandLineKit
import TestSupport
import Testing

/// A reader that ends first, as `head` does, is no error: the tool ends without a message.
@Suite("output without a reader", .enabled(if: Shell.toolFolder != nil))
struct ReaderGoneTests {
  @Test(
    "every way of writing ends with 141 and without a message",
    arguments: [
      "help", "simulate cards-paging -o -", "export 1", "export --redact 1", "show 1 --json",
      "report 1 --html -", "report 1 --markdown -",
      "query 'SELECT * FROM frame'",
    ])
  func ends(line: String) throws {
    let folder = try TemporaryDirectory()
    let made = try Shell.run(
      "scrolltrace simulate cards-paging -o cards.jsonl && scrolltrace import cards.jsonl",
      in: folder.path)
    #expect(made.code == .ok, "\(made.error)")
    // The reader is gone before the tool starts: writing to it fails.
    let wait = "(trap '' PIPE; while echo; do sleep 0.01; done) 2>failed"
    let run = try Shell.run(
      "{ \(wait); scrolltrace \(line) 2>said; echo $? >code; } | :; cat said code",
      in: folder.path)
    let said = run.output.split(separator: "\n").filter { !$0.hasPrefix("redacted: ") }
    #expect(said == ["141"], "\(run.output)")
  }
}

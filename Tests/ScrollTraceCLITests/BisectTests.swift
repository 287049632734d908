import CommandLineKit
import TestSupport
import Testing

/// `bisect` as a user runs it.
@Suite("bisect")
struct BisectTests {
  private let flings = Repository.path("fixtures/traces/two-flings.jsonl")

  @Test("BIS-5: the keys are printed with both values, and the exit code reports a difference")
  func keys() {
    let run = scrolltrace(
      "bisect", flings, "--good", "profile: ios17", "--bad", "profile: ios26, deceleration: fast")
    #expect(run.code == .differences, "\(run.error)")
    #expect(run.output.contains("2 of 8 different keys cause the difference together."))
    #expect(run.output.contains("deceleration    automatic  fast"))
    #expect(run.output.contains("fling-distance  stepped    continuous"))
  }

  @Test("BIS-6: configurations with equal replays have no difference")
  func same() {
    let run = scrolltrace(
      "bisect", flings, "--good", "paging", "--bad", "behavior: paging, few-limit: 7", "--json")
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("\"is_divergent\": false"))
    #expect(run.output.contains("\"key\": \"few-limit\""))
  }

  @Test("BIS-7: two traces provide the two configurations")
  func twoTraces() throws {
    let folder = try TemporaryDirectory()
    for name in ["C01", "B05"] {
      #expect(
        scrolltrace("simulate", "--case", name, "-o", folder.file("\(name).jsonl")).code == .ok)
    }
    let run = scrolltrace("bisect", folder.file("C01.jsonl"), folder.file("B05.jsonl"))
    #expect(run.code == .differences, "\(run.error)")
    #expect(run.output.contains("trace 2 B05"))
    #expect(run.output.contains("The only different key causes the difference."))
  }
}

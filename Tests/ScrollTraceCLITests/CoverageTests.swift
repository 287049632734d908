import CommandLineKit
import TestSupport
import Testing

/// `coverage` and `check` as a user runs them.
@Suite("coverage and check")
struct CoverageCommandTests {
  private let folder: TemporaryDirectory
  private let carousel = Repository.path("fixtures/bugs/cards-stop-between.jsonl")

  init() throws { folder = try TemporaryDirectory() }

  @Test("COV-2: missing decisions are written as scenes and scripts that cover all of them")
  func files() throws {
    let out = folder.file("missing")
    let run = scrolltrace("coverage", carousel, "-o", out)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("right-to-left"))
    let scripts = Files.names(in: out).filter { $0.hasSuffix(".script") }
    #expect(scripts.count > 5)
    var logs = [carousel]
    for script in scripts {
      let name = String(script.dropLast(7))
      let log = folder.file("\(name).jsonl")
      let made = scrolltrace(
        "simulate", "\(out)/\(name).json", "--script", "\(out)/\(script)", "-o", log)
      #expect(made.code == .ok, "\(made.error)")
      // One script may cover two decisions; its log is listed once.
      if try logs.allSatisfy({ try Files.text($0) != Files.text(log) }) { logs.append(log) }
    }
    let all = scrolltrace(["coverage"] + logs)
    #expect(all.code == .ok, "\(all.error)")
    #expect(all.output.contains("missing: nothing"), "\(all.output)")
  }

  @Test("MET-5: a built-in behavior passes, and each relation has its count")
  func holds() {
    let run = scrolltrace("check", "--behavior", "paging", "--cases", "10")
    #expect(run.code == .ok, "\(run.error)\(run.output)")
    #expect(run.output.contains("mirrored"))
    #expect(run.output.contains("holds"))
  }

  @Test("MET-6: the gestures of a trace are checked on items of its size")
  func trace() {
    let run = scrolltrace("check", carousel, "--cases", "0", "--json")
    #expect(run.code == .ok, "\(run.error)\(run.output)")
    #expect(!run.output.contains("\"recorded_gestures\": 0"))
  }
}

import CommandLineKit
import TestSupport
import Testing

/// `calibrate` as a user runs it.
@Suite("calibrate")
struct CalibrateCommandTests {
  private let folder: TemporaryDirectory
  private let probes = Repository.path("fixtures/profiles/chromium-156-linux.jsonl.gz")
  private let known = Repository.path("fixtures/profiles/chromium-156-linux.json")

  init() throws { folder = try TemporaryDirectory() }

  @Test("CAL-6: recordings of Chromium decide every switch as in the profile of the fixtures")
  func chromium() throws {
    let file = folder.file("profile.json")
    let run = scrolltrace("calibrate", probes, "-o", file)
    #expect(run.code == .ok, "\(run.error)\(run.output)")
    for (key, value) in [
      ("chromium-fling", "deceleration"), ("chromium-boost", "adds"),
      ("chromium-lead", "extrapolated"), ("chromium-slop", "15"), ("chromium-inch", "96"),
      ("vertical-bounce", "automatic"),
    ] {
      let line = run.output.split(separator: "\n").first { $0.hasPrefix(key) }
      #expect(line?.split(separator: " ").dropFirst().first == value[...], "\(key)")
    }
    #expect(!run.output.contains("Contradiction"))
    #expect(try Files.text(file) == Files.text(known))
  }

  @Test("CAL-7: a profile file replaces a profile's name, and results include its digest")
  func profile() throws {
    let log = folder.file("probe.jsonl")
    let text = try Files.text(Repository.path("fixtures/traces/card-carousel.jsonl"))
    try Files.write(Array(text.utf8), to: log)
    for option in [["--profile", known], ["--config", "profile: \(known)"]] {
      let run = scrolltrace(["replay", log] + option)
      #expect(run.code == .ok || run.code == .differences, "\(run.error)")
      #expect(run.output.contains("sha256"), "\(run.output)")
    }
    let plain = scrolltrace(
      "replay", log, "--config", "physics: chromium, behavior: paging", "--json")
    let file = scrolltrace(
      "replay", log, "--config", "profile: \(known), behavior: paging", "--json")
    func digest(_ output: String) -> Substring? {
      output.split(separator: "\n").first { $0.contains("outcome_digest") }
    }
    #expect(digest(plain.output) != nil && digest(plain.output) == digest(file.output))
  }

  @Test("CAL-8: the plan is a suite that a browser can run")
  func plan() throws {
    let out = folder.file("suite")
    let run = scrolltrace("calibrate", "plan", "-o", out)
    #expect(run.code == .ok, "\(run.error)")
    let suite = try Files.text("\(out)/suite.json")
    #expect(suite.contains("\"phase\": \"began\"") && suite.contains("\"scrolltrace_suite\": 1"))
    #expect(!run.output.contains("No probe distinguishes"))
  }

  @Test("CAL-10: at least nine of ten keys of SwiftUI have a probe, and the others a reason")
  func swiftUIPlan() throws {
    let out = folder.file("suite")
    let run = scrolltrace("calibrate", "plan", "--platform", "swiftui", "-o", out)
    #expect(run.code == .ok, "\(run.error)")
    #expect(run.output.contains("No probe distinguishes the values of nested-scroll, because"))
    let line = try #require(run.output.split(separator: "\n").last)
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count == 2 && numbers[0] * 10 >= numbers[1] * 9, "\(line)")
    let suite = try Files.text("\(out)/suite.json").split(separator: "\n")
    let gestures = suite.count { $0.contains("\"drag from") || $0.contains("\"fling ") }
    #expect((1...60).contains(gestures))
  }

  @Test("CAL-11: simulated settings of Compose are recovered")
  func simulated() {
    let run = scrolltrace("calibrate", "simulate", "--platform", "compose", "--draws", "3")
    #expect(run.code == .ok && run.output.contains("3 draws of compose"), "\(run.output)")
  }
}

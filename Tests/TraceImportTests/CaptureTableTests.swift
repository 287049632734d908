import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Captures of browsers and toolkits")
struct CaptureTableTests {
  static let names = [
    "rrweb/open-chat-resize.rrweb.json", "rrweb/open-list-edits.rrweb.json",
    "rrweb/open-list-touch.rrweb.json", "rrweb/open-paging-vertical.rrweb.json",
    "rrweb/open-snapx-carousel.rrweb.json", "rrweb/open-wheel-desktop.rrweb.json",
    "rrweb/posthog-homepage.json", "rrweb/posthog-local-docs.json",
    "rrweb/posthog-mobile-part1.json", "rrweb/rrweb-player-demo.events.js",
    "gotchas/rrweb-headless-no-snapshot.json", "gotchas/rrweb.ndjson",
    "csv/open-list-touch.offsets.csv", "csv/open-list-touch.touches.csv",
    "csv/open-snapx-carousel.offsets.csv", "csv/open-snapx-carousel.touches.csv",
    "flutter/gesture_recorder-my_gesture-part1.json", "playwright/open-chat-resize.trace.zip",
    "playwright/open-wheel-desktop.trace.zip",
    "webdriver/open-webdriver-touch.chromedriver.log", "recorder-flow/order-a-coffee.json",
  ]

  @Test("captures import without a violation or are refused, and a table lists each result")
  func table() throws {
    var rows = ["| file | traces | samples | frames | diagnostics |", "|---|---|--:|--:|---|"]
    for name in Self.names where Captures.has(name) {
      let bytes = try Captures.bytes(name)
      let found = try #require(
        CaptureFormat.recognize(FormatHead(of: ByteSource(bytes: bytes))), "\(name)")
      #expect(name.hasPrefix("gotchas") || name.hasPrefix(Self.folder(found.format)), "\(name)")
      let outcome = ImportOutcome(found.format, bytes)
      #expect(outcome.violations.isEmpty, "\(name)")
      #expect(outcome.diagnostics.allSatisfy { $0.severity < .dataLoss }, "\(name)")
      rows.append(Self.row(name, outcome))
    }
    print(rows.joined(separator: "\n"))
  }

  private static func folder(_ format: CaptureFormat) -> String {
    switch format {
    case .flutter: "flutter"
    case .playwright: "playwright"
    case .webDriver: "webdriver"
    case .recorderFlow: "recorder-flow"
    default: format.rawValue
    }
  }

  private static func row(_ name: String, _ outcome: ImportOutcome) -> String {
    let samples = outcome.events.joined().count {
      switch $0 {
      case .input(.touch), .input(.wheel), .input(.command): true
      default: false
      }
    }
    let frames = outcome.events.joined().count {
      if case .observation(.frame) = $0 { true } else { false }
    }
    let kinds = outcome.kinds.isEmpty ? "none" : outcome.kinds.joined(separator: ", ")
    let traces = outcome.information.map(\.name).joined(separator: ", ")
    return "| \(name) | \(traces) | \(samples) | \(frames) | \(outcome.error ?? kinds) |"
  }

  /// The known number of scrolls and touch starts of each recording.
  static let counts: [(name: String, scrolls: Int, starts: Int)] = [
    ("open-chat-resize.rrweb.json", 22, 1), ("open-list-edits.rrweb.json", 54, 3),
    ("open-list-touch.rrweb.json", 117, 10), ("open-paging-vertical.rrweb.json", 97, 7),
    ("open-snapx-carousel.rrweb.json", 85, 7), ("open-wheel-desktop.rrweb.json", 34, 0),
    ("posthog-homepage.json", 482, 0), ("posthog-local-docs.json", 26, 0),
    ("posthog-mobile-part1.json", 516, 32), ("rrweb-player-demo.events.js", 12, 0),
  ]

  @Test("rrweb recordings lose no scroll and no touch", arguments: counts)
  func nothingLost(_ name: String, _ scrolls: Int, _ starts: Int) throws {
    guard Captures.has("rrweb/\(name)") else { return }
    let (_, sink, summary) = try Captures.read("rrweb/\(name)")
    // Every trace starts with a frame from the snapshot.
    #expect(sink.traces.map(\.offsets.count).reduce(0, +) == scrolls + sink.traces.count)
    let touches = sink.traces.flatMap(\.touches)
    #expect(touches.count { $0.touch.phase == .began } == starts)
    #expect(touches.count { $0.touch.phase == .ended } == starts)
    #expect(
      summary.events == Int64(sink.traces.map(\.eventsWithoutRemarks.count).reduce(0, +)))
  }
}

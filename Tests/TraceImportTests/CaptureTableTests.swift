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
    "playwright/open-wheel-desktop.trace.zip", "webdriver/open-webdriver-touch.chromedriver.log",
  ]

  @Test("import without a violation, and the table says what came of each")
  func table() throws {
    var rows = [
      "| file | traces | touches | wheel | frames | diagnostics |", "|---|--:|--:|--:|--:|---|",
    ]
    for name in Self.names where Captures.has(name) {
      let (format, sink, _) = try Captures.read(name)
      #expect(sink.violations.isEmpty, "\(name)")
      #expect(sink.traces.allSatisfy { ModelLimits.problem(with: $0.information) == nil })
      let events = sink.traces.flatMap(\.events)
      let wheel = events.count { if case .input(.wheel) = $0 { true } else { false } }
      rows.append(
        "| \(name) (\(format.rawValue)) | \(sink.traces.map { "\($0.information.name):\($0.offsets.count)/\($0.touches.count)" }) | \(sink.traces.map(\.touches.count).reduce(0, +)) "
          + "| \(wheel) | \(sink.traces.map(\.offsets.count).reduce(0, +)) "
          + "| \(sink.kinds.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: ", ")) |"
      )
    }
    print(rows.joined(separator: "\n"))
  }
}

import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Logs of browser drivers")
struct WebDriverTests {
  private static func inputs(_ outcome: ImportOutcome) -> [String] {
    zip(outcome.times.joined(), outcome.events.joined()).compactMap { time, event in
      switch event {
      case .input(.touch(let touch)):
        "\(time.nanoseconds / 1000) \(touch.phase) \(touch.position.x) \(touch.position.y)"
      case .input(.wheel(let wheel)): "\(time.nanoseconds / 1000) wheel \(wheel.delta.dy)"
      default: nil
      }
    }
  }

  @Test("sent touches are used with their own times, requested ones are not")
  func sent() throws {
    let outcome = ImportOutcome(.webDriver, try Seeds.bytes("webdriver/chromedriver.log"))
    #expect(
      Self.inputs(outcome) == [
        "389062 began 180.0 700.0", "410663 moved 180.0 623.0", "452157 moved 180.0 600.0",
        "460432 ended 180.0 600.0",
      ])
    let information = try #require(outcome.information.first)
    #expect(information.clock == SourceClock(name: "unix_ms", origin: "1795189072099.968"))
    #expect(information.scale == 3)
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test("requested actions are expanded if nothing else is known")
  func asked() throws {
    let expected = [
      "0 began 100.0 500.0", "0 wheel 120.0", "16666 moved 100.0 479.99999960000002",
    ]
    let bare = ImportOutcome(.webDriver, try Seeds.bytes("webdriver/actions.json"))
    let inputs = Self.inputs(bare)
    #expect(Array(inputs.prefix(2)) == Array(expected.prefix(2)))
    #expect(
      inputs.suffix(3) == [
        "50000 moved 100.0 440.0", "80000 moved 100.0 430.0", "80000 ended 100.0 430.0",
      ])
    #expect(inputs.count == 7)
    #expect(bare.information.first?.qualities[.touch] == .derived)
    #expect(bare.kinds == ["expanded-actions"])
    let gecko = ImportOutcome(.webDriver, try Seeds.bytes("webdriver/geckodriver.log"))
    #expect(Self.inputs(gecko) == inputs)
    // The same log without the touches that were sent.
    let log = try Seeds.text("webdriver/chromedriver.log")
    let info =
      log.split(separator: "\n[").enumerated()
      .map { $0 == 0 ? String($1) : "[\($1)" }
      .filter { !$0.contains("Input.dispatchTouchEvent") }.joined(separator: "\n") + "\n"
    let outcome = ImportOutcome(.webDriver, Array(info.utf8))
    // The page's size comes before any command, so its page is unknown.
    #expect(Self.inputs(outcome).first == "0 began 180.0 700.0")
    #expect(Self.inputs(outcome).last == "30000 ended 180.0 600.0")
  }

  @Test("the log of a real run has every touch of the page within 1 ms")
  func capture() throws {
    let name = "webdriver/open-webdriver-touch.chromedriver.log"
    guard Captures.has(name) else { return }
    let (format, sink, _) = try Captures.read(name)
    #expect(format == .webDriver)
    let trace = try #require(sink.traces.first)
    #expect(trace.touches.count == 33)
    let truth = try Truth("open-webdriver-touch")
    #expect(!truth.touches.isEmpty)
    for touch in truth.touches {
      #expect(
        trace.touches.contains {
          $0.touch.phase == touch.phase && $0.touch.position == touch.position
            && (trace.unixStart + $0.time - touch.happened).magnitude <= 1
            && $0.touch.pressure == 0.5
        }, "\(touch)")
    }
  }

  /// A request with a finger's actions, as chromedriver writes it.
  private static func asked(_ second: Double, _ session: String, _ actions: String) -> String {
    "[\(second)][INFO]: [\(session)] COMMAND PerformActions {\n \"actions\": [ {\n"
      + #"  "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" },"#
      + "\n  \"actions\": [ \(actions) ]\n } ]\n}\n"
  }

  private static func answered(_ second: Double, _ session: String, _ command: String) -> String {
    "[\(second)][INFO]: [\(session)] RESPONSE \(command)\n"
  }

  private static let down = #"{ "type": "pointerDown", "button": 0 }"#
  private static let up = #"{ "type": "pointerUp", "button": 0 }"#

  private static func move(_ y: Double, from origin: String = "viewport") -> String {
    #"{ "type": "pointerMove", "x": 0, "y": \#(y), "duration": 10, "origin": "\#(origin)" }"#
  }

  /// A touch that was sent to a page.
  private static func sent(_ second: Double, _ page: String, _ type: String, _ y: Double?) -> String
  {
    let point = y.map { #"{ "id": 0, "x": 0, "y": \#($0) }"# } ?? ""
    return "[\(second)][DEBUG]: DevTools WebSocket Command: Input.dispatchTouchEvent (id=1) "
      + "(session_id=\(page)) \(page)T {\n \"touchPoints\": [ \(point) ],\n"
      + " \"type\": \"\(type)\"\n}\n"
  }

  private static func touches(_ outcome: ImportOutcome) -> [[String]] {
    zip(outcome.times, outcome.events).map { times, events in
      zip(times, events).compactMap { time, event in
        guard case .input(.touch(let touch)) = event else { return nil }
        let moment = time.nanoseconds / 1_000_000
        return "\(moment) \(touch.pointer) \(touch.phase) \(touch.position.y)"
      }
    }
  }

  @Test("fingers stay down at their positions from one request to the next")
  func held() {
    let log =
      Self.asked(1, "a", Self.move(500) + "," + Self.down) + Self.answered(1.02, "a", "X")
      + Self.asked(1.1, "a", Self.move(-50, from: "pointer")) + Self.answered(1.12, "a", "X")
      + Self.asked(1.2, "a", Self.move(400) + "," + Self.up) + Self.answered(1.22, "a", "X")
      + Self.asked(2, "a", Self.move(300) + "," + Self.down + "," + Self.up)
    let outcome = ImportOutcome(.webDriver, Array(log.utf8))
    #expect(
      Self.touches(outcome) == [
        [
          "0 0 began 500.0", "100 0 moved 450.0", "200 0 moved 400.0", "200 0 ended 400.0",
          "1000 0 began 300.0", "1000 0 ended 300.0",
        ]
      ])
  }

  @Test("a move without a duration lasts for its tick, and repeated presses are ignored")
  func tickDuration() {
    let pause = #"{"type":"pause"}"#
    let text = """
      {"actions":[{"type":"pointer","id":"f","parameters":{"pointerType":"touch"},"actions":[\
      {"type":"pointerMove","x":0,"y":500},\(Self.down),{"type":"pointerMove","x":0,"y":300},\
      \(Self.down),\(Self.up),\(Self.up)]},\
      {"type":"none","id":"n","actions":[\(pause),\(pause),{"type":"pause","duration":20}]}]}
      """
    let outcome = ImportOutcome(.webDriver, Array(text.utf8))
    #expect(
      Self.inputs(outcome) == [
        "0 began 0.0 500.0", "16666 moved 0.0 333.33333000000005", "20000 moved 0.0 300.0",
        "20000 ended 0.0 300.0",
      ])
  }

  /// The body of a request alone.
  private static func body(_ actions: String, _ end: String = "") -> String {
    #"{"actions":[{"type":"pointer","id":"f{","parameters":{"pointerType":"touch"},"#
      + #""actions":[\#(actions)]}\#(end)]}"#
  }

  @Test(
    "a request body without a log starts at the end of the previous one",
    arguments: ["\n", "", " ", "\r\n\n"])
  func bodies(_ separator: String) {
    let pause =
      #",{"type":"none","id":"n","actions":[{"type":"pause"},{"type":"pause"},"#
      + #"{"type":"pause","duration":40}]}"#
    let texts = [
      Self.body("\(Self.move(700)),\(Self.down),\(Self.move(500))", pause),
      Self.body("\(Self.move(400)),\n\(Self.up)"),
      Self.body("\(Self.move(600)),\(Self.down),\(Self.up)"),
    ]
    let outcome = ImportOutcome(.webDriver, Array(texts.joined(separator: separator).utf8))
    #expect(
      Self.touches(outcome) == [
        [
          "0 0 began 700.0", "10 0 moved 500.0", "50 0 moved 400.0", "50 0 ended 400.0",
          "60 0 began 600.0", "60 0 ended 600.0",
        ]
      ])
    #expect(outcome.kinds == ["expanded-actions"])
  }

  @Test("text between request bodies is reported and is no request")
  func unread() {
    let gesture = Self.body("\(Self.move(600)),\(Self.down),\(Self.up)")
    let text = "\(gesture)\nno {\"kind\":1}\n\(gesture)\n\(gesture.dropLast(3))"
    let outcome = ImportOutcome(.webDriver, Array(text.utf8))
    #expect(outcome.kinds == ["not-read", "not-read", "cut-off", "expanded-actions"])
    let start = Int64(gesture.utf8.count) + 1
    #expect(outcome.diagnostics.prefix(2).map(\.byte) == [start, start + 3])
    #expect(outcome.events.joined().count { if case .input = $0 { true } else { false } } == 4)
  }

  @Test("contacts end when the client releases them")
  func released() {
    let chromedriver =
      Self.asked(1, "a", Self.move(500) + "," + Self.down + "," + Self.move(300))
      + Self.answered(1.1, "a", "PerformActions") + "[2][INFO]: [a] COMMAND ReleaseActions {\n}\n"
      + Self.answered(2.1, "a", "ReleaseActions")
      + Self.asked(3, "a", Self.move(-10, from: "pointer") + "," + Self.down + "," + Self.up)
    let actions =
      #"{"type":"pointer","id":"f","parameters":{"pointerType":"touch"},"actions":["#
    let path = "webdriver::server\tDEBUG\t-> "
    let geckodriver =
      "1000\t\(path)POST /session/a/actions {\"actions\":[\(actions)"
      + "\(Self.move(500)),\(Self.down),\(Self.move(300))]}]}\n"
      + "2000\t\(path)DELETE /session/a/actions \n"
      + "3000\t\(path)POST /session/a/actions {\"actions\":[\(actions)"
      + "\(Self.move(-10, from: "pointer")),\(Self.down),\(Self.up)]}]}\n"
    for log in [chromedriver, geckodriver] {
      let outcome = ImportOutcome(.webDriver, Array(log.utf8))
      #expect(
        Self.touches(outcome) == [
          [
            "0 0 began 500.0", "10 0 moved 300.0", "990 0 ended 300.0", "2000 0 began -10.0",
            "2000 0 ended -10.0",
          ]
        ])
    }
  }

  @Test("each session has a trace, however their lines are mixed")
  func sessions() {
    let sent =
      Self.sent(1, "A", "touchStart", 500) + Self.sent(1.01, "B", "touchStart", 700)
      + Self.sent(1.02, "A", "touchMove", 480) + Self.sent(1.03, "B", "touchMove", 600)
      + Self.sent(1.04, "A", "touchEnd", nil) + Self.sent(1.05, "B", "touchMove", 550)
      + Self.sent(1.06, "B", "touchEnd", nil)
    let outcome = ImportOutcome(.webDriver, Array(sent.utf8))
    #expect(outcome.information.map(\.name) == ["page", "page 2"])
    #expect(
      Self.touches(outcome) == [
        ["0 0 began 500.0", "20 0 moved 480.0", "40 0 ended 480.0"],
        ["0 0 began 700.0", "20 0 moved 600.0", "40 0 moved 550.0", "50 0 ended 550.0"],
      ])
    let gesture = { (y: Double) in "\(Self.move(y)),\(Self.down),\(Self.move(y - 100)),\(Self.up)" }
    let asked =
      Self.asked(1, "a", gesture(500)) + Self.asked(1.005, "b", gesture(900))
      + Self.answered(1.02, "a", "PerformActions") + Self.answered(1.03, "b", "PerformActions")
    #expect(
      Self.touches(ImportOutcome(.webDriver, Array(asked.utf8))) == [
        ["0 0 began 500.0", "10 0 moved 400.0", "10 0 ended 400.0"],
        ["0 0 began 900.0", "10 0 moved 800.0", "10 0 ended 800.0"],
      ])
  }

  @Test("sent touches replace the open command, and other commands are expanded")
  func linked() {
    let gesture = "\(Self.move(500)),\(Self.down),\(Self.up)"
    let log =
      Self.asked(1, "a", gesture) + Self.sent(1.01, "A", "touchStart", 501)
      + Self.sent(1.02, "A", "touchEnd", nil) + Self.answered(1.03, "a", "PerformActions")
      + Self.asked(2, "b", gesture) + Self.answered(2.03, "b", "PerformActions")
      // Either of two open requests may be the right one.
      + Self.asked(3, "a", gesture) + Self.asked(3, "b", gesture)
      + Self.sent(3.01, "B", "touchStart", 502) + Self.sent(3.02, "A", "touchStart", 503)
    #expect(
      Self.touches(ImportOutcome(.webDriver, Array(log.utf8))) == [
        ["0 0 began 501.0", "10 0 ended 501.0", "2010 0 began 503.0"],
        ["0 0 began 500.0", "0 0 ended 500.0"], ["0 0 began 502.0"],
      ])
    // In a clipped log the page appears before the command that identifies its session.
    let clipped =
      Self.sent(1, "A", "touchEnd", 500) + Self.asked(2, "a", gesture)
      + Self.sent(2.01, "A", "touchStart", 501)
    #expect(
      Self.touches(ImportOutcome(.webDriver, Array(clipped.utf8))) == [
        ["0 0 ended 500.0", "1010 0 began 501.0"]
      ])
  }

  @Test("a log clipped inside a long entry is recognized")
  func clipped() throws {
    let log = try Seeds.text("webdriver/chromedriver.log")
    let rest = String(repeating: "   \"key\": [ {\n", count: 90) + "}\n" + log
    for text in [rest, "{\n" + rest] {
      let found = CaptureFormat.recognize(FormatHead(Array(text.utf8), isWhole: true))
      #expect(found?.format == .webDriver)
      let outcome = ImportOutcome(.webDriver, Array(text.utf8))
      #expect(
        outcome.events
          == ImportOutcome(.webDriver, try Seeds.bytes("webdriver/chromedriver.log")).events)
    }
  }

  @Test("a log without gestures is refused with what is needed")
  func nothing() {
    let log = "[11-20-2026 15:37:49.899344][INFO]: Starting ChromeDriver 1.2.3 on port 9543\n"
    #expect(
      CaptureFormat.recognize(FormatHead(Array(log.utf8), isWhole: true))?.format == .webDriver)
    #expect(ImportOutcome(.webDriver, Array(log.utf8)).error?.contains("--verbose") == true)
  }
}

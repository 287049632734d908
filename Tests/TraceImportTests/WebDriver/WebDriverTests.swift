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

  @Test("give the touches that were sent, at their own times, and not those asked for")
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

  @Test("expand what was asked for where nothing else is known")
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
    #expect(Self.inputs(outcome).first == "372927 began 180.0 700.0")
    #expect(Self.inputs(outcome).last == "402927 ended 180.0 600.0")
  }

  @Test("of a real run give every touch that the page saw, to a millisecond")
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

  @Test("without gestures say what would be needed")
  func nothing() {
    let log = "[11-20-2026 15:37:49.899344][INFO]: Starting ChromeDriver 1.2.3 on port 9543\n"
    #expect(
      CaptureFormat.recognize(FormatHead(Array(log.utf8), isWhole: true))?.format == .webDriver)
    #expect(ImportOutcome(.webDriver, Array(log.utf8)).error?.contains("--verbose") == true)
  }
}

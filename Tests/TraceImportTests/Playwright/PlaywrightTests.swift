import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Playwright traces")
struct PlaywrightTests {
  private static func frames(_ outcome: ImportOutcome, _ name: String) throws -> [String] {
    let index = try #require(outcome.information.firstIndex { $0.name == name })
    return zip(outcome.times[index], outcome.events[index]).compactMap { time, event in
      guard case .observation(.frame(let frame)) = event else { return nil }
      return "\(time.milliseconds): \(frame.offset.x) \(frame.offset.y)"
    }
  }

  @Test(
    "plain, deflated, stored and streamed traces are equal",
    arguments: ["trace.trace", "deflated.zip", "streamed.zip", "streamed-stored.zip"])
  func containers(_ name: String) throws {
    let outcome = ImportOutcome(.playwright, try Seeds.bytes("playwright/\(name)"))
    #expect(outcome.information.map(\.name) == ["document", "ul.side", "div#sc"])
    #expect(
      try Self.frames(outcome, "document") == ["40.5: 0.0 0.0", "150.0: 0.0 0.0", "180.0: 0.0 0.0"])
    // Unchanged parts are found through references.
    #expect(
      try Self.frames(outcome, "ul.side") == ["40.5: 7.0 0.0", "150.0: 7.0 0.0", "180.0: 7.0 0.0"])
    #expect(try Self.frames(outcome, "div#sc") == ["150.0: 0.0 120.0", "180.0: 0.0 120.0"])
    for information in outcome.information {
      #expect(information.clock == SourceClock(name: "unix_ms", origin: "1700000000010"))
      #expect(information.scale == 3)
    }
    let sizes = outcome.events[0].compactMap { event -> Size? in
      guard case .input(.container(let change)) = event else { return nil }
      return change.size
    }
    #expect(sizes.map(\.height) == [844, 700, 480])
    let wheels = outcome.events.joined().compactMap { event -> WheelSample? in
      guard case .input(.wheel(let wheel)) = event else { return nil }
      return wheel
    }
    #expect(
      wheels == [
        WheelSample(
          delta: Vector(dx: 0, dy: 120), isPrecise: true, position: Point(x: 40, y: 30))
      ])
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test(
    "traces of real runs have the offsets of the page",
    arguments: ["open-chat-resize", "open-wheel-desktop"])
  func captures(_ name: String) throws {
    let file = "playwright/\(name).trace.zip"
    guard Captures.has(file) else { return }
    let (format, sink, _) = try Captures.read(file)
    #expect(format == .playwright)
    #expect(sink.losses.isEmpty)
    let trace = try #require(sink.traces.first { $0.information.name == "div#sc" })
    let truth = try Truth(name)
    #expect(trace.offsets.count > 20)
    for (time, offset) in trace.offsets {
      let distance = truth.distance(of: offset, at: trace.unixStart + time, within: 100)
      #expect(distance <= 1, "\(offset) at \(time)")
    }
    let wheels = trace.events.count { if case .input(.wheel) = $0 { true } else { false } }
    #expect(wheels == (name == "open-wheel-desktop" ? 49 : 0))
  }
}

import Diagnosis
import ScrollModel
import TestSupport
import Testing

/// Traces without what a diagnosis needs.
@Suite("traces that cannot be diagnosed")
struct UndiagnosedTests {
  private static func diagnosis(_ events: [TraceEvent]) throws -> TraceDiagnosis {
    var information = TraceInformation(name: "part")
    information.axes = .vertical
    let timed = events.enumerated().map { index, event in
      (time: TraceTime(nanoseconds: Int64(index) * 16_000_000), event: event)
    }
    let recording = HiddenRecording(information: information, events: timed)
    return try FalseCauseTests.diagnosis(of: recording, try TraceShelf())
  }

  private static let finger: [TraceEvent] = [TouchPhase.began, .moved, .ended].enumerated().map {
    .input(
      .touch(
        TouchSample(pointer: 1, phase: $1, position: Point(x: 200, y: 600 - 50 * Double($0)))))
  }

  private static let frames: [TraceEvent] = (0..<20).map {
    .observation(.frame(GeometryFrame(offset: Point(x: 0, y: Double($0 * 5)))))
  }

  @Test("without frames, a container or a release, the answer says what is missing")
  func missing() throws {
    for (events, words) in [
      (Self.finger, "The trace has no frames, so it shows no rest."),
      (
        Self.frames,
        "The trace has no container size, which rests depend on; 'scrolltrace attach' adds one."
      ),
      (
        [.input(.container(ContainerChange(size: Size(width: 390, height: 700))))] + Self.frames,
        "The trace has no release that comes to rest."
      ),
    ] {
      let found = try Self.diagnosis(events)
      #expect(found.verdict == .noEvidence && found.causes.isEmpty)
      let texts = found.lines().map(\.text)
      #expect(texts.contains("Nothing to diagnose: \(words)"), "\(texts)")
    }
  }
}

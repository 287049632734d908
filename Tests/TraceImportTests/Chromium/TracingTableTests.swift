import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Every capture of Chrome, Perfetto and Instruments")
struct TracingTableTests {
  /// A capture and the minimum results of its import; none if it is rejected.
  struct Capture: Sendable, CustomTestStringConvertible {
    var file: String
    var format: CaptureFormat
    var traces: Int
    var frames: Int
    var events: Int
    var testDescription: String { file }
  }

  static let captures = [
    Capture(
      file: "chrome-json/catapult-lthi_cats.json.gz", format: .chromeTrace, traces: 2, frames: 101,
      events: 348),
    Capture(
      file: "chrome-json/catapult-multiple_input_latency.json", format: .chromeTrace, traces: 1,
      frames: 0, events: 851),
    Capture(
      file: "chrome-json/open-list-touch.trace.json.gz", format: .chromeTrace, traces: 1,
      frames: 474, events: 2490),
    Capture(
      file: "chrome-json/open-snapx-carousel.trace.json.gz", format: .chromeTrace, traces: 1,
      frames: 320, events: 1170),
    Capture(
      file: "chrome-json/open-wheel-desktop.trace.json", format: .chromeTrace, traces: 1, frames: 0,
      events: 890),
    Capture(
      file: "gotchas/truncated-array.trace.json", format: .chromeTrace, traces: 1, frames: 0,
      events: 11),
    Capture(
      file: "perfetto/android_input_event_trace.pftrace", format: .perfetto, traces: 1, frames: 0,
      events: 5),
    Capture(
      file: "perfetto/open-list-edits.pftrace.gz", format: .perfetto, traces: 1, frames: 267,
      events: 1140),
    Capture(
      file: "perfetto/open-paging-vertical.pftrace", format: .perfetto, traces: 1, frames: 413,
      events: 1050),
    Capture(
      file: "xctrace/OSSignpostIntervals.xml", format: .xctrace, traces: 1, frames: 0, events: 2),
    Capture(
      file: "xctrace/display-vsyncs-interval.xml", format: .xctrace, traces: 1, frames: 0,
      events: 10),
    Capture(file: "xctrace/hitches.xml", format: .xctrace, traces: 1, frames: 0, events: 11),
    Capture(
      file: "xctrace/potential-hangs.xml", format: .xctrace, traces: 1, frames: 0, events: 23),
  ]

  @Test("a capture is recognized and gives its contents", arguments: captures)
  func table(_ capture: Capture) throws {
    guard let path = TracingCaptures.path(capture.file) else { return }
    let (format, sink) = try TracingCaptures.read(path)
    #expect(format == capture.format)
    #expect(sink.violations == [])
    #expect(sink.traces.count == capture.traces)
    #expect(sink.losses == [])
    let frames = sink.traces.reduce(0) { $0 + $1.frames.count }
    let events = sink.traces.reduce(0) { $0 + $1.events.count }
    #expect(frames == capture.frames)
    #expect(events >= capture.events)
    for trace in sink.traces {
      #expect(trace.information.source?.format == format.rawValue)
      #expect(ModelLimits.problem(with: trace.information) == nil)
    }
    print(
      "| \(capture.file) | \(sink.traces.count) traces | \(events) events | \(frames) frames |",
      "\(sink.diagnostics.count) diagnostics |")
  }

  @Test("the text form of a Perfetto trace is refused with the command that converts it")
  func textForm() throws {
    guard let path = TracingCaptures.path("perfetto/android_input_event_trace.textproto") else {
      return
    }
    let error = #expect(throws: ImportError.self) { try TracingCaptures.read(path) }
    #expect(error?.description.contains("protoc --encode") ?? false)
  }

  @Test("the finger of the Android recording is at the dispatcher's coordinates")
  func androidFinger() throws {
    guard let path = TracingCaptures.path("perfetto/android_input_event_trace.pftrace") else {
      return
    }
    let trace = try #require(try TracingCaptures.read(path).sink.traces.first)
    #expect(trace.information.coordinateSpace == .devicePixels)
    let touches = trace.events.compactMap { event -> TouchSample? in
      guard case .input(.touch(let sample)) = event else { return nil }
      return sample
    }
    #expect(touches.first?.phase == .began)
    #expect(touches.first?.position == Point(x: 431, y: 624))
    #expect(touches.first?.pressure == 1.324218988418579)
    #expect(touches.last?.phase == .ended)
    #expect(touches.dropFirst().dropLast().allSatisfy { $0.phase == .moved })
  }
}

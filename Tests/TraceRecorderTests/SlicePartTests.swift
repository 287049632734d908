import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport
import TraceRecorder

@Suite("parts of a trace")
struct SlicePartTests {
  private let trace: CollectingSink.Trace

  init() throws {
    var sink = CollectingSink()
    let source = try ByteSource(path: Repository.path("fixtures/bugs/cards-stop-between.jsonl"))
    let format = try #require(CaptureFormat.recognize(FormatHead(of: source))).format
    _ = try format.read(source, options: ImportOptions(), into: &sink)
    trace = try #require(sink.traces.first)
  }

  private func isTouch(_ event: TraceEvent, _ phase: TouchPhase) -> Bool {
    if case .input(.touch(let sample)) = event { sample.phase == phase } else { false }
  }

  private func part(
    from start: TraceTime, to end: TraceTime? = nil
  ) throws -> (trace: CollectingSink.Trace, origin: TraceTime) {
    var slice = SliceSink(CollectingSink(), from: start, to: end)
    let number = slice.beginTrace(trace.information)
    for (time, event) in zip(trace.times, trace.events) {
      try slice.append(event, at: time, to: number)
    }
    try slice.finish()
    return (try #require(slice.sink.traces.first), try #require(slice.origins.first))
  }

  @Test("a part from a gesture's start contains no earlier gesture")
  func gestures() throws {
    let starts = zip(trace.times, trace.events).filter { isTouch($1, .began) }.map(\.0)
    let ends = zip(trace.times, trace.events).filter { isTouch($1, .ended) }.map(\.0)
    #expect(starts.count == 5)
    for (number, start) in starts.enumerated() {
      let part = try part(from: start)
      let count = part.trace.events.count { isTouch($0, .began) }
      #expect(count == starts.count - number, "gesture \(number + 1)")
      #expect(part.origin <= start)
      if number > 0 { #expect(part.origin > ends[number - 1], "gesture \(number + 1)") }
    }
  }

  @Test("a part from the middle of a rest begins there")
  func rest() throws {
    let starts = zip(trace.times, trace.events).filter { isTouch($1, .began) }.map(\.0)
    let start = starts[1].advanced(byNanoseconds: -100_000_000)
    #expect(try part(from: start).origin == start)
    let short = try part(from: start, to: start.advanced(byNanoseconds: 50_000_000))
    #expect(short.origin == start)
    #expect(!short.trace.events.contains { isTouch($0, .began) })
  }

  @Test("a part from the middle of a motion begins at the rest before it")
  func motion() throws {
    let starts = zip(trace.times, trace.events).filter { isTouch($1, .began) }.map(\.0)
    let ends = zip(trace.times, trace.events).filter { isTouch($1, .ended) }.map(\.0)
    let origin = try part(from: ends[1]).origin
    #expect(origin <= starts[1] && origin > ends[0])
  }
}

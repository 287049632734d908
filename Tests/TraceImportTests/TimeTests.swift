import ScrollModel
import TestSupport
import Testing
import TraceImport

@Suite("Times of a log")
struct TimeTests {
  struct Reading: Sendable, CustomTestStringConvertible {
    let unit: String
    let text: String
    let nanoseconds: Int64
    var testDescription: String { "\(text) \(unit)" }

    init(_ unit: String, _ text: String, _ nanoseconds: Int64) {
      (self.unit, self.text, self.nanoseconds) = (unit, text, nanoseconds)
    }
  }

  static let readings = [
    Reading("s", "0", 0), Reading("s", "1", 1_000_000_000), Reading("s", "0.000000001", 1),
    Reading("s", "1.000000001", 1_000_000_001), Reading("s", "1e-9", 1),
    Reading("s", "12345.678901234", 12_345_678_901_234), Reading("s", "1E3", 1_000_000_000_000),
    Reading("s", "4611686018.427387904", ModelLimits.time),
    Reading("ms", "0.000001", 1), Reading("ms", "16.666667", 16_666_667),
    Reading("ms", "9007199254.740993", 9_007_199_254_740_993),
    Reading("ms", "4611686018427.387904", ModelLimits.time),
    Reading("us", "0.001", 1), Reading("us", "16666.667", 16_666_667),
    Reading("us", "4611686018427387.904", ModelLimits.time),
    Reading("ns", "1", 1), Reading("ns", "16666667.0", 16_666_667),
    Reading("ns", "4611686018427387904", ModelLimits.time),
    // Digits beyond a nanosecond are rounded half to even.
    Reading("ns", "0.5", 0), Reading("ns", "1.5", 2), Reading("ns", "2.5", 2),
    Reading("ns", "2.5000000000000000000000000000001", 3), Reading("ns", "2.4999999999999", 2),
    Reading("ms", "0.0000005", 0), Reading("ms", "0.0000015", 2), Reading("ms", "1e-400", 0),
    Reading("s", "0.00000000050000000000000000000000000000000000000001", 1),
    Reading("us", "-0", 0), Reading("ms", "-0.0000001", 0),
  ]

  @Test("a time is exact to the nanosecond in every unit", arguments: readings)
  func exactness(_ reading: Reading) throws {
    let header = #"{"scrolltrace":1,"time":"\#(reading.unit)","origin":0}"#
    let sink = try Log.read([header, touchLine(1, at: reading.text)])
    #expect(sink.diagnostics.isEmpty)
    #expect(sink.traces.first?.times.map(\.nanoseconds) == [reading.nanoseconds])
  }

  @Test("an event of the last of many traces starts all earlier traces")
  func manyTraces() throws {
    let count = 60_000
    let traces = (2...count).map { #"{"k":"trace","trace":\#($0)}"# }
    let last = #"{"t":1,"k":"frame","trace":\#(count),"x":0,"y":1}"#
    let sink = try Log.read([Log.header] + traces + [last])
    #expect(sink.traces.count == count && sink.violations.isEmpty)
    #expect(sink.traces.last?.events.count == 1)
  }

  @Test("without a unit, times are milliseconds")
  func defaultUnit() throws {
    let sink = try Log.read([#"{"scrolltrace":1}"#, touchLine(1, at: "1.5")])
    #expect(sink.traces.first?.times.map(\.nanoseconds) == [1_500_000])
  }

  @Test("equal times keep the order of the lines")
  func equalTimes() throws {
    let sink = try Log.read([Log.header] + (0..<50).map { touchLine($0, at: "5") })
    #expect(sink.traces.first?.events == (0..<50).map { touch($0) })
    #expect(sink.diagnostics.isEmpty)
  }

  @Test(
    "a slightly late time is raised to the previous one, with a repair",
    arguments: ["99.999999", "50", "0", "-149.999999", "-150"])
  func smallDisorder(_ time: String) throws {
    let sink = try Log.read([
      Log.header, touchLine(1, at: "100"), touchLine(2, at: time), touchLine(3, at: "101"),
    ])
    let trace = try #require(sink.traces.first)
    #expect(trace.eventsWithoutRemarks == [touch(1), touch(2), touch(3)])
    #expect(trace.times.map(\.nanoseconds) == [100, 100, 100, 101].map { $0 * 1_000_000 })
    guard case .stream(.repair("time-raised", _)) = trace.events[1] else {
      Issue.record("no repair in front of the raised event: \(trace.events[1])")
      return
    }
    #expect(sink.kinds == ["time-raised"])
    #expect(sink.diagnostics.first?.line == 3)
    #expect(sink.losses.isEmpty)
  }

  @Test(
    "an event far behind the previous one is lost, with a gap",
    arguments: ["749.999999", "0", "-1000000", "-4611686018427", "-9223372036854"])
  func largeDisorder(_ time: String) throws {
    let sink = try Log.read([
      Log.header, touchLine(0, at: "0"), touchLine(1, at: "1000"), touchLine(2, at: "1000"),
      touchLine(3, at: time), touchLine(4, at: "1001"),
    ])
    let trace = try #require(sink.traces.first)
    #expect(trace.eventsWithoutRemarks == [touch(0), touch(1), touch(2), touch(4)])
    #expect(sink.losses.map(\.kind) == ["time-backwards"])
    #expect(sink.losses.map(\.line) == [5])
    #expect(trace.events.contains { if case .stream(.gap(_, _, 1)) = $0 { true } else { false } })
    #expect(sink.violations.isEmpty)
  }

  @Test("one time far ahead without a following event is damage")
  func loneJump() throws {
    let sink = try Log.read([
      Log.header, touchLine(1, at: "0"), touchLine(2, at: "800000"), touchLine(3, at: "8"),
      touchLine(4, at: "16"),
    ])
    let trace = try #require(sink.traces.first)
    #expect(trace.eventsWithoutRemarks == [touch(1), touch(3), touch(4)])
    #expect(sink.losses.map(\.kind) == ["time-jump"])
    #expect(sink.losses.map(\.line) == [3])
  }

  @Test("a pause that later events confirm is kept, at the start, inside and at the end")
  func pauses() throws {
    let times = ["5000", "5008", "905008", "905016", "1905016"]
    let lines = times.enumerated().map { touchLine(Int64($0.offset), at: $0.element) }
    let sink = try Log.read([Log.header] + lines)
    #expect(sink.traces.first?.events == (0..<5).map { touch($0) })
    #expect(sink.diagnostics.isEmpty)
  }

  @Test("sizes of a frame after a pause apply to later frames")
  func sizesAcrossPauses() throws {
    let sink = try Log.read([
      Log.header, #"{"t":0,"k":"frame","x":0,"y":0,"cw":390,"ch":1000}"#,
      #"{"t":9000,"k":"frame","x":0,"y":1,"cw":390,"ch":2000}"#,
      #"{"t":9008,"k":"frame","x":0,"y":2}"#, #"{"t":9016,"k":"frame","x":0,"y":3}"#,
    ])
    let heights = sink.traces.first?.events.map { event -> Double? in
      guard case .observation(.frame(let frame)) = event else { return nil }
      return frame.geometry.contentSize?.height
    }
    #expect(heights == [1000, 2000, 2000, 2000])
  }

  @Test("an absolute clock without an origin counts from its first time and keeps it")
  func absoluteClock() throws {
    let sink = try Log.read([
      #"{"scrolltrace":1,"clock":{"name":"unix_ms"}}"#, touchLine(1, at: "1763600000000.5"),
      touchLine(2, at: "1763600000008.5"),
    ])
    let trace = try #require(sink.traces.first)
    #expect(trace.times.map(\.nanoseconds) == [0, 8_000_000])
    #expect(
      trace.information.clock == SourceClock(name: "unix_ms", origin: "1763600000000500000 ns"))
    #expect(sink.kinds == ["clock-origin"])
    #expect(sink.losses.isEmpty)
  }

  @Test("an origin is subtracted exactly and kept as written")
  func origin() throws {
    let sink = try Log.read([
      #"{"origin":1763600000000.25,"scrolltrace":1,"time":"ms"}"#,
      touchLine(1, at: "1763600000000.250001"), touchLine(2, at: "1763600000000.5"),
    ])
    let trace = try #require(sink.traces.first)
    #expect(trace.times.map(\.nanoseconds) == [1, 250_000])
    #expect(trace.information.clock == SourceClock(name: "unnamed", origin: "1763600000000.25"))
    #expect(sink.diagnostics.isEmpty)
  }

  @Test("a live stream accepts a pause without confirmation")
  func liveStream() throws {
    var options = NativeReader.Options()
    options.confirmsJumps = false
    var reader = NativeReader(options: options)
    var sink = CollectingSink()
    for (index, line) in [Log.header, touchLine(1, at: "0"), touchLine(2, at: "9000")].enumerated()
    {
      try reader.take(Array(line.utf8)[...], line: Int64(index + 1), byte: 0, into: &sink)
    }
    #expect(sink.traces.first?.events == [touch(1), touch(2)])
  }
}

import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceImport

@Suite("Written logs are read back unchanged")
struct RoundTripTests {
  private func roundTrip(_ source: some TraceSource) throws -> CollectingSink {
    let (sink, _) = try Log.read(bytes: try Log.write(source))
    #expect(sink.diagnostics.isEmpty)
    #expect(sink.violations.isEmpty)
    return sink
  }

  @Test(
    "every kind of event is read back with every value, present or absent",
    arguments: EventVariations.all)
  func events(_ variations: Variations<TraceEvent>) throws {
    let sink = try roundTrip(OneTrace(events: variations.all))
    #expect(sink.traces.first?.events == variations.all)
    for (what, value) in variations.others {
      let alone = try roundTrip(OneTrace(events: [value]))
      #expect(alone.traces.first?.events == [value], "\(what)")
    }
  }

  @Test("every field of the header is read back, set or not")
  func information() throws {
    for information in informationVariations.all {
      let sink = try roundTrip(OneTrace(information: information, events: []))
      #expect(sink.traces.map(\.information) == [information])
    }
  }

  @Test("every field of a further trace is read back, set or not")
  func furtherTraces() throws {
    struct Two: TraceSource {
      let information: TraceInformation
      func send<Sink: TraceSink>(to sink: inout Sink) throws {
        _ = try sink.beginTrace(TraceInformation(name: "page"))
        let second = try sink.beginTrace(information)
        try sink.append(touch(1), at: .zero, to: second)
      }
    }
    for information in informationVariations.all {
      let sink = try roundTrip(Two(information: information))
      #expect(sink.traces.map(\.information) == [TraceInformation(name: "page"), information])
      #expect(sink.traces.map(\.events) == [[], [touch(1)]])
    }
  }

  @Test("ids are read back byte for byte, whatever they contain")
  func ids() throws {
    let events = hostileIDs.map { TraceEvent.observation(.position(PositionReport(id: $0))) }
    let sink = try roundTrip(OneTrace(events: events))
    #expect(sink.traces.first?.events == events)
    let set = TraceEvent.observation(.visibleSet(VisibleSet(ids: hostileIDs)))
    let targets = hostileIDs.map {
      TargetFrame(id: $0, frame: Rect(x: 0, y: 0, width: 1, height: 1))
    }
    let layout = TraceEvent.input(.layout(Layout(targets: targets)))
    #expect(try roundTrip(OneTrace(events: [set, layout])).traces.first?.events == [set, layout])
  }

  @Test(
    "times are read back to the nanosecond",
    arguments: [
      0, 1, 999, 1_000, 999_999, 1_000_000, 1_000_001, 123_456_789, 9_007_199_254_740_993,
    ]
      + [3_599_999_999_999, 3_600_000_000_000, 1_700_000_000_000_000_000, ModelLimits.time])
  func times(_ nanoseconds: Int64) throws {
    let source = OneTrace(
      events: [touch(1), touch(2)],
      times: [nanoseconds, min(nanoseconds + 1, ModelLimits.time)])
    let sink = try roundTrip(source)
    #expect(sink.traces.first?.times.map(\.nanoseconds) == source.times)
  }

  @Test("a layout of many targets is written in several lines and read back as one event")
  func longLayouts() throws {
    for count in [0, 1, 1_999, 2_000, 2_001, 6_500] {
      let targets = (0..<count).map { (index: Int) -> TargetFrame in
        let role: PinnedRole? = index % 50 == 7 ? .header : nil
        return TargetFrame(
          id: TargetID(Int64(index)), frame: Rect(x: 0, y: Double(index), width: 1, height: 1),
          isEstimated: index % 3 == 0, pinned: role)
      }
      for size in [nil, Size(width: 1, height: Double(count))] {
        let event = TraceEvent.input(.layout(Layout(contentSize: size, targets: targets)))
        let source = OneTrace(events: [touch(1), event, touch(2)])
        let sink = try roundTrip(source)
        #expect(sink.traces.first?.events == source.events, "\(count) targets")
      }
    }
  }

  @Test("random captures of several traces are read back", arguments: Cases.seeds(oneIn: 4))
  func random(_ seed: UInt64) throws {
    var random = RandomTraces(seed: seed)
    let capture = random.capture(traces: 1 + Int(seed % 3), events: 100)
    let sink = try roundTrip(capture)
    #expect(sink.traces.map(\.information) == capture.traces.map(\.information))
    for (read, written) in zip(sink.traces, capture.traces) {
      #expect(read.times == written.events.map(\.time))
      for (index, (read, written)) in zip(read.events, written.events).enumerated()
      where read != written.event {
        Issue.record("event \(index): \(written.event) came back as \(read)")
        break
      }
      #expect(read.events.count == written.events.count)
    }
  }

  @Test("an imported log is exported with the same bytes", arguments: Cases.seeds(oneIn: 10))
  func fixedPoint(_ seed: UInt64) throws {
    struct Collected: TraceSource {
      let traces: [CollectingSink.Trace]
      func send<Sink: TraceSink>(to sink: inout Sink) throws {
        for trace in traces {
          let number = try sink.beginTrace(trace.information)
          for (event, time) in zip(trace.events, trace.times) {
            try sink.append(event, at: time, to: number)
          }
        }
      }
    }
    var random = RandomTraces(seed: seed)
    let sink = try roundTrip(random.capture(traces: 2, events: 60))
    let bytes = try Log.write(Collected(traces: sink.traces))
    let (again, _) = try Log.read(bytes: bytes)
    #expect(try Log.write(Collected(traces: again.traces)) == bytes)
  }
}

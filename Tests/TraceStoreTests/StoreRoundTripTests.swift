import SQLite
import ScrollModel
import Simulation
import TestSupport
import Testing
import TraceStore

@Suite("Stored values are read back unchanged")
struct StoreRoundTripTests {
  let stores: Stores

  init() throws {
    stores = try Stores()
  }

  private func expectSame(_ sink: CollectingSink, _ traces: [RandomTraces.Trace]) {
    #expect(sink.violations.isEmpty)
    #expect(sink.traces.map(\.information) == traces.map(\.information))
    for (read, written) in zip(sink.traces, traces) {
      #expect(read.times == written.events.map(\.time))
      #expect(read.events.count == written.events.count)
      for (index, (read, written)) in zip(read.events, written.events).enumerated()
      where read != written.event {
        Issue.record("seq \(index): \(written.event) came back as \(read)")
        return
      }
    }
  }

  @Test("random captures are read back equal and in order", arguments: Cases.seeds(oneIn: 5))
  func random(_ seed: UInt64) throws {
    var random = RandomTraces(seed: seed)
    let capture = random.capture(traces: 1 + Int(seed % 3), events: 100)
    let store = try stores.open()
    try store.add(capture)
    expectSame(try store.collected(), capture.traces)
    try store.close()
    let closed = try stores.open(mode: .readOnly)
    expectSame(try closed.collected(), capture.traces)
    for trace in try closed.traces() { #expect(try closed.verify(trace).problems.isEmpty) }
  }

  @Test(
    "every kind of event is read back with every value, present or absent",
    arguments: EventVariations.all)
  func events(_ variations: Variations<TraceEvent>) throws {
    let store = try stores.open()
    try store.add(OneTrace(events: variations.all))
    #expect(try store.collected().traces.first?.events == variations.all)
  }

  /// The result of reading a trace to its end, and the error that ends it early.
  private func read(
    _ trace: TraceRecord, of store: TraceStore, by count: Int?
  ) throws -> (times: [TraceTime], events: [TraceEvent], failure: String?) {
    let reader = try store.reader(of: trace.id)
    var events: [(time: TraceTime, event: TraceEvent)] = []
    var failure: String?
    do {
      if let count {
        var before = -1
        while before < events.count {
          before = events.count
          try reader.read(count, into: &events)
        }
      } else {
        while let entry = try reader.next() { events.append(entry) }
      }
    } catch {
      failure = "\(error)"
    }
    return (events.map(\.time), events.map(\.event), failure)
  }

  @Test("events are equal when read one by one or in batches", arguments: Cases.seeds(oneIn: 5))
  func readingMany(_ seed: UInt64) throws {
    var random = RandomTraces(seed: seed)
    let store = try stores.open()
    try store.add(random.capture(traces: 2, events: 200))
    for trace in try store.traces() {
      let one = try read(trace, of: store, by: nil)
      let many = try read(trace, of: store, by: 1 + Int(seed % 70))
      #expect(one.failure == nil && many.failure == nil)
      #expect(one.times == many.times)
      #expect(one.events == many.events)
    }
  }

  @Test("lengths in pixels are converted to points on request")
  func pixels() throws {
    var pixels = OneTrace.ofEveryKind
    let events = pixels.events
    // Its container has a scale of 3.
    let cases: [(CoordinateSpace, scale: Double?, unit: Double)] = [
      (.devicePixels, 4, 4), (.devicePixels, nil, 3), (.cssPixels, 4, 1), (.deviceUnits, 4, 1),
    ]
    for (space, scale, unit) in cases {
      pixels.information.coordinateSpace = space
      pixels.information.scale = scale
      let store = try stores.open("\(space)-\(unit).sqlite")
      try store.add(pixels)
      let trace = try #require(try store.traces().first)
      #expect(try read(trace, of: store, by: nil).events == events)
      let reader = try store.pointReader(of: trace.id)
      let wanted = events.map { $0.inPoints(of: unit) }
      #expect(unit == 1 || wanted != events)
      #expect(try (0..<3).compactMap { _ in try reader.next()?.event } == Array(wanted.prefix(3)))
      var rest: [(time: TraceTime, event: TraceEvent)] = []
      try reader.read(events.count, into: &rest)
      #expect(rest.map(\.event) == Array(wanted.dropFirst(3)))
    }
  }

  @Test(
    "every length of every kind of event is converted to points", arguments: EventVariations.all)
  func points(_ variations: Variations<TraceEvent>) {
    for event in variations.all {
      // Scaling by a power of two and back loses nothing except at the bounds, each in one
      // direction.
      let ways = [(4, 0.25), (0.25, 4)] as [(Double, Double)]
      #expect(ways.contains { event.inPoints(of: $0).inPoints(of: $1) == event })
    }
    #expect(
      TraceEvent.input(.touch(TouchSample(pointer: 0, phase: .moved, position: Point(x: 8, y: 4))))
        .inPoints(of: 4)
        == .input(.touch(TouchSample(pointer: 0, phase: .moved, position: Point(x: 2, y: 1)))))
  }

  @Test(
    "an invalid row stops both ways of reading at the same event with the same message",
    arguments: [
      "frame SET x = 1e300", "frame SET y = 9e999", "frame SET phase = 77", "frame SET time_ns = 0",
      "frame SET geometry_id = 99", "frame SET time_ns = -5", "frame SET seq = 1000000",
      "geometry SET container_width = -1e300", "touch_sample SET x = -1e12",
      "touch_sample SET phase = 99", "touch_sample SET pressure = -2",
      "touch_sample SET delivery = 12", "touch_sample SET time_ns = 9223372036854775807",
    ])
  func wrongRows(_ change: String) throws {
    let frames = (0..<40).flatMap { index -> [TraceEvent] in
      let y = Double(index)
      let frame = GeometryFrame(
        offset: Point(x: 0, y: y),
        geometry: FrameGeometry(containerSize: Size(width: 390, height: 844)))
      return [
        .input(.touch(TouchSample(pointer: 1, phase: .moved, position: Point(x: 9, y: y)))),
        .observation(.frame(frame)),
      ]
    }
    try stores.make("a.sqlite", OneTrace(events: frames))
    let raw = try stores.raw()
    try raw.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    let rows = change.hasPrefix("geometry") ? "" : " WHERE seq IN (60, 61)"
    try raw.execute("UPDATE \(change)\(rows)")
    #expect(raw.totalChanges == 1)
    try raw.close()
    var options = TraceStore.Options()
    options.checksPages = false
    let store = try stores.open(mode: .readOnly, options: options)
    let trace = try #require(try store.traces().first)
    let one = try read(trace, of: store, by: nil)
    #expect(one.failure != nil)
    for count in [1, 7, 1000] {
      let many = try read(trace, of: store, by: count)
      #expect(many.failure == one.failure)
      #expect(many.events == one.events)
    }
  }

  @Test("a trace has phases even if only a late frame has one")
  func latePhase() throws {
    var trace = OneTrace.long(150)
    trace.events.append(.observation(.frame(GeometryFrame(offset: .zero, phase: .idle))))
    _ = try stores.make("late.sqlite", OneTrace.long(150), trace)
    let store = try stores.open("late.sqlite", mode: .readOnly)
    let hasPhases = try store.traces().map { try store.contents(of: $0.id).hasPhases }
    #expect(hasPhases == [false, true])
  }

  @Test("every field of a trace's information is read back, set or not")
  func information() throws {
    let store = try stores.open()
    for information in informationVariations.all {
      try store.add(OneTrace(information: information, events: []))
    }
    #expect(try store.traces().map(\.information) == informationVariations.all)
  }

  @Test("ids are read back byte for byte, whatever they contain")
  func ids() throws {
    let events = hostileIDs.map { TraceEvent.observation(.position(PositionReport(id: $0))) }
    let store = try stores.open()
    try store.add(OneTrace(events: events + events))
    #expect(try store.collected().traces.first?.events == events + events)
    try store.close()
    let rows = try stores.raw().first("SELECT count(*) FROM target", as: Int.self)
    #expect(rows == Set(hostileIDs).count)
  }

  @Test("a nested trace refers to its parent if the capture contains it")
  func parents() throws {
    var inner = TraceInformation(name: "inner")
    inner.parentName = "outer"
    struct Two: TraceSource {
      let informations: [TraceInformation]
      func send<Sink: TraceSink>(to sink: inout Sink) throws {
        for information in informations { _ = try sink.beginTrace(information) }
      }
    }
    let store = try stores.open()
    try store.add(Two(informations: [TraceInformation(name: "outer"), inner]))
    try store.add(OneTrace(information: inner, events: []))
    try store.close()
    let parents = try stores.raw().rows(
      "SELECT parent_trace_id FROM trace ORDER BY trace_id", as: Int64?.self)
    #expect(parents == [nil, 1, nil])
  }

  @Test("diagnostics are read back in order, the first 1000 of each kind one by one")
  func diagnostics() throws {
    let store = try stores.open()
    let kept = Diagnostic(
      severity: .notice, kind: "unknown-key", line: 2, column: 3, byte: 4, message: "a\u{0}b")
    _ = try store.importCapture(Stores.source) { writer in
      try writer.report(kept)
      for line in 1...1500 {
        try writer.report(
          Diagnostic(severity: .dataLoss, kind: "bad-line", line: Int64(line), message: "bad"))
      }
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    let diagnostics = try store.diagnostics(ofCapture: 1)
    #expect(diagnostics.count == 1001)
    #expect(diagnostics.first == kept)
    #expect(diagnostics.last?.line == 1000)
    let counts = try store.diagnosticCounts(ofCapture: 1)
    #expect(counts.map(\.kind) == ["bad-line", "unknown-key"])
    #expect(counts.map(\.count) == [1500, 1])
    #expect(counts.map(\.severity) == [.dataLoss, .notice])
  }
}

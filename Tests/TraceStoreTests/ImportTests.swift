import SQLite
import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport
import TraceStore

@Suite("Importing captures")
struct ImportTests {
  let stores: Stores

  init() throws {
    stores = try Stores()
  }

  private struct Failure: Error {}

  /// The total number of rows in the tables of a store.
  private func rowCount(_ name: String = "a.sqlite") throws -> Int {
    let raw = try stores.raw(name)
    let tables = try raw.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
      as: String.self)
    #expect(tables.count > 20)
    var count = 0
    for table in tables {
      count += try raw.first("SELECT count(*) FROM \"\(table)\"", as: Int.self) ?? 0
    }
    return count
  }

  @Test("equal bytes are recognized by their hash and not added again")
  func knownBytes() throws {
    let store = try stores.open()
    let hash = [UInt8](repeating: 7, count: 32)
    func add(_ hash: [UInt8]) throws -> TraceStore.ImportOutcome {
      try store.importCapture(Stores.source) { writer in
        try OneTrace.ofEveryKind.send(to: &writer)
        return TraceStore.SourceEnd(fileHash: hash, byteCount: 123)
      }
    }
    #expect(try add(hash) == .added(captureID: 1))
    #expect(try add(hash) == .known(captureID: 1))
    #expect(try store.capture(withHash: hash) == 1)
    #expect(try store.traces().count == 1)
    let other = [UInt8](repeating: 8, count: 32)
    #expect(try store.capture(withHash: other) == nil)
    #expect(try add(other) == .added(captureID: 2))
    #expect(try store.traces(ofCapture: 2) == store.traces().filter { $0.captureID == 2 })
    #expect(try store.traces(ofCapture: 2).count == 1 && store.traces(ofCapture: 3).isEmpty)
  }

  @Test("a failed import leaves no row, wherever it fails")
  func throwingBodies() throws {
    let events = OneTrace.ofEveryKind.events
    for count in 0...events.count {
      let store = try stores.open()
      #expect(throws: Failure.self) {
        _ = try store.importCapture(Stores.source) { writer in
          try OneTrace(events: Array(events.prefix(count))).send(to: &writer)
          try writer.report(Diagnostic(severity: .info, kind: "a", message: "b"))
          throw Failure()
        }
      }
      #expect(try store.traces().isEmpty)
      try store.close()
      #expect(try rowCount() == 0, "after \(count) events")
    }
  }

  @Test("an import after a failed one is complete")
  func afterFailure() throws {
    let store = try stores.open()
    try store.add(OneTrace.long(5))
    #expect(throws: Failure.self) {
      _ = try store.importCapture(Stores.source) { writer in
        try OneTrace.ofEveryKind.send(to: &writer)
        throw Failure()
      }
    }
    try store.add(OneTrace.ofEveryKind)
    #expect(
      try store.collected().traces.map(\.events.count) == [10, OneTrace.ofEveryKind.events.count])
    for trace in try store.traces() { #expect(try store.verify(trace).problems.isEmpty) }
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let event: TraceEvent
    var time: Int64 = 100
  }

  static let refused: [Refused] = {
    func frame(_ x: Double, _ size: Size? = nil) -> TraceEvent {
      let geometry = FrameGeometry(contentSize: size)
      return .observation(.frame(GeometryFrame(offset: Point(x: x, y: 0), geometry: geometry)))
    }
    func container(_ change: ContainerChange) -> TraceEvent { .input(.container(change)) }
    let long = String(repeating: "x", count: ModelLimits.idBytes + 1)
    let fine = frame(0)
    return [
      Refused(testDescription: "NaN", event: frame(.nan)),
      Refused(testDescription: "infinity", event: frame(.infinity)),
      Refused(testDescription: "minus infinity", event: frame(-.infinity)),
      Refused(testDescription: "far out", event: frame(1e9.nextUp)),
      Refused(testDescription: "a negative size", event: frame(0, Size(width: -1, height: 0))),
      Refused(testDescription: "a size of NaN", event: frame(0, Size(width: 0, height: .nan))),
      Refused(testDescription: "a scale of 0", event: container(ContainerChange(scale: 0))),
      Refused(testDescription: "a rate of 0", event: container(ContainerChange(refreshRate: 0))),
      Refused(
        testDescription: "a tick before the start",
        event: container(ContainerChange(refreshOrigin: TraceTime(nanoseconds: -1)))),
      Refused(
        testDescription: "an id too long",
        event: .observation(.position(PositionReport(id: TargetID(long))))),
      Refused(
        testDescription: "a text too long",
        event: .observation(
          .annotation(Annotation(kind: String(repeating: "x", count: ModelLimits.textBytes + 1))))),
      Refused(
        testDescription: "a negative index",
        event: .input(.edit(.move(TargetID(1), index: -1)))),
      Refused(
        testDescription: "an animation of NaN seconds",
        event: .input(
          .command(
            .scroll(
              to: .y(0), anchor: nil, animation: .timed(seconds: .nan, curve: .linear),
              route: .reader, preservesVelocity: false)))),
      Refused(
        testDescription: "a fraction above 1",
        event: .observation(
          .visibility(VisibilityEvent(id: TargetID(1), isVisible: true, fraction: 1.5)))),
      Refused(
        testDescription: "a gap that ends before it starts",
        event: .stream(.gap(from: TraceTime(nanoseconds: 2), to: .zero, count: 1))),
      Refused(testDescription: "time before the start", event: fine, time: -1),
      Refused(testDescription: "time before the event before", event: fine, time: 49),
      Refused(testDescription: "time beyond all times", event: fine, time: .max),
    ]
  }()

  @Test("values outside the model are refused before anything is written", arguments: refused)
  func limits(_ refused: Refused) throws {
    let store = try stores.open()
    let fine = TraceEvent.input(.command(.cancel))
    _ = try store.importCapture(Stores.source) { writer in
      let trace = try writer.beginTrace(TraceInformation(name: "feed"))
      try writer.append(fine, at: TraceTime(nanoseconds: 50), to: trace)
      let error = #expect(throws: StoreError.self) {
        try writer.append(
          refused.event, at: TraceTime(nanoseconds: refused.time), to: trace)
      }
      #expect(error?.kind == .invalid)
      #expect(writer.nextSeq(of: trace) == 1)
      try writer.append(fine, at: TraceTime(nanoseconds: 200), to: trace)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    #expect(try store.collected().traces.first?.events == [fine, fine])
    let trace = try #require(try store.traces().first)
    #expect(try store.verify(trace).problems.isEmpty)
    try store.close()
    let raw = try stores.raw()
    #expect(try raw.first("SELECT count(*) FROM geometry", as: Int.self) == 0)
    #expect(try raw.first("SELECT count(*) FROM target", as: Int.self) == 0)
  }

  @Test("an event of an unknown trace is refused")
  func unknownTraces() throws {
    let store = try stores.open()
    for number in [0, 1, -1, Int.max, Int.min] {
      let error = #expect(throws: StoreError.self) {
        _ = try store.importCapture(Stores.source) { writer in
          try writer.append(.input(.command(.cancel)), at: .zero, to: number)
          return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
        }
      }
      #expect(error?.kind == .invalid)
    }
  }

  @Test(
    "invalid information is refused with a store error and leaves no row",
    arguments: [0, -1, 1000.0000000000002, .nan, .infinity])
  func informationLimits(_ scale: Double) throws {
    var bad = TraceInformation(name: "feed")
    bad.scale = scale
    var slow = TraceInformation(name: "feed")
    slow.qualities[.touch] = .throttled(milliseconds: scale * 3600)
    for information in [bad, slow] {
      let store = try stores.open()
      let error = #expect(throws: StoreError.self) {
        try store.add(OneTrace(information: information, events: []))
      }
      #expect(error?.kind == .invalid)
      try store.close()
      #expect(try rowCount() == 0)
    }
  }

  @Test("a log's damage is stored with its capture, and intact lines are stored")
  func damagedLogs() throws {
    let lines = [
      #"{"scrolltrace":1,"name":"feed"}"#, #"{"t":0,"k":"frame","x":0,"y":NaN}"#,
      #"{"t":1,"k":"frame","x":0,"y":1e10}"#, #"{"t":2,"k":"frame","x":0,"y":2}"#,
    ]
    let store = try stores.open()
    let bytes = lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
    let capture = try store.add(LogSource(bytes: bytes))
    #expect(try store.diagnostics(ofCapture: capture).map(\.line) == [2, 3])
    #expect(try store.diagnosticCounts(ofCapture: capture).allSatisfy { $0.severity == .dataLoss })
    try store.close()
    let offsets = try stores.raw().rows("SELECT y FROM frame", as: Double.self)
    #expect(offsets == [2])
  }
}

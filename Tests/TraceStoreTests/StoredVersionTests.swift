import SQLite
import ScrollModel
import TestSupport
import Testing
import TextKit

@testable import TraceStore

/// Store files of every version, kept in the repository.
@Suite("Stores of every version", .serialized)
struct StoredVersionTests {
  /// The digests of the traces of every stored file, in lines as the generator prints them.
  static let expected = Repository.path("fixtures/stores/v1.digests")

  private static func stored(_ version: Int32) -> String {
    Repository.path("fixtures/stores/v\(version).sqlite")
  }

  /// The captures of the stored file: one trace of every kind of event, and a nested pair.
  private static func fill(_ store: TraceStore) throws {
    struct Nested: TraceSource {
      func send<Sink: TraceSink>(to sink: inout Sink) throws {
        let outer = try sink.beginTrace(TraceInformation(name: "outer"))
        var information = TraceInformation(name: "inner", coordinateSpace: .cssPixels)
        information.parentName = "outer"
        let inner = try sink.beginTrace(information)
        for (index, event) in OneTrace.long(40).events.enumerated() {
          let time = TraceTime(nanoseconds: Int64(index) * 8_333_333)
          try sink.append(event, at: time, to: index % 2 == 0 ? outer : inner)
        }
        try sink.report(
          Diagnostic(severity: .notice, kind: "unknown-key", line: 3, column: 1, message: "'x'"))
      }
    }
    try store.add(OneTrace.ofEveryKind, hash: [UInt8](repeating: 1, count: 32), byteCount: 10)
    try store.add(Nested())
    let ids = hostileIDs.map { TraceEvent.observation(.position(PositionReport(id: $0))) }
    try store.add(OneTrace(events: ids))
  }

  private static func lines(_ digests: [TraceDigests]) -> String {
    func hex(_ bytes: [UInt8]) -> String {
      bytes.map { byte in
        let text = String(byte, radix: 16)
        return text.utf8.count == 1 ? "0" + text : text
      }.joined()
    }
    return digests.map { digests in
      [digests.inputs, digests.observations, digests.information].map(hex).joined(separator: " ")
        + "\n"
    }.joined()
  }

  /// Results of replays and analyses, in the tables that version 2 added.
  private static func keepResults(in store: TraceStore) throws {
    let trace = try #require(try store.traces().first)
    let replay = OutcomeRecord.Replay(
      configuration: "behavior: paging", configurationDigest: [UInt8](repeating: 2, count: 32),
      engineVersion: "1", drive: "gesture")
    var record = OutcomeRecord(
      traceID: trace.id, replay: replay, digest: [UInt8](repeating: 3, count: 32), frameCount: 1)
    record.ids = [(TraceTime(nanoseconds: 5), TargetID("3"))]
    let outcome = try store.keep(record, of: trace)
    let impression = KeptAnalysis.Impression(
      id: "3", from: .zero, to: nil, at: TraceTime(nanoseconds: 7), peak: 0.75,
      certainty: "certain")
    try store.keep(
      KeptAnalysis(
        name: "impressions", options: "mrc.display", version: "1", impressions: [impression]),
      of: outcome)
    let finding = KeptAnalysis.Finding(
      detector: "S05", severity: "info", from: .zero, to: TraceTime(nanoseconds: 9), id: nil,
      summary: "a summary", cause: "a cause", repair: nil, fingerprint: "S05")
    try store.keep(
      KeptAnalysis(name: "findings", options: "", version: "1", findings: [finding]), of: outcome)
  }

  @Test(
    "this version's store is recorded",
    .enabled(if: isRecordingGolden, "it is recorded with RECORD_GOLDEN=1 only"))
  func record() throws {
    let path = Self.stored(Migration.currentVersion)
    guard !Files.exists(path) else { return }
    let store = try TraceStore(path: path, mode: .create)
    try Self.fill(store)
    try Self.keepResults(in: store)
    try store.close()
    // Small pages, because most tables contain one row.
    let raw = try Database(path: path, mode: .readWrite)
    try raw.execute("PRAGMA page_size = 1024; VACUUM")
    try raw.close()
  }

  private static func check(_ store: TraceStore) throws {
    let traces = try store.traces()
    #expect(traces.count == 4)
    #expect(traces.map(\.information.name) == ["feed", "outer", "inner", "feed"])
    for trace in traces { #expect(try store.verify(trace).problems.isEmpty) }
    #expect(try Files.text(expected) == lines(traces.compactMap(\.digests)))
    #expect(try store.collected().traces.first?.events == OneTrace.ofEveryKind.events)
    #expect(try store.diagnosticCounts(ofCapture: 2).map(\.kind) == ["unknown-key"])
  }

  @Test(
    "a store of an older version opens and verifies to its stored digests",
    .promise(17), arguments: 1..<Migration.currentVersion)
  func older(_ version: Int32) throws {
    let bytes = try Files.read(Self.stored(version))
    #expect(bytes.count < 150_000)
    let store = try TraceStore(path: Self.stored(version), mode: .readOnly)
    try Self.check(store)
    #expect(try store.keptOutcomes().count == Self.outcomeCount(version))
    try store.close()
    #expect(try Files.read(Self.stored(version)) == bytes)
  }

  @Test(
    "writing to a store of an older version migrates it completely",
    .promise(17), arguments: 1..<Migration.currentVersion)
  func migrated(_ version: Int32) throws {
    let stores = try Stores()
    try Files.write(try Files.read(Self.stored(version)), to: stores.path())
    let change = ContainerChange(isScrollDisabled: true)
    do {
      let store = try TraceStore(path: stores.path(), mode: .readWrite)
      try Self.check(store)
      try store.add(OneTrace(events: [.input(.container(change))]))
      try store.close()
    }
    let store = try TraceStore(path: stores.path(), mode: .readOnly)
    let traces = try store.collected().traces
    #expect(traces.map(\.events).last == [.input(.container(change))])
    #expect(traces.first?.events == OneTrace.ofEveryKind.events)
    #expect(try store.keptOutcomes().count == Self.outcomeCount(version))
    try store.close()
    let raw = try stores.raw()
    #expect(try raw.userVersion() == Migration.currentVersion)
    let impressions = try raw.rows("SELECT id FROM impressions", as: String.self)
    #expect(impressions == (version < 2 ? [] : ["3"]))
    // Notices were stored as 'info' before version 3, so old results are found again.
    let findings = try raw.rows("SELECT detector FROM findings", as: String.self)
    #expect(findings == (version < 3 ? [] : ["S05"]))
    let analyses = try raw.rows("SELECT name FROM analysis ORDER BY name DESC", as: String.self)
    #expect(
      analyses == Array(repeating: "impressions", count: Self.outcomeCount(version))
        + (version < 3 ? [] : ["findings"]))
    #expect(try raw.rows("SELECT verdict FROM diagnosis", as: String.self).isEmpty)
  }

  /// The number of outcomes in the stored file of a version: version 2 has one of each trace.
  private static func outcomeCount(_ version: Int32) -> Int {
    switch version {
    case 1: 0
    case 2: 4
    default: 1
    }
  }

  @Test("unchanged values keep their digests")
  func digestsToday() throws {
    let stores = try Stores()
    let store = try stores.open()
    try Self.fill(store)
    let digests = try store.allDigests().compactMap { $0 }
    #expect(try Files.text(Self.expected) == Self.lines(digests))
  }
}

import SQLite
import ScrollModel
import TestSupport
import Testing
import TextKit

@testable import TraceStore

/// Files of every version that ever was, kept with the repository.
@Suite("Stores of every version", .serialized)
struct StoredVersionTests {
  /// The digests of the traces of `fixtures/stores/v1.sqlite`, in lines as the generator prints them.
  static let expected = Repository.path("fixtures/stores/v1.digests")
  static let stored = Repository.path("fixtures/stores/v1.sqlite")

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

  @Test(
    "records a store of this version",
    .enabled(if: isRecordingGolden, "it is recorded with RECORD_GOLDEN=1 only"))
  func record() throws {
    guard !Files.exists(Self.stored) else { return }
    let store = try TraceStore(path: Self.stored, mode: .create)
    try Self.fill(store)
    let digests = try store.allDigests().compactMap { $0 }
    try store.close()
    // Small pages, for most tables hold one row.
    let raw = try Database(path: Self.stored, mode: .readWrite)
    try raw.execute("PRAGMA page_size = 1024; VACUUM")
    try raw.close()
    try Files.write(Array(Self.lines(digests).utf8), to: Self.expected)
  }

  @Test("a store of version 1 opens, and verifies to the digests it was stored with", .promise(17))
  func versionOne() throws {
    let bytes = try Files.read(Self.stored)
    #expect(bytes.count < 100_000)
    let store = try TraceStore(path: Self.stored, mode: .readOnly)
    let traces = try store.traces()
    #expect(traces.count == 4)
    #expect(traces.map(\.information.name) == ["feed", "outer", "inner", "feed"])
    for trace in traces { #expect(try store.verify(trace).problems.isEmpty) }
    let digests = traces.compactMap(\.digests)
    #expect(try Files.text(Self.expected) == Self.lines(digests))
    #expect(try store.collected().traces.first?.events == OneTrace.ofEveryKind.events)
    #expect(try store.diagnosticCounts(ofCapture: 2).map(\.kind) == ["unknown-key"])
    try store.close()
    #expect(try Files.read(Self.stored) == bytes)
  }

  @Test("the same values have the same digests today")
  func digestsToday() throws {
    let stores = try Stores()
    let store = try stores.open()
    try Self.fill(store)
    let digests = try store.allDigests().compactMap { $0 }
    #expect(try Files.text(Self.expected) == Self.lines(digests))
  }
}

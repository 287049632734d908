import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Logs read in chunks")
struct ChunkingTests {
  /// The result of an import, including a failure.
  private struct Outcome: Equatable {
    var events: [[TraceEvent]] = []
    var times: [[TraceTime]] = []
    var information: [TraceInformation] = []
    var diagnostics: [Diagnostic] = []
    var lines: Int64 = 0
    var error: String?
  }

  private func outcome(_ bytes: [UInt8], _ chunkSize: Int) -> Outcome {
    var outcome = Outcome()
    var sink = CollectingSink()
    do {
      let source = ByteSource(bytes: bytes, chunkSize: chunkSize)
      outcome.lines = try NativeImport.read(source, into: &sink).lines
    } catch {
      outcome.error = "\(error)"
    }
    outcome.events = sink.traces.map(\.events)
    outcome.times = sink.traces.map(\.times)
    outcome.information = sink.traces.map(\.information)
    outcome.diagnostics = sink.diagnostics
    return outcome
  }

  private func expectSame(_ bytes: [UInt8], _ what: String) throws {
    let directory = try TemporaryDirectory()
    let whole = outcome(bytes, .max)
    for chunkSize in [1, 2, 3, 7, 100] {
      #expect(outcome(bytes, chunkSize) == whole, "\(what), \(chunkSize) bytes at a time")
    }
    let packed = try Files.gzip(bytes, in: directory)
    for chunkSize in [.max, 1, 100] {
      #expect(outcome(packed, chunkSize) == whole, "\(what), gzip, \(chunkSize) bytes at a time")
    }
  }

  @Test(
    "a log gives the same events and diagnostics at any chunk size, plain or gzip",
    arguments: Cases.seeds(oneIn: 20))
  func wholeLogs(_ seed: UInt64) throws {
    var random = RandomTraces(seed: seed)
    try expectSame(try Log.write(random.capture(traces: 2, events: 40)), "seed \(seed)")
  }

  @Test(
    "a damaged log gives the same events and diagnostics at any chunk size",
    arguments: Cases.seeds(oneIn: 20))
  func damagedLogs(_ seed: UInt64) throws {
    var random = RandomTraces(seed: seed)
    var generator = SeededGenerator(seed: seed)
    var bytes = try Log.write(random.capture(traces: 2, events: 30))
    for _ in 0..<10 {
      let place = Int(generator.below(UInt64(bytes.count)))
      bytes[place] ^= 1 << UInt8(generator.below(8))
    }
    // A header with a newer version ends the import, with any chunk size.
    try expectSame(bytes, "seed \(seed)")
  }

  @Test("a log with unusual line breaks gives the same events at any chunk size")
  func oddEnds() throws {
    let lines = [
      Log.header, "", touchLine(1, at: "1"), "\r", touchLine(2, at: "2"), "{\"t\":3,\"k",
    ]
    let text = lines.joined(separator: "\n")
    for text in [text, text + "\n", text + "\r\n", "\u{FEFF}" + text, "\n\n" + text + "\n\n\n"] {
      try expectSame(Array(text.utf8), text)
    }
  }

  @Test("several consecutive gzip members are one log")
  func members() throws {
    let directory = try TemporaryDirectory()
    let first = try Files.gzip(Log.bytes([Log.header, touchLine(1, at: "1")]), in: directory)
    let second = try Files.gzip(Log.bytes([touchLine(2, at: "2")]), in: directory)
    let (sink, _) = try Log.read(bytes: first + second)
    #expect(sink.traces.first?.events == [touch(1), touch(2)])
    #expect(sink.diagnostics.isEmpty)
    let (noisy, _) = try Log.read(bytes: first + second + Array("garbage".utf8))
    #expect(noisy.traces.first?.events == [touch(1), touch(2)])
    #expect(noisy.kinds == ["trailing-garbage"])
  }

  @Test("a gzip file truncated at any byte gives every complete line")
  func cutGzip() throws {
    let directory = try TemporaryDirectory()
    let lines = [Log.header] + (0..<40).map { touchLine($0, at: "\($0 * 8)") }
    let packed = try Files.gzip(Log.bytes(lines), in: directory)
    var most = 0
    for count in 0..<packed.count {
      let result = outcome(Array(packed[..<count]), .max)
      let events = result.events.first ?? []
      let whole = events.filter { if case .stream = $0 { false } else { true } }
      #expect(whole == (0..<Int64(whole.count)).map { touch($0) }, "cut at \(count)")
      #expect(
        result.error != nil || result.diagnostics.contains { $0.kind == "damaged-gzip" },
        "cut at \(count)")
      most = max(most, whole.count)
    }
    #expect(most == 40)
  }
}

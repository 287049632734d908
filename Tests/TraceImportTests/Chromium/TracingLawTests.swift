import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit
import TraceImport

/// The laws of every importer, on small seeds of our own.
@Suite("Truncated and damaged traces of browsers and systems")
struct TracingLawTests {
  /// A seed and its description.
  struct Case: Sendable, CustomTestStringConvertible {
    var format: CaptureFormat
    var file: String
    var testDescription: String { file }
  }

  static let seeds = [
    Case(format: .chromeTrace, file: "chrome-trace/object.json"),
    Case(format: .chromeTrace, file: "chrome-trace/array.json"),
    Case(format: .perfetto, file: "perfetto/scroll.pftrace"),
    Case(format: .perfetto, file: "perfetto/touch.pftrace"),
    Case(format: .xctrace, file: "xctrace/tables.xml"),
  ]

  @Test("a seed is recognized without its name and imports without loss", arguments: seeds)
  func recognition(_ seed: Case) throws {
    let bytes = try TracingCaptures.seed(seed.file)
    let found = try #require(CaptureFormat.recognize(FormatHead(bytes, isWhole: true)))
    #expect(found.format == seed.format)
    let outcome = TracingOutcome(seed.format, bytes)
    #expect(outcome.error == nil)
    #expect(outcome.violations == [])
    #expect(outcome.diagnostics.allSatisfy { $0.severity < .dataLoss })
    #expect(outcome.eventCount > 0)
  }

  @Test("events do not depend on the chunk size, plain or gzip", arguments: seeds)
  func chunks(_ seed: Case) throws {
    let bytes = try TracingCaptures.seed(seed.file)
    let directory = try TemporaryDirectory()
    let whole = TracingOutcome(seed.format, bytes)
    let packed = try Files.gzip(bytes, in: directory)
    for size in [1, 3, 100] {
      #expect(TracingOutcome(seed.format, bytes, chunkSize: size) == whole, "\(size) bytes")
      #expect(TracingOutcome(seed.format, packed, chunkSize: size) == whole, "\(size) bytes, gzip")
    }
  }

  @Test("a seed truncated at any byte gives the data before the cut", arguments: seeds)
  func truncation(_ seed: Case) throws {
    let bytes = try TracingCaptures.seed(seed.file)
    let whole = TracingOutcome(seed.format, bytes)
    var frames = 0
    for length in bytes.indices {
      let outcome = TracingOutcome(seed.format, Array(bytes[..<length]))
      #expect(outcome.violations == [], "\(length) bytes")
      // Offsets arrive one by one: a longer part of the source never has fewer of them.
      #expect(outcome.frameCount >= frames, "\(length) bytes")
      frames = outcome.frameCount
      let isWhole = outcome.eventCount == whole.eventCount
      #expect(isWhole || outcome.error != nil || outcome.eventCount < whole.eventCount)
    }
    #expect(frames <= whole.frameCount)
    #expect(whole.frameCount - frames <= 1)
  }

  @Test("flipped bits never violate the contract of a sink", arguments: seeds)
  func flips(_ seed: Case) throws {
    let bytes = try TracingCaptures.seed(seed.file)
    for number in Cases.seeds() {
      var generator = SeededGenerator(seed: number)
      var damaged = bytes
      for _ in 0..<(1 + generator.below(8)) {
        damaged[Int(generator.below(UInt64(bytes.count)))] ^= 1 << UInt8(generator.below(8))
      }
      let outcome = TracingOutcome(seed.format, damaged)
      #expect(outcome.violations == [], "seed \(number)")
      if number % 10 == 0 {
        #expect(
          TracingOutcome(seed.format, damaged, chunkSize: 7) == outcome, "seed \(number) in pieces")
      }
    }
  }

  @Test(
    "inserted, removed and doubled bytes never violate the contract of a sink", arguments: seeds)
  func edits(_ seed: Case) throws {
    let bytes = try TracingCaptures.seed(seed.file)
    for number in Cases.seeds(from: 10_001) {
      var generator = SeededGenerator(seed: number)
      var damaged = bytes
      for _ in 0..<(1 + generator.below(4)) {
        let start = Int(generator.below(UInt64(damaged.count)))
        let end = min(damaged.count, start + Int(generator.below(64)))
        switch generator.below(3) {
        case 0: damaged.removeSubrange(start..<end)
        case 1: damaged.insert(contentsOf: damaged[start..<end], at: start)
        default: damaged.insert(UInt8(truncatingIfNeeded: generator.next()), at: start)
        }
        if damaged.isEmpty { damaged = [0] }
      }
      #expect(TracingOutcome(seed.format, damaged).violations == [], "seed \(number)")
    }
  }

  @Test("no other reader claims a seed with more confidence", arguments: seeds)
  func claims(_ seed: Case) throws {
    let head = FormatHead(try TracingCaptures.seed(seed.file), isWhole: true)
    let own = try #require(seed.format.recognize(head))
    for format in CaptureFormat.allCases where format != seed.format {
      if let other = format.recognize(head) { #expect(other.confidence < own.confidence) }
    }
  }
}

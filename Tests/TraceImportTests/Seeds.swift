import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit
import TraceImport

/// The small hand-written captures of the suites.
enum Seeds {
  static func bytes(_ name: String) throws -> [UInt8] {
    let source = try ByteSource(path: Repository.path("Tests/TraceImportTests/Seeds/\(name)"))
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = try source.read(into: &buffer)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// Every seed with its format.
  static let all: [(name: String, format: CaptureFormat)] = [
    ("rrweb/small.json", .rrweb), ("rrweb/small.ndjson", .rrweb), ("rrweb/posthog.json", .rrweb),
    ("rrweb/script.js", .rrweb), ("csv/offsets.csv", .csv), ("csv/touches.csv", .csv),
    ("csv/spreadsheet.csv", .csv), ("flutter/packets.json", .flutter),
    ("flutter/records.json", .flutter), ("playwright/trace.trace", .playwright),
    ("playwright/deflated.zip", .playwright), ("playwright/streamed.zip", .playwright),
    ("playwright/streamed-stored.zip", .playwright), ("playwright/contexts.zip", .playwright),
    ("webdriver/chromedriver.log", .webDriver), ("webdriver/actions.json", .webDriver),
    ("webdriver/geckodriver.log", .webDriver), ("recorder-flow/scroll.json", .recorderFlow),
  ]
}

extension ImportOutcome {
  /// The events of each trace without the reader's remarks about the stream.
  var plainEvents: [[TraceEvent]] {
    events.map { $0.filter { if case .stream = $0 { false } else { true } } }
  }

  var eventCount: Int { plainEvents.map(\.count).reduce(0, +) }

  var kinds: [String] { diagnostics.map(\.kind) }

  /// The content without the parts that depend on the wrapper: locations and byte counts.
  var content: ImportOutcome {
    var copy = self
    copy.diagnostics = diagnostics.map {
      var diagnostic = $0
      (diagnostic.line, diagnostic.column, diagnostic.byte) = (nil, nil, nil)
      return diagnostic
    }
    return copy
  }
}

@Suite("Every reader of an external format")
struct ReaderLawTests {
  @Test(
    "a reader recognizes its seeds and reads them without damage or contract violation",
    arguments: Seeds.all
  )
  func seeds(_ name: String, _ format: CaptureFormat) throws {
    let bytes = try Seeds.bytes(name)
    let found = try #require(CaptureFormat.recognize(FormatHead(bytes, isWhole: true)))
    #expect(found.format == format, "\(name): \(found.why.reason)")
    let outcome = ImportOutcome(format, bytes)
    #expect(outcome.error == nil)
    #expect(outcome.violations.isEmpty)
    #expect(outcome.eventCount > 0)
    #expect(outcome.diagnostics.allSatisfy { $0.severity < .dataLoss }, "\(outcome.diagnostics)")
  }

  @Test("a reader gives the same events at any chunk size", arguments: Seeds.all)
  func chunking(_ name: String, _ format: CaptureFormat) throws {
    let bytes = try Seeds.bytes(name)
    let whole = ImportOutcome(format, bytes)
    for size in [1, 7, 100] { #expect(ImportOutcome(format, bytes, chunkSize: size) == whole) }
    var generator = SeededGenerator(seed: UInt64(bytes.count))
    for seed in Cases.seeds(oneIn: 10) {
      let damaged = Self.damage(bytes, &generator)
      let whole = ImportOutcome(format, damaged)
      for size in [1, 100] {
        #expect(ImportOutcome(format, damaged, chunkSize: size) == whole, "\(name), seed \(seed)")
      }
    }
  }

  @Test(
    "a truncated source never traps and gives at least the events of a shorter one",
    arguments: Seeds.all)
  func truncation(_ name: String, _ format: CaptureFormat) throws {
    let bytes = try Seeds.bytes(name)
    var most = 0
    // Every byte of the small ones, every n-th of the others.
    let step = 1 + bytes.count / 500
    for count in Array(stride(from: 0, to: bytes.count, by: step)) + [bytes.count] {
      let outcome = ImportOutcome(format, Array(bytes[..<count]))
      #expect(outcome.violations.isEmpty, "cut at \(count)")
      // A touch whose end arrives gets no added end; requests to a driver are replaced by what it
      // sent. Both need some tolerance.
      let slack = name.hasSuffix("chromedriver.log") ? 12 : 2
      #expect(outcome.error != nil || outcome.eventCount >= most - slack, "cut at \(count)")
      most = max(most, outcome.eventCount)
    }
    #expect(most >= ImportOutcome(format, bytes).eventCount)
  }

  @Test("flipped, removed or inserted bytes never trap", arguments: Seeds.all)
  func damage(_ name: String, _ format: CaptureFormat) throws {
    let bytes = try Seeds.bytes(name)
    for seed in Cases.seeds() {
      var generator = SeededGenerator(seed: seed)
      let damaged = Self.damage(bytes, &generator)
      let outcome = ImportOutcome(format, damaged)
      #expect(outcome.violations.isEmpty, "\(name), seed \(seed): \(outcome.violations)")
      // Every reader must survive every other format's bytes.
      _ = CaptureFormat.recognize(FormatHead(damaged, isWhole: true))
    }
  }

  @Test("a reader handles the bytes of every other format", arguments: CaptureFormat.allCases)
  func foreign(_ format: CaptureFormat) throws {
    for (name, _) in Seeds.all {
      #expect(ImportOutcome(format, try Seeds.bytes(name)).violations.isEmpty, "\(name)")
    }
    for text in [
      "", " ", "[", "{", "[[[[", "{\"events\":[", "PK\u{3}\u{4}", "\u{FEFF}", "[]", "{}",
    ] {
      let outcome = ImportOutcome(format, Array(text.utf8))
      #expect(outcome.error != nil || format == .native, "\(text)")
    }
  }

  @Test(
    "a capture inside an archive is read",
    arguments: [
      ("chrome-trace/object.zip", "chrome-trace/object.json", CaptureFormat.chromeTrace),
      ("perfetto/scroll.zip", "perfetto/scroll.pftrace", .perfetto),
      ("playwright/packed.zip", "playwright/deflated.zip", .playwright),
    ])
  func zipped(_ name: String, _ plain: String, _ format: CaptureFormat) throws {
    let packed = try Seeds.bytes(name)
    let found = try #require(CaptureFormat.recognize(FormatHead(packed, isWhole: true)))
    #expect(found.format == format)
    #expect(found.why.reason.hasPrefix("a zip archive with '"))
    let whole = ImportOutcome(format, packed)
    #expect(whole.error == nil)
    #expect(whole.content == ImportOutcome(format, try Seeds.bytes(plain)).content)
    #expect(ImportOutcome(format, packed, chunkSize: 7) == whole)
    for count in stride(from: 4, to: packed.count, by: 1 + packed.count / 100) {
      #expect(ImportOutcome(format, Array(packed[..<count])).violations.isEmpty, "cut at \(count)")
    }
    var damaged = packed
    damaged[packed.count / 2] ^= 0x10
    let outcome = ImportOutcome(format, damaged)
    #expect(outcome.error != nil || outcome.diagnostics.contains { $0.severity == .dataLoss })
    let other = ImportOutcome(.getevent, packed)
    #expect(other.error?.contains("is a zip archive without a member in this format") == true)
  }

  @Test("an archive with further captures is reported")
  func furtherMembers() throws {
    let packed = try Seeds.bytes("perfetto/scroll.zip")
    let whole = ImportOutcome(.perfetto, packed)
    #expect(!whole.kinds.contains("further-members"))
    // The member once more, before itself and the directory.
    let mark: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
    let directory = try #require(packed.indices.first { packed[$0...].starts(with: mark) })
    let several = ImportOutcome(.perfetto, Array(packed[..<directory]) + packed)
    #expect(several.plainEvents == whole.plainEvents)
    #expect(several.kinds == whole.kinds + ["further-members"])
  }

  @Test("a truncated gzip file gives its unpacked part", arguments: Seeds.all)
  func cutGzip(_ name: String, _ format: CaptureFormat) throws {
    let directory = try TemporaryDirectory()
    let packed = try Files.gzip(try Seeds.bytes(name), in: directory)
    let whole = ImportOutcome(format, packed)
    #expect(whole.error == nil)
    // The last cuts keep all data and damage only the end of the file.
    let cuts = Array(stride(from: 0, to: packed.count - 8, by: 1 + packed.count / 50))
    for count in cuts + [packed.count - 8, packed.count - 1] {
      let outcome = ImportOutcome(format, Array(packed[..<count]))
      #expect(outcome.violations.isEmpty, "cut at \(count)")
      #expect(
        outcome.error != nil || outcome.kinds.contains("damaged-gzip")
          || name.hasSuffix(".zip"), "cut at \(count)")
    }
  }

  static func damage(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...generator.below(8) {
      guard !bytes.isEmpty else { break }
      let place = Int(generator.below(UInt64(bytes.count)))
      switch generator.below(4) {
      case 0, 1: bytes[place] ^= 1 << UInt8(generator.below(8))
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int(generator.below(40))))
      default:
        let other = Int(generator.below(UInt64(bytes.count)))
        bytes.insert(contentsOf: bytes[other..<min(bytes.count, other + 60)], at: place)
      }
    }
    return bytes
  }
}

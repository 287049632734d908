import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Truncated and damaged recordings of input devices")
struct DeviceLawTests {
  @Test("there are seeds of every form")
  func seeds() {
    #expect(Set(Seed.devices.map(\.format)).count == 4)
  }

  @Test("a seed is recognized as its own format and no other", arguments: Seed.devices)
  func recognition(_ seed: Seed) throws {
    let bytes = try seed.bytes()
    let best = CaptureFormat.recognize(FormatHead(bytes, isWhole: true))
    #expect(best?.format == seed.format, "\(best?.why.reason ?? "nothing")")
  }

  @Test("events do not depend on the chunk size, plain or gzip", arguments: Seed.devices)
  func chunks(_ seed: Seed) throws {
    let bytes = try seed.bytes()
    let whole = ImportResult(bytes, as: seed.format)
    #expect(whole.violations == [])
    let packed = try Files.gzip(bytes, in: try TemporaryDirectory())
    for chunkSize in [1, 2, 3, 7, 100] {
      #expect(ImportResult(bytes, as: seed.format, chunkSize: chunkSize) == whole)
      #expect(ImportResult(packed, as: seed.format, chunkSize: chunkSize) == whole)
    }
  }

  @Test(
    "a seed truncated at any byte gives the first events of the complete one",
    arguments: Seed.devices)
  func truncation(_ seed: Seed) throws {
    let bytes = try seed.bytes()
    let whole = ImportResult(bytes, as: seed.format)
    for count in 0..<bytes.count {
      let cut = ImportResult(Array(bytes[..<count]), as: seed.format)
      #expect(cut.violations == [], "cut at \(count)")
      #expect(cut.events.count <= whole.events.count)
      for trace in cut.events.indices {
        let content = cut.content(of: trace)
        #expect(whole.content(of: trace).starts(with: content), "cut at \(count)")
      }
    }
  }

  @Test(
    "flipped, inserted and removed bytes never trap, and every event is valid",
    arguments: Cases.seeds())
  func damage(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: number)
    for seed in Seed.devices {
      var bytes = try seed.bytes()
      for _ in 0...generator.below(12) {
        let place = Int(generator.below(UInt64(max(1, bytes.count))))
        guard bytes.indices.contains(place) else { break }
        switch generator.below(4) {
        case 0: bytes[place] ^= 1 << UInt8(generator.below(8))
        case 1: bytes[place] = UInt8(generator.below(256))
        case 2: bytes.remove(at: place)
        default: bytes.insert(UInt8(ascii: "9"), at: place)
        }
      }
      for format in Set(Seed.devices.map(\.format)) {
        let result = ImportResult(
          bytes, as: format, with: [bytes], screen: Size(width: 390, height: 844))
        #expect(result.violations == [], "\(seed.testDescription), seed \(number)")
      }
    }
  }

  @Test("a damaged line loses its value, is reported and leaves a gap")
  func oneLine() throws {
    let seed = try #require(Seed.devices.first { $0.name == "slots.txt" })
    var lines = try seed.bytes().split(separator: 0x0A).map(Array.init)
    lines[7] = Array("[     100.008000] 0003 00".utf8)
    let damaged = ImportResult(Array(lines.joined(separator: [0x0A])) + [0x0A], as: .getevent)
    let whole = ImportResult(try seed.bytes(), as: .getevent).touches().count
    #expect(damaged.kinds.contains("bad-line"))
    #expect(damaged.diagnostics.first { $0.kind == "bad-line" }?.line == 8)
    let gaps = damaged.events[0].filter { if case .stream(.gap) = $0 { true } else { false } }
    #expect(gaps.count == 2)
    #expect(
      damaged.touches().count == whole)
  }
}

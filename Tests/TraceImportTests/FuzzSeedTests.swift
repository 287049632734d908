import Foundation
import TestSupport
import Testing
import TextKit
import TraceImport

/// The seeds and findings of the fuzz targets, checked against the same laws in every test run.
@Suite("Inputs for fuzzing and its findings")
struct FuzzSeedTests {
  /// The files of a folder below `fixtures/fuzz`, by name.
  private static func files(_ target: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = Repository.path("fixtures/fuzz/\(target)")
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      ($0, try Files.read("\(folder)/\($0)"))
    }
  }

  @Test("every reader has its corpus and gives the same events at any chunk size")
  func readers() throws {
    for format in CaptureFormat.allCases {
      let files = try Self.files(format.rawValue)
      #expect(!files.isEmpty, "\(format.rawValue)")
      for (name, bytes) in files {
        // The part after a record separator is a companion.
        let parts = bytes.split(separator: 0x1E, maxSplits: 1).map(Array.init)
        let main = format == .perfetto || format == .playwright ? bytes : parts.first ?? []
        let companions = main.count == bytes.count ? [] : Array(parts.dropFirst())
        let whole = ImportOutcome(format, main, companions: companions)
        #expect(whole.violations.isEmpty, "\(name)")
        for size in [1, 13] {
          let cut = ImportOutcome(format, main, chunkSize: size, companions: companions)
          #expect(cut == whole, "\(format.rawValue)/\(name) in pieces of \(size)")
        }
      }
    }
  }

  @Test("compressed bytes unpack equally at any chunk size, findings included")
  func unpacking() throws {
    for (name, bytes) in try Self.files("unpacking") {
      let whole = Self.unpacked(ByteSource(bytes: bytes, limit: 1 << 20))
      for size in [1, 3, 29] {
        let source = ByteSource(bytes: bytes, chunkSize: size, limit: 1 << 20)
        #expect(Self.unpacked(source) == whole, "\(name) in pieces of \(size)")
      }
    }
  }

  /// The number of unpacked bytes, and the end or error.
  private static func unpacked(_ source: ByteSource) -> String {
    var (count, buffer) = (0, [UInt8](repeating: 0, count: 1 << 14))
    do throws(InputError) {
      while true {
        let read = try source.read(into: &buffer)
        if read == 0 { return "\(count) bytes, garbage at \(source.trailingGarbageOffset ?? -1)" }
        count += read
      }
    } catch {
      return "\(count) bytes, \(error.description)"
    }
  }
}

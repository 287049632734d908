import Foundation

@testable import TextKit

/// The number of cases of a random suite, from SCROLLTRACE_CASES.
let caseCount = ProcessInfo.processInfo.environment["SCROLLTRACE_CASES"].flatMap(Int.init) ?? 200

/// A generator whose sequence depends on its seed alone.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A directory of its own, removed with its contents at the end of the test.
final class TemporaryDirectory {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/textkit-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

func contents(of path: String) -> [UInt8]? {
  FileManager.default.contents(atPath: path).map { Array($0) }
}

/// Returns one gzip member that holds the bytes.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var packed: [UInt8] = []
  _ = GzipDeflater().compress(bytes[...], isLast: true) { piece in
    packed += piece
    return true
  }
  return packed
}

/// What a source delivered before its end or its failure.
struct Delivery: Equatable {
  var bytes: [UInt8] = []
  var failure: InputError.Kind?
  var failureOffset: Int64?

  init(_ source: ByteSource, bufferSize: Int = 4096) {
    var buffer = [UInt8](repeating: 0, count: bufferSize)
    do throws(InputError) {
      while true {
        let count = try source.read(into: &buffer)
        if count == 0 { return }
        bytes += buffer[..<count]
      }
    } catch {
      failure = error.kind
      failureOffset = error.offset
    }
  }
}

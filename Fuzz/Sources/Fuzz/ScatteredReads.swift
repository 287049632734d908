import Synchronization
import TextKit

/// Bytes that arrive in pieces whose lengths depend on the bytes themselves.
final class ScatteredReads: Sendable {
  private struct Place {
    var offset = 0
    var state: UInt64
  }

  private let bytes: [UInt8]
  private let place: Mutex<Place>

  init(_ bytes: [UInt8], seed: UInt64) {
    self.bytes = bytes
    place = Mutex(Place(state: seed))
  }

  /// A byte source that delivers these pieces.
  func source(named name: String, limit: Int64 = ByteSource.defaultLimit) -> ByteSource {
    var operations = FileOperations.system
    operations.read = { _, buffer in self.read(into: buffer) }
    return ByteSource(descriptor: 0, name: name, limit: limit, operations: operations)
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    place.withLock { place in
      // xorshift64: most pieces are short, some are as long as requested.
      place.state ^= place.state << 13
      place.state ^= place.state >> 7
      place.state ^= place.state << 17
      let wanted = place.state & 7 == 0 ? buffer.count : 1 + Int(place.state >> 8 & 63)
      let count = min(wanted, buffer.count, bytes.count - place.offset)
      guard count > 0 else { return 0 }
      bytes.withUnsafeBytes { bytes in
        buffer.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[place.offset..<(place.offset + count)]))
      }
      place.offset += count
      return count
    }
  }
}

/// FNV-1a: chooses the additional checks of an input, so that an input always runs the same
/// checks.
func hash(of bytes: [UInt8]) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return hash | 1
}

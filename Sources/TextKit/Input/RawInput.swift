/// A part of another source, such as a member of an archive.
protocol ByteSupply: AnyObject {
  /// Fills a part of a buffer and returns the number of bytes; 0 is the end.
  ///
  /// Damage ends the bytes; the supply records the reason.
  func supply(into buffer: inout [UInt8], _ range: Range<Int>) -> Int
}

/// The raw bytes of a file, a chunk at a time, hashed on request.
final class RawInput {
  private enum Origin {
    case descriptor(Int32, isOwned: Bool)
    case memory(chunkSize: Int)
    case supply(any ByteSupply)
  }

  /// The bytes read from the origin so far.
  private(set) var byteCount: Int64 = 0
  /// Whether the origin has reported its end.
  private(set) var isAtEnd = false
  private(set) var hash: SHA256?
  private let name: String
  private let origin: Origin
  private let operations: FileOperations
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0

  static let bufferSize = 256 << 10

  init(
    descriptor: Int32, isOwned: Bool, name: String, isHashed: Bool, operations: FileOperations
  ) {
    origin = .descriptor(descriptor, isOwned: isOwned)
    self.name = name
    self.operations = operations
    hash = isHashed ? SHA256() : nil
    buffer = [UInt8](repeating: 0, count: Self.bufferSize)
  }

  init(bytes: [UInt8], chunkSize: Int, name: String, isHashed: Bool) {
    origin = .memory(chunkSize: max(1, chunkSize))
    self.name = name
    operations = .system
    hash = isHashed ? SHA256() : nil
    buffer = bytes
  }

  init(supply: any ByteSupply, name: String) {
    origin = .supply(supply)
    self.name = name
    operations = .system
    buffer = [UInt8](repeating: 0, count: Self.bufferSize)
  }

  deinit {
    if case .descriptor(let descriptor, true) = origin { _ = operations.close(descriptor) }
  }

  /// The total number of bytes, if it is available without reading.
  var total: Int? {
    if case .memory = origin { buffer.count } else { nil }
  }

  /// The bytes read and not yet consumed.
  var available: ArraySlice<UInt8> { buffer[start..<end] }

  /// The number of bytes consumed.
  var consumedCount: Int64 { byteCount - Int64(end - start) }

  func consume(_ count: Int) { start += min(count, end - start) }

  /// Reads until `count` bytes are available or the origin ends; `count` is at most the buffer.
  func require(_ count: Int) throws(FileError) {
    while end - start < count, !isAtEnd { try fill() }
  }

  /// Makes one more chunk available after the present bytes.
  private func fill() throws(FileError) {
    let count =
      switch origin {
      case .memory(let chunkSize):
        // All bytes are in the buffer already; none is moved.
        min(Self.bufferSize - (end - start), chunkSize, buffer.count - end)
      case .supply(let supply):
        supply.supply(into: &buffer, makeRoom())
      case .descriptor(let descriptor, _): try read(from: descriptor)
      }
    if count == 0 { isAtEnd = true }
    hash?.update(buffer[end..<(end + count)])
    end += count
    byteCount += Int64(count)
  }

  /// Moves the bytes not yet consumed to the start; returns the free range after them.
  private func makeRoom() -> Range<Int> {
    if start > 0 {
      buffer.replaceSubrange(0..<(end - start), with: Array(buffer[start..<end]))
      end -= start
      start = 0
    }
    return end..<buffer.count
  }

  /// Reads into the buffer, making room first, and returns the number of bytes read.
  private func read(from descriptor: Int32) throws(FileError) -> Int {
    let free = makeRoom()
    let (from, room) = (free.lowerBound, free.count)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        operations.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: $0[from...]))
      }
      if count == -Int(SystemCall.interrupted) { continue }
      guard count >= 0, count <= room else {
        let errno =
          count < 0 ? Int32(truncatingIfNeeded: -count) : SystemCall.inputOutputError
        throw FileError(operation: .read, path: name, errno: errno)
      }
      return count
    }
  }
}

internal import CZlib

/// The content of one member of a zip archive.
final class ZipMemberSupply: ByteSupply {
  /// The problem, without a subject.
  private(set) var problem: String?
  /// Whether the archive ends inside the member.
  private(set) var isCutOff = false
  /// Whether the end of the member cannot be determined.
  private(set) var isLost = false
  private let input: ZipInput
  private let header: ZipHeader
  private let inflater: GzipInflater?
  private var isAtEnd = false
  private var packedCount: UInt64 = 0
  private var count: UInt64 = 0
  private var checksum: UInt = 0

  init(_ input: ZipInput, _ header: ZipHeader) {
    self.input = input
    self.header = header
    inflater = header.method == 8 ? GzipInflater(.none) : nil
    if header.isEncrypted {
      refuse("it is encrypted")
    } else if header.method != 0, header.method != 8 {
      refuse("it is packed by method \(header.method); only stored and deflated ones are read")
    }
  }

  func supply(into buffer: inout [UInt8], _ range: Range<Int>) -> Int {
    guard !isAtEnd, !range.isEmpty else { return 0 }
    let produced = inflater == nil ? copy(into: &buffer, range) : inflate(into: &buffer, range)
    count += UInt64(produced)
    let bytes = buffer[range.prefix(produced)]
    checksum = bytes.withUnsafeBufferPointer { crc32(checksum, $0.baseAddress, UInt32($0.count)) }
    if isAtEnd, problem == nil { checkEnd() }
    return produced
  }

  /// Skips the unread rest, without decompression if the size is given.
  func skip(limit: Int64) {
    if !header.hasDescriptor || header.packedSize > 0 {
      while packedCount < header.packedSize {
        input.fill(1)
        guard !input.available.isEmpty else {
          isCutOff = true
          return
        }
        consume(Int(min(UInt64(input.available.count), header.packedSize - packedCount)))
      }
      if header.hasDescriptor, !isAtEnd { skipDescriptor() }
      return
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isAtEnd, count < UInt64(max(0, limit)) { _ = supply(into: &buffer, 0..<buffer.count) }
    if !isAtEnd || problem != nil { isLost = true }
  }

  private func refuse(_ reason: String) {
    problem = reason
    isAtEnd = true
  }

  private func consume(_ count: Int) {
    input.consume(count)
    packedCount += UInt64(count)
  }

  private func cutOff() -> Int {
    isCutOff = true
    refuse("the archive ends inside it")
    return 0
  }

  // MARK: Deflated

  private func inflate(into buffer: inout [UInt8], _ range: Range<Int>) -> Int {
    guard let inflater else { return 0 }
    while true {
      input.fill(1)
      // After the last input byte zlib may still have output for which there was no room.
      let isShort = input.available.isEmpty
      let step = inflater.step(input.available, into: &buffer, range)
      consume(step.consumed)
      switch step.status {
      case .running:
        if isShort, step.produced == 0 { return cutOff() }
      case .memberEnded:
        isAtEnd = true
        return step.produced
      case .corrupt(let reason):
        refuse("its data are damaged (\(reason))")
        return step.produced
      }
      if step.produced > 0 { return step.produced }
    }
  }

  // MARK: Stored

  private func copy(into buffer: inout [UInt8], _ range: Range<Int>) -> Int {
    guard !header.hasDescriptor || header.packedSize > 0 else {
      return copyToDescriptor(into: &buffer, range)
    }
    guard packedCount < header.packedSize else {
      isAtEnd = true
      return 0
    }
    input.fill(1)
    let room = min(UInt64(range.count), header.packedSize - packedCount)
    let bytes = input.available.prefix(Int(room))
    guard !bytes.isEmpty else { return cutOff() }
    buffer.replaceSubrange(range.prefix(bytes.count), with: bytes)
    consume(bytes.count)
    isAtEnd = packedCount == header.packedSize
    return bytes.count
  }

  /// Copies up to a descriptor with the size and the checksum of the copied bytes.
  private func copyToDescriptor(into buffer: inout [UInt8], _ range: Range<Int>) -> Int {
    input.fill(24)
    guard !input.available.isEmpty else { return cutOff() }
    let mark = ZipFormat.descriptorMark
    if input.available.starts(with: mark), isDescriptor {
      isAtEnd = true
      return 0
    }
    let bytes = input.available.prefix(range.count)
    // The first byte may be a false match; the search continues at the next one.
    let stop = bytes.dropFirst().firstIndex(of: mark[0]) ?? bytes.endIndex
    let piece = bytes[..<stop]
    buffer.replaceSubrange(range.prefix(piece.count), with: piece)
    consume(piece.count)
    return piece.count
  }

  private var isDescriptor: Bool {
    input.number(at: 4, 4) == UInt64(checksum)
      && (input.number(at: 8, 4) == count || input.number(at: 8, 8) == count)
  }

  // MARK: The end

  /// Compares the content with the size and checksum in the archive.
  private func checkEnd() {
    var expected = header.checksum
    if header.hasDescriptor {
      input.fill(24)
      let start = input.available.starts(with: ZipFormat.descriptorMark) ? 4 : 0
      guard input.available.count >= start + 12 else {
        _ = cutOff()
        return
      }
      expected = input.number(at: start, 4)
      skipDescriptor()
    }
    if expected != UInt64(checksum) { problem = "its checksum is wrong" }
  }

  /// Skips checksum and sizes, which have 32 or 64 bits.
  private func skipDescriptor() {
    input.fill(24)
    let start = input.available.starts(with: ZipFormat.descriptorMark) ? 4 : 0
    let isWide =
      input.number(at: start + 4, 8) == packedCount && input.number(at: start + 8, 4) != count
    input.consume(start + (isWide ? 20 : 12))
  }
}

/// Raw deflate data inside another source.
private final class DeflatedSupply: ByteSupply {
  private let input: ZipInput
  private let inflater = GzipInflater(.none)
  private var isAtEnd = false

  init(_ source: ByteSource) {
    input = ZipInput(source)
  }

  func supply(into buffer: inout [UInt8], _ range: Range<Int>) -> Int {
    while !isAtEnd, !range.isEmpty {
      input.fill(1)
      let step = inflater.step(input.available, into: &buffer, range)
      input.consume(step.consumed)
      isAtEnd = step.status != .running || (step.consumed == 0 && step.produced == 0)
      if step.produced > 0 { return step.produced }
    }
    return 0
  }
}

extension ByteSource {
  /// Reads the raw deflate data of another source; damage ends it.
  public convenience init(deflated source: ByteSource, name: String, limit: Int64 = defaultLimit) {
    self.init(supply: DeflatedSupply(source), name: name, limit: limit)
  }
}

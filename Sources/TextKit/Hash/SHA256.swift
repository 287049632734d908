/// The SHA-256 hash of FIPS 180-4, fed in pieces of any size.
///
/// ```swift
/// var hash = SHA256()
/// hash.update(Array("abc".utf8))
/// hash.hexDigest  // "ba7816bf…"
/// ```
///
/// A value type: a copy can return an intermediate digest while the original continues.
public struct SHA256: Sendable {
  private var state: SHA256State = SHA256State()
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  private static let blockSize = 64

  /// Starts the hash of no bytes.
  public init() {
    pending.reserveCapacity(Self.blockSize)
  }

  /// Adds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    update(bytes.bytes)
  }

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    update(bytes.span.bytes)
  }

  /// Adds bytes.
  public mutating func update(_ bytes: ArraySlice<UInt8>) {
    update(bytes.span.bytes)
  }

  /// Adds the eight bytes of a word, lowest first.
  public mutating func update(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { update($0) }
  }

  /// Adds the eight bytes of an integer, lowest first.
  public mutating func update(_ value: Int64) {
    update(UInt64(bitPattern: value))
  }

  /// Adds the eight bytes of a double's bit pattern, lowest first: −0.0 and 0.0 differ.
  public mutating func update(_ value: Double) {
    update(value.bitPattern)
  }

  /// Adds bytes.
  public mutating func update(_ bytes: RawSpan) {
    let start = fill(bytes)
    let blocks = (bytes.byteCount - start) / Self.blockSize
    state.add(bytes, from: start, blocks: blocks)
    keep(bytes, from: start + blocks * Self.blockSize)
  }

  /// Adds the same bytes to two hashes, faster than adding them one after the other.
  public static func update(_ one: inout SHA256, _ other: inout SHA256, _ bytes: ArraySlice<UInt8>)
  {
    update(&one, &other, bytes.span.bytes)
  }

  private static func update(_ one: inout SHA256, _ other: inout SHA256, _ bytes: RawSpan) {
    let starts = (one.fill(bytes), other.fill(bytes))
    let blocks = (
      (bytes.byteCount - starts.0) / blockSize, (bytes.byteCount - starts.1) / blockSize
    )
    let both = min(blocks.0, blocks.1)
    SHA256State.add(
      bytes, to: &one.state, from: starts.0, and: &other.state, from: starts.1, blocks: both)
    one.state.add(bytes, from: starts.0 + both * blockSize, blocks: blocks.0 - both)
    other.state.add(bytes, from: starts.1 + both * blockSize, blocks: blocks.1 - both)
    one.keep(bytes, from: starts.0 + blocks.0 * blockSize)
    other.keep(bytes, from: starts.1 + blocks.1 * blockSize)
  }

  /// Adds bytes to the incomplete block; returns the number of bytes used.
  private mutating func fill(_ bytes: RawSpan) -> Int {
    byteCount &+= UInt64(bytes.byteCount)
    guard !pending.isEmpty else { return 0 }
    let start = min(Self.blockSize - pending.count, bytes.byteCount)
    bytes.extracting(0..<start).withUnsafeBytes { pending.append(contentsOf: $0) }
    guard pending.count == Self.blockSize else { return start }
    var next = state
    next.add(pending.span.bytes, from: 0, blocks: 1)
    state = next
    pending.removeAll(keepingCapacity: true)
    return start
  }

  /// Stores the last bytes, which do not fill a block.
  private mutating func keep(_ bytes: RawSpan, from start: Int) {
    guard start < bytes.byteCount else { return }
    bytes.extracting(start..<bytes.byteCount).withUnsafeBytes { pending.append(contentsOf: $0) }
  }

  /// The 32 bytes of the hash of everything added so far.
  public var digest: [UInt8] {
    var copy = self
    let bitCount = byteCount &<< 3
    let length = pending.count
    let zeros = (length < 56 ? 55 : 119) - length
    copy.update([0x80] + [UInt8](repeating: 0, count: zeros))
    copy.update(bitCount.byteSwapped)
    return copy.state.bytes
  }

  /// The digest as 64 lower-case hexadecimal digits.
  public var hexDigest: String { Hex.text(digest) }
}

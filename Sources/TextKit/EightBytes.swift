/// Operations on eight bytes of text in one word, the first byte lowest.
@usableFromInline enum EightBytes {
  @inlinable @inline(__always)
  static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable @inline(__always)
  static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// Loads the eight bytes at `index`; the caller has checked the bounds.
  @inline(__always)
  static func load(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Loads the eight bytes at `index` without a check; the caller checks once for several loads.
  @inlinable @inline(__always)
  static func loadUnchecked(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    UInt64(
      littleEndian: bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index, as: UInt64.self))
  }

  /// Loads the eight bytes at `index`, with zeros after the end; `index` may be the end.
  @inline(__always)
  static func loadPadded(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    let missing = index + 8 - bytes.count
    guard missing > 0 else { return load(bytes, at: index) }
    if bytes.count >= 8, missing < 8 {
      return load(bytes, at: bytes.count - 8) &>> UInt64(truncatingIfNeeded: missing &* 8)
    }
    var word: UInt64 = 0
    for place in stride(from: bytes.count - 1, through: index, by: -1) {
      word = word << 8 | UInt64(bytes[place])
    }
    return word
  }

  /// Returns the byte at a position from 0 to 7.
  @inline(__always)
  static func byte(_ word: UInt64, at place: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* place))
  }

  /// Returns the two bytes at a position from 0 to 6, the first one low.
  @inlinable @inline(__always)
  static func pair(_ word: UInt64, at place: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* place))
  }

  /// Keeps the lowest `count` bytes, fewer than eight.
  @inlinable @inline(__always)
  static func low(_ word: UInt64, count: Int) -> UInt64 {
    word & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
  }

  /// Returns the number of bytes before the first one that ends or complicates a JSON string.
  ///
  /// Those are the quote, the backslash, control characters and all bytes outside ASCII. The result
  /// is 8 without such a byte. A borrow can only cause false matches above a true one, so the
  /// lowest match is always correct.
  @inlinable @inline(__always)
  static func plainPrefix(_ word: UInt64) -> Int {
    let quotes = word ^ (ones &* UInt64(ASCII.quote))
    let slashes = word ^ (ones &* UInt64(ASCII.backslash))
    let marks =
      ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
      | ((word &- (ones &* 0x20)) & ~word) | word
    return (marks & highs).trailingZeroBitCount >> 3
  }

  /// Returns the number of decimal digits at the start of the word.
  @inline(__always)
  static func digitPrefix(_ word: UInt64) -> Int {
    let distances = word ^ (ones &* UInt64(ASCII.zero))
    // Adding 0x76 sets the high bit for values of 10 and more. A byte that carries is marked
    // itself, so a carry affects only bytes above the lowest mark.
    let marks = (distances &+ (ones &* 0x76)) | distances
    return (marks & highs).trailingZeroBitCount >> 3
  }

  /// Returns the value of the word's first `count` digits, from none to seven.
  @inline(__always)
  static func digitsValue(_ word: UInt64, count: Int) -> UInt64 {
    // The shift puts zeros below the digits. It takes two steps, since no digits require 64 bits.
    let distances = word ^ (ones &* UInt64(ASCII.zero))
    return joined((distances &<< UInt64(truncatingIfNeeded: 56 &- 8 &* count)) &<< 8)
  }

  /// Returns the value of eight digits.
  @inline(__always)
  static func digitsValue(_ word: UInt64) -> UInt64 {
    joined(word ^ (ones &* UInt64(ASCII.zero)))
  }

  /// Joins eight bytes with values 0 to 9 into pairs, and the four pairs by two multiplications.
  @inline(__always)
  private static func joined(_ digits: UInt64) -> UInt64 {
    let pairs = (digits &* 10) &+ (digits &>> 8)
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    // The pairs have the weights 10⁶, 10⁴, 100 and 1; their sum is in the high half.
    let outer = (pairs & mask) &* (100 &+ (1_000_000 &<< 32))
    let inner = ((pairs &>> 16) & mask) &* (1 &+ (10_000 &<< 32))
    return (outer &+ inner) &>> 32
  }
}

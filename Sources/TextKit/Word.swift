/// Eight bytes looked at together: a word of text, first byte lowest.
enum Word {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Loads the eight bytes at `index`; the caller has checked that they are there.
  @inline(__always)
  static func load(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Loads the eight bytes at `index`, with zeros for those behind the end; `index` may be the end.
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

  /// Returns how many bytes come before the first one that ends or complicates a JSON string.
  ///
  /// Those are the quote, the backslash, control characters and everything outside ASCII.
  /// The result is 8 when there is none. A borrow can only raise false alarms above a true hit,
  /// so the lowest mark is always right.
  @inline(__always)
  static func plainPrefix(_ word: UInt64) -> Int {
    let quotes = word ^ (ones &* UInt64(ASCII.quote))
    let slashes = word ^ (ones &* UInt64(ASCII.backslash))
    let marks =
      ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
      | ((word &- (ones &* 0x20)) & ~word) | word
    return (marks & highs).trailingZeroBitCount >> 3
  }

  /// Returns how many decimal digits the word starts with.
  @inline(__always)
  static func digitPrefix(_ word: UInt64) -> Int {
    let distances = word ^ (ones &* UInt64(ASCII.zero))
    // 0x76 lifts 10 and more into the high bit; without their high bits no byte can carry.
    let marks = ((distances & ~highs) &+ (ones &* 0x76)) | distances
    return (marks & highs).trailingZeroBitCount >> 3
  }

  /// Returns the value of the word's first `count` digits, at least one.
  @inline(__always)
  static func digitsValue(_ word: UInt64, count: Int) -> UInt64 {
    // Shifted up, the digits follow zeros.
    digitsValue(word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
  }

  /// Returns the value of eight digits, joined in pairs, then fours, then all.
  @inline(__always)
  static func digitsValue(_ word: UInt64) -> UInt64 {
    let digits = word & 0x0F0F_0F0F_0F0F_0F0F
    let pairs = ((digits &* 10) &+ (digits >> 8)) & 0x00FF_00FF_00FF_00FF
    let fours = ((pairs &* 100) &+ (pairs >> 16)) & 0x0000_FFFF_0000_FFFF
    return ((fours &* 10_000) &+ (fours >> 32)) & 0xFFFF_FFFF
  }
}

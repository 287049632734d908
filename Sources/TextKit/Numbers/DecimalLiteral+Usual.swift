extension DecimalLiteral {
  /// The number of bytes that `init(usual:at:)` may load: sign, seven digits, point, sixteen
  /// digits, a word.
  private static let room = 1 + 7 + 1 + 16 + 8
  /// The maximum number of digits that always fit 64 bits.
  private static let mostDigits = 19

  /// Reads a literal in the most common form: up to six digits, maybe a fraction, no exponent.
  ///
  /// Nil means that the general reader must parse it, for an unusual form or an error.
  @inline(__always)
  init?(usual bytes: Span<UInt8>, at start: Int) {
    if start >= 0, bytes.count &- start >= Self.room {
      self.init(usual: bytes, at: start, load: EightBytes.loadUnchecked)
    } else {
      self.init(usualNearEnd: bytes, at: start)
    }
  }

  @inline(never)
  private init?(usualNearEnd bytes: Span<UInt8>, at start: Int) {
    guard 0..<bytes.count ~= start else { return nil }
    self.init(usual: bytes, at: start, load: EightBytes.loadPadded)
  }

  // All loads depend on the position of the next byte: hence few steps between loads, and
  // predictable branches.
  @inline(__always)
  private init?(
    usual bytes: Span<UInt8>, at start: Int, load: (Span<UInt8>, Int) -> UInt64
  ) {
    var word = load(bytes, start)
    let isNegative = UInt8(truncatingIfNeeded: word) == ASCII.minus
    word = isNegative ? word &>> 8 : word
    var count = EightBytes.digitPrefix(word)
    let hasLeadingZero = UInt8(truncatingIfNeeded: word) == ASCII.zero && count > 1
    guard 1...6 ~= count, !hasLeadingZero else { return nil }
    var digits = EightBytes.digitsValue(word, count: count)
    var end = start &+ count &+ (isNegative ? 1 : 0)
    var exponent = 0
    if EightBytes.byte(word, at: count) == ASCII.point {
      let wholeCount = count
      let fraction = end &+ 1
      end = fraction
      word = load(bytes, end)
      count = EightBytes.digitPrefix(word)
      guard count > 0 else { return nil }
      while count == 8 {
        digits = digits &* 100_000_000 &+ EightBytes.digitsValue(word)
        end &+= 8
        guard end &- fraction <= 16 else { return nil }
        word = load(bytes, end)
        count = EightBytes.digitPrefix(word)
      }
      digits = digits &* PowerTable.wholeTens[count] &+ EightBytes.digitsValue(word, count: count)
      end &+= count
      exponent = fraction &- end
      guard wholeCount &- exponent <= Self.mostDigits else { return nil }
    }
    guard EightBytes.byte(word, at: count) | 0x20 != 0x65 else { return nil }
    self.init(
      isNegative: isNegative, digits: digits, exponent: exponent, start: start, end: end)
  }

  @inline(__always)
  private init(isNegative: Bool, digits: UInt64, exponent: Int, start: Int, end: Int) {
    self.isNegative = isNegative
    isPlain = exponent == 0
    self.digits = digits
    self.exponent = exponent
    isTruncated = false
    self.start = start
    self.end = end
  }
}

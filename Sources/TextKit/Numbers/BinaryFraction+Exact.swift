extension BinaryFraction {
  /// The number of decimal digits that affect rounding; of any further ones only non-zero matters.
  private static let significantDigits = 768

  /// Computes a literal with integer arithmetic; nil when the value rounds to zero.
  init?(exactly literal: DecimalLiteral, in bytes: Span<UInt8>) throws(NumberError) {
    var (number, exponent) = Self.wholeNumber(literal, in: bytes)
    // 10³¹⁰ is beyond every double, 10⁻³³⁰ below half of the smallest.
    let magnitude = exponent + number.approximateDecimalDigits
    guard magnitude < 330 else { throw .outOfRange }
    guard magnitude > -350 else { return nil }
    if exponent >= 0 {
      number.multiply(byFiveTo: exponent)
      let top = number.leadingBits()
      self.init(bits: top.bits, exponent: top.exponent + exponent, isInexact: top.isInexact)
      return
    }
    var divisor = WholeNumber(1)
    divisor.multiply(byFiveTo: -exponent)
    let quotient = number.divided(by: divisor)
    self.init(
      bits: quotient.bits, exponent: quotient.exponent + exponent, isInexact: quotient.isInexact)
  }

  /// Returns the digits as one integer; further non-zero digits become a last 1.
  private static func wholeNumber(
    _ literal: DecimalLiteral, in bytes: Span<UInt8>
  ) -> (WholeNumber, exponent: Int) {
    guard literal.isTruncated else { return (WholeNumber(literal.digits), literal.exponent) }
    // `exponent` belongs to the nineteenth digit; every further digit reduces it by one.
    var number = WholeNumber(0)
    var kept = 0
    var hasMore = false
    var chunk: UInt64 = 0
    var scale: UInt64 = 1
    for index in literal.start..<literal.end {
      let digit = bytes[index] &- ASCII.zero
      if bytes[index] | 0x20 == 0x65 { break }
      guard digit < 10, kept > 0 || digit > 0 else { continue }
      guard kept < significantDigits else {
        hasMore = hasMore || digit > 0
        continue
      }
      chunk = chunk * 10 + UInt64(digit)
      scale *= 10
      kept += 1
      if scale == 1_000_000_000_000_000_000 {
        number.multiply(by: scale, adding: chunk)
        (chunk, scale) = (0, 1)
      }
    }
    number.multiply(by: scale, adding: chunk)
    if hasMore {
      number.multiply(by: 10, adding: 1)
      kept += 1
    }
    return (number, literal.exponent - (kept - 19))
  }
}

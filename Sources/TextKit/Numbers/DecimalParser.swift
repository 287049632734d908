/// Turns JSON numbers into values: correctly rounded, without locale, without the C library.
///
/// Three roads lead to a `Double`: one multiplication or division of exact doubles; a product with
/// 128 bits of a power of five, which knows when it cannot tell; whole-number arithmetic of any
/// size for the rest. All round half to even.
public enum DecimalParser {
  /// Reads a text that is one number from its first byte to its last.
  public static func double(_ bytes: Span<UInt8>) throws(NumberError) -> Double {
    let literal = try DecimalLiteral(in: bytes, at: 0)
    guard literal.end == bytes.count else { throw .malformed(offset: literal.end) }
    return try double(literal, in: bytes)
  }

  /// Reads a text that is one whole number from its first byte to its last.
  public static func int64(_ bytes: Span<UInt8>) throws(NumberError) -> Int64 {
    let literal = try DecimalLiteral(in: bytes, at: 0)
    guard literal.end == bytes.count else { throw .malformed(offset: literal.end) }
    return try int64(literal)
  }

  /// Returns the `Double` nearest to a literal of `bytes`; too small becomes zero, too large throws.
  @inline(__always)
  public static func double(
    _ literal: DecimalLiteral, in bytes: Span<UInt8>
  ) throws(NumberError) -> Double {
    let exponent = literal.exponent
    // Whole doubles up to 2⁵³ and powers of ten up to 10²² are exact, so one operation rounds once.
    if literal.digits <= 1 << 53, !literal.isTruncated, -22...22 ~= exponent {
      let magnitude = Double(literal.digits)
      let value =
        exponent < 0
        ? magnitude / PowerTable.tens[-exponent] : magnitude * PowerTable.tens[exponent]
      return literal.isNegative ? -value : value
    }
    guard literal.digits != 0 else { return literal.isNegative ? -0.0 : 0 }
    if !literal.isTruncated,
      let fraction = BinaryFraction(literal.digits, timesTenTo: literal.exponent)
    {
      let magnitude = try fraction.rounded()
      return literal.isNegative ? -magnitude : magnitude
    }
    let magnitude = try rounded(literal, in: bytes)
    return literal.isNegative ? -magnitude : magnitude
  }

  /// Returns the exact value of a whole literal; `12.0` and `1.2e1` are whole, `1.5` is not.
  public static func int64(_ literal: DecimalLiteral) throws(NumberError) -> Int64 {
    guard literal.digits != 0 else { return 0 }
    guard !literal.isTruncated else {
      throw literal.exponent >= 0 ? .integerOverflow : .notAnInteger
    }
    var magnitude = literal.digits
    var exponent = literal.exponent
    while exponent < 0 {
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { throw .notAnInteger }
      magnitude = quotient
      exponent += 1
    }
    while exponent > 0 {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw .integerOverflow }
      magnitude = product
      exponent -= 1
    }
    if literal.isNegative, magnitude == Int64.min.magnitude { return .min }
    guard let value = Int64(exactly: magnitude) else { throw .integerOverflow }
    return literal.isNegative ? -value : value
  }

  @inline(never)
  private static func rounded(
    _ literal: DecimalLiteral, in bytes: Span<UInt8>
  ) throws(NumberError) -> Double {
    if let fraction = BinaryFraction(literal.digits, timesTenTo: literal.exponent) {
      let low = try fraction.rounded()
      guard literal.isTruncated else { return low }
      // The digits left out add less than one to the last kept one: when both neighbors round
      // alike, so does everything between them.
      if literal.digits < .max,
        try BinaryFraction(literal.digits + 1, timesTenTo: literal.exponent)?.rounded() == low
      {
        return low
      }
    } else if !literal.isTruncated, -27...27 ~= literal.exponent {
      return try BinaryFraction(literal.digits, timesSmallPower: literal.exponent).rounded()
    }
    return try BinaryFraction(exactly: literal, in: bytes)?.rounded() ?? 0
  }
}

/// Powers that are exact in their type.
enum PowerTable {
  static let tens: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  static let wholeTens: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  static let fives: [UInt64] = [
    1, 5, 25, 125, 625, 3_125, 15_625, 78_125, 390_625, 1_953_125, 9_765_625, 48_828_125,
    244_140_625, 1_220_703_125, 6_103_515_625, 30_517_578_125, 152_587_890_625, 762_939_453_125,
    3_814_697_265_625, 19_073_486_328_125, 95_367_431_640_625, 476_837_158_203_125,
    2_384_185_791_015_625, 11_920_928_955_078_125, 59_604_644_775_390_625,
    298_023_223_876_953_125, 1_490_116_119_384_765_625, 7_450_580_596_923_828_125,
  ]
}

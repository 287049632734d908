/// Converts JSON numbers to values: correctly rounded, without locale, without the C library.
///
/// There are three methods for a `Double`. The first is one multiplication or division of exact
/// doubles. The second is a product with 128 bits of a power of five, which detects insufficient
/// precision. The third is integer arithmetic of any size. All round half to even.
public enum DecimalParser {
  /// Parses a text that consists of one number.
  public static func double(_ bytes: Span<UInt8>) throws(NumberError) -> Double {
    let literal = try DecimalLiteral(in: bytes, at: 0)
    guard literal.end == bytes.count else { throw .malformed(offset: literal.end) }
    return try double(literal, in: bytes)
  }

  /// Parses the number at `start` and returns it with the index after its last byte.
  @inline(__always)
  public static func double(
    in bytes: Span<UInt8>, at start: Int
  ) throws(NumberError) -> (value: Double, end: Int) {
    if let literal = DecimalLiteral(usual: bytes, at: start), let value = quick(literal) {
      return (value, literal.end)
    }
    return try anyDouble(in: bytes, at: start)
  }

  @inline(never)
  private static func anyDouble(
    in bytes: Span<UInt8>, at start: Int
  ) throws(NumberError) -> (value: Double, end: Int) {
    let literal = try DecimalLiteral(in: bytes, at: start)
    return (try double(literal, in: bytes), literal.end)
  }

  /// Parses a text that consists of one integer.
  public static func int64(_ bytes: Span<UInt8>) throws(NumberError) -> Int64 {
    let literal = try DecimalLiteral(in: bytes, at: 0)
    guard literal.end == bytes.count else { throw .malformed(offset: literal.end) }
    return try int64(literal)
  }

  /// Returns the `Double` nearest to a literal of `bytes`; zero if too small; throws if too large.
  @inline(__always)
  public static func double(
    _ literal: DecimalLiteral, in bytes: Span<UInt8>
  ) throws(NumberError) -> Double {
    if let value = quick(literal) { return value }
    let magnitude = try rounded(literal, in: bytes)
    return literal.isNegative ? -magnitude : magnitude
  }

  /// Returns the value of a literal if one multiplication or division is exact enough.
  @inline(__always)
  static func quick(_ literal: DecimalLiteral) -> Double? {
    guard !literal.isTruncated else { return nil }
    let exponent = literal.exponent
    // Whole doubles up to 2⁵³ and powers of ten up to 10²² are exact, so one operation rounds once.
    if literal.digits <= 1 << 53, -22...22 ~= exponent {
      let whole = Double(Int64(truncatingIfNeeded: literal.digits))
      let magnitude =
        exponent < 0 ? whole / PowerTable.tens[-exponent] : whole * PowerTable.tens[exponent]
      return literal.isNegative ? -magnitude : magnitude
    }
    guard let magnitude = BinaryFraction.nearest(literal.digits, dividedByTenTo: -exponent) else {
      return nil
    }
    return literal.isNegative ? -magnitude : magnitude
  }

  /// Returns the exact value of an integer literal; `12.0` and `1.2e1` are integers, `1.5` is not.
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
    guard literal.digits != 0 else { return 0 }
    if let fraction = BinaryFraction(literal.digits, timesTenTo: literal.exponent) {
      let low = try fraction.rounded()
      guard literal.isTruncated else { return low }
      // The omitted digits add less than one to the last kept one. If both neighbors round to the
      // same value, so does every value between them.
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

  /// The 64 leading bits of 10⁰, 10⁻¹ … 10⁻²⁷, which equal those of the powers of five, truncated.
  static let inverseTens: [UInt64] = [
    0x8000_0000_0000_0000, 0xCCCC_CCCC_CCCC_CCCC, 0xA3D7_0A3D_70A3_D70A, 0x8312_6E97_8D4F_DF3B,
    0xD1B7_1758_E219_652B, 0xA7C5_AC47_1B47_8423, 0x8637_BD05_AF6C_69B5, 0xD6BF_94D5_E57A_42BC,
    0xABCC_7711_8461_CEFC, 0x8970_5F41_36B4_A597, 0xDBE6_FECE_BDED_D5BE, 0xAFEB_FF0B_CB24_AAFE,
    0x8CBC_CC09_6F50_88CB, 0xE12E_1342_4BB4_0E13, 0xB424_DC35_095C_D80F, 0x901D_7CF7_3AB0_ACD9,
    0xE695_94BE_C44D_E15B, 0xB877_AA32_36A4_B449, 0x9392_EE8E_921D_5D07, 0xEC1E_4A7D_B695_61A5,
    0xBCE5_0864_9211_1AEA, 0x971D_A050_74DA_7BEE, 0xF1C9_0080_BAF7_2CB1, 0xC16D_9A00_9592_8A27,
    0x9ABE_14CD_4475_3B52, 0xF796_87AE_D3EE_C551, 0xC612_0625_7658_9DDA, 0x9E74_D1B7_91E0_7E48,
  ]
}

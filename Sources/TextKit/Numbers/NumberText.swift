/// Formats numbers as JSON text: the fewest digits that parse to the same value.
///
/// Integers below 2⁵³ have no point, and −0.0 is written as `0`.
public enum NumberText {
  /// Appends the text of a finite value.
  public static func append(_ value: Double, to bytes: inout [UInt8]) throws(NumberError) {
    guard value.isFinite else { throw .notFinite }
    let magnitude = value.magnitude
    if magnitude < 9_007_199_254_740_992 {
      // Conversions instead of `rounded()`: they need no C math library.
      let whole = Int64(value)
      if Double(whole) == value {
        append(whole, to: &bytes)
        return
      }
    }
    // Two decimals of at most fifteen digits never map to the same double. So the first such
    // decimal that parses back to the value (by one division of exact doubles) is the shortest one.
    // Below 1e-4 an exponent is shorter still.
    if magnitude >= 1e-4, magnitude < 1e9 {
      let millionths = UInt64(magnitude * 1e6 + 0.5)
      if Double(millionths) / 1e6 == magnitude {
        appendMillionths(millionths, isNegative: value < 0, to: &bytes)
        return
      }
    }
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Appends the text of an integer.
  public static func append(_ value: Int64, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(ASCII.minus) }
    append(value.magnitude, to: &bytes)
  }

  /// Appends the text of an unsigned integer.
  public static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var divisor: UInt64 = 1
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(ASCII.zero + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }

  /// Returns the text of a finite value.
  public static func text(_ value: Double) throws(NumberError) -> String {
    var bytes: [UInt8] = []
    try append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func appendMillionths(
    _ value: UInt64, isNegative: Bool, to bytes: inout [UInt8]
  ) {
    var (whole, fraction) = value.quotientAndRemainder(dividingBy: 1_000_000)
    if isNegative { bytes.append(ASCII.minus) }
    append(whole, to: &bytes)
    bytes.append(ASCII.point)
    whole = 100_000
    while fraction > 0 {
      let (digit, rest) = fraction.quotientAndRemainder(dividingBy: whole)
      bytes.append(ASCII.zero + UInt8(truncatingIfNeeded: digit))
      fraction = rest
      whole /= 10
    }
  }
}

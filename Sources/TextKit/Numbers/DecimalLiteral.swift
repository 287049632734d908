/// A number in JSON notation: sign, digits, power of ten, and its range in the buffer.
///
/// The grammar is exactly that of RFC 8259: no leading plus or zero, digits on both sides of the
/// point, no hexadecimal, no infinity. Other forms that C's `strtod` or Swift's `Double(_:)` accept
/// are rejected.
public struct DecimalLiteral: Equatable, Sendable {
  /// Whether the number has a minus sign.
  public let isNegative: Bool
  /// Whether the text has neither a point nor an exponent.
  public let isPlain: Bool
  /// The first nineteen significant digits; the value is `digits` times ten to `exponent`.
  let digits: UInt64
  /// The power of ten of the last kept digit.
  let exponent: Int
  /// Whether non-zero digits are missing from `digits`.
  let isTruncated: Bool
  /// The index of the first byte.
  public let start: Int
  /// The index after the last byte.
  public let end: Int

  /// The limit of exponents; no buffer has enough digits to compensate a larger one.
  private static let exponentCeiling = 1 << 48

  /// Reads the literal at `start`, and ignores the bytes after it.
  @inline(__always)
  public init(in bytes: Span<UInt8>, at start: Int) throws(NumberError) {
    if let usual = Self(usual: bytes, at: start) {
      self = usual
    } else {
      try self.init(any: bytes, at: start)
    }
  }

  /// Reads a literal of any length and form.
  @inline(never)
  private init(any bytes: Span<UInt8>, at start: Int) throws(NumberError) {
    guard start >= 0, start < bytes.count else { throw .malformed(offset: max(0, start)) }
    let isNegative = bytes[start] == ASCII.minus
    let wholeStart = isNegative ? start + 1 : start
    var digits: UInt64 = 0
    var index = Self.skipDigits(bytes, from: wholeStart, into: &digits)
    var count = index - wholeStart
    guard count > 0 else { throw .malformed(offset: index) }
    guard count == 1 || bytes[wholeStart] != ASCII.zero else {
      throw .malformed(offset: wholeStart + 1)
    }
    var isPlain = true
    var exponent = 0
    if index < bytes.count, bytes[index] == ASCII.point {
      let fraction = index + 1
      index = Self.skipDigits(bytes, from: fraction, into: &digits)
      guard index > fraction else { throw .malformed(offset: index) }
      exponent = fraction - index
      count -= exponent
      isPlain = false
    }
    let digitsEnd = index
    if index < bytes.count, bytes[index] | 0x20 == 0x65 {
      exponent += try Self.readExponent(bytes, at: &index)
      isPlain = false
    }
    var isTruncated = false
    if count > 19 {
      // The running value may have overflowed: count again, from the first significant digit.
      let kept = Self.leadingDigits(bytes, from: wholeStart, to: digitsEnd)
      digits = kept.digits
      exponent += kept.dropped
      isTruncated = kept.isTruncated
    }
    self.isNegative = isNegative
    self.isPlain = isPlain
    self.digits = digits
    self.exponent = exponent
    self.isTruncated = isTruncated
    self.start = start
    self.end = index
  }

  /// Adds a run of digits to `value`, with overflow, and returns the end of the run.
  @inline(__always)
  private static func skipDigits(
    _ bytes: Span<UInt8>, from start: Int, into value: inout UInt64
  ) -> Int {
    var index = start
    while index < bytes.count {
      let word = EightBytes.loadPadded(bytes, at: index)
      let count = EightBytes.digitPrefix(word)
      // A separate branch, so that the processor continues with the next eight speculatively.
      guard count == 8 else {
        guard count > 0 else { return index }
        value = value &* PowerTable.wholeTens[count] &+ EightBytes.digitsValue(word, count: count)
        return index &+ count
      }
      value = value &* 100_000_000 &+ EightBytes.digitsValue(word)
      index &+= 8
    }
    return index
  }

  /// Reads `e`, an optional sign and digits; huge exponents are clamped.
  @inline(never)
  private static func readExponent(
    _ bytes: Span<UInt8>, at index: inout Int
  ) throws(NumberError) -> Int {
    index += 1
    var isNegative = false
    if index < bytes.count, bytes[index] == ASCII.minus || bytes[index] == ASCII.plus {
      isNegative = bytes[index] == ASCII.minus
      index += 1
    }
    let start = index
    var value = 0
    while index < bytes.count {
      let digit = bytes[index] &- ASCII.zero
      guard digit < 10 else { break }
      value = min(value * 10 + Int(digit), exponentCeiling)
      index += 1
    }
    guard index > start else { throw .malformed(offset: index) }
    return isNegative ? -value : value
  }

  /// Returns the first nineteen significant digits and the number of digits after them.
  @inline(never)
  private static func leadingDigits(
    _ bytes: Span<UInt8>, from start: Int, to end: Int
  ) -> (digits: UInt64, dropped: Int, isTruncated: Bool) {
    var digits: UInt64 = 0
    var kept = 0
    var dropped = 0
    var isTruncated = false
    for index in start..<end where bytes[index] != ASCII.point {
      let digit = bytes[index] &- ASCII.zero
      if kept == 0, digit == 0 { continue }
      if kept < 19 {
        digits = digits &* 10 &+ UInt64(digit)
        kept += 1
      } else {
        dropped += 1
        isTruncated = isTruncated || digit != 0
      }
    }
    return (digits, dropped, isTruncated)
  }
}

extension DecimalParser {
  /// Returns a literal times ten to `power` as an integer, rounded half to even, without an
  /// intermediate double: a time in milliseconds becomes exact nanoseconds.
  public static func int64(
    _ literal: DecimalLiteral, timesTenTo power: Int
  ) throws(NumberError) -> Int64 {
    guard literal.digits != 0 else { return 0 }
    var magnitude = literal.digits
    var exponent = literal.exponent + power
    var isInexact = literal.isTruncated
    var remainder: UInt64 = 0
    while exponent < 0, magnitude > 0 || remainder > 0 {
      isInexact = isInexact || remainder != 0
      (magnitude, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
      exponent += 1
    }
    // Of the digits below the last one removed, only whether any is non-zero matters.
    if remainder > 5 || (remainder == 5 && (isInexact || magnitude & 1 == 1)) { magnitude += 1 }
    while exponent > 0 {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw .integerOverflow }
      magnitude = product
      exponent -= 1
    }
    guard magnitude <= UInt64(Int64.max) else { throw .integerOverflow }
    return literal.isNegative ? -Int64(magnitude) : Int64(magnitude)
  }
}

extension JSONScanner {
  /// Reads a number times ten to `power` as an integer, rounded half to even.
  public mutating func int64(timesTenTo power: Int) throws(JSONError) -> Int64 {
    let index = try start(of: .number)
    do throws(NumberError) {
      let literal = try DecimalLiteral(in: text.span, at: index)
      let value = try DecimalParser.int64(literal, timesTenTo: power)
      finish(at: literal.end)
      return value
    } catch {
      throw Self.numberError(error, at: index, of: text.count)
    }
  }
}

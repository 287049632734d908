import TextKit

/// Reads the fields of a line from left to right, without creating strings.
struct LineFields {
  private let bytes: ArraySlice<UInt8>
  /// The start of the next field, as an index into the line's bytes.
  private(set) var index: Int

  init(_ line: ArraySlice<UInt8>) {
    bytes = line
    index = line.startIndex
  }

  /// The offset of the next byte from the start of the line.
  var offset: Int { index - bytes.startIndex }

  /// The unread bytes.
  var rest: ArraySlice<UInt8> { bytes[index...] }

  /// The next byte; nil at the end.
  var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  mutating func skipSpaces() {
    while let byte = next, byte == 0x20 || byte == 0x09 { index += 1 }
  }

  /// Whether only spaces are left.
  mutating func isAtEnd() -> Bool {
    skipSpaces()
    return index == bytes.endIndex
  }

  /// Skips a byte if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Skips a text if it comes next.
  mutating func take(text: StaticString) -> Bool {
    guard rest.starts(withText: text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// Returns the bytes up to the next space, after leading spaces.
  mutating func word() -> ArraySlice<UInt8> {
    skipSpaces()
    let start = index
    while let byte = next, byte != 0x20, byte != 0x09 { index += 1 }
    return bytes[start..<index]
  }

  /// Reads decimal digits with an optional minus; nil if there are none, or too many.
  mutating func integer() -> Int64? {
    let isNegative = take(UInt8(ascii: "-"))
    guard let magnitude = digits()?.value else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// Reads decimal digits.
  mutating func digits() -> (value: Int64, count: Int)? {
    let start = index
    var value: Int64 = 0
    while let digit = next.map({ $0 &- 0x30 }), digit < 10 {
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int64(digit))
      guard !overflow, !carry else { return nil }
      value = sum
      index += 1
    }
    return index > start ? (value, index - start) : nil
  }

  /// Reads seconds such as `12.345678` as whole nanoseconds.
  mutating func seconds() -> Int64? {
    guard let whole = digits()?.value, take(UInt8(ascii: ".")), let part = digits(),
      part.count <= 9
    else { return nil }
    var fraction = part.value
    for _ in part.count..<9 { fraction &*= 10 }
    return Self.nanoseconds(seconds: whole, and: fraction)
  }

  /// Combines seconds and nanoseconds; nil beyond the model's limits.
  static func nanoseconds(seconds: Int64, and nanoseconds: Int64) -> Int64? {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = product.addingReportingOverflow(nanoseconds)
    return overflow || carry ? nil : sum
  }

  /// Reads a number such as `-6.66`.
  mutating func decimal() -> Double? {
    guard let literal = try? DecimalLiteral(in: rest.span, at: 0),
      let value = try? DecimalParser.double(literal, in: rest.span)
    else { return nil }
    index += literal.end
    return value + 0.0
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes equal a text.
  func spells(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && starts(withText: text)
  }

  /// Whether the bytes start with a text.
  func starts(withText text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    for place in 0..<text.utf8CodeUnitCount where self[startIndex + place] != text.utf8Start[place]
    {
      return false
    }
    return true
  }

  /// The bytes without spaces at both ends.
  var trimmed: ArraySlice<UInt8> {
    var (start, end) = (startIndex, endIndex)
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return self[start..<end]
  }

  /// The bytes without trailing carriage returns, of which an old adb on Windows writes two.
  var withoutReturns: ArraySlice<UInt8> {
    var end = endIndex
    while end > startIndex, self[end - 1] == 0x0D { end -= 1 }
    return self[startIndex..<end]
  }

  /// The bytes after the last space.
  var lastWord: ArraySlice<UInt8> {
    self[(lastIndex(of: 0x20).map { $0 + 1 } ?? startIndex)...]
  }

  /// Whether the bytes are capital letters, digits and underscores, like the kernel's labels.
  var isLabel: Bool {
    guard let first, first >= 0x41, first <= 0x5A else { return false }
    return allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }

  /// The value of a fixed number of hexadecimal digits.
  func hexadecimal(digits: Int) -> UInt32? {
    guard count == digits, digits <= 8 else { return nil }
    var value: UInt32 = 0
    for byte in self {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x37
      case 0x61...0x66: digit = byte - 0x57
      default: return nil
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

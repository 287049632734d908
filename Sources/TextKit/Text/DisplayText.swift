/// Makes untrusted text safe for a terminal or a table: visible and on one line.
///
/// Control characters become `\x1b`, characters that reorder or hide text `\u{202E}`, and bytes
/// that are not UTF-8 `\xff`. All other text is unchanged. The result is only for display: two
/// texts may become equal, so ids are compared and stored in their original form.
public enum DisplayText {
  /// Returns the text with every unsafe character escaped.
  public static func escaped(_ text: String) -> String {
    var text = text
    return text.withUTF8 { escaped($0.span) }
  }

  /// Returns the text of bytes that may not be UTF-8, with every unsafe character escaped.
  public static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
    escaped(bytes.span)
  }

  private static func escaped(_ bytes: Span<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let length = UTF8Check.sequenceLength(bytes, at: index)
      guard length > 0 else {
        appendByte(bytes[index], to: &result)
        index += 1
        continue
      }
      let scalar = scalar(bytes, at: index, length: length)
      switch scalar {
      case 0..<0x20, 0x7F..<0xA0: appendByte(UInt8(truncatingIfNeeded: scalar), to: &result)
      case _ where isHidden(scalar): appendScalar(scalar, to: &result)
      default: for offset in 0..<length { result.append(bytes[index + offset]) }
      }
      index += length
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a scalar changes the direction or the lines of the surrounding text, or is invisible.
  private static func isHidden(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
    // Tag characters: invisible copies of ASCII.
    case 0xE0000...0xE007F: true
    default: false
    }
  }

  /// Returns the value of a well-formed sequence.
  private static func scalar(_ bytes: Span<UInt8>, at index: Int, length: Int) -> UInt32 {
    guard length > 1 else { return UInt32(bytes[index]) }
    var value = UInt32(bytes[index]) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
    return value
  }

  private static func appendByte(_ byte: UInt8, to result: inout [UInt8]) {
    result.append(contentsOf: [ASCII.backslash, 0x78, Hex.digit(byte >> 4), Hex.digit(byte)])
  }

  private static func appendScalar(_ scalar: UInt32, to result: inout [UInt8]) {
    result.append(contentsOf: "\\u{".utf8)
    let digits = max(4, (32 - scalar.leadingZeroBitCount + 3) / 4)
    for place in (0..<UInt32(digits)).reversed() {
      result.append(Hex.upperDigit(UInt8(truncatingIfNeeded: scalar >> (place * 4))))
    }
    result.append(ASCII.closeBrace)
  }
}

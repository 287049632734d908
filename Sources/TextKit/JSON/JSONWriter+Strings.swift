extension JSONWriter {
  /// Appends a string in quotes, escaped.
  mutating func appendQuoted(_ text: String) {
    bytes.append(ASCII.quote)
    var text = text
    text.withUTF8 { letters in
      let letters = letters.span
      var start = 0
      var index = 0
      while index < letters.count {
        let length = Self.escapeLength(letters, at: index, escaping)
        guard length > 0 else {
          index += 1
          continue
        }
        append(letters, start..<index)
        appendEscape(letters, at: index, length: length)
        index += length
        start = index
      }
      append(letters, start..<letters.count)
    }
    bytes.append(ASCII.quote)
  }

  private mutating func append(_ letters: Span<UInt8>, _ range: Range<Int>) {
    letters.extracting(range).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Returns the number of bytes at `index` that must be escaped together, or 0.
  @inline(__always)
  private static func escapeLength(
    _ letters: Span<UInt8>, at index: Int, _ escaping: Escaping
  ) -> Int {
    switch letters[index] {
    case 0..<ASCII.space, ASCII.quote, ASCII.backslash: 1
    case 0x26, 0x3C, 0x3E: escaping == .html ? 1 : 0
    case 0xE2: isLineSeparator(letters, at: index) ? 3 : 0
    default: 0
    }
  }

  /// Whether the three bytes at `index` are U+2028 or U+2029.
  private static func isLineSeparator(_ letters: Span<UInt8>, at index: Int) -> Bool {
    letters.count - index > 2 && letters[index + 1] == 0x80 && letters[index + 2] | 1 == 0xA9
  }

  private mutating func appendEscape(_ letters: Span<UInt8>, at index: Int, length: Int) {
    let byte = letters[index]
    bytes.append(ASCII.backslash)
    switch byte {
    case ASCII.quote, ASCII.backslash: bytes.append(byte)
    case ASCII.lineFeed: bytes.append(0x6E)
    case ASCII.carriageReturn: bytes.append(0x72)
    case ASCII.tab: bytes.append(0x74)
    case 0x08: bytes.append(0x62)
    case 0x0C: bytes.append(0x66)
    default:
      let unit: UInt16 = length == 3 ? 0x2000 | UInt16(letters[index + 2] & 0x3F) : UInt16(byte)
      bytes.append(0x75)
      for shift in [12, 8, 4, 0] as [UInt16] {
        bytes.append(Hex.digit(UInt8(truncatingIfNeeded: unit >> shift)))
      }
    }
  }
}

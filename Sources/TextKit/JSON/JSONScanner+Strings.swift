extension JSONScanner {
  /// Reads a string; an escape with half of a surrogate pair throws its own error.
  public mutating func string() throws(JSONError) -> String {
    let start = try start(of: .string) + 1
    let (end, hasEscapes) = try Self.endOfString(text.span, from: start)
    let content = try content(start, end, hasEscapes)
    finish(at: end)
    return content
  }

  /// The text of the key that `nextKey` returned last, of any length; empty before the first.
  public var keyText: String {
    guard keyStart > 0, let (end, hasEscapes) = try? Self.endOfString(text.span, from: keyStart)
    else { return "" }
    return (try? content(keyStart, end, hasEscapes)) ?? ""
  }

  private func content(
    _ start: Int, _ end: Int, _ hasEscapes: Bool
  ) throws(JSONError) -> String {
    guard hasEscapes else { return String(decoding: slice(start, end - 1), as: UTF8.self) }
    return String(
      decoding: try Self.unescaped(text.span, from: start, to: end - 1), as: UTF8.self)
  }

  /// Reads a string for comparison with fixed words, without an allocation.
  public mutating func word() throws(JSONError) -> JSONKey {
    expectValue()
    if let (word, end) = compactWord() {
      finish(at: end)
      return word
    }
    var index = try start(of: .string)
    let word = try Self.readKey(text.span, at: &index)
    finish(at: index)
    return word
  }

  /// Returns the string whose opening quote is at `index`, and moves after its closing quote.
  static func readKey(_ bytes: Span<UInt8>, at index: inout Int) throws(JSONError) -> JSONKey {
    let start = index + 1
    let first = EightBytes.loadPadded(bytes, at: start)
    let count = EightBytes.plainPrefix(first)
    if count < 8, EightBytes.byte(first, at: count) == ASCII.quote {
      index = start + count + 1
      return JSONKey(count: count, words: (EightBytes.low(first, count: count), 0, 0, 0))
    }
    let (end, hasEscapes) = try endOfString(bytes, from: start)
    index = end
    guard hasEscapes else { return JSONKey(bytes, start..<end - 1) }
    let letters = try unescaped(bytes, from: start, to: end - 1)
    return JSONKey(letters.span, 0..<letters.count)
  }

  private func slice(_ start: Int, _ end: Int) -> ArraySlice<UInt8> {
    text[(text.startIndex + start)..<(text.startIndex + end)]
  }

  /// Checks a string from after its opening quote to after its closing one.
  static func endOfString(
    _ bytes: Span<UInt8>, from start: Int
  ) throws(JSONError) -> (end: Int, hasEscapes: Bool) {
    var index = start
    var hasEscapes = false
    while index < bytes.count {
      if bytes.count - index >= 8 {
        let plain = EightBytes.plainPrefix(EightBytes.load(bytes, at: index))
        index += plain
        if plain == 8 { continue }
      }
      let byte = bytes[index]
      if byte == ASCII.quote { return (index + 1, hasEscapes) }
      if byte == ASCII.backslash {
        hasEscapes = true
        index = try endOfEscape(bytes, at: index)
      } else if byte < ASCII.space {
        throw JSONError(offset: index, kind: .controlCharacter(byte))
      } else if byte < 0x80 {
        index += 1
      } else {
        let length = UTF8Check.sequenceLength(bytes, at: index)
        guard length > 0 else { throw JSONError(offset: index, kind: .invalidUTF8) }
        index += length
      }
    }
    throw JSONError(offset: index, kind: .unexpectedEnd)
  }

  private static func endOfEscape(_ bytes: Span<UInt8>, at index: Int) throws(JSONError) -> Int {
    guard index + 1 < bytes.count else {
      throw JSONError(offset: bytes.count, kind: .unexpectedEnd)
    }
    if bytes[index + 1] == 0x75 {
      _ = try codeUnit(bytes, at: index)
      return index + 6
    }
    guard escaped(bytes[index + 1]) != nil else {
      throw JSONError(offset: index, kind: .invalidEscape)
    }
    return index + 2
  }

  /// Returns the four hexadecimal digits of the `\u` escape at `index`.
  private static func codeUnit(_ bytes: Span<UInt8>, at index: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for offset in 2..<6 {
      guard index + offset < bytes.count else {
        throw JSONError(offset: bytes.count, kind: .unexpectedEnd)
      }
      guard let digit = Hex.value(bytes[index + offset]) else {
        throw JSONError(offset: index, kind: .invalidEscape)
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Returns the byte that a one-letter escape denotes.
  private static func escaped(_ letter: UInt8) -> UInt8? {
    switch letter {
    case ASCII.quote, ASCII.backslash, ASCII.slash: letter
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: ASCII.lineFeed
    case 0x72: ASCII.carriageReturn
    case 0x74: ASCII.tab
    default: nil
    }
  }

  /// Returns the text between `start` and `end`, checked before, with its escapes decoded.
  private static func unescaped(
    _ bytes: Span<UInt8>, from start: Int, to end: Int
  ) throws(JSONError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(end - start)
    var index = start
    while index < end {
      let byte = bytes[index]
      guard byte == ASCII.backslash, index + 1 < end else {
        result.append(byte)
        index += 1
        continue
      }
      if let plain = escaped(bytes[index + 1]) {
        result.append(plain)
        index += 2
      } else {
        let scalar = try scalar(bytes, at: &index, end: end)
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return result
  }

  /// Returns the scalar of one `\u` escape or of a surrogate pair, and moves after it.
  private static func scalar(
    _ bytes: Span<UInt8>, at index: inout Int, end: Int
  ) throws(JSONError) -> Unicode.Scalar {
    let start = index
    let unit = try codeUnit(bytes, at: start)
    index += 6
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, index + 6 <= end, bytes[index] == ASCII.backslash,
      bytes[index + 1] == 0x75
    else { throw JSONError(offset: start, kind: .loneSurrogate) }
    let low = try codeUnit(bytes, at: index)
    guard 0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
    else { throw JSONError(offset: start, kind: .loneSurrogate) }
    index += 6
    return scalar
  }
}

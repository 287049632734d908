/// The tokens of a JSON text in memory, of any depth, without a tree and without recursion.
///
/// It suits documents nested deeper than a `JSONScanner` allows, such as the elements of a web
/// page, and texts of which few values are needed. It checks only the structure: strings are not
/// decoded and numbers not parsed. A `JSONScanner` over a token does that.
public struct JSONTokens {
  /// One token; texts are unmodified slices of the buffer.
  public enum Token {
    /// `{`
    case beginObject
    /// `}`
    case endObject
    /// `[`
    case beginArray
    /// `]`
    case endArray
    /// The name of a member, without its quotes and with its escapes undecoded.
    case key(ArraySlice<UInt8>)
    /// A string with its quotes.
    case string(ArraySlice<UInt8>)
    /// A number or a word.
    case scalar(ArraySlice<UInt8>)
  }

  private let text: ArraySlice<UInt8>
  private var index: Int
  /// Whether each open container is an object.
  private var containers: [Bool] = []
  private var place = Place.value

  private enum Place {
    case value
    case keyOrEnd
    case elementOrEnd
    case commaOrEnd
    case ended
  }

  /// Starts at the beginning of a text.
  public init(_ text: ArraySlice<UInt8>) {
    self.text = text
    index = text.startIndex
  }

  /// The number of open containers.
  public var depth: Int { containers.count }

  /// Returns the next token, or nil after the text's value.
  public mutating func next() throws(JSONError) -> Token? {
    if case .ended = place { return nil }
    var byte = try nextByte()
    if case .commaOrEnd = place {
      if isEnd(byte) { return close() }
      guard byte == ASCII.comma else { throw unexpected(byte) }
      index += 1
      byte = try nextByte()
      place = containers.last == true ? .keyOrEnd : .value
      if case .keyOrEnd = place, byte != ASCII.quote { throw unexpected(byte) }
    }
    switch place {
    case .keyOrEnd:
      if isEnd(byte) { return close() }
      return try key(byte)
    case .elementOrEnd where isEnd(byte): return close()
    default: return try value(byte)
    }
  }

  /// Skips the value that is due, as after a key, and returns its bytes.
  public mutating func rawValue() throws(JSONError) -> ArraySlice<UInt8> {
    _ = try nextByte()
    let start = index
    var scan = JSONValueScan()
    let (stop, outcome) = scan.run(text.span, from: index - text.startIndex, to: text.count)
    switch outcome {
    case .ended: break
    case .more where scan.isWholeAtEnd: break
    case .more: throw JSONError(offset: text.count, kind: .unexpectedEnd)
    case .broken(.tooDeep):
      throw JSONError(offset: stop, kind: .tooDeep(limit: JSONValueScan.depthLimit))
    case .broken: throw unexpected(stop < text.count ? text[text.startIndex + stop] : 0)
    }
    index = text.startIndex + stop
    finishValue()
    return text[start..<index]
  }

  /// Skips the next element of the open array and returns its bytes; nil leaves the array.
  public mutating func nextElement() throws(JSONError) -> ArraySlice<UInt8>? {
    guard try stepToElement() else { return nil }
    return try rawValue()
  }

  /// The text from the value that is due on, as after a key; it may be truncated.
  public func valueAhead() -> ArraySlice<UInt8> { text[index...] }

  /// Returns the text from the next element on, which may be truncated; nil if there is none.
  public func elementAhead() -> ArraySlice<UInt8>? {
    var copy = self
    guard (try? copy.stepToElement()) == true else { return nil }
    return copy.valueAhead()
  }

  private mutating func stepToElement() throws(JSONError) -> Bool {
    guard containers.last == false else { return false }
    var byte = try nextByte()
    if isEnd(byte) {
      _ = close()
      return false
    }
    if case .commaOrEnd = place {
      guard byte == ASCII.comma else { throw unexpected(byte) }
      index += 1
      byte = try nextByte()
    }
    return true
  }

  /// Skips everything up to the end of the container at `depth`.
  public mutating func leave(toDepth depth: Int) throws(JSONError) {
    while containers.count > depth, try next() != nil {}
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    containers.last.map { byte == ($0 ? ASCII.closeBrace : ASCII.closeBracket) } ?? false
  }

  private mutating func close() -> Token {
    index += 1
    let isObject = containers.removeLast()
    finishValue()
    return isObject ? .endObject : .endArray
  }

  private mutating func finishValue() { place = containers.isEmpty ? .ended : .commaOrEnd }

  private mutating func key(_ byte: UInt8) throws(JSONError) -> Token {
    guard byte == ASCII.quote else { throw unexpected(byte) }
    let string = try string()
    let colon = try nextByte()
    guard colon == ASCII.colon else { throw unexpected(colon) }
    index += 1
    place = .value
    return .key(string.dropFirst().dropLast())
  }

  private mutating func value(_ byte: UInt8) throws(JSONError) -> Token {
    switch byte {
    case ASCII.openBrace, ASCII.openBracket:
      index += 1
      containers.append(byte == ASCII.openBrace)
      place = byte == ASCII.openBrace ? .keyOrEnd : .elementOrEnd
      return byte == ASCII.openBrace ? .beginObject : .beginArray
    case ASCII.quote:
      let string = try string()
      finishValue()
      return .string(string)
    default: return .scalar(try rawValue())
    }
  }

  private mutating func string() throws(JSONError) -> ArraySlice<UInt8> {
    let start = index
    let end = try JSONScanner.endOfString(text.span, from: index + 1 - text.startIndex).end
    index = text.startIndex + end
    return text[start..<index]
  }

  private mutating func nextByte() throws(JSONError) -> UInt8 {
    while index < text.endIndex {
      let byte = text[index]
      guard ASCII.isSpace(byte) else { return byte }
      index += 1
    }
    throw JSONError(offset: text.count, kind: .unexpectedEnd)
  }

  private func unexpected(_ byte: UInt8) -> JSONError {
    JSONError(
      offset: index - text.startIndex, kind: .unexpectedByte(byte, expected: .value))
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes equal a name defined in the program.
  public static func ~= (name: StaticString, bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == name.utf8CodeUnitCount else { return false }
    return bytes.elementsEqual(
      UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }
}

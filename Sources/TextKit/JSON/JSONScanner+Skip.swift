extension JSONScanner {
  /// Returns the start and end of the value that is due, after checking all of it.
  func endOfValue() throws(JSONError) -> (start: Int, end: Int) {
    expectValue()
    let bytes = text.span
    let start = Self.skipSpace(bytes, from: offset)
    var skipper = Skipper(room: depthLimit - depth, limit: depthLimit)
    var index = try skipper.skipValue(bytes, at: start)
    while skipper.level > 0 { index = try skipper.step(bytes, from: index) }
    return (start, index)
  }

  /// The open containers inside a value that is being skipped.
  private struct Skipper {
    /// The number of containers that may still be opened, and the limit for errors.
    let room: Int
    let limit: Int
    var level = 0
    private var containers: UInt64 = 0
    private var isFresh = false

    init(room: Int, limit: Int) {
      self.room = room
      self.limit = limit
    }

    /// Skips a scalar, or enters a container.
    mutating func skipValue(_ bytes: Span<UInt8>, at index: Int) throws(JSONError) -> Int {
      guard index < bytes.count, let kind = JSONScanner.kind(of: bytes[index]) else {
        throw JSONScanner.unexpected(bytes, index, .value)
      }
      isFresh = false
      switch kind {
      case .object, .array:
        guard level < room else { throw JSONError(offset: index, kind: .tooDeep(limit: limit)) }
        containers = containers << 1 | (kind == .object ? 1 : 0)
        level += 1
        isFresh = true
        return index + 1
      case .string: return try JSONScanner.endOfString(bytes, from: index + 1).end
      case .bool, .null: return try JSONScanner.skipWord(bytes, at: index)
      case .number: return try Self.skipNumber(bytes, at: index)
      }
    }

    /// Skips the next member of the innermost container, or leaves it.
    mutating func step(_ bytes: Span<UInt8>, from start: Int) throws(JSONError) -> Int {
      let isObject = containers & 1 == 1
      var index = JSONScanner.skipSpace(bytes, from: start)
      guard index < bytes.count else { throw JSONError(offset: index, kind: .unexpectedEnd) }
      if bytes[index] == (isObject ? ASCII.closeBrace : ASCII.closeBracket) {
        containers >>= 1
        level -= 1
        isFresh = false
        return index + 1
      }
      var expected = JSONError.Expectation.keyOrEnd
      if !isFresh {
        guard bytes[index] == ASCII.comma else {
          throw JSONScanner.unexpected(bytes, index, isObject ? .commaOrBrace : .commaOrBracket)
        }
        index = JSONScanner.skipSpace(bytes, from: index + 1)
        expected = .key
      }
      if isObject { index = try Self.skipKey(bytes, at: index, expected) }
      return try skipValue(bytes, at: index)
    }

    private static func skipKey(
      _ bytes: Span<UInt8>, at start: Int, _ expected: JSONError.Expectation
    ) throws(JSONError) -> Int {
      guard start < bytes.count, bytes[start] == ASCII.quote else {
        throw JSONScanner.unexpected(bytes, start, expected)
      }
      let key = try JSONScanner.endOfString(bytes, from: start + 1)
      return JSONScanner.skipSpace(bytes, from: try JSONScanner.endOfColon(bytes, from: key.end))
    }

    private static func skipNumber(_ bytes: Span<UInt8>, at start: Int) throws(JSONError) -> Int {
      do throws(NumberError) {
        return try DecimalLiteral(in: bytes, at: start).end
      } catch {
        throw JSONScanner.numberError(error, at: start, of: bytes.count)
      }
    }
  }
}

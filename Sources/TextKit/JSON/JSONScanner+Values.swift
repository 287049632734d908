extension JSONScanner {
  /// Returns the kind of the value that is due, without reading it.
  public func peek() throws(JSONError) -> JSONKind {
    expectValue()
    let bytes = text.span
    let index = Self.skipSpace(bytes, from: offset)
    guard index < bytes.count, let kind = Self.kind(of: bytes[index]) else {
      throw Self.unexpected(bytes, index, .value)
    }
    return kind
  }

  /// Reads a number, rounded to the nearest double; throws for numbers outside the range.
  public mutating func double() throws(JSONError) -> Double {
    expectValue()
    if let (value, end) = compactDouble() {
      finish(at: end)
      return value
    }
    let index = try start(of: .number)
    do throws(NumberError) {
      let literal = try DecimalLiteral(in: text.span, at: index)
      let value = try DecimalParser.double(literal, in: text.span)
      finish(at: literal.end)
      return value
    } catch {
      throw Self.numberError(error, at: index, of: text.count)
    }
  }

  /// Reads an integer exactly; `12.0` is an integer.
  public mutating func int64() throws(JSONError) -> Int64 {
    let index = try start(of: .number)
    do throws(NumberError) {
      let literal = try DecimalLiteral(in: text.span, at: index)
      let value = try DecimalParser.int64(literal)
      finish(at: literal.end)
      return value
    } catch {
      throw Self.numberError(error, at: index, of: text.count)
    }
  }

  /// Reads `true` or `false`.
  public mutating func bool() throws(JSONError) -> Bool {
    let index = try start(of: .bool)
    let value = text.span[index] == 0x74
    finish(at: try Self.skipWord(text.span, at: index))
    return value
  }

  /// Reads `null`.
  public mutating func null() throws(JSONError) {
    let index = try start(of: .null)
    finish(at: try Self.skipWord(text.span, at: index))
  }

  /// Reads `null` if it is due and returns whether it was; any other text remains due.
  public mutating func nullIfPresent() throws(JSONError) -> Bool {
    guard isNullDue else { return false }
    try null()
    return true
  }

  private var isNullDue: Bool {
    expectValue()
    let bytes = text.span
    let index = Self.skipSpace(bytes, from: offset)
    return index < bytes.count && bytes[index] == 0x6E
  }

  /// Checks a value of any kind and skips it.
  public mutating func skipValue() throws(JSONError) {
    finish(at: try endOfValue().end)
  }

  /// Checks and skips a value of any kind, and returns its bytes unchanged.
  public mutating func rawValue() throws(JSONError) -> ArraySlice<UInt8> {
    let (start, end) = try endOfValue()
    finish(at: end)
    return text[(text.startIndex + start)..<(text.startIndex + end)]
  }

  /// Returns the start of the value that is due, after checking its kind.
  @inline(__always)
  func start(of kind: JSONKind) throws(JSONError) -> Int {
    expectValue()
    let bytes = text.span
    let index = Self.skipSpace(bytes, from: offset)
    guard index < bytes.count, Self.starts(kind, bytes[index]) else {
      throw Self.mismatch(bytes, kind, at: index)
    }
    return index
  }

  /// Returns the reason why no value of the expected kind starts at `index`.
  @inline(never)
  private static func mismatch(
    _ bytes: Span<UInt8>, _ kind: JSONKind, at index: Int
  ) -> JSONError {
    guard index < bytes.count, let found = Self.kind(of: bytes[index]) else {
      return unexpected(bytes, index, .value)
    }
    return JSONError(offset: index, kind: .mismatch(expected: kind, found: found))
  }

  /// Traps if no value is due, which no text can cause.
  @inline(__always)
  func expectValue() {
    precondition(state == .value, "a value is due only after nextKey, nextElement or at the start")
  }

  @inline(__always)
  mutating func finish(at end: Int) {
    cursor = end
    state = .closed
  }

  @inline(__always)
  static func skipSpace(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    // Usually there is no white space, and one comparison detects that.
    while index < bytes.count, bytes[index] <= ASCII.space, ASCII.isSpace(bytes[index]) {
      index += 1
    }
    return index
  }

  /// Whether a value of a kind starts with a byte.
  @inline(__always)
  static func starts(_ kind: JSONKind, _ byte: UInt8) -> Bool {
    switch kind {
    case .number: byte &- ASCII.zero < 10 || byte == ASCII.minus
    case .string: byte == ASCII.quote
    case .object: byte == ASCII.openBrace
    case .array: byte == ASCII.openBracket
    case .bool: byte == 0x74 || byte == 0x66
    case .null: byte == 0x6E
    }
  }

  /// Returns the kind of value that starts with a byte.
  @inline(__always)
  static func kind(of byte: UInt8) -> JSONKind? {
    switch byte {
    case ASCII.minus, ASCII.zero...ASCII.nine: .number
    case ASCII.quote: .string
    case ASCII.openBrace: .object
    case ASCII.openBracket: .array
    case 0x74, 0x66: .bool
    case 0x6E: .null
    default: nil
    }
  }

  static func unexpected(
    _ bytes: Span<UInt8>, _ index: Int, _ expected: JSONError.Expectation
  ) -> JSONError {
    guard index < bytes.count else { return JSONError(offset: index, kind: .unexpectedEnd) }
    return JSONError(offset: index, kind: .unexpectedByte(bytes[index], expected: expected))
  }

  @inline(never)
  static func numberError(_ error: NumberError, at start: Int, of count: Int) -> JSONError {
    guard case .malformed(let offset) = error else {
      return JSONError(offset: start, kind: .number(error))
    }
    return JSONError(
      offset: offset, kind: offset >= count ? .unexpectedEnd : .number(error))
  }

  /// Returns the end of the literal `true`, `false` or `null` that starts at `start`.
  static func skipWord(_ bytes: Span<UInt8>, at start: Int) throws(JSONError) -> Int {
    let word: StaticString =
      switch bytes[start] {
      case 0x74: "true"
      case 0x66: "false"
      default: "null"
      }
    for offset in 0..<word.utf8CodeUnitCount {
      guard start + offset < bytes.count, bytes[start + offset] == word.utf8Start[offset] else {
        throw unexpected(bytes, start + offset, .value)
      }
    }
    return start + word.utf8CodeUnitCount
  }
}

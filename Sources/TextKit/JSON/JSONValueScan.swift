/// Determines the end of a value that may extend over several chunks.
///
/// It checks as much of the grammar as detects damage close to its position: brackets match,
/// strings have no control characters, a key follows a comma in an object, and only characters of
/// values are between strings. The reader of the value checks the rest.
struct JSONValueScan {
  /// The maximum nesting.
  static let depthLimit = 4096

  /// Whether the value ended, continues, or is damaged.
  enum Outcome {
    case ended
    case more
    case broken(JSONPiece.Reason)
  }

  private enum Place {
    case start
    case scalar
    case between
    /// After a comma of an object.
    case key
    case string
    case escape
  }

  private var place = Place.start
  private var depth = 0
  /// One bit per open container, the innermost lowest, 1 for an object; `outer` has the rest.
  private var containers: UInt64 = 0
  private var outer: [UInt64] = []

  init() {}

  /// Whether a text that ends here ends with a complete value: only a bare number or word can.
  var isWholeAtEnd: Bool { place == .scalar }

  /// Continues at `start` and returns its final index: after the value, at its damage, or at `end`.
  mutating func run(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> (Int, Outcome) {
    var index = start
    while index < end {
      switch place {
      case .between:
        if let outcome = scanBetween(bytes, &index, end) { return (index, outcome) }
      case .string:
        if let outcome = scanString(bytes, &index, end) { return (index, outcome) }
      case .escape:
        index += 1
        place = .string
      case .key:
        if ASCII.isSpace(bytes[index]) {
          index += 1
        } else if bytes[index] == ASCII.quote {
          index += 1
          place = .string
        } else {
          return (index, .broken(.unexpectedByte(bytes[index])))
        }
      case .start:
        if let outcome = begin(bytes[index]) { return (index, outcome) }
        index += 1
      case .scalar:
        switch bytes[index] {
        case ASCII.comma, ASCII.closeBrace, ASCII.closeBracket, ASCII.colon, ASCII.space,
          ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, 0x3B:
          return (index, .ended)
        case let byte where Self.isScalar(byte): index += 1
        case let byte: return (index, .broken(.unexpectedByte(byte)))
        }
      }
    }
    return (index, .more)
  }

  /// Handles the first byte of the value.
  private mutating func begin(_ byte: UInt8) -> Outcome? {
    switch byte {
    case ASCII.quote: place = .string
    case ASCII.openBrace: return open(isObject: true)
    case ASCII.openBracket: return open(isObject: false)
    case _ where Self.isScalar(byte): place = .scalar
    default: return .broken(.unexpectedByte(byte))
    }
    return nil
  }

  private mutating func open(isObject: Bool) -> Outcome? {
    guard depth < Self.depthLimit else { return .broken(.tooDeep) }
    if depth > 0, depth & 63 == 0 {
      outer.append(containers)
      containers = 0
    }
    containers = containers << 1 | (isObject ? 1 : 0)
    depth += 1
    place = .between
    return nil
  }

  /// Handles a closing bracket; `.more` means that the value continues.
  @inline(__always)
  private mutating func close(isObject: Bool) -> Outcome {
    guard (containers & 1 == 1) == isObject else { return .broken(.unmatchedBracket) }
    containers >>= 1
    depth -= 1
    guard depth > 0 else { return .ended }
    if depth & 63 == 0 { containers = outer.popLast() ?? 0 }
    return .more
  }

  /// Scans between strings until one starts, the value ends, or the bytes end.
  private mutating func scanBetween(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
  ) -> Outcome? {
    while index < end {
      let byte = bytes[index]
      switch byte {
      case ASCII.quote:
        index += 1
        place = .string
        return nil
      case ASCII.comma:
        index += 1
        if containers & 1 == 1 {
          place = .key
          return nil
        }
      case ASCII.colon: index += 1
      case ASCII.openBrace, ASCII.openBracket:
        if let outcome = open(isObject: byte == ASCII.openBrace) { return outcome }
        index += 1
      case ASCII.closeBrace, ASCII.closeBracket:
        switch close(isObject: byte == ASCII.closeBrace) {
        case .more: index += 1
        case .ended:
          index += 1
          return .ended
        case let broken: return broken
        }
      default:
        guard Self.isScalar(byte) || ASCII.isSpace(byte) else {
          return .broken(.unexpectedByte(byte))
        }
        index += 1
      }
    }
    return nil
  }

  /// Scans a string to its quote, to a backslash, or to the end of the bytes.
  private mutating func scanString(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
  ) -> Outcome? {
    while index < end {
      while end - index >= 8 {
        let plain = EightBytes.stringPrefix(EightBytes.load(bytes, at: index))
        index += plain
        guard plain == 8 else { break }
      }
      guard index < end else { return nil }
      let byte = bytes[index]
      if byte == ASCII.quote {
        index += 1
        guard depth > 0 else { return .ended }
        place = .between
        return nil
      }
      if byte < ASCII.space { return .broken(.controlCharacter(byte)) }
      index += 1
      if byte == ASCII.backslash {
        place = .escape
        return nil
      }
    }
    return nil
  }

  /// Whether a byte may occur in numbers and words: digits, signs, the point, small letters, `E`.
  @inline(__always)
  private static func isScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.zero...ASCII.nine, ASCII.minus, ASCII.plus, ASCII.point, 0x45: true
    // The letters of `true`, `false`, `null` and of an exponent.
    case 0x61, 0x65, 0x66, 0x6C, 0x6E, 0x72, 0x73, 0x74, 0x75: true
    default: false
    }
  }
}

extension EightBytes {
  /// Returns the number of bytes before the first quote, backslash or control character; 8 is none.
  @inline(__always)
  static func stringPrefix(_ word: UInt64) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(ASCII.quote))
    let slashes = word ^ (ones &* UInt64(ASCII.backslash))
    let marks =
      ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
      | ((word &- (ones &* 0x20)) & ~word)
    return (marks & 0x8080_8080_8080_8080).trailingZeroBitCount >> 3
  }
}

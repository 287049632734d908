// The fast paths for nearly every value of a log: no white space, short keys, common numbers. Each
// tests eight bytes at a time after one bounds check, and returns nil if it does not apply. The
// general path then decides, and reports errors.

extension JSONScanner {
  @inlinable @inline(__always)
  static var quoteAndColon: UInt16 { 0x3A22 }

  /// Returns the next key if no white space precedes it and one word contains it with its colon.
  @inlinable @inline(__always)
  func compactKey() -> (key: JSONKey, start: Int)? {
    guard state != .value, isInObject else { return nil }
    let bytes = text.span
    // A comma, a quote and a word; the first key has no comma before it.
    guard bytes.count &- cursor >= 10 else { return nil }
    var start = cursor
    if state == .closed {
      guard bytes[unchecked: start] == ASCII.comma else { return nil }
      start &+= 1
    }
    guard bytes[unchecked: start] == ASCII.quote else { return nil }
    start &+= 1
    let word = EightBytes.loadUnchecked(bytes, at: start)
    let count = EightBytes.plainPrefix(word)
    // From seven bytes on, there is no room for both marks, and the pair cannot match.
    guard EightBytes.pair(word, at: count) == Self.quoteAndColon else { return nil }
    return (JSONKey(count: count, words: (EightBytes.low(word, count: count), 0, 0, 0)), start)
  }

  /// Whether the innermost object ends immediately.
  @inlinable @inline(__always)
  var isAtCompactEnd: Bool {
    guard state == .closed, isInObject else { return false }
    let bytes = text.span
    return cursor < bytes.count && bytes[unchecked: cursor] == ASCII.closeBrace
  }

  /// Whether a value is due and one of a kind starts immediately.
  @inline(__always)
  func isAtCompact(_ kind: JSONKind) -> Bool {
    guard state == .value else { return false }
    let bytes = text.span
    return cursor < bytes.count && Self.starts(kind, bytes[unchecked: cursor])
  }

  /// Whether a comma and immediately another element follow.
  @inline(__always)
  var isAtCompactElement: Bool {
    guard state == .closed, depth > 0, !isInObject else { return false }
    let bytes = text.span
    return cursor < bytes.count && bytes[unchecked: cursor] == ASCII.comma
  }

  /// Returns the string that is due, of up to fifteen plain bytes, and its end.
  @inline(__always)
  func compactWord() -> (word: JSONKey, end: Int)? {
    let bytes = text.span
    guard bytes.count &- cursor >= 9, bytes[unchecked: cursor] == ASCII.quote else { return nil }
    let start = cursor &+ 1
    let first = EightBytes.loadUnchecked(bytes, at: start)
    var count = EightBytes.plainPrefix(first)
    if count < 8 {
      guard EightBytes.byte(first, at: count) == ASCII.quote else { return nil }
      let words = (EightBytes.low(first, count: count), 0 as UInt64, 0 as UInt64, 0 as UInt64)
      return (JSONKey(count: count, words: words), start &+ count &+ 1)
    }
    let second = EightBytes.loadPadded(bytes, at: start &+ 8)
    count = EightBytes.plainPrefix(second)
    guard count < 8, EightBytes.byte(second, at: count) == ASCII.quote else { return nil }
    let words = (first, EightBytes.low(second, count: count), 0 as UInt64, 0 as UInt64)
    return (JSONKey(count: count &+ 8, words: words), start &+ count &+ 9)
  }

  /// Returns the number that is due and its end, if one multiplication or division computes it.
  @inline(__always)
  func compactDouble() -> (value: Double, end: Int)? {
    guard let literal = DecimalLiteral(usual: text.span, at: cursor),
      let value = DecimalParser.quick(literal)
    else { return nil }
    return (value, literal.end)
  }
}

import TextKit

/// A fast scan of a trace event without parsing: its end and its name.
///
/// Nine in ten events are irrelevant. They are skipped by counting brackets and quotes, eight bytes
/// at a time inside strings. Only relevant events are validated later.
struct EventProbe {
  /// The result of the scan.
  enum Outcome {
    /// A complete event.
    case event
    /// An empty object: some writers begin or end their list with one, to place commas uniformly.
    case nothing
    /// The end of the list.
    case end
    /// The bytes end before either.
    case unfinished
    /// The bytes are no event.
    case damaged(StaticString)
  }

  var outcome = Outcome.unfinished
  /// The start of the event; the bytes before are separators.
  var start = 0
  /// The end of the event, or the position of the damage.
  var end = 0
  /// Whether it has a phase, as every trace event does.
  var hasPhase = false
  /// The range of its name without quotes; empty for none.
  var name = 0..<0
  /// Whether it is a mark of the page, regardless of its name.
  var isMark = false

  private static let comma: UInt8 = 0x2C
  private static let quote: UInt8 = 0x22

  /// Scans the next event of a list.
  init(_ bytes: Span<UInt8>) {
    while start < bytes.count, bytes[start] <= 0x20 || bytes[start] == Self.comma { start += 1 }
    end = start
    guard start < bytes.count else { return }
    switch bytes[start] {
    case 0x7B: walk(bytes)
    case 0x5D:
      outcome = .end
      end = start + 1
    default: outcome = .damaged("an element is no object")
    }
  }

  /// Follows brackets and quotes to the end of the object.
  private mutating func walk(_ bytes: Span<UInt8>) {
    // One bit for each open container: 1 for an object. Deeper ones are only counted.
    var containers: UInt64 = 1
    var depth = 1
    // The last byte that is no space: a container follows a colon, a comma or a bracket.
    var last: UInt8 = 0x7B
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case Self.quote:
        let text = index + 1
        index = Self.endOfText(bytes, from: text)
        guard index < bytes.count else { return }
        guard bytes[index] == Self.quote else {
          return fail("a text has a line break in it", index)
        }
        index += 1
        last = Self.quote
        if depth == 1 {
          guard let value = takeKey(bytes, text..<(index - 1)) else { return }
          index = value.next
          if !value.isText { last = 0x3A }
        }
      case 0x7B, 0x5B:
        let isInObject = containers & 1 == 1
        guard last == 0x3A ? isInObject : !isInObject && (last == 0x2C || last == 0x5B) else {
          return fail("a value is not allowed here", index)
        }
        containers = containers << 1 | (bytes[index] == 0x7B ? 1 : 0)
        depth += 1
        last = bytes[index]
        index += 1
      case 0x7D, 0x5D:
        let isObject = containers & 1 == 1
        if depth <= 64, isObject != (bytes[index] == 0x7D) {
          return fail("brackets do not match", index)
        }
        containers >>= 1
        depth -= 1
        index += 1
        if depth == 0 {
          outcome =
            hasPhase
            ? .event : last == 0x7B ? .nothing : .damaged("an element is no trace event")
          end = index
          return
        }
        last = 0x7D
      case let byte:
        if byte > 0x20 { last = byte }
        index += 1
      }
    }
  }

  private mutating func fail(_ reason: StaticString, _ index: Int) {
    outcome = .damaged(reason)
    end = index
  }

  /// Handles a key of the event, with its value if it is a string, and returns the next position.
  private mutating func takeKey(
    _ bytes: Span<UInt8>, _ key: Range<Int>
  ) -> (next: Int, isText: Bool)? {
    var index = key.upperBound + 1
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    guard index < bytes.count else { return nil }
    guard bytes[index] == 0x3A else {
      fail("a key has no value", index)
      return nil
    }
    index += 1
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    guard index < bytes.count else { return nil }
    if key.count == 2, bytes[key.lowerBound] == 0x70, bytes[key.lowerBound + 1] == 0x68 {
      hasPhase = true
    }
    guard bytes[index] == Self.quote else { return (index, false) }
    let end = Self.endOfText(bytes, from: index + 1)
    guard end < bytes.count else { return nil }
    guard bytes[end] == Self.quote else {
      fail("a text has a line break in it", end)
      return nil
    }
    let value = (index + 1)..<end
    if Self.isWord(bytes, key, "name") {
      name = value
    } else if Self.isWord(bytes, key, "cat") {
      isMark = Self.isWord(bytes, value, "blink.user_timing")
    }
    return (end + 1, true)
  }

  private static func isWord(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ word: StaticString
  ) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count
    where bytes[range.lowerBound + offset] != word.utf8Start[offset] { return false }
    return true
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Returns the position of the closing quote of a string, or of an invalid control character.
  @inline(__always)
  private static func endOfText(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes.count - index >= 8 {
        let word = UInt64(
          littleEndian: bytes.bytes.unsafeLoadUnaligned(
            fromByteOffset: index, as: UInt64.self))
        // The lowest marker is correct; a borrow can only cause false ones above it.
        let quotes = word ^ (ones &* 0x22)
        let slashes = word ^ (ones &* 0x5C)
        let marks =
          ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
          | ((word &- (ones &* 0x20)) & ~word)
        let plain = (marks & highs).trailingZeroBitCount >> 3
        index += plain
        if plain == 8 { continue }
      }
      let byte = bytes[index]
      if byte == quote || byte < 0x20 { return index }
      index += byte == 0x5C ? 2 : 1
    }
    return bytes.count
  }
}

import ScrollModel
import TextKit

/// A layout line longer than the limit: its items are read while its bytes arrive.
///
/// One line may contain a million targets, some hundred megabytes. Only the targets, the unread
/// items (a quarter of a megabyte), and the line with an empty array in place of its items are
/// kept. The result does not depend on the chunks of input.
struct LongLayoutLine: Sendable {
  /// The line with an empty array in place of its items.
  private(set) var text: [UInt8] = []
  /// Unknown keys in the ids of items, up to a limit.
  private(set) var unknownKeys: [String] = []
  /// Whether the line has items.
  private(set) var hasItems = false
  private var targets: [TargetFrame] = []
  private var problem: (any Error)?
  private let limit: Int
  private let partBytes: Int

  /// The position of the next byte in the line.
  private var position = 0
  private var nesting = JSONNesting()
  /// Whether `text` exceeds the limit: no more bytes are kept.
  private var isTooLong = false
  /// The end of `"items":[` in `text`; later bytes are `removed` bytes further in the line.
  private var cut = 0
  private var removed = 0
  private var isInItems = false
  /// The unread items, as the text of an object, and their start in the line.
  private var part = opening
  private var partStart = 0
  /// The start of the current item in `part`.
  private var itemStart = opening.count
  private var hasEarlierPart = false

  private static let opening = Array(#"{"items":["#.utf8)
  private static let key = Array(#""items""#.utf8)

  /// Creates an empty line with a limit of bytes without its items, and the same limit for one
  /// item.
  init(limit: Int) {
    self.limit = limit
    partBytes = min(limit / 4, NativeFormat.layoutLineBytes)
  }

  // MARK: What it is

  /// Whether it is a readable layout.
  var isLayout: Bool {
    !isTooLong && hasItems && EventLine.isLayout(text[...], unit: .milliseconds)
  }

  /// The targets; throws the problem of the first invalid item.
  func items() throws -> [TargetFrame] {
    if let problem { throw problem }
    return targets
  }

  /// Converts a position in `text` to one in the line; the problem of an item already has the
  /// latter.
  func lineOffset(_ offset: Int) -> Int {
    offset < cut || isInItems || problem != nil ? offset : offset + removed
  }

  // MARK: Bytes

  /// Handles the next bytes of the line.
  mutating func take(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong else { return }
    for byte in bytes {
      if isInItems { takeInItems(byte) } else { takeOutside(byte) }
      position += 1
      if isTooLong { return }
    }
  }

  /// Ends the line.
  mutating func end() {
    // An incomplete line: reading the items reports their missing end.
    if isInItems { readPart(closing: []) }
  }

  private mutating func takeOutside(_ byte: UInt8) {
    guard text.count < limit else {
      isTooLong = true
      (text, targets, part) = (Array(text.prefix(1024)), [], Self.opening)
      return
    }
    text.append(byte)
    let isValue = nesting.take(byte)
    guard byte == UInt8(ascii: "["), isValue, !hasItems, nesting.depth == 2, endsWithKey() else {
      return
    }
    hasItems = true
    isInItems = true
    cut = text.count
    partStart = position + 1
    nesting = JSONNesting()
  }

  /// Whether the array that just began is the value of `items`.
  private func endsWithKey() -> Bool {
    var rest = text.dropLast()
    func dropSpace() { while let last = rest.last, last <= 0x20 { rest.removeLast() } }
    dropSpace()
    guard rest.popLast() == UInt8(ascii: ":") else { return false }
    dropSpace()
    guard rest.suffix(Self.key.count).elementsEqual(Self.key) else { return false }
    // An escaped quote belongs to a longer key.
    return rest.dropLast(Self.key.count).last != UInt8(ascii: "\\")
  }

  private mutating func takeInItems(_ byte: UInt8) {
    let depth = nesting.depth
    let isStructure = nesting.take(byte)
    if isStructure, depth == 0 {
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        readPart(closing: [UInt8(ascii: "]"), UInt8(ascii: "}")])
        isInItems = false
        removed = position - cut
        text.append(byte)
        nesting = JSONNesting(depth: 1)
        return
      }
      if byte == UInt8(ascii: ","), part.count > partBytes {
        readPart(closing: [UInt8(ascii: "]"), UInt8(ascii: "}")], isFollowed: true)
        hasEarlierPart = true
        partStart = position + 1
        itemStart = Self.opening.count
        return
      }
      if byte == UInt8(ascii: ",") { itemStart = part.count }
    }
    if problem == nil { part.append(byte) }
    if part.count - itemStart > limit {
      fail(
        LineProblem(
          kind: "line-too-long", offset: partStart,
          message: "an item has more than \(limit) bytes"))
    }
  }

  private mutating func fail(_ error: any Error) {
    problem = problem ?? error
    part = Self.opening
    targets = []
  }

  // MARK: Items

  /// Reads the received items; `isFollowed` means that a comma follows them.
  private mutating func readPart(closing: [UInt8], isFollowed: Bool = false) {
    guard problem == nil else { return }
    part += closing
    defer { part.replaceSubrange(Self.opening.count..., with: EmptyCollection()) }
    do {
      var line = try EventLine(part[...], unit: .milliseconds)
      _ = try line.nextKey()
      let items = try line.items()
      if items.isEmpty, hasEarlierPart || isFollowed {
        let end = part.count - closing.count
        throw JSONError(
          offset: end,
          kind: .unexpectedByte(UInt8(ascii: isFollowed ? "," : "]"), expected: .value))
      }
      _ = try line.nextKey()
      targets += items
      if unknownKeys.count < 1000 { unknownKeys += line.unknownKeys }
      guard targets.count <= NativeFormat.layoutLimit else {
        return fail(
          LineProblem(
            kind: "layout-too-long", offset: 0,
            message: "the layout has more than \(NativeFormat.layoutLimit) targets"))
      }
    } catch let error as JSONError {
      fail(JSONError(offset: lineOffset(ofPart: error.offset), kind: error.kind))
    } catch let error as LineProblem {
      fail(
        LineProblem(
          kind: error.kind, offset: lineOffset(ofPart: error.offset), message: error.message))
    } catch {
      fail(error)
    }
  }

  private func lineOffset(ofPart offset: Int) -> Int {
    max(0, offset - Self.opening.count) + partStart
  }
}

/// The nesting depth of a JSON text, without validating it.
struct JSONNesting {
  private(set) var depth: Int
  private var isQuoted = false
  private var isEscaped = false

  init(depth: Int = 0) {
    self.depth = depth
  }

  /// Handles the next byte; false if it belongs to a string.
  mutating func take(_ byte: UInt8) -> Bool {
    if isQuoted {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = false
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""):
      isQuoted = true
      return false
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
    default: break
    }
    return true
  }
}

import TextKit

/// The wrapper of a recording's events, as far as its head shows.
struct RRWebShape {
  enum Container {
    /// One array, anywhere in the document.
    case array
    /// One JSON text per line.
    case lines
  }

  private(set) var container = Container.array
  private(set) var recognition: Recognition?
  /// The path of keys to the array of events, if found.
  private var path: [String]?
  /// The key of a text that contains such an array, if found.
  private var textKey: String?

  /// The usual wrappers, without further knowledge.
  init() {}

  /// Searches the first event; nil if the bytes are something else.
  init?(_ head: FormatHead) {
    var bytes = head.bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    let start = Self.endOfScript(bytes)
    bytes = bytes[start...]
    let isScript = start > head.bytes.startIndex + 3
    let prefix = isScript ? "a script assigns " : ""
    guard let first = bytes.first(where: { $0 > 0x20 }) else { return nil }
    if first == UInt8(ascii: "[") {
      if Self.isPair(bytes) {
        container = .lines
        recognition = Recognition(
          confidence: 70, reason: "line 1 is a pair of a window's name and an rrweb event")
        return
      }
      guard Self.startsWithEvent(bytes) else { return nil }
      path = []
      recognition = Recognition(
        confidence: 70, reason: prefix + "an array whose first element is an rrweb event")
      return
    }
    guard first == UInt8(ascii: "{") else { return nil }
    if Self.isEvent(bytes, depth: 0) {
      container = .lines
      recognition = Recognition(confidence: 70, reason: "line 1 is an rrweb event")
      return
    }
    if !isScript, Self.isLineOfWindow(bytes) {
      container = .lines
      recognition = Recognition(
        confidence: 70, reason: "line 1 names the window of its rrweb events")
      return
    }
    guard let found = Self.findArray(bytes) ?? Self.arrayBehindHeader(bytes) else {
      guard let key = Self.findText(bytes) else { return nil }
      textKey = key
      recognition = Recognition(
        confidence: 65, reason: "\(prefix)the text in '\(key)' starts with an rrweb event")
      return
    }
    path = found
    guard !found.isEmpty else {
      recognition = Recognition(
        confidence: 60,
        reason: "after a header comes an array whose first element is an rrweb event")
      return
    }
    recognition = Recognition(
      confidence: 65,
      reason: "\(prefix)the first element of '\(found.joined(separator: "."))' is an rrweb event")
  }

  /// The arrays that may contain events.
  var arrays: RRWebArrays { RRWebArrays(path: path, textKey: textKey) }

  /// Whether an element of an array is an event, or contains some.
  static func isElement(_ bytes: ArraySlice<UInt8>) -> Bool {
    isEvent(bytes, depth: 0, isElement: true)
  }

  /// Returns the start of a JSON text that may be inside a script.
  private static func endOfScript(_ bytes: ArraySlice<UInt8>) -> Int {
    var index = bytes.startIndex
    while index < bytes.endIndex, index - bytes.startIndex < 1 << 12 {
      let byte = bytes[index]
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { return index }
      guard byte == UInt8(ascii: "/"), index + 1 < bytes.endIndex else {
        index += 1
        continue
      }
      if bytes[index + 1] == UInt8(ascii: "*") {
        index += 2
        while index + 1 < bytes.endIndex,
          bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/")
        {
          index += 1
        }
        index += 2
      } else if bytes[index + 1] == UInt8(ascii: "/") {
        while index < bytes.endIndex, bytes[index] != 0x0A { index += 1 }
      } else {
        index += 1
      }
    }
    return min(index, bytes.endIndex)
  }

  /// Whether an array starts with an event, possibly after a few other records.
  private static func startsWithEvent(_ bytes: ArraySlice<UInt8>) -> Bool {
    var tokens = JSONTokens(bytes)
    guard case .beginArray? = try? tokens.next() else { return false }
    for _ in 0..<RRWebArrays.lookahead {
      guard let rest = tokens.elementAhead() else { return false }
      if isElement(rest) { return true }
      guard (try? tokens.nextElement()) != nil else { return false }
    }
    return false
  }

  /// Returns an empty path if an array of events follows the object at the start.
  private static func arrayBehindHeader(_ bytes: ArraySlice<UInt8>) -> [String]? {
    var tokens = JSONTokens(bytes)
    guard (try? tokens.rawValue()) != nil else { return nil }
    let rest = tokens.valueAhead().drop { $0 <= 0x20 }
    return rest.first == UInt8(ascii: "[") && startsWithEvent(rest) ? [] : nil
  }

  /// Whether an array is a name and an event, as in PostHog's lines.
  private static func isPair(_ bytes: ArraySlice<UInt8>) -> Bool {
    var tokens = JSONTokens(bytes)
    guard case .beginArray? = try? tokens.next(),
      let name = try? tokens.nextElement(), name.first == UInt8(ascii: "\""),
      PackedText.unpack(name) == nil, let event = tokens.elementAhead()
    else { return false }
    return event.first == UInt8(ascii: "{") && isEvent(event, depth: 0)
  }

  /// Whether the first line is an object with events and their window, and another object follows.
  ///
  /// The events of a single object, or of one without a window, are read individually.
  private static func isLineOfWindow(_ bytes: ArraySlice<UInt8>) -> Bool {
    var tokens = JSONTokens(bytes)
    guard let line = try? tokens.rawValue(), !line.contains(0x0A), namesWindow(line) else {
      return false
    }
    let rest = tokens.valueAhead()
    guard let next = rest.firstIndex(where: { $0 > 0x20 }), rest[next] == UInt8(ascii: "{"),
      rest[..<next].contains(0x0A)
    else { return false }
    return isElement(line)
  }

  /// Whether an object contains the name of a window, itself or in its properties.
  private static func namesWindow(
    _ bytes: ArraySlice<UInt8>, inProperties: Bool = false
  ) -> Bool {
    var tokens = JSONTokens(bytes)
    guard case .beginObject? = try? tokens.next() else { return false }
    while case .key(let key)? = try? tokens.next() {
      switch key {
      case "windowId", "window_id", "$window_id": return true
      case "properties" where !inProperties:
        if namesWindow(tokens.valueAhead(), inProperties: true) { return true }
      default: break
      }
      guard (try? tokens.rawValue()) != nil else { return false }
    }
    return false
  }

  /// Whether an event starts here; it may be incomplete.
  private static func isEvent(
    _ bytes: ArraySlice<UInt8>, depth: Int, isElement: Bool = false
  ) -> Bool {
    guard depth < 4 else { return false }
    var tokens = JSONTokens(bytes)
    switch try? tokens.next() {
    case .beginObject: return isEventObject(&tokens, depth, isElement)
    case .beginArray:
      // PostHog's pair of a window's name and an event.
      while let rest = tokens.elementAhead() {
        if rest.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
          return isEvent(rest, depth: depth + 1)
        }
        guard (try? tokens.nextElement()) != nil else { return false }
      }
      return false
    case .string(let text):
      return PackedText.unpack(text).map { isEvent($0[...], depth: depth + 1) } ?? false
    default: return false
    }
  }

  private static func isEventObject(
    _ tokens: inout JSONTokens, _ depth: Int, _ isElement: Bool
  ) -> Bool {
    var hasType = false
    var hasData = false
    while case .key(let key)? = try? tokens.next() {
      let rest = tokens.valueAhead()
      switch key {
      case "data":
        hasData = isData(rest)
        // Database rows contain an event, or its text, and no type.
        let mayBeRow = !hasData || (isElement && rest.first { $0 > 0x20 } == UInt8(ascii: "\""))
        if mayBeRow, !hasType, isEvent(rest, depth: depth + 1) { return true }
      case "events" where isElement, "$snapshot_items" where isElement:
        if isEvent(rest, depth: depth + 1) { return true }
      case "properties":
        if isEvent(rest, depth: depth + 1, isElement: isElement) { return true }
      case "snapshot", "snapshot_data", "$snapshot_data", "event":
        if isEvent(rest, depth: depth + 1) { return true }
      default: break
      }
      guard let value = try? tokens.rawValue() else { break }
      switch key {
      case "type":
        guard let type = JSONScanner.whole(value), 0...7 ~= type else { return false }
        hasType = true
      default: break
      }
    }
    return hasType && hasData
  }

  /// Whether a value may be the data of an event: an object or, compressed, a string.
  private static func isData(_ bytes: ArraySlice<UInt8>) -> Bool {
    var tokens = JSONTokens(bytes)
    switch try? tokens.next() {
    case .beginObject:
      guard case .key(let key)? = try? tokens.next() else { return true }
      let known: [StaticString] = [
        "href", "node", "source", "tag", "initialOffset", "plugin", "width", "height", "id", "x",
        "y", "type", "positions", "adds", "texts", "attributes", "removes", "payload", "pointerId",
        "pointerType", "text", "isChecked", "userTriggered", "wireframes", "isAttachIframe",
      ]
      return known.contains { $0 ~= key }
    case .string: return true
    // A compressed snapshot may be incomplete.
    default: return bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "\"")
    }
  }

  /// Returns the path to the first array of events in an object, at most two deep.
  private static func findArray(_ bytes: ArraySlice<UInt8>, _ path: [String] = []) -> [String]? {
    var tokens = JSONTokens(bytes)
    guard path.count < 3, case .beginObject? = try? tokens.next() else { return nil }
    while case .key(let key)? = try? tokens.next() {
      let keys = path + [String(decoding: key, as: UTF8.self)]
      let rest = tokens.valueAhead()
      switch rest.first(where: { $0 > 0x20 }) {
      case UInt8(ascii: "["): if startsWithEvent(rest) { return keys }
      case UInt8(ascii: "{"): if let found = findArray(rest, keys) { return found }
      default: break
      }
      guard (try? tokens.rawValue()) != nil else { return nil }
    }
    return nil
  }

  /// Returns the key of a text that contains an array of events.
  private static func findText(_ bytes: ArraySlice<UInt8>) -> String? {
    var tokens = JSONTokens(bytes)
    guard case .beginObject? = try? tokens.next() else { return nil }
    while case .key(let key)? = try? tokens.next() {
      switch key {
      case "events", "result", "snapshots", "data":
        if let text = textAhead(tokens.valueAhead()), startsWithEvent(text[...]) {
          return String(decoding: key, as: UTF8.self)
        }
      default: break
      }
      guard (try? tokens.rawValue()) != nil else { return nil }
    }
    return nil
  }

  /// Returns the decompressed contents of a string, which may be incomplete.
  private static func textAhead(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var string = bytes.drop { $0 <= 0x20 }
    guard string.first == UInt8(ascii: "\"") else { return nil }
    var tokens = JSONTokens(string)
    if let whole = try? tokens.rawValue() { return PackedText.unpack(whole) }
    // Cut at a comma, so that no escape is split.
    guard let comma = string.lastIndex(of: UInt8(ascii: ",")) else { return nil }
    string = string[...comma]
    string.append(UInt8(ascii: "\""))
    return PackedText.unpack(string)
  }
}

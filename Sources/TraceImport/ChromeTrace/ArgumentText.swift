import TextKit

/// The arguments of a trace event in JSON.
struct ArgumentText {
  /// One scalar value.
  enum Value {
    case number(Double)
    case flag(Bool)
    case text(ArraySlice<UInt8>)
  }

  /// The largest depth of relevant values.
  private static let depthLimit = 12

  private var scanner: JSONScanner
  /// The names of the open containers, and whether they are objects.
  private var open: [(name: EventArgument, isObject: Bool)] = []

  private init(_ text: ArraySlice<UInt8>) {
    scanner = JSONScanner(text)
  }

  /// Adds all arguments to an event; values after damage are ignored.
  static func fill(_ event: inout ChromiumEvent, from text: ArraySlice<UInt8>) {
    var arguments = ArgumentText(text)
    try? arguments.walk { value, name, outer in
      switch value {
      case .number(let number): event.take(number, for: name, in: outer)
      case .flag(let flag): event.take(flag, for: name)
      case .text(let text): event.take(text, for: name)
      }
      return true
    }
  }

  /// Returns the first text with a name at any depth; nil if there is none.
  static func text(_ wanted: EventArgument, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var arguments = ArgumentText(text)
    var found: ArraySlice<UInt8>?
    try? arguments.walk { value, name, _ in
      if name == wanted, case .text(let text) = value { found = text }
      return found == nil
    }
    return found
  }

  /// Returns the input type of a latency event; nil for none.
  static func inputType(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var arguments = ArgumentText(text)
    var found: ArraySlice<UInt8>?
    var isOwn = true
    try? arguments.walk { value, name, _ in
      switch (name, value) {
      case (.eventType, .text(let text)), (.step, .text(let text)): found = text
      // Chromium's notification that a touch became a scroll looks like a touch, but has no id.
      case (.latencyID, .number(let id)): isOwn = id != -1
      default: break
      }
      return true
    }
    return isOwn ? found : nil
  }

  /// Visits the values in order, until the visitor stops.
  ///
  /// The visitor receives the name of the value, or of its array, and the name of the enclosing
  /// object.
  private mutating func walk(
    _ visit: (Value, EventArgument, EventArgument) -> Bool
  ) throws(JSONError) {
    guard try scanner.peek() == .object else { return }
    try scanner.beginObject()
    open.append((.other, true))
    while let container = open.last {
      guard let name = try nextName(container) else {
        open.removeLast()
        continue
      }
      let kind = try scanner.peek()
      switch kind {
      case .object where open.count < Self.depthLimit:
        try scanner.beginObject()
        open.append((name, true))
      case .array where open.count < Self.depthLimit:
        try scanner.beginArray()
        open.append((name, false))
      default:
        guard let value = try value(kind) else { continue }
        guard visit(value, name, outerName) else { return }
      }
    }
  }

  /// Moves to the next value of a container and returns its name; nil leaves the container.
  private mutating func nextName(
    _ container: (name: EventArgument, isObject: Bool)
  ) throws(JSONError) -> EventArgument? {
    guard container.isObject else { return try scanner.nextElement() ? container.name : nil }
    return try scanner.nextKey().map { EventArgument($0) }
  }

  /// Reads a relevant value; another one is skipped by the next step.
  private mutating func value(_ kind: JSONKind) throws(JSONError) -> Value? {
    switch kind {
    case .number: (try? scanner.double()).map { .number($0) }
    case .bool: .flag(try scanner.bool())
    case .string: .text(Self.unescaped(try scanner.rawValue().dropFirst().dropLast()))
    case .object, .array, .null: nil
    }
  }

  /// Returns the unescaped contents of a string token without its quotes.
  static func unescaped(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.contains(0x5C) else { return text }
    var token: [UInt8] = [0x22]
    token += text
    token.append(0x22)
    // An unpaired surrogate is invalid; the text is kept unchanged.
    return JSONScanner.text(token[...]).map { Array($0.utf8)[...] } ?? text
  }

  private var outerName: EventArgument {
    open.last { $0.isObject }?.name ?? .other
  }
}

extension EventArgument {
  init(_ key: JSONKey) {
    switch key {
    case "x": self = .x
    case "y": self = .y
    case "vx": self = .vx
    case "vy": self = .vy
    case "old_offset": self = .oldOffset
    case "new_offset": self = .newOffset
    case "scroll_node_id": self = .scrollNode
    case "step": self = .step
    case "data": self = .data
    case "startTime": self = .startTime
    case "type": self = .type
    case "nodeName": self = .nodeName
    case "quads": self = .quads
    case "event_type": self = .eventType
    case "event_latency_id": self = .latencyID
    case "is_janky": self = .isJanky
    case "jank_reason": self = .jankReason
    case "missed_vsyncs": self = .missedVsyncs
    case "action": self = .action
    case "name": self = .name
    default: self = .other
    }
  }
}

import TextKit

/// The arguments of a trace event as JSON has them.
struct ArgumentText {
  /// One value that is no container.
  enum Value {
    case number(Double)
    case flag(Bool)
    case text(ArraySlice<UInt8>)
  }

  /// How deep values of interest lie at most.
  private static let depthLimit = 12

  private var scanner: JSONScanner
  /// The names of the open containers, and whether they are objects.
  private var open: [(name: EventArgument, isObject: Bool)] = []

  private init(_ text: ArraySlice<UInt8>) {
    scanner = JSONScanner(text)
  }

  /// Gives an event all its arguments; behind damage nothing is read.
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

  /// Returns the first text of a name at any depth; nil if there is none.
  static func text(_ wanted: EventArgument, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var arguments = ArgumentText(text)
    var found: ArraySlice<UInt8>?
    try? arguments.walk { value, name, _ in
      if name == wanted, case .text(let text) = value { found = text }
      return found == nil
    }
    return found
  }

  /// Returns the type of input that a latency event is about; nil for none.
  static func inputType(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var arguments = ArgumentText(text)
    var found: ArraySlice<UInt8>?
    var isOwn = true
    try? arguments.walk { value, name, _ in
      switch (name, value) {
      case (.eventType, .text(let text)), (.step, .text(let text)): found = text
      // Chromium's own notice that a touch became a scroll looks like a touch, but has no id.
      case (.latencyID, .number(let id)): isOwn = id != -1
      default: break
      }
      return true
    }
    return isOwn ? found : nil
  }

  /// Visits the values in order, until the visitor has enough.
  ///
  /// It gets the name of the value, or of the array it is in, and the name of the object around it.
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

  /// Steps to the next value of a container and returns its name; nil leaves the container.
  private mutating func nextName(
    _ container: (name: EventArgument, isObject: Bool)
  ) throws(JSONError) -> EventArgument? {
    guard container.isObject else { return try scanner.nextElement() ? container.name : nil }
    return try scanner.nextKey().map { EventArgument($0) }
  }

  /// Reads a value of interest; another one stays due and is skipped by the next step.
  private mutating func value(_ kind: JSONKind) throws(JSONError) -> Value? {
    switch kind {
    case .number: (try? scanner.double()).map { .number($0) }
    case .bool: .flag(try scanner.bool())
    case .string: .text(Self.unescaped(try scanner.rawValue().dropFirst().dropLast()))
    case .object, .array, .null: nil
    }
  }

  /// Returns what a text says, of which this stands between its quotes.
  static func unescaped(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.contains(0x5C) else { return text }
    var token: [UInt8] = [0x22]
    token += text
    token.append(0x22)
    // Half of a surrogate pair says nothing; it stays as it is.
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

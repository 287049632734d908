import ScrollModel
import TextKit

/// The problem of one line; the line is skipped and the problem is recorded.
struct LineProblem: Error {
  /// A stable name of the reason.
  let kind: String
  /// The byte in the line, from 0.
  let offset: Int
  /// The problem, as a sentence without its position.
  let message: String
}

/// One event line while it is read: the common keys of all kinds, and typed reads of values.
///
/// Keys come in any order, each at most once. A key with the value null counts as missing, unless
/// the kind defines a meaning of null.
struct EventLine {
  var scanner: JSONScanner
  /// The time as written, in nanoseconds of the log's clock.
  private(set) var time: Int64?
  /// The number of the event's trace in the log.
  private(set) var trace: Int64?
  /// The origin of the movement or the request, if a frame or a command contains it.
  var origin: String?
  /// Keys that are unknown for the kind.
  var unknownKeys: [String] = []
  private let unit: TimeUnit
  private var hasKind = false

  init(_ line: ArraySlice<UInt8>, unit: TimeUnit) throws {
    scanner = JSONScanner(line)
    self.unit = unit
    try scanner.beginObject()
  }

  /// Moves to the next key of the event's kind; nil at the end of the line.
  mutating func nextKey() throws -> JSONKey? {
    while let key = try scanner.nextKey() {
      switch key {
      case "k":
        guard !hasKind else { throw duplicate() }
        hasKind = true
        try scanner.skipValue()
      case "t": try readTime()
      case "trace": try readTrace()
      default: return key
      }
    }
    try scanner.end()
    return nil
  }

  /// Reads up to the kind, if only common keys come before it.
  ///
  /// All lines of our writer have this order, so they are read in one pass. Nil if the kind must be
  /// searched.
  mutating func leadingKind() throws -> EventKind? {
    while let key = try scanner.nextKey() {
      switch key {
      case "k":
        hasKind = true
        return EventKind.kind(try scanner.word())
      case "t": try readTime()
      case "trace": try readTrace()
      default: return nil
      }
    }
    return nil
  }

  /// Whether a line is a layout, as far as it can be read.
  static func isLayout(_ text: ArraySlice<UInt8>, unit: TimeUnit) -> Bool {
    if var line = try? EventLine(text, unit: unit), let kind = try? line.leadingKind() {
      return kind == .layout
    }
    return (try? EventKind.find(in: text))?.kind == .layout
  }

  private mutating func readTime() throws {
    guard time == nil else { throw duplicate() }
    time = try scanner.int64(timesTenTo: unit.exponent)
  }

  private mutating func readTrace() throws {
    guard trace == nil else { throw duplicate() }
    if try !scanner.nullIfPresent() { trace = try scanner.int64() }
  }

  /// Records the current key as unknown and skips its value.
  mutating func passUnknown() throws {
    unknownKeys.append(scanner.keyText)
    try scanner.skipValue()
  }

  // MARK: Typed reads

  mutating func readOrigin() throws {
    var text = origin
    try read(&text)
    origin = text
  }

  mutating func read(_ slot: inout Double?) throws {
    guard slot == nil else { throw duplicate() }
    if try scanner.nullIfPresent() { return }
    slot = try scanner.double() + 0.0
  }

  mutating func read(_ slot: inout Int64?) throws {
    guard slot == nil else { throw duplicate() }
    if try scanner.nullIfPresent() { return }
    slot = try scanner.int64()
  }

  mutating func read(_ slot: inout Bool?) throws {
    guard slot == nil else { throw duplicate() }
    if try scanner.nullIfPresent() { return }
    slot = try scanner.bool()
  }

  mutating func read(_ slot: inout String?) throws {
    guard slot == nil else { throw duplicate() }
    if try scanner.nullIfPresent() { return }
    slot = try scanner.string()
  }

  /// Reads one of a closed set of words, without creating a string.
  mutating func read<Word>(
    _ slot: inout Word?, _ words: StaticString, _ word: (JSONKey) -> Word?
  ) throws {
    guard slot == nil else { throw duplicate() }
    if try scanner.nullIfPresent() { return }
    let place = scanner.offset
    guard let value = word(try scanner.word()) else {
      throw LineProblem(
        kind: "bad-value", offset: place,
        message: "'\(scanner.keyText)' is none of \(words)")
    }
    slot = value
  }

  /// Reads a raw value of a type.
  mutating func read<Word: RawRepresentable & CaseIterable>(
    word slot: inout Word?
  ) throws where Word.RawValue == String {
    guard slot == nil else { throw duplicate() }
    if try scanner.nullIfPresent() { return }
    let place = scanner.offset
    guard let value = Word(rawValue: try scanner.string()) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw LineProblem(
        kind: "bad-value", offset: place,
        message: "'\(scanner.keyText)' is none of \(words)")
    }
    slot = value
  }

  /// Reads an array with a fixed number of numbers.
  mutating func numbers(_ count: Int) throws -> [Double]? {
    if try scanner.nullIfPresent() { return nil }
    let place = scanner.offset
    var numbers: [Double] = []
    try scanner.beginArray()
    while try scanner.nextElement() {
      numbers.append(try scanner.double() + 0.0)
    }
    guard numbers.count == count else {
      throw LineProblem(
        kind: "bad-value", offset: place,
        message: "'\(scanner.keyText)' needs \(count) numbers, it has \(numbers.count)")
    }
    return numbers
  }

  mutating func read(_ slot: inout Point?) throws {
    guard slot == nil else { throw duplicate() }
    slot = try numbers(2).map { Point(x: $0[0], y: $0[1]) }
  }

  mutating func read(_ slot: inout Insets?) throws {
    guard slot == nil else { throw duplicate() }
    slot = try numbers(4).map { Insets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }
  }

  mutating func read(_ slot: inout UnitPoint?) throws {
    guard slot == nil else { throw duplicate() }
    if try scanner.peek() == .string {
      let place = scanner.offset
      let name = try scanner.string()
      guard let named = UnitPoint.named.first(where: { $0.name == name }) else {
        throw LineProblem(
          kind: "bad-value", offset: place,
          message: "'\(name)' is no anchor; use a name such as 'center' or two fractions")
      }
      slot = named.point
    } else {
      slot = try numbers(2).map { UnitPoint(x: $0[0], y: $0[1]) }
    }
  }

  mutating func read(_ slot: inout TargetID?) throws {
    guard slot == nil else { throw duplicate() }
    if try scanner.nullIfPresent() { return }
    slot = try id()
  }

  /// Reads an id: an integer, a string, or an object with its type.
  mutating func id() throws -> TargetID {
    switch try scanner.peek() {
    case .number: return TargetID(try scanner.int64())
    case .string: return TargetID(try scanner.string())
    default: return try idObject()
    }
  }

  private mutating func idObject() throws -> TargetID {
    let place = scanner.offset
    var (integer, string, uuid, type, text): (Int64?, String?, String?, String?, String?)
    var isOptional: Bool?
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "int": try read(&integer)
      case "string": try read(&string)
      case "uuid": try read(&uuid)
      case "type": try read(&type)
      case "text": try read(&text)
      case "optional": try read(&isOptional)
      default: try passUnknown()
      }
    }
    let value: TargetID.Value? =
      switch (integer, string, uuid, type, text) {
      case (let integer?, nil, nil, nil, nil): .int(integer)
      case (nil, let string?, nil, nil, nil): .string(string)
      case (nil, nil, let uuid?, nil, nil): TargetID(uuidText: uuid)?.value
      case (nil, nil, nil, let type?, let text?): .other(type: type, text: text)
      default: nil
      }
    guard let value else {
      throw LineProblem(
        kind: "bad-id", offset: place,
        message: "an id object has one of 'int', 'string', 'uuid', or 'type' and 'text'")
    }
    return TargetID(value, isOptional: isOptional ?? false)
  }

  // MARK: Problems

  /// The problem of a duplicate key.
  func duplicate() -> LineProblem {
    LineProblem(
      kind: "duplicate-key", offset: scanner.offset,
      message: "'\(scanner.keyText)' comes twice in one line")
  }

  /// Returns a required value.
  func require<Value>(_ value: Value?, _ key: StaticString) throws -> Value {
    guard let value else {
      throw LineProblem(kind: "missing-value", offset: 0, message: "'\(key)' is missing")
    }
    return value
  }

  /// Returns two values that must both be present or both be missing.
  func pair(
    _ first: Double?, _ second: Double?, _ names: StaticString
  ) throws -> (Double, Double)? {
    switch (first, second) {
    case (let first?, let second?): return (first, second)
    case (nil, nil): return nil
    default:
      throw LineProblem(
        kind: "missing-value", offset: 0, message: "\(names) go together, one is missing")
    }
  }
}

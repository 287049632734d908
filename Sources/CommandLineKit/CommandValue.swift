/// A type that is parsed from one word of the command line.
///
/// An enumeration needs no code: `enum Format: String, CaseIterable, CommandValue { … }` uses the
/// raw values of its cases as choices.
public protocol CommandValue: CommandStorage where Single == Self {
  /// Parses a word as the user wrote it.
  init(word: String) throws(ValueError)
  /// The word that parses to this value.
  var commandWord: String { get }
  /// All valid words, if they can be listed.
  static var choices: [String] { get }
  /// Whether a word such as `-5` is a value rather than an option.
  static var isNumeric: Bool { get }
}

/// A property for the values of one parameter: exactly one, at most one, or any number.
public protocol CommandStorage: Sendable {
  /// The type of each value.
  associatedtype Single: CommandValue
  /// Whether the parameter may be given several times.
  static var isRepeated: Bool { get }
  /// Whether the property can be without a value.
  static var canBeEmpty: Bool { get }
  /// The current values.
  var commandValues: [Single] { get }
  /// Replaces the current values by the given ones, of which there is at least one.
  mutating func replace(with elements: [Single])
}

/// The reason why a word is not a value.
public struct ValueError: Error, Equatable {
  /// The text after the quoted word, as in "is not a whole number".
  public let reason: String
  /// Whether the word is of the right type but out of range.
  public let isOutOfRange: Bool

  /// Creates an error from the text after the quoted value.
  public init(_ reason: String, isOutOfRange: Bool = false) {
    self.reason = reason
    self.isOutOfRange = isOutOfRange
  }

  static func outOfRange(_ range: String) -> ValueError {
    ValueError("is out of range; the range is \(range)", isOutOfRange: true)
  }
}

/// A range for the values of a parameter.
public struct Limits<Value: CommandValue>: Sendable {
  let text: String
  let contains: @Sendable (Value) -> Bool
}

extension Limits where Value: Comparable {
  /// From the first value to the last, both included.
  public static func range(_ range: ClosedRange<Value>) -> Limits {
    Limits(text: "\(range.lowerBound.commandWord) to \(range.upperBound.commandWord)") {
      range.contains($0)
    }
  }

  /// The bound or larger values.
  public static func atLeast(_ bound: Value) -> Limits {
    Limits(text: "\(bound.commandWord) or more") { $0 >= bound }
  }

  /// Values larger than the bound.
  public static func above(_ bound: Value) -> Limits {
    Limits(text: "more than \(bound.commandWord)") { $0 > bound }
  }
}

extension CommandValue {
  /// A single value may be given once.
  public static var isRepeated: Bool { false }
  /// A value is always present.
  public static var canBeEmpty: Bool { false }
  /// The single value.
  public var commandValues: [Self] { [self] }

  /// Replaces the value by the last one given.
  public mutating func replace(with elements: [Self]) {
    if let last = elements.last { self = last }
  }

  /// No list of words.
  public static var choices: [String] { [] }
  /// Not a number.
  public static var isNumeric: Bool { false }
}

extension Optional: CommandStorage where Wrapped: CommandValue {
  /// At most one value.
  public static var isRepeated: Bool { false }
  /// The value may be absent.
  public static var canBeEmpty: Bool { true }
  /// The value, if there is one.
  public var commandValues: [Wrapped] { map { [$0] } ?? [] }

  /// Replaces the value by the last one given.
  public mutating func replace(with elements: [Wrapped]) {
    self = elements.last
  }
}

extension Array: CommandStorage where Element: CommandValue {
  /// Any number of values.
  public static var isRepeated: Bool { true }
  /// The values may be absent.
  public static var canBeEmpty: Bool { true }
  /// All values in the order given.
  public var commandValues: [Element] { self }

  /// Replaces all values, including a default, by those given.
  public mutating func replace(with elements: [Element]) {
    self = elements
  }
}

/// A type that one word of the command line can become.
///
/// An enumeration needs no code: `enum Format: String, CaseIterable, CommandValue { … }` takes the
/// raw values of its cases as choices.
public protocol CommandValue: CommandStorage where Single == Self {
  /// Reads a word as the user wrote it.
  init(word: String) throws(ValueError)
  /// The word that reads as this value.
  var commandWord: String { get }
  /// All words there are, when they can be listed.
  static var choices: [String] { get }
  /// Whether a word such as `-5` is a value rather than an option.
  static var isNumeric: Bool { get }
}

/// A property that takes the values of one parameter: exactly one, at most one, or any number.
public protocol CommandStorage: Sendable {
  /// The type of each value.
  associatedtype Single: CommandValue
  /// Whether the parameter may be given several times.
  static var isRepeated: Bool { get }
  /// Whether the property can hold no value.
  static var canBeEmpty: Bool { get }
  /// The values held now.
  var commandValues: [Single] { get }
  /// Replaces what is held by the values given, of which there is at least one.
  mutating func replace(with elements: [Single])
}

/// Why a word is not a value.
public struct ValueError: Error, Equatable {
  /// What follows the quoted word, as in "is not a whole number".
  public let reason: String
  /// Whether the word is of the right kind but too small or too large.
  public let isOutOfRange: Bool

  /// Makes an error from the words that follow the quoted value.
  public init(_ reason: String, isOutOfRange: Bool = false) {
    self.reason = reason
    self.isOutOfRange = isOutOfRange
  }

  static func outOfRange(_ range: String) -> ValueError {
    ValueError("is out of range; the range is \(range)", isOutOfRange: true)
  }
}

/// A range that the values of a parameter must lie in.
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

  /// The bound or more.
  public static func atLeast(_ bound: Value) -> Limits {
    Limits(text: "\(bound.commandWord) or more") { $0 >= bound }
  }

  /// More than the bound.
  public static func above(_ bound: Value) -> Limits {
    Limits(text: "more than \(bound.commandWord)") { $0 > bound }
  }
}

extension CommandValue {
  /// One value takes one word.
  public static var isRepeated: Bool { false }
  /// There is always a value.
  public static var canBeEmpty: Bool { false }
  /// The value alone.
  public var commandValues: [Self] { [self] }

  /// Becomes the last value given.
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
  /// There may be no value.
  public static var canBeEmpty: Bool { true }
  /// The value, if there is one.
  public var commandValues: [Wrapped] { map { [$0] } ?? [] }

  /// Becomes the last value given.
  public mutating func replace(with elements: [Wrapped]) {
    self = elements.last
  }
}

extension Array: CommandStorage where Element: CommandValue {
  /// Any number of values.
  public static var isRepeated: Bool { true }
  /// There may be no value.
  public static var canBeEmpty: Bool { true }
  /// All values in the order given.
  public var commandValues: [Element] { self }

  /// Becomes the values given; a default is not kept among them.
  public mutating func replace(with elements: [Element]) {
    self = elements
  }
}

extension String: CommandValue {
  /// Accepts every word, including the empty one.
  public init(word: String) {
    self = word
  }

  /// The text itself.
  public var commandWord: String { self }
}

extension Bool: CommandValue {
  /// Parses `yes` or `no`, or a common alternative spelling.
  public init(word: String) throws(ValueError) {
    switch word.lowercased() {
    case "yes", "true", "on": self = true
    case "no", "false", "off": self = false
    default: throw .notAChoice(word, of: Self.choices)
    }
  }

  /// `yes` or `no`.
  public var commandWord: String { self ? "yes" : "no" }
  /// `yes` and `no`.
  public static var choices: [String] { ["yes", "no"] }
}

extension Int: CommandValue {
  /// Parses decimal digits with an optional sign.
  public init(word: String) throws(ValueError) {
    self = try wholeNumber(word)
  }

  /// Decimal digits.
  public var commandWord: String { String(self) }
  /// Always a number.
  public static var isNumeric: Bool { true }
}

extension Int64: CommandValue {
  /// Parses decimal digits with an optional sign.
  public init(word: String) throws(ValueError) {
    self = try wholeNumber(word)
  }

  /// Decimal digits.
  public var commandWord: String { String(self) }
  /// Always a number.
  public static var isNumeric: Bool { true }
}

extension UInt64: CommandValue {
  /// Parses decimal digits; a negative number is out of range.
  public init(word: String) throws(ValueError) {
    self = try wholeNumber(word)
  }

  /// Decimal digits.
  public var commandWord: String { String(self) }
  /// Always a number.
  public static var isNumeric: Bool { true }
}

extension Double: CommandValue {
  /// Parses a finite decimal number, with a point in every locale.
  public init(word: String) throws(ValueError) {
    // The grammar is checked first: the standard library also parses "nan", "inf" and "0x1p3".
    guard isDecimal(word), let value = Double(word) else { throw ValueError("is not a number") }
    guard value.isFinite else { throw .outOfRange("about -1.8e308 to 1.8e308") }
    self = value
  }

  /// The fewest digits that parse to this number, without a fraction of zero.
  public var commandWord: String {
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Always a number.
  public static var isNumeric: Bool { true }
}

extension CommandValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// Parses the raw value of a case.
  public init(word: String) throws(ValueError) {
    guard let value = Self(rawValue: word) else { throw .notAChoice(word, of: Self.choices) }
    self = value
  }

  /// The raw value.
  public var commandWord: String { rawValue }
  /// The raw values of all cases, as declared.
  public static var choices: [String] { allCases.map(\.rawValue) }
}

extension ValueError {
  /// Returns the error that lists the choices and the closest of them.
  public static func notAChoice(_ word: String, of choices: [String]) -> ValueError {
    ValueError(
      "is not \(UsageError.alternatives(choices))" + Suggestion.hint(for: word, among: choices))
  }
}

private func wholeNumber<Number: FixedWidthInteger>(_ word: String) throws(ValueError) -> Number {
  if let value = Number(word) { return value }
  let digits = word.first == "-" || word.first == "+" ? word.dropFirst() : word[...]
  guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else {
    throw ValueError("is not a whole number")
  }
  throw .outOfRange("\(Number.min) to \(Number.max)")
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// Whether the text is `[+-] digits [. digits] [e [+-] digits]` with a digit on one side of the point.
private func isDecimal(_ text: String) -> Bool {
  var rest = text.utf8[...]
  func skip(_ bytes: String) {
    if let first = rest.first, bytes.utf8.contains(first) { rest = rest.dropFirst() }
  }
  func skipDigits() -> Int {
    let count = rest.prefix(while: isDigit).count
    rest = rest.dropFirst(count)
    return count
  }
  skip("+-")
  let whole = skipDigits()
  skip(".")
  guard whole + skipDigits() > 0 else { return false }
  if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
    rest = rest.dropFirst()
    skip("+-")
    guard skipDigits() > 0 else { return false }
  }
  return rest.isEmpty
}

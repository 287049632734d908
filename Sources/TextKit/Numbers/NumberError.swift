/// The reason why a text is not a valid number, or a number has no text.
public enum NumberError: Error, Equatable, Sendable {
  /// The text is not a JSON number; the first wrong byte is `offset` bytes into the buffer.
  case malformed(offset: Int)
  /// The value is larger than any finite `Double`.
  case outOfRange
  /// The value is not an integer.
  case notAnInteger
  /// The value is an integer that does not fit 64 signed bits.
  case integerOverflow
  /// The value is infinite or not a number, for which JSON has no text.
  case notFinite
}

extension NumberError: CustomStringConvertible {
  /// A predicate without a subject, to follow the name of a field.
  public var description: String {
    switch self {
    case .malformed(let offset): "is not a number in JSON's grammar (byte \(offset))"
    case .outOfRange: "is out of range: a finite number below 1.8e308 is needed"
    case .notAnInteger: "is not a whole number"
    case .integerOverflow: "does not fit a signed 64-bit integer"
    case .notFinite: "is not finite and has no JSON text"
    }
  }
}

/// Why a text is no usable number, or a number has no text.
public enum NumberError: Error, Equatable, Sendable {
  /// The bytes break JSON's number grammar; the first wrong byte is `offset` bytes into the buffer.
  case malformed(offset: Int)
  /// The value is larger than any finite `Double`.
  case outOfRange
  /// The value is no whole number.
  case notAnInteger
  /// The value is whole and does not fit 64 signed bits.
  case integerOverflow
  /// The value is infinite or not a number, for which JSON has no text.
  case notFinite
}

extension NumberError: CustomStringConvertible {
  /// A sentence without a subject, ready to follow the name of a field.
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

/// A result of a `JSONStream`: a requested value or damage.
public enum JSONPiece: Sendable {
  /// A complete value.
  case value(Value)
  /// Skipped bytes: their offset, their number and the reason.
  case damage(offset: Int64, length: Int64, reason: Reason)

  /// One value of the text.
  public struct Value: Sendable {
    /// The index of the choice that selected it.
    public let choice: Int
    /// The number of the element in its array, from 0.
    public let number: Int64
    /// The distance from the start of the unpacked source to the value's first byte.
    public let offset: Int64
    /// The value's bytes, from its first to its last.
    public let bytes: ArraySlice<UInt8>
  }

  /// The reason for skipped bytes.
  public enum Reason: Hashable, Sendable {
    /// The source ends inside a value.
    case cutOff
    /// A byte is not allowed by JSON at its position.
    case unexpectedByte(UInt8)
    /// A string contains a control character, as after a missing quote.
    case controlCharacter(UInt8)
    /// A closing bracket does not match the opening one.
    case unmatchedBracket
    /// Containers are nested deeper than `JSONValueScan.depthLimit`.
    case tooDeep
    /// The value is longer than the limit.
    case tooLong(limit: Int64)
  }
}

extension JSONPiece.Reason: CustomStringConvertible {
  /// The reason, without a subject.
  public var description: String {
    switch self {
    case .cutOff: "the text ends inside a value"
    case .unexpectedByte(let byte):
      byte > ASCII.space && byte < ASCII.delete
        ? "'\(Character(Unicode.Scalar(byte)))' is not allowed here in JSON"
        : "the byte 0x\(Hex.text([byte])) is not allowed here in JSON"
    case .controlCharacter(let byte): "a string holds the control byte 0x\(Hex.text([byte]))"
    case .unmatchedBracket: "a bracket closes what another kind opened"
    case .tooDeep: "values are nested deeper than \(JSONValueScan.depthLimit) levels"
    case .tooLong(let limit): "the value is longer than \(limit) bytes"
    }
  }
}

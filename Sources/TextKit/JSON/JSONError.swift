/// An error at a position in a JSON text: invalid grammar, an exceeded limit or a type mismatch.
public struct JSONError: Error, Equatable, Sendable {
  /// The offset of the first invalid byte from the start of the text.
  public let offset: Int
  /// The kind of error.
  public let kind: Kind

  /// Creates an error; readers use it to reject a value at a scanner's offset.
  public init(offset: Int, kind: Kind) {
    self.offset = offset
    self.kind = kind
  }

  /// The kinds of errors in a JSON text.
  public enum Kind: Equatable, Sendable {
    /// The text ends inside a value.
    case unexpectedEnd
    /// A byte that the grammar does not allow here.
    case unexpectedByte(UInt8, expected: Expectation)
    /// The value is of another kind than the reader expects.
    case mismatch(expected: JSONKind, found: JSONKind)
    /// A number breaks JSON's grammar or does not fit the expected type.
    case number(NumberError)
    /// A string contains bytes that are not well-formed UTF-8.
    case invalidUTF8
    /// A string contains an unescaped control character.
    case controlCharacter(UInt8)
    /// A backslash is followed by an invalid escape.
    case invalidEscape
    /// A `\u` escape denotes half of a surrogate pair, which is not a valid character.
    case loneSurrogate
    /// Containers are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The value is followed by other text than white space.
    case trailingBytes
  }

  /// The tokens that the grammar allows at a position.
  public enum Expectation: Equatable, Sendable {
    /// The start of any value.
    case value
    /// The quote that starts a key, or a closing brace.
    case keyOrEnd
    /// The quote that starts a key, after a comma.
    case key
    /// The colon between key and value.
    case colon
    /// A comma or a closing brace, after a value in an object.
    case commaOrBrace
    /// A comma or a closing bracket, after a value in an array.
    case commaOrBracket
  }
}

/// The six kinds of JSON values.
public enum JSONKind: Equatable, Sendable {
  /// Members in braces.
  case object
  /// Elements in brackets.
  case array
  /// Text in quotes.
  case string
  /// Digits.
  case number
  /// `true` or `false`.
  case bool
  /// The word `null`.
  case null
}

extension JSONError: CustomStringConvertible {
  /// The problem and its byte offset.
  public var description: String { "\(message) (byte \(offset))" }

  /// The problem, without its offset.
  public var message: String {
    switch kind {
    case .unexpectedEnd: "the text ends inside a value"
    case .unexpectedByte(let byte, let expected):
      "expected \(Self.name(of: expected)), found \(Self.name(of: byte))"
    case .mismatch(let expected, let found):
      "expected \(Self.name(of: expected)), found \(Self.name(of: found))"
    case .number(let error): "the number \(error)"
    case .invalidUTF8: "a string is not well-formed UTF-8"
    case .controlCharacter(let byte): "a string holds the control byte \(Self.name(of: byte))"
    case .invalidEscape: "a backslash starts no known escape"
    case .loneSurrogate: "an escape names half of a surrogate pair"
    case .tooDeep(let limit): "values are nested deeper than \(limit) levels"
    case .trailingBytes: "something follows the value"
    }
  }

  private static func name(of byte: UInt8) -> String {
    byte > ASCII.space && byte < ASCII.delete
      ? "'\(Character(Unicode.Scalar(byte)))'" : "0x\(Hex.text([byte]))"
  }

  private static func name(of kind: JSONKind) -> String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }

  private static func name(of expectation: Expectation) -> String {
    switch expectation {
    case .value: "a value"
    case .keyOrEnd: "a key or '}'"
    case .key: "a key"
    case .colon: "':'"
    case .commaOrBrace: "',' or '}'"
    case .commaOrBracket: "',' or ']'"
    }
  }
}

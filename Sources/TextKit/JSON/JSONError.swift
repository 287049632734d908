/// A place in a JSON text where it breaks the grammar, a limit, or what its reader asked for.
public struct JSONError: Error, Equatable, Sendable {
  /// The distance in bytes from the start of the text to the first byte that is wrong.
  public let offset: Int
  /// What is wrong there.
  public let kind: Kind

  /// Creates an error; readers use it for their own refusals at a scanner's offset.
  public init(offset: Int, kind: Kind) {
    self.offset = offset
    self.kind = kind
  }

  /// The ways in which a JSON text can disappoint.
  public enum Kind: Equatable, Sendable {
    /// The text stops inside a value.
    case unexpectedEnd
    /// A byte that the grammar does not allow here.
    case unexpectedByte(UInt8, expected: Expectation)
    /// The value is of another kind than the reader asked for.
    case mismatch(expected: JSONKind, found: JSONKind)
    /// A number breaks JSON's grammar or does not fit the type asked for.
    case number(NumberError)
    /// A string holds bytes that are not well-formed UTF-8.
    case invalidUTF8
    /// A string holds a control character that should have been escaped.
    case controlCharacter(UInt8)
    /// A backslash is followed by something that is no escape.
    case invalidEscape
    /// A `\u` escape names half of a surrogate pair, which no text can hold.
    case loneSurrogate
    /// Containers are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// Something other than white space follows the value.
    case trailingBytes
  }

  /// What the grammar allows at a place.
  public enum Expectation: Equatable, Sendable {
    /// The start of any value.
    case value
    /// The quote that starts a key, or a closing brace.
    case keyOrEnd
    /// The quote that starts a key, after a comma.
    case key
    /// The colon between key and value.
    case colon
    /// What may follow a value in an object.
    case commaOrBrace
    /// What may follow a value in an array.
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
  /// What is wrong and at which byte.
  public var description: String { "\(message) (byte \(offset))" }

  /// What is wrong, without the place.
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

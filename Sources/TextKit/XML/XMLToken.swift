/// One piece of an XML document.
public enum XMLToken: Hashable, Sendable {
  /// The start of an element with its attributes in the order of the text.
  ///
  /// An empty element is followed by its end like any other.
  case start(name: String, attributes: [XMLAttribute])
  /// The end of an element.
  case end(name: String)
  /// Text between tags, with references resolved; a long text is split into several pieces.
  case text(String)
}

/// One attribute of an element.
public struct XMLAttribute: Hashable, Sendable {
  /// The name with its prefix, as written.
  public var name: String
  /// The value with references resolved.
  public var value: String

  /// Creates an attribute.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A problem at one position of an XML document; the tokenizer continues after it.
public struct XMLProblem: Hashable, Sendable {
  /// The kinds of problems of a document.
  public enum Kind: Hashable, Sendable {
    /// The document ends inside a tag, a comment or a section.
    case cutOff
    /// Text that starts with `<` is not a tag.
    case badTag
    /// A tag, a name or a value exceeds its limit.
    case tooLong
  }

  /// The kind of problem.
  public let kind: Kind
  /// The position, in bytes from the start of the decompressed document.
  public let offset: Int64
}

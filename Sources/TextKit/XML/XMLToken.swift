/// One piece of an XML document.
public enum XMLToken: Hashable, Sendable {
  /// The start of an element with its attributes in the order of the text.
  ///
  /// An element that ends at once is followed by its end like any other.
  case start(name: String, attributes: [XMLAttribute])
  /// The end of an element.
  case end(name: String)
  /// Text between tags, with references resolved; a long one comes in several pieces.
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

/// What is wrong at one place of an XML document; the tokenizer goes on behind it.
public struct XMLProblem: Hashable, Sendable {
  /// The ways in which a document can be damaged.
  public enum Kind: Hashable, Sendable {
    /// The document ends inside a tag, a comment or a section.
    case cutOff
    /// What starts with `<` is no tag.
    case badTag
    /// A tag, a name or a value is longer than any that is read.
    case tooLong
  }

  /// What is wrong.
  public let kind: Kind
  /// Where, in bytes from the start of the document after unpacking.
  public let offset: Int64
}

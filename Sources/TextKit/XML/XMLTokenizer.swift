/// Splits an XML document of any length into tags and text, in bounded memory.
///
/// It supports elements, attributes, text, the five named references and the numeric ones,
/// comments, CDATA sections and processing instructions. It skips a document type and defines no
/// entities, so a document cannot expand: an unknown reference stays unchanged. The caller checks
/// whether ends match their starts.
///
/// ```swift
/// var tokenizer = XMLTokenizer(source)
/// while let token = tokenizer.next() {
///   switch token {
///   case .start(let name, let attributes): …
///   case .end(let name): …
///   case .text(let text): …
///   }
/// }
/// ```
///
/// Damage is recorded in `problems` and skipped. The text must be UTF-8; invalid bytes become
/// replacement characters.
public struct XMLTokenizer {
  /// The maximum length of a tag, in bytes.
  public static let tagLimit = 1 << 20
  /// The maximum length of a piece of text, in bytes.
  public static let pieceLimit = 1 << 16
  /// The maximum number of problems that are recorded individually.
  public static let problemLimit = 1000

  /// The problems so far, in order.
  public private(set) var problems: [XMLProblem] = []
  var window: ByteWindow
  private var pendingEnd: String?

  /// Starts at the current position of a source.
  public init(_ source: ByteSource) {
    window = ByteWindow(source, limit: 4 * Self.tagLimit)
    if window.require(3), window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { window.drop(3) }
  }

  /// The start of the next token, in bytes from the start of the document.
  public var offset: Int64 { window.offset }

  /// The failure of the source, after its valid bytes were used.
  public var failure: InputError? { window.failure }

  /// The bytes of the file itself read so far, for progress.
  public var rawCount: Int64 { window.source.rawCount }

  /// Returns the next piece; nil at the end.
  public mutating func next() -> XMLToken? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name: name)
    }
    while window.count > 0 || window.fill() {
      guard window[0] == ASCII.lessThan else { return text() }
      if let token = markup() { return token }
    }
    return nil
  }

  // MARK: Text

  /// Reads text up to the next tag, or a piece of it.
  private mutating func text() -> XMLToken {
    var end = 0
    while end < Self.pieceLimit {
      if end == window.count, !window.require(end + 1) { break }
      if window[end] == ASCII.lessThan { break }
      end += 1
    }
    if end == Self.pieceLimit { end = wholeEnd(end) }
    let text = XMLReferences.resolved(window.bytes.prefix(end))
    window.drop(end)
    return .text(text)
  }

  /// Moves the end of a piece before a reference or character that it would split.
  private func wholeEnd(_ end: Int) -> Int {
    var start = end
    while start > end - XMLReferences.longest, start > 0 {
      start -= 1
      if window[start] == ASCII.ampersand { return max(1, start) }
      if window[start] == ASCII.semicolon { break }
    }
    start = end
    while start > end - 4, start > 1, window[start - 1] & 0xC0 == 0x80 { start -= 1 }
    return window[start - 1] >= 0xC0 ? start - 1 : end
  }

  // MARK: Markup

  /// Reads markup that starts with `<`; nil if it is not part of the content.
  private mutating func markup() -> XMLToken? {
    _ = window.require(9)
    let bytes = window.bytes
    if bytes.starts(with: Self.comment) {
      skip(past: Self.commentEnd, from: 4)
      return nil
    }
    if bytes.starts(with: Self.section) { return characterData() }
    if bytes.starts(with: [ASCII.lessThan, 0x3F]) {
      skip(past: [0x3F, ASCII.greaterThan], from: 2)
      return nil
    }
    if bytes.starts(with: [ASCII.lessThan, 0x21]) {
      skipDeclaration()
      return nil
    }
    return tag()
  }

  private static let comment = Array("<!--".utf8)
  private static let commentEnd = Array("-->".utf8)
  private static let section = Array("<![CDATA[".utf8)
  private static let sectionEnd = Array("]]>".utf8)

  /// Skips everything up to the end of a comment or instruction.
  private mutating func skip(past end: [UInt8], from start: Int) {
    let offset = window.offset
    window.drop(start)
    while window.require(end.count) {
      if window.bytes.starts(with: end) { return window.drop(end.count) }
      window.drop(1)
    }
    window.drop(window.count)
    report(.cutOff, offset)
  }

  /// Skips a document type with its brackets and quotes.
  private mutating func skipDeclaration() {
    let offset = window.offset
    var depth = 0
    var quote: UInt8?
    while window.count > 0 || window.fill() {
      let byte = window[0]
      window.drop(1)
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case ASCII.quote, ASCII.apostrophe: quote = byte
      case ASCII.lessThan, ASCII.openBracket: depth += 1
      case ASCII.closeBracket: depth -= 1
      case ASCII.greaterThan:
        depth -= 1
        if depth <= 0 { return }
      default: break
      }
    }
    report(.cutOff, offset)
  }

  /// Reads a section of plain text, or a piece of one.
  private mutating func characterData() -> XMLToken {
    let offset = window.offset
    window.drop(Self.section.count)
    var end = 0
    while end < Self.tagLimit {
      guard window.require(end + Self.sectionEnd.count) else {
        report(.cutOff, offset)
        end = window.count
        break
      }
      if window.bytes.dropFirst(end).starts(with: Self.sectionEnd) { break }
      end += 1
    }
    if end == Self.tagLimit { report(.tooLong, offset) }
    let text = String(decoding: window.bytes.prefix(end), as: UTF8.self)
    window.drop(end)
    if window.bytes.starts(with: Self.sectionEnd) { window.drop(Self.sectionEnd.count) }
    return .text(text)
  }

  /// Reads the tag at the window's start; skips a damaged one.
  private mutating func tag() -> XMLToken? {
    let offset = window.offset
    var end = 1
    var quote: UInt8?
    while true {
      guard end < Self.tagLimit else {
        report(.tooLong, offset)
        window.drop(end)
        return nil
      }
      guard end < window.count || window.require(end + 1) else {
        report(.cutOff, offset)
        window.drop(window.count)
        return nil
      }
      let byte = window[end]
      end += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == ASCII.quote || byte == ASCII.apostrophe {
        quote = byte
      } else if byte == ASCII.greaterThan {
        break
      } else if byte == ASCII.lessThan {
        // A new tag starts inside this one: the first was truncated.
        report(.badTag, offset)
        window.drop(end - 1)
        return nil
      }
    }
    let token = XMLTag(window.bytes.dropFirst().prefix(end - 2))
    window.drop(end)
    guard let token else {
      report(.badTag, offset)
      return nil
    }
    if token.isEnd { return .end(name: token.name) }
    if token.isEmpty { pendingEnd = token.name }
    return .start(name: token.name, attributes: token.attributes)
  }

  private mutating func report(_ kind: XMLProblem.Kind, _ offset: Int64) {
    if problems.count < Self.problemLimit {
      problems.append(XMLProblem(kind: kind, offset: offset))
    }
  }
}

@available(*, unavailable)
extension XMLTokenizer: Sendable {}

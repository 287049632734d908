/// The elements of one huge array of a JSON text, one at a time, in constant memory.
///
/// The text is never loaded as a document. The stream determines the end of a value, without
/// checking all of its grammar, and returns its bytes, usually for a `JSONScanner`.
///
/// ```swift
/// let stream = JSONStream(source, [.elements("traceEvents"), .elements()])
/// while let piece = try stream.next() {
///   switch piece {
///   case .value(let value):
///     var scanner = JSONScanner(value.bytes)
///     …
///   case .damage(let damage): …  // position and reason; the stream continues after it
///   }
/// }
/// ```
///
/// - Members that were not requested are skipped, regardless of their size.
/// - In an array that is unterminated, has a trailing comma or a truncated element, the complete
///   elements are delivered.
/// - After a damaged element the stream searches the start of the next one by the bytes that
///   separated earlier elements. A nested value may match as well, so an element after damage may
///   be a nested one.
/// - One source may contain several texts in sequence, as in JSON lines.
///
/// Pieces do not depend on the chunks of the source. A piece may be retained; the stream then
/// copies its buffer once before it continues. It is a class, because it owns a position in a
/// source. It is not Sendable, as it has a single reader.
public final class JSONStream {
  /// The default limit of a value's length: 16 MiB.
  public static let defaultLimit = 16 << 20
  /// The number of bytes per read.
  public static let defaultChunkSize = 1 << 20

  /// A selection of values of the text.
  public struct Choice: Sendable {
    let path: [[UInt8]]
    let isArray: Bool

    /// The elements of the array under these keys; without keys, of an array at the top level.
    ///
    /// The key `*` matches any key.
    public static func elements(_ keys: String...) -> Choice { elements(under: keys) }

    /// The elements of the array under these keys.
    public static func elements(under keys: [String]) -> Choice {
      Choice(path: keys.map { Array($0.utf8) }, isArray: true)
    }

    /// The complete value under these keys; without keys, every text of the source.
    public static func value(_ keys: String...) -> Choice {
      Choice(path: keys.map { Array($0.utf8) }, isArray: false)
    }

    /// Whether the path starts with these keys.
    func leads(_ keys: [[UInt8]]) -> Bool {
      path.count >= keys.count && zip(path, keys).allSatisfy { $0 == $1 || $0 == [0x2A] }
    }
  }

  /// The source of the bytes.
  public let source: ByteSource
  /// Whether every text so far was complete; at the end, whether the source was.
  public internal(set) var isClosed = true
  /// The number of bytes of an incomplete value that were read before the source failed.
  public var unfinishedCount: Int64 { window.unfinishedCount }

  let choices: [Choice]
  let limit: Int
  let allowsScript: Bool
  var window: JSONWindow
  /// The keys of the objects that were entered.
  var path: [[UInt8]] = []
  var place = Place.start
  private var hasText = false
  /// The separator of the array's elements, to find the next element after damage.
  var seam = JSONSeam()

  /// The tokens that may come next.
  enum Place {
    /// A text, or the end.
    case start
    /// The first key of an object, or its end.
    case opened
    /// A comma and a key, or the object's end.
    case member
    /// An element of the array of a choice, or its end.
    case element(choice: Int, number: Int64)
    /// Nothing, after unrecoverable damage.
    case ended
  }

  /// Reads the chosen values of at most `limit` bytes each.
  ///
  /// `allowsScript` accepts a script that assigns a value: text before the first bracket and after
  /// the value is ignored.
  public init(
    _ source: ByteSource, _ choices: [Choice], limit: Int = defaultLimit,
    chunkSize: Int = defaultChunkSize, allowsScript: Bool = false
  ) {
    self.source = source
    self.choices = choices
    // Far below overflow and far above any memory size.
    self.limit = min(max(1, limit), 1 << 40)
    self.allowsScript = allowsScript
    window = JSONWindow(source, chunkSize: chunkSize)
  }

  /// Returns the next requested value or damage; nil at the end.
  ///
  /// A failure of the source is thrown after every complete value before it, and on each later
  /// call.
  public func next() throws(InputError) -> JSONPiece? {
    while true {
      let piece: JSONPiece?
      switch place {
      case .start: piece = try start()
      case .opened: piece = try member(isFirst: true)
      case .member: piece = try member(isFirst: false)
      case .element(let choice, let number): piece = try element(choice, number)
      case .ended:
        // The rest is ignored, but it may be damaged.
        try window.skipRest()
        return nil
      }
      if let piece { return piece }
    }
  }

  // MARK: The path to the values

  private func start() throws(InputError) -> JSONPiece? {
    if allowsScript, !hasText { try window.skipScript() }
    // Concatenated texts may each have a byte order mark.
    if hasText, try window.peek() == 0xEF { try window.skipMark() }
    guard let byte = try window.peek(), !allowsScript || Self.isBracket(byte) else {
      place = .ended
      return nil
    }
    hasText = true
    let offset = window.offset
    isClosed = false
    if let choice = choices.firstIndex(where: { $0.path.isEmpty && !$0.isArray }) {
      return try value(choice, number: 0, then: .start)
    }
    switch byte {
    case ASCII.openBrace:
      window.step()
      place = .opened
      return nil
    case ASCII.openBracket:
      if let choice = choices.firstIndex(where: { $0.path.isEmpty }) {
        window.step()
        enter(choice)
        return nil
      }
      return try skip(then: .start)
    default:
      place = .ended
      return .damage(offset: offset, length: 0, reason: .unexpectedByte(byte))
    }
  }

  private static func isBracket(_ byte: UInt8) -> Bool {
    byte == ASCII.openBracket || byte == ASCII.openBrace
  }

  private func member(isFirst: Bool) throws(InputError) -> JSONPiece? {
    guard let byte = try window.peek() else { return cutOff() }
    if byte == ASCII.closeBrace {
      window.step()
      leave()
      return nil
    }
    if !isFirst {
      guard byte == ASCII.comma else { return lost(byte) }
      window.step()
      if try window.peek() == ASCII.closeBrace { return nil }
    }
    guard let quote = try window.peek() else { return cutOff() }
    guard quote == ASCII.quote else { return lost(quote) }
    let key = try window.takeValue(limit: 1 << 10)
    guard case .whole = key.ending else { return give(up: key) }
    guard let colon = try window.peek() else { return cutOff() }
    guard colon == ASCII.colon else { return lost(colon) }
    window.step()
    return try value(of: Array(key.bytes.dropFirst().dropLast()))
  }

  /// Enters, returns or skips the value after a key.
  private func value(of key: [UInt8]) throws(InputError) -> JSONPiece? {
    guard let byte = try window.peek() else { return cutOff() }
    let keys = path + [key]
    if let choice = choices.firstIndex(where: { $0.path.count == keys.count && $0.leads(keys) }) {
      if !choices[choice].isArray { return try value(choice, number: 0, then: .member) }
      if byte == ASCII.openBracket {
        window.step()
        enter(choice)
        return nil
      }
    }
    if byte == ASCII.openBrace, choices.contains(where: { $0.leads(keys) }) {
      window.step()
      path = keys
      place = .opened
      return nil
    }
    return try skip(then: .member)
  }

  private func enter(_ choice: Int) {
    seam = JSONSeam()
    place = .element(choice: choice, number: 0)
  }

  private func skip(then next: Place) throws(InputError) -> JSONPiece? {
    let found = try window.takeValue(limit: 0)
    guard case .whole = found.ending else { return give(up: found) }
    place = next
    if case .start = next { isClosed = true }
    return nil
  }

  private func value(
    _ choice: Int, number: Int64, then next: Place
  ) throws(InputError) -> JSONPiece? {
    let found = try window.takeValue(limit: limit)
    guard case .whole = found.ending else { return give(up: found) }
    place = next
    if case .start = next { isClosed = true }
    return deliver(found, choice, number)
  }

  /// Leaves the object that ends here.
  private func leave() {
    if path.isEmpty {
      isClosed = true
      place = .start
    } else {
      path.removeLast()
      place = .member
    }
  }

  /// Leaves the array that ends here.
  func leaveArray(_ choice: Int) {
    if choices[choice].path.isEmpty {
      isClosed = true
      place = .start
    } else {
      place = .member
    }
  }

  func deliver(_ found: JSONWindow.Found, _ choice: Int, _ number: Int64) -> JSONPiece {
    guard found.length <= Int64(limit) else {
      return .damage(
        offset: found.offset, length: found.length, reason: .tooLong(limit: Int64(limit)))
    }
    return .value(
      JSONPiece.Value(choice: choice, number: number, offset: found.offset, bytes: found.bytes))
  }

  /// Ends at the end of the text.
  func cutOff() -> JSONPiece? {
    place = .ended
    return nil
  }

  /// Ends at a byte that makes the rest unreadable.
  private func lost(_ byte: UInt8) -> JSONPiece? {
    place = .ended
    return .damage(offset: window.offset, length: 0, reason: .unexpectedByte(byte))
  }

  /// Ends at a value without an end.
  private func give(up found: JSONWindow.Found) -> JSONPiece? {
    place = .ended
    return .damage(offset: found.offset, length: found.length, reason: found.reason)
  }
}

@available(*, unavailable)
extension JSONStream: Sendable {}

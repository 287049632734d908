/// The elements of one huge array of a JSON text, one at a time, in constant memory.
///
/// The text is never held as a document: the stream finds where a value ends, without checking all
/// of its grammar, and gives its bytes to whoever asked, mostly to a `JSONScanner`.
///
/// ```swift
/// let stream = JSONStream(source, [.elements("traceEvents"), .elements()])
/// while let piece = try stream.next() {
///   switch piece {
///   case .value(let value):
///     var scanner = JSONScanner(value.bytes)
///     …
///   case .damage(let damage): …  // place and reason; the stream goes on behind it
///   }
/// }
/// ```
///
/// - Members that nobody asked for are stepped over, whatever their size.
/// - An array without its end, a comma too many, an element cut in half: what was whole arrives.
/// - Behind a broken element the stream looks for the place where the next one starts: for the
///   bytes that stand between the elements before. Since a nested value may look like that too, an
///   element behind damage may be something else than it seems.
/// - Several texts in one source, as of JSON lines, follow one another.
///
/// Pieces do not depend on how the source cuts its bytes. A piece may be kept: then the stream
/// copies its buffer once before it reads on. A class, because it owns a place in a source; one
/// owner reads, so it is not Sendable.
public final class JSONStream {
  /// The longest value delivered unless the caller says otherwise: 16 MiB.
  public static let defaultLimit = 16 << 20
  /// How much is read at a time.
  public static let defaultChunkSize = 1 << 20

  /// Which values of the text are wanted.
  public struct Choice: Sendable {
    let path: [[UInt8]]
    let isArray: Bool

    /// The elements of the array under these keys; without keys, of an array that is the text.
    ///
    /// The key `*` stands for any.
    public static func elements(_ keys: String...) -> Choice { elements(under: keys) }

    /// The elements of the array under these keys.
    public static func elements(under keys: [String]) -> Choice {
      Choice(path: keys.map { Array($0.utf8) }, isArray: true)
    }

    /// The value under these keys, whole; without keys, every text of the source.
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
  /// Whether every text so far was closed; at the end, whether the source was whole.
  public internal(set) var isClosed = true
  /// Bytes of an unfinished value that were read when the source failed.
  public var unfinishedCount: Int64 { window.unfinishedCount }

  let choices: [Choice]
  let limit: Int
  let allowsScript: Bool
  var window: JSONWindow
  /// The keys of the objects that were entered.
  var path: [[UInt8]] = []
  var place = Place.start
  private var hasText = false
  /// What stands between the elements of the array, to find them again behind damage.
  var seam = JSONSeam()

  /// What may come next.
  enum Place {
    /// A text, or the end.
    case start
    /// The first key of an object, or its end.
    case opened
    /// A comma and a key, or the object's end.
    case member
    /// An element of the array of a choice, or its end.
    case element(choice: Int, number: Int64)
    /// Nothing that could be made sense of.
    case ended
  }

  /// Reads the chosen values of at most `limit` bytes each.
  ///
  /// `allowsScript` steps over what stands before the first bracket of a script that assigns a
  /// value, and ignores what follows it.
  public init(
    _ source: ByteSource, _ choices: [Choice], limit: Int = defaultLimit,
    chunkSize: Int = defaultChunkSize, allowsScript: Bool = false
  ) {
    self.source = source
    self.choices = choices
    // Far below overflow, far above any memory.
    self.limit = min(max(1, limit), 1 << 40)
    self.allowsScript = allowsScript
    window = JSONWindow(source, chunkSize: chunkSize)
  }

  /// Returns the next value that was asked for, or damage; nil at the end.
  ///
  /// A failure of the source is thrown after every whole value before it, and then each time.
  public func next() throws(InputError) -> JSONPiece? {
    while true {
      let piece: JSONPiece?
      switch place {
      case .start: piece = try start()
      case .opened: piece = try member(isFirst: true)
      case .member: piece = try member(isFirst: false)
      case .element(let choice, let number): piece = try element(choice, number)
      case .ended:
        // What follows says nothing, but may be damaged.
        try window.skipRest()
        return nil
      }
      if let piece { return piece }
    }
  }

  // MARK: The way to the values

  private func start() throws(InputError) -> JSONPiece? {
    if allowsScript, !hasText { try window.skipScript() }
    // Texts that were joined keep the mark that each of them had.
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

  /// Goes into the value behind a key, delivers it, or steps over it.
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

  /// Ends where the text does.
  func cutOff() -> JSONPiece? {
    place = .ended
    return nil
  }

  /// Ends at a byte behind which nothing can be told.
  private func lost(_ byte: UInt8) -> JSONPiece? {
    place = .ended
    return .damage(offset: window.offset, length: 0, reason: .unexpectedByte(byte))
  }

  /// Ends at a value that has no end.
  private func give(up found: JSONWindow.Found) -> JSONPiece? {
    place = .ended
    return .damage(offset: found.offset, length: found.length, reason: found.reason)
  }
}

@available(*, unavailable)
extension JSONStream: Sendable {}

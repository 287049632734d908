/// A pull scanner over one JSON text: a line of a log or a small document.
///
/// It reads RFC 8259 strictly, in one pass, without recursion and without building a tree. The
/// caller requests the values it expects, in any order of keys:
///
/// ```swift
/// var scanner = JSONScanner(line.bytes)
/// try scanner.beginObject()
/// while let key = try scanner.nextKey() {
///   switch key {
///   case "t": time = try scanner.int64()
///   case "y": offset = try scanner.double()
///   default: break
///   }
/// }
/// try scanner.end()
/// ```
///
/// - A value that was not read is skipped, and checked, by the next `nextKey` or `nextElement`.
/// - After an error of a value the scanner remains before that value. The caller may read it as
///   another type or continue with the next one. Invalid grammar throws on every later call.
/// - Reading a value where none is due (such as before `nextKey`) is a programming error and traps; no
///   text can cause it.
///
/// The scanner retains its text and never copies it. Offsets count from the start of the text.
public struct JSONScanner: Sendable {
  /// The maximum nesting that any scanner allows: one bit per level.
  public static let deepestLimit = 64

  @usableFromInline let text: ArraySlice<UInt8>
  let depthLimit: Int
  /// The first byte not yet scanned.
  public var offset: Int { cursor }
  /// The number of open containers.
  public var depth: Int { level }
  @usableFromInline var cursor = 0
  @usableFromInline var level = 0
  @usableFromInline var state = State.value
  /// One bit per open container, the innermost lowest: 1 for an object.
  @usableFromInline var containers: UInt64 = 0
  /// The index of the first byte of the last key; 0 before the first key.
  @usableFromInline var keyStart = 0

  /// The tokens that may come next.
  @usableFromInline enum State: Sendable {
    /// A value, at `offset` or after white space.
    case value
    /// The first member of the container just opened, or its end.
    case opened
    /// A comma or the container's end; at depth 0 the text's end.
    case closed
  }

  /// Starts at the beginning of `text`, allowing at most `depthLimit` nested containers.
  public init(_ text: ArraySlice<UInt8>, depthLimit: Int = JSONScanner.deepestLimit) {
    precondition(
      1...Self.deepestLimit ~= depthLimit,
      "a depth limit is between 1 and \(Self.deepestLimit), not \(depthLimit)")
    self.text = text
    self.depthLimit = depthLimit
  }

  /// Starts at the beginning of `text`, allowing at most `depthLimit` nested containers.
  public init(_ text: [UInt8], depthLimit: Int = JSONScanner.deepestLimit) {
    self.init(text[...], depthLimit: depthLimit)
  }

  /// Enters the object that is due.
  public mutating func beginObject() throws(JSONError) {
    try open(.object, isObject: true)
  }

  /// Enters the array that is due.
  public mutating func beginArray() throws(JSONError) {
    try open(.array, isObject: false)
  }

  /// Moves to the value of the next key and returns the key; nil leaves the object.
  @inlinable @inline(__always)
  public mutating func nextKey() throws(JSONError) -> JSONKey? {
    if let (key, start) = compactKey() {
      keyStart = start
      cursor = start &+ key.count &+ 2
      state = .value
      return key
    }
    if isAtCompactEnd {
      leave(at: cursor)
      return nil
    }
    return try nextAnyKey()
  }

  @usableFromInline
  mutating func nextAnyKey() throws(JSONError) -> JSONKey? {
    precondition(isInObject, "nextKey needs an open object")
    if state == .value { try skipValue() }
    guard let start = try startOfKey() else {
      leave(at: Self.skipSpace(text.span, from: offset))
      return nil
    }
    var index = start
    let key = try Self.readKey(text.span, at: &index)
    cursor = try Self.endOfColon(text.span, from: index)
    keyStart = start + 1
    state = .value
    return key
  }

  /// Moves to the next element and returns true; false leaves the array.
  public mutating func nextElement() throws(JSONError) -> Bool {
    if isAtCompactElement {
      cursor &+= 1
      state = .value
      return true
    }
    precondition(depth > 0 && !isInObject, "nextElement needs an open array")
    if state == .value { try skipValue() }
    guard let start = try startOfElement() else {
      leave(at: Self.skipSpace(text.span, from: offset))
      return false
    }
    cursor = start
    state = .value
    return true
  }

  /// Checks that only white space follows the value.
  public mutating func end() throws(JSONError) {
    precondition(depth == 0, "end needs every container to be left")
    if state == .value { try skipValue() }
    guard offset < text.count else { return }
    cursor = Self.skipSpace(text.span, from: offset)
    guard offset == text.count else { throw JSONError(offset: offset, kind: .trailingBytes) }
  }

  /// Whether the innermost open container is an object.
  @inlinable @inline(__always)
  var isInObject: Bool { containers & 1 == 1 }

  @inline(__always)
  private mutating func open(_ kind: JSONKind, isObject: Bool) throws(JSONError) {
    let index = try isAtCompact(kind) ? offset : start(of: kind)
    guard depth < depthLimit else {
      throw JSONError(offset: index, kind: .tooDeep(limit: depthLimit))
    }
    containers = containers << 1 | (isObject ? 1 : 0)
    level += 1
    cursor = index + 1
    state = .opened
  }

  /// Consumes the closing bracket, which the caller has checked.
  @inlinable @inline(__always)
  mutating func leave(at bracket: Int) {
    containers &>>= 1
    level &-= 1
    cursor = bracket &+ 1
    state = .closed
  }

  // Separate from `nextKey` and `nextElement`, because a view of the text must not be alive while
  // the scanner changes.

  /// Returns the index of the next key's quote, or nil at the object's end.
  @inline(__always)
  private func startOfKey() throws(JSONError) -> Int? {
    let bytes = text.span
    var index = Self.skipSpace(bytes, from: offset)
    guard index < bytes.count else { throw JSONError(offset: index, kind: .unexpectedEnd) }
    if bytes[index] == ASCII.closeBrace { return nil }
    if state == .closed {
      guard bytes[index] == ASCII.comma else { throw Self.unexpected(bytes, index, .commaOrBrace) }
      index = Self.skipSpace(bytes, from: index + 1)
    }
    guard index < bytes.count, bytes[index] == ASCII.quote else {
      throw Self.unexpected(bytes, index, state == .closed ? .key : .keyOrEnd)
    }
    return index
  }

  /// Returns the index of the byte after the next colon.
  @inline(__always)
  static func endOfColon(_ bytes: Span<UInt8>, from start: Int) throws(JSONError) -> Int {
    let index = skipSpace(bytes, from: start)
    guard index < bytes.count, bytes[index] == ASCII.colon else {
      throw unexpected(bytes, index, .colon)
    }
    return index + 1
  }

  /// Returns the start of the next element, or nil at the array's end.
  @inline(__always)
  private func startOfElement() throws(JSONError) -> Int? {
    let bytes = text.span
    let index = Self.skipSpace(bytes, from: offset)
    guard index < bytes.count else { throw JSONError(offset: index, kind: .unexpectedEnd) }
    if bytes[index] == ASCII.closeBracket { return nil }
    guard state == .closed else { return index }
    guard bytes[index] == ASCII.comma else { throw Self.unexpected(bytes, index, .commaOrBracket) }
    return index + 1
  }
}

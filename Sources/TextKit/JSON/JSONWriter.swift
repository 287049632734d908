/// Appends JSON to a byte array: it writes the commas, the caller decides order and content.
///
/// Nothing is built in between: keys, numbers and strings are appended to `bytes` directly. For one
/// line per record, call `newline()` after each top-level value. For streaming, pass `bytes` on and
/// call `removeAll()`.
///
/// Closing a container that is not open, or a value without its key, is a programming error and
/// traps.
public struct JSONWriter: Sendable {
  /// The white space of the text.
  public enum Layout: Sendable {
    /// No white space.
    case compact
    /// A line per member, two spaces per level: for human readers.
    case pretty
  }

  /// The characters that strings escape beyond JSON's requirements.
  public enum Escaping: Sendable {
    /// Quote, backslash, control characters, and U+2028 and U+2029, which end lines in scripts.
    case minimal
    /// Also `<`, `>` and `&`, so that the text may be embedded in an HTML script element.
    case html
  }

  /// The text so far.
  public internal(set) var bytes: [UInt8] = []
  /// The number of open containers.
  public private(set) var depth = 0
  let escaping: Escaping
  private let isPretty: Bool
  private var needsComma = false
  private var followsKey = false
  /// One bit per open container, the innermost lowest: 1 for an object.
  private var containers: UInt64 = 0

  /// Starts an empty text.
  public init(layout: Layout = .compact, escaping: Escaping = .minimal) {
    isPretty = layout == .pretty
    self.escaping = escaping
  }

  /// Opens an object.
  public mutating func beginObject() { open(ASCII.openBrace, bit: 1) }

  /// Closes the innermost container, which must be an object.
  public mutating func endObject() { close(ASCII.closeBrace, bit: 1) }

  /// Opens an array.
  public mutating func beginArray() { open(ASCII.openBracket, bit: 0) }

  /// Closes the innermost container, which must be an array.
  public mutating func endArray() { close(ASCII.closeBracket, bit: 0) }

  /// Writes a key, which its value must follow.
  public mutating func key(_ name: String) {
    precondition(depth > 0 && containers & 1 == 1 && !followsKey, "a key needs an open object")
    separate()
    appendQuoted(name)
    bytes.append(ASCII.colon)
    if isPretty { bytes.append(ASCII.space) }
    followsKey = true
  }

  /// Writes a string.
  public mutating func value(_ text: String) {
    beginValue()
    appendQuoted(text)
  }

  /// Writes an integer.
  public mutating func value(_ number: Int64) {
    beginValue()
    NumberText.append(number, to: &bytes)
  }

  /// Writes an integer.
  public mutating func value(_ number: Int) { value(Int64(number)) }

  /// Writes a finite number; throws for any other and leaves the text unchanged.
  public mutating func value(_ number: Double) throws(NumberError) {
    guard number.isFinite else { throw .notFinite }
    beginValue()
    try NumberText.append(number, to: &bytes)
  }

  /// Writes `true` or `false`.
  public mutating func value(_ flag: Bool) {
    beginValue()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  /// Writes `null`.
  public mutating func null() {
    beginValue()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Inserts a value that is JSON already, such as a slice from `JSONScanner.rawValue()`.
  public mutating func raw(_ json: ArraySlice<UInt8>) {
    beginValue()
    bytes.append(contentsOf: json)
  }

  /// Ends a line between top-level values.
  public mutating func newline() {
    precondition(depth == 0, "a line ends only when every container is closed")
    bytes.append(ASCII.lineFeed)
    needsComma = false
  }

  /// Removes the text written so far and keeps its memory; open containers stay open.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func open(_ bracket: UInt8, bit: UInt64) {
    precondition(depth < 64, "containers nest at most 64 deep")
    beginValue()
    bytes.append(bracket)
    containers = containers << 1 | bit
    depth += 1
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8, bit: UInt64) {
    precondition(
      depth > 0 && containers & 1 == bit && !followsKey, "the innermost container is another one")
    containers >>= 1
    depth -= 1
    if isPretty, needsComma { indent() }
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func beginValue() {
    if followsKey {
      followsKey = false
    } else {
      precondition(depth == 0 || containers & 1 == 0, "a value in an object needs a key")
      precondition(depth > 0 || !needsComma, "a second top-level value needs a line of its own")
      separate()
    }
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(ASCII.comma) }
    if isPretty, depth > 0 { indent() }
  }

  private mutating func indent() {
    bytes.append(ASCII.lineFeed)
    for _ in 0..<depth { bytes.append(contentsOf: [ASCII.space, ASCII.space]) }
  }
}

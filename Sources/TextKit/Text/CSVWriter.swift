/// Appends comma-separated rows to a byte array, quoted according to RFC 4180.
///
/// Spreadsheets treat a field that starts with `=`, `+`, `-`, `@`, a tab or a carriage return as a
/// formula. Such a field gets a leading apostrophe unless it is a number. `guardsFormulas: false`
/// leaves fields unchanged, for programs that read them back.
public struct CSVWriter: Sendable {
  /// The text so far.
  public private(set) var bytes: [UInt8] = []
  private let guardsFormulas: Bool
  private let lineEnd: LineEnd
  private var fieldCount = 0
  private var isRowBlank = true

  /// The terminator of a row.
  public enum LineEnd: Sendable {
    /// `\n`, which every reader accepts.
    case newline
    /// `\r\n`, as in RFC 4180.
    case carriageReturnNewline
  }

  /// Starts an empty text.
  public init(guardsFormulas: Bool = true, lineEnd: LineEnd = .newline) {
    self.guardsFormulas = guardsFormulas
    self.lineEnd = lineEnd
  }

  /// Appends a text field.
  public mutating func field(_ text: String) {
    beginField()
    let letters = Array(text.utf8)
    isRowBlank = isRowBlank && letters.isEmpty
    let isGuarded = guardsFormulas && Self.looksLikeFormula(letters)
    let isQuoted = letters.contains { byte in
      byte == ASCII.comma || byte == ASCII.quote || byte == ASCII.lineFeed
        || byte == ASCII.carriageReturn
    }
    if isQuoted { bytes.append(ASCII.quote) }
    if isGuarded { bytes.append(ASCII.apostrophe) }
    for letter in letters {
      if letter == ASCII.quote { bytes.append(ASCII.quote) }
      bytes.append(letter)
    }
    if isQuoted { bytes.append(ASCII.quote) }
  }

  /// Appends an integer field.
  public mutating func field(_ value: Int64) {
    beginField()
    isRowBlank = false
    NumberText.append(value, to: &bytes)
  }

  /// Appends a number field; throws for a number without text and appends nothing.
  public mutating func field(_ value: Double) throws(NumberError) {
    guard value.isFinite else { throw .notFinite }
    beginField()
    isRowBlank = false
    try NumberText.append(value, to: &bytes)
  }

  /// Appends an empty field: an unknown value.
  public mutating func emptyField() { beginField() }

  /// Ends the row.
  public mutating func endRow() {
    // Most readers ignore an empty line as a row; a quoted empty field is a row.
    if fieldCount == 1, isRowBlank { bytes.append(contentsOf: [ASCII.quote, ASCII.quote]) }
    if lineEnd == .carriageReturnNewline { bytes.append(ASCII.carriageReturn) }
    bytes.append(ASCII.lineFeed)
    fieldCount = 0
    isRowBlank = true
  }

  /// Removes the text written so far and keeps its memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func beginField() {
    if fieldCount > 0 { bytes.append(ASCII.comma) }
    fieldCount += 1
  }

  private static func looksLikeFormula(_ letters: [UInt8]) -> Bool {
    switch letters.first {
    case ASCII.equals, ASCII.at, ASCII.tab, ASCII.carriageReturn: return true
    case ASCII.plus: return !isNumber(letters.dropFirst())
    case ASCII.minus: return !isNumber(letters[...])
    default: return false
    }
  }

  private static func isNumber(_ letters: ArraySlice<UInt8>) -> Bool {
    (try? DecimalLiteral(in: letters.span, at: 0))?.end == letters.count
  }
}

/// An error of SQLite, with the statement that caused it.
///
/// The statement is shown as written. Bound values never appear, so an error can be logged without
/// its data.
public struct DatabaseError: Error, Hashable, Sendable {
  /// The extended result code.
  public let code: ResultCode
  /// A description of the error.
  public let message: String
  /// The statement at fault, without its bound values.
  public let sql: String?

  /// Creates an error; `sql` is the statement as written.
  public init(_ code: ResultCode, _ message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }
}

extension DatabaseError {
  /// Another connection held a lock for longer than the busy timeout.
  public var isBusy: Bool { code.primary == .busy }
  /// The file is damaged.
  public var isCorrupt: Bool { code.primary == .corrupt }
  /// The disk is full; a full disk may also show as `isIOError`.
  public var isFull: Bool { code.primary == .full }
  /// A write was attempted on a read-only file or connection.
  public var isReadOnly: Bool { code.primary == .readOnly }
  /// The operating system failed to read, write, sync or lock.
  public var isIOError: Bool { code.primary == .ioError }
  /// The file is something other than a SQLite database.
  public var isNotADatabase: Bool { code.primary == .notADatabase }
  /// A constraint of the schema was violated.
  public var isConstraint: Bool { code.primary == .constraint }
  /// The deadline stopped the statement.
  public var isInterrupted: Bool { code.primary == .interrupted }
  /// The file could not be opened, or a file next to it could not be created.
  public var isCannotOpen: Bool { code.primary == .cannotOpen }
}

extension DatabaseError: CustomStringConvertible {
  /// One line: the message, the code and the statement.
  ///
  /// White space is collapsed and other control characters are escaped, so a name from an untrusted
  /// file can neither break the line nor control a terminal.
  public var description: String {
    var line = "\(oneLine(message, limit: 400)) (SQLite \(code.rawValue))"
    if let sql { line += " in \"\(oneLine(sql, limit: 200))\"" }
    return line
  }
}

/// Returns `text` on one line, with control characters escaped, truncated to `limit` scalars.
func oneLine(_ text: String, limit: Int) -> String {
  var line = ""
  var length = 0
  var pendingSpace = false
  for scalar in text.unicodeScalars {
    if scalar.properties.isWhitespace {
      pendingSpace = !line.isEmpty
      continue
    }
    guard length < limit else { return line + "…" }
    if pendingSpace { line += " " }
    pendingSpace = false
    length += 1
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: line.unicodeScalars.append(scalar)
    }
  }
  return line
}

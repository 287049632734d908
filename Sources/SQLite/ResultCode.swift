import CSQLite

/// A SQLite result code, extended where SQLite defines more detail.
///
/// Compare with `primary` unless the extended cause matters. For example, `SQLITE_FULL` and
/// `SQLITE_IOERR_WRITE` distinguish a full disk from a failed write, while every lock conflict is
/// `busy`.
public struct ResultCode: RawRepresentable, Hashable, Sendable {
  /// The number that SQLite returned.
  public let rawValue: Int32

  /// Creates a code from SQLite's number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The family of the code: its low eight bits.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }
}

extension ResultCode {
  /// Success.
  public static let ok = ResultCode(rawValue: SQLITE_OK)
  /// An error in the SQL or another error without its own code.
  public static let error = ResultCode(rawValue: SQLITE_ERROR)
  /// Another connection holds a required lock.
  public static let busy = ResultCode(rawValue: SQLITE_BUSY)
  /// A statement of the same connection holds a required lock.
  public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  /// The file or the connection is read-only.
  public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  /// An interrupt or the deadline stopped the statement.
  public static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
  /// The operating system failed to read, write, sync or lock.
  public static let ioError = ResultCode(rawValue: SQLITE_IOERR)
  /// The file is damaged.
  public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  /// The disk is full, or the page limit was reached.
  public static let full = ResultCode(rawValue: SQLITE_FULL)
  /// The file could not be opened.
  public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  /// A text, blob or statement is longer than its limit.
  public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  /// A constraint of the schema was violated.
  public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  /// A value has the wrong type.
  public static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  /// The API was used in the wrong order, such as after closing.
  public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  /// The authorizer denied the statement.
  public static let denied = ResultCode(rawValue: SQLITE_AUTH)
  /// A parameter or column number is out of range.
  public static let range = ResultCode(rawValue: SQLITE_RANGE)
  /// The file is not a SQLite database.
  public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
}

extension ResultCode: CustomStringConvertible {
  /// SQLite's English text for the code and its number: `database is locked (5)`.
  public var description: String {
    let words = sqlite3_errstr(rawValue).map { String(cString: $0) } ?? "unknown error"
    return "\(words) (\(rawValue))"
  }
}

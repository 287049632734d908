import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to one SQLite file, or to a database in memory.
///
/// Every connection has extended result codes, foreign keys on, double-quoted strings off and a
/// busy timeout. Statements given as text are compiled once and kept.
///
/// ```swift
/// let database = try Database(path: "trace.db", mode: .create)
/// try database.transaction {
///   try database.run("INSERT INTO event (time_ns, kind) VALUES (?, ?)", time, kind)
/// }
/// ```
///
/// A database belongs to one thread at a time. SQLite up to 3.51.2 can lose pages of a WAL file
/// that two connections write or checkpoint at the same instant, so a file has one writer.
public final class Database {
  /// The file as the caller named it, or `:memory:`.
  public let path: String
  let connection: Connection
  /// The kept statements.
  ///
  /// There is no eviction: the texts are the program's own constants.
  var statements: [String: Statement] = [:]
  /// The kept statement that was asked for last.
  private var latest: Statement?

  /// Opens the file `path`, or a fresh database in memory.
  ///
  /// Opening reads the file's header, so that a file of another kind, a damaged one or a missing
  /// one fails here. In `memory` mode `path` is ignored. `vfs` names a registered SQLite file
  /// layer; nil is the default one.
  ///
  /// A file in WAL mode opens for reading only where its `-shm` and `-wal` files exist or can be
  /// made, that is, not on read-only media; the error says what to do.
  public init(
    path: String, mode: Mode, busyTimeout: Duration = .seconds(5), vfs: String? = nil
  ) throws(DatabaseError) {
    self.path = mode == .memory ? ":memory:" : path
    connection = try Connection.open(path: path, mode: mode, vfs: vfs)
    try setBusyTimeout(busyTimeout)
    try configure(SQLITE_DBCONFIG_ENABLE_FKEY, true)
    try configure(SQLITE_DBCONFIG_DQS_DDL, false)
    try configure(SQLITE_DBCONFIG_DQS_DML, false)
    try readHeader()
  }

  /// Opens `path` with the mode's flags and nothing set; the caller hardens it.
  init(unconfigured path: String, mode: Mode, vfs: String?) throws(DatabaseError) {
    self.path = path
    connection = try Connection.open(path: path, mode: mode, vfs: vfs)
  }

  /// Closes the file.
  ///
  /// Fails, and stays open, while a prepared statement is alive. A database that is only let go of
  /// is closed with its last statement.
  public func close() throws(DatabaseError) {
    statements.removeAll()
    latest = nil
    try connection.close()
  }

  /// Compiles one statement for the caller alone; use it for hot loops and for foreign SQL.
  public func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    try Statement(sql, on: connection)
  }

  /// Returns the kept statement for `sql`, or a fresh one while the kept one is running.
  @usableFromInline
  func statement(_ sql: String) throws(DatabaseError) -> Statement {
    // A loop asks for the same text again and again: comparing is faster than hashing it.
    if let latest, haveSameBytes(latest.sql, sql), !latest.isRunning { return latest }
    guard let kept = statements[sql] else {
      let statement = try Statement(sql, on: connection)
      statements[sql] = statement
      latest = statement
      return statement
    }
    // Strings are equal also when only their accents are composed differently; statements are not.
    guard !kept.isRunning, haveSameBytes(kept.sql, sql) else {
      return try Statement(sql, on: connection)
    }
    latest = kept
    return kept
  }
}

/// Returns whether two strings are the same byte for byte.
private func haveSameBytes(_ left: String, _ right: String) -> Bool {
  var (left, right) = (left, right)
  return left.withUTF8 { left in
    right.withUTF8 { right in
      guard left.count == right.count else { return false }
      guard let left = left.baseAddress, let end = right.baseAddress else { return true }
      return memcmp(left, end, right.count) == 0
    }
  }
}

// SQLite is opened without its own lock, and transactions belong to the connection: a shared
// connection stands behind a mutex or an actor.
@available(*, unavailable) extension Database: Sendable {}

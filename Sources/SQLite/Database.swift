import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to one SQLite file, or to an in-memory database.
///
/// Every connection has extended result codes, foreign keys on, double-quoted strings off and a
/// busy timeout. Statements given as text are compiled once and cached.
///
/// ```swift
/// let database = try Database(path: "trace.db", mode: .create)
/// try database.transaction {
///   try database.run("INSERT INTO event (time_ns, kind) VALUES (?, ?)", time, kind)
/// }
/// ```
///
/// A database is confined to one thread at a time. SQLite up to 3.51.2 can lose pages of a WAL file
/// that two connections write or checkpoint at the same time, so a file has one writer.
public final class Database {
  /// The file as the caller named it, or `:memory:`.
  public let path: String
  let connection: Connection
  /// The cached statements.
  ///
  /// There is no eviction: the texts are constants of the program.
  var statements: [String: Statement] = [:]
  /// The cached statement that was used last.
  private var latest: Statement?

  /// Opens the file `path`, or a new in-memory database.
  ///
  /// Opening reads the file's header, so that it fails for a missing or damaged file and for
  /// another file type. In `memory` mode `path` is ignored. `vfs` is the name of a registered
  /// SQLite file layer; nil is the default one.
  ///
  /// A file in WAL mode opens for reading only if its `-shm` and `-wal` files exist or can be
  /// created, that is, not on read-only media. The error describes the remedy.
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

  /// Opens `path` with the mode's flags and no settings; the caller hardens it.
  init(unconfigured path: String, mode: Mode, vfs: String?) throws(DatabaseError) {
    self.path = path
    connection = try Connection.open(path: path, mode: mode, vfs: vfs)
  }

  /// Closes the file.
  ///
  /// Fails, and stays open, while a prepared statement is alive. A database that is only released
  /// is closed with its last statement.
  public func close() throws(DatabaseError) {
    statements.removeAll()
    latest = nil
    try connection.close()
  }

  /// Compiles a statement for exclusive use; intended for hot loops and for untrusted SQL.
  public func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    try Statement(sql, on: connection)
  }

  /// Returns the cached statement for `sql`, or a new one while the cached one is running.
  @usableFromInline
  func statement(_ sql: String) throws(DatabaseError) -> Statement {
    // A loop repeats the same text: comparing it is faster than hashing it.
    if let latest, haveSameBytes(latest.sql, sql), !latest.isRunning { return latest }
    guard let kept = statements[sql] else {
      let statement = try Statement(sql, on: connection)
      statements[sql] = statement
      latest = statement
      return statement
    }
    // Canonically equivalent strings are equal, but the statements differ in their bytes.
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
// connection needs a mutex or an actor.
@available(*, unavailable) extension Database: Sendable {}

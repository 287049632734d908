import CSQLite

/// The open handle, shared by a database and its statements.
///
/// It is closed when the last of them is released. So a statement never outlives its connection,
/// and there is no reference cycle.
final class Connection {
  /// SQLite's connection; nil once closed.
  private(set) var handle: OpaquePointer?
  /// The time limit of every statement.
  var deadline: Deadline?
  /// A description of the last action that the authorizer denied.
  var denied: String?
  /// Whether the function `gather` is registered.
  var hasGather = false

  /// A time, and the budget it was computed from, for the message.
  struct Deadline {
    let instant: ContinuousClock.Instant
    let budget: Duration
    var hasPassed = false
  }

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Returns the open handle.
  func open() throws(DatabaseError) -> OpaquePointer {
    guard let handle else { throw DatabaseError(.misuse, "The database was already closed") }
    return handle
  }

  /// Closes the handle; fails while a statement is alive.
  func close() throws(DatabaseError) {
    guard let handle else { return }
    try check(sqlite3_close(handle))
    self.handle = nil
  }

  /// Returns the error for `code`, with SQLite's own message if it is still available.
  @inline(never)
  func failure(_ code: Int32, sql: String?) -> DatabaseError {
    let result = ResultCode(rawValue: code)
    if result.primary == .interrupted, let deadline, deadline.hasPassed {
      return DatabaseError(
        result, "The query took longer than \(deadline.budget) and was stopped", sql: sql)
    }
    // SQLite reports a denied function or virtual table as a generic error.
    if let denied {
      self.denied = nil
      return DatabaseError(.denied, "\(denied) is not allowed here; only reading is", sql: sql)
    }
    let isCurrent = handle.map { sqlite3_extended_errcode($0) == code } ?? false
    let message = isCurrent ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
    return DatabaseError(result, message.map { String(cString: $0) } ?? "unknown error", sql: sql)
  }

  /// Throws the error for `code` unless it is success.
  func check(_ code: Int32, sql: String? = nil) throws(DatabaseError) {
    if code != SQLITE_OK { throw failure(code, sql: sql) }
  }
}

import CSQLite

/// The open handle, shared by a database and its statements.
///
/// It is closed when the last of them goes, so a statement never outlives its connection and the
/// two form no reference cycle.
final class Connection {
  /// SQLite's connection; nil once closed.
  private(set) var handle: OpaquePointer?
  /// The time after which every statement is stopped.
  var deadline: Deadline?
  /// What the authorizer refused last, in words.
  var denied: String?
  /// Whether the function `gather` was added.
  var hasGather = false

  /// A moment, and the budget it came from for the message.
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

  /// Returns the error for `code`, with SQLite's own message where it is still at hand.
  @inline(never)
  func failure(_ code: Int32, sql: String?) -> DatabaseError {
    let result = ResultCode(rawValue: code)
    if result.primary == .interrupted, let deadline, deadline.hasPassed {
      return DatabaseError(
        result, "The query took longer than \(deadline.budget) and was stopped", sql: sql)
    }
    // A refused function or virtual table arrives as a plain error, not as a denial.
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

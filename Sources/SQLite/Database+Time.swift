import CSQLite

extension Database {
  /// Sets a time budget, counted from now, for every statement; nil removes the limit.
  ///
  /// After it statements fail with `interrupted`, including new ones, until a new deadline is set.
  /// SQLite checks the time every thousand instructions, so a statement exceeds it by one function
  /// call at most. The length limit of `openUntrusted` keeps those short.
  public func setDeadline(after budget: Duration?) throws(DatabaseError) {
    let handle = try connection.open()
    guard let budget else {
      connection.deadline = nil
      sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    connection.deadline = Connection.Deadline(
      instant: ContinuousClock.now.advanced(by: budget), budget: budget)
    // SQLite drops the handler with the handle, which the connection owns; it never outlives it.
    let context = Unmanaged.passUnretained(connection).toOpaque()
    sqlite3_progress_handler(handle, 1000, { deadlineHasPassed($0) ? 1 : 0 }, context)
  }
}

/// Returns whether the deadline of the connection in `context` has passed.
private func deadlineHasPassed(_ context: UnsafeMutableRawPointer?) -> Bool {
  guard let context else { return false }
  return Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().isPastDeadline()
}

extension Connection {
  /// Returns whether the deadline has passed, and records that for the message.
  func isPastDeadline() -> Bool {
    guard let deadline, ContinuousClock.now >= deadline.instant else { return false }
    self.deadline?.hasPassed = true
    return true
  }
}

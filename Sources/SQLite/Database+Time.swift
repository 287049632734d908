import CSQLite

extension Database {
  /// Stops every statement that still runs when `budget` has passed from now; nil ends the limit.
  ///
  /// Statements fail with `interrupted`, also those begun later, until the deadline is set anew.
  /// SQLite asks every thousand steps of its machine, so a statement overruns by the length of one
  /// function call at most: the length limit of `openUntrusted` keeps those short.
  public func setDeadline(after budget: Duration?) throws(DatabaseError) {
    let handle = try connection.open()
    guard let budget else {
      connection.deadline = nil
      sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    connection.deadline = Connection.Deadline(
      instant: ContinuousClock.now.advanced(by: budget), budget: budget)
    // The handler goes with the handle, which the connection owns, so it never outlives it.
    let context = Unmanaged.passUnretained(connection).toOpaque()
    sqlite3_progress_handler(handle, 1000, { deadlineHasPassed($0) ? 1 : 0 }, context)
  }
}

/// Asks the connection behind `context` whether its time is up.
private func deadlineHasPassed(_ context: UnsafeMutableRawPointer?) -> Bool {
  guard let context else { return false }
  return Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().isPastDeadline()
}

extension Connection {
  /// Returns whether the time is up, and remembers that for the message.
  func isPastDeadline() -> Bool {
    guard let deadline, ContinuousClock.now >= deadline.instant else { return false }
    self.deadline?.hasPassed = true
    return true
  }
}

import CSQLite

/// The time at which a transaction acquires the write lock.
public enum TransactionKind: String, Sendable {
  /// At the start; the only kind that waits for the lock and then cannot fail because of it.
  case immediate = "BEGIN IMMEDIATE"
  /// At the first write, for transactions that only read.
  case deferred = "BEGIN DEFERRED"
}

extension Database {
  /// Runs `body` in a transaction that is committed at its end.
  ///
  /// When `body` or the commit throws, everything is rolled back and that first error is thrown;
  /// errors of the rollback are ignored. Transactions do not nest: the inner one throws and the
  /// outer one continues. A full disk or an I/O error may already have caused a rollback, so `body`
  /// must rethrow the errors of its statements.
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    try run(kind.rawValue)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      rollBackIfOpen()
      throw error
    }
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool {
    connection.handle.map { sqlite3_get_autocommit($0) == 0 } ?? false
  }

  /// Rolls back a failed transaction, unless SQLite already did: ROLLBACK would then be an error.
  private func rollBackIfOpen() {
    guard isInTransaction else { return }
    // A deadline that has passed must not interrupt the rollback.
    let deadline = connection.deadline
    connection.deadline = nil
    defer { connection.deadline = deadline }
    try? run("ROLLBACK")
  }
}

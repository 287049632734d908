import CSQLite

/// When a transaction takes the lock for writing.
public enum TransactionKind: String, Sendable {
  /// At the start; the only kind that waits its turn and then cannot fail for a lock.
  case immediate = "BEGIN IMMEDIATE"
  /// At the first write, for transactions that only read.
  case deferred = "BEGIN DEFERRED"
}

extension Database {
  /// Runs `body` in a transaction that is committed at its end.
  ///
  /// When `body` or the commit throws, everything is rolled back and that first error is thrown;
  /// what the rolling back meets is dropped. Transactions do not nest: the inner one throws and
  /// the outer one goes on. An error of full disk or I/O may already have rolled everything back,
  /// so `body` must pass on what its statements throw.
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

  /// Ends a failed transaction, unless SQLite did so by itself: ROLLBACK would then be an error.
  private func rollBackIfOpen() {
    guard isInTransaction else { return }
    // The deadline must not stop the cleaning up after it has passed.
    let deadline = connection.deadline
    connection.deadline = nil
    defer { connection.deadline = deadline }
    try? run("ROLLBACK")
  }
}

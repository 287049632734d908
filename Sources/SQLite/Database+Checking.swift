import CSQLite

extension Database {
  /// Checks the structure of the file; returns at most `limit` findings, none if it is intact.
  ///
  /// It does not detect a changed value in an otherwise valid page; that requires a digest of the
  /// content. A file too damaged to be read throws instead.
  public func quickCheck(limit: Int = 1) throws(DatabaseError) -> [String] {
    try check("quick_check", limit: limit)
  }

  /// Checks as `quickCheck` does, and also compares indexes with their tables; slower.
  public func integrityCheck(limit: Int = 100) throws(DatabaseError) -> [String] {
    try check("integrity_check", limit: limit)
  }

  private func check(_ name: String, limit: Int) throws(DatabaseError) -> [String] {
    let statement = try prepare("PRAGMA \(name)(\(max(1, limit)))")
    var findings: [String] = []
    while try statement.step() {
      // A finding may quote names from the damaged file, so invalid bytes are replaced.
      findings.append(String(decoding: try statement.textBytes(at: 0), as: UTF8.self))
    }
    return findings == ["ok"] ? [] : findings
  }
}

/// The extent of a checkpoint.
public enum CheckpointMode: Sendable {
  /// As much as possible without waiting for other connections.
  case passive
  /// Everything, after waiting for the writer.
  case full
  /// Everything, after waiting for readers of the log too, so that the log restarts.
  case restart
  /// As `restart`, and the log is truncated to zero bytes.
  case truncate

  var flag: Int32 {
    switch self {
    case .passive: SQLITE_CHECKPOINT_PASSIVE
    case .full: SQLITE_CHECKPOINT_FULL
    case .restart: SQLITE_CHECKPOINT_RESTART
    case .truncate: SQLITE_CHECKPOINT_TRUNCATE
    }
  }
}

/// The result of a checkpoint.
public struct Checkpoint: Hashable, Sendable {
  /// Pages in the write-ahead log; -1 when the file is not in WAL mode.
  public let logPages: Int
  /// Pages of the log that are now in the database file; -1 when the file is not in WAL mode.
  public let copiedPages: Int
}

extension Database {
  /// Copies the write-ahead log into the database file.
  ///
  /// Every mode but `passive` throws `busy` when other connections prevent its completion.
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .truncate) throws(DatabaseError) -> Checkpoint {
    var logPages: Int32 = -1
    var copiedPages: Int32 = -1
    try connection.check(
      sqlite3_wal_checkpoint_v2(
        try connection.open(), "main", mode.flag, &logPages, &copiedPages))
    return Checkpoint(logPages: Int(logPages), copiedPages: Int(copiedPages))
  }
}

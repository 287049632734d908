import CSQLite

/// The journal that protects a commit.
public enum JournalMode: String, Sendable {
  /// A rollback journal that is deleted at the end; the state of a closed file.
  case delete
  /// A rollback journal that is truncated to zero bytes at the end.
  case truncate
  /// A rollback journal whose header is overwritten at the end.
  case persist
  /// A rollback journal in memory; a crash may damage the file.
  case memory
  /// A write-ahead log; readers and the writer do not wait for each other.
  case wal
  /// No journal; a failure damages the file.
  case off
}

/// The frequency with which SQLite syncs to the disk.
public enum Synchronous: Int64, Sendable {
  /// Never; a power loss may damage the file.
  case off = 0
  /// In WAL mode at checkpoints only; a power loss may lose the last commits.
  case normal = 1
  /// At every commit.
  case full = 2
  /// At every commit, and for the directory of a deleted journal.
  case extra = 3
}

extension Database {
  /// Returns the journal mode.
  public func journalMode() throws(DatabaseError) -> JournalMode {
    let name = try first("PRAGMA main.journal_mode", as: String.self) ?? ""
    guard let mode = JournalMode(rawValue: name) else {
      throw DatabaseError(.error, "SQLite reports the unknown journal mode '\(name)'")
    }
    return mode
  }

  /// Changes the journal mode; throws if the change is not possible.
  ///
  /// A database in memory has only `memory` and `off`, and a file in use by other connections stays
  /// in WAL.
  public func setJournalMode(_ mode: JournalMode) throws(DatabaseError) {
    let sql = "PRAGMA main.journal_mode = \(mode.rawValue)"
    let name = try prepare(sql).firstText() ?? ""
    guard name == mode.rawValue else {
      throw DatabaseError(
        .error, "The journal mode of '\(path)' stays '\(name)' instead of '\(mode.rawValue)'",
        sql: sql)
    }
  }

  /// Changes the frequency with which SQLite syncs to the disk.
  public func setSynchronous(_ level: Synchronous) throws(DatabaseError) {
    try execute("PRAGMA main.synchronous = \(level.rawValue)")
  }

  /// Returns the frequency with which SQLite syncs to the disk.
  public func synchronous() throws(DatabaseError) -> Synchronous {
    let level = try first("PRAGMA main.synchronous", as: Int64.self) ?? -1
    guard let level = Synchronous(rawValue: level) else {
      throw DatabaseError(.error, "SQLite reports the unknown synchronous level \(level)")
    }
    return level
  }

  /// Returns the version number that the application stores in the file.
  public func userVersion() throws(DatabaseError) -> Int32 {
    try first("PRAGMA main.user_version", as: Int32.self) ?? 0
  }

  /// Sets the version number that the application stores in the file; part of the open transaction.
  public func setUserVersion(_ version: Int32) throws(DatabaseError) {
    try execute("PRAGMA main.user_version = \(version)")
  }

  /// Returns the number that identifies the application of the file.
  public func applicationID() throws(DatabaseError) -> Int32 {
    try first("PRAGMA main.application_id", as: Int32.self) ?? 0
  }
}

extension Database {
  /// The number of rows the last INSERT, UPDATE or DELETE changed.
  public var changes: Int64 { connection.handle.map(sqlite3_changes64) ?? 0 }

  /// The number of rows changed since the connection was opened.
  public var totalChanges: Int64 { connection.handle.map(sqlite3_total_changes64) ?? 0 }

  /// The rowid of the last inserted row.
  public var lastInsertRowID: Int64 { connection.handle.map(sqlite3_last_insert_rowid) ?? 0 }

  /// The version of the SQLite library in use, such as `3.40.1`.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}

extension Statement {
  /// Runs the statement and returns the first column of its first row.
  func firstText() throws(DatabaseError) -> String? {
    defer { reset() }
    return try step() ? try read(at: 0) : nil
  }
}

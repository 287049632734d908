import CSQLite

extension Connection {
  /// Opens the file, or an in-memory database; errors include the file name.
  static func open(
    path: String, mode: Database.Mode, vfs: String?
  ) throws(DatabaseError) -> Connection {
    guard mode == .memory || !path.isEmpty else {
      throw DatabaseError(.cannotOpen, "Cannot open a database: its path is empty")
    }
    guard !path.utf8.contains(0) else {
      throw DatabaseError(.cannotOpen, "Cannot open '\(path)': the path contains a NUL byte")
    }
    let name = mode == .memory ? ":memory:" : fileURI(path)
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name, &handle, mode.flags, vfs)
    guard code == SQLITE_OK, let handle else {
      let detail = handle.flatMap(sqlite3_errmsg).map { String(cString: $0) }
      sqlite3_close(handle)
      throw DatabaseError(
        ResultCode(rawValue: code),
        "Cannot open '\(path)': \(detail ?? ResultCode(rawValue: code).description)")
    }
    return Connection(handle)
  }
}

extension Database {
  /// Sets one of the connection's switches.
  func configure(_ option: Int32, _ isOn: Bool) throws(DatabaseError) {
    try connection.check(csqlite_configure(try connection.open(), option, isOn ? 1 : 0))
  }

  /// Waits up to `timeout` for locks of other connections.
  public func setBusyTimeout(_ timeout: Duration) throws(DatabaseError) {
    let (seconds, attoseconds) = timeout.components
    // SQLite counts milliseconds in 32 bits: at most 23 days.
    let milliseconds =
      min(max(seconds, 0), 2_000_000) * 1000 + max(attoseconds, 0) / 1_000_000_000_000_000
    try connection.check(
      sqlite3_busy_timeout(try connection.open(), Int32(clamping: milliseconds)))
  }

  /// Reads the first page, so that an unusable file fails when it is opened.
  func readHeader() throws(DatabaseError) {
    do {
      _ = try first("PRAGMA schema_version", as: Int64.self)
    } catch {
      throw DatabaseError(error.code, openingMessage(for: error))
    }
  }

  /// Returns the problem of the file and its remedy.
  private func openingMessage(for error: DatabaseError) -> String {
    if error.isNotADatabase { return "'\(path)' is not a SQLite database" }
    if error.isCorrupt { return "'\(path)' is damaged: \(error.message)" }
    if error.isBusy { return "'\(path)' is in use by another process; try again later" }
    // The file itself could be opened, so creating the files next to it failed.
    if error.isCannotOpen {
      return "'\(path)' was not closed by its writer, or is in WAL mode, and its directory cannot "
        + "be written. Copy it with its -wal file to a directory that can, and open it there"
    }
    if error.isReadOnly {
      return "'\(path)' was not closed by its writer and needs recovery, which reading alone "
        + "cannot do. Open it once for writing, or copy it with its -wal or -journal file first"
    }
    return "Cannot read '\(path)': \(error.message)"
  }
}

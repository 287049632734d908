import CSQLite

extension Database {
  /// Copies the whole database, as this connection sees it, into the new file `path`.
  ///
  /// The copy is in the rollback-journal mode of a closed file and is synced to disk. Give it a
  /// temporary name in the target's directory and rename it afterwards, so that nobody meets half a
  /// copy. A file that exists is refused, and a copy that fails is removed. The deadline holds.
  public func backup(to path: String) throws(DatabaseError) {
    try refuseExistingFile(path)
    let copy = try Database(path: path, mode: .create)
    do {
      try copyPages(to: copy)
      // The first page is copied as it is, so a copy of a WAL file says that it is one, too.
      try copy.setJournalMode(.delete)
      try copy.close()
    } catch {
      try? copy.close()
      removeDatabase(path)
      throw error
    }
  }

  private func copyPages(to copy: Database) throws(DatabaseError) {
    let source = try connection.open()
    let target = try copy.connection.open()
    guard let backup = sqlite3_backup_init(target, "main", source, "main") else {
      throw copy.connection.failure(sqlite3_extended_errcode(target), sql: nil)
    }
    var code = SQLITE_OK
    // In parts, so that the deadline can be asked; a part is a megabyte of usual pages.
    while code == SQLITE_OK, !connection.isPastDeadline() {
      code = sqlite3_backup_step(backup, 256)
    }
    let end = sqlite3_backup_finish(backup)
    if code == SQLITE_OK { throw connection.failure(SQLITE_INTERRUPT, sql: nil) }
    if code != SQLITE_DONE { throw copy.connection.failure(code, sql: nil) }
    try copy.connection.check(end)
  }
}

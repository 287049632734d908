import CSQLite

extension Database {
  /// Opens an untrusted file for writing, or creates it.
  ///
  /// As for reading, only a regular file is opened and no trigger, stored view or extension of its
  /// schema runs. Foreign keys document the schema and are checked by `PRAGMA foreign_key_check`.
  /// Enforcing them for each row makes a bulk insert of frames take 1.2 times as long. The check is
  /// redundant there, because the same code has just written the rows they refer to.
  ///
  /// An existing log next to the file stays unchanged when the database is closed, until
  /// `setKeepsLog(false)` allows changes of the file.
  public static func openForWriting(
    _ path: String, create: Bool, busyTimeout: Duration = .seconds(5), vfs: String? = nil
  ) throws(DatabaseError) -> Database {
    if !create || FileStatus(path: path) != nil { try requireRegularFile(path, limit: .max) }
    let hasLog = FileStatus(path: FileLink.end(of: path) + "-wal") != nil
    let database = try Database(
      unconfigured: path, mode: create ? .create : .readWrite, vfs: vfs)
    try database.setBusyTimeout(busyTimeout)
    // Closing must remove our own empty log, so only an existing log is kept.
    if hasLog { try database.setKeepsLog(true) }
    try database.configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    try database.configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    try database.configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, false)
    try database.configure(SQLITE_DBCONFIG_ENABLE_VIEW, false)
    try database.configure(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
    try database.configure(SQLITE_DBCONFIG_ENABLE_FKEY, false)
    try database.configure(SQLITE_DBCONFIG_DQS_DDL, false)
    try database.configure(SQLITE_DBCONFIG_DQS_DML, false)
    try database.execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    try database.readHeader()
    return database
  }

  /// Sets whether closing keeps the write-ahead log instead of copying it into the file.
  public func setKeepsLog(_ isKept: Bool) throws(DatabaseError) {
    try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isKept)
  }
}

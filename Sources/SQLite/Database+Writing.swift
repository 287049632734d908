import CSQLite

extension Database {
  /// Opens for writing a file that somebody else may have made, or makes it.
  ///
  /// As for reading, only a regular file is touched and nothing of the file's own schema runs: no
  /// trigger, no stored view, no extension. Foreign keys are declared for readers of the schema and
  /// checked by `PRAGMA foreign_key_check`; enforcing them row by row makes a bulk insert of frames
  /// take 1.2 times as long, for rows that refer to rows the same code has just written.
  ///
  /// A log that lies beside the file stays as it is when the database is closed, until
  /// `setKeepsLog(false)` says that the file may be changed.
  public static func openForWriting(
    _ path: String, create: Bool, busyTimeout: Duration = .seconds(5), vfs: String? = nil
  ) throws(DatabaseError) -> Database {
    if !create || FileStatus(path: path) != nil { try requireRegularFile(path, limit: .max) }
    let hasLog = FileStatus(path: FileLink.end(of: path) + "-wal") != nil
    let database = try Database(
      unconfigured: path, mode: create ? .create : .readWrite, vfs: vfs)
    try database.setBusyTimeout(busyTimeout)
    // Closing would remove an empty log of our own, so only one that was there is kept.
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

  /// Whether closing leaves the write-ahead log as it is, instead of moving it into the file.
  public func setKeepsLog(_ isKept: Bool) throws(DatabaseError) {
    try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isKept)
  }
}

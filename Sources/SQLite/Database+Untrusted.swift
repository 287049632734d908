import CSQLite

/// The limits for an untrusted file.
public struct UntrustedLimits: Sendable {
  /// The maximum size of the file, in bytes.
  public var fileBytes: Int64 = 1 << 40
  /// The maximum size of a text, blob or row, in bytes.
  public var valueBytes: Int32 = 16 << 20
  /// The maximum length of SQL text, in bytes; it also limits the statements of the schema.
  public var sqlBytes: Int32 = 100_000
  /// The maximum nesting of an expression.
  public var expressionDepth: Int32 = 50
  /// The maximum number of instructions of a compiled statement.
  public var instructions: Int32 = 25_000
  /// The maximum length of a pattern of LIKE and GLOB, in bytes; matching takes quadratic time.
  public var patternBytes: Int32 = 1_000
  /// The time until `Database.setDeadline(after:)` is called again; nil is no limit.
  public var timeBudget: Duration? = .seconds(60)
  /// The maximum memory of SQLite in the whole process; nil does not change it.
  public var heapBytes: Int64? = 256 << 20
  /// Whether views stored in the file are allowed; temporary views always are.
  public var allowsStoredViews = false
  /// Whether a file shorter than its header states is read as far as possible instead of rejected.
  public var toleratesMissingPages = false

  /// Creates the default limits for an untrusted file.
  public init() {}
}

extension Database {
  /// Opens an untrusted file for reading.
  ///
  /// Only a regular file of limited size is opened, and only for reading. No trigger, stored view,
  /// extension or function with side effects runs from its schema. Pages are checked as they are
  /// read and never memory-mapped. Nothing can be written. Lengths, depths, instructions, time and
  /// memory are limited. The caller must check the meaning of tables and values. `immutable` is
  /// never used: it would ignore the log of an interrupted writer.
  ///
  /// The heap limit applies to all connections of the process and is only ever lowered.
  public static func openUntrusted(
    _ path: String, limits: UntrustedLimits = UntrustedLimits(),
    busyTimeout: Duration = .seconds(5), vfs: String? = nil
  ) throws(DatabaseError) -> Database {
    try requireRegularFile(path, limit: limits.fileBytes)
    let database = try Database(unconfigured: path, mode: .readOnly, vfs: vfs)
    try database.setBusyTimeout(busyTimeout)
    try database.harden(limits)
    try database.apply(limits)
    try database.setDeadline(after: limits.timeBudget)
    if let bytes = limits.heapBytes { lowerHeapLimit(to: bytes) }
    try database.readHeader()
    return database
  }

  /// Runs `script`, which may create temporary views and tables, on a read-only connection.
  ///
  /// The script must be part of the program. A temporary view hides a stored table or view of the
  /// same name.
  public func makeTemporary(_ script: String) throws(DatabaseError) {
    try execute("PRAGMA query_only = OFF")
    do {
      try execute(script)
    } catch {
      try execute("PRAGMA query_only = ON")
      throw error
    }
    try execute("PRAGMA query_only = ON")
  }

  /// Lowers the memory limit of SQLite in the whole process; a lower existing limit is kept.
  public static func lowerHeapLimit(to bytes: Int64) {
    let current = sqlite3_hard_heap_limit64(-1)
    guard bytes > 0, current == 0 || current > bytes else { return }
    sqlite3_hard_heap_limit64(bytes)
  }

  /// Sets the maximum size of a text, blob or row that this connection reads or creates, in bytes.
  ///
  /// A larger value throws an error with the code `tooBig`, even where SQLite's own `printf`
  /// returns NULL.
  public func setValueLimit(_ bytes: Int32) throws(DatabaseError) {
    let handle = try connection.open()
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, max(0, bytes))
    try connection.check(csqlite_check_printf(handle))
  }

  private func harden(_ limits: UntrustedLimits) throws(DatabaseError) {
    // The defensive mode only forbids kinds of writes, and this connection cannot write.
    try configure(SQLITE_DBCONFIG_DEFENSIVE, !limits.toleratesMissingPages)
    if limits.toleratesMissingPages { try execute("PRAGMA writable_schema = ON") }
    try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    try configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, false)
    try configure(SQLITE_DBCONFIG_ENABLE_VIEW, limits.allowsStoredViews)
    try configure(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
    try configure(SQLITE_DBCONFIG_ENABLE_FKEY, true)
    try configure(SQLITE_DBCONFIG_DQS_DDL, false)
    try configure(SQLITE_DBCONFIG_DQS_DML, false)
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA query_only = ON")
  }

  private func apply(_ limits: UntrustedLimits) throws(DatabaseError) {
    let handle = try connection.open()
    for (category, limit) in [
      (SQLITE_LIMIT_LENGTH, limits.valueBytes),
      (SQLITE_LIMIT_SQL_LENGTH, limits.sqlBytes),
      (SQLITE_LIMIT_EXPR_DEPTH, limits.expressionDepth),
      (SQLITE_LIMIT_VDBE_OP, limits.instructions),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, limits.patternBytes),
      (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
      sqlite3_limit(handle, category, limit)
    }
  }
}

import CSQLite

/// What is allowed to a file that somebody else may have made.
public struct UntrustedLimits: Sendable {
  /// The largest file that is opened, in bytes.
  public var fileBytes: Int64 = 1 << 40
  /// The largest text, blob or row, in bytes.
  public var valueBytes: Int32 = 16 << 20
  /// The longest SQL text, in bytes, which bounds the schema's statements, too.
  public var sqlBytes: Int32 = 100_000
  /// The deepest nesting of an expression.
  public var expressionDepth: Int32 = 50
  /// The most instructions of a compiled statement.
  public var instructions: Int32 = 25_000
  /// The longest pattern of LIKE and GLOB, in bytes; matching takes its square.
  public var patternBytes: Int32 = 1_000
  /// The time until `Database.setDeadline(after:)` is called again; nil is no limit.
  public var timeBudget: Duration? = .seconds(60)
  /// The most memory SQLite may use in the whole process; nil leaves it as it is.
  public var heapBytes: Int64? = 256 << 20
  /// Whether views stored in the file may be used; temporary views always may.
  public var allowsStoredViews = false
  /// Whether a file that is shorter than it says is read as far as it goes, instead of refused.
  public var toleratesMissingPages = false

  /// Creates the limits that every opening of a foreign file should start from.
  public init() {}
}

extension Database {
  /// Opens for reading a file that somebody else may have made.
  ///
  /// In this order: only a regular file of bounded size is touched; it is opened read-only; no
  /// trigger, no stored view, no extension and no function with side effects runs from its schema;
  /// pages are checked as they are read and never mapped; nothing can be written; lengths, depths,
  /// instructions, time and memory are bounded. What the tables and values mean is the caller's to
  /// check. `immutable` is never used: it would ignore the log of an interrupted writer.
  ///
  /// The heap limit holds for all connections of the process and is only ever lowered.
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

  /// Runs `script`, which may make temporary views and tables, on a connection that only reads.
  ///
  /// The script must be the program's own. A temporary view wins over a stored table or view of
  /// the same name.
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

  /// Lowers the memory SQLite may use in the whole process; a lower limit in force stays.
  public static func lowerHeapLimit(to bytes: Int64) {
    let current = sqlite3_hard_heap_limit64(-1)
    guard bytes > 0, current == 0 || current > bytes else { return }
    sqlite3_hard_heap_limit64(bytes)
  }

  /// Sets the largest text, blob or row that this connection reads or makes, in bytes.
  ///
  /// What would be larger is an error of the code `tooBig`, also where SQLite's own `printf` returns
  /// NULL.
  public func setValueLimit(_ bytes: Int32) throws(DatabaseError) {
    let handle = try connection.open()
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, max(0, bytes))
    try connection.check(csqlite_check_printf(handle))
  }

  private func harden(_ limits: UntrustedLimits) throws(DatabaseError) {
    // What the defensive mode forbids are ways of writing, and nothing here can be written.
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

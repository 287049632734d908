import CSQLite

/// A compiled statement, for loops that run it many times.
///
/// Parameters count from 1, as in `?1`; columns count from 0, as in SQLite.
///
/// ```swift
/// let insert = try database.prepare("INSERT INTO sample (time_ns, offset_pt) VALUES (?, ?)")
/// for sample in samples {
///   try insert.run(sample.time, sample.offset)
/// }
/// ```
///
/// `Database.run` and `Database.rows` cache their own statements by SQL text. A prepared one is
/// exclusive to its owner: no other code rebinds or resets it.
public final class Statement {
  /// The statement as it was written.
  public let sql: String
  /// The number of columns of a result row, 0 for a statement without results.
  public let columnCount: Int32
  /// The number of parameters to bind.
  public let parameterCount: Int32
  let handle: OpaquePointer
  let connection: Connection

  init(_ sql: String, on connection: Connection) throws(DatabaseError) {
    handle = try connection.compile(sql)
    self.connection = connection
    self.sql = sql
    columnCount = sqlite3_column_count(handle)
    parameterCount = sqlite3_bind_parameter_count(handle)
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Advances to the next row; false at the end.
  public func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Resets the statement for another run; bound values stay.
  public func reset() {
    // The code repeats the failure of the last step, which was already thrown.
    sqlite3_reset(handle)
  }

  /// Binds `values` in order, runs to the end and resets.
  @inlinable
  public func run<each Bound: ColumnValue>(_ values: repeat each Bound) throws(DatabaseError) {
    defer { reset() }
    try bindAll(repeat each values)
    while try step() {}
  }

  @inline(never)
  func failure(_ code: Int32) -> DatabaseError {
    connection.failure(code, sql: sql)
  }
}

extension Statement {
  /// Whether running the statement changes no database file.
  ///
  /// It is true also for `BEGIN`, `COMMIT`, `ATTACH` and some pragmas; combine it with
  /// `Database.setAllowsOnlyReading` where that matters.
  public var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Whether a step was made, and the statement is neither at its end nor reset.
  public var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// The names of the result columns; invalid UTF-8 is replaced.
  public var columnNames: [String] { (0..<columnCount).map(columnName(at:)) }

  /// Returns the name of one column, `column 3` for one that does not exist.
  func columnName(at index: Int32) -> String {
    sqlite3_column_name(handle, index).map { String(cString: $0) } ?? "column \(index)"
  }
}

// SQLite is opened without its own lock, so a statement is confined to one thread at a time.
@available(*, unavailable) extension Statement: Sendable {}

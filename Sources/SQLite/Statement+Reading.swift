import CSQLite

/// One of the five classes of value that SQLite stores.
public enum StorageClass: Int32, Sendable {
  /// A signed 64-bit integer.
  case integer = 1
  /// A 64-bit floating-point number.
  case real = 2
  /// Text.
  case text = 3
  /// Bytes.
  case blob = 4
  /// No value.
  case null = 5
}

extension Statement {
  /// Reads column `index`, counted from 0, of the current row.
  @inlinable
  public func read<Column: ColumnValue>(
    _ type: Column.Type = Column.self, at index: Int32
  ) throws(DatabaseError) -> Column {
    try Column.read(from: self, at: index)
  }

  /// Returns the class of the value in column `index`; `null` also where there is no such column.
  public func storageClass(at index: Int32) -> StorageClass {
    StorageClass(rawValue: sqlite3_column_type(handle, index)) ?? .null
  }

  /// Returns whether column `index` is NULL; a column that does not exist is an error.
  public func isNull(at index: Int32) throws(DatabaseError) -> Bool {
    guard sqlite3_column_type(handle, index) == SQLITE_NULL else { return false }
    guard index >= 0, index < columnCount else { throw noColumn(index) }
    return true
  }

  /// Reads an integer.
  ///
  /// Asking SQLite once for the value and then that value for its class and content takes 0.8 of
  /// the time of asking the statement twice. SQLite wants values read this way to be protected by
  /// its lock; without the lock, as we open it, the two kinds of value are the same.
  public func readInteger(at index: Int32) throws(DatabaseError) -> Int64 {
    let value = sqlite3_column_value(handle, index)
    guard sqlite3_value_type(value) == SQLITE_INTEGER else {
      throw mismatch(at: index, expected: "INTEGER")
    }
    return sqlite3_value_int64(value)
  }

  /// Reads a finite number.
  ///
  /// Infinity cannot be bound through this layer, so one that is found was put there by others.
  public func readReal(at index: Int32) throws(DatabaseError) -> Double {
    let column = sqlite3_column_value(handle, index)
    guard sqlite3_value_type(column) == SQLITE_FLOAT else {
      throw mismatch(at: index, expected: "REAL")
    }
    let value = sqlite3_value_double(column)
    guard value.isFinite else { throw mismatch(at: index, expected: "a finite number") }
    return value
  }

  /// Calls `body` with the bytes of a text column; they are valid only during the call.
  ///
  /// The bytes are as stored, so they need not be UTF-8.
  public func withText<Result>(
    at index: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try body(try textBytes(at: index))
  }

  /// The bytes of a text column, valid until the next step, reset or conversion.
  func textBytes(at index: Int32) throws(DatabaseError) -> UnsafeBufferPointer<UInt8> {
    guard sqlite3_column_type(handle, index) == SQLITE_TEXT else {
      throw mismatch(at: index, expected: "TEXT")
    }
    // The text must be asked for before its length: a file in UTF-16 is converted by the first.
    guard let start = sqlite3_column_text(handle, index) else {
      throw failure(SQLITE_NOMEM)
    }
    let count = Int(sqlite3_column_bytes(handle, index))
    return UnsafeBufferPointer(start: start, count: count)
  }

  /// The bytes of a blob column, valid until the next step, reset or conversion.
  func blobBytes(at index: Int32) throws(DatabaseError) -> UnsafeBufferPointer<UInt8> {
    guard sqlite3_column_type(handle, index) == SQLITE_BLOB else {
      throw mismatch(at: index, expected: "BLOB")
    }
    // An empty blob has no address, which is also how running out of memory looks.
    guard let start = sqlite3_column_blob(handle, index) else {
      guard sqlite3_column_bytes(handle, index) == 0 else { throw failure(SQLITE_NOMEM) }
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let count = Int(sqlite3_column_bytes(handle, index))
    return UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
  }
}

extension Statement {
  /// Returns the error for a value of the wrong kind in column `index`.
  @inline(never)
  public func mismatch(at index: Int32, expected: String) -> DatabaseError {
    guard index >= 0, index < columnCount else { return noColumn(index) }
    let found = String(describing: storageClass(at: index)).uppercased()
    return DatabaseError(
      .mismatch,
      "Column \(index) '\(columnName(at: index))' holds a value of class \(found), "
        + "expected \(expected)",
      sql: sql)
  }

  @inline(never)
  private func noColumn(_ index: Int32) -> DatabaseError {
    DatabaseError(
      .range, "The row has \(columnCount) columns and column \(index), counted from 0, was read",
      sql: sql)
  }
}

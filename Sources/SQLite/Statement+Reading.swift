import CSQLite

/// One of the five classes of values that SQLite stores.
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

  /// Returns the class of the value in column `index`; `null` also for a column that does not
  /// exist.
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
  /// One call for the value, whose class and content are then read, takes 0.8 of the time of two
  /// calls for the statement. SQLite requires its lock for this method; without the lock, as here,
  /// both kinds of value are equivalent.
  public func readInteger(at index: Int32) throws(DatabaseError) -> Int64 {
    let value = sqlite3_column_value(handle, index)
    guard sqlite3_value_type(value) == SQLITE_INTEGER else {
      throw mismatch(at: index, expected: "INTEGER")
    }
    return sqlite3_value_int64(value)
  }

  /// Reads a finite number.
  ///
  /// This layer cannot bind infinity, so an infinite value was written by another program.
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
  /// The bytes are as stored, so they may not be UTF-8.
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
    // The text must be read before its length, because it converts UTF-16.
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
    // The address is null for an empty blob, and also when memory is exhausted.
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

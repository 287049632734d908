import CSQLite

extension Statement {
  /// Binds `value` to the parameter `index`, counted from 1.
  @inlinable
  public func bind<Bound: ColumnValue>(_ value: Bound, at index: Int32) throws(DatabaseError) {
    try value.bind(to: self, at: index)
  }

  /// Binds `values` to the parameters 1, 2, …; their number must match.
  @inlinable
  public func bindAll<each Bound: ColumnValue>(
    _ values: repeat each Bound
  ) throws(DatabaseError) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      if index > parameterCount { break }
      try value.bind(to: self, at: index)
    }
    guard index == parameterCount else {
      var count: Int32 = 0
      for _ in repeat (each Bound).self { count += 1 }
      throw wrongParameterCount(count)
    }
  }

  /// Binds NULL.
  public func bindNull(at index: Int32) throws(DatabaseError) {
    let code = sqlite3_bind_null(handle, index)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds an integer.
  public func bindInteger(_ value: Int64, at index: Int32) throws(DatabaseError) {
    let code = sqlite3_bind_int64(handle, index, value)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds a finite number.
  ///
  /// SQLite would store NaN as NULL and accept infinity, so both are rejected here.
  public func bindReal(_ value: Double, at index: Int32) throws(DatabaseError) {
    guard value.isFinite else { throw notFinite(value, at: index) }
    let code = sqlite3_bind_double(handle, index, value)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds UTF-8 bytes as text; NUL bytes are kept, and SQLite makes a copy.
  public func bindText(utf8 bytes: UnsafeBufferPointer<UInt8>, at index: Int32)
    throws(DatabaseError)
  {
    let code = csqlite_bind_text_copied(handle, index, bytes.baseAddress, bytes.count)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds a literal as text without a copy.
  public func bindText(_ literal: StaticString, at index: Int32) throws(DatabaseError) {
    // A literal of one scalar may have no address; its bytes are then copied.
    let code =
      literal.hasPointerRepresentation
      ? csqlite_bind_text_static(handle, index, literal.utf8Start, literal.utf8CodeUnitCount)
      : literal.withUTF8Buffer {
        csqlite_bind_text_copied(handle, index, $0.baseAddress, $0.count)
      }
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds bytes as a blob; SQLite makes a copy.
  public func bindBlob(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int32)
    throws(DatabaseError)
  {
    let code = csqlite_bind_blob_copied(handle, index, bytes.baseAddress, bytes.count)
    if code != SQLITE_OK { throw failure(code) }
  }

  @inline(never)
  private func notFinite(_ value: Double, at index: Int32) -> DatabaseError {
    DatabaseError(
      .mismatch, "Parameter \(index) is not a finite number (\(value)) and cannot be stored",
      sql: sql)
  }

  @inline(never)
  @usableFromInline
  func wrongParameterCount(_ given: Int32) -> DatabaseError {
    DatabaseError(
      .range, "The statement has \(parameterCount) parameters and \(given) values were given",
      sql: sql)
  }
}

import CSQLite

extension Connection {
  /// The outcome of compiling the first statement of a text.
  struct Compiled {
    let code: Int32
    let statement: OpaquePointer?
    /// The number of bytes used of the text.
    let consumed: Int
  }

  /// Compiles the first statement in `bytes`; without one (only spaces and comments) returns none.
  func compileFirst(_ bytes: UnsafeBufferPointer<UInt8>, isPersistent: Bool) -> Compiled {
    guard let count = Int32(exactly: bytes.count) else {
      return Compiled(code: SQLITE_TOOBIG, statement: nil, consumed: 0)
    }
    guard let base = bytes.baseAddress, count > 0 else {
      return Compiled(code: SQLITE_OK, statement: nil, consumed: 0)
    }
    let start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    var statement: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let code = sqlite3_prepare_v3(handle, start, count, flags, &statement, &tail)
    return Compiled(
      code: code, statement: statement, consumed: tail.map { $0 - start } ?? bytes.count)
  }

  /// Compiles the single statement in `sql`.
  ///
  /// A second statement is an error; SQLite would ignore it silently.
  func compile(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    _ = try open()
    try checkNoNUL(sql)
    var text = sql
    let (first, rest) = text.withUTF8 { bytes in
      let first = compileFirst(bytes, isPersistent: true)
      return (first, firstLeftover(in: bytes, after: first))
    }
    guard first.code == SQLITE_OK else { throw failure(first.code, sql: sql) }
    guard let statement = first.statement else {
      throw DatabaseError(.misuse, "There is no SQL statement to run", sql: sql)
    }
    if let rest {
      sqlite3_finalize(statement)
      throw DatabaseError(
        .misuse, "There is more SQL after the first statement: \"\(oneLine(rest, limit: 60))\"",
        sql: sql)
    }
    return statement
  }

  /// Returns the text after the first statement, unless it is only spaces, comments and semicolons.
  private func firstLeftover(in bytes: UnsafeBufferPointer<UInt8>, after first: Compiled)
    -> String?
  {
    guard first.code == SQLITE_OK, first.statement != nil else { return nil }
    var offset = first.consumed
    while offset < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
      let next = compileFirst(rest, isPersistent: false)
      sqlite3_finalize(next.statement)
      if next.statement != nil || next.code != SQLITE_OK {
        return String(decoding: rest, as: UTF8.self)
      }
      guard next.consumed > 0 else { return nil }
      offset += next.consumed
    }
    return nil
  }

  /// Rejects text with a NUL byte, at which SQLite would silently stop reading.
  func checkNoNUL(_ sql: String) throws(DatabaseError) {
    guard !sql.utf8.contains(0) else {
      throw DatabaseError(.misuse, "The SQL contains a NUL byte", sql: sql)
    }
  }
}

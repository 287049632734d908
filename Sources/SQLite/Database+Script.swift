import CSQLite

extension Database {
  /// Runs every statement of `script` in order; result rows are discarded.
  ///
  /// The error of a failing statement has its number and its text. Earlier statements stay in
  /// effect, so a script that must be atomic needs a transaction.
  public func execute(_ script: String) throws(DatabaseError) {
    _ = try connection.open()
    try connection.checkNoNUL(script)
    let bytes = Array(script.utf8)
    var offset = 0
    var number = 0
    while offset < bytes.count {
      number += 1
      let compiled = bytes.withUnsafeBufferPointer { buffer in
        connection.compileFirst(
          UnsafeBufferPointer(rebasing: buffer[offset...]), isPersistent: false)
      }
      let end = min(offset + max(compiled.consumed, 1), bytes.count)
      let place = ScriptPlace(number: number, script: bytes, start: offset, end: end)
      guard compiled.code == SQLITE_OK else { throw scriptFailure(compiled.code, at: place) }
      defer { sqlite3_finalize(compiled.statement) }
      if let statement = compiled.statement {
        let code = runToEnd(statement)
        guard code == SQLITE_DONE else { throw scriptFailure(code, at: place) }
      }
      offset = end
    }
  }

  private func runToEnd(_ statement: OpaquePointer) -> Int32 {
    var code = SQLITE_ROW
    while code == SQLITE_ROW { code = sqlite3_step(statement) }
    return code
  }

  private func scriptFailure(_ code: Int32, at place: ScriptPlace) -> DatabaseError {
    let error = connection.failure(code, sql: place.sql)
    return DatabaseError(
      error.code, "Statement \(place.number) (line \(place.line)): \(error.message)",
      sql: error.sql)
  }
}

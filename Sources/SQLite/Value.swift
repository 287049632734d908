import CSQLite

/// A value of any storage class, for queries with columns of unknown types.
///
/// Typed reading is three times as fast and checks more; use it for every query of the program
/// itself.
public enum Value: Hashable, Sendable {
  /// NULL.
  case null
  /// A floating-point number, which may be infinite.
  case integer(Int64)
  /// A floating-point number, here also an infinite one.
  case real(Double)
  /// Text as its bytes, which may not be UTF-8.
  case text([UInt8])
  /// Bytes.
  case blob([UInt8])
}

extension Statement {
  /// Reads the value of column `index`, counted from 0.
  public func value(at index: Int32) throws(DatabaseError) -> Value {
    switch storageClass(at: index) {
    case .integer: .integer(sqlite3_column_int64(handle, index))
    case .real: .real(sqlite3_column_double(handle, index))
    case .text: .text(Array(try textBytes(at: index)))
    case .blob: .blob(Array(try blobBytes(at: index)))
    case .null: try nullValue(at: index)
    }
  }
}

extension Statement {
  /// Returns NULL after checking that the column exists.
  private func nullValue(at index: Int32) throws(DatabaseError) -> Value {
    _ = try isNull(at: index)
    return .null
  }
}

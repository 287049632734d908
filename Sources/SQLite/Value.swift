import CSQLite

/// A value of any storage class, for queries whose columns are not known beforehand.
///
/// Typed reading is three times as fast and checks more; use it wherever the query is ours.
public enum Value: Hashable, Sendable {
  /// NULL.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// A floating-point number, here also an infinite one.
  case real(Double)
  /// Text by its bytes, which need not be UTF-8.
  case text([UInt8])
  /// Bytes.
  case blob([UInt8])
}

extension Statement {
  /// Reads whatever column `index`, counted from 0, holds.
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
  /// Returns NULL after making sure that there is such a column.
  private func nullValue(at index: Int32) throws(DatabaseError) -> Value {
    _ = try isNull(at: index)
    return .null
  }
}

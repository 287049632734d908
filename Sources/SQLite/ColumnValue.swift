/// A value that can be bound to a parameter and read from a column.
///
/// Reading checks the storage class: a text is never read as the number 0. A type with raw values
/// needs only the declaration of the conformance:
///
/// ```swift
/// enum Axis: Int, ColumnValue { case horizontal, vertical }
/// ```
public protocol ColumnValue {
  /// Binds the value to the parameter `index`, counted from 1.
  func bind(to statement: Statement, at index: Int32) throws(DatabaseError)

  /// Reads the value from column `index`, counted from 0, of the current row.
  static func read(from statement: Statement, at index: Int32) throws(DatabaseError) -> Self
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// Binds the raw value.
  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(DatabaseError) {
    try rawValue.bind(to: statement, at: index)
  }

  /// Reads a raw value; one without a matching case is an error.
  @inlinable
  public static func read(
    from statement: Statement, at index: Int32
  ) throws(DatabaseError) -> Self {
    guard let value = Self(rawValue: try RawValue.read(from: statement, at: index)) else {
      throw statement.mismatch(at: index, expected: "a known value of \(Self.self)")
    }
    return value
  }
}

extension ColumnValue where Self: FixedWidthInteger {
  /// Binds the number; throws if it exceeds the largest `Int64`.
  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(DatabaseError) {
    guard let value = Int64(exactly: self) else {
      throw DatabaseError(
        .range, "Parameter \(index) is too large for a 64-bit integer (\(self))",
        sql: statement.sql)
    }
    try statement.bindInteger(value, at: index)
  }

  /// Reads an integer; throws if it does not fit.
  @inlinable
  public static func read(
    from statement: Statement, at index: Int32
  ) throws(DatabaseError) -> Self {
    guard let value = Self(exactly: try statement.readInteger(at: index)) else {
      throw statement.mismatch(at: index, expected: "an integer in the range of \(Self.self)")
    }
    return value
  }
}

extension Int: ColumnValue {}
extension Int64: ColumnValue {}
extension Int32: ColumnValue {}
extension Int16: ColumnValue {}
extension Int8: ColumnValue {}
extension UInt: ColumnValue {}
extension UInt64: ColumnValue {}
extension UInt32: ColumnValue {}
extension UInt16: ColumnValue {}
extension UInt8: ColumnValue {}

extension Double: ColumnValue {
  /// Binds a finite number.
  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(DatabaseError) {
    try statement.bindReal(self, at: index)
  }

  /// Reads a finite number.
  @inlinable
  public static func read(
    from statement: Statement, at index: Int32
  ) throws(DatabaseError) -> Double {
    try statement.readReal(at: index)
  }
}

extension Bool: ColumnValue {
  /// Binds 0 or 1.
  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(DatabaseError) {
    try statement.bindInteger(self ? 1 : 0, at: index)
  }

  /// Reads 0 or 1; any other integer is an error.
  @inlinable
  public static func read(
    from statement: Statement, at index: Int32
  ) throws(DatabaseError) -> Bool {
    switch try statement.readInteger(at: index) {
    case 0: false
    case 1: true
    default: throw statement.mismatch(at: index, expected: "0 or 1")
    }
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// Binds the value, or NULL.
  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(DatabaseError) {
    switch self {
    case .some(let value): try value.bind(to: statement, at: index)
    case .none: try statement.bindNull(at: index)
    }
  }

  /// Reads the value, or nil for NULL.
  @inlinable
  public static func read(
    from statement: Statement, at index: Int32
  ) throws(DatabaseError) -> Wrapped? {
    try statement.isNull(at: index) ? nil : try Wrapped.read(from: statement, at: index)
  }
}

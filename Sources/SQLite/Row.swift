/// The current row of a query, read from left to right.
///
/// It is valid only during the call that receives it. Select columns by name in the order of the
/// initializer they are passed to:
///
/// ```swift
/// let samples = try database.rows("SELECT time_ns, offset_pt FROM sample") {
///   row throws(DatabaseError) in Sample(time: try row.next(), offset: try row.next())
/// }
/// ```
public struct Row: ~Copyable {
  /// The statement the row belongs to, for reading by column number.
  public let statement: Statement
  /// The next column to read, counted from 0.
  @usableFromInline var index: Int32 = 0

  @inlinable
  init(_ statement: Statement) {
    self.statement = statement
  }

  /// Reads the next column.
  @inlinable
  public mutating func next<Column: ColumnValue>(
    _ type: Column.Type = Column.self
  ) throws(DatabaseError) -> Column {
    let value = try Column.read(from: statement, at: index)
    index += 1
    return value
  }

  /// Returns whether the next column is NULL, without advancing.
  public func isNull() throws(DatabaseError) -> Bool {
    try statement.isNull(at: index)
  }

  /// Skips the next column without reading it.
  public mutating func skip() {
    index += 1
  }

  /// Calls `body` with the bytes of the next column, a text; they are valid only during the call.
  public mutating func withText<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let result = try body(try statement.textBytes(at: index))
    index += 1
    return result
  }
}

extension Database {
  /// Runs one statement to its end with `values` bound in order.
  @inlinable
  public func run<each Bound: ColumnValue>(
    _ sql: String, _ values: repeat each Bound
  ) throws(DatabaseError) {
    let statement = try statement(sql)
    try statement.run(repeat each values)
  }

  /// Returns the result of `body` for every row.
  @inlinable
  public func rows<Element, each Bound: ColumnValue>(
    _ sql: String, _ values: repeat each Bound,
    as body: (inout Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> [Element] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bindAll(repeat each values)
    var elements: [Element] = []
    while try statement.step() {
      var row = Row(statement)
      elements.append(try body(&row))
    }
    return elements
  }

  /// Returns the first column of every row.
  @inlinable
  public func rows<Column: ColumnValue, each Bound: ColumnValue>(
    _ sql: String, _ values: repeat each Bound, as type: Column.Type
  ) throws(DatabaseError) -> [Column] {
    try rows(sql, repeat each values) { row throws(DatabaseError) in try row.next(type) }
  }

  /// Returns the result of `body` for the first row, or nil without rows.
  @inlinable
  public func first<Element, each Bound: ColumnValue>(
    _ sql: String, _ values: repeat each Bound,
    as body: (inout Row) throws(DatabaseError) -> Element
  ) throws(DatabaseError) -> Element? {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bindAll(repeat each values)
    guard try statement.step() else { return nil }
    var row = Row(statement)
    return try body(&row)
  }

  /// Returns the first column of the first row, or nil without rows.
  @inlinable
  public func first<Column: ColumnValue, each Bound: ColumnValue>(
    _ sql: String, _ values: repeat each Bound, as type: Column.Type
  ) throws(DatabaseError) -> Column? {
    try first(sql, repeat each values) { row throws(DatabaseError) in try row.next(type) }
  }

  /// Calls `body` with every row, storing none; an error of any type ends the query.
  @inlinable
  public func forEach<each Bound: ColumnValue>(
    _ sql: String, _ values: repeat each Bound, do body: (inout Row) throws -> Void
  ) throws {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bindAll(repeat each values)
    while try statement.step() {
      var row = Row(statement)
      try body(&row)
    }
  }
}

import SQLite
import ScrollModel

/// A row of one of the tables with a row per display frame.
protocol BatchedRow {
  /// The table.
  static var table: EventTable { get }
  /// Binds all columns to the parameters from `index`.
  func bind(to statement: Statement, from index: Int32) throws(DatabaseError)
}

/// Pending rows of one table that are written by one statement.
///
/// A large part of SQLite's cost per row is executing the statement. With 32 rows per statement, an
/// import became faster than a plain C program with single-row statements, instead of slower. The
/// owner flushes before each commit.
final class RowBatch<Row: BatchedRow> {
  private let size = 32
  private let columns: Int32
  private let one: Statement
  private let many: Statement
  private var rows: [Row] = []

  init(_ database: Database) throws(DatabaseError) {
    one = try database.prepare(Row.table.insertion())
    many = try database.prepare(Row.table.insertion(rows: size))
    columns = one.parameterCount
    rows.reserveCapacity(size)
  }

  /// Appends a row, and writes all rows when the batch is full.
  func append(_ row: Row) throws(DatabaseError) {
    rows.append(row)
    guard rows.count == size else { return }
    defer {
      many.reset()
      rows.removeAll(keepingCapacity: true)
    }
    var index: Int32 = 1
    for row in rows {
      try row.bind(to: many, from: index)
      index += columns
    }
    _ = try many.step()
  }

  /// Writes the pending rows.
  func flush() throws(DatabaseError) {
    defer { rows.removeAll(keepingCapacity: true) }
    for row in rows {
      defer { one.reset() }
      try row.bind(to: one, from: 1)
      _ = try one.step()
    }
  }
}

/// A row of the table `frame`.
struct FrameRow: BatchedRow {
  static let table = EventTable.frame
  let trace: Int64
  let seq: Int64
  let time: TraceTime
  let offset: Point
  let phase: ScrollPhase?
  let geometryID: Int64

  func bind(to statement: Statement, from index: Int32) throws(DatabaseError) {
    try statement.bindInteger(trace, at: index)
    try statement.bindInteger(seq, at: index + 1)
    try statement.bindInteger(time.nanoseconds, at: index + 2)
    try statement.bindReal(offset.x, at: index + 3)
    try statement.bindReal(offset.y, at: index + 4)
    if let phase {
      try statement.bindInteger(Int64(phase.rawValue), at: index + 5)
    } else {
      try statement.bindNull(at: index + 5)
    }
    try statement.bindInteger(geometryID, at: index + 6)
  }
}

/// A row of the table `touch_sample`.
struct TouchRow: BatchedRow {
  static let table = EventTable.touch
  let trace: Int64
  let seq: Int64
  let time: TraceTime
  let sample: TouchSample

  func bind(to statement: Statement, from index: Int32) throws(DatabaseError) {
    try statement.bindInteger(trace, at: index)
    try statement.bindInteger(seq, at: index + 1)
    try statement.bindInteger(time.nanoseconds, at: index + 2)
    try statement.bindInteger(sample.pointer, at: index + 3)
    try statement.bindInteger(Int64(sample.phase.rawValue), at: index + 4)
    try statement.bindInteger(Int64(sample.delivery.rawValue), at: index + 5)
    try statement.bindReal(sample.position.x, at: index + 6)
    try statement.bindReal(sample.position.y, at: index + 7)
    if let pressure = sample.pressure {
      try statement.bindReal(pressure, at: index + 8)
    } else {
      try statement.bindNull(at: index + 8)
    }
  }
}

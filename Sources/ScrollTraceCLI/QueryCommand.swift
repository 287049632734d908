import CommandLineKit
import SQLite
import TextKit
import TraceStore

/// `query`: runs read-only SQL on the store.
struct QueryCommand: CommandLineKit.Command {
  static let name = "query"
  static let abstract = "Ask the store in SQL."
  static let discussion = """
    Only reading is allowed, and only for --timeout seconds. Without SQL the tables and views are \
    listed; schema.sql explains every column. Views such as traces, frame_full and event have names \
    instead of codes.
    """
  static let examples = [
    Example("scrolltrace query 'SELECT * FROM traces'", "an overview"),
    Example(
      "scrolltrace query --format csv 'SELECT time_ms, y FROM frame_full WHERE trace_id = 1'",
      "offsets for a plot"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("sql", \.sql, "One SELECT statement; '-' reads it from standard input."),
    .store(\.database),
    .option("format", \.format, "How rows are printed."),
    .flag("json", \.format, sets: .json, "Print rows as JSON, like '--format json'."),
    .option(
      "timeout", \.timeout, "Stop after this many seconds.", limits: .range(0.001...86_400)),
    .flag("no-check", \.skipsCheck, "Do not look for damaged pages first."),
  ]

  enum Format: String, CaseIterable, CommandValue {
    case table
    case csv
    case json
  }

  var sql: String?
  var database: String?
  var format = Format.table
  var timeout = 30.0
  var skipsCheck = false

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      let store = try StorePath.openToRead(database, skipsCheck: skipsCheck, &console)
      guard let sql else {
        try printNames(try store.queryableNames(), &console)
        try store.close()
        return .ok
      }
      do {
        let text =
          sql == "-" ? String(decoding: try wholeFile("-", limit: 1 << 20), as: UTF8.self) : sql
        let statement = try store.prepareQuery(text, timeBudget: .seconds(timeout))
        guard try print(statement, &console) == 0 else { return .ok }
        for hint in try QueryHints.emptyResults(of: text, in: store) { console.printError(hint) }
      } catch let error as DatabaseError {
        throw queryFailure(error, try store.queryableNames())
      }
      return .ok
    }
  }

  /// Prints the queryable names, as a result with one column.
  private func printNames(_ names: [String], _ console: inout Console) throws {
    guard format == .json else {
      for name in names { console.print(name) }
      return
    }
    try console.printJSON { json in
      json.key("columns")
      json.beginArray()
      json.value("name")
      json.endArray()
      json.key("rows")
      json.beginArray()
      for name in names {
        json.beginArray()
        json.value(name)
        json.endArray()
      }
      json.endArray()
    }
  }

  /// The failure of a query: an error in the SQL is the user's, every other error the store's.
  private func queryFailure(_ error: DatabaseError, _ names: [String]) -> any Error {
    if error.isInterrupted {
      return Failure(
        .temporary, "the query took longer than \(timeout) s; use --timeout to let it go on")
    }
    switch error.code.primary {
    case .tooBig:
      return Failure(
        .usage,
        "a value or a row of the query has more than \(TraceStore.queryValueBytes >> 20) MiB, or its "
          + "text is too long; select a part of it, such as substr(value, 1, 1000)")
    case .error, .denied, .range, .misuse:
      return Failure(.usage, error.message + QueryHints.hint(for: error.message, names))
    default: return StoreError(error, path: StorePath.resolve(database))
    }
  }

  /// Prints the rows and returns their number.
  private func print(_ statement: Statement, _ console: inout Console) throws -> Int {
    switch format {
    case .table: try printTable(statement, &console)
    case .csv: try printCSV(statement, &console)
    case .json: try printJSON(statement, &console)
    }
  }

  /// The largest size of a table's text in bytes, because it is buffered before it is printed.
  private static let tableBytes = 256 << 20

  /// Prints a table and returns the number of rows.
  ///
  /// Rows are buffered, so that columns are aligned; for millions of rows, csv is suitable.
  private func printTable(_ statement: Statement, _ console: inout Console) throws -> Int {
    var rows: [[(text: String, isNumber: Bool)]] = []
    var bytes = 0
    while try statement.step() {
      let row = try (0..<statement.columnCount).map { Self.text(try statement.value(at: $0)) }
      bytes += row.reduce(0) { $0 + $1.text.utf8.count }
      guard bytes <= Self.tableBytes else {
        throw Failure(
          .usage,
          "the result has more than \(Self.tableBytes >> 20) MiB, too much for a table; "
            + "use --format csv, or add a LIMIT")
      }
      rows.append(row)
    }
    let names = statement.columnNames
    let columns = names.indices.map { index in
      let isNumeric = !rows.isEmpty && rows.allSatisfy { $0[index].isNumber }
      return TextTable.Column(names[index], isNumeric ? .right : .left)
    }
    var table = TextTable(columns)
    for row in rows { table.add(row.map { TextTable.Cell($0.text) }) }
    table.print(to: &console)
    return rows.count
  }

  /// The text of a number; infinities are named as in SQLite's own tool.
  private static func text(_ real: Double) -> String {
    (try? NumberText.text(real)) ?? (real < 0 ? "-Inf" : "Inf")
  }

  private static func text(_ value: Value) -> (text: String, isNumber: Bool) {
    switch value {
    case .null: ("", true)
    case .integer(let integer): (String(integer), true)
    case .real(let real): (Self.text(real), true)
    case .text(let bytes): (DisplayText.escaped(bytes[...]), false)
    case .blob(let bytes): (hexText(bytes), false)
    }
  }

  private func printCSV(_ statement: Statement, _ console: inout Console) throws -> Int {
    var count = 0
    var csv = CSVWriter()
    for name in statement.columnNames { csv.field(name) }
    csv.endRow()
    while try statement.step() {
      count += 1
      for index in 0..<statement.columnCount {
        switch try statement.value(at: index) {
        case .null: csv.emptyField()
        case .integer(let integer): csv.field(integer)
        case .real(let real): try real.isFinite ? csv.field(real) : csv.field(Self.text(real))
        case .text(let bytes): csv.field(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): csv.field(hexText(bytes))
        }
      }
      csv.endRow()
      if csv.bytes.count > 1 << 16 {
        console.write(String(decoding: csv.bytes, as: UTF8.self))
        csv.removeAll()
      }
    }
    console.write(String(decoding: csv.bytes, as: UTF8.self))
    return count
  }

  private func printJSON(_ statement: Statement, _ console: inout Console) throws -> Int {
    var count = 0
    try console.printJSON { json in
      let names = statement.columnNames
      json.key("columns")
      json.beginArray()
      for name in names { json.value(name) }
      json.endArray()
      json.key("rows")
      json.beginArray()
      while try statement.step() {
        count += 1
        json.beginArray()
        for index in 0..<statement.columnCount {
          switch try statement.value(at: index) {
          case .null: json.null()
          case .integer(let integer): json.value(integer)
          case .real(let real): if real.isFinite { try json.value(real) } else { json.null() }
          case .text(let bytes): json.value(String(decoding: bytes, as: UTF8.self))
          case .blob(let bytes): json.value(hexText(bytes))
          }
        }
        json.endArray()
      }
      json.endArray()
    }
    return count
  }
}

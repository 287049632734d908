public import SQLite

extension TraceStore {
  /// The largest value or row that a query makes, in bytes: 16 MiB, far above anything in a store.
  public static let queryValueBytes: Int32 = 16 << 20

  /// Prepares the store for SQL that a user typed, and returns the statement.
  ///
  /// Only reading is allowed, in bounded time. The views of `schema.sql` are made anew as temporary
  /// ones, because a view that lies in a file may be anybody's. A value or a row is at most
  /// `queryValueBytes` long: one function call could otherwise ask for a gigabyte.
  public func prepareQuery(_ sql: String, timeBudget: Duration) throws -> Statement {
    try reading {
      try database.makeTemporary(try Self.temporaryViews())
      try database.setValueLimit(Self.queryValueBytes)
      try database.setAllowsOnlyReading(true)
      try database.setDeadline(after: timeBudget)
    }
    // A mistake in the SQL is the user's, not the store's: it stays a `DatabaseError`.
    return try database.prepare(sql)
  }

  /// Whether a view of `schema.sql` has no row; `prepareQuery` has made the views.
  public func isEmpty(view: String) throws -> Bool {
    try database.rows("SELECT 1 FROM temp.\(view) LIMIT 1", as: Int64.self).isEmpty
  }

  /// Names of the tables and views a query can use.
  public func queryableNames() throws -> [String] {
    try reading {
      try Self.pristine().rows(
        "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type, name",
        as: String.self)
    }
  }

  private static func temporaryViews() throws -> String {
    let views = try pristine().rows(
      "SELECT sql FROM sqlite_schema WHERE type = 'view'", as: String.self)
    let prefix = "CREATE VIEW"
    return views.map { "CREATE TEMP VIEW" + $0.dropFirst(prefix.count) }.joined(separator: ";\n")
  }

  /// An empty store in memory, made from the embedded schema.
  private static func pristine() throws -> Database {
    let database = try Database(path: ":memory:", mode: .memory)
    try Migration.run(Migration.all, on: database)
    return database
  }
}

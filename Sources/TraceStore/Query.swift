public import SQLite

extension TraceStore {
  /// The largest value or row in a query, in bytes: 16 MiB, far above any stored value.
  public static let queryValueBytes: Int32 = 16 << 20

  /// Prepares the store for user-supplied SQL, and returns the statement.
  ///
  /// Only reading is allowed, in bounded time. The views of `schema.sql` are recreated as temporary
  /// ones, because a view in a file is untrusted. A value or a row is limited to `queryValueBytes`,
  /// because one function call could otherwise allocate a gigabyte.
  public func prepareQuery(_ sql: String, timeBudget: Duration) throws -> Statement {
    try reading {
      try database.makeTemporary(try Self.temporaryViews())
      try database.setValueLimit(Self.queryValueBytes)
      try database.setAllowsOnlyReading(true)
      try database.setDeadline(after: timeBudget)
    }
    // An error in the SQL is the user's, so it stays a `DatabaseError`.
    return try database.prepare(sql)
  }

  /// Whether a view of `schema.sql` is empty; `prepareQuery` must have created the views.
  public func isEmpty(view: String) throws -> Bool {
    try database.rows("SELECT 1 FROM temp.\(view) LIMIT 1", as: Int64.self).isEmpty
  }

  /// Names of the tables and views that a query can use.
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

  /// An empty in-memory store from the embedded schema.
  private static func pristine() throws -> Database {
    let database = try Database(path: ":memory:", mode: .memory)
    try Migration.run(Migration.all, on: database)
    return database
  }
}

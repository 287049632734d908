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

  /// Returns the views of results that are empty; `prepareQuery` must have created the views.
  public func emptyResultViews() throws -> [String] {
    try database.rows(
      """
      SELECT 'settles' WHERE NOT EXISTS (SELECT 1 FROM settles)
      UNION ALL SELECT 'impressions' WHERE NOT EXISTS (SELECT 1 FROM impressions)
      UNION ALL SELECT 'findings' WHERE NOT EXISTS (SELECT 1 FROM findings)
      UNION ALL SELECT 'smoothness' WHERE NOT EXISTS (SELECT 1 FROM smoothness)
      UNION ALL SELECT 'probes' WHERE NOT EXISTS (SELECT 1 FROM probes)
      UNION ALL SELECT 'transitions' WHERE NOT EXISTS (SELECT 1 FROM transitions)
      UNION ALL SELECT 'diagnosis' WHERE NOT EXISTS (SELECT 1 FROM diagnosis)
      UNION ALL SELECT 'diagnosis_cause' WHERE NOT EXISTS (SELECT 1 FROM diagnosis_cause)
      UNION ALL SELECT 'decision' WHERE NOT EXISTS (SELECT 1 FROM decision)
      UNION ALL SELECT 'divergences' WHERE NOT EXISTS (SELECT 1 FROM divergences)
      UNION ALL SELECT 'matrix' WHERE NOT EXISTS (SELECT 1 FROM matrix)
      """, as: String.self)
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

import CSQLite

/// The SQL files of the repository, compiled into the program.
public enum EmbeddedSQL {
  /// The text of `schema.sql`.
  public static var schema: String { String(cString: scrolltrace_schema_sql()) }
}

import CSQLite

extension Database {
  /// Restricts the connection to statements that only read, or lifts the restriction.
  ///
  /// It is meant for SQL typed by a user. It denies writes of every kind, ATTACH and DETACH,
  /// transactions, loading extensions, and pragmas that are not read-only. The error has the denied
  /// action. Temporary views and tables created before remain readable.
  public func setAllowsOnlyReading(_ isOn: Bool) throws(DatabaseError) {
    let context = Unmanaged.passUnretained(connection).toOpaque()
    let handle = try connection.open()
    let code =
      isOn
      ? sqlite3_set_authorizer(handle, authorize, context)
      : sqlite3_set_authorizer(handle, nil, nil)
    try connection.check(code)
  }
}

/// Read-only pragmas without an argument, or with the name of a table or index.
private let tellingPragmas: Set<String> = [
  "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
  "foreign_key_list", "foreign_key_check", "database_list", "collation_list", "function_list",
  "module_list", "pragma_list", "compile_options", "quick_check", "integrity_check",
]

/// Pragmas that read a setting without an argument and change it with one.
private let settingPragmas: Set<String> = [
  "application_id", "user_version", "schema_version", "data_version", "encoding", "page_size",
  "page_count", "freelist_count", "journal_mode", "auto_vacuum", "synchronous", "foreign_keys",
  "query_only",
]

/// Allows or denies one action of a statement during compilation.
private func authorize(
  _ context: UnsafeMutableRawPointer?, _ action: Int32,
  _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
  _ database: UnsafePointer<CChar>?, _ trigger: UnsafePointer<CChar>?
) -> Int32 {
  let isAllowed =
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: true
    case SQLITE_FUNCTION: name(second) != "load_extension"
    case SQLITE_PRAGMA: isTelling(name(first), hasArgument: second != nil)
    // SQLite requests this when a table function such as json_each is first used. A CREATE starts
    // with an INSERT there, a DROP with a DELETE; SQLite itself rejects an explicit UPDATE.
    case SQLITE_UPDATE: name(first) == "sqlite_master"
    default: false
    }
  guard !isAllowed, let context else { return isAllowed ? SQLITE_OK : SQLITE_DENY }
  let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
  connection.denied = describe(action, first, second)
  return SQLITE_DENY
}

private func isTelling(_ pragma: String, hasArgument: Bool) -> Bool {
  tellingPragmas.contains(pragma) || (settingPragmas.contains(pragma) && !hasArgument)
}

/// Converts an SQLite name, which is ASCII and case-insensitive.
private func name(_ text: UnsafePointer<CChar>?) -> String {
  text.map { String(cString: $0).lowercased() } ?? ""
}

/// Describes a denied action for the error.
private func describe(
  _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
) -> String {
  if name(first).hasPrefix("sqlite_") { return "a change of the schema" }
  return switch action {
  case SQLITE_PRAGMA: "PRAGMA \(name(first))"
  case SQLITE_ATTACH: "ATTACH"
  case SQLITE_DETACH: "DETACH"
  case SQLITE_INSERT: "INSERT into \(name(first))"
  case SQLITE_UPDATE: "UPDATE of \(name(first))"
  case SQLITE_DELETE: "DELETE from \(name(first))"
  case SQLITE_FUNCTION: "the function \(name(second))"
  case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: "a transaction"
  default: "a change of the schema"
  }
}

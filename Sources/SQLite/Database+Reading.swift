import CSQLite

extension Database {
  /// Refuses, or again allows, every statement that does more than read.
  ///
  /// For SQL that a user typed: refused are writes of every kind, ATTACH and DETACH, transactions,
  /// loading extensions, and pragmas except those that only tell something. The error names what
  /// was refused. Temporary views and tables made before may be read.
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

/// Pragmas that tell something and take no argument, or only the name of a table or index.
private let tellingPragmas: Set<String> = [
  "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
  "foreign_key_list", "foreign_key_check", "database_list", "collation_list", "function_list",
  "module_list", "pragma_list", "compile_options", "quick_check", "integrity_check",
]

/// Pragmas that tell something without an argument and change it with one.
private let settingPragmas: Set<String> = [
  "application_id", "user_version", "schema_version", "data_version", "encoding", "page_size",
  "page_count", "freelist_count", "journal_mode", "auto_vacuum", "synchronous", "foreign_keys",
  "query_only",
]

/// Decides over one action of a statement that is being compiled.
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
    // Asked when a table function such as json_each is first used. Creating begins with an INSERT
    // and dropping with a DELETE there; an UPDATE that is written out is refused by SQLite itself.
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

/// SQLite's names are ASCII and case-insensitive.
private func name(_ text: UnsafePointer<CChar>?) -> String {
  text.map { String(cString: $0).lowercased() } ?? ""
}

/// Names a refused action for the error.
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

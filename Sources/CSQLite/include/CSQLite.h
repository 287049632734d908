#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// Parts of the SQLite interface that Swift cannot import: macros with casts, variadic functions.

/// Binds UTF-8 text that SQLite copies before this function returns.
static inline int csqlite_bind_text_copied(
    sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  // A null pointer would bind NULL, and Swift passes one for an empty buffer.
  return sqlite3_bind_text64(statement, index, bytes ? (const char *)bytes : "", count,
                             SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds UTF-8 text that stays at its address for the life of the process.
static inline int csqlite_bind_text_static(
    sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  return sqlite3_bind_text64(statement, index, bytes ? (const char *)bytes : "", count,
                             SQLITE_STATIC, SQLITE_UTF8);
}

/// Binds a blob that SQLite copies before this function returns.
static inline int csqlite_bind_blob_copied(
    sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Sets one of the on/off options of `sqlite3_db_config` and checks that it took effect.
///
/// `option` is one of the `SQLITE_DBCONFIG_` constants whose arguments are `(int, int *)`:
/// DEFENSIVE, TRUSTED_SCHEMA, ENABLE_TRIGGER, ENABLE_VIEW, ENABLE_FKEY, DQS_DDL, DQS_DML,
/// ENABLE_LOAD_EXTENSION, NO_CKPT_ON_CLOSE.
static inline int csqlite_configure(sqlite3 *database, int option, int enabled) {
  int state = -1;
  int code = sqlite3_db_config(database, option, enabled, &state);
  return code == SQLITE_OK && state != (enabled != 0) ? SQLITE_ERROR : code;
}

/// A buffer that the function `gather` fills with rows of numbers.
typedef struct {
  /// Integers, and the bits of reals, row by row.
  int64_t *values;
  /// The class of each value: SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_NULL or another.
  uint8_t *classes;
  /// The number of values per row.
  int32_t columns;
  /// The maximum number of rows.
  int32_t capacity;
  /// The number of stored rows.
  int32_t count;
} csqlite_rows;

/// Replaces the functions `printf` and `format` by ones that fail for a text beyond the limit.
///
/// SQLite's own functions return NULL in that case. The limit is that of the connection at the time
/// of the call.
int csqlite_check_printf(sqlite3 *database);

/// Adds the function `gather(rows, value, …)`, which returns false until the buffer is full.
int csqlite_add_gather(sqlite3 *database);

/// Binds the buffer that a query's `gather` fills; it must outlive the statement's steps.
int csqlite_bind_rows(sqlite3_stmt *statement, int index, csqlite_rows *rows);

/// Returns the text of `schema.sql`, NUL-terminated.
const char *scrolltrace_schema_sql(void);

#endif

#include "CSQLite.h"

#include <string.h>

// The built-in printf returns NULL for a text beyond the limit of the connection, which cannot be
// distinguished from a result. Here a separate connection calls it with an additional byte before
// the format, so that NULL can only mean "too long".

enum { arguments = 127 };

typedef struct {
  sqlite3 *helper;
  sqlite3_stmt *statements[arguments + 1];
} formatter;

static void release(void *data) {
  formatter *formatter = data;
  for (int count = 0; count <= arguments; count++) sqlite3_finalize(formatter->statements[count]);
  sqlite3_close_v2(formatter->helper);
  sqlite3_free(formatter);
}

static sqlite3_stmt *statement(formatter *formatter, int count) {
  if (formatter->statements[count]) return formatter->statements[count];
  char sql[32 + 2 * arguments] = "SELECT printf('.' || ?";
  for (int index = 1; index < count; index++) strcat(sql, ",?");
  strcat(sql, ")");
  sqlite3_prepare_v2(formatter->helper, sql, -1, &formatter->statements[count], NULL);
  return formatter->statements[count];
}

static void checked_printf(sqlite3_context *context, int count, sqlite3_value **values) {
  if (count == 0 || sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  sqlite3_stmt *query = count > arguments ? NULL : statement(sqlite3_user_data(context), count);
  int code = query ? SQLITE_OK : SQLITE_TOOBIG;
  for (int index = 0; index < count && code == SQLITE_OK; index++)
    code = sqlite3_bind_value(query, index + 1, values[index]);
  if (code == SQLITE_OK) code = sqlite3_step(query);
  if (code == SQLITE_ROW) {
    const char *text = (const char *)sqlite3_column_text(query, 0);
    const int length = sqlite3_column_bytes(query, 0);
    if (text && length > 0)
      sqlite3_result_text(context, text + 1, length - 1, SQLITE_TRANSIENT);
    else
      sqlite3_result_error_toobig(context);
  } else {
    sqlite3_result_error_code(context, code);
  }
  sqlite3_reset(query);
  sqlite3_clear_bindings(query);
}

static int add(sqlite3 *database, const char *name) {
  formatter *data = sqlite3_malloc(sizeof *data);
  if (!data) return SQLITE_NOMEM;
  memset(data, 0, sizeof *data);
  const int code = sqlite3_open(":memory:", &data->helper);
  if (code != SQLITE_OK) {
    release(data);
    return code;
  }
  sqlite3_limit(data->helper, SQLITE_LIMIT_LENGTH, sqlite3_limit(database, SQLITE_LIMIT_LENGTH, -1));
  // SQLite releases the data even if it fails to add the function.
  return sqlite3_create_function_v2(database, name, -1, SQLITE_UTF8 | SQLITE_INNOCUOUS, data,
                                    checked_printf, NULL, NULL, release);
}

int csqlite_check_printf(sqlite3 *database) {
  const int code = add(database, "printf");
  return code == SQLITE_OK ? add(database, "format") : code;
}

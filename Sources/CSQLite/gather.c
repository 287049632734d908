#include "CSQLite.h"

// SQLite returns one row per step and one value per call, and each call takes about as long as
// decoding the value. A function in the query's condition has direct access to the values of a row.
// It stores them and returns false until its buffer is full, so one step processes many rows.

static const char *const kind_of_rows = "csqlite_rows";

static void gather(sqlite3_context *context, int count, sqlite3_value **values) {
  csqlite_rows *rows = count > 0 ? sqlite3_value_pointer(values[0], kind_of_rows) : NULL;
  // A call in a user's query has no buffer.
  if (!rows || rows->columns != count - 1 || rows->count >= rows->capacity) {
    sqlite3_result_error(context, "gather is not a function to call", -1);
    return;
  }
  const size_t start = (size_t)rows->count * (size_t)rows->columns;
  int64_t *value = rows->values + start;
  uint8_t *type = rows->classes + start;
  for (int column = 1; column < count; column++, value++, type++) {
    *type = (uint8_t)sqlite3_value_type(values[column]);
    switch (*type) {
      case SQLITE_INTEGER:
        *value = sqlite3_value_int64(values[column]);
        break;
      case SQLITE_FLOAT: {
        const double real = sqlite3_value_double(values[column]);
        __builtin_memcpy(value, &real, sizeof real);
        break;
      }
      default:
        *value = 0;
    }
  }
  rows->count += 1;
  sqlite3_result_int(context, rows->count == rows->capacity);
}

int csqlite_add_gather(sqlite3 *database) {
  return sqlite3_create_function_v2(database, "gather", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL,
                                    gather, NULL, NULL, NULL);
}

int csqlite_bind_rows(sqlite3_stmt *statement, int index, csqlite_rows *rows) {
  return sqlite3_bind_pointer(statement, index, rows, kind_of_rows, NULL);
}

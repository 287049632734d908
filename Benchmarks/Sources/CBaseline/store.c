#include "CBaseline.h"

#include <sqlite3.h>
#include <stdlib.h>

static const unsigned char schema_sql[] = {
#embed "../../../schema.sql" suffix(, 0)
};

struct baseline {
  sqlite3 *database;
  sqlite3_stmt *trace;
  sqlite3_stmt *geometry;
  sqlite3_stmt *frame;
  sqlite3_stmt *touch;
  int32_t current_trace;
  int64_t seq;
  int64_t geometry_id;
  double content_height;
};

static int prepare(baseline *store) {
  sqlite3 *database = store->database;
  const unsigned flags = SQLITE_PREPARE_PERSISTENT;
  int code = sqlite3_prepare_v3(
      database,
      "INSERT INTO trace (trace_id, capture_id, number, name, coordinate_space) "
      "VALUES (?1, 1, ?1, 'trace', 'points')",
      -1, flags, &store->trace, NULL);
  if (code != SQLITE_OK) return code;
  code = sqlite3_prepare_v3(
      database, "INSERT INTO geometry VALUES (?, ?, 390, ?, 390, 844, NULL, NULL, NULL, NULL)", -1,
      flags, &store->geometry, NULL);
  if (code != SQLITE_OK) return code;
  code = sqlite3_prepare_v3(database, "INSERT INTO frame VALUES (?, ?, ?, ?, ?, ?, ?)", -1, flags,
                            &store->frame, NULL);
  if (code != SQLITE_OK) return code;
  return sqlite3_prepare_v3(database,
                            "INSERT INTO touch_sample VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)", -1,
                            flags, &store->touch, NULL);
}

int baseline_create(const char *path, int synchronous, baseline **result) {
  *result = NULL;
  baseline *store = calloc(1, sizeof *store);
  if (!store) return SQLITE_NOMEM;
  int code = sqlite3_open_v2(
      path, &store->database,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK) {
    code = sqlite3_exec(store->database, (const char *)schema_sql, NULL, NULL, NULL);
  }
  if (code == SQLITE_OK) {
    code = sqlite3_exec(store->database, "PRAGMA foreign_keys = OFF; PRAGMA journal_mode = WAL",
                        NULL, NULL, NULL);
  }
  if (code == SQLITE_OK) {
    code = sqlite3_exec(
        store->database,
        synchronous == 2 ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", NULL, NULL,
        NULL);
  }
  if (code == SQLITE_OK) {
    code = sqlite3_exec(store->database,
                        "INSERT INTO capture (capture_id, format, added_unix_ms, tool_version, "
                        "is_closed) VALUES (1, 'baseline', 0, '', 0)",
                        NULL, NULL, NULL);
  }
  if (code == SQLITE_OK) code = prepare(store);
  if (code != SQLITE_OK) {
    baseline_close(store);
    return code;
  }
  *result = store;
  return SQLITE_OK;
}

static int run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int begin_trace(baseline *store, int32_t trace) {
  store->current_trace = trace;
  store->seq = 0;
  store->geometry_id = -1;
  store->content_height = -1;
  sqlite3_bind_int64(store->trace, 1, trace);
  return run(store->trace);
}

static int begin_geometry(baseline *store, double content_height) {
  store->geometry_id += 1;
  store->content_height = content_height;
  sqlite3_bind_int64(store->geometry, 1, store->current_trace);
  sqlite3_bind_int64(store->geometry, 2, store->geometry_id);
  sqlite3_bind_double(store->geometry, 3, content_height);
  return run(store->geometry);
}

int baseline_append(baseline *store, const baseline_row *row) {
  int code = SQLITE_OK;
  if (row->trace != store->current_trace) code = begin_trace(store, row->trace);
  if (code != SQLITE_OK) return code;
  if (row->is_touch) {
    sqlite3_stmt *touch = store->touch;
    sqlite3_bind_int64(touch, 1, row->trace);
    sqlite3_bind_int64(touch, 2, store->seq++);
    sqlite3_bind_int64(touch, 3, row->time_ns);
    sqlite3_bind_int64(touch, 4, 1);
    sqlite3_bind_int64(touch, 5, row->phase);
    sqlite3_bind_int64(touch, 6, 0);
    sqlite3_bind_double(touch, 7, row->x);
    sqlite3_bind_double(touch, 8, row->y);
    return run(touch);
  }
  if (row->content_height != store->content_height) {
    code = begin_geometry(store, row->content_height);
    if (code != SQLITE_OK) return code;
  }
  sqlite3_stmt *frame = store->frame;
  sqlite3_bind_int64(frame, 1, row->trace);
  sqlite3_bind_int64(frame, 2, store->seq++);
  sqlite3_bind_int64(frame, 3, row->time_ns);
  sqlite3_bind_double(frame, 4, row->x);
  sqlite3_bind_double(frame, 5, row->y);
  sqlite3_bind_int64(frame, 6, row->phase);
  sqlite3_bind_int64(frame, 7, store->geometry_id);
  return run(frame);
}

int baseline_begin(baseline *store) {
  return sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
}

int baseline_commit(baseline *store) {
  return sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL);
}

int baseline_ingest(baseline *store, const baseline_row *rows, size_t count) {
  int code = baseline_begin(store);
  for (size_t index = 0; index < count && code == SQLITE_OK; index++) {
    code = baseline_append(store, &rows[index]);
  }
  return code == SQLITE_OK ? baseline_commit(store) : code;
}

int baseline_close(baseline *store) {
  sqlite3_finalize(store->trace);
  sqlite3_finalize(store->geometry);
  sqlite3_finalize(store->frame);
  sqlite3_finalize(store->touch);
  int code = sqlite3_exec(store->database, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
  int closing = sqlite3_close(store->database);
  free(store);
  return code != SQLITE_OK ? code : closing;
}

static int scan(sqlite3 *database, const char *sql, int64_t *rows, double *sum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  const int columns = sqlite3_column_count(statement);
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    for (int column = 0; column < columns; column++) {
      switch (sqlite3_column_type(statement, column)) {
        case SQLITE_INTEGER: *sum += (double)sqlite3_column_int64(statement, column); break;
        case SQLITE_FLOAT: *sum += sqlite3_column_double(statement, column); break;
        default: break;
      }
    }
    *rows += 1;
  }
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int baseline_scan(const char *path, int64_t *rows, double *sum) {
  sqlite3 *database = NULL;
  *rows = 0;
  *sum = 0;
  int code =
      sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK) {
    code = scan(database,
                "SELECT trace_id, seq, time_ns, x, y, phase, geometry_id FROM frame "
                "ORDER BY trace_id, seq",
                rows, sum);
  }
  if (code == SQLITE_OK) {
    code = scan(database,
                "SELECT trace_id, seq, time_ns, pointer, phase, delivery, x, y, pressure "
                "FROM touch_sample ORDER BY trace_id, seq",
                rows, sum);
  }
  sqlite3_close(database);
  return code;
}

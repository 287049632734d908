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

// Rows as a program would keep them; the arrays grow to the longest trace and are reused.
typedef struct {
  int64_t seq;
  int64_t time_ns;
  double x;
  double y;
  int64_t geometry_id;
  int8_t phase;  // -1: not reported
} frame_row;

typedef struct {
  int64_t seq;
  int64_t time_ns;
  int64_t pointer;
  double x;
  double y;
  double pressure;
  int8_t phase;
  int8_t delivery;
  int8_t has_pressure;
} touch_row;

static void read_frame(sqlite3_stmt *row, void *place) {
  frame_row *frame = place;
  frame->seq = sqlite3_column_int64(row, 0);
  frame->time_ns = sqlite3_column_int64(row, 1);
  frame->x = sqlite3_column_double(row, 2);
  frame->y = sqlite3_column_double(row, 3);
  frame->phase =
      sqlite3_column_type(row, 4) == SQLITE_NULL ? -1 : (int8_t)sqlite3_column_int(row, 4);
  frame->geometry_id = sqlite3_column_int64(row, 5);
}

static void read_touch(sqlite3_stmt *row, void *place) {
  touch_row *touch = place;
  touch->seq = sqlite3_column_int64(row, 0);
  touch->time_ns = sqlite3_column_int64(row, 1);
  touch->pointer = sqlite3_column_int64(row, 2);
  touch->phase = (int8_t)sqlite3_column_int(row, 3);
  touch->delivery = (int8_t)sqlite3_column_int(row, 4);
  touch->x = sqlite3_column_double(row, 5);
  touch->y = sqlite3_column_double(row, 6);
  touch->has_pressure = sqlite3_column_type(row, 7) != SQLITE_NULL;
  touch->pressure = sqlite3_column_double(row, 7);
}

typedef struct {
  const char *sql;
  size_t size;
  void (*read)(sqlite3_stmt *, void *);
  sqlite3_stmt *statement;
  unsigned char *rows;
  size_t room;
} table;

/// Reads the rows of one trace into the table's array.
static int load(table *table, int64_t trace, int64_t *rows) {
  size_t count = 0;
  int code;
  sqlite3_reset(table->statement);
  sqlite3_bind_int64(table->statement, 1, trace);
  while ((code = sqlite3_step(table->statement)) == SQLITE_ROW) {
    if (count == table->room) {
      table->room = table->room ? table->room * 2 : 1024;
      unsigned char *more = realloc(table->rows, table->room * table->size);
      if (!more) return SQLITE_NOMEM;
      table->rows = more;
    }
    table->read(table->statement, table->rows + count * table->size);
    count += 1;
  }
  *rows += (int64_t)count;
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int baseline_load(const char *path, int64_t *rows) {
  table tables[] = {
      {"SELECT seq, time_ns, x, y, phase, geometry_id FROM frame WHERE trace_id = ? AND seq >= 0 "
       "ORDER BY seq",
       sizeof(frame_row), read_frame, NULL, NULL, 0},
      {"SELECT seq, time_ns, pointer, phase, delivery, x, y, pressure FROM touch_sample "
       "WHERE trace_id = ? AND seq >= 0 ORDER BY seq",
       sizeof(touch_row), read_touch, NULL, NULL, 0},
  };
  const size_t count = sizeof tables / sizeof *tables;
  sqlite3 *database = NULL;
  sqlite3_stmt *traces = NULL;
  *rows = 0;
  int code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
  for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
    code = sqlite3_prepare_v2(database, tables[i].sql, -1, &tables[i].statement, NULL);
  }
  if (code == SQLITE_OK) {
    code = sqlite3_prepare_v2(database, "SELECT trace_id FROM trace ORDER BY trace_id", -1, &traces,
                              NULL);
  }
  while (code == SQLITE_OK && (code = sqlite3_step(traces)) == SQLITE_ROW) {
    code = SQLITE_OK;
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
      code = load(&tables[i], sqlite3_column_int64(traces, 0), rows);
    }
  }
  sqlite3_finalize(traces);
  for (size_t i = 0; i < count; i++) {
    sqlite3_finalize(tables[i].statement);
    free(tables[i].rows);
  }
  sqlite3_close(database);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

#ifndef CBASELINE_H
#define CBASELINE_H

#include <stddef.h>
#include <stdint.h>

// What a plain C program does with the same data, the same schema and the same SQLite. Every
// function that can fail returns 0 for success and a SQLite result code otherwise.

/// One row of the sample data: a frame or a touch sample.
typedef struct {
  int64_t time_ns;
  double x;
  double y;
  double content_height;  // of a frame
  int32_t trace;          // from 1
  int32_t is_touch;
  int32_t phase;
  int32_t unused;
} baseline_row;

/// An open store and its prepared statements.
typedef struct baseline baseline;

/// Makes a store from schema.sql in WAL mode; `synchronous` is 1 for NORMAL, 2 for FULL.
int baseline_create(const char *path, int synchronous, baseline **store);

/// Inserts all rows in one transaction.
int baseline_ingest(baseline *store, const baseline_row *rows, size_t count);

/// Begins or commits a transaction of a recording.
int baseline_begin(baseline *store);
int baseline_commit(baseline *store);

/// Inserts one row, and the trace and geometry it needs.
int baseline_append(baseline *store, const baseline_row *row);

/// Checkpoints, leaves WAL mode and closes; frees the store also when it fails.
int baseline_close(baseline *store);

/// Reads every column of frame and touch_sample in key order; returns a sum that keeps the reads.
int baseline_scan(const char *path, int64_t *rows, double *sum);

/// Adds up texts, each ending with a zero byte, with strtod; `offsets` says where they begin.
double baseline_strtod_sum(const char *texts, const uint32_t *offsets, size_t count);

/// Reads one text with strtod.
double baseline_strtod(const char *text);

/// Writes a number with so many significant digits; returns the length.
int baseline_format(char *buffer, size_t size, double value, int digits);

#endif

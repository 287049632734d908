#ifndef CBASELINE_H
#define CBASELINE_H

#include <stddef.h>
#include <stdint.h>

// A plain C program with the same data, the same schema and the same SQLite. Every function that
// can fail returns 0 for success and a SQLite result code otherwise.

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

/// Creates a store from schema.sql in WAL mode; `synchronous` is 1 for NORMAL, 2 for FULL.
int baseline_create(const char *path, int synchronous, baseline **store);

/// Inserts all rows in one transaction.
int baseline_ingest(baseline *store, const baseline_row *rows, size_t count);

/// Begins or commits a transaction of a recording.
int baseline_begin(baseline *store);
int baseline_commit(baseline *store);

/// Inserts one row, and the trace and geometry it needs.
int baseline_append(baseline *store, const baseline_row *row);

/// Checkpoints, leaves WAL mode and closes; frees the store even if it fails.
int baseline_close(baseline *store);

/// Reads frames and touches of every trace, each with our own statements, into arrays of structs;
/// no value is checked. `rows` returns their number.
int baseline_load(const char *path, int64_t *rows);

/// Adds up numbers in texts, each ending with a zero byte, with strtod; `offsets` has their
/// starts.
double baseline_strtod_sum(const char *texts, const uint32_t *offsets, size_t count);

/// Reads one text with strtod.
double baseline_strtod(const char *text);

/// Writes a number with the given number of significant digits; returns the length.
int baseline_format(char *buffer, size_t size, double value, int digits);

/// A released scroll: the parameters from which its frames are computed. Lengths are points, the
/// velocity is in points per second, the rate is the fraction of it that remains after a
/// millisecond.
typedef struct {
  int64_t release_ns;
  double period_ns;  // between ticks, which are counted from 0
  double shown;      // the offset of the previous frame
  double origin;
  double velocity;
  double rate;
  double floor;  // the velocity at which it ends
  double width;
  double height;
  double content_height;
} baseline_fling;

/// A frame with all values that the engine's frame has.
typedef struct {
  int64_t time_ns;
  double x;
  double y;
  int64_t phase;
  double content_offset[2];
  double content_size[2];
  double insets[4];
  double container_size[2];
  double visible_rect[4];
} baseline_frame;

/// Rows from top to bottom, and which of them are visible by a fraction of their length.
typedef struct {
  const double *starts;
  const double *lengths;
  uint8_t *is_visible;
  size_t count;
  double threshold;
  size_t low;  // the window over those in view
  size_t high;
} baseline_rows;

/// The result of a fling.
typedef struct {
  int64_t frames;
  int64_t changes;  // of rows' visibility
  double sum;       // of the frames' offsets
} baseline_flung;

/// Computes a fling's frames one after the other until its rest, into a small ring.
baseline_flung baseline_run_fling(const baseline_fling *fling);

/// The same, and updates the visible rows.
baseline_flung baseline_run_fling_over(const baseline_fling *fling, baseline_rows *rows);

/// Finds the visible rows without the previous window, as after a jump.
void baseline_place_rows(baseline_rows *rows, double top, double bottom);

/// Starts to count allocations of all threads. The second function stops and returns their
/// number, or -1 where they cannot be counted.
void baseline_count_allocations(void);
int64_t baseline_allocations(void);

#endif

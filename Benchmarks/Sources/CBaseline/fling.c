#include "CBaseline.h"

#include <math.h>
#include <string.h>

enum { ring_size = 64 };

/// The closed form of a deceleration, and where it ends.
typedef struct {
  double reach;
  double logarithm;
  double duration;
  double target;
} motion;

static motion motion_of(const baseline_fling *fling) {
  double speed = fabs(fling->velocity);
  double reach = fling->rate / (1 - fling->rate) / 1000;
  double way = (speed - fling->floor) * reach;
  return (motion){
      .reach = reach,
      .logarithm = log(fling->rate),
      .duration = log(fling->floor / speed) / log(fling->rate),
      .target = fling->origin + (fling->velocity > 0 ? way : -way),
  };
}

static int64_t tick_time(const baseline_fling *fling, int64_t index) {
  return (int64_t)floor((double)index * fling->period_ns);
}

// A tick at the moment of the release belongs to the time before it.
static int64_t first_tick(const baseline_fling *fling) {
  int64_t index = (int64_t)((double)fling->release_ns / fling->period_ns);
  while (tick_time(fling, index) <= fling->release_ns) index++;
  return index;
}

/// Computes one frame and returns 0 if it is the last.
static inline int make_frame(const baseline_fling *fling, const motion *motion, int64_t index,
                             baseline_frame *frame) {
  int64_t time = tick_time(fling, index);
  double elapsed = (double)(time - fling->release_ns) / 1e6;
  int is_over = elapsed >= motion->duration;
  double y = is_over ? motion->target
                     : fling->origin + fling->velocity * motion->reach *
                                           (1 - exp(motion->logarithm * elapsed));
  frame->time_ns = time;
  frame->x = 0;
  frame->y = y;
  frame->phase = is_over ? 0 : 3;
  frame->content_offset[0] = 0;
  frame->content_offset[1] = y;
  frame->content_size[0] = fling->width;
  frame->content_size[1] = fling->content_height;
  memset(frame->insets, 0, sizeof frame->insets);
  frame->container_size[0] = fling->width;
  frame->container_size[1] = fling->height;
  frame->visible_rect[0] = 0;
  frame->visible_rect[1] = y;
  frame->visible_rect[2] = fling->width;
  frame->visible_rect[3] = fling->height;
  return !is_over;
}

baseline_flung baseline_run_fling(const baseline_fling *fling) {
  baseline_frame ring[ring_size];
  motion motion = motion_of(fling);
  baseline_flung result = {0};
  int64_t index = first_tick(fling);
  int goes_on = 1;
  while (goes_on) {
    baseline_frame *frame = &ring[result.frames % ring_size];
    goes_on = make_frame(fling, &motion, index++, frame);
    result.sum += frame->y;
    result.frames++;
  }
  return result;
}

static double end_of(const baseline_rows *rows, size_t row) {
  return rows->starts[row] + rows->lengths[row];
}

static int is_visible(const baseline_rows *rows, size_t row, double top, double bottom) {
  double low = rows->starts[row] > top ? rows->starts[row] : top;
  double end = end_of(rows, row);
  double high = end < bottom ? end : bottom;
  return high > low && high - low >= (rows->threshold - 1e-6) * rows->lengths[row];
}

void baseline_place_rows(baseline_rows *rows, double top, double bottom) {
  for (size_t row = rows->low; row < rows->high; row++) rows->is_visible[row] = 0;
  size_t low = 0, high = rows->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (end_of(rows, middle) <= top) low = middle + 1; else high = middle;
  }
  rows->low = low;
  while (high < rows->count && rows->starts[high] < bottom) high++;
  rows->high = high;
  for (size_t row = rows->low; row < rows->high; row++) {
    rows->is_visible[row] = (uint8_t)is_visible(rows, row, top, bottom);
  }
}

/// Moves the window over the rows and returns how many rows became visible or hidden.
static int64_t look(baseline_rows *rows, double top, double bottom) {
  int64_t changes = 0;
  size_t low = rows->low, high = rows->high;
  while (low > 0 && end_of(rows, low - 1) > top) low--;
  while (low < rows->count && end_of(rows, low) <= top) low++;
  while (high > 0 && rows->starts[high - 1] >= bottom) high--;
  while (high < rows->count && rows->starts[high] < bottom) high++;
  for (size_t row = rows->low; row < rows->high; row++) {
    if (row >= low && row < high) continue;
    changes += rows->is_visible[row];
    rows->is_visible[row] = 0;
  }
  for (size_t row = low; row < high; row++) {
    uint8_t now = (uint8_t)is_visible(rows, row, top, bottom);
    changes += now != rows->is_visible[row];
    rows->is_visible[row] = now;
  }
  rows->low = low;
  rows->high = high;
  return changes;
}

baseline_flung baseline_run_fling_over(const baseline_fling *fling, baseline_rows *rows) {
  baseline_frame ring[ring_size];
  motion motion = motion_of(fling);
  baseline_flung result = {0};
  int64_t index = first_tick(fling);
  int goes_on = 1;
  while (goes_on) {
    baseline_frame *frame = &ring[result.frames % ring_size];
    goes_on = make_frame(fling, &motion, index++, frame);
    result.changes += look(rows, frame->y, frame->y + fling->height);
    result.sum += frame->y;
    result.frames++;
  }
  return result;
}

#ifndef CGALLERY_H
#define CGALLERY_H

#include <stddef.h>

/// One file of `fixtures`, compiled in.
typedef struct {
  /// Its path below `fixtures`.
  const char *path;
  /// Its bytes, not NUL-terminated.
  const unsigned char *bytes;
  /// How many bytes it has.
  size_t count;
} cgallery_file;

/// Returns how many files there are.
size_t cgallery_count(void);

/// Returns a file; NULL beyond the last one.
const cgallery_file *cgallery_file_at(size_t index);

#endif

#ifndef CGALLERY_H
#define CGALLERY_H

#include <stddef.h>

/// One embedded file of `fixtures`.
typedef struct {
  /// The path relative to `fixtures`.
  const char *path;
  /// The bytes, not NUL-terminated.
  const unsigned char *bytes;
  /// The number of bytes.
  size_t count;
} cgallery_file;

/// Returns the number of files.
size_t cgallery_count(void);

/// Returns the file at an index; NULL beyond the last one.
const cgallery_file *cgallery_file_at(size_t index);

#endif

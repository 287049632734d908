#include "CBaseline.h"

// Counts every allocation of the program where the C library allows functions of a program to
// replace its own; other benchmarks pay one test of a flag per allocation.

#if defined(__GLIBC__)

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Atomic int is_counting;
static _Atomic int64_t allocations;

static inline void note(void) {
  if (__builtin_expect(atomic_load_explicit(&is_counting, memory_order_relaxed), 0)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  }
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  note();
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  note();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  note();
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}

void baseline_count_allocations(void) {
  atomic_store(&allocations, 0);
  atomic_store(&is_counting, 1);
}

int64_t baseline_allocations(void) {
  atomic_store(&is_counting, 0);
  return atomic_load(&allocations);
}

#else

void baseline_count_allocations(void) {}

int64_t baseline_allocations(void) { return -1; }

#endif

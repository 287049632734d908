#include "CFaultVFS.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>

// The armed fault and the counters. A thread that arms has its own set, so that suites that run at
// the same time do not disturb one another; threads that never arm share one set.

typedef struct fault_set {
  atomic_int kind;
  atomic_int call;
  atomic_int sticky;
  atomic_int code;
  atomic_int failures;
  atomic_int counts[FAULT_ANY + 1];
} fault_set;

static fault_set shared_set = {.kind = -1};
static _Thread_local fault_set own_set = {.kind = -1};
static _Thread_local fault_set *chosen_set;

static fault_set *current(void) { return chosen_set ? chosen_set : &shared_set; }

static void reset(fault_set *set) {
  atomic_store(&set->kind, -1);
  for (int kind = 0; kind <= FAULT_ANY; kind++) atomic_store(&set->counts[kind], 0);
  atomic_store(&set->failures, 0);
}

static void arm(fault_set *set, fault_kind kind, int n, int sticky, int code) {
  chosen_set = set;
  reset(set);
  atomic_store(&set->call, n);
  atomic_store(&set->sticky, sticky);
  atomic_store(&set->code, code);
  atomic_store(&set->kind, kind);
}

void fault_vfs_arm(fault_kind kind, int n, int sticky, int code) {
  arm(&own_set, kind, n, sticky, code);
}

void fault_vfs_arm_shared(fault_kind kind, int n, int sticky, int code) {
  arm(&shared_set, kind, n, sticky, code);
}

void fault_vfs_reset(void) {
  chosen_set = &own_set;
  reset(chosen_set);
}

void fault_vfs_disarm(void) { atomic_store(&current()->kind, -1); }

int fault_vfs_count(fault_kind kind) { return atomic_load(&current()->counts[kind]); }

int fault_vfs_failures(void) { return atomic_load(&current()->failures); }

/// Counts a call; returns the error code for it, or SQLITE_OK.
static int fault(fault_kind kind) {
  fault_set *set = current();
  int call = atomic_fetch_add(&set->counts[kind], 1) + 1;
  int any = atomic_fetch_add(&set->counts[FAULT_ANY], 1) + 1;
  int armed = atomic_load(&set->kind);
  if (armed == FAULT_ANY) {
    call = any;
  } else if (armed != (int)kind) {
    return SQLITE_OK;
  }
  int first = atomic_load(&set->call);
  if (call != first && !(atomic_load(&set->sticky) && call > first)) return SQLITE_OK;
  atomic_fetch_add(&set->failures, 1);
  return atomic_load(&set->code);
}

/// Returns a code that SQLite accepts from a call that is not a write.
static int plain(int code) { return code == FAULT_SHORT_WRITE ? SQLITE_FULL : code; }

// Files: our file is a header before the wrapped file, in the same allocation.

typedef struct fault_file {
  sqlite3_file base;
  sqlite3_file *real;
} fault_file;

static sqlite3_file *real(sqlite3_file *file) { return ((fault_file *)file)->real; }

static int file_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = fault(FAULT_READ);
  return code ? plain(code) : real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int code = fault(FAULT_WRITE);
  if (code == FAULT_SHORT_WRITE) {
    real(file)->pMethods->xWrite(real(file), bytes, count / 2, offset);
  }
  return code ? plain(code) : real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = fault(FAULT_TRUNCATE);
  return code ? plain(code) : real(file)->pMethods->xTruncate(real(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
  int code = fault(FAULT_SYNC);
  return code ? plain(code) : real(file)->pMethods->xSync(real(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xLock(real(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}

static int file_check_lock(sqlite3_file *file, int *result) {
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int file_characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, out);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) {
  real(file)->pMethods->xShmBarrier(real(file));
}

static int file_shm_unmap(sqlite3_file *file, int remove) {
  return real(file)->pMethods->xShmUnmap(real(file), remove);
}

static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **out) {
  return real(file)->pMethods->xFetch(real(file), offset, count, out);
}

static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *page) {
  return real(file)->pMethods->xUnfetch(real(file), offset, page);
}

// Version 1 ends before shared memory, version 2 before mapping. Do not call these methods on a
// wrapped file without them.
#define METHODS(version)                                                                        \
  {                                                                                             \
      .iVersion = version,                                                                      \
      .xClose = file_close,                                                                     \
      .xRead = file_read,                                                                       \
      .xWrite = file_write,                                                                     \
      .xTruncate = file_truncate,                                                               \
      .xSync = file_sync,                                                                       \
      .xFileSize = file_size,                                                                   \
      .xLock = file_lock,                                                                       \
      .xUnlock = file_unlock,                                                                   \
      .xCheckReservedLock = file_check_lock,                                                    \
      .xFileControl = file_control,                                                             \
      .xSectorSize = file_sector_size,                                                          \
      .xDeviceCharacteristics = file_characteristics,                                           \
      .xShmMap = file_shm_map,                                                                  \
      .xShmLock = file_shm_lock,                                                                \
      .xShmBarrier = file_shm_barrier,                                                          \
      .xShmUnmap = file_shm_unmap,                                                              \
      .xFetch = file_fetch,                                                                     \
      .xUnfetch = file_unfetch,                                                                 \
  }

static const sqlite3_io_methods methods[] = {METHODS(1), METHODS(2), METHODS(3)};

// The VFS layer itself.

static sqlite3_vfs *wrapped(sqlite3_vfs *vfs) { return vfs->pAppData; }

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
  fault_file *ours = (fault_file *)file;
  // Without methods SQLite has nothing to close.
  file->pMethods = NULL;
  int code = fault(FAULT_OPEN);
  if (code) return plain(code);
  ours->real = (sqlite3_file *)(ours + 1);
  ours->real->pMethods = NULL;
  code = wrapped(vfs)->xOpen(wrapped(vfs), name, ours->real, flags, out);
  if (ours->real->pMethods) {
    int version = ours->real->pMethods->iVersion;
    file->pMethods = &methods[version > 3 ? 2 : version - 1];
  }
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync_directory) {
  int code = fault(FAULT_DELETE);
  return code ? plain(code) : wrapped(vfs)->xDelete(wrapped(vfs), name, sync_directory);
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  int code = fault(FAULT_ACCESS);
  return code ? plain(code) : wrapped(vfs)->xAccess(wrapped(vfs), name, flags, result);
}

static int vfs_full_pathname(sqlite3_vfs *vfs, const char *name, int count, char *out) {
  return wrapped(vfs)->xFullPathname(wrapped(vfs), name, count, out);
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *out) {
  return wrapped(vfs)->xRandomness(wrapped(vfs), count, out);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
  return wrapped(vfs)->xSleep(wrapped(vfs), microseconds);
}

static int vfs_current_time(sqlite3_vfs *vfs, double *out) {
  return wrapped(vfs)->xCurrentTime(wrapped(vfs), out);
}

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *out) {
  return wrapped(vfs)->xGetLastError(wrapped(vfs), count, out);
}

int fault_vfs_register(void) {
  static sqlite3_vfs layer = {
      .iVersion = 1,
      .zName = "fault",
      .xOpen = vfs_open,
      .xDelete = vfs_delete,
      .xAccess = vfs_access,
      .xFullPathname = vfs_full_pathname,
      .xRandomness = vfs_randomness,
      .xSleep = vfs_sleep,
      .xCurrentTime = vfs_current_time,
      .xGetLastError = vfs_last_error,
  };
  sqlite3_vfs *found = sqlite3_vfs_find(NULL);
  if (!found) return SQLITE_ERROR;
  if (!layer.pAppData) {
    layer.pAppData = found;
    layer.mxPathname = found->mxPathname;
    layer.szOsFile = (int)sizeof(fault_file) + found->szOsFile;
  }
  return sqlite3_vfs_register(&layer, 0);
}

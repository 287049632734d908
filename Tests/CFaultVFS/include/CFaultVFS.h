#ifndef CFAULTVFS_H
#define CFAULTVFS_H

/// A SQLite file layer named "fault" that wraps the default one and fails on demand.
///
/// Faults and counters belong to the thread that arms them, so that suites may run at the same
/// time: a test arms, calls and counts without leaving its thread. For work in threads that the
/// test does not own, `fault_vfs_arm_shared` arms the set of all threads that never armed; only one
/// suite at a time can use it. Connections on other file layers are not affected.

/// The kinds of call that can fail; `FAULT_ANY` counts all of them together.
typedef enum fault_kind {
  FAULT_OPEN,
  FAULT_READ,
  FAULT_WRITE,
  FAULT_TRUNCATE,
  FAULT_SYNC,
  FAULT_DELETE,
  FAULT_ACCESS,
  FAULT_ANY,
} fault_kind;

/// A code for `fault_vfs_arm`: half of a write reaches the file, then the disk is full.
#define FAULT_SHORT_WRITE (-1)

/// Registers the layer under the name "fault"; returns a SQLite code.
int fault_vfs_register(void);

/// Makes the `n`-th call of `kind` from now on, counted from 1, fail with `code`.
///
/// With `sticky` not 0 every later call of the kind fails, too. Counters start over.
void fault_vfs_arm(fault_kind kind, int n, int sticky, int code);

/// Arms the shared set of every thread that never armed, such as a writer thread.
///
/// The other functions then refer to this shared set, until the thread arms for itself or resets.
void fault_vfs_arm_shared(fault_kind kind, int n, int sticky, int code);

/// Ends the faults; the counters continue.
void fault_vfs_disarm(void);

/// Returns the number of calls of `kind` since the layer was armed or reset.
int fault_vfs_count(fault_kind kind);

/// Returns the number of failed calls since the layer was armed.
int fault_vfs_failures(void);

/// Ends the faults and sets every counter of this thread to 0.
void fault_vfs_reset(void);

#endif

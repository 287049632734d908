#!/bin/sh
# Promise 20: the test suite under AddressSanitizer with leak detection, and the threaded tests
# under ThreadSanitizer. Each has its own scratch path, so that other builds are not affected.
set -u
root="$(cd "$(dirname "$0")/../.." && pwd)"
cd "$root" || exit 74
export SWIFT_BACKTRACE=enable=no
export SCROLLTRACE_CASES="${SANITIZER_CASES:-20}"
unset SCROLLTRACE_ROUNDS
line="${SCROLLTRACE_PROMISES:-}"
unset SCROLLTRACE_PROMISES
bad=0

# sanitized KIND FILTER: one run; a sanitizer report ends the process with its own exit code.
sanitized() {
  echo "sanitizers: $1"
  ASAN_OPTIONS=detect_leaks=1 TSAN_OPTIONS=halt_on_error=1 \
    LSAN_OPTIONS="suppressions=$root/Scripts/promises/leaks.txt" \
    swift test --disable-xctest --sanitize="$1" --scratch-path ".build/$1" --filter "$2" || bad=$((bad + 1))
}
sanitized address .
sanitized thread 'TraceRecorderTests|ReplayTests|CommandLineKitTests'
[ -z "$line" ] || printf '20\t2\t0\t0\t%s\n' "$bad" >>"$line"
[ "$bad" -eq 0 ]

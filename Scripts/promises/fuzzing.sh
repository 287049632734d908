#!/bin/sh
# Promise 9: tries RUNS inputs on every fuzz target, or FUZZ_SECONDS each, and appends its line:
# fuzzing.sh RUNS.
set -u
root="$(cd "$(dirname "$0")/../.." && pwd)"
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
state=0
"$root/Scripts/fuzz.sh" all "$1" "${FUZZ_SECONDS:-0}" >"$log" 2>&1 || state=1
cat "$log"
# Counts of all targets, of this run and earlier runs.
rounds="$(cat "$root"/.build/fuzz/*/*.count 2>/dev/null | awk '{ sum += $1 } END { print sum + 0 }')"
[ -z "${SCROLLTRACE_PROMISES:-}" ] || printf '9\t%s\t0\t%s\t0\n' "$rounds" "$state" >>"$SCROLLTRACE_PROMISES"
exit "$state"

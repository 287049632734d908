#!/bin/sh
# Compares the replays of all fixtures and of random traces with fixtures/outcomes.digest.
#
#   outcomes.sh check     200 random traces: twice, one thread and two, debug, without FMA
#   outcomes.sh full      10,000 random traces, and builds for release and without optimization, too
#   outcomes.sh pin       writes the file again, after an intended change of an outcome
#
# The file has one line for each fixture and for each 200 random traces, so that a difference has a
# location.
set -eu
mode="${1:-check}"
root="$(cd "$(dirname "$0")/../.." && pwd)"
cd "$root"
pinned=fixtures/outcomes.digest
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# Prints the path of the program in the given kind of build.
program() {
  swift build -c "$1" --product outcome-digest >&2
  echo "$(swift build -c "$1" --show-bin-path)/outcome-digest"
}

failed=0
runs=0

# Runs the program with the given options and compares its lines with the first lines of the same
# names.
compare() {
  label="$1"
  shift
  "$@" >"$work/found"
  # The pinned file may have more random traces than were run, but must have the same fixtures.
  awk -F '[\t-]' -v last="$traces" '!/^random/ || $2 <= last' "$pinned" >"$work/expected"
  runs=$((runs + 1))
  if cmp -s "$work/expected" "$work/found"; then return 0; fi
  failed=$((failed + 1))
  echo "outcomes: $label differs from $pinned:" >&2
  diff "$work/expected" "$work/found" | head -10 >&2
}

case "$mode" in
  pin)
    "$(program release)" --traces 10000 --threads 2 >"$work/pinned"
    cp "$work/pinned" "$pinned"
    echo "outcomes: $(wc -l <"$pinned") digests pinned in $pinned"
    exit 0
    ;;
  check) traces=200 ;;
  full) traces=10000 ;;
  *)
    echo "usage: outcomes.sh check|full|pin" >&2
    exit 64
    ;;
esac

without_fma="GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA"
debug="$(program debug)"
compare "debug" "$debug" --traces "$traces"
compare "debug, two threads" "$debug" --traces "$traces" --threads 2
compare "debug, without FMA" env "$without_fma" "$debug" --traces "$traces" --threads 2
if [ "$mode" = full ]; then
  release="$(program release)"
  for threads in 1 2 8; do
    compare "release, $threads threads" "$release" --traces "$traces" --threads "$threads"
  done
  export SCROLLTRACE_UNOPTIMIZED=1
  swift build --scratch-path .build/unoptimized --product outcome-digest >&2
  unset SCROLLTRACE_UNOPTIMIZED
  compare "unoptimized" .build/unoptimized/debug/outcome-digest --traces "$traces" --threads 2
  compare "release, without FMA" env "$without_fma" "$release" --traces "$traces" --threads 2
fi
if [ -n "${SCROLLTRACE_PROMISES:-}" ]; then
  printf '11\t%s\t0\t0\t%s\n' "$((runs * traces))" "$failed" >>"$SCROLLTRACE_PROMISES"
fi
[ "$failed" -eq 0 ] || exit 1
echo "outcomes: $runs runs over $traces random traces and all fixtures have the pinned digests"

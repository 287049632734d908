#!/bin/sh
# Fuzzes one target, or each target after the other, with libFuzzer; earlier inputs count.
#
#   Scripts/fuzz.sh TARGET|all RUNS [SECONDS]
#
# Runs until RUNS inputs were tried for the target in this and all earlier calls, or for SECONDS.
# Corpus and counts stay in .build/fuzz, findings in .build/fuzz/TARGET/found. A finding ends the
# target, and the script fails. FUZZ_BINARY names an existing binary. FUZZ_ADDRESS=1 builds with
# AddressSanitizer, which is counted separately. FUZZ_DEBUG=1 builds without optimization, in a third of the
# time, begins without earlier inputs, and keeps its state in .build/fuzz-short. FUZZ_LENGTH is the longest input.
# FUZZ_SEED makes a run repeatable.
set -eu
target="${1:?usage: Scripts/fuzz.sh TARGET|all RUNS [SECONDS]}"
runs="${2:?usage: Scripts/fuzz.sh TARGET|all RUNS [SECONDS]}"
seconds="${3:-0}"
root="$(cd "$(dirname "$0")/.." && pwd)"
state="${FUZZ_STATE:-$root/.build/fuzz}"
kind=plain
sanitizers="--sanitize=fuzzer"
configuration=release
scratch="$root/Fuzz/.build"
if [ -n "${FUZZ_ADDRESS:-}" ]; then
  kind=address
  sanitizers="$sanitizers --sanitize=address"
  scratch="$root/.build/fuzz-address"
fi
if [ -n "${FUZZ_DEBUG:-}" ]; then
  kind=short
  configuration=debug
  scratch="$root/.build/fuzz-short"
  state="${FUZZ_STATE:-$scratch/state}"
  export SCROLLTRACE_UNOPTIMIZED=1
fi
binary="${FUZZ_BINARY:-}"
if [ -z "$binary" ]; then
  mkdir -p "$root/.build"
  # shellcheck disable=SC2086
  swift build --package-path "$root/Fuzz" --scratch-path "$scratch" -c "$configuration" --product Fuzz \
    $sanitizers >"$root/.build/fuzz-build.log" 2>&1 || {
    echo "fuzz: the build failed:" >&2
    grep -E 'error|undefined' "$root/.build/fuzz-build.log" >&2 || tail -20 "$root/.build/fuzz-build.log" >&2
    exit 70
  }
  binary="$scratch/$configuration/Fuzz"
fi
# Disable the backtracer: after a crash it would start a debugger that waits. Reuse buffers between
# inputs.
export SWIFT_BACKTRACE=enable=no
export GLIBC_TUNABLES="glibc.malloc.mmap_threshold=67108864:glibc.malloc.trim_threshold=268435456"

counted() { cat "$state/$1/$kind.count" 2>/dev/null || echo 0; }

# One slice of a target. The count is saved after each slice, so that an interruption loses little.
slice() {
  name="$1"
  many="$2"
  mkdir -p "$state/$name/corpus" "$state/$name/found"
  log="$state/$name/$kind.log"
  status=0
  SCROLLTRACE_FUZZ="$name" "$binary" "$state/$name/corpus" "$root/fixtures/fuzz/$name" \
    -runs="$many" -max_total_time="$3" -max_len="${FUZZ_LENGTH:-1024}" -entropic=0 -timeout=20 -rss_limit_mb=3072 \
    -seed="${FUZZ_SEED:-0}" -dict="$root/fixtures/fuzz/words.dict" -print_final_stats=1 -verbosity=1 -reload=0 \
    -detect_leaks=0 -artifact_prefix="$state/$name/found/" >"$log" 2>&1 </dev/null || status=$?
  done="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)"
  echo $(($(counted "$name") + ${done:-0})) >"$state/$name/$kind.count"
  return "$status"
}

fuzz() {
  name="$1"
  [ -d "$root/fixtures/fuzz/$name" ] || {
    echo "fuzz: there are no seeds for '$name'; targets are:" >&2
    ls "$root/fixtures/fuzz" | grep -v '\.' >&2
    exit 64
  }
  begun="$(date +%s)"
  # A short run begins without earlier inputs, so that a seed repeats it, and counts for no page.
  [ "$kind" != short ] || rm -rf "${state:?}/$name"
  while [ "$(counted "$name")" -lt "$runs" ]; do
    left=60
    if [ "$seconds" -gt 0 ]; then
      left=$((seconds - $(date +%s) + begun))
      [ "$left" -gt 0 ] || break
      [ "$left" -lt 60 ] || left=60
    fi
    slice "$name" $((runs - $(counted "$name"))) "$left" || {
      echo "fuzz: $name: a finding after $(counted "$name") inputs, see $state/$name/found:" >&2
      grep -E 'Fatal error|ERROR|SUMMARY|Test unit written' "$state/$name/$kind.log" | cut -c1-600 >&2
      return 1
    }
  done
  echo "fuzz: $name: $(counted "$name") inputs ($kind), nothing found"
}

failed=0
if [ "$target" = all ]; then
  # One process for each processor; all use the binary that was built above.
  export FUZZ_BINARY="$binary"
  for folder in "$root"/fixtures/fuzz/*/; do basename "$folder"; done \
    | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I NAME "$0" NAME "$runs" "$seconds" || failed=1
else
  fuzz "$target" || failed=1
fi
exit "$failed"

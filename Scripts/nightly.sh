#!/bin/sh
# The random suites and endurance runs at full length, in release builds.
#
# Resumable: what passed at this commit is not run again. Results go to .build/nightly/results.tsv.
set -u
cases="$1"
root="$(cd "$(dirname "$0")/.." && pwd)"
cd "$root" || exit 74
commit="$(git rev-parse --short HEAD)$(git diff --quiet HEAD || echo -modified)"
results=".build/nightly/results.tsv"
mkdir -p .build/nightly
touch "$results"

run() {
  name="$1"
  shift
  if grep -q "^$commit	$name	$cases	passed" "$results"; then
    echo "nightly: $name passed before at $commit"
    return 0
  fi
  echo "nightly: $name"
  if "$@" >".build/nightly/$name.log" 2>&1; then state=passed; else state=FAILED; failed=1; fi
  printf '%s\t%s\t%s\t%s\t%s\n' "$commit" "$name" "$cases" "$state" "$(date -u +%FT%TZ)" >>"$results"
  [ "$state" = passed ] || tail -5 ".build/nightly/$name.log"
}

failed=0
export SCROLLTRACE_CASES="$cases"
build="-c release -Xswiftc -enable-testing --disable-xctest"
# shellcheck disable=SC2086
run build swift build $build --build-tests
for suite in Layering ScrollEngine TextKit SQLite CommandLineKit Simulation TraceImport TraceStore \
  TraceRecorder Replay Analysis Conformance Report ScrollUI ScrollProbe ScrollTraceCLI; do
  # shellcheck disable=SC2086
  run "$suite" swift test $build --skip-build --filter "${suite}Tests"
done
swift build -c release --product scrolltrace >/dev/null 2>&1
run kill9 Scripts/kill9.sh 200 "$(swift build -c release --show-bin-path)/scrolltrace"
run address-sanitizer swift test --disable-xctest --sanitize=address --scratch-path .build/asan
run thread-sanitizer swift test --disable-xctest --sanitize=thread --scratch-path .build/tsan --filter TraceRecorderTests
echo
echo "commit	suite	cases	result	when"
grep "^$commit	" "$results"
exit "$failed"

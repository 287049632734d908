#!/bin/sh
# Runs the random suites, the promises and the sanitizers at full length, in release builds.
#
#   Scripts/nightly.sh CASES [NAME…]
#
# Resumable: a step that passed at this commit, or at an earlier one with only prose changed since,
# is not run again. Results go to .build/nightly/results.tsv, the results of each promise to
# .build/nightly/lines, and both to docs/promises.md. With names only these steps run. NIGHTLY_BUILD
# adds options to every build, such as a scratch path. FUZZ_RUNS is the number of inputs for each
# fuzz target; FUZZ_SECONDS limits its time.
set -u
cases="$1"
shift
wanted=" $* "
root="$(cd "$(dirname "$0")/.." && pwd)"
cd "$root" || exit 74
commit="$(git log -1 --format=%h -- . ':!docs' ':!README.md' ':!CHANGELOG.md')$(git diff --quiet HEAD || echo -modified)"
results=".build/nightly/results.tsv"
lines=".build/nightly/lines"
mkdir -p "$lines"
touch "$results"
export SCROLLTRACE_CASES="$cases"
export SCROLLTRACE_ROUNDS=full
export SWIFT_BACKTRACE=enable=no
failed=0

# run NAME COMMAND…: runs a step, unless it passed before.
run() {
  name="$1"
  shift
  case "$wanted" in "  " | *" $name "*) ;; *) return 0 ;; esac
  if grep -q "^$commit	$name	$cases	passed" "$results"; then
    echo "nightly: $name passed before at $commit"
    return 0
  fi
  echo "nightly: $name"
  began="$(date +%s)"
  if "$@" >".build/nightly/$name.log" 2>&1; then state=passed; else state=FAILED; failed=1; fi
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$commit" "$name" "$cases" "$state" "$(date -u +%FT%TZ)" \
    "$(($(date +%s) - began))" "$*" >>"$results"
  [ "$state" = passed ] || tail -5 ".build/nightly/$name.log"
  [ "$state" = passed ]
}

# promise NUMBER NAME COMMAND…: the same for a step that appends lines of a promise.
promise() {
  number="$1"
  step="$2"
  shift 2
  # Another call may be running a step that is not among the names of this call.
  case "$wanted" in "  " | *" $step "*) ;; *) return 0 ;; esac
  # A step that is not run again keeps its lines.
  grep -q "^$commit	$step	$cases	passed" "$results" || rm -f "$lines/$step.tsv.new"
  SCROLLTRACE_PROMISES="$root/$lines/$step.tsv.new"
  export SCROLLTRACE_PROMISES
  if ! run "$step" "$@"; then
    # A failure without a line of its own counts as a trap.
    awk '{ bad += $3 + $4 + $5 } END { exit !bad }' "$lines/$step.tsv.new" 2>/dev/null \
      || printf '%s\t0\t0\t1\t0\n' "$number" >>"$lines/$step.tsv.new"
  fi
  unset SCROLLTRACE_PROMISES
  [ ! -e "$lines/$step.tsv.new" ] || mv "$lines/$step.tsv.new" "$lines/$step.tsv"
}

build="-c release -Xswiftc -enable-testing ${NIGHTLY_BUILD:-}"
run arm Scripts/check-arm.sh
# Without it reports have no workbench, and promise 28 nothing to compare.
run engine Scripts/build-engine.sh
# shellcheck disable=SC2086
run build swift build $build --build-tests
# shellcheck disable=SC2086
tool="$(swift build $build --show-bin-path)/scrolltrace"

# swift_promise NUMBER FILTER: the Swift tests of a promise.
swift_promise() {
  # shellcheck disable=SC2086
  promise "$1" "promise-$1-tests" swift test $build --disable-xctest --skip-build --filter "$2"
}
swift_promise 2 RecoveryTests/damagedLogs
swift_promise 3 StoreFaultTests/syncs
swift_promise 5 'FaultTests/everyCall|StoreFaultTests|RecordingFaultTests|AtomicFileTests/everyCallFails'
swift_promise 7 'RecoveryTests/(overwrittenPages|anyDamage)|TamperingTests|HostileStoreTests/digests'
swift_promise 8 'HostileStoreTests/(refusals|values)'
swift_promise 9 TraceImportTests.DamageTests
swift_promise 11 RecordReplayTests
swift_promise 12 'RefereeTests|ReferenceTests|EngineParityTests|StageTests/window'
swift_promise 14 BadValueTests
swift_promise 17 'MigrationTests/failure|StoredVersionTests/older|StoredVersionTests/migrated'

for number in 1 4 6 8 10 13 15 16 17 18 19 21 23 24 25 26 27 28; do
  promise "$number" "promise-$number" Scripts/promises/run.py "$tool" --full --only "$number"
done
promise 11 promise-11 Scripts/promises/outcomes.sh full
if [ -x Scripts/fuzz.sh ]; then
  promise 9 promise-9 Scripts/promises/fuzzing.sh "${FUZZ_RUNS:-10000000}"
fi
promise 20 promise-20 Scripts/promises/sanitizers.sh
promise 22 promise-22 Scripts/promises/plants.py

unset SCROLLTRACE_ROUNDS
for folder in Tests/*Tests; do
  suite="$(basename "$folder")"
  # shellcheck disable=SC2086
  run "${suite%Tests}" swift test $build --disable-xctest --skip-build --filter "$suite"
done

run engine-module env BUILD_OPTIONS="$build" Scripts/check-engine-module.sh "$cases"
run reports Scripts/check-reports.sh "$tool" all
run recorders Scripts/reports/recorders.py "$tool"
run reproductions Scripts/check-reproductions.sh "$tool" ALL
run triage Scripts/check-triage.sh "$tool" full
run index Scripts/check-index.sh "$tool" 1000
run triage-speed Scripts/corpus/measure.py "$tool" --decade 1000
run spark Scripts/check-spark.sh "$tool" 2000
run workbench Scripts/check-workbench.sh "$tool" 5000 "$(date +%j)"

echo
echo "commit	step	cases	result	when	seconds"
grep "^$commit	" "$results" | cut -f 1-6
echo
Scripts/promises/page.py --print
exit "$failed"

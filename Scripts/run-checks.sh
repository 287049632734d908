#!/bin/sh
# Runs every check of 'make check' that needs the built tool, two at a time.
#
# usage: Scripts/run-checks.sh TOOL [FUZZ_INPUTS]
#
# Most checks wait for a browser or for one processor, so two of them take little more than half of the
# time. The output of each is printed when it ends. The first failure ends the run. It is printed once more
# at the end, since the check that runs at the same time ends later. Checks that are longer than a minute
# run in a short form; docs/checking.md lists what it leaves out, and nightly.sh runs that. Random inputs are
# the same in each run, so that a failure is one of the change that is checked; the nightly run draws new ones.
set -eu
if [ "$1" = --one ]; then
  check="$2"
  log="$(mktemp)"
  begun="$(date +%s)"
  set --
  for word in $check; do
    [ "$word" != TOOL ] || word="$CHECKED_TOOL"
    set -- "$@" "$word"
  done
  code=0
  "$@" >"$log" 2>&1 || code=$?
  # The last line of 'times' is about the programs of the check.
  times >"$log.times"
  spent="$(tail -1 "$log.times" | awk '{ for (i = 1; i <= 2; i++) { split($i, part, "m"); sum += part[1] * 60 + part[2] } printf "%.0f", sum }')"
  rm -f "$log.times"
  { echo "== $check: $(($(date +%s) - begun)) s, $spent s of a processor"; cat "$log"; } >&3
  [ "$code" -eq 0 ] || { tail -n 15 "$log"; echo "run-checks: $check failed with exit code $code"; } >>"$CHECKS_FAILED"
  rm -f "$log"
  # With 255, xargs starts no other check.
  [ "$code" -eq 0 ] || exit 255
  exit 0
fi
# A check is one line of words; TOOL is the path of the tool, which may contain spaces.
export CHECKED_TOOL="$1"
inputs="${2:-2000}"
root="$(cd "$(dirname "$0")/.." && pwd)"
cd "$root"
began="$(date +%s)"
rm -rf .build/check-venv.lock
exec 3>&1
CHECKS_FAILED="$(mktemp)"
export CHECKS_FAILED
trap 'rm -f "$CHECKS_FAILED"' EXIT
failed() {
  cat "$CHECKS_FAILED"
  exit 1
}
# What measures memory and time runs alone.
"$root/Scripts/run-checks.sh" --one "env SCROLLTRACE_SEED=1 Scripts/promises/run.py TOOL --only 8,13" || failed
# The longest ones first.
xargs -P 2 -I CHECK "$root/Scripts/run-checks.sh" --one CHECK <<END || failed
Scripts/check-reports.sh TOOL
Scripts/check-examples.sh
env FUZZ_DEBUG=1 FUZZ_SEED=1 Scripts/fuzz.sh all $inputs 10
env SCROLLTRACE_SEED=1 Scripts/promises/run.py TOOL --except 8,13
Scripts/check-spark.sh TOOL
Scripts/check-triage.sh TOOL
Scripts/check-workbench.sh TOOL
Scripts/grade-reports.py TOOL
Scripts/check-calibration.sh TOOL
Scripts/check-index.sh TOOL 300
Scripts/check-python.sh TOOL
Scripts/check-terminal.sh TOOL
Scripts/check-release.sh TOOL
Scripts/promises/outcomes.sh check
Scripts/check-engine-module.sh 200
Scripts/check-formats.sh TOOL
Scripts/check-engine.sh
Scripts/check-snippets.sh .build/debug
TOOL conformance --vectors fixtures/vectors
Scripts/check-json.sh TOOL
Scripts/check-mcp.sh TOOL
Scripts/check-web-style.py TOOL
Scripts/check-first-day.sh TOOL
Scripts/check-action.sh TOOL
Scripts/check-install.sh TOOL
END
echo "run-checks: every check passed in $(($(date +%s) - began)) s"

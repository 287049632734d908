#!/bin/sh
# Runs every check of 'make check' that needs the built tool, two at a time.
#
# usage: Scripts/run-checks.sh TOOL [FUZZ_INPUTS]
#
# Most checks wait for a browser or for one processor, so two of them take little more than half of the
# time. The output of each is printed when it ends. The first failure ends the run.
set -eu
if [ "$1" = --one ]; then
  log="$(mktemp)"
  begun="$(date +%s)"
  code=0
  # shellcheck disable=SC2086
  $2 >"$log" 2>&1 || code=$?
  { echo "== $2: $(($(date +%s) - begun)) s"; cat "$log"; [ "$code" -eq 0 ] || echo "$2 failed with exit code $code"; } >&3
  rm -f "$log"
  # With 255, xargs starts no other check.
  [ "$code" -eq 0 ] || exit 255
  exit 0
fi
tool="$1"
inputs="${2:-2000}"
root="$(cd "$(dirname "$0")/.." && pwd)"
cd "$root"
rm -rf .build/check-venv.lock
exec 3>&1
# What measures memory and time runs alone.
"$0" --one "Scripts/promises/run.py $tool"
# The longest ones first.
xargs -P 2 -I CHECK "$0" --one CHECK <<END
Scripts/check-reports.sh $tool
Scripts/check-spark.sh $tool
Scripts/check-examples.sh
Scripts/fuzz.sh all $inputs 10
Scripts/check-workbench.sh $tool
Scripts/grade-reports.py $tool
Scripts/check-calibration.sh $tool
Scripts/check-index.sh $tool 300
Scripts/check-python.sh $tool
Scripts/check-terminal.sh $tool
Scripts/check-release.sh $tool
Scripts/promises/outcomes.sh check
Scripts/check-engine-module.sh 200
Scripts/check-formats.sh $tool
Scripts/check-engine.sh
Scripts/check-snippets.sh .build/debug
$tool conformance --vectors fixtures/vectors
Scripts/check-json.sh $tool
Scripts/check-mcp.sh $tool
Scripts/check-first-day.sh $tool
Scripts/check-action.sh $tool
Scripts/check-triage.sh $tool
Scripts/check-install.sh $tool
END

#!/bin/sh
# Searches, filters and sorts the index of a folder of reports and the problems of a triage in
# headless Chromium, both of the same captures: check-index.sh TOOL [CAPTURES].
set -eu
. "$(dirname "$0")/checking.sh"
tool="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
count="${2:-1000}"
need python3 chromium

# Captures of many causes, each with an app, a device and a system of its own.
python3 "$root/Scripts/corpus/make.py" "$tool" "$work/corpus" --captures "$count" --causes 20 --bases 1 --short
code=0
"$tool" import --db "$work/all.sqlite" "$work/corpus/captures" >/dev/null 2>&1 || code=$?
# 3 is the exit code if a file could not be imported: some captures are damaged.
[ "$code" -eq 0 ] || [ "$code" -eq 3 ] || fail "importing the captures ends with $code"
began="$(date +%s)"
code=0
"$tool" report --all --db "$work/all.sqlite" --html "$work/pages" >/dev/null 2>"$work/said" || code=$?
[ "$code" -le 1 ] || { cat "$work/said" >&2; fail "the reports end with $code"; }
echo "  report --all: $(ls "$work/pages" | wc -l) pages in $(($(date +%s) - began)) s"
code=0
"$tool" triage "$work/corpus/captures" --output "$work/triage" >/dev/null 2>"$work/said" || code=$?
[ "$code" -le 1 ] || [ "$code" -eq 3 ] || { cat "$work/said" >&2; fail "the triage ends with $code"; }
axe=""
if checkers axe-core-python; then axe="$(ls "$root"/.build/check-venv/lib/python3*/site-packages/axe_core_python/axe.min.js)"; fi
python3 "$root/Scripts/browser-test.py" ${axe:+--axe "$axe"} "$work/pages/index.html" "$work/triage/index.html"

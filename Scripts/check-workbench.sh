#!/bin/sh
# Uses the workbench of reports in headless Chromium: check-workbench.sh TOOL [EDITS] [SEED].
#
# Makes EDITS random changes; after each the replay in the page must equal that of a new engine. With TIMED=yes
# it also prints how long a change takes in a small and in a large view.
set -eu
. "$(dirname "$0")/checking.sh"
tool="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
need python3 chromium

# An app that declares an alignment with its cards but omits the spacing between them.
"$root/Scripts/spacing-trace.sh" "$tool" "$work/spacing.jsonl"
python3 "$root/Scripts/hostile-trace.py" "$root/fixtures/traces/card-carousel.jsonl" >"$work/hostile.jsonl"
for name in spacing hostile; do
  "$tool" import --db "$work/$name.sqlite" "$work/$name.jsonl" >/dev/null
  (cd "$work" && "$tool" report 1 --db "$name.sqlite" --html "$name.html" >/dev/null 2>&1) || [ $? -eq 1 ] \
    || fail "the report of $name fails"
done
grep -q 'id="whatif-open"' "$work/spacing.html" || { skip "the tool was built without the workbench"; exit 0; }
size="$(wc -c <"$work/spacing.html")"
[ "$size" -le 450000 ] || fail "the report of eleven seconds has $size bytes"
# Reports whose changes are timed: 6 s with 40 cards, and 10 min with 10,000.
timed_report() {
  printf '{"name": "%s", "axis": "horizontal", "container": {"width": 390, "height": 400}, "scale": 3, "hz": 120,
    "stack": {"spacing": 12}, "items": {"count": %s, "prefix": "card-", "size": 300}}' "$1" "$2" >"$work/$1.json"
  printf 'repeat %s {\nfling left 2500\nwait 2900ms\n}\n' "$3" >"$work/$1.script"
  "$tool" simulate "$work/$1.json" --script "$work/$1.script" --config 'behavior: view-aligned(limit: never)' -o "$work/$1.jsonl"
  "$tool" import --db "$work/$1.sqlite" "$work/$1.jsonl" >/dev/null
  (cd "$work" && "$tool" report 1 --db "$1.sqlite" --html "$1.html" >/dev/null 2>&1) || [ $? -eq 1 ] || fail "the report of $1 fails"
}
if [ "${TIMED:-no}" = yes ]; then
  timed_report small 40 2
  timed_report large 10000 200
  timed="--timed $work/small.html --timed $work/large.html"
fi
"$tool" playground -o "$work/playground.html" >/dev/null
# shellcheck disable=SC2086
python3 "$root/Scripts/workbench-test.py" "$tool" --spacing "$work/spacing.html" --hostile "$work/hostile.html" \
  --playground "$work/playground.html" ${timed:-} --soak "${2:-60}" --seed "${3:-1}"
echo "check-workbench: a report of $size bytes and a playground hold"

#!/bin/sh
# Uses the workbench of reports in headless Chromium: check-workbench.sh TOOL [EDITS] [SEED].
#
# Makes EDITS random changes; after each the replay in the page must equal that of a new engine.
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
"$tool" playground -o "$work/playground.html" >/dev/null
python3 "$root/Scripts/workbench-test.py" "$tool" --spacing "$work/spacing.html" --hostile "$work/hostile.html" \
  --playground "$work/playground.html" --soak "${2:-60}" --seed "${3:-1}"
echo "check-workbench: a report of $size bytes and a playground hold"

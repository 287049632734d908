#!/bin/sh
# Checks what the tool writes against the JSON Schema of the log format, with an outside checker.
set -eu
tool="$1"
root="$(cd "$(dirname "$0")/.." && pwd)"

skip() {
  echo "check-formats: skipped 1 check: $1"
  [ -z "${CI:-}" ] || { echo "check-formats: a skipped check is a failure in CI" >&2; exit 1; }
  exit 0
}

command -v python3 >/dev/null 2>&1 || skip "python3 is not installed"
venv="$root/.build/check-venv"
if ! "$venv/bin/python" -c 'import jsonschema' >/dev/null 2>&1; then
  { python3 -m venv "$venv" && "$venv/bin/pip" install -q jsonschema; } >/dev/null 2>&1 \
    || skip "the PyPI package jsonschema cannot be installed"
fi

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
count=0
for scene in "$root"/fixtures/scenes/*.json; do
  name="$(basename "$scene" .json)"
  "$tool" simulate "$scene" --script "$root/fixtures/scripts/$name.script" -o "$work/$name.jsonl"
  count=$((count + 1))
done
"$tool" import --db "$work/all.sqlite" "$root"/fixtures/traces/*.jsonl "$work"/*.jsonl >/dev/null
"$tool" export --db "$work/all.sqlite" -o "$work/export.jsonl"
"$venv/bin/python" "$root/Scripts/check-format.py" "$work"/*.jsonl \
  "$root/fixtures/traces/two-flings.jsonl" "$root/fixtures/traces/card-carousel.jsonl"
echo "check-formats: $count simulated logs, 2 fixtures and an export agree with docs/format.schema.json"

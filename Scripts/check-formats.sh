#!/bin/sh
# Validates the logs that the tool writes against the JSON Schema of the log format, with an
# external validator.
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
checkers jsonschema || exit 0
count=0
for scene in "$root"/fixtures/scenes/*.json; do
  name="$(basename "$scene" .json)"
  "$tool" simulate "$scene" --script "$root/fixtures/scripts/$name.script" -o "$work/$name.jsonl"
  count=$((count + 1))
done
"$tool" import --db "$work/all.sqlite" "$root"/fixtures/traces/*.jsonl "$work"/*.jsonl >/dev/null
"$tool" export --db "$work/all.sqlite" -o "$work/export.jsonl"
"$python" "$root/Scripts/check-format.py" "$work"/*.jsonl \
  "$root/fixtures/traces/two-flings.jsonl" "$root/fixtures/traces/card-carousel.jsonl"
echo "check-formats: $count simulated logs, 2 fixtures and an export agree with docs/format.schema.json"

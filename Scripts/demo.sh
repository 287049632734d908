#!/bin/sh
# The tool's main job on the bundled fixtures, in a folder of its own.
set -eu
tool="$1"
root="$(cd "$(dirname "$0")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

run() {
  echo
  echo "\$ scrolltrace $*"
  "$tool" "$@"
}

echo "Three logs become one store:"
run import "$root"/fixtures/traces/*.jsonl
run list
echo
echo "One of them at a glance:"
run show "Two flings"
echo
echo "A trace is made from a scene and a script, recorded live, and comes back unchanged:"
echo "\$ scrolltrace simulate fixtures/scenes/cards-paging.json --script … | scrolltrace record --db live.sqlite"
"$tool" simulate "$root/fixtures/scenes/cards-paging.json" \
  --script "$root/fixtures/scripts/cards-paging.script" >cards.jsonl
"$tool" record --db live.sqlite <cards.jsonl
run verify --db live.sqlite
echo
echo "The store answers in SQL:"
run query "SELECT trace_id, name, state, duration_s, frames, samples FROM traces"

#!/bin/sh
# The tool's main job on the bundled fixtures, in a folder of its own.
set -eu
tool="$1"
root="$(cd "$(dirname "$0")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
ln -s "$root/fixtures" fixtures

# Prints a command and runs it; `scrolltrace` is the tool that was just built.
run() {
  echo
  echo "\$ $1"
  PATH="$(dirname "$tool"):$PATH" sh -c "$1"
}

echo "Three logs become one store:"
run "scrolltrace import fixtures/traces/*.jsonl"
run "scrolltrace list"
echo
echo "One of them at a glance:"
run "scrolltrace show 'Two flings'"
echo
echo "A trace is made from a scene and a script, recorded as it streams in, exported, and imported again:"
run "scrolltrace simulate fixtures/scenes/cards-paging.json --script fixtures/scripts/cards-paging.script | scrolltrace record --db a.sqlite"
run "scrolltrace export --db a.sqlite -o cards.jsonl && scrolltrace import --db b.sqlite cards.jsonl"
run "scrolltrace verify --digest --db a.sqlite | tee a.digests"
"$tool" verify --digest --db b.sqlite >b.digests
cmp a.digests b.digests
echo "The digests of both stores are the same."
echo
echo "The store answers in SQL:"
run "scrolltrace query 'SELECT trace_id, name, state, duration_s, frames, samples FROM traces'"

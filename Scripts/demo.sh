#!/bin/sh
# Runs the tool's main job on the bundled fixtures, in a folder of its own.
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
echo "A carousel is simulated, with what the engine made of it, recorded as it streams in, and replayed:"
run "scrolltrace simulate fixtures/scenes/cards-paging.json --script fixtures/scripts/cards-paging.script | scrolltrace record --db a.sqlite"
run "scrolltrace replay 1 --db a.sqlite"
echo
echo "Would it behave the same under other configurations?"
run "scrolltrace replay 1 --db a.sqlite --behavior 'paging,view-aligned,interval(200)' --profile ios18,ios26"
echo
echo "Why did the second release go where it went?"
run "scrolltrace explain 1 --db a.sqlite --settle 2"
echo
echo "Is anything wrong, and what was seen?"
run "scrolltrace analyze findings 1 --db a.sqlite"
run "scrolltrace analyze impressions 1 --db a.sqlite"
echo
echo "All of it on one page:"
run "scrolltrace report 1 --db a.sqlite --html report.html && ls -l report.html | awk '{ print \$5, \"bytes\" }'"
echo
echo "A log that was written out and read again is the same trace:"
run "scrolltrace export --db a.sqlite -o cards.jsonl && scrolltrace import --db b.sqlite cards.jsonl"
run "scrolltrace verify --digest --db a.sqlite | tee a.digests"
"$tool" verify --digest --db b.sqlite >b.digests
cmp a.digests b.digests
echo "The digests of both stores are the same."
echo
echo "The store answers in SQL:"
run "scrolltrace query --db a.sqlite \"SELECT substr(configuration, 1, instr(configuration || ',', ',') - 1) AS configuration, settles, divergence_count FROM matrix\""

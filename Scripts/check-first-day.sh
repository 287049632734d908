#!/bin/sh
# Runs the commands of docs/first-day.md in an empty folder. Every exit code must be the one on the
# page, and every file that a command names must exist afterwards.
#
# usage: Scripts/check-first-day.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
page="$root/docs/first-day.md"
mkdir "$work/bin" "$work/day"
ln -s "$tool" "$work/bin/scrolltrace"
PATH="$work/bin:$PATH"
cd "$work/day"
cp "$root/fixtures/bugs/cards-stop-between.jsonl" bug.jsonl
cp -R "$root/fixtures/reports" reports
hasWeb=no
if reference captures; then
  cp "$found/chrome-json/open-snapx-carousel.trace.json.gz" carousel.trace.json.gz
  cp "$found/rrweb/open-snapx-carousel.rrweb.json" carousel.rrweb.json
  hasWeb=yes
fi

# The lines of the page's command blocks.
sed -n '/^```sh$/,/^```$/p' "$page" | grep -v '^```' >commands
count=0
while IFS= read -r line; do
  case "$line" in *web.sqlite*) [ "$hasWeb" = yes ] || continue ;; esac
  command="$(printf '%s' "$line" | sed 's/ *# exit code.*//')"
  wanted="$(printf '%s' "$line" | sed -n 's/.*# exit code \([0-9]*\).*/\1/p')"
  code=0
  sh -c "$command" >out 2>err </dev/null || code=$?
  [ "$code" -eq "${wanted:-0}" ] || { cat out err >&2; fail "'$command' ends with $code, not ${wanted:-0}"; }
  count=$((count + 1))
  # The files and results that the page states for each task.
  case "$command" in
    *"list --db web.sqlite") grep -q attached out || fail "the finger was not attached" ;;
    "scrolltrace diagnose bug.jsonl") grep -q '^Fix ' out || fail "the diagnosis has no fix" ;;
    *"--profile ios18,ios26") grep -q 'matches the recording' out || fail "no group matches the recording" ;;
    *"--golden rests.json") [ "$code" -eq 1 ] || grep -q matches err || fail "a match is not said" ;;
    *"FROM settles"*) [ "$(wc -l <out)" -ge 6 ] || fail "the query has no rows" ;;
  esac
done <commands
for file in repro/README.md triage/index.html run.html run.md bug.sarif bug.xml now/summary.md; do
  [ -s "$file" ] || fail "$file was not written"
done
grep -q 'The content rests at' repro/README.md || fail "the issue does not say where the content rests"
[ "$count" -ge 20 ] || fail "only $count commands were run"
echo "check-first-day: $count commands of docs/first-day.md do what the page says"

#!/bin/sh
# Builds and runs the packages of Examples as their readers would, without a network: a package with
# tests is tested, the tool of one's own is asked for a replay with its behavior.
#
# usage: Scripts/check-examples.sh [SCRATCH]   SCRATCH keeps what is built; .build/examples unless given
set -eu
root="$(cd "$(dirname "$0")/.." && pwd)"
scratch="${1:-$root/.build/examples}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
count=0

fail() {
  echo "check-examples: $1" >&2
  exit 1
}

for package in "$root"/Examples/*/; do
  name="$(basename "$package")"
  if [ -d "$package/Tests" ]; then
    swift test --disable-xctest --disable-automatic-resolution --package-path "$package" \
      --scratch-path "$scratch/$name" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$name"; }
    grep -q 'Test run with [1-9][0-9]* tests\{0,1\}.* passed' "$work/log" \
      || fail "$name ran no tests"
  else
    swift build --disable-automatic-resolution --package-path "$package" \
      --scratch-path "$scratch/$name" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$name"; }
  fi
  count=$((count + 1))
done

tool="$(swift build --package-path "$root/Examples/CustomTool" \
  --scratch-path "$scratch/CustomTool" --show-bin-path)/my-scrolltrace"
cd "$work"
"$tool" import --db cards.sqlite "$root/fixtures/traces/card-carousel.jsonl" >/dev/null
# Both flings of the carousel rest on multiples of what the behavior is told.
for interval in 200 296; do
  "$tool" replay --db cards.sqlite 'Card carousel' \
    --behavior "my-snap(interval: $interval)" --json >"$work/replay.json" \
    || [ $? -le 1 ] || fail "my-scrolltrace cannot replay with my-snap(interval: $interval)"
  grep -q 'my-snap(interval' "$work/replay.json" \
    || fail "the replay does not name its behavior"
done
echo "check-examples: $count packages build and run"

#!/bin/sh
# Reproduces gallery cases and runs the files that 'scrolltrace reproduce' writes. The Swift test
# must fail with the defect and, where a fix is known, pass with it. The view must type-check
# against the stubs. The issue text must render. The log must show the defect again. The folders of
# two runs must be equal.
#
# usage: Scripts/check-reproductions.sh TOOL [CASE …]   without cases: some of each kind; ALL is every case
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
shift
case "${1:-}" in
  "") cases="B05 B02 C02 BUG-44 BUG-24 A02 B04 E05 PIN-01 NEST-01" ;;
  ALL) cases="$(cd "$root/fixtures/gallery/cases" && ls | sed 's/\.tsv$//')" ;;
  *) cases="$*" ;;
esac
scratch="$root/.build/reproductions"
package="$scratch/package"
mkdir -p "$package"

stubs="$root/Tests/ScrollProbeTests/Stubs"
swiftc -swift-version 6 -parse-as-library -emit-module -module-name SwiftUI \
  -enable-upcoming-feature InternalImportsByDefault -o "$work/SwiftUI.swiftmodule" \
  "$stubs/SwiftUI.swift" "$stubs/Scrolling.swift" "$stubs/Sections.swift"

# tests EXPECTED NAME: runs the package; EXPECTED is red or green.
tests() {
  if SCROLLTRACE="$root" swift test --disable-xctest --disable-automatic-resolution \
    --package-path "$package" --scratch-path "$scratch/build" >"$work/log" 2>&1; then
    color=green
  else
    color=red
  fi
  # Code that does not compile is neither red nor green.
  grep -q 'Test run with 1 test' "$work/log" || { cat "$work/log" >&2; fail "$2 ran no test"; }
  [ "$color" = "$1" ] || { tail -20 "$work/log" >&2; fail "the test of $2 is $color, not $1"; }
}

options() {
  awk -F '\t' '$1 == "option" { printf " --%s", $2 }' "$root/fixtures/gallery/cases/$1.tsv"
}

renders=false
if checkers markdown-it-py; then renders=true; fi

count=0
both=0
views=0
for name in $cases; do
  "$tool" simulate --case "$name" -o "$work/$name.jsonl" 2>/dev/null
  input="$work/$name.jsonl"
  # The views of a nested case are two traces, which a store names by their numbers.
  if grep -q '^nested-cause' "$root/fixtures/gallery/cases/$name.tsv"; then
    "$tool" import "$input" --db "$work/$name.sqlite" >/dev/null 2>&1
    input="1 --db $work/$name.sqlite"
  fi
  for copy in one two; do
    rm -rf "$work/$copy"
    # shellcheck disable=SC2046,SC2086
    "$tool" reproduce $input $(options "$name") -o "$work/$copy" --json \
      >"$work/$copy.json" 2>"$work/log" || { cat "$work/log" >&2; fail "$name has no case"; }
  done
  diff -r "$work/one" "$work/two" >"$work/log" || { cat "$work/log" >&2; fail "$name: other bytes"; }
  rm -rf "$package"/*
  cp "$work/one"/* "$package"
  tests red "$name"
  if grep -q '"two_sided": true' "$work/one.json"; then
    REPRO_FIXED=1
    export REPRO_FIXED
    tests green "$name with its fix"
    unset REPRO_FIXED
    both=$((both + 1))
  fi
  if [ -e "$package/ReproView.swift" ]; then
    swiftc -typecheck -warnings-as-errors -parse-as-library -swift-version 6 -I "$work" \
      "$package/ReproView.swift" 2>"$work/log" || { cat "$work/log" >&2; fail "the view of $name"; }
    views=$((views + 1))
  fi
  if $renders; then
    "$python" "$root/Scripts/check-issue.py" "$package/README.md" || fail "the issue text of $name"
  fi
  # The scene and the script produce the touches of the log.
  if grep -q '"kind": "simulated"' "$work/one.json"; then
    "$tool" simulate "$package/scene.json" --script "$package/gesture.script" -o "$work/made.jsonl" \
      2>/dev/null || fail "$name: scene and script make no recording"
    grep '"touch"' "$work/made.jsonl" >"$work/made.txt" || true
    grep '"touch"' "$package/trace.jsonl" >"$work/kept.txt" || true
    cmp -s "$work/made.txt" "$work/kept.txt" || fail "$name: scene and script make other touches"
  fi
  count=$((count + 1))
  echo "check-reproductions: $name"
done
echo "check-reproductions: $count tests are red with the defect, $both green with the fix, $views views type-check"

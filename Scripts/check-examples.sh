#!/bin/sh
# Builds and runs the packages of Examples as their readers would, without a network. Packages with
# tests are tested; the custom tool replays a trace with its own behavior. ProbeApp needs Xcode:
# check-snippets.sh type-checks it.
#
# usage: Scripts/check-examples.sh [SCRATCH]   SCRATCH is the build folder; default: .build/examples
#
# All packages share one build folder, so that the libraries are compiled once.
set -eu
. "$(dirname "$0")/checking.sh"
scratch="${1:-$root/.build/examples}"
count=0
# What runs once needs no optimization.
export SCROLLTRACE_UNOPTIMIZED=1

for manifest in "$root"/Examples/*/Package.swift; do
  package="$(dirname "$manifest")"
  name="$(basename "$package")"
  if [ -d "$package/Tests" ]; then
    swift test --disable-xctest --disable-automatic-resolution --package-path "$package" \
      --scratch-path "$scratch" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$name"; }
    grep -q 'Test run with [1-9][0-9]* tests\{0,1\}.* passed' "$work/log" \
      || fail "$name ran no tests"
  else
    swift build --disable-automatic-resolution --package-path "$package" \
      --scratch-path "$scratch" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$name"; }
  fi
  count=$((count + 1))
done

tool="$(swift build --package-path "$root/Examples/CustomTool" \
  --scratch-path "$scratch" --show-bin-path)/my-scrolltrace"
cd "$work"
"$tool" import --db cards.sqlite "$root/fixtures/traces/card-carousel.jsonl" >/dev/null
# Both flings of the carousel rest on multiples of the behavior's interval.
for interval in 200 296; do
  "$tool" replay --db cards.sqlite 'Card carousel' \
    --behavior "my-snap(interval: $interval)" --json >replay.json \
    || [ $? -le 1 ] || fail "my-scrolltrace cannot replay with my-snap(interval: $interval)"
  # The carousel has a margin of 40: at rest, offset plus margin is a multiple.
  grep '"chosen_rest_pt"' replay.json | tr -dc '0-9.\n-' \
    | awk -v step="$interval" '($1 + 40) % step { bad = 1 } END { exit bad || NR != 2 }' \
    || fail "with my-snap(interval: $interval) the flings rest elsewhere"
done
"$tool" analyze --db cards.sqlite settles 'Card carousel' \
  --config 'behavior: custom("my-snap(interval: 200)")' >settles.txt \
  || fail "my-scrolltrace cannot analyze with my-snap(interval: 200)"

# Features that docs/scrollui.md lists as not offered must not compile. The first line proves that #
# supported lines do compile.
modules="$(dirname "$tool")/Modules"
flags="-swift-version 6 -parse-as-library -I $modules"
for module in CSQLite CZlib CSHA256; do
  map="$(dirname "$tool")/$module.build/module.modulemap"
  if [ -e "$map" ]; then flags="$flags -Xcc -fmodule-map-file=$map"; fi
done
compiles() {
  printf 'import ScrollUI\nfunc check(_ scene: ScrollScene, _ item: SizedItem) {\n  %s\n}\n' "$1" \
    >"$work/Line.swift"
  # shellcheck disable=SC2086
  swiftc -typecheck $flags "$work/Line.swift" >"$work/log" 2>&1
}
compiles '_ = scene.contentMargins(.top, 8).onScrollPhaseChange { _, _ in }' \
  || { cat "$work/log" >&2; fail "a line that is offered does not compile"; }
refused=0
while IFS= read -r line; do
  if compiles "$line"; then fail "'$line' compiles, and would do nothing"; fi
  refused=$((refused + 1))
done <<'LINES'
func body() -> any View { fatalError() }
_ = Text("a")
_ = NavigationStack { item }
_ = List([1, 2], id: \.self) { _ in item }
_ = LazyVGrid(columns: []) { item }
_ = VStack { item }
_ = item.background(Color.red)
_ = item.animation(.default)
_ = item.visualEffect { content, _ in content }
_ = ScrollTransitionConfiguration.animated(.default)
_ = scene.scrollIndicators(.hidden)
_ = scene.scrollClipDisabled()
_ = scene.contentMargins(.all, nil)
_ = scene.contentMargins(.all, 8, for: .scrollIndicators)
_ = scene.refreshable { }
LINES
echo "check-examples: $count packages build and run, $refused lines are refused"

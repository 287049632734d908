#!/bin/bash
# Type-checks the code that cannot be built here: the SwiftUI and UIKit parts of ScrollProbe,
# Examples/ProbeApp and Examples/Calibration/Apple, and the Swift snippets of docs/capturing.md and of the DocC articles. SwiftUI,
# UIKit and XCTest are stubs that declare the calls in use. Stubs check spelling and types, not
# behavior. The SwiftUI log is also run: below a parent that is rebuilt 30 times it must lose no
# event. JavaScript is parsed if node is installed; Kotlin and Dart are not checked.
#
# usage: Scripts/check-snippets.sh [BUILD]   after 'swift build'; without BUILD, the debug build or
# else the release build
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-.build/debug}
if [ $# = 0 ] && [ ! -e "$build/Modules/TraceRecorder.swiftmodule" ]; then build=.build/release; fi
stubs=Tests/ScrollProbeTests/Stubs
if [ ! -e "$build/Modules/TraceRecorder.swiftmodule" ]; then
  echo "check-snippets: no modules in $build; run 'swift build' first" >&2
  exit 66
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/phone" "$work/desktop" "$work/snippets"

flags=(-swift-version 6 -parse-as-library -I "$build/Modules")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility; do
  flags+=(-enable-upcoming-feature "$feature")
done
for module in CSQLite CZlib CSHA256; do
  map="$build/$module.build/module.modulemap"
  if [ -e "$map" ]; then flags+=(-Xcc "-fmodule-map-file=$map"); fi
done

stub() {  # MODULE FOLDER FILE...
  local module=$1 folder=$2
  shift 2
  swiftc -swift-version 6 -parse-as-library -emit-module -module-name "$module" \
    -enable-upcoming-feature InternalImportsByDefault -I "$folder" \
    -o "$folder/$module.swiftmodule" "$@"
}
stub UIKit "$work/phone" $stubs/UIKit.swift
stub SwiftUI "$work/phone" $stubs/SwiftUI.swift $stubs/Bridge.swift
stub SwiftUI "$work/desktop" $stubs/SwiftUI.swift

plugins="$(dirname "$(command -v swiftc)")/../lib/swift/host/plugins/testing"
count=0
for platform in phone desktop; do
  swiftc -emit-module -warnings-as-errors -module-name ScrollProbe -I "$work/$platform" \
    "${flags[@]}" -o "$work/$platform/ScrollProbe.swiftmodule" Sources/ScrollProbe/*.swift
  count=$((count + 1))
done

# The app and the UI test of Examples/ProbeApp, and that its project names what is there.
mkdir "$work/app"
stub SwiftUI "$work/app" $stubs/SwiftUI.swift $stubs/Scrolling.swift $stubs/App.swift
stub XCTest "$work/app" $stubs/XCTest.swift
swiftc -emit-module -module-name ScrollProbe -I "$work/app" "${flags[@]}" \
  -o "$work/app/ScrollProbe.swiftmodule" Sources/ScrollProbe/*.swift
for target in ProbeApp ProbeAppUITests; do
  swiftc -typecheck -warnings-as-errors -module-name "$target" -I "$work/app" "${flags[@]}" \
    Examples/ProbeApp/$target/*.swift
  grep -q "path = $target;" Examples/ProbeApp/ProbeApp.xcodeproj/project.pbxproj
  count=$((count + 1))
done

# The app and the UI test that play the probes of SwiftUI.
mkdir "$work/calibration"
stub UIKit "$work/calibration" $stubs/UIKit.swift
stub SwiftUI "$work/calibration" $stubs/SwiftUI.swift $stubs/Bridge.swift $stubs/Scrolling.swift \
  $stubs/App.swift $stubs/Sections.swift $stubs/Calibration.swift
stub XCTest "$work/calibration" $stubs/XCTest.swift
swiftc -emit-module -module-name ScrollProbe -I "$work/calibration" "${flags[@]}" \
  -o "$work/calibration/ScrollProbe.swiftmodule" Sources/ScrollProbe/*.swift
apple=Examples/Calibration/Apple
for target in CalibrationApp CalibrationUITests; do
  swiftc -typecheck -warnings-as-errors -module-name "$target" -I "$work/calibration" "${flags[@]}" \
    $apple/$target/*.swift $apple/Suite/*.swift
  grep -q "path = $target;" $apple/Calibration.xcodeproj/project.pbxproj
  count=$((count + 1))
done

# Each fenced block of the guide becomes a file named by its language.
awk -v folder="$work/snippets" '
  /^```[a-z]+$/ { language = substr($0, 4); number++; file = sprintf("%s/%02d.%s", folder, number, language); next }
  /^```$/ { file = ""; next }
  file != "" { print > file }
' docs/capturing.md
for snippet in "$work"/snippets/*.swift; do
  [ -e "$snippet" ] || continue
  folder=phone
  if grep -q '^import XCTest' "$snippet"; then folder=app; fi
  swiftc -typecheck -warnings-as-errors -module-name Snippet -I "$work/$folder" "${flags[@]}" \
    -plugin-path "$plugins" "$snippet" \
    || { echo "check-snippets: in docs/capturing.md:" >&2; cat "$snippet" >&2; exit 65; }
  count=$((count + 1))
done

# Runs the SwiftUI log. The stub keeps only the values of @State while the parent is rebuilt. A
# recipe whose log is not in @State also runs, and the check must notice it.
mkdir "$work/run"
swiftc -swift-version 6 -parse-as-library -static -emit-library -emit-module -module-name SwiftUI \
  -enable-upcoming-feature InternalImportsByDefault -emit-module-path "$work/run/SwiftUI.swiftmodule" \
  -o "$work/run/libSwiftUI.a" $stubs/SwiftUI.swift
recipe=$(grep -l 'struct ScrollRecorder' "$work"/snippets/*.swift)
rebuilt() {  # NAME: compiles NAME.swift, imports its log; prints "TRACES EVENTS LOSSES"
  swiftc -swift-version 6 -parse-as-library -I "$work/run" -L "$work/run" -lSwiftUI \
    -o "$work/run/$1" "$work/run/$1.swift" $stubs/Rebuilding.swift
  "$work/run/$1" > "$work/run/$1.jsonl"
  "$build/scrolltrace" import --db "$work/run/$1.sqlite" --json "$work/run/$1.jsonl" > "$work/run/$1.json" || true
  python3 - "$work/run/$1.json" <<'PY'
import json, sys
file = json.load(open(sys.argv[1]))["files"][0]
print(len(file["traces"]), file["events"], sum(d["count"] for d in file["diagnostics"]))
PY
}
cp "$recipe" "$work/run/kept.swift"
sed 's/@State var log = ScrollLog()/var log = ScrollLog()/' "$recipe" > "$work/run/lost.swift"
# 30 rebuilds with 10 frames and one set of ids each, between two phase changes.
kept=$(rebuilt kept)
if [ "$kept" != "1 332 0" ]; then
  echo "check-snippets: the SwiftUI log of docs/capturing.md lost something: $kept" >&2
  exit 65
fi
if [ "$(rebuilt lost)" = "$kept" ]; then
  echo "check-snippets: a log outside of @State is not noticed" >&2
  exit 65
fi
count=$((count + 1))

# The articles. Snippets may have statements at the top level, as a main file has, unless they are
# tests.
for article in docs/ScrollTrace.docc/*.md; do
  rm -rf "$work/article"
  mkdir "$work/article"
  awk -v folder="$work/article" '
    /^```swift$/ { number++; file = sprintf("%s/%02d.swift", folder, number); next }
    /^```$/ { file = ""; next }
    file != "" { print > file }
  ' "$article"
  for snippet in "$work"/article/*.swift; do
    [ -e "$snippet" ] || continue
    kind=()
    for flag in "${flags[@]}"; do
      if [ "$flag" = -parse-as-library ] && ! grep -q '^@Test' "$snippet"; then continue; fi
      kind+=("$flag")
    done
    swiftc -typecheck -module-name Snippet -I "$work/phone" "${kind[@]}" -plugin-path "$plugins" \
      "$snippet" || { echo "check-snippets: in $article:" >&2; cat "$snippet" >&2; exit 65; }
    count=$((count + 1))
  done
done
if command -v node > /dev/null; then
  for script in "$work"/snippets/*.js docs/capture/web.js; do
    [ -e "$script" ] || continue
    node --check "$script"
    count=$((count + 1))
  done
else
  echo "check-snippets: no node, JavaScript was not parsed"
fi
echo "check-snippets: $count pieces are well-typed, the SwiftUI log loses nothing"

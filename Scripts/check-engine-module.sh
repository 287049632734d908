#!/bin/sh
# Runs the engine's WebAssembly module over all fixtures, the gallery and random traces, and
# compares each replay with the tool's: every offset bit for bit, and the digest of the whole
# outcome.
#
# usage: Scripts/check-engine-module.sh [TRACES [ROUNDS]]
#
# With ROUNDS it times a small and a large view instead; BUILD_OPTIONS='-c release' gives the figures of
# docs/workbench.md. Options of an earlier build in the same folder avoid another one.
set -eu
. "$(dirname "$0")/checking.sh"
traces="${1:-200}"
rounds="${2:-0}"
cd "$root"

Scripts/build-engine.sh
module=.build/engine-module/engine.wasm
packed=Sources/CReportAssets/engine.packed
[ -e "$packed" ] || { skip "this toolchain builds no module"; exit 0; }
need node
bytes="$(wc -c <"$packed")"
[ "$bytes" -le 250000 ] || fail "the compressed module has $bytes bytes, more than 250000"

options="${BUILD_OPTIONS:--c debug}"
# shellcheck disable=SC2086
swift build $options --product outcome-digest >&2
# shellcheck disable=SC2086
program="$(swift build $options --show-bin-path)/outcome-digest"
mkdir "$work/cases"
"$program" --traces "$traces" --cases "$work/cases" --rounds "$rounds" >"$work/lines"
node Scripts/check-engine-module.mjs Sources/CReportAssets/page/engine.js "$packed" "$module" "$work/cases" "$work/lines" \
  "$rounds"

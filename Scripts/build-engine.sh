#!/bin/sh
# Builds the engine as a WebAssembly module for the pages of reports, with the toolchain alone.
#
#   build-engine.sh          writes .build/engine-module/engine.wasm, and a compressed copy next to the
#                            sources of CReportAssets, which embeds it
#
# The sources are those of the tool: whole modules where they need only Swift; from TextKit,
# TraceStore and Replay only the files that an in-memory replay needs. Does nothing if the output is
# newer than its sources. A toolchain without Embedded Swift builds no module: the tool is then
# built without one, and its reports state that.
set -eu
root="$(cd "$(dirname "$0")/.." && pwd)"
cd "$root"
assets=Sources/CReportAssets
packed="$assets/engine.packed"
target=wasm32-unknown-none-wasm

text="Sources/TextKit/Hash/SHA256.swift Sources/TextKit/Hash/SHA256State.swift Sources/TextKit/Hex.swift"
store=""
for file in CanonicalBytes CanonicalBytes+Events CanonicalReader CanonicalReader+Events \
  NestedTraces ObservationDigester RecordedDeceleration TraceContents; do
  store="$store Sources/TraceStore/$file.swift"
done
replay="$(find Sources/Replay/Drive Sources/Replay/Nested Sources/Replay/Workbench -name '*.swift' | sort)"
for file in ReplayObserver OutcomeDispatcher ReplayPlan ReplayRun ReplayRun+Queries ReplayRun+Skipping ReplaySummary \
  SettleLog; do
  replay="$replay Sources/Replay/Run/$file.swift"
done
model="$(find Sources/ScrollModel -name '*.swift' | sort)"
engine="$(find Sources/ScrollEngine -name '*.swift' | sort)"
module="$(find EngineModule -name '*.swift' | sort)"
runtime="$(find EngineModule Sources/CSHA256 -name '*.c' | sort)"

swiftc="$(command -v "${SWIFTC:-swiftc}" || true)"
[ -n "$swiftc" ] || { echo "engine: no swiftc was found; reports have no workbench" >&2; exit 0; }
resources="$("$swiftc" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')"
tools="$resources/../../bin"
embedded="$resources/embedded"

# Without a module, recompile the target that embeds it.
forget() {
  if [ -e "$packed" ]; then rm "$packed" && touch "$assets/assets.c"; fi
}

for part in "$tools/wasm-ld" "$tools/clang" "$embedded/$target"; do
  [ -e "$part" ] || {
    forget
    echo "engine: $part is missing; reports have no workbench: build with a toolchain from swift.org" >&2
    exit 0
  }
done

# shellcheck disable=SC2086
if [ -e "$packed" ] && [ -e .build/engine-module/engine.wasm ] && [ -z "$(
  find $text $store $replay $model $engine $module $runtime Scripts/engine "$0" -newer "$packed"
)" ]; then
  exit 0
fi

work="$root/.build/engine-module"
mkdir -p "$work"
# The output gets this time stamp, so that a source that changes during the build counts as newer.
touch "$work/begin"

cat >"$work/module.modulemap" <<MAP
module CSHA256 { header "$root/Sources/CSHA256/include/CSHA256.h" export * }
MAP

# What the optimizer would write out several times makes code, and saves no time here. Inlining is not among it:
# it makes a sixth of the code, and without it a frame takes nearly twice as long.
small=""
for pass in capture-prop closure-specialize function-signature-opts loop-unroll; do
  small="$small -Xllvm -sil-disable-pass=$pass"
done

# Set once a module was compiled: the modules that depend on it must be compiled, too.
changed=""

# compile MODULE FILE…
compile() {
  name="$1"
  shift
  if [ -z "$changed" ] && [ -e "$work/$name.o" ] \
    && [ -z "$(find "$@" "$0" -newer "$work/$name.o")" ]; then
    return 0
  fi
  changed=yes
  rm -f "$work/$name.o"
  # shellcheck disable=SC2086
  if ! "$swiftc" $small -target "$target" -enable-experimental-feature Embedded -wmo -Osize -swift-version 6 \
    -parse-as-library -package-name scrolltrace -enforce-exclusivity=unchecked \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -suppress-warnings -Xfrontend -mergeable-traps \
    -Xcc -mnontrapping-fptoint -Xcc -msign-ext -Xcc -mbulk-memory -Xcc -msimd128 -I "$work" \
    -module-name "$name" -emit-module -emit-module-path "$work/$name.swiftmodule" \
    -lto=llvm-full -emit-bc -o "$work/$name.o" "$@" >"$work/log" 2>&1; then
    grep -E 'error:' "$work/log" | head -20 >&2
    forget
    echo "engine: $name does not compile as Embedded Swift for $target" >&2
    exit 1
  fi
  touch -r "$work/begin" "$work/$name.o"
}

# shellcheck disable=SC2086
{
  compile ScrollModel $model
  compile TextKit $text
  compile ScrollEngine $engine
  compile TraceStore $store
  compile Replay $replay
  compile EngineModule $module
}

objects=""
for file in $runtime; do
  object="$work/$(basename "$file" .c).c.o"
  "$tools/clang" --target=wasm32-unknown-none -O2 -flto -ffreestanding -nostdlib -mbulk-memory -msimd128 -std=c2x \
    -I Sources/CSHA256/include -c -o "$object" "$file"
  objects="$objects $object"
done

# The linker optimizes all modules together: a tenth less than one at a time. Relocations without padding are
# another tenth.
# shellcheck disable=SC2086
"$tools/wasm-ld" --lto-O2 --compress-relocations -mllvm -enable-merge-functions --no-entry --gc-sections \
  --strip-all --stack-first -z stack-size=1048576 \
  --max-memory=536870912 --export=engine_room --export=engine_load --export=engine_run \
  --export=engine_reply --export=engine_reply_count -o "$work/engine.wasm" \
  "$work"/EngineModule.o "$work"/Replay.o "$work"/TraceStore.o "$work"/TextKit.o \
  "$work"/ScrollEngine.o "$work"/ScrollModel.o $objects

# The same sources give the same bytes. The packer runs here, its other side in the page.
exact="-O2 -ffp-contract=off -std=c2x"
# shellcheck disable=SC2086
{
  "$tools/clang" --target=wasm32-unknown-none $exact -ffreestanding -nostdlib -mbulk-memory -msimd128 \
    -c -o "$work/unpack.o" Scripts/engine/pack.c
  "$(command -v clang || echo "$tools/clang")" $exact -o "$work/pack" Scripts/engine/pack.c
}
"$tools/wasm-ld" --compress-relocations --no-entry --gc-sections --strip-all --stack-first -z stack-size=65536 \
  -o "$work/unpack.wasm" "$work/unpack.o"
"$work/pack" "$work/unpack.wasm" "$work/engine.wasm" "$work/engine.packed"
if ! cmp -s "$work/engine.packed" "$packed"; then
  cp "$work/engine.packed" "$packed"
  # Recompile the target that embeds it.
  touch "$assets/assets.c"
fi
touch -r "$work/begin" "$packed"
echo "engine: $(wc -c <"$work/engine.wasm") bytes, $(wc -c <"$packed") compressed"

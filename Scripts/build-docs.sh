#!/bin/sh
# Builds the documentation into .build/docs, or into the given folder. A dead link is an error.
set -eu
root="$(cd "$(dirname "$0")/.." && pwd)"
output="${1:-$root/.build/docs}"

if command -v docc >/dev/null 2>&1; then
  docc=docc
elif command -v xcrun >/dev/null 2>&1 && xcrun --find docc >/dev/null 2>&1; then
  docc="xcrun docc"
else
  echo "build-docs: no docc found; it comes with the Swift toolchain, put its bin folder on PATH" >&2
  exit 69
fi

mkdir -p "$output"
$docc convert "$root/docs/ScrollTrace.docc" \
  --fallback-display-name scrolltrace \
  --fallback-bundle-identifier scrolltrace \
  --output-path "$output" \
  --warnings-as-errors
echo "build-docs: $output"

#!/bin/sh
# Strips a binary. A static one also gets an empty unwind table: nothing here throws C++ exceptions
# or walks its own stack, and the table is a tenth of the file.
#
# usage: Scripts/strip.sh BINARY OUTPUT
set -eu
if ! command -v readelf >/dev/null 2>&1 || readelf -SW "$1" | grep -q ' \.eh_frame_hdr '; then
  # macOS, or a binary with an index that points into the table.
  exec strip -o "$2" "$1"
fi
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# Four zero bytes end the table.
printf '\000\000\000\000' >"$work/end"
objcopy --strip-all --update-section ".eh_frame=$work/end" "$1" "$2"

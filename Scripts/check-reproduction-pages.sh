#!/bin/sh
# Reproduces the captures of fixtures/chromium-snap and runs their pages in headless Chromium with
# the recorded touches. At least 95 of 100 pages must rest where the recording does.
#
# usage: Scripts/check-reproduction-pages.sh TOOL [CAPTURE …]   without captures: all of them
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
shift
need python3
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 \
  || { skip "no Chromium is installed"; exit 0; }
[ "$#" -gt 0 ] || set -- "$root"/fixtures/chromium-snap/*.jsonl.gz
pages=0
for capture in "$@"; do
  name="$(basename "$capture" .jsonl.gz)"
  code=0
  "$tool" reproduce "$capture" -o "$work/$name" >/dev/null 2>"$work/log" || code=$?
  # Exit code 4: the page does what it declares.
  [ "$code" -eq 0 ] || [ "$code" -eq 4 ] || { cat "$work/log" >&2; fail "$name ends with $code"; }
  [ -e "$work/$name/repro.html" ] || { rm -rf "${work:?}/$name"; continue; }
  pages=$((pages + 1))
done
[ "$pages" -gt 0 ] || fail "no capture has a page"
"$root/Scripts/reproduction-page.py" "$tool" $(find "$work" -mindepth 1 -maxdepth 1 -type d | sort)

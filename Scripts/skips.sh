#!/bin/sh
# Starts and ends the count of skipped checks of 'make check', and prints it as one line.
#
# usage: Scripts/skips.sh begin|end    SCROLLTRACE_SKIPS names the file with a line for each skip
set -eu
if [ "$1" = begin ]; then
  mkdir -p "$(dirname "$SCROLLTRACE_SKIPS")"
  : >"$SCROLLTRACE_SKIPS"
  exit 0
fi
count="$(sort -u "$SCROLLTRACE_SKIPS" | wc -l | tr -d ' ')"
if [ "$count" -eq 0 ]; then
  echo "make check: no check was skipped"
elif [ -n "${SCROLLTRACE_REFERENCE:-}" ]; then
  echo "make check: $count checks were skipped, and SCROLLTRACE_REFERENCE demands none:" >&2
  sort -u "$SCROLLTRACE_SKIPS" >&2
  exit 1
else
  echo "make check: skipped: $count (reasons: $SCROLLTRACE_SKIPS; SCROLLTRACE_REFERENCE names the reference material)"
fi

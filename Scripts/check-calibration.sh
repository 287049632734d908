#!/bin/sh
# Plays the web probes in headless Chromium and calibrates with the recordings. Every switch must be
# decided as in docs/calibration.md, no recording may contradict the result, and the profile must
# replay.
#
# usage: Scripts/check-calibration.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"

"$tool" calibrate plan --platform web -o "$work/suite" >"$work/plan"
browser=""
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null 2>&1; then browser="$name"; break; fi
done
if [ -z "$browser" ]; then
  skip "no Chromium is installed"
  exit 0
fi
"$root/Scripts/web-suite.py" play "$work/suite/suite.json" "$work/probes.jsonl" >"$work/played"
code=0
"$tool" calibrate "$work/probes.jsonl" -o "$work/profile.json" >"$work/found" 2>"$work/messages" || code=$?
[ "$code" -le 1 ] || fail "calibrate ended with $code: $(cat "$work/messages")"
for pair in chromium-fling:deceleration chromium-boost:adds chromium-lead:extrapolated chromium-slop:15 \
  chromium-inch:96 vertical-bounce:automatic; do
  grep -Eq "^${pair%%:*} +${pair#*:} " "$work/found" || {
    cat "$work/found" >&2
    fail "${pair%%:*} is not decided as ${pair#*:}"
  }
done
"$tool" replay "$work/probes.jsonl" --config "profile: $work/profile.json" --json >"$work/replay" 2>/dev/null ||
  [ "$?" -eq 1 ] || fail "the profile does not replay"
echo "$check: $(cat "$work/played"), 6 of 6 switches decided"

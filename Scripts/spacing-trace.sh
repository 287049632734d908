#!/bin/sh
# Makes the trace of an app that declares an alignment with its cards but omits the spacing between
# them: spacing-trace.sh TOOL OUT.
set -eu
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cat >"$work/spacing.json" <<'SCENE'
{"name": "spacing", "axis": "horizontal", "container": {"width": 390, "height": 400},
 "insets": {"left": 20, "right": 20}, "scale": 3, "hz": 60, "stack": {"spacing": 12},
 "items": {"count": 12, "prefix": "card-", "size": 300}}
SCENE
printf 'wait 400ms\nfling left 700\nwait 4s\nfling left 1400\nwait 4s\nfling right 800\nwait 4s\n' |
  "$1" simulate "$work/spacing.json" --script - --config "behavior: interval(300)" -o "$work/spacing.run"
sed '1s/interval(300)/view-aligned/' "$work/spacing.run" >"$2"

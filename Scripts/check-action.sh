#!/bin/sh
# Checks the workflows and action.yml against GitHub's schemas, and runs the action's steps.
#
# usage: Scripts/check-action.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
checkers check-jsonschema || exit 0
schema() {
  "$python" -m check_jsonschema --builtin-schema "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$2 is not valid"; }
}
schema vendor.github-actions "$root/action.yml"
for workflow in "$root"/.github/workflows/*.yml; do schema vendor.github-workflows "$workflow"; done
"$python" "$root/Scripts/check-action.py" "$tool" "$root"

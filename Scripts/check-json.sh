#!/bin/sh
# Holds what the verbs print with --json to the schemas of docs/json, with an outside checker.
#
# usage: Scripts/check-json.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
checkers jsonschema || exit 0
"$python" "$root/Scripts/check-json.py" "$tool" "$root"

#!/bin/sh
# Validates the output of the verbs with --json against the schemas of docs/json, with an external
# validator.
#
# usage: Scripts/check-json.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
checkers jsonschema || exit 0
"$python" "$root/Scripts/check-json.py" "$tool" "$root"

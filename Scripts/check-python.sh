#!/bin/sh
# Reads a store into pandas and Arrow with integrations/python, and runs its notebook.
#
# usage: Scripts/check-python.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
checkers pandas pyarrow nbclient ipykernel || exit 0
cd "$work"
"$tool" demo --no-open >/dev/null
"$tool" analyze settles 1 --db scrolltrace-demo/demo.sqlite >/dev/null
PYTHONPATH="$root/integrations/python" "$python" "$root/Scripts/check-python.py" "$root"

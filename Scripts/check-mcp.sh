#!/bin/sh
# Uses 'scrolltrace mcp' with the official client of the Model Context Protocol.
#
# usage: Scripts/check-mcp.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
checkers mcp jsonschema || exit 0
"$python" "$root/Scripts/check-mcp.py" "$tool" "$root"

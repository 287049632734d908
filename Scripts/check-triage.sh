#!/bin/sh
# Triage of a corpus with known causes: problems, kills, full disks, a baseline.
#
# usage: Scripts/check-triage.sh TOOL [small|full]
set -eu
. "$(dirname "$0")/checking.sh"
tool="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
need python3
cd "$work"
python3 "$root/Scripts/check-triage.py" "$root" "$tool" "${2:-small}"

#!/bin/sh
# Holds what the verbs print with --json to the schemas of docs/json, with an outside checker.
#
# usage: Scripts/check-json.sh TOOL
set -eu
tool="$1"
root="$(cd "$(dirname "$0")/.." && pwd)"

skip() {
  echo "check-json: skipped 1 check: $1"
  [ -z "${CI:-}" ] || { echo "check-json: a skipped check is a failure in CI" >&2; exit 1; }
  exit 0
}

command -v python3 >/dev/null 2>&1 || skip "python3 is not installed"
venv="$root/.build/check-venv"
if ! "$venv/bin/python" -c 'import jsonschema' >/dev/null 2>&1; then
  { python3 -m venv "$venv" && "$venv/bin/pip" install -q jsonschema; } >/dev/null 2>&1 \
    || skip "the PyPI package jsonschema cannot be installed"
fi
"$venv/bin/python" "$root/Scripts/check-json.py" "$tool" "$root"

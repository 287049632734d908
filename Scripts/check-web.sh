#!/bin/sh
# Runs docs/capture/web.js in headless Chromium on a page that scrolls itself, and writes its log.
#
# usage: Scripts/check-web.sh LOG
set -eu
. "$(dirname "$0")/checking.sh"
log="$1"

browser=""
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null 2>&1; then browser="$name"; break; fi
done
[ -n "$browser" ] || { echo "$check: skipped 1 check: no Chromium is installed"; exit 0; }
pid=""
"$browser" --headless --no-sandbox --disable-gpu --touch-events=enabled --no-first-run \
  --user-data-dir="$work/profile" --enable-logging=stderr \
  "file://$root/Tests/ScrollProbeTests/web-page.html" >/dev/null 2>"$work/messages" &
pid=$!
tries=0
while ! grep -q '"log:end"' "$work/messages" && [ "$tries" -lt 150 ]; do
  sleep 0.2
  tries=$((tries + 1))
done
kill "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
# Each message is: [time:INFO:CONSOLE(…)] "text", source: file (line)
sed -n 's/^.*CONSOLE[^"]*"log:\({.*}\)", source: .*$/\1/p' "$work/messages" >"$log"
grep -q '"k":"frame"' "$log" || { echo "check-web: the page logged no frame" >&2; exit 65; }
echo "check-web: $(wc -l <"$log") lines"

#!/bin/sh
# Compiles the log of the Kotlin probes, writes a simulated recording with it, and calibrates with
# that log. The rest of Examples/Calibration/Android and all of Examples/Calibration/Flutter need SDKs
# that are not here.
#
# usage: Scripts/check-calibration-sources.sh TOOL
set -eu
. "$(dirname "$0")/checking.sh"
tool="$1"
if ! command -v kotlinc >/dev/null 2>&1; then
  skip "no kotlinc is installed"
  exit 0
fi
cat >"$work/Main.kt" <<'KOTLIN'
import java.io.File
import org.scrolltrace.calibration.Probe
import org.scrolltrace.calibration.ProbeLog
import org.scrolltrace.calibration.ProbeTouch

/** Reads lines "touch T PHASE X Y" and "frame T Y" and writes the log of one probe. */
fun main(arguments: Array<String>) {
  val rows = File(arguments[0]).readLines().map { it.split(" ") }
  val touches = rows.filter { it[0] == "touch" }
    .map { ProbeTouch(it[1].toDouble(), it[2], it[3].toDouble(), it[4].toDouble()) }
  val probe = Probe(arguments[2], arguments[3], 600, 100.0, touches)
  File(arguments[1]).bufferedWriter().use { out ->
    val log = ProbeLog(out, probe, 390.0, 700.0, 2.0)
    for (row in rows) {
      if (row[0] == "touch") log.touch(row[1].toDouble(), row[2], row[3].toDouble(), row[4].toDouble())
      else log.frame(row[1].toDouble(), row[2].toDouble())
    }
  }
}
KOTLIN
kotlinc "$root/Examples/Calibration/Android/ProbeLog.kt" "$work/Main.kt" -include-runtime -d "$work/log.jar" \
  >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "ProbeLog.kt does not compile"; }

# A fling as the engine simulates it under Android's physics.
cat >"$work/scene.json" <<'JSON'
{"name": "probe", "axis": "vertical", "container": {"width": 390, "height": 700}, "scale": 2, "hz": 60,
  "stack": {"spacing": 0, "alignment": "leading"}, "items": {"count": 600, "prefix": "i", "size": 100}}
JSON
number=0
for speed in 900 2200 4500; do
  number=$((number + 1))
  printf 'wait 300ms\nfling up %s\n' "$speed" >"$work/script"
  "$tool" simulate "$work/scene.json" --script "$work/script" -o "$work/truth.jsonl" \
    --config 'physics: android, slop: 8, vertical-bounce: none' >"$work/messages" 2>&1 || {
    cat "$work/messages" >&2; fail "simulate failed"; }
  python3 - "$work/truth.jsonl" >"$work/rows" <<'PYTHON'
import json, sys
scale = 1
for line in open(sys.argv[1]):
    event = json.loads(line)
    if "scrolltrace" in event:
        scale = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1000}[event.get("time", "ms")]
    elif event.get("k") == "touch":
        print("touch", event["t"] * scale, event["phase"], event["x"], event["y"])
    elif event.get("k") == "frame":
        print("frame", event["t"] * scale, event["y"])
PYTHON
  java -jar "$work/log.jar" "$work/rows" "$work/probe-$number.jsonl" "probe-$number" "behavior: none"
done
code=0
"$tool" calibrate --platform compose "$work"/probe-*.jsonl >"$work/found" 2>"$work/messages" || code=$?
[ "$code" -le 1 ] || fail "calibrate ended with $code: $(cat "$work/messages")"
for pair in physics:android slop:8; do
  grep -Eq "^${pair%%:*} +${pair#*:} " "$work/found" || { cat "$work/found" >&2; fail "${pair%%:*} is not decided as ${pair#*:}"; }
done
echo "$check: ProbeLog.kt compiles, and its log decides the physics of Android"

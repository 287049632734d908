#!/usr/bin/env python3
"""Makes a Chrome trace of any size by repeating a real one with shifted times.

    Scripts/repeat-trace.py TRACE.json[.gz] BYTES OUTPUT

The events are repeated as they stand, but for 'ts', which moves on by the length of the trace, so
that the result is one long recording. Only the standard library is used.
"""

import gzip
import json
import re
import sys


def events_of(path):
    opened = gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")
    with opened as file:
        whole = json.load(file)
    return whole["traceEvents"] if isinstance(whole, dict) else whole


def main():
    path, size, output = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    events = events_of(path)
    times = [float(event["ts"]) for event in events if float(event.get("ts", 0)) > 0]
    step = int(max(times) - min(times)) + 1_000_000
    # Every 'ts' of an event itself, not of its arguments: those are written with a mark first.
    for event in events:
        if "ts" in event and float(event["ts"]) > 0:
            event["ts"] = "\x00%d" % int(float(event["ts"]))
    text = ",\n".join(json.dumps(event, separators=(",", ":")) for event in events)
    pieces = re.split(r'"\\u0000(\d+)"', text)
    written = 0
    with open(output, "w", encoding="utf-8") as file:
        file.write('{"traceEvents":[\n')
        shift = 0
        while written < size:
            block = [piece if index % 2 == 0 else str(int(piece) + shift) for index, piece in enumerate(pieces)]
            if written:
                block.insert(0, ",\n")
            written += file.write("".join(block))
            shift += step
        file.write("\n]}\n")


if __name__ == "__main__":
    main()

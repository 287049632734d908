#!/usr/bin/env python3
"""Tries the promises that need processes: kill -9, full disks, pipes, memory, read-only media.

run.py TOOL [--full] [--only 1,4 | --except 1,4]

Each promise appends one line to the file named by SCROLLTRACE_PROMISES, if it is set: promise, rounds,
lost, trapped, wrong. The other promises are tried by Swift tests, which append lines of the same form.
"""

import argparse
import os
import sys
import time

import corpora
import diagnoses
import disk
import edits
import living
import memory
import outputs
import recording
import serving
import stores
from kit import Tally, Tool, table


def suites(is_full):
    return {
        1: recording.killed, 4: disk.full, 6: disk.read_only, 8: stores.hostile, 10: recording.together,
        13: lambda tool, rounds, tally: memory.bounded(tool, rounds, tally, is_full), 15: outputs.hostile_ids,
        16: outputs.whole_or_absent, 17: stores.migrated, 18: outputs.partial, 19: recording.interrupted,
        21: stores.newer_and_foreign, 23: diagnoses.causes, 24: diagnoses.smallest_cases, 25: corpora.triaged,
        26: serving.served, 27: living.live, 28: edits.edited,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--except", dest="left_out", default="")
    words = parser.parse_args()
    wanted, left_out = ({int(number) for number in list.split(",") if number} for list in (words.only, words.left_out))
    bad = 0
    for number, suite in suites(words.full).items():
        if wanted and number not in wanted or number in left_out:
            continue
        quick, full, title = table()[number]
        tally = Tally(number)
        start = time.monotonic()
        suite(Tool(words.tool, tally), full if words.full else quick, tally)
        seconds = time.monotonic() - start
        state = "BROKEN" if not tally.is_kept else "kept" if tally.rounds else "not tried"
        print(f"promise {number}: {state}: {tally.rounds} rounds, {tally.lost} lost, {tally.trapped} trapped, "
              f"{tally.wrong} wrong, {seconds:.1f} s" + "".join(f"; {note}" for note in tally.notes), flush=True)
        bad += not tally.is_kept
        if path := os.environ.get("SCROLLTRACE_PROMISES"):
            with open(path, "a") as file:
                file.write(tally.line())
        if tally.skipped and os.environ.get("CI") and os.geteuid() == 0:
            bad += 1
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

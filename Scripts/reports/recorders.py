#!/usr/bin/env python3
"""Grades the diagnosis of the public reports as weaker recorders would have written them.

recorders.py TOOL [--record] [--explain] [--only noise,no-fingers,…]

Each capture of fixtures/reports is rewritten in six ways and graded as grade-reports.py does it:
noise, no-fingers, no-phases (offsets, layouts and requests only), sparse (20 frames a second), changes (no frame
without a change) and undeclared (no configuration). Fails if an answer is worse than the one in
fixtures/reports/recorders.tsv; with --record it writes that table.
"""

import argparse
import importlib.util
import json
import pathlib
import random
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GOLDEN = ROOT / "fixtures/reports/recorders.tsv"
SPEC = importlib.util.spec_from_file_location("grade_reports", ROOT / "Scripts/grade-reports.py")
grading = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(grading)


def noise(lines):
    """Offsets up to 0.4 pt off, and one frame in twenty lost."""
    draw, kept = random.Random(7), []
    for line in lines:
        if line.get("k") == "frame":
            if draw.random() < 0.05 and kept:
                continue
            line = {**line, **{axis: round(line[axis] + draw.uniform(-0.4, 0.4), 3) for axis in "xy"}}
        kept.append(line)
    return kept


def without_fingers(lines):
    return [line for line in lines if line.get("k") != "touch"]


def without_phases(lines):
    kept = [line for line in lines if line.get("k") not in ("phase", "touch", "release")]
    return [{key: value for key, value in line.items() if key != "phase" or line.get("k") != "frame"} for line in kept]


def sparse(lines):
    kept, last = [], -50.0
    for line in lines:
        if line.get("k") == "frame":
            if line["t"] - last < 49:
                continue
            last = line["t"]
        kept.append(line)
    return kept


def changes(lines):
    kept, last = [], None
    for line in lines:
        if line.get("k") == "frame":
            shown = {key: value for key, value in line.items() if key != "t"}
            if shown == last:
                continue
            last = shown
        kept.append(line)
    return kept


def undeclared(lines):
    return [{key: value for key, value in lines[0].items() if key != "configuration"}] + lines[1:]


RECORDERS = {"noise": noise, "no-fingers": without_fingers, "no-phases": without_phases, "sparse": sparse,
             "changes": changes, "undeclared": undeclared}


def graded(tool, name):
    """Yields the report, the answer and its grade."""
    for folder in sorted(path for path in (ROOT / "fixtures/reports").iterdir() if path.is_dir()):
        lines = [json.loads(line) for line in (folder / "capture.jsonl").read_text().splitlines()]
        expect = dict(line.split("\t", 1) for line in (folder / "EXPECT").read_text().splitlines())
        with tempfile.TemporaryDirectory() as scratch:
            log = pathlib.Path(scratch, "capture.jsonl")
            log.write_text("".join(json.dumps(line) + "\n" for line in RECORDERS[name](lines)))
            trace = grading.the_trace(grading.diagnose(tool, log, ["--no-guard"]))
        yield folder.name, grading.answer(trace), grading.grade(trace, expect["class"].split("/"), expect["number"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--explain", action="store_true")
    parser.add_argument("--only", default=",".join(RECORDERS))
    options = parser.parse_args()
    tool, only = str(pathlib.Path(options.tool).resolve()), options.only.split(",")
    if set(only) - set(RECORDERS):
        parser.error(f"recorders are {', '.join(RECORDERS)}")
    old = {(line["recorder"], line["report"]): line for line in grading.table(GOLDEN)}
    rows, worse = [], []
    for name in RECORDERS:
        if name not in only:
            rows += [line for (recorder, _), line in old.items() if recorder == name]
            continue
        part = [{"recorder": name, "report": report, "answer": answer, "grade": grade}
                for report, answer, grade in graded(tool, name)]
        rows += part
        print(f"recorders: {name}: {len(part)} recordings: "
              + ", ".join(f"{count} {rank}" for rank, count in grading.totals(part).items()))
        for line in part:
            before = old.get((name, line["report"]))
            if options.explain:
                print(f"  {line['report']}: {line['answer']}: {line['grade']}")
            if before is None:
                worse.append(f"{line['report']} with {name} is not in {GOLDEN.name}")
            elif grading.RANKS.index(line["grade"]) < grading.RANKS.index(before["grade"]):
                worse.append(f"{line['report']} with {name} was {before['grade']} and is {line['grade']}")
    if options.record:
        grading.write(GOLDEN, rows)
        worse = []
    for sentence in worse:
        print(f"recorders: {sentence}", file=sys.stderr)
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes docs/promises.md from the results of make nightly, or prints the table.

page.py [--print]

Every line of .build/nightly/lines counts: promise, rounds, lost, trapped, wrong. Each step has the lines of its last
run, and the table shows at which commits a promise was tried. A promise, a step or a planted fault that was not tried
in this folder keeps its row of the page, so that a night can go on in another clone.
"""

import datetime
import os
import pathlib
import platform
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from kit import ROOT, table  # noqa: E402

NIGHTLY = ROOT / ".build/nightly"
FUZZED = ROOT / ".build/fuzz"
PAGE = ROOT / "docs/promises.md"
COMMANDS = {
    1: "run.py --only 1 (with Scripts/kill9.sh)", 2: "RecoveryTests", 3: "StoreFaultTests", 4: "run.py --only 4",
    5: "FaultTests, StoreFaultTests, RecordingFaultTests, AtomicFileTests", 6: "run.py --only 6",
    7: "RecoveryTests, TamperingTests, HostileStoreTests", 8: "run.py --only 8, HostileStoreTests",
    9: "Scripts/fuzz.sh, DamageTests", 10: "run.py --only 10", 11: "outcomes.sh, RecordReplayTests",
    12: "RefereeTests, ReferenceTests, EngineParityTests, StageTests", 13: "run.py --only 13", 14: "BadValueTests",
    15: "run.py --only 15", 16: "run.py --only 16", 17: "run.py --only 17, MigrationTests", 18: "run.py --only 18",
    19: "run.py --only 19", 20: "sanitizers.sh", 21: "run.py --only 21", 22: "plants.py",
    23: "run.py --only 23, DiagnosisTests", 24: "run.py --only 24, check-reproductions.sh", 25: "run.py --only 25, check-triage.sh",
    26: "run.py --only 26, check-mcp.sh", 27: "run.py --only 27, LiveTests", 28: "run.py --only 28, check-workbench.sh",
}


def sums():
    """({promise: [rounds, lost, trapped, wrong]}, {promise: commits}) from the lines of all steps."""
    found, commits = {}, {}
    for name, cells in sorted(steps().items()):
        path = NIGHTLY / "lines" / f"{name}.tsv"
        for line in path.read_text().splitlines() if path.exists() else []:
            number, *counts = (int(cell) for cell in line.split("\t"))
            found[number] = [a + b for a, b in zip(found.get(number, [0] * 4), counts)]
            commits.setdefault(number, {})[cells[0]] = None
    # Promise 9 counts the rounds of the target with the fewest inputs, not the sum of all targets.
    if 9 in found and fuzzed():
        found[9][0] = min((inputs for name, (inputs, _) in fuzzed() if name != "store"), default=0)
    return found, commits


def earlier(title):
    """The cells of each row below a heading of the page as it is, without the two rows of the header."""
    found, inside = [], False
    for line in PAGE.read_text().splitlines() if PAGE.exists() else []:
        if line.startswith("#"):
            inside = line.lstrip("# ") == title
        elif inside and line.startswith("| ") and not line.startswith(("| |", "| promise |", "| step |")):
            found.append([cell.strip(" `") for cell in line.strip("|").split("|")])
    return found


def fuzzed():
    """[(target, (inputs, inputs under AddressSanitizer))] of all runs so far, also of removed build folders."""
    found = {}
    for line in (HERE / "fuzzed.tsv").read_text().splitlines():
        if not line.startswith("#"):
            name, inputs, address = line.split("\t")
            found[name] = (int(inputs), int(address))
    for path in FUZZED.glob("*/*.count"):
        inputs, address = found.get(path.parent.name, (0, 0))
        count = int(path.read_text())
        found[path.parent.name] = (inputs + count, address + (count if path.stem == "address" else 0))
    return sorted(found.items())


def steps():
    """The last row of each step that belongs to a promise: commit, step, cases, result, time, seconds."""
    rows = {step: [commit, step, "", result, when.replace(" ", "T"), seconds]
            for step, result, commit, when, seconds in earlier("Steps")}
    for line in (NIGHTLY / "results.tsv").read_text().splitlines():
        cells = line.split("\t")
        if len(cells) > 5 and cells[1].startswith("promise"):
            rows[cells[1]] = cells
    return rows


def state(counts, wanted):
    if counts is None or not any(counts):
        return "not tried"
    if sum(counts[1:]):
        return "BROKEN"
    return "kept" if counts[0] >= wanted else "kept, scaled down"


def rows():
    found, commits = sums()
    for cells in earlier("Promises"):
        if (number := int(cells[0])) not in found:
            found[number] = [int(cells[index]) for index in (2, 4, 5, 6)]
            commits[number] = {cells[8]: None}
    for number, (_, full, title) in table().items():
        counts = found.get(number)
        rounds, lost, trapped, wrong = counts or ("", "", "", "")
        yield number, title, full, rounds, lost, trapped, wrong, state(counts, full), ", ".join(commits.get(number, {}))


def plain():
    print(f"{'promise':>7} {'rounds':>12} {'of':>12} {'lost':>5} {'trapped':>7} {'wrong':>6}  result")
    for number, title, full, rounds, lost, trapped, wrong, result, _ in rows():
        print(f"{number:>7} {rounds:>12} {full:>12} {lost:>5} {trapped:>7} {wrong:>6}  {result}: {title}")


def page():
    own = steps()
    dates = sorted(cells[4][:10] for cells in own.values())
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    lines = [
        "# Promises", "",
        "Written by `Scripts/promises/page.py` from what `make nightly` ran; do not edit. What the tool promises under",
        "faults, and how often it was tried. `make check` tries every promise a few times, `make nightly` the",
        "number of times in the column \"of\"; where fewer were run, the table says so.", "",
        f"{' to '.join(dict.fromkeys([dates[0], dates[-1]])) if dates else 'No date'}; "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors; {version}.", "",
        "| | promise | rounds | of | lost | trapped | wrong | result | commit | tried by |",
        "|---:|---|---:|---:|---:|---:|---:|---|---|---|",
    ]
    for number, title, full, rounds, lost, trapped, wrong, result, commits in rows():
        lines.append(f"| {number} | {title} | {rounds} | {full} | {lost} | {trapped} | {wrong} | {result} | {commits} | "
                     f"{COMMANDS[number]} |")
    lines += [
        "", "A round is one kill, one fault, one damaged file, one bad value, one id in one output, one random case.",
        "Lost: something acknowledged or stored is gone or changed. Trapped: the program fell over. Wrong: anything",
        "else that is not as promised, such as another exit code, a missing word, a file left behind.", "",
        "## What the table does not say", "",
        "- Inputs of fuzz targets (9) are counted over all runs, most of which were at earlier commits; each night adds some.",
        "- Power loss (3) is not simulated further than counting the calls that wait for the disk.",
        "- Disks (4) and read-only mounts (6) of their own need root; elsewhere limits on files and permissions are tried.",
        "- The processor without FMA (11) is the same one with `GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA`.",
        "- The system's exponential in place of ours (11) changes no outcome here: its last bits vanish where places"
        " are rounded to pixels. So no fault of that kind is planted.", "",
    ]
    if fuzzed():
        lines += ["## Fuzz targets", "", "Inputs tried by `Scripts/fuzz.sh` up to now, in all runs. `store` opens a database for each, which takes 1.6 ms of a processor.", "",
                  "| target | inputs | of them with AddressSanitizer |", "|---|---:|---:|"]
        lines += [f"| {name} | {counts[0]:,} | {counts[1]:,} |" for name, counts in fuzzed()] + [""]
    table_of_plants = ROOT / ".build/plants/table.tsv"
    plants = [row.split("\t") for row in table_of_plants.read_text().splitlines()] if table_of_plants.exists() \
        else earlier("Planted faults")
    if plants:
        lines += ["## Planted faults", "", "Each was built into a copy of the sources and tried with `make plants`.", "",
                  "| promise | fault | tried with | result |", "|---:|---|---|---|"]
        for number, fault, trial, result in plants:
            lines.append(f"| {number} | {fault} | `{trial.replace('|', ' ')}` | {result} |")
        lines.append("")
    lines += ["## Steps", "", "| step | result | commit | when (UTC) | seconds |", "|---|---|---|---|---:|"]
    lines += [f"| {cells[1]} | {cells[3]} | {cells[0]} | {cells[4][:16].replace('T', ' ')} | {cells[5]} |" for cells in own.values()]
    PAGE.write_text("\n".join(lines) + "\n")


if not (NIGHTLY / "results.tsv").exists():
    sys.exit("promises: nothing was run; 'make nightly' does that")
plain()
if "--print" not in sys.argv:
    page()

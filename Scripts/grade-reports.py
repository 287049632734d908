#!/usr/bin/env python3
"""Grades the diagnosis on public reports, on the gallery, on Chromium pages and on real captures.

grade-reports.py TOOL [--record] [--explain] [--only reports,gallery,chromium,random,declared,scripts,wheels,captures]

Runs `diagnose --json` on each recording and compares the answer with the expected answer:
fixtures/reports/*/EXPECT, fixtures/gallery/causes.tsv, and truth.tsv of fixtures/chromium-snap,
fixtures/chromium-random, fixtures/chromium-scripts and fixtures/chromium-wheels. All of them were written before
the diagnosis ran, but for the expressions of chromium-scripts. The pages are graded once more with their style declared: then each behaves
as declared. Prints totals; with --explain a line for each
recording. The check
fails if an answer is worse than the one in fixtures/reports/graded.tsv, or if an answer on captures of the
reference material differs from fixtures/reports/captures.tsv. With --record it writes both tables and
docs/diagnosis-reports.md.

Right: the first cause has an expected class, is certain or likely, and contains the key number.
Named: the first cause is undecided and an expected class is among the causes and alternatives; or it has
the same outcome as an alternative of an expected class; or it has the class and not the key number.
Silent: no expected class, and no cause of another class is certain or likely.
Misleading: the first cause is certain or likely, its class is not expected, and no cause with the same
outcome has an expected class.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"
GOLDEN = FIXTURES / "reports/graded.tsv"
CAPTURES = FIXTURES / "reports/captures.tsv"
PAGE = ROOT / "docs/diagnosis-reports.md"
RANKS = ["misleading", "silent", "named", "right"]
STATED = ("certain", "likely")
SETS = {"reports": "Public reports", "gallery": "Gallery", "chromium": "Chromium pages",
        "random": "Random Chromium pages", "declared": "Chromium pages with their style declared",
        "scripts": "Chromium pages whose scripts scroll", "wheels": "Random Chromium pages under a wheel"}


def table(path):
    if not path.exists():
        return []
    lines = path.read_text().splitlines()
    head = lines[0].split("\t")
    return [dict(zip(head, line.split("\t"))) for line in lines[1:]]


def diagnose(tool, log, options=()):
    """The diagnosed traces of a recording; None if the file cannot be imported."""
    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/store.sqlite"
        done = subprocess.run([tool, "import", "--db", store, str(log)], capture_output=True, text=True)
        if not pathlib.Path(store).exists() or done.returncode not in (0, 3):
            return None
        done = subprocess.run([tool, "diagnose", "--db", store, "--json", *options], capture_output=True, text=True)
        if done.returncode not in (0, 1, 4):
            sys.exit(f"grade-reports: diagnose ends with {done.returncode} for {log}\n{done.stderr.strip()}")
        return json.loads(done.stdout)["traces"] if done.stdout.strip() else []


def numbers(cause):
    """The numbers in the cause's text, as written and as fractions."""
    texts = cause.get("sentences", []) + [cause.get("symbolic") or "", cause.get("configuration") or ""]
    found = []
    for text in texts:
        for number, percent in re.findall(r"(\d+(?:\.\d+)?)(\s*%)?", text.replace(",", "")):
            found.append(float(number) / (100 if percent else 1))
    parameter = cause.get("parameter") or {}
    return found + ([parameter["value"]] if isinstance(parameter.get("value"), (int, float)) else [])


def has_key(cause, expected):
    if expected in ("-", ""):
        return True
    key = float(expected.split()[0])
    return any(abs(abs(number) - key) <= max(0.05, 0.005 * key) for number in numbers(cause))


def grade(trace, classes, key):
    """Grades one answer against the expected classes. `-` expects that no cause is stated."""
    causes = trace["causes"]
    first = causes[0] if causes else None
    stated = first is not None and first["certainty"] in STATED
    if classes == ["-"]:
        return "misleading" if stated else "right"
    if stated and first["class"] in classes:
        return "right" if has_key(first, key) else "named"
    if stated:
        # Causes that the recording cannot distinguish are stated together.
        same = [other["class"] for other in first.get("alternatives", []) if other.get("sameOutcome")]
        return "named" if any(name in classes for name in same) else "misleading"
    named = [cause["class"] for cause in causes]
    named += [other["class"] for cause in causes for other in cause.get("alternatives", [])]
    return "named" if any(name in classes for name in named) else "silent"


def answer(trace):
    first = trace["causes"][0] if trace["causes"] else None
    return trace["verdict"] + (f": {first['class']} ({first['certainty']})" if first else "")


def row(kind, case, expected, got, result):
    return {"set": kind, "case": case, "expected": expected, "got": got, "grade": result}


def the_trace(traces):
    """The answer for the only trace; an empty one if there is nothing to diagnose."""
    return traces[0] if traces else {"verdict": "no-evidence", "causes": []}


def reports(tool):
    for folder in sorted(path for path in (FIXTURES / "reports").iterdir() if path.is_dir()):
        expect = dict(line.split("\t", 1) for line in (folder / "EXPECT").read_text().splitlines())
        trace = the_trace(diagnose(tool, folder / "capture.jsonl"))
        yield row("reports", folder.name, expect["class"], answer(trace),
                  grade(trace, expect["class"].split("/"), expect["number"]))


def gallery(tool):
    with tempfile.TemporaryDirectory() as folder:
        for cause in table(FIXTURES / "gallery/causes.tsv"):
            log = f"{folder}/{cause['case']}.jsonl"
            subprocess.run([tool, "simulate", "--case", cause["case"], "-o", log], check=True, capture_output=True)
            options = []
            for line in (FIXTURES / f"gallery/cases/{cause['case']}.tsv").read_text().splitlines():
                if line.startswith("option\t"):
                    name, *value = line.split("\t")[1].split()
                    options += [f"--{name}", *value]
            trace = the_trace(diagnose(tool, log, options))
            yield row("gallery", cause["case"], cause["class"], answer(trace),
                      grade(trace, cause["class"].split("/"), cause["number"] or "-"))


EDGES = {"leading": "start", "top": "start", "center": "center", "trailing": "end", "bottom": "end"}


def snap_answer(text):
    """Strictness, alignment and axis of a configuration.

    The fourth value is whether its behavior is scroll snap: view alignment is the same as mandatory.
    """
    behavior = re.search(r"behavior: ([a-z-]+)", text)
    if behavior is None or behavior.group(1) == "none":
        return ("none", "-", "any", True)
    if behavior.group(1) == "view-aligned":
        anchor = re.search(r"view-aligned\([^)]*anchor: ([a-z]+)", text)
        return ("mandatory", EDGES.get(anchor.group(1), "?") if anchor else "start", "any", False)
    snap = re.search(r"scroll-snap\((mandatory|proximity)(?:, align: (\[[a-z, -]+\]|[a-z]+))?", text)
    if snap is None:
        return (behavior.group(1), "?", "?", False)
    align, way = snap.group(2) or "start", "any"
    if align.startswith("["):
        vertical, horizontal = align.strip("[]").split(", ")
        way = "both" if "none" not in (vertical, horizontal) else "x" if vertical == "none" else "y"
        align = horizontal if vertical == "none" else vertical
    return (snap.group(1), align, way, True)


def snap_grade(trace, page):
    first = trace["causes"][0] if trace["causes"] else None
    if first is None:
        return "silent"
    grade = snap_match(first["configuration"], page)
    others = [(snap_match(other["configuration"], page), other.get("sameOutcome"))
              for other in first.get("alternatives", [])]
    if first["certainty"] not in STATED:
        return "named" if "right" in [grade] + [other for other, _ in others] else "silent"
    # Configurations that the recording cannot distinguish are stated together.
    return "named" if grade == "misleading" and ("right", True) in others else grade


def snap_match(configuration, page):
    strictness, align, way, as_snap = snap_answer(configuration)
    if strictness == "paging":
        # Pages as long as the port are the same as paging.
        return "named" if page["sizes"] in ("390 gap 0", "600 gap 0") else "misleading"
    if strictness != page["strictness"] or (align != page["align"] and not as_snap):
        return "misleading"
    # An alignment without axes applies to the only axis that can scroll.
    one_way = page["axis"] != "both" and "both axes overflow" not in page["notes"]
    way_found = way == page["axis"] or (way == "any" and (one_way or page["axis"] == "both"
                                                          or page["strictness"] == "none"))
    return "right" if as_snap and align == page["align"] and way_found else "named"


def chromium(tool, kind="chromium", name="chromium-snap"):
    for page in table(FIXTURES / name / "truth.tsv"):
        trace = the_trace(diagnose(tool, FIXTURES / name / page["file"]))
        yield row(kind, page["file"].removesuffix(".jsonl.gz"),
                  f"{page['strictness']} {page['align']} {page['axis']}", answer(trace), snap_grade(trace, page))


def style(page):
    """The page's style as a configuration; the margin of its items counts like padding."""
    if page["strictness"] == "none":
        return "behavior: none, physics: chromium"
    align, padding = page["align"], int(page["padding"]) + int(page["margin"])
    if "both axes overflow" in page["notes"] and page["axis"] != "both":
        align = f"[none, {align}]" if page["axis"] == "x" else f"[{align}, none]"
    return (f"behavior: scroll-snap({page['strictness']}, align: {align}, stop: {page['stop']}, "
            f"padding: {padding}), physics: chromium")


def declared(tool):
    for name in ("chromium-snap", "chromium-random", "chromium-wheels"):
        for page in table(FIXTURES / name / "truth.tsv"):
            options = ["--no-guard", "--config", style(page)]
            trace = the_trace(diagnose(tool, FIXTURES / name / page["file"], options))
            rank = {"as-declared": "right", "undecided": "silent"}.get(trace["verdict"], "misleading")
            yield row("declared", page["file"].removesuffix(".jsonl.gz"), "as-declared", answer(trace), rank)


def scripts(tool):
    for page in table(FIXTURES / "chromium-scripts/truth.tsv"):
        trace = the_trace(diagnose(tool, FIXTURES / "chromium-scripts" / page["file"], ["--no-guard"]))
        yield row("scripts", page["file"].removesuffix(".jsonl.gz"), page["verdict"], answer(trace), script_grade(trace, page))


def script_grade(trace, page):
    causes = trace["causes"] if trace["verdict"] != "as-declared" else []
    if page["verdict"] == "as-declared":
        return "right" if trace["verdict"] == "as-declared" else "silent" if trace["verdict"] != "cause" else "misleading"
    named = [bool(re.search(page["expected"], " ".join(cause["sentences"]))) for cause in causes]
    if any(named[:1]) and causes[0]["certainty"] in STATED:
        return "right"
    if any(named):
        return "named"
    return "misleading" if causes and causes[0]["certainty"] in STATED else "silent"


def captures(tool, folder):
    """The diagnosis of each trace of each real capture that can be imported."""
    for path in sorted(file for file in folder.rglob("*") if file.is_file() and file.name != "README.md"):
        traces = diagnose(tool, path)
        name = path.relative_to(folder).as_posix()
        if traces is None:
            yield {"file": name, "trace": "-", "verdict": "not imported", "causes": ""}
        for index, trace in enumerate(traces or [], 1):
            causes = ", ".join(f"{cause['class']} ({cause['certainty']})" for cause in trace["causes"])
            yield {"file": name, "trace": str(index), "verdict": trace["verdict"], "causes": causes}


def write(path, rows):
    if not rows:
        return
    head = list(rows[0])
    path.write_text("\n".join("\t".join(line) for line in [head] + [[row[key] for key in head] for row in rows]) + "\n")


def totals(rows):
    return {rank: sum(row["grade"] == rank for row in rows) for rank in reversed(RANKS)}


def page(rows):
    """docs/diagnosis-reports.md: how often the diagnosis is right on answers that were written before it ran."""
    text = ["# Diagnosis against public reports", "",
            "Written by `Scripts/grade-reports.py --record`. The right answers were written down from the reports",
            "and from the pages' styles before the diagnosis ran on them.", "",
            "- *right*: the first cause has the expected class, is certain or likely, and contains the key number",
            "- *named*: the expected class is among what is undecided or not separated by the recording, or the number is missing",
            "- *silent*: the expected class is not among them, and no other one is stated",
            "- *misleading*: a cause of another class is stated as certain or likely", "",
            "| set | recordings | right | named | silent | misleading |", "|---|---|---|---|---|---|"]
    for kind, title in SETS.items():
        part = [row for row in rows if row["set"] == kind]
        counted = totals(part)
        text.append(f"| {title} | {len(part)} | " + " | ".join(str(counted[rank]) for rank in reversed(RANKS)) + " |")
    for kind, title in SETS.items():
        text += ["", f"## {title}", "", "| recording | expected | answer | grade |", "|---|---|---|---|"]
        text += [f"| {row['case']} | {row['expected']} | {row['got']} | {row['grade']} |"
                 for row in rows if row["set"] == kind]
    text += ["", "Chromium pages expect the strictness, the alignment and the axis of `scroll-snap`. View alignment that",
             "is the same, or paging where the items are as long as the port, counts as named. Where the style is",
             "declared, behaving as declared is right and undecided is silent. Pages whose scripts scroll expect sentences",
             "of the cause (`fixtures/chromium-scripts/truth.tsv`). Gallery entries that expect `-` have",
             "their cause outside of the recording: there no cause is the right answer.", ""]
    PAGE.write_text("\n".join(text))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--explain", action="store_true")
    parser.add_argument("--only", default="reports,gallery,chromium,random,declared,scripts,wheels,captures")
    options = parser.parse_args()
    tool, only = str(pathlib.Path(options.tool).resolve()), options.only.split(",")
    graders = {"reports": reports, "gallery": gallery, "chromium": chromium,
               "random": lambda tool: chromium(tool, "random", "chromium-random"),
               "declared": declared, "scripts": scripts,
               "wheels": lambda tool: chromium(tool, "wheels", "chromium-wheels")}
    unknown = set(only) - set(graders) - {"captures"}
    if unknown:
        parser.error(f"there is no set {sorted(unknown)[0]}; sets are {', '.join(graders)}, captures")
    old = {(line["set"], line["case"]): line for line in table(GOLDEN)}
    rows, worse, better = [], [], 0
    for kind, grader in graders.items():
        if kind not in only:
            rows += [line for (name, _), line in old.items() if name == kind]
            continue
        part = list(grader(tool))
        rows += part
        print(f"grade-reports: {SETS[kind].lower()}: {len(part)} recordings: "
              + ", ".join(f"{count} {rank}" for rank, count in totals(part).items()))
        for line in part:
            if options.explain:
                print(f"  {line['case']}: expected {line['expected']}; {line['got']}: {line['grade']}")
            before = old.get((kind, line["case"]))
            if before is None:
                worse.append(f"{line['case']} is not in {GOLDEN.name}")
            elif RANKS.index(line["grade"]) < RANKS.index(before["grade"]):
                worse.append(f"{line['case']} was {before['grade']} and is {line['grade']}: {line['got']}")
            elif RANKS.index(line["grade"]) > RANKS.index(before["grade"]):
                better += 1
        missing = {case for name, case in old if name == kind} - {line["case"] for line in part}
        worse += [f"{case} is in {GOLDEN.name} and was not graded" for case in sorted(missing)]
    if "captures" in only:
        worse += check_captures(tool, options.record)
    if options.record:
        write(GOLDEN, rows)
        page(rows)
        worse = []
    if better and not options.record:
        print(f"grade-reports: {better} answers are better than recorded; --record keeps them")
    for sentence in worse:
        print(f"grade-reports: {sentence}", file=sys.stderr)
    sys.exit(1 if worse else 0)


def check_captures(tool, record):
    found = subprocess.run([ROOT / "Scripts/reference.sh", "captures"], stdout=subprocess.PIPE, text=True)
    if found.returncode != 0:
        return [] if found.returncode == 1 else ["the reference material has no captures"]
    folder = pathlib.Path(found.stdout.rstrip("\n"))
    key = lambda line: (line["file"], line["trace"])
    old = {key(line): line for line in table(CAPTURES)}
    found = {key(line): line for line in captures(tool, folder)}
    stated, wrong = 0, []
    for place, line in found.items():
        # The real cause of a recording was written by hand; `?` until it was examined.
        line["truth"] = old.get(place, {}).get("truth", "?")
        for name, certainty in re.findall(r"([\w:-]+) \((\w+)\)", line["causes"]):
            stated += certainty in STATED
            if certainty in STATED and name not in line["truth"].split("/"):
                wrong.append(f"{place[0]} trace {place[1]}: {name} is {certainty}, but the recording shows {line['truth']}")
    print(f"grade-reports: real captures: {len(found)} traces, {stated} stated causes, {len(wrong)} of them wrong")
    if record:
        write(CAPTURES, list(found.values()))
        return wrong
    said = lambda line: f"{line['verdict']} {line['causes']}".strip() if line else "nothing"
    return wrong + [f"{file} trace {trace}: recorded {said(old.get((file, trace)))}, "
                    f"found {said(found.get((file, trace)))}"
                    for file, trace in sorted(set(old) | set(found))
                    if said(old.get((file, trace))) != said(found.get((file, trace)))]


if __name__ == "__main__":
    main()

"""Promises about causes and smallest cases: 23 and 24."""

import json
import os
import shutil
import signal
import time

from kit import FIXTURES, Folder, await_temporary, generator

CASES = FIXTURES / "gallery/cases"
WAYS = {"vertical": ("up", "down"), "horizontal": ("left", "right")}
# Only a folder whose README.md has this row is written again.
OTHER_CASE = "| scrolltrace | of another case |\n"
# Every file that a reproduction can have; README.md is written last.
CASE_FILES = {"README.md", "scene.json", "gesture.script", "trace.jsonl", "report.html", "Package.swift", "ReproTests.swift",
              "ReproView.swift", "repro.html"}


def captures():
    """Public reports as logs, in the order of their names."""
    return sorted((FIXTURES / "reports").glob("*/capture.jsonl"))


def gallery():
    """The names of the gallery's cases that need no facts from the app's code."""
    return [path.stem for path in sorted(CASES.glob("*.tsv")) if "\noption\t" not in path.read_text()]


def recording(tool, folder, random):
    """A log with a defect: a case of the gallery or the capture of a public report; returns its name and its path."""
    name = random.choice([*captures(), *gallery()])
    if not isinstance(name, str):
        return name.parent.name, name
    log = folder / f"{name}.jsonl"
    tool.run("simulate", "--case", name, "-o", log)
    return name, log


# ---- causes


def causes(tool, rounds, tally):
    """23: two rounds in three diagnose a recording with a defect again; the others one that is as declared."""
    random = generator(23)
    for number in range(rounds):
        tally.count()
        with Folder() as folder:
            if number % 3 == 2:
                as_declared(tool, folder, random, number, tally)
            else:
                same_again(tool, folder, random, number, tally)


def same_again(tool, folder, random, number, tally):
    """The diagnosis of a recording has the same bytes in every store, with one processor and with all."""
    name, log = recording(tool, folder, random)
    label = f"round {number}, {name}"
    first, second = folder / "first.sqlite", folder / "second.sqlite"
    tool.run("import", "--db", first, log)
    exported = folder / "export.jsonl"
    run = tool.run("export", "--db", first, "-o", exported)
    tally.check(run.code == 0, f"{label}: export: {run.text}")
    run = tool.run("import", "--db", second, exported)
    tally.check(run.code == 0, f"{label}: import of the export: {run.text}")
    wanted = tool.run("diagnose", "--db", first, "--json", "--no-keep")
    tally.check(wanted.code in (0, 1, 4), f"{label}: {wanted.text}")
    for what, run in {
        "a second time": tool.run("diagnose", "--db", first, "--json"),
        "after it was kept": tool.run("diagnose", "--db", first, "--json"),
        "on one processor": tool.run("diagnose", "--db", first, "--json", "--no-keep", preexec_fn=on_one_processor),
        "after a trip through a log": tool.run("diagnose", "--db", second, "--json"),
    }.items():
        tally.check((run.code, run.out) == (wanted.code, wanted.out), f"{label}: {what} the diagnosis is another one: {run.text}")


def on_one_processor():
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def as_declared(tool, folder, random, number, tally):
    """A recording that the declared configuration made has no cause but numbers that do not fit its layout."""
    scene, script, configuration = drawn(random)
    (folder / "scene.json").write_text(json.dumps(scene))
    (folder / "gestures.script").write_text("\n".join(script) + "\n")
    log = folder / "declared.jsonl"
    run = tool.run("simulate", folder / "scene.json", "--script", folder / "gestures.script", "--config", configuration, "-o", log)
    label = f"round {number}, '{configuration}'"
    if not tally.check(run.code == 0, f"{label}: {run.text}"):
        return
    run = tool.run("diagnose", log, "--json")
    traces = json.loads(run.out)["traces"] if run.out else []
    if not tally.check(len(traces) == 1 and traces[0]["explained"] == traces[0]["decisions"] > 0, f"{label}: {run.text}"):
        return
    found = [cause["class"] for cause in traces[0]["causes"] if cause["class"] != "design"]
    tally.check(not found, f"{label}: the causes of a correct recording are {found}")


def drawn(random):
    """A scene, a script and a configuration that the app declares and runs."""
    axis = random.choice(sorted(WAYS))
    size, spacing = random.randrange(60, 360), random.randrange(0, 30)
    scene = {"name": "random", "axis": axis, "container": {"width": 390, "height": 700}, "scale": 3,
             "hz": random.choice([60, 120]), "stack": {"spacing": spacing},
             "items": {"count": random.randrange(12, 60), "prefix": "card-", "size": size}}
    script = []
    for _ in range(random.randrange(2, 6)):
        way = WAYS[axis][random.random() < 0.25]
        script += [f"fling {way} {random.randrange(300, 4000)}", f"wait {random.randrange(1800, 3000)}ms"]
    behavior = random.choice(["none", "paging", "view-aligned", "view-aligned(limit: never)", "view-aligned(limit: always-by-one)",
                              "view-aligned(anchor: center)", f"interval({random.randrange(100, 500)})"])
    return scene, script, f"behavior: {behavior}" + random.choice(["", ", deceleration: fast"])


# ---- smallest cases


def smallest_cases(tool, rounds, tally):
    """24: each case shows the defect that it names; one round in two is killed first."""
    random = generator(24)
    kept = {"killed": 0, "half": 0}
    for number in range(rounds):
        tally.count()
        with Folder() as folder:
            name, log = recording(tool, folder, random)
            label = f"round {number}, {name}"
            case, store = folder / "case", folder / "a.sqlite"
            tool.run("import", "--db", store, log)
            # Nested views have several traces.
            words = ["reproduce", random.choice(tool.query(store, "SELECT trace_id FROM traces")), "--db", store, "-o", case]
            start = time.monotonic()
            run = tool.run(*words, "--json")
            usual = time.monotonic() - start
            if run.code == 4:
                tally.check("nothing to reproduce" in run.err and not case.exists(), f"{label}: {run.text}")
                continue
            if tally.check(run.code == 0, f"{label}: {run.text}"):
                judge_case(tool, folder, case, json.loads(run.out), label, tally)
                if number % 2:
                    kill_case(tool, folder, words, case, usual, random, label, kept, tally)
    tally.note(f"killed runs that left no whole folder: {kept['half']} of {kept['killed']}")


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name in CASE_FILES} if folder.exists() else {}


def judge_case(tool, folder, case, told, label, tally):
    """The log of the case has its defect, and scene and script make that log."""
    tally.check(sorted(contents(case)) == sorted(told["files"]), f"{label}: the files are {sorted(contents(case))}")
    tally.check(told["summary"].rstrip(".") in (case / "README.md").read_text(), f"{label}: the text of the issue lacks the summary")
    kind, _, defect = told["defect"].partition(" ")
    log = case / "trace.jsonl"
    if kind == "cause":
        run = tool.run("diagnose", log, "--json")
        traces = json.loads(run.out)["traces"] if run.out else []
        found = [cause["class"] for trace in traces for cause in trace["causes"]]
    else:
        run = tool.run("analyze", "findings", log, "--json", "--no-repair")
        found = [finding["detector"] for trace in json.loads(run.out)["traces"] for finding in trace["findings"]] if run.out else []
    tally.check(defect in found, f"{label}: the case of '{told['defect']}' has {found}")
    if told["kind"] == "simulated":
        made = folder / "made.jsonl"
        run = tool.run("simulate", case / "scene.json", "--script", case / "gesture.script", "-o", made)
        touches = [[line for line in path.read_text().splitlines() if '"touch"' in line] for path in (made, log)]
        tally.check(run.code == 0 and touches[0] == touches[1], f"{label}: scene and script make other touches")


def kill_case(tool, folder, words, case, usual, random, label, kept, tally):
    """A folder with README.md is whole, even if another case was in it before."""
    whole = contents(case)
    shutil.rmtree(case)
    if random.random() < 0.5:
        case.mkdir()
        for name in CASE_FILES:
            (case / name).write_text(OTHER_CASE)
    process = tool.start(*words)
    if random.random() < 0.7:
        await_temporary(folder, process)
    else:
        time.sleep(random.uniform(0, usual * 1.1))
    process.kill()
    run = tool.end(process, expects_signal={signal.SIGKILL})
    left = contents(case)
    is_untouched = left and all(data == OTHER_CASE.encode() for data in left.values())
    kept["killed"] += run.code != 0
    kept["half"] += left != whole
    tally.keep("README.md" not in left or left == whole or is_untouched,
               f"{label}: a killed run leaves {sorted(left)} with another text of the issue")
    again = tool.run(*words)
    tally.keep(again.code == 0 and contents(case) == whole, f"{label}: the case after a kill is another one: {again.text}")

"""The promise about the workbench of a report: 28."""

import json
import shutil
import subprocess

from diagnoses import recording
from kit import ROOT, Folder, generator

SCRIPTS = ROOT / "Sources/CReportAssets/page"
STATES = 6
BEHAVIORS = ["none", "paging", "view-aligned", "view-aligned(limit: always-by-one)", "view-aligned(anchor: center)", "offsets([0, 300, 900])",
             "scroll-snap(mandatory)"]


def edited(tool, rounds, tally):
    """28: the engine in a page and the tool have the same outcome for the same configuration and edits."""
    if shutil.which("node") is None:
        return tally.skip("node is not installed")
    random = generator(28)
    compared = refused = pages = 0
    while tally.rounds < rounds:
        with Folder() as folder:
            name, log = recording(tool, folder, random)
            label = f"round {tally.rounds}, {name}"
            store, page = folder / "a.sqlite", folder / "page.html"
            tool.run("import", "--db", store, log)
            run = tool.run("report", "1", "--db", store, "--html", page)
            # Code 3: the app's own behavior is not registered in this program.
            tally.check(run.code in (0, 1, 3), f"{label}: report: {run.text}")
            text = page.read_text()
            pages += 1
            # A recording without gestures or without a replay has no workbench.
            if 'id="engine"' not in text or 'id="inputs"' not in text:
                if pages == 20 and not tally.rounds:
                    return tally.skip("the tool was built without the workbench")
                continue
            baseline, *_ = states(tool, page, [], label, tally)
            # Without edits the tool replays all nested views together; a page has the inputs of one.
            least = 1 if len(tool.query(store, "SELECT trace_id FROM traces")) > 1 else 0
            wanted = [state(random, baseline, least) for _ in range(min(STATES, rounds - tally.rounds))]
            for given, found in zip(wanted, states(tool, page, wanted, label, tally)[1:], strict=True):
                tally.count()
                is_same = judge(tool, store, given, found, label, tally)
                compared += is_same
                refused += not is_same
    tally.check(compared > rounds // 3, f"only {compared} states were compared")
    tally.note(f"{compared} outcomes equal, {refused} states refused by both")


def states(tool, page, wanted, label, tally):
    """The lines that workbench.mjs prints: the baseline of the page, and the result of each state."""
    lines = "".join(json.dumps(one) + "\n" for one in wanted)
    run = subprocess.run(["node", ROOT / "Scripts/promises/workbench.mjs", SCRIPTS, page], input=lines, capture_output=True, text=True)
    if not tally.check(run.returncode == 0, f"{label}: the page's engine ends with {run.returncode}: {run.stderr[-300:]}"):
        return [{"gestures": [], "configuration": ""}, *({"outcome": None} for _ in wanted)]
    return [json.loads(line) for line in run.stdout.splitlines()]


def state(random, baseline, least):
    """A configuration and up to three edits, as the panel makes them; never fewer than given."""
    behavior = random.choice([*BEHAVIORS, f"interval({random.randrange(40, 700)})", f"interval({random.randrange(100, 400)})"])
    configuration = random.choice([baseline["configuration"], f"behavior: {behavior}", f"behavior: {behavior}, deceleration: fast"])
    touches = [gesture["index"] for gesture in baseline["gestures"] if gesture["kind"] == "touch"]
    end = max([gesture["end"] for gesture in baseline["gestures"]], default=1000) / 1000
    forms = [f"spacing {random.randrange(0, 60)}", f"item-size {random.randrange(20, 500)}", f"refresh {random.choice([60, 80, 120])}",
             f"direction {random.choice(['ltr', 'rtl'])}", f"container {random.randrange(100, 900)}x{random.randrange(100, 900)}",
             f"fling {random.randrange(-3000, 3000)} at {random.uniform(0, end):.6f} s"]
    for index in touches:
        forms += [f"gesture {index} velocity {random.randrange(-4000, 4000)}", f"gesture {index} end {random.randrange(-300, 300)}",
                  f"gesture {index} at {random.uniform(0, end):.6f} s", f"gesture {index} drop"]
    # The panel has one edit of each kind.
    chosen = {edit.rsplit(" ", 1)[0]: edit for edit in random.sample(forms, min(len(forms), random.randrange(least, 4)))}
    return {"configuration": configuration, "edits": list(chosen.values())}


def judge(tool, store, given, found, label, tally):
    """Whether both have the same outcome; a state that the page refuses is refused by the tool, too."""
    words = [word for edit in given["edits"] for word in ("--edit", edit)]
    run = tool.run("replay", "1", "--db", store, "--config", given["configuration"], *words, "--json", "--no-keep")
    cell = next((cell for trace in json.loads(run.out)["traces"] for cell in trace["cells"]), None) if run.out else None
    outcome = cell["outcome_digest"] if cell and cell["error"] is None else None
    tally.keep(outcome == found["outcome"], f"{label}: {given}: the page has {found}, the tool {outcome}: {run.text}")
    return outcome is not None

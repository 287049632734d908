"""Reports each gallery case that is made from a scene and a script: check-gallery-reports.py TOOL.

The report must contain every finding that the case expects. Its first sentence must state the cause if the
diagnosis has one, else the worst finding, so that this sentence alone explains the problem. Two kinds of
cases are counted and skipped: the defect is injected into the stream, or the detectors need facts from the
app's code.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

RANKS = ["ok", "info", "notice", "warning", "error"]


def declare(log, configuration):
    header, rest = log.read_text().split("\n", 1)
    header = json.loads(header)
    header["configuration"] = configuration
    log.write_text(json.dumps(header) + "\n" + rest)
    return True


def check(tool, gallery, case, folder):
    lines = [line.split("\t") for line in (gallery / f"cases/{case}.tsv").read_text().splitlines()]
    value = lambda key: next((line[1] for line in lines if line[0] == key), None)
    if value("fault") or value("option"):
        return None
    run = lambda *words, codes=(0,): subprocess.run(
        [tool, *map(str, words)], capture_output=True, text=True).returncode in codes or words[0]
    log, store, report = (folder / f"{case}.{ending}" for ending in ("jsonl", "sqlite", "json"))
    # The app ran another configuration than it declares; the other one may be empty.
    declared = value("configuration") or ""
    ran = declared if value("ran") is None else value("ran")
    steps = [
        run("simulate", gallery / f"scenes/{value('scene')}.json", "--script",
            gallery / f"scripts/{value('script')}.script", "--config", ran, "-o", log),
        declare(log, declared) if ran != declared else True,
        run("import", "--db", store, log),
        run("report", "1", "--db", store, "--json-out", report, codes=(0, 1)),
    ]
    failed = [step for step in steps if step is not True]
    if failed:
        return f"{failed[0]} fails"
    document = json.loads(report.read_text())
    expected = [line[1].split(" ")[0] for line in lines if line[0] == "expect"]
    found = [finding["detector"] for finding in document["findings"]]
    missing = sorted(set(expected) - set(found))
    if missing:
        return f"the report lacks {', '.join(missing)}: {found}"
    diagnosis = document["diagnosis"]
    if diagnosis is None or diagnosis["verdict"] not in ("as-declared", "cause", "undecided", "no-evidence"):
        return f"the report has no diagnosis: {diagnosis}"
    if diagnosis["verdict"] in ("cause", "undecided") and diagnosis["causes"]:
        # Every case declares a configuration, so its cause comes first.
        first = diagnosis["causes"][0]["sentences"][0].rstrip(".")
        lead = "Undecided. Most likely: " if diagnosis["verdict"] == "undecided" else ""
        if not document["verdict"].startswith(lead + first):
            return f"the first sentence is not the cause: {document['verdict']}"
        return "cause"
    worst = max((f for f in document["findings"]), key=lambda f: RANKS.index(f["severity"]))
    named = [f["detector"] for f in document["findings"] if f["severity"] == worst["severity"]]
    if RANKS.index(worst["severity"]) >= 2 and not any(f"({name} " in document["verdict"] for name in named):
        return f"the verdict speaks of something else: {document['verdict']}"
    return True


def main(tool):
    gallery = pathlib.Path(__file__).parent.parent / "fixtures/gallery"
    bad = told = left_out = causes = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(gallery.glob("cases/*.tsv")):
            result = check(tool, gallery, path.stem, pathlib.Path(folder))
            told += result is True
            causes += result == "cause"
            left_out += result is None
            if isinstance(result, str) and result != "cause":
                bad += 1
                print(f"{path.stem}: {result}", file=sys.stderr)
    print(f"check-gallery-reports: {causes} reports state their cause, {told} name their defect, "
          f"{left_out} cases need more than a trace")
    sys.exit(1 if bad or not causes else 0)


main(sys.argv[1])

"""Runs every verb that has --json over the fixtures and validates the output.

usage: check-json.py TOOL ROOT
"""
import contextlib
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

import jsonschema

tool, root = sys.argv[1], pathlib.Path(sys.argv[2])
schemas = root / "docs" / "json"
failures = []
checked = {}


def run(*words, standard_input=None):
    return subprocess.run([tool, *words], capture_output=True, text=True, input=standard_input)


def check(schema, *words, standard_input=None):
    result = run(*words, "--json", standard_input=standard_input)
    line = " ".join(words)
    # Exit codes 1, 3 and 4 are answers; higher codes are failures without a document.
    if result.returncode > 4 or result.returncode == 2:
        failures.append(f"{line}: ends with {result.returncode}: {result.stderr.strip()}")
        return
    if result.returncode == 4 and not result.stdout:
        return  # No row, no output.
    try:
        document = json.loads(result.stdout)
    except json.JSONDecodeError as error:
        failures.append(f"{line}: prints no JSON: {error}")
        return
    if list(document)[-1] != "complete":
        failures.append(f"{line}: the last member is '{list(document)[-1]}', not 'complete'")
    definition = json.loads((schemas / f"{schema}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(definition)
    errors = list(jsonschema.Draft202012Validator(definition).iter_errors(document))
    for error in errors[:3]:
        failures.append(f"{line}: {error.json_path}: {error.message[:200]}")
    checked[schema] = checked.get(schema, 0) + 1


def check_lines(schema, path):
    validator = jsonschema.Draft202012Validator(json.loads((schemas / f"{schema}.schema.json").read_text()))
    for number, line in enumerate(path.read_text().splitlines(), 1):
        for error in list(validator.iter_errors(json.loads(line)))[:3]:
            failures.append(f"{path.name}:{number}: {error.json_path}: {error.message[:200]}")
        checked[schema] = checked.get(schema, 0) + 1


def verbs_with_json():
    """The verbs whose section of the reference lists the option --json."""
    sections = re.split(r"^## \S+ ", run("help", "--markdown").stdout, flags=re.M)[1:]
    return {part.split()[0] for part in sections if "`--json`" in part.split("\n## ")[0]}


with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    store, logs = str(work / "s.sqlite"), []
    for scene in sorted((root / "fixtures" / "scenes").glob("*.json")):
        script = root / "fixtures" / "scripts" / f"{scene.stem}.script"
        log = work / f"{scene.stem}.jsonl"
        run("simulate", str(scene), "--script", str(script), "-o", str(log))
        logs.append(str(log))
    traces = root / "fixtures" / "traces"
    logs += [str(path) for path in sorted(traces.glob("*.jsonl"))]
    logs += [str(path) for path in sorted((root / "fixtures" / "bugs").glob("*.jsonl"))]
    fling = ["--do", "fling left 900", "--do", "wait 2s"]
    cards = str(root / "fixtures" / "scenes" / "cards-paging.json")
    many = work / "many.jsonl"
    run("simulate", cards, *(fling * 5), "-o", str(many))
    many.write_text(many.read_text().replace("Paging cards", "many", 1))
    logs.append(str(many))
    missing = str(work / "missing.jsonl")

    check("import", "import", "--db", store, *logs, missing)
    check("import", "import", "--db", store, *logs[:1])
    captures = json.loads(run("list", "--db", store, "--json").stdout)["captures"]
    count = sum(len(capture["traces"]) for capture in captures)
    # One of the pages describes the log format; its examples are logs without a container.
    examples = str(work / "examples.sqlite")
    check("import", "import", "--db", examples, str(root / "docs"))
    check("import", "import", "--dry-run", str(root / "Tests" / "TraceImportTests" / "Seeds"))
    db = ("--db", store)
    check("formats", "formats")
    check("formats-files", "formats", logs[0], missing)
    check("list", "list", *db)
    check("show", "show", *db)
    for trace in range(1, count + 1):
        for moment in ("0", "0.9", "2.5"):
            check("show-at", "show", str(trace), "--at", moment, *db)
    check("replay", "replay", *db)
    check("replay", "replay", "1", "2", "--behavior", "paging,view-aligned,interval(200)", "--profile", "ios18,ios26", *db)
    check("replay", "replay", "1", "--behavior", "view-aligned(limit: never)", "--set", "physics=uikit,android", "--tolerance-ms", "12.5", *db)
    # Web pages report no velocities, so releases are fitted.
    pages = str(work / "pages.sqlite")
    check("import", "import", "--db", pages, str(root / "Tests" / "TraceImportTests" / "Seeds" / "rrweb" / "small.json"))
    check("replay", "replay", "--db", pages)
    check("compare", "compare", "1", "1@paging", *db)
    check("compare", "compare", "1", "1@paging", "--tolerance-ms", "12.5", *db)
    check("compare", "compare", "1", "1@paging", "1@physics: android", *db)
    for analysis in ("settles", "impressions", "smoothness", "findings"):
        check(f"analyze-{analysis}", "analyze", analysis, *db)
        check(f"analyze-{analysis}", "analyze", analysis, "1", "--declared", *db)
    check("analyze-impressions", "analyze", "impressions", "2", "--sensitivity", "--policy", "mrc.display", *db)
    check("analyze-policies", "analyze", "impressions", "--policies")
    check("analyze-probe", "analyze", "probe", "--expression", "contentOffset.y > 120", *db)
    transition = "transition: sides(top-leading: animated(centered), bottom-trailing: animated(centered))"
    check("analyze-transitions", "analyze", "transitions", "1", "--config", transition, *db)
    for trace in range(1, count + 1):
        check("explain", "explain", str(trace), *db)
    check("explain", "explain", "1", "--replay", *db)
    for trace in ("1", "2", "3"):
        check("explain", "explain", trace, "--counterfactual", *db)
    check("diagnose", "diagnose", *db)
    check("diagnose", "diagnose", "--config", "behavior: interval(200)", *db)
    corpus = str(root / "fixtures" / "reports")
    triaged = str(work / "triage")
    check("triage", "triage", corpus, "--no-reports", "-o", triaged)
    check("triage", "triage", corpus, "--no-reports", "-o", str(work / "later"), "--baseline", triaged)
    check_lines("triage-row", work / "later" / "rows.jsonl")
    stuck = str(root / "fixtures" / "bugs" / "cards-stop-between.jsonl")
    check("reproduce", "reproduce", stuck, "-o", str(work / "repro"))
    check("reproduce", "reproduce", stuck, "--divergence", "1", "-o", str(work / "repro"))
    check("bisect", "bisect", stuck, "--bad", "behavior: paging, margins: insets(top: 8, bottom: 8)")
    check("bisect", "bisect", stuck, "--bad", "behavior: view-aligned")
    check("coverage", "coverage", *db)
    check("check", "check", "--behavior", "paging", "--cases", "5")
    check("check", "check", stuck, "--cases", "5")
    check("calibrate-plan", "calibrate", "plan", "-o", str(work / "suite"))
    check("calibrate-simulate", "calibrate", "simulate", "--draws", "1")
    check("calibrate", "calibrate", "1", *db)
    check("lint", "lint", *db)
    # One of two traces fails.
    spoiled = work / "spoiled.sqlite"
    spoiled.write_bytes(pathlib.Path(store).read_bytes())
    with contextlib.closing(sqlite3.connect(spoiled)) as database:
        database.execute("UPDATE trace SET declared_configuration = 'no words' WHERE trace_id = 2")
        database.commit()
    check("lint", "lint", "1", "2", "--db", str(spoiled))
    check("report", "report", "1", "2", "--html", str(work / "spoiled"), "--db", str(spoiled))
    check("lint-list", "lint", "--list")
    check("lint-explain", "lint", "--explain", "S05")
    check("query", "query", "SELECT trace_id, name, device, x'00' FROM traces", *db)
    check("query", "query", *db)
    check("verify", "verify", *db)
    check("verify", "verify", "--replay", *db)
    check("conformance", "conformance", "--vectors", str(root / "fixtures" / "vectors"))
    check("infer-layout", "infer-layout", "many", *db)
    check("infer-layout", "infer-layout", "1", *db)
    check("attach", "attach", "1", "--container", "400x300", "--layout", cards, *db)
    check("attach", "attach", "1", "--container", "390x320", *db)
    check("attach", "attach", "1", "--gestures", "2", "--offset-ms", "0", *db)
    check("report", "report", "1", "--html", str(work / "r.html"), *db)
    check("report", "report", "--all", "--html", str(work / "reports"), *db)
    log = (traces / "two-flings.jsonl").read_text()
    check("record", "record", "--db", str(work / "r.sqlite"), standard_input=log)
    check("record", "record", "--db", str(work / "q.sqlite"), "--ring", "5", standard_input=log)
    # Traces that are made of other traces, recorded, or killed while recording: without a file, or
    # without an end.
    killed = subprocess.Popen(
        [tool, "record", "--db", str(work / "k.sqlite"), "--batch-ms", "1", "--ack"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    killed.stdin.write(log)
    killed.stdin.flush()
    killed.stdout.readline()
    killed.kill()
    killed.wait()
    for name in ["s", "r", "k"]:
        check("list", "list", "--db", str(work / f"{name}.sqlite"))
    check("recover", "recover", store)

unchecked = sorted({path.name.removesuffix(".schema.json") for path in schemas.glob("*.json")} - checked.keys())
if unchecked:
    failures.append(f"no output was held to the schemas {', '.join(unchecked)}")
verbs = verbs_with_json()
undocumented = sorted(verb for verb in verbs if not any(name == verb or name.startswith(verb + "-") for name in checked))
if undocumented or len(verbs) < 15:
    failures.append(f"of the verbs {sorted(verbs)} no schema is of {undocumented}")
for failure in failures:
    print(f"check-json: {failure}", file=sys.stderr)
if failures:
    sys.exit(1)
print(f"check-json: {sum(checked.values())} documents of {len(checked)} kinds agree with docs/json")

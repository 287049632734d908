"""Holds reports to outside readers and to the rules of trace events: check-reports.py DIR.

DIR holds NAME.html, .md, .json, .junit.xml, .sarif and .events.json of each report. The first
argument after it, if any, is the folder of the published schemas of JUnit and SARIF.
"""

import json
import pathlib
import sys

import html5lib
import jsonschema
from junitparser import JUnitXml
from lxml import etree
from markdown_it import MarkdownIt


def check_html(path):
    html5lib.HTMLParser(strict=True).parse(path.read_bytes(), transport_encoding="utf-8")
    assert path.stat().st_size < 3_000_000, "larger than 3 MB"


def check_markdown(path):
    text = path.read_text()
    assert len(text) < 65_536, f"{len(text)} characters do not fit an issue"
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    assert tokens[0].type == "heading_open" and tokens[0].tag == "h1", "does not begin with a title"
    assert any(token.type == "table_open" for token in tokens), "has no table"
    for token in tokens:
        if token.type == "inline":
            links = [child for child in token.children if child.type in ("link_open", "image")]
            for link in links:
                address = link.attrGet("href") or link.attrGet("src")
                assert link.markup == "autolink" and address.startswith("https://"), f"links to {address}"
    opened, closed = text.count("<details>"), text.count("</details>")
    assert opened == closed, f"{opened} details are opened, {closed} closed"


def check_json(path, schema):
    document = json.loads(path.read_text(), parse_constant=lambda word: 1 / 0)
    jsonschema.Draft202012Validator(schema).validate(document)


def check_junit(path, schema):
    if schema is not None:
        schema.assertValid(etree.parse(str(path)))
    suites = JUnitXml.fromfile(str(path))
    cases = [case for suite in suites for case in suite]
    failed = sum(1 for case in cases if any(type(r).__name__ == "Failure" for r in case.result))
    assert (suites.tests, suites.failures) == (len(cases), failed), "the counts are wrong"


def check_sarif(path, schema):
    document = json.loads(path.read_text())
    if schema is not None:
        jsonschema.Draft7Validator(schema).validate(document)
    for run in document["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        for result in run["results"]:
            assert rules[result["ruleIndex"]] == result["ruleId"], "a result names another rule"


def check_events(path, schema):
    document = json.loads(path.read_text(), parse_constant=lambda word: 1 / 0)
    if schema is not None:
        jsonschema.Draft7Validator(schema).validate(document)
    slices, bars, arrows, last = {}, {}, {}, 0
    for event in document["traceEvents"]:
        kind, time = event["ph"], event.get("ts", 0)
        assert kind == "M" or time >= last, "the events are not in order of time"
        last = time if kind != "M" else last
        if kind == "X":
            slices.setdefault((event["pid"], event["tid"]), []).append((time, time + event["dur"]))
        elif kind in "be":
            key = (event["cat"], event["id"], event["pid"], event["name"])
            bars[key] = bars.get(key, 0) + (1 if kind == "b" else -1)
            assert bars[key] in (0, 1), f"{key} ends before it begins"
        elif kind in "sf":
            arrows.setdefault((event["cat"], event["id"]), []).append(kind)
            inside = slices_at(document, event)
            assert inside, f"an arrow of {event['id']} touches no slice"
        elif kind == "C":
            assert all(isinstance(v, (int, float)) for v in event["args"].values()), "no number"
    assert not any(bars.values()), "a bar is not closed"
    assert all(sorted(kinds) == ["f", "s"] for kinds in arrows.values()), "half an arrow"
    for place, spans in slices.items():
        for (_, end), (start, _) in zip(sorted(spans), sorted(spans)[1:]):
            assert start >= end - 1e-6, f"slices of {place} overlap"


def slices_at(document, event):
    return [other for other in document["traceEvents"]
            if other["ph"] == "X" and (other["pid"], other["tid"]) == (event["pid"], event["tid"])
            and other["ts"] <= event["ts"] <= other["ts"] + other["dur"]]


def main(folder, schemas=None):
    folder, root = pathlib.Path(folder), pathlib.Path(__file__).parent.parent
    published = pathlib.Path(schemas) if schemas else None
    own = json.loads((root / "docs/report.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(own)
    load = lambda name: json.loads((published / name).read_text()) if published else None
    junit = etree.XMLSchema(etree.parse(str(published / "junit-10.xsd"))) if published else None
    sarif, events = load("sarif-schema-2.1.0.json"), load("trace-event.subset.schema.json")
    checks = [
        ("*.html", check_html), ("*.md", check_markdown), ("*.json", lambda p: check_json(p, own)),
        ("*.junit.xml", lambda p: check_junit(p, junit)), ("*.sarif", lambda p: check_sarif(p, sarif)),
        ("*.events", lambda p: check_events(p, events)),
    ]
    bad = 0
    for pattern, check in checks:
        paths = sorted(folder.glob(pattern))
        if not paths:
            sys.exit(f"{folder} has no {pattern}")
        for path in paths:
            try:
                check(path)
            except Exception as error:
                bad += 1
                print(f"{path.name}: {str(error).splitlines()[0] if str(error) else type(error).__name__}",
                      file=sys.stderr)
        print(f"  {pattern[2:]}: {len(paths)} files")
    sys.exit(1 if bad else 0)


main(*sys.argv[1:])

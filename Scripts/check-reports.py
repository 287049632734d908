"""Validates reports with external readers and against the rules of trace events: check-reports.py sample|all DIR.

DIR contains NAME.html, .md, .json, .junit.xml, .sarif and .events of each report, and pages in subfolders.
The optional argument after it is the folder of the published schemas of JUnit and SARIF. A redacted report
must contain no text of the hostile trace. At the end each check gets damaged reports and must reject every
one: a check that cannot fail proves nothing. With `sample` each damage is tried on the two smallest reports,
and the published schema of trace events on one event of each form.
"""

import bisect
import json
import math
import pathlib
import re
import shutil
import sys
import tempfile
import unicodedata

import html5lib
import jsonschema
from junitparser import JUnitXml
from lxml import etree
from markdown_it import MarkdownIt

ROOT = pathlib.Path(__file__).parent.parent
DIAGNOSIS = json.loads((ROOT / "docs/json/diagnose.schema.json").read_text())["properties"]["traces"]["items"]


def check_html(path):
    page = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(
        path.read_bytes(), transport_encoding="utf-8")
    assert path.stat().st_size < 3_000_000, "larger than 3 MB"
    written = path.with_suffix(".json")
    if not written.exists():
        return
    # The page states the cause first and collapses the findings that follow from it.
    document = json.loads(written.read_text())
    verdict = "".join(page.find(".//p[@class='verdict is-%s']" % document["severity"]).itertext())
    diagnosis = document["diagnosis"] or {}
    causes = diagnosis.get("causes", []) if diagnosis.get("verdict") in ("cause", "undecided") else []
    if causes and "against a declaration" not in document["verdict"]:
        assert shown(causes[0]["sentences"][0])[:-1] in verdict, f"the first sentence is no cause: {verdict}"
    folded = page.findall(".//details[@class='effects']/article")
    effects = [finding for finding in document["findings"] if finding["is_effect"]]
    assert len(folded) == len(effects), f"{len(folded)} findings are folded, {len(effects)} are effects"


def shown(text):
    """Text as a page shows it: invisible and reordering characters are spelled out."""
    return "".join(
        c if c.isprintable() and unicodedata.category(c) != "Cf" else "\\u{%X}" % ord(c) for c in text)


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
    if document["diagnosis"] is not None:
        # The same members as `diagnose --json` prints for a trace.
        trace = {"trace": document["trace"]["id"], "name": document["trace"]["name"]}
        jsonschema.Draft202012Validator(DIAGNOSIS).validate(trace | document["diagnosis"])


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


def check_events(path, schema, is_sample):
    document = json.loads(path.read_text(), parse_constant=lambda word: 1 / 0)
    if schema is not None:
        # The published schema describes one event; ten minutes have tens of thousands in a few forms.
        events = one_of_each_form(document["traceEvents"]) if is_sample else document["traceEvents"]
        jsonschema.Draft7Validator(schema).validate(document | {"traceEvents": events})
    places = {}
    for event in document["traceEvents"]:
        if event["ph"] == "X":
            places.setdefault((event["pid"], event["tid"]), []).append((event["ts"], event["ts"] + event["dur"]))
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
            assert touches(places, event), f"an arrow of {event['id']} touches no slice"
        elif kind == "C":
            assert all(isinstance(v, (int, float)) for v in event["args"].values()), "no number"
    assert not any(bars.values()), "a bar is not closed"
    assert all(sorted(kinds) == ["f", "s"] for kinds in arrows.values()), "half an arrow"
    for place, spans in slices.items():
        for (_, end), (start, _) in zip(sorted(spans), sorted(spans)[1:]):
            assert start >= end - 1e-6, f"slices of {place} overlap"


def one_of_each_form(events):
    """The first event of each form: its members and their kinds, what it is, and whether its times are negative."""
    found = {}
    for event in events:
        kinds = tuple((name, type(value).__name__) for name, value in sorted(event.items()))
        negative = tuple(name for name in ("ts", "dur") if isinstance(event.get(name), (int, float)) and event[name] < 0)
        found.setdefault((kinds, event.get("ph"), event.get("cat"), event.get("bp"), negative), event)
    return list(found.values())


def touches(places, event):
    """Whether a slice of the event's track begins before it and ends after it."""
    spans = places.get((event["pid"], event["tid"]), [])
    # Slices of a track do not overlap and are in order of time, which is checked at the end.
    last = bisect.bisect_right(spans, (event["ts"], math.inf)) - 1
    return any(start <= event["ts"] <= end for start, end in spans[max(0, last - 1):last + 1])


def secrets(folder):
    """Counts the redacted files that contain a text of the hostile trace; device and system stay."""
    source = (pathlib.Path(__file__).parent / "hostile-trace.py").read_text()
    texts = eval(re.search(r"TEXTS = (\[.*?\n\])", source, re.S)[1])
    marks = [part for text in texts for part in re.findall(r"onload|octocat|javascript:alert|example\.com", text)]
    bad = 0
    for path in sorted(folder.glob("redacted*")):
        found = sorted({mark for mark in marks if mark in path.read_text()})
        if found:
            bad += 1
            print(f"{path.name}: holds {found}", file=sys.stderr)
    return bad


# Each damage: its name, whether only a published schema can detect it, and the change of the text.
DAMAGE = {
    ".html": [("a tag is left open", False, lambda t: t.replace("</h1>", "", 1)),
              ("an element is closed twice", False, lambda t: t.replace("</main>", "</main></main>", 1)),
              ("another sentence comes first", False, lambda t: re.sub(r"(</b>)The app [^<]*", r"\1S01.", t, count=1)),
              ("a consequence is missing", False,
               lambda t: re.sub(r'(<details class="effects">.*?)<article.*?</article>', r"\1", t, count=1, flags=re.S))],
    ".md": [("the title is gone", False, lambda t: t.lstrip("# ")),
            ("details stay open", False, lambda t: t.replace("</details>", "", 1)),
            ("an id is a link", False, lambda t: t + "\n[a](https://example.org)\n")],
    ".json": [("a member is gone", False, lambda t: re.sub(r'"verdict":\s*"(?:[^"\\\\]|\\\\.)*",', "", t, count=1)),
              ("a number is none", False, lambda t: re.sub(r'("duration_ns":\s*)-?\d+', r"\1NaN", t, count=1)),
              ("a certainty is none", False, lambda t: re.sub(r'("certainty":\s*)"certain"', r'\1"sure"', t, count=1)),
              ("it is cut", False, lambda t: t[:-20])],
    ".junit.xml": [("a name is gone", True, lambda t: re.sub(r'(<testcase[^>]*?) name="[^"]*"', r"\1", t, count=1)),
                   ("a count is wrong", False, lambda t: re.sub(r'(<testsuites[^>]*? tests=)"\d+"', r'\1"99"', t, count=1)),
                   ("a tag is left open", False, lambda t: t.replace("</testsuite>", "", 1))],
    ".sarif": [("the version is gone", True, lambda t: re.sub(r'"version":\s*"2.1.0",?', "", t, count=1)),
               ("a level is no level", True, lambda t: re.sub(r'"level":\s*"\w+"', '"level":"bad"', t, count=1)),
               ("a rule is another", False, lambda t: re.sub(r'("ruleId":\s*)"\w+"', r'\1"none"', t, count=1))],
    ".events": [("an event has no name", True, lambda t: re.sub(r'"name":\s*"(?:[^"\\\\]|\\\\.)*",', "", t, count=1)),
                ("half an arrow", False, lambda t: re.sub(r'"ph":\s*"f"', '"ph":"i"', t, count=1)),
                ("a bar is not closed", False, lambda t: re.sub(r'"ph":\s*"e"', '"ph":"n"', t, count=1)),
                ("a number is none", False, lambda t: re.sub(r'("ts":\s*)[\d.]+', r"\1NaN", t, count=1))],
}


def damaged(folder, ending, check, has_schemas, most):
    """Returns the kinds of damage that a check does not detect, or that no report allows.

    Each damage is tried on `most` reports; the smallest come first.
    """
    accepted = []
    for what, needs_schema, change in DAMAGE[ending]:
        if needs_schema and not has_schemas:
            continue
        tried = 0
        for path in sorted(folder.glob("*" + ending), key=lambda path: (path.stat().st_size, path)):
            text = path.read_text()
            if tried == most or len(text) > 1_000_000 or change(text) == text:
                continue
            tried += 1
            with tempfile.TemporaryDirectory() as place:
                copy = pathlib.Path(place) / path.name
                copy.write_text(change(text))
                written = path.with_suffix(".json")
                if ending == ".html" and written.exists():
                    shutil.copy(written, place)
                try:
                    check(copy)
                except Exception:
                    continue
            accepted.append(f"({what}: {path.name})")
        if not tried:
            accepted.append(f"({what}: no report has it)")
    return accepted


def main(amount, folder, schemas=None):
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
        ("*.events", lambda p: check_events(p, events, amount == "sample")),
    ]
    bad = secrets(folder)
    for pattern, check in checks:
        paths = sorted(folder.glob("**/" + pattern if pattern == "*.html" else pattern))
        if not paths:
            sys.exit(f"{folder} has no {pattern}")
        for path in paths:
            try:
                check(path)
            except Exception as error:
                bad += 1
                print(f"{path.name}: {str(error).splitlines()[0] if str(error) else type(error).__name__}",
                      file=sys.stderr)
        accepted = damaged(folder, pattern[1:], check, published is not None, most=2 if amount == "sample" else 1000)
        bad += len(accepted)
        for what in accepted:
            print(f"a report that is damaged is accepted: {pattern[2:]} {what}", file=sys.stderr)
        print(f"  {pattern[2:]}: {len(paths)} files")
    sys.exit(1 if bad else 0)


main(*sys.argv[1:])

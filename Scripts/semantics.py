#!/usr/bin/env python3
"""Writes docs/semantics.md from docs/semantics-rules.tsv and the names of the tests.

Usage: semantics.py            writes the page
       semantics.py --check    fails if the page is stale or a test names an unknown rule
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "docs" / "semantics-rules.tsv"
SOURCES = ROOT / "docs" / "semantics-sources.tsv"
PAGE = ROOT / "docs" / "semantics.md"
KEYS = ROOT / "docs" / "configuration-keys.md"
PROBES = ROOT / "docs" / "calibration-probes.md"
PROFILES = ROOT / "fixtures" / "profiles"
# The rules of calibrated keys that are no switches.
KEY_RULES = {
    "normal-decay": "PHYS-3", "velocity-floor": "PHYS-4", "return-rate": "PHYS-6", "few-limit": "VAL-12",
    "deceleration": "SNAP-16", "vertical-size-class": "VAL-7", "chromium-slop": "WEB-5",
    "chromium-inch": "WEB-1", "vertical-bounce": "WEB-6",
}
FAMILIES = {
    "ENG": "Conventions of the engine",
    "POS": "ScrollPosition",
    "BIND": "Position bindings",
    "LAZY": "Lazy stacks",
    "LAY": "Static layout",
    "ANCH": "Default scroll anchors",
    "TGT": "Targets",
    "SNAP": "Target behaviors",
    "PAGE": "Paging",
    "VAL": "View alignment",
    "PHYS": "Physics",
    "GEO": "Geometry",
    "PHASE": "Phases",
    "TRANS": "Transitions",
    "VIS": "Visibility",
    "PIN": "Pinned headers and footers",
    "INS": "Insets that change",
    "MARG": "Margins and safe area",
    "REL": "Relative frames",
    "CLIP": "Clipping",
    "BOUNCE": "Bounce",
    "DIS": "Disabled scrolling",
    "NEST": "Nested scroll views",
    "WEB": "Chromium",
    "PEER": "Other toolkits",
    "READ": "Readers",
    "SEED": "Departures of popular articles",
    "PERF": "Cost advice",
}
# The stronger kind of evidence decides between two; for two of the same kind, a switch offers both.
EVIDENCE = {
    "recorded": "frames, callbacks or values logged from the platform",
    "documented": "Apple's documentation or a session of its conference",
    "reported": "someone's account without the recording",
    "re-implementation": "what another implementation does",
    "inferred": "our own reasoning from other rules",
}
RULE_NAME = re.compile(r'(?:Rule|@Test)\(\s*"([A-Z]+-\d+[a-z]?) ([^"]*)"')


def tests():
    """Returns {rule id: [test name, ...]} in the order of files and lines."""
    found = {}
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        for rule, rest in RULE_NAME.findall(path.read_text(encoding="utf-8")):
            if rule.split("-")[0] in FAMILIES:
                found.setdefault(rule, []).append(rest.replace('\\"', '"'))
    return found


def table(path, width):
    """Returns the rows of a table, each padded to the given number of cells."""
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            cells = line.split("\t")
            rows.append(cells + [""] * (width - len(cells)))
    return rows


def rules():
    """Returns [[id, paraphrase, reason, evidence, sources]]; a reason explains why a rule cannot be
    tested headless."""
    return table(RULES, 5)


def key_rules():
    """Returns {key: [rule, ...]} of the switches, from the page of keys."""
    found = {key: [rule] for key, rule in KEY_RULES.items()}
    for line in KEYS.read_text(encoding="utf-8").splitlines():
        row = re.match(r"\| \*\*`([a-z-]+)`\*\* \| .* \| +([A-Z][A-Z0-9, -]+) \|$", line)
        if row:
            found[row[1]] = row[2].strip().split(", ")
    return found


def probes():
    """Returns {rule: text}: the first probe of its key, and the profiles that decide it."""
    rules = key_rules()
    found = {}
    platform = ""
    for line in PROBES.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            platform = line[3:].strip()
        row = re.match(r'\| <a id="([a-z0-9-]+)"></a>(\S+) \| .* \| ([a-z, -]+) \|$', line)
        for key in row[3].split(", ") if row else []:
            for rule in rules.get(key, []):
                found.setdefault(rule, f"[{platform} {row[2]}](calibration-probes.md#{row[1]})")
    for path in sorted(PROFILES.glob("*.json")):
        for entry in json.loads(path.read_text(encoding="utf-8"))["decided"]:
            for rule in rules.get(entry["key"], []):
                link = f"[{path.stem}](../{path.relative_to(ROOT)})"
                text = f"{link} has `{entry['key']}: {entry['value']}`"
                found[rule] = "; ".join(filter(None, [found.get(rule), text]))
    return found


def evidence(rule, kind, sources, known):
    """Returns the foundation of a rule: the kind of evidence and links to it."""
    if kind not in EVIDENCE:
        sys.exit(f"semantics: {rule} has the evidence '{kind}', which is none of "
                 + ", ".join(EVIDENCE))
    links = []
    for source in sources.split():
        if source.startswith("https://"):
            links.append(f"[{source.removeprefix('https://')}]({source})")
        elif source in known:
            links.append(f"[{source}]({known[source]})")
        else:
            sys.exit(f"semantics: {rule} names the source '{source}', which "
                     "docs/semantics-sources.tsv does not have")
    return kind + (": " + ", ".join(links) if links else "")


def page(rows, names):
    covered = sum(1 for row in rows if row[0] in names)
    outside = sum(1 for row in rows if row[0] not in names and row[2])
    sources = table(SOURCES, 3)
    known = {key: address for key, _, address in sources}
    probed = probes()
    lines = [
        "# Semantics: the rules and their tests",
        "",
        "Written by `Scripts/semantics.py`; do not edit. The texts of the rules, their reasons and evidence are in",
        "`docs/semantics-rules.tsv`, the sources in `docs/semantics-sources.tsv`.",
        "",
        f"{len(rows)} rules: {covered} covered by a test, {outside} cannot be tested without a screen, "
        f"{len(rows) - covered - outside} have no test yet.",
        "",
        "## What a rule is based on",
        "",
        "If sources disagree, a recording counts more than documentation, documentation more than a report or a",
        "re-implementation, and inference least. If two sources of one kind disagree, a key of the configuration",
        "has both values, and the rule names both. If a law changed between releases, each profile has its own.",
        "",
        "The last column links to the [probe](calibration.md) that decides a disputed rule, and to the calibrated",
        "profiles that contain the decision.",
        "",
        "| evidence | what it is | rules |",
        "|---|---|---|",
        *(f"| {kind} | {text} | {sum(1 for row in rows if row[3] == kind)} |"
          for kind, text in EVIDENCE.items()),
        "",
        "| source | what it is |",
        "|---|---|",
        *(f"| [{key}]({address}) | {text} |" for key, text, address in sources),
        "",
    ]
    for family, title in FAMILIES.items():
        own = [row for row in rows if row[0].split("-")[0] == family]
        if not own:
            continue
        lines += [f"## {title}", "", "| rule | in short | evidence | state | probe and calibration |",
                  "|---|---|---|---|---|"]
        for rule, text, reason, kind, links in own:
            if rule in names:
                state = "covered: " + "; ".join(names[rule])
            elif reason:
                state = "no test without a screen: " + reason
            else:
                state = "no test yet"
            lines.append(f"| {rule} | {text} | {evidence(rule, kind, links, known)} | {state} | "
                         f"{probed.get(rule, '')} |")
        lines.append("")
    return "\n".join(lines)


def main():
    rows, names = rules(), tests()
    known = {row[0] for row in rows}
    unknown = sorted(set(names) - known)
    if unknown:
        sys.exit("semantics: tests name rules that are not listed: " + ", ".join(unknown))
    if len(known) != len(rows):
        sys.exit("semantics: a rule is listed twice in docs/semantics-rules.tsv")
    text = page(rows, names)
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            sys.exit("semantics: docs/semantics.md is stale; run Scripts/semantics.py")
        return
    PAGE.write_text(text, encoding="utf-8")
    print(text.splitlines()[5])


if __name__ == "__main__":
    main()

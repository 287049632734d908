#!/usr/bin/env python3
"""Writes docs/semantics.md from docs/semantics-rules.tsv and the names of the tests.

Usage: semantics.py            writes the page
       semantics.py --check    fails if the page is stale or a test names an unknown rule
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "docs" / "semantics-rules.tsv"
PAGE = ROOT / "docs" / "semantics.md"
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
    "MARG": "Margins and safe area",
    "REL": "Relative frames",
    "CLIP": "Clipping",
    "BOUNCE": "Bounce",
    "DIS": "Disabled scrolling",
    "READ": "Readers",
    "SEED": "Departures of popular articles",
    "PERF": "Cost advice",
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


def rules():
    """Returns [(id, paraphrase, reason)]; the reason says why a rule is no headless matter."""
    rows = []
    for line in RULES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            cells = line.split("\t")
            rows.append((cells[0], cells[1], cells[2] if len(cells) > 2 else ""))
    return rows


def page(rows, names):
    covered = sum(1 for rule, _, _ in rows if rule in names)
    outside = sum(1 for rule, _, reason in rows if rule not in names and reason)
    lines = [
        "# Semantics: which rule is held by which test",
        "",
        "Made by `Scripts/semantics.py`; do not edit. The paraphrases and reasons are in",
        "`docs/semantics-rules.tsv`.",
        "",
        f"{len(rows)} rules: {covered} covered by a test, {outside} not a headless matter, "
        f"{len(rows) - covered - outside} not yet.",
        "",
    ]
    for family, title in FAMILIES.items():
        own = [row for row in rows if row[0].split("-")[0] == family]
        if not own:
            continue
        lines += [f"## {title}", "", "| rule | in short | state |", "|---|---|---|"]
        for rule, text, reason in own:
            if rule in names:
                state = "covered: " + "; ".join(names[rule])
            elif reason:
                state = "not a headless matter: " + reason
            else:
                state = "not yet"
            lines.append(f"| {rule} | {text} | {state} |")
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

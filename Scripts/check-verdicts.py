"""Compares the verdicts of a store with what was judged: check-verdicts.py REPORTS.json UNDECLARED.json.

The first file is the output of `report --all --json`, the second lists the traces without a declared
configuration. Those traces are never called correct, and their verdicts mention no differing replay.
Every report that is not checked lists what is missing and which command adds it.
"""

import json
import sys


def main(reports, undeclared):
    rows = json.load(open(undeclared))["rows"]
    without = {row[0] for row in rows}
    faults, unchecked = [], 0
    documents = json.load(open(reports))["reports"]
    for report in documents:
        name = f"trace {report['trace']} '{report['name']}'"
        missing, severity = report["not_checked_because"], report["severity"]
        unchecked += missing is not None
        if severity == "ok" and (missing is not None or report["trace"] in without):
            faults.append(f"{name} is called right, and nothing was judged: {report['verdict']}")
        if report["trace"] in without and missing is None:
            faults.append(f"{name} has no configuration and was compared with one: {report['verdict']}")
        if severity == "not-checked" and not report["next_command"]:
            faults.append(f"{name} is not checked, and no command is named: {report['verdict']}")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"check-verdicts: {len(documents)} reports, {unchecked} of them not compared")
    sys.exit(1 if faults or not documents or not unchecked else 0)


main(*sys.argv[1:])

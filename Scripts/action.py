#!/usr/bin/env python3
"""What action.yml does with captures: job summary, annotations, SARIF, HTML, baseline, exit code.

usage: action.py TOOL    in the environment of a GitHub runner; SCROLLTRACE_ACTION_* are the inputs

Prints annotations as workflow commands. Writes the reports of all captures as HTML and their findings
as SARIF below RUNNER_TEMP, the summary to GITHUB_STEP_SUMMARY, and html, sarif, verdict and exit-code to
GITHUB_OUTPUT. Always ends with 0: a later step of the action ends with the exit code, after the artifact
was uploaded. Exit codes: 0 nothing found, 1 a finding or a difference from the baseline, 65 a capture or
an input cannot be used.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

SEVERITIES = ["ok", "info", "not-checked", "notice", "warning", "error"]
LEVELS = {"error": "error", "warning": "warning", "note": "notice", "none": "notice"}
# GitHub rejects a summary of more than 1 MiB.
SUMMARY_BYTES = 1_000_000


class ActionError(Exception):
    """A mistake in the workflow, in one sentence."""


def setting(name, default=""):
    return os.environ.get(f"SCROLLTRACE_ACTION_{name}", "").strip() or default


def escaped(text, more=()):
    """Escapes text for a workflow command; a line break would end the command."""
    for character in ("%", "\r", "\n", *more):
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def annotation(level, message, **properties):
    pairs = ",".join(f"{name}={escaped(str(value), (':', ','))}" for name, value in properties.items())
    print(f"::{level}{' ' + pairs if pairs else ''}::{escaped(message)}")


def append(variable, text):
    if path := os.environ.get(variable):
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


class Action:
    def __init__(self, tool):
        self.tool = tool
        self.workspace = pathlib.Path(os.environ.get("GITHUB_WORKSPACE") or ".").resolve()
        self.folder = pathlib.Path(os.environ.get("RUNNER_TEMP") or self.workspace) / "scrolltrace"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.store = self.folder / "captures.sqlite"
        self.store.unlink(missing_ok=True)

    def run(self, *words):
        words = [self.tool, *map(str, words)]
        done = subprocess.run(words, cwd=self.workspace, capture_output=True, text=True, errors="replace")
        return done.returncode, done.stdout, done.stderr.strip()

    def document(self, *words):
        code, output, messages = self.run(words[0], "--json", *words[1:])
        if not output:
            raise ActionError(messages or f"'{words[0]}' ends with {code}")
        return json.loads(output)

    def captures(self):
        """Returns the files that match the patterns of the input; all are inside the workspace."""
        found = []
        for pattern in setting("CAPTURES").splitlines():
            if not (pattern := pattern.strip()):
                continue
            if pattern.startswith("/") or ".." in pathlib.PurePath(pattern).parts:
                raise ActionError(f"captures: '{pattern}' is not below the workspace")
            paths = sorted(self.workspace.glob(pattern))
            if not paths:
                raise ActionError(f"captures: '{pattern}' matches no file")
            found += [path.relative_to(self.workspace).as_posix() for path in paths]
        if not found:
            raise ActionError("captures: name the files, one pattern a line")
        return list(dict.fromkeys(found))

    def bring_in(self):
        """Imports the captures; returns the file and the number of each trace, and what could not be imported."""
        done = self.document("import", "--db", self.store, "--", *self.captures())
        failures = [(entry["file"], entry["error"]) for entry in done["files"] if entry["status"] == "failed"]
        listed = self.document("list", "--db", self.store)["captures"]
        places = {
            trace["trace"]: (capture["source"], number)
            for capture in listed for number, trace in enumerate(capture["traces"], 1)
        }
        return places, failures

    def report(self, trace, place):
        """Returns the verdict, the Markdown and the SARIF of one trace; `place` is its file and number."""
        markdown, sarif = self.folder / "trace.md", self.folder / "trace.sarif"
        words = ["report", trace, "--db", self.store, "--markdown", markdown, "--sarif", sarif]
        done = self.document(*words, *self.options())
        entry = done["reports"][0]
        entry["verdict"] = lasting(entry["verdict"], trace, place, self.store)
        text = lasting(markdown.read_text(encoding="utf-8"), trace, place, self.store)
        return entry, text, json.loads(sarif.read_text(encoding="utf-8"))

    def options(self):
        return [f"--config={setting('CONFIG')}"] if setting("CONFIG") else []

    def compare_with_baseline(self):
        """Returns the differences from the approved outcomes; empty without a baseline."""
        if not (baseline := setting("BASELINE")):
            return ""
        if not (self.workspace / baseline).is_file():
            raise ActionError(f"baseline: there is no '{baseline}'; 'scrolltrace replay --golden {baseline} --approve' writes it")
        code, output, messages = self.run("replay", "--db", self.store, "--golden", baseline, *self.options())
        if code not in (0, 1):
            raise ActionError(messages)
        return output.strip() if code == 1 else ""


def lasting(text, trace, place, store):
    """Lets the commands of a report make their own store: this one is gone when the summary is read."""
    (file, number), permanent = place, "--db reproduce.sqlite"
    # Markdown escapes some characters of a path.
    path = "".join("\\\\?" + re.escape(letter) for letter in shlex.quote(str(store)))
    text = re.sub(rf"(\\?-){{2}}db {path}", permanent, text)
    text = re.sub(rf"(scrolltrace (?:replay|attach|analyze \w+)) {trace}\b", rf"\1 {number}", text)
    return text.replace("```sh\nscrolltrace ", f"```sh\nscrolltrace import {permanent} {shlex.quote(file)}\nscrolltrace ")


def merge(documents):
    """Merges SARIF runs into one: GitHub accepts only one run per tool."""
    merged = documents[0]
    run = merged["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for document in documents[1:]:
        other = document["runs"][0]
        for rule in other["tool"]["driver"]["rules"]:
            if all(known["id"] != rule["id"] for known in rules):
                rules.append(rule)
        run["results"] += other["results"]
    places = {rule["id"]: index for index, rule in enumerate(rules)}
    for result in run["results"]:
        result["ruleIndex"] = places[result["ruleId"]]
    return merged


def summary(reports, failures, difference):
    lines = ["# scrolltrace", "", "| trace | severity | verdict |", "|---|---|---|"]
    cell = lambda text: text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
    lines += [f"| {cell(entry['name'])} | {entry['severity']} | {cell(entry['verdict'])} |" for entry, _, _ in reports]
    lines += [f"| {cell(file)} | error | {cell(reason)} |" for file, reason in failures]
    if difference:
        longest = max((len(run) for run in difference.split() if set(run) == {"`"}), default=0)
        fence = "`" * max(3, longest + 1)
        lines += ["", "## Differences from the baseline", "", f"{fence}text", difference, fence]
    text = "\n".join(lines) + "\n"
    for entry, markdown, _ in reports:
        part = f"\n<details><summary>Trace {entry['trace']}</summary>\n\n{markdown}\n</details>\n"
        if len((text + part).encode()) > SUMMARY_BYTES:
            return text + "\nThe other reports are too long for this page; the artifact contains them.\n"
        text += part
    return text


def act(tool):
    fail_on = setting("FAIL_ON", "warning")
    if fail_on not in ("notice", "warning", "error", "never"):
        raise ActionError(f"fail-on: '{fail_on}' is not notice, warning, error or never")
    action = Action(tool)
    files, failures = action.bring_in()
    reports = [(*action.report(trace, place),) for trace, place in files.items()]
    for (entry, _, sarif) in reports:
        for result in sarif["runs"][0]["results"]:
            # The location of a finding is the file that the trace was read from.
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] = files[entry["trace"]][0]
            title = f"{result['ruleId']} in {entry['name']}"
            annotation(LEVELS[result["level"]], result["message"]["text"], file=files[entry["trace"]][0], line=1, title=title)
    for file, reason in failures:
        annotation("error", reason, file=file, line=1, title="This capture cannot be imported")
    difference = action.compare_with_baseline()
    if difference:
        annotation("error", "the replays differ from the baseline; the summary lists the differences", title="Baseline")
    html, sarif = action.folder / "html", action.folder / "scrolltrace.sarif"
    if reports:
        action.run("report", "--all", "--db", action.store, "--html", html, *action.options())
        sarif.write_text(json.dumps(merge([sarif for _, _, sarif in reports]), indent=2), encoding="utf-8")
    append("GITHUB_STEP_SUMMARY", summary(reports, failures, difference))
    worst = max((entry["severity"] for entry, _, _ in reports), key=SEVERITIES.index, default="ok")
    limit = SEVERITIES.index(fail_on) if fail_on != "never" else len(SEVERITIES)
    code = 65 if failures else 1 if difference or SEVERITIES.index(worst) >= limit else 0
    append("GITHUB_OUTPUT", f"html={html}\nsarif={sarif}\nverdict={worst}\nexit-code={code}\n")


def main():
    try:
        act(sys.argv[1])
    except ActionError as error:
        annotation("error", str(error), title="scrolltrace")
        append("GITHUB_STEP_SUMMARY", f"# scrolltrace\n\n{error}\n")
        append("GITHUB_OUTPUT", "verdict=error\nexit-code=65\n")


if __name__ == "__main__":
    main()

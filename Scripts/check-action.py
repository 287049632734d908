"""Runs the steps of action.yml as a GitHub runner would, and checks their results.

usage: check-action.py TOOL ROOT    steps with 'uses' are another action's and are not run
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from ruamel.yaml import YAML

tool, root = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
action = YAML(typ="safe").load((root / "action.yml").read_text())


def check(holds, message):
    if not holds:
        sys.exit(f"check-action: {message}")


def value(expression, context):
    """Evaluates the few kinds of expressions that action.yml contains."""
    for part in expression.split("||"):
        found = context
        for name in part.strip().split("."):
            found = found.get(name, {}) if isinstance(found, dict) else {}
        if found:
            return str(found)
    return ""


def holds(condition, context):
    """Whether a step runs: string comparisons joined by &&."""
    for part in condition.split("&&"):
        name, operator, text = re.fullmatch(r"\s*(\S+) (==|!=) '(.*)'\s*", part).groups()
        if (value(name, context) == text) != (operator == "=="):
            return False
    return True


class Runner:
    """A workspace with captures, and the files that a runner provides."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.workspace = self.folder / "work space"
        (self.workspace / "captures").mkdir(parents=True)
        (self.folder / "temp").mkdir()

    def run(self, **inputs):
        """Runs the action; returns its exit code, its messages, its summary and its outputs."""
        shutil.rmtree(self.folder / "temp")
        (self.folder / "temp").mkdir()
        defaults = {name: entry.get("default", "") for name, entry in action["inputs"].items()}
        context = {"inputs": {**defaults, "tool": tool, **inputs}, "github": {"action_path": str(root)}, "steps": {}}
        summary, said, code, uses = self.folder / "summary", "", 0, []
        summary.write_text("")
        for step in action["runs"]["steps"]:
            if "if" in step and not holds(step["if"], context):
                continue
            fill = lambda text: re.sub(r"\$\{\{(.*?)\}\}", lambda found: value(found[1], context), text)
            if "uses" in step:
                uses.append({name: fill(text) for name, text in step["with"].items()})
                continue
            output = self.folder / "output"
            output.write_text("")
            environment = {
                "PATH": os.environ["PATH"], "HOME": str(self.folder), "GITHUB_ACTIONS": "true", "CI": "true",
                "GITHUB_WORKSPACE": str(self.workspace), "RUNNER_TEMP": str(self.folder / "temp"),
                "GITHUB_STEP_SUMMARY": str(summary), "GITHUB_OUTPUT": str(output),
                **{name: fill(text) for name, text in step.get("env", {}).items()},
            }
            done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", fill(step["run"])],
                                  cwd=self.workspace, env=environment, capture_output=True, text=True)
            said += done.stdout + done.stderr
            outputs = dict(line.split("=", 1) for line in output.read_text().splitlines())
            context["steps"][step.get("id", "")] = {"outputs": outputs}
            if code := done.returncode:
                break
        return code, said, summary.read_text(), context["steps"]["report"]["outputs"], uses


with tempfile.TemporaryDirectory() as folder:
    runner = Runner(folder)
    captures = runner.workspace / "captures"
    shutil.copy(root / "fixtures/bugs/cards-stop-between.jsonl", captures)
    shutil.copy(root / "fixtures/traces/two-flings.jsonl", captures / "two, flings.jsonl")

    code, said, summary, outputs, uses = runner.run(captures="captures/*.jsonl")
    check(code == 1 and outputs.get("verdict") == "warning", f"a known cause ends with {code}: {said}")
    check("::warning file=captures/cards-stop-between.jsonl,line=1," in said, f"no annotation: {said}")
    check("| Carousel | warning | The app turns pages of 390 pt" in summary, "the summary does not name the cause")
    check(str(runner.folder / "temp") not in summary.replace("\\", ""), "the summary names the runner's store")
    check("scrolltrace import --db reproduce.sqlite 'captures/two, flings.jsonl'\n" in summary, "no command imports a capture")
    check("scrolltrace analyze settles 1 --db reproduce.sqlite" in summary, "no command analyzes it")
    check("settles 2 --db" not in summary, "a command names a trace that its import does not make")
    sarif = json.loads(pathlib.Path(outputs["sarif"]).read_text())
    check(len(sarif["runs"]) == 1 and sarif["runs"][0]["results"], "the SARIF has no result")
    rules = sarif["runs"][0]["tool"]["driver"]["rules"]
    for result in sarif["runs"][0]["results"]:
        check(rules[result["ruleIndex"]]["id"] == result["ruleId"], "a result names another rule")
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        check((runner.workspace / place).is_file(), f"there is no file '{place}'")
    check((pathlib.Path(outputs["html"]) / "index.html").is_file(), "there is no page")
    check(uses == [{"name": "scrolltrace-report", "path": outputs["html"]}], f"other actions get {uses}")
    uses = runner.run(captures="captures/*.jsonl", **{"upload-sarif": "true"})[4]
    check(uses[1:] == [{"sarif_file": outputs["sarif"]}], f"other actions get {uses}")

    check(runner.run(captures="captures/*.jsonl", **{"fail-on": "error"})[0] == 0, "a warning fails at 'error'")
    for inputs, word in [
        ({"captures": "nothing/*"}, "matches no file"), ({"captures": "../*"}, "not below the workspace"),
        ({"captures": "captures/*", "baseline": "no.json"}, "there is no 'no.json'"),
        ({"captures": "captures/*", "fail-on": "x"}, "fail-on"),
        ({"captures": "captures/*", "config": "behavior: nonsense"}, "nonsense"),
    ]:
        code, said, summary, _, _ = runner.run(**inputs)
        check(code == 65 and "::error" in said and word in said and word in summary, f"{inputs} ends with {code}: {said}")

    # First the approved outcomes of both captures, then one changed outcome.
    subprocess.run([tool, "import", "--db", f"{folder}/s.sqlite", *sorted(captures.iterdir())], capture_output=True)
    subprocess.run([tool, "replay", "--db", f"{folder}/s.sqlite", "--golden", runner.workspace / "approved.json", "--approve"],
                   capture_output=True)
    options = {"captures": "captures/*.jsonl", "baseline": "approved.json", "fail-on": "never"}
    code, said, _, _, _ = runner.run(**options)
    check(code == 0, f"the approved outcomes differ: {said}")
    approved = runner.workspace / "approved.json"
    approved.write_text(approved.read_text().replace('"card-4"', '"card-5"').replace("276", "277"))
    code, said, summary, _, _ = runner.run(**options)
    check(code == 1 and "title=Baseline" in said and "Differences from the baseline" in summary, f"a difference ends with {code}: {said}")

    (captures / "broken.jsonl").write_text("nonsense\n")
    code, said, summary, _, _ = runner.run(captures="captures/*.jsonl")
    check(code == 65 and "file=captures/broken.jsonl" in said and "broken.jsonl" in summary, f"a bad capture ends with {code}")
print("check-action: the action leaves summary, annotations, SARIF, pages and exit codes")

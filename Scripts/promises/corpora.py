"""The promise about a folder of captures: 25."""

import json
import shutil
import signal
import subprocess
import time

from diagnoses import captures
from kit import Folder, generator, kill_part

OUTPUTS = ["index.html", "rows.jsonl", "triage.sqlite", "summary.md", "junit.xml"]
# Files that are no captures, or damaged ones; each may cost only itself.
BAD = {
    "cut.jsonl.gz": lambda data: b"\x1f\x8b\x08\0\0\0\0\0\0\3" + data[:300],
    "newer.jsonl": lambda data: b'{"scrolltrace":99}\n{"t":0,"k":"frame","x":0,"y":0}\n',
    "torn.jsonl": lambda data: data[:len(data) // 2] + bytes(range(256)) * 20,
    "empty.jsonl": lambda data: b"",
}


def triaged(tool, rounds, tally):
    """25: a triage that is killed, or one of its workers, ends with the bytes of a triage that was not."""
    random = generator(25)
    with Folder() as folder:
        captured, out = folder / "captures", folder / "out"
        captured.mkdir()
        logs = captures()[::6]
        for log in logs:
            shutil.copy(log, captured / f"{log.parent.name}.jsonl")
        start = time.monotonic()
        triage(tool, captured, out, tally)
        usual = time.monotonic() - start
        good = rows(out)
        tally.check(len(good) >= len(logs), f"{len(good)} rows of {len(logs)} captures")
        for name, make in BAD.items():
            (captured / name).write_bytes(make(logs[0].read_bytes()))
        shutil.rmtree(out)
        triage(tool, captured, out, tally, "-j", "1")
        whole = contents(out)
        others = {file: row for file, row in rows(out).items() if not file.rsplit("/", 1)[1] in BAD}
        tally.keep(others == good, "captures have other rows next to damaged ones")
        kills = 0
        for number in range(rounds):
            tally.count()
            shutil.rmtree(out)
            for _ in range(random.choice([1, 1, 2])):
                kills += kill(tool, captured, out, random.uniform(0, usual), number, random, tally)
            triage(tool, captured, out, tally)
            left = [name for name in OUTPUTS if contents(out)[name] != whole[name]]
            tally.keep(not left, f"round {number}: after a kill {left} have other bytes")
            tally.check(not (out / "rows.unfinished").exists(), f"round {number}: unfinished rows are left")
        tally.note(f"{kills} kills before the end")


def triage(tool, captured, out, tally, *words):
    run = tool.run("triage", captured, "-o", out, "--no-reports", *words)
    tally.check(run.code in (1, 3), f"triage: {run.text}")


def contents(out):
    return {name: (out / name).read_bytes() if (out / name).exists() else None for name in OUTPUTS}


def rows(out):
    """The rows as text, by the name of their file."""
    found = {}
    for line in (out / "rows.jsonl").read_text().splitlines():
        found.setdefault(json.loads(line)["file"], []).append(line)
    return found


def kill(tool, captured, out, delay, number, random, tally):
    """Starts a triage and kills it, or one of its workers; returns whether it was still running."""
    process = tool.start("triage", captured, "-o", out, "--no-reports", "-j", "2", stdout=subprocess.DEVNULL)
    time.sleep(delay)
    is_running = kill_part(process, bool(number % 2), random)
    run = tool.end(process, expects_signal={signal.SIGKILL})
    tally.check(run.code in (1, 3, -signal.SIGKILL), f"round {number}: a kill ends a triage with {run.text}")
    return is_running

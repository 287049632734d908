"""The promise about recordings that are judged while they run: 27."""

import json
import re
import signal
import subprocess
import threading
import time

from diagnoses import recording
from kit import Folder, frames, generator, raw

# How long the tool may keep what it received before it commits it, with room for a busy machine.
SECONDS = 0.8


def live(tool, rounds, tally):
    """27: what `record --live` printed in the end is what the stored trace shows; one round in four is killed."""
    random = generator(27)
    lines = 0
    for number in range(rounds):
        tally.count()
        with Folder() as folder:
            if number % 4 == 3:
                killed(tool, folder, random, number, tally)
            else:
                lines += compared(tool, folder, random, number, tally)
    tally.check(rounds < 2 or lines > 0, "no recording has a settle or a finding")
    tally.note(f"{lines} settles and findings compared")


def compared(tool, folder, random, number, tally):
    name, log = recording(tool, folder, random)
    label = f"round {number}, {name}"
    store = folder / "live.sqlite"
    process = tool.start("record", "--live", "--db", store, stdin=subprocess.PIPE)
    feeder = threading.Thread(target=feed, args=(process.stdin, log.read_bytes(), random))
    feeder.start()
    out, errors = process.stdout.read().decode(), process.stderr.read()
    feeder.join()
    process.wait()
    tool.watch(process, process.returncode, errors)
    tally.check(process.returncode in (0, 1, 3), f"{label}: code {process.returncode}: {errors[-300:]!r}")
    shown = printed(out)
    wanted = settles(tool, store)
    heads = sorted(line.partition(":")[0] for line in shown if line.split()[2] == "settle")
    tally.keep(heads == sorted(wanted), f"{label}: live and stored settles differ: {sorted(set(heads) ^ set(wanted))[:4]}")
    found = findings(tool, store)
    lost = [line for line in found if line not in shown]
    tally.keep(not lost, f"{label}: findings that live lacks: {lost[:4]}")
    kinds = {line.split()[2] for line in found}
    more = [line for line in shown if line.split()[2] != "settle" and line.split()[2] not in kinds]
    tally.keep(not more, f"{label}: findings that only live has: {more[:4]}")
    # The diagnosis follows in the words of `diagnose`.
    diagnosed = tool.run("diagnose", "--db", store, "--no-guard")
    for line in diagnosed.out.splitlines():
        if line.startswith(("Cause", "Proof")):
            tally.keep(line in out, f"{label}: the diagnosis lacks {line!r}")
    return len(wanted) + len(found)


def feed(pipe, data, random):
    """Writes a log in pieces of any length."""
    place = 0
    try:
        while place < len(data):
            count = random.choice([1, 7, 100, 4000, 1 << 16])
            pipe.write(data[place:place + count])
            pipe.flush()
            place += count
        pipe.close()
    except BrokenPipeError:
        pass


def printed(out):
    """The settles and findings of all traces that were printed and not withdrawn."""
    found = []
    for line in out.splitlines():
        if not line.startswith("  "):
            continue
        text = line.strip()
        if text.startswith("withdrawn: "):
            text = text.removeprefix("withdrawn: ")
            if text in found:
                found.remove(text)
            else:
                found.append(f"withdrawn and never printed: {text}")
        elif re.match(r"[-\d.,]+ s (settle \d+:|[A-Z]\d\d )", text):
            found.append(text)
    return sorted(found)


def seconds(nanoseconds):
    return f"{nanoseconds // 10**9}.{nanoseconds // 10**6 % 1000:03} s"


def settles(tool, store):
    run = tool.run("analyze", "settles", "--db", store, "--json", "--no-keep")
    return [f"{seconds(settle['rest_ns'])} settle {settle['number']}"
            for trace in json.loads(run.out)["traces"] for settle in trace["settles"]]


def findings(tool, store):
    run = tool.run("analyze", "findings", "--db", store, "--json", "--no-repair", "--severity", "notice")
    return [f"{seconds(finding['start_ns'])} {finding['detector']} {finding['severity']}: {finding['message']}"
            for trace in json.loads(run.out)["traces"] for finding in trace["findings"]]


def killed(tool, folder, random, number, tally):
    """Every frame that arrived a while before the kill is stored, and none is torn."""
    store, count = folder / "killed.sqlite", random.randrange(50, 2000)
    process = tool.start("record", "--live", "--batch-ms", "50", "--db", store, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    process.stdin.write(frames(count))
    process.stdin.flush()
    time.sleep(SECONDS)
    # Half of a line is in the pipe when it is killed.
    process.stdin.write(frames(count + 300)[len(frames(count)):-20])
    process.stdin.flush()
    time.sleep(random.uniform(0, 0.4))
    process.kill()
    tool.end(process, expects_signal={signal.SIGKILL})
    rows = [row[0] for row in raw(store, "SELECT seq FROM frame ORDER BY seq")]
    tally.keep(len(rows) >= count, f"round {number}: {len(rows)} of {count} frames are kept")
    tally.keep(rows == list(range(rows[0], rows[0] + len(rows))) if rows else False, f"round {number}: frames are missing in between")
    tally.keep(raw(store, "PRAGMA integrity_check") == [("ok",)], f"round {number}: the store is damaged")
    listed = tool.run("list", "--db", store)
    tally.check(listed.code == 0 and "not closed" in listed.out, f"round {number}: nothing says that it was not closed: {listed.text}")

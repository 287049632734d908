"""Promises about recordings and imports that are interrupted: 1, 10 and 19."""

import os
import re
import shutil
import signal
import subprocess
import threading
import time

from kit import FIXTURES, ROOT, Folder, await_temporary, frames, generator, last_acknowledged, pace


def killed(tool, rounds, tally):
    """1: kill -9 while recording (three rounds in four) and while importing."""
    recordings = max(1, rounds * 3 // 4)
    script = subprocess.run([ROOT / "Scripts/kill9.sh", str(recordings), tool.path], text=True, capture_output=True)
    tally.count(recordings)
    if script.returncode != 0:
        tally.lose(script.stderr.strip()[-400:])
    killed_imports(tool, rounds - recordings, tally)


def killed_imports(tool, rounds, tally):
    random = generator(1)
    with Folder() as folder:
        store, log = folder / "a.sqlite", folder / "log.jsonl"
        log.write_bytes(frames(60_000))
        tool.run("import", "--db", store, FIXTURES / "traces/two-flings.jsonl")
        before = tool.run("verify", "--db", store, "--digest").out
        clean = store.read_bytes()
        start = time.monotonic()
        tool.run("import", "--db", folder / "b.sqlite", log)
        usual = time.monotonic() - start
        recovering = 0
        for number in range(rounds):
            tally.count()
            store.write_bytes(clean)
            process = tool.start("import", "--db", store, log, stdout=subprocess.DEVNULL)
            time.sleep(random.uniform(0, usual * 1.2))
            process.kill()
            tool.end(process, expects_signal={signal.SIGKILL})
            listed = tool.run("list", "--db", store)
            if listed.code == 74 and "needs recovery" in listed.err:
                # If it is killed while SQLite changes the journal mode, it leaves a journal that
                # only a writer can roll back. Reading changes nothing and reports it; recovering must
                # restore everything.
                recovering += 1
                recovered = tool.run("recover", store)
                tally.keep(recovered.code == 0, f"import {number}: recover: {recovered.text}")
            rows = tool.query(store, "SELECT count(*) FROM trace")
            if not tally.keep(rows in (["1"], ["2"]), f"import {number}: {rows} traces"):
                continue
            after = tool.run("verify", "--db", store, "--digest")
            tally.keep(after.code == 0 and after.out.startswith(before.rstrip("\n")),
                       f"import {number}: verify: {after.text}")
            again = tool.run("import", "--db", store, log)
            rows = tool.query(store, "SELECT count(*) FROM frame WHERE trace_id > 1")
            tally.keep(again.code in (0, 4) and rows == ["60000"], f"import {number}, again: {again.text}, {rows}")
            for suffix in ("-wal", "-shm", "-journal", ".lock"):
                path = folder / ("a.sqlite" + suffix)
                tally.check(not path.exists(), f"import {number}: {path.name} is left")
                path.unlink(missing_ok=True)
        tally.note(f"{recovering} of {rounds} killed imports had to be recovered")


# ---- two recorders


def together(tool, rounds, tally):
    """10: several processes at once, each with its own log: rejected, or complete at the end."""
    processes = 4 if rounds <= 30 else 16
    for waits in (False, True):
        with Folder() as folder:
            store = folder / "a.sqlite"
            codes = [[] for _ in range(processes)]
            threads = [
                threading.Thread(target=one_of_many, args=(tool, store, index, rounds, waits, codes[index], tally))
                for index in range(processes)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            tally.count(processes * rounds)
            for index in range(processes):
                rows = tool.query(
                    store, "SELECT count(*), count(DISTINCT seq), max(seq) FROM trace JOIN frame USING (trace_id) "
                    f"WHERE name = 'log-{index}'")
                expected = [f"{rounds},{rounds},{rounds - 1}"]
                tally.keep(rows == expected, f"recorder {index}: {rows}, codes {codes[index]}")
            if not waits:
                refused = sum(code == 75 for list_ in codes for code in list_)
                tally.check(refused > 0, "no recorder was ever refused; nothing was tried")
            else:
                tally.check(all(list_ == [0] for list_ in codes), f"with --wait: {codes}")
            verified = tool.run("verify", "--db", store)
            tally.check(verified.code == 0, f"verify: {verified.text}")


def one_of_many(tool, store, index, count, waits, codes, tally):
    log = frames(count, f"log-{index}")
    end = time.monotonic() + 300
    while time.monotonic() < end:
        # Each commit has one frame: a batch waits at most one millisecond.
        process = tool.start("record", "--db", store, "--batch-ms", "1", *(["--wait"] if waits else []),
                             stdin=subprocess.PIPE)
        pace(process.stdin, log, lines=1, seconds=0.0015)
        process.stdin = None
        run = tool.end(process)
        codes.append(run.code)
        if run.code == 0:
            return
        if run.code != 75 or not re.search(r"process \d+|another process", run.err):
            tally.mistake(f"recorder {index} was not refused in words: {run.text}")
            return
        time.sleep(0.05)


# ---- interrupts


def interrupted(tool, rounds, tally):
    """19: INT, TERM and PIPE at random times, to every verb that writes."""
    random = generator(19)
    works = [interrupted_recording, interrupted_import, interrupted_export, interrupted_reports]
    with Folder() as folder:
        store = folder / "source.sqlite"
        (folder / "big.jsonl").write_bytes(frames(40_000))
        tool.run("import", "--db", store, folder / "big.jsonl", *sorted((FIXTURES / "traces").glob("*flings.jsonl")),
                 FIXTURES / "traces/card-carousel.jsonl")
        usual = usual_seconds(tool, store, folder)
        for number in range(rounds):
            tally.count()
            kind = (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE)[number % 3]
            work = works[number // 3 % len(works)]
            place = folder / str(number)
            place.mkdir()
            delay = random.uniform(0.1, 0.6) if work is interrupted_recording else random.uniform(0, usual[work])
            # Writing takes so little time that a random moment hardly ever falls into it.
            if number % 2 and work in (interrupted_export, interrupted_reports):
                delay = None
            work(tool, store, place, kind, delay, tally, f"round {number}, {work.__name__}, {kind.name}")
            shutil.rmtree(place, ignore_errors=True)


def usual_seconds(tool, store, folder):
    """The duration of each task without an interruption."""
    usual = {}
    for work, words in (
        (interrupted_import, ["import", "--db", folder / "timed.sqlite", folder / "big.jsonl"]),
        (interrupted_export, ["export", "--db", store, "-o", folder / "timed.jsonl"]),
        (interrupted_reports, ["report", "--all", "--db", store, "--html", folder / "timed"]),
    ):
        start = time.monotonic()
        tool.run(*words)
        usual[work] = (time.monotonic() - start) * 1.1
    return usual


def stop(tool, process, kind, seconds, place=None):
    """Sends a signal after a number of seconds, or when a file is being written in a folder."""
    if seconds is None:
        await_temporary(place, process)
    else:
        time.sleep(seconds)
    if process.poll() is None:
        process.send_signal(kind)
    return tool.end(process, expects_signal={signal.SIGINT, signal.SIGTERM, signal.SIGPIPE})


def interrupted_recording(tool, _, place, kind, delay, tally, label):
    store = place / "a.sqlite"
    process = tool.start("record", "--db", store, "--ack", "--batch-ms", "20", stdin=subprocess.PIPE)
    pipe, process.stdin = process.stdin, None
    feeder = threading.Thread(target=pace, args=(pipe, frames(20_000)))
    feeder.start()
    # A signal that arrives before the tool installs its handler ends it at once, like any program.
    run = stop(tool, process, kind, delay)
    if kind == signal.SIGPIPE:
        tally.check(run.code == 0, f"{label}: {run.text}")
    else:
        tally.check(run.code in (0, 4, 130), f"{label}: {run.text}")
    feeder.join()
    left = sorted(path.name for path in place.iterdir())
    last = last_acknowledged(run.out)
    if last >= 0:
        tally.check(left == ["a.sqlite"], f"{label}: {left} is left")
        rows = tool.query(store, "SELECT count(*), max(seq) + 1 FROM frame")
        count = int(rows[0].split(",")[0]) if rows else 0
        tally.keep(count > last and rows == [f"{count},{count}"], f"{label}: {last} acknowledged, {rows} stored")
        verified = tool.run("verify", "--db", store)
        tally.check(verified.code == 0, f"{label}: {verified.text}")


def interrupted_import(tool, _, place, kind, delay, tally, label):
    store = place / "a.sqlite"
    process = tool.start("import", "--db", store, place.parent / "big.jsonl")
    run = stop(tool, process, kind, delay)
    left = sorted(path.name for path in place.iterdir())
    tally.check(left in ([], ["a.sqlite"]), f"{label}: {run.text}: {left} is left")
    if left and store.stat().st_size:
        rows = tool.query(store, "SELECT count(*) FROM frame")
        tally.keep(rows == (["40000"] if run.code == 0 else ["0"]) or rows == ["40000"],
                   f"{label}: {run.text}: {rows} frames")


def interrupted_export(tool, source, place, kind, delay, tally, label):
    target = place / "out.jsonl"
    target.write_bytes(b"old\n")
    run = stop(tool, tool.start("export", "--db", source, "-o", target), kind, delay, place)
    left = sorted(path.name for path in place.iterdir())
    tally.check(left == ["out.jsonl"], f"{label}: {run.text}: {left} is left")
    whole = target.read_bytes()
    lines = whole.count(b"\n")
    tally.keep(whole == b"old\n" or lines > 41_000, f"{label}: {run.text}: {lines} lines")
    tally.check(run.code != 0 or whole != b"old\n", f"{label}: it says that it is done, the old file is there")


def interrupted_reports(tool, source, place, kind, delay, tally, label):
    target = place / "reports"
    process = tool.start("report", "--all", "--db", source, "--html", target)
    run = stop(tool, process, kind, delay, place)
    left = sorted(path.name for path in target.rglob("*")) if target.exists() else []
    for name in left:
        tally.check(name.endswith(".html"), f"{label}: {run.text}: {name} is left")
    for path in target.rglob("*.html") if target.exists() else []:
        tally.keep(path.read_bytes().rstrip().endswith(b"</html>"), f"{label}: {path.name} is cut")

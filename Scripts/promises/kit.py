"""Shared by the suites of promises: the tool, logs to feed it, and a count of the results."""

import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FIXTURES = ROOT / "fixtures"
# A trap ends a Swift program with one of these signals. KILL and the signals that a suite sends are
# not included.
TRAPS = {signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE}


def table():
    """The rows of promises.tsv: {number: (quick, full, title)}."""
    rows = {}
    for line in (HERE / "promises.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            number, quick, full, title = line.split("\t")
            rows[int(number)] = (int(quick), int(full), title)
    return rows


class Tally:
    """Rounds of one promise, and the failures in them."""

    def __init__(self, number):
        self.number = number
        self.rounds = self.lost = self.trapped = self.wrong = 0
        self.skipped = []
        self.notes = []

    def count(self, rounds=1):
        self.rounds += rounds

    def lose(self, message):
        self.lost += 1
        self.say("lost", message)

    def trap(self, message):
        self.trapped += 1
        self.say("trapped", message)

    def mistake(self, message):
        self.wrong += 1
        self.say("wrong", message)

    def check(self, holds, message):
        if not holds:
            self.mistake(message)
        return holds

    def keep(self, holds, message):
        if not holds:
            self.lose(message)
        return holds

    def skip(self, message):
        """A check that this machine cannot run; stated with the counts."""
        if message not in self.skipped:
            self.skipped.append(message)
            print(f"promise {self.number}: skipped: {message}", flush=True)

    def note(self, message):
        self.notes.append(message)

    def say(self, kind, message):
        print(f"promise {self.number}: {kind}: {message}", flush=True)

    @property
    def is_kept(self):
        return self.lost + self.trapped + self.wrong == 0

    def line(self):
        return f"{self.number}\t{self.rounds}\t{self.lost}\t{self.trapped}\t{self.wrong}\n"


class Run:
    """One run of the tool, until it ends."""

    def __init__(self, code, out, err, seconds=0.0, kilobytes=0):
        self.code, self.out, self.err = code, out, err
        self.seconds, self.kilobytes = seconds, kilobytes

    @property
    def text(self):
        return f"code {self.code}: {self.err.strip()[-300:]}"


class Tool:
    """The tool under test; every run of it is checked for traps."""

    def __init__(self, path, tally):
        self.path, self.tally = str(pathlib.Path(path).resolve()), tally
        self.environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8"}

    def start(self, *words, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        return subprocess.Popen([self.path, *map(str, words)], env=self.environment, **options)

    def end(self, process, expects_signal=(), timeout=600):
        """Waits for a run to end; returns the text of its outputs, its exit code, and its peak memory."""
        start = time.monotonic()
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            self.tally.mistake(f"{process.args[1:4]} hangs")
        self.watch(process, process.returncode, err, expects_signal)
        text = lambda data: (data or b"").decode("utf-8", "surrogateescape")
        return Run(process.returncode, text(out), text(err), time.monotonic() - start)

    def watch(self, process, code, err=b"", expects_signal=()):
        if code < 0 and -code not in expects_signal:
            kind = self.tally.trap if -code in TRAPS else self.tally.mistake
            kind(f"{' '.join(process.args[1:5])} ended with signal {-code}: {(err or b'')[-300:]!r}")
        if code == 70:
            self.tally.trap(f"{' '.join(process.args[1:5])} says that it is at fault: {(err or b'')[-300:]!r}")

    def run(self, *words, timeout=600, **options):
        return self.end(self.start(*words, **options), timeout=timeout)

    def measured(self, *words, feed=None, timeout=3600):
        """Runs the tool with `feed` writing to its standard input, and measures the peak memory of this run."""
        process = self.start(*words, stdin=subprocess.PIPE if feed else subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        start = time.monotonic()
        peak = [0]
        watcher = threading.Thread(target=watch_memory, args=(process, peak))
        watcher.start()
        if feed:
            try:
                feed(process.stdin)
                process.stdin.close()
            except BrokenPipeError:
                pass
        watcher.join()
        self.watch(process, process.returncode)
        return Run(process.returncode, "", "", time.monotonic() - start, peak[0])

    def query(self, store, sql):
        """Rows of a store, read by the tool."""
        run = self.run("query", "--db", store, "--format", "csv", sql)
        return run.out.splitlines()[1:] if run.code == 0 else None


class Folder:
    """A temporary folder that is removed at the end."""

    def __init__(self, parent=None):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="scrolltrace-promise-", dir=parent))

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def watch_memory(process, peak):
    """Reads the peak memory of a process until it ends.

    wait4 would report at least the memory of this Python program, from which the process was forked.
    """
    while process.poll() is None:
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        except OSError:
            break
        for line in status.splitlines():
            if line.startswith("VmHWM:"):
                peak[0] = max(peak[0], int(line.split()[1]))
        time.sleep(0.005)
    process.wait()


def await_temporary(folder, process, seconds=10):
    """Waits until a program has begun to write a file in a folder or below it, or has ended."""
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        if any(name.startswith(".scrolltrace-") for _, _, names in os.walk(folder) for name in names):
            return


def frames(count, name="log", start=0, step=8.333333):
    """A log of distinguishable frames, one for every refresh."""
    lines = [f'{{"scrolltrace":1,"name":"{name}"}}']
    lines += [f'{{"t":{start + index * step:.6f},"k":"frame","x":0,"y":{index}}}' for index in range(count)]
    return ("\n".join(lines) + "\n").encode()


def pace(pipe, data, lines=40, seconds=0.01):
    """Feeds a log in bursts, as an app would; ends with its reader."""
    rows = data.splitlines(keepends=True)
    try:
        for place in range(0, len(rows), lines):
            pipe.write(b"".join(rows[place:place + lines]))
            pipe.flush()
            time.sleep(seconds)
        pipe.close()
    except (BrokenPipeError, OSError):
        pass


def last_acknowledged(text):
    """The last seq in the output of --ack; a line that was cut off does not count."""
    whole = text[:text.rfind("\n") + 1].split()
    return int(whole[-1]) if whole else -1


def raw(path, sql=None):
    """The store as any SQLite program opens it; with `sql`, the rows of one statement."""
    database = sqlite3.connect(f"file:{path}?mode=rw", uri=True, isolation_level=None)
    if sql is None:
        return database
    try:
        return database.execute(sql).fetchall()
    finally:
        database.close()


def bytes_of(folder):
    """The bytes of every file of a folder, by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def ignore_file_size_signal():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def limit_file_size(size):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def spread(count, low, high):
    """Sizes from low to high, each larger than the previous one by the same factor."""
    factor = (high / low) ** (1 / max(1, count - 1))
    return [int(low * factor ** index) for index in range(count)]


def generator(number):
    """Random numbers that differ in each run; the seed is printed so that a run can be repeated."""
    seed = int(os.environ.get("SCROLLTRACE_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"promise {number}: seed {seed}", flush=True)
    return random.Random(seed)


def workers(parent):
    """The processes that a process has started."""
    listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True).stdout
    pairs = (line.split() for line in listed.splitlines())
    return [int(process) for process, owner in pairs if int(owner) == parent]


def kill_part(process, of_workers, draw):
    """Kills a process or one of its workers; returns whether it was still running."""
    victims = workers(process.pid) if of_workers else [process.pid]
    if process.poll() is not None or not victims:
        return False
    try:
        os.kill(draw.choice(victims), signal.SIGKILL)
    except ProcessLookupError:
        # The worker has ended since it was listed.
        return False
    return True

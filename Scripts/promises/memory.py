"""Promise 13: memory does not grow with the input."""

import os
import threading
import time
import zlib

from kit import Folder, frames

LIMIT_KILOBYTES = 64 << 10
# The additional memory that a long input may use: buffers that fill up, and noise.
GROWTH_KILOBYTES = 12 << 10
HEADER = b'{"scrolltrace":1,"name":"endless"}\n'
# Equal times are legal, so that one block can be sent forever.
BLOCK = b"".join(b'{"t":5,"k":"frame","x":0,"y":%d}\n' % (index % 1000) for index in range(30_000))


def bounded(tool, rounds, tally, is_full):
    size = 10 << 30 if is_full else 32 << 20
    stored = 1 << 30 if is_full else 12 << 20
    if not os.path.exists("/proc/self/status"):
        tally.skip("the peak memory of a process is only known where there is /proc")
        return
    with Folder() as folder:
        short = through_fifo(tool, folder, folder / "a.sqlite", few_lines).kilobytes
        for name, words, feed in (
            (f"{size >> 20} MB of lines through a pipe", ["import", "--dry-run", "-"], lambda pipe: lines(pipe, size)),
            (f"{size >> 20} MB packed by gzip", ["import", "--dry-run", bomb(folder, size)], None),
            ("a line of 300 MB", ["import", "--dry-run", "-"], long_line),
            (f"{stored >> 20} MB of lines into a store", ["import", "-"], lambda pipe: lines(pipe, stored)),
            (f"{stored >> 20} MB of lines recorded", ["record"], lambda pipe: lines(pipe, stored)),
        ):
            tally.count()
            store = folder / "a.sqlite"
            if name.endswith("pipe"):
                run = through_fifo(tool, folder, store, feed)
            else:
                run = tool.measured(*words, "--db", store, "--max-input", str(1 << 40), feed=feed) \
                    if words[0] == "import" else tool.measured(*words, "--db", store, feed=feed)
            tally.check(run.code == 0 or name.startswith("a line"), f"{name}: code {run.code}")
            tally.check(0 < run.kilobytes < LIMIT_KILOBYTES, f"{name}: {run.kilobytes >> 10} MB of memory")
            if words[0] == "import" and "--dry-run" in words:
                tally.check(run.kilobytes < short + GROWTH_KILOBYTES, f"{name}: {run.kilobytes} kB, a short one {short} kB")
            tally.note(f"{name}: {run.kilobytes >> 10} MB of memory, {run.seconds:.0f} s")
            for path in folder.glob("a.sqlite*"):
                path.unlink()
        long_store(tool, folder, tally)


def through_fifo(tool, folder, store, feed):
    """A named pipe instead of a file: it has no length and cannot be read twice."""
    path = folder / "pipe"
    path.unlink(missing_ok=True)
    os.mkfifo(path)

    def write():
        try:
            with open(path, "wb") as pipe:
                feed(pipe)
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    run = tool.measured("import", "--dry-run", path, "--db", store, "--max-input", str(1 << 40))
    return run


def lines(pipe, size):
    pipe.write(HEADER)
    for _ in range(size // len(BLOCK) + 1):
        pipe.write(BLOCK)


def few_lines(pipe):
    lines(pipe, 1 << 20)
    # The memory is sampled, so the run must last long enough, also on a busy machine.
    pipe.flush()
    time.sleep(0.5)


def long_line(pipe):
    pipe.write(HEADER + b'{"t":1,"k":"frame","x":0,"y":0,"extra":"')
    for _ in range(300):
        pipe.write(b"x" * (1 << 20))
    pipe.write(b'"}\n{"t":2,"k":"frame","x":0,"y":1}\n')


def bomb(folder, size):
    path = folder / "bomb.gz"
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    with open(path, "wb") as file:
        file.write(packer.compress(HEADER))
        for _ in range(size // len(BLOCK) + 1):
            file.write(packer.compress(BLOCK))
        file.write(packer.flush())
    return path


def long_store(tool, folder, tally):
    """Verbs that read a store must not hold it in memory: a long trace uses as much as a short one."""
    peaks = {}
    for count in (20_000, 300_000):
        store = folder / f"{count}.sqlite"
        tool.measured("import", "-", "--db", store, feed=lambda pipe: pipe.write(frames(count)))
        for words in (["replay", "1", "--drive", "offset", "--no-keep"], ["verify"], ["export", "-o", folder / "out.jsonl"]):
            run = tool.measured(*words, "--db", store)
            tally.check(run.code == 0, f"{words[0]} of {count} frames: code {run.code}")
            peaks[words[0], count] = run.kilobytes
    for verb in ("replay", "verify", "export"):
        short, long = peaks[verb, 20_000], peaks[verb, 300_000]
        tally.check(0 < long < min(LIMIT_KILOBYTES, short + GROWTH_KILOBYTES), f"{verb}: {short} kB, {long} kB")

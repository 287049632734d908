"""Promises about disks that fill up or cannot be written: 4 and 6."""

import os
import shutil
import signal
import stat
import subprocess
import threading

from kit import FIXTURES, Folder, bytes_of, frames, last_acknowledged, limit_file_size, pace, raw, spread

LOG = frames(12_000)


def full(tool, rounds, tally):
    """4: files that may not grow beyond a size and, where root may mount one, a disk of that size."""
    outcomes = []
    with Folder() as folder:
        for size in spread(max(1, rounds // 2), 4096, 800_000):
            outcomes.append(limited(tool, folder, size, tally))
        if os.geteuid() == 0 and can_mount():
            for size in spread(max(1, rounds - rounds // 2), 64 << 10, 3 << 20):
                outcomes.append(mounted(tool, folder, size, tally))
        else:
            tally.skip("only root can mount a disk of 8 MB")
        exported(tool, folder, tally)
    tally.check(sum(outcomes) * 2 >= len(outcomes), f"only {sum(outcomes)} of {len(outcomes)} disks were full")


def limited(tool, folder, size, tally):
    tally.count()
    store = folder / f"{size}.sqlite"
    process = tool.start("record", "--db", store, "--ack", "--batch-ms", "10", stdin=subprocess.PIPE,
                         preexec_fn=limit_file_size(size))
    pipe, process.stdin = process.stdin, None
    feeder = threading.Thread(target=pace, args=(pipe, LOG, 200, 0.002))
    feeder.start()
    run = tool.end(process)
    feeder.join()
    return judge(tool, store, run, f"files of {size} bytes", tally)


def can_mount():
    return subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0


def mounted(tool, folder, size, tally):
    """The mount belongs to the child process; its files are copied out before it disappears."""
    tally.count()
    place = folder / f"mounted-{size}"
    (place / "disk").mkdir(parents=True)
    script = """
        mount -t tmpfs -o size="$1" none "$2/disk" || exit 99
        "$3" record --db "$2/disk/a.sqlite" --ack --batch-ms 10
        code=$?
        cp "$2/disk"/* "$2" 2>/dev/null
        exit $code
    """
    process = subprocess.Popen(["unshare", "-m", "sh", "-c", script, "sh", str(size), place, tool.path],
                               env=tool.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    pipe, process.stdin = process.stdin, None
    feeder = threading.Thread(target=pace, args=(pipe, LOG, 200, 0.002))
    feeder.start()
    run = tool.end(process)
    feeder.join()
    if run.code == 99:
        tally.skip("tmpfs cannot be mounted here")
        return True
    if run.code > 128:
        tally.trap(f"a disk of {size} bytes: {run.text}")
    return judge(tool, place / "a.sqlite", run, f"a disk of {size} bytes", tally)


def judge(tool, store, run, label, tally):
    """Returns whether the disk was full; everything acknowledged must be in the store either way."""
    last = last_acknowledged(run.out)
    # Exit code 73: not even an empty store fits.
    tally.check(run.code == 0 or run.code == 74 or (run.code == 73 and last < 0), f"{label}: {run.text}")
    tally.check(run.code == 0 or len(run.err.strip().splitlines()) >= 1, f"{label}: it fails without a word")
    if run.code == 0:
        tally.keep(last == 11_999, f"{label}: it says that all is well after {last}")
    if last >= 0:
        rows = tool.query(store, "SELECT count(*), max(seq) + 1 FROM frame")
        count = int(rows[0].split(",")[0]) if rows else 0
        tally.keep(rows == [f"{count},{count}"] and count > last, f"{label}: {last} acknowledged, {rows} stored")
        whole = tool.query(store, "PRAGMA integrity_check")
        tally.check(whole == ["ok"], f"{label}: {whole}")
        recovered = tool.run("recover", store)
        tally.check(recovered.code == 0, f"{label}: recover: {recovered.text}")
    for path in store.parent.glob(store.name + "*"):
        path.unlink()
    return run.code != 0


def exported(tool, folder, tally):
    """Files that are written completely or not at all, without room for them."""
    store, target = folder / "a.sqlite", folder / "out.jsonl"
    tool.run("import", "--db", store, FIXTURES / "traces/two-flings.jsonl")
    for words in (["export", "-o", target], ["report", "1", "--html", target], ["report", "1", "--json-out", target]):
        target.write_bytes(b"old")
        run = tool.run(words[0], "--db", store, *words[1:], preexec_fn=limit_file_size(1000))
        tally.check(run.code in (73, 74) and run.err.strip(), f"{words[0]} without room: {run.text}")
        tally.keep(target.read_bytes() == b"old", f"{words[0]} without room changed the old file")
        left = [path.name for path in folder.iterdir() if path.name.startswith(".scrolltrace")]
        tally.check(not left, f"{words[0]} without room leaves {left}")
    device = tool.run("export", "--db", store, stdout=open("/dev/full", "wb"))
    tally.check(device.code == 74, f"export to a full device: {device.text}")


# ---- read-only


def read_only(tool, rounds, tally):
    """6: sealed, WAL and crashed stores; in a folder, as a file, and on a read-only mount."""
    if os.geteuid() != 0:
        tally.skip("mounting read-only needs root; folder and file were tried")
    with Folder() as folder:
        folder.chmod(0o755)
        # Another user must be able to run the tool, wherever it was built.
        shutil.copy(tool.path, folder / "scrolltrace")
        stores = make_stores(tool, folder, tally)
        for name, source in stores.items():
            for way in ("folder", "file", "mount"):
                if way == "mount" and os.geteuid() != 0:
                    continue
                tally.count()
                read_everything(tool, folder, source, way, f"a {name} store, read-only {way}", name == "sealed", tally)


def make_stores(tool, folder, tally):
    stores = {}
    for name in ("sealed", "wal", "crashed"):
        place = folder / f"made-{name}"
        place.mkdir()
        store = place / "a.sqlite"
        tool.run("import", "--db", store, FIXTURES / "traces/two-flings.jsonl")
        if name == "wal":
            database = raw(store)
            database.execute("PRAGMA journal_mode = WAL").fetchall()
            database.execute("SELECT count(*) FROM frame").fetchall()
            database.close()
        if name == "crashed":
            process = tool.start("record", "--db", store, "--ack", "--batch-ms", "5", stdin=subprocess.PIPE)
            pipe, process.stdin = process.stdin, None
            feeder = threading.Thread(target=pace, args=(pipe, frames(4000)))
            feeder.start()
            for _ in range(5):
                process.stdout.readline()
            process.kill()
            tool.end(process, expects_signal={signal.SIGKILL})
            feeder.join()
            tally.check((place / "a.sqlite-wal").exists(), "the crashed store has no log beside it")
        stores[name] = place
    return stores


def read_everything(tool, folder, source, way, label, must_work, tally):
    place = folder / "tried"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(source, place)
    for path in place.iterdir():
        path.chmod(0o444 if way != "folder" else 0o644)
    place.chmod(0o555 if way == "folder" else 0o777)
    before = bytes_of(place)
    program, prefix = folder / "scrolltrace", []
    if os.geteuid() == 0:
        nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
        prefix = nobody.split()
        if way == "mount":
            bind = f'mount --bind "{place}" "{place}" && mount -o remount,bind,ro "{place}" && exec {nobody} "$@"'
            prefix = ["unshare", "-m", "sh", "-c", bind, "sh"]
    for words in (["list"], ["show", "1"], ["verify"], ["query", "SELECT count(*) FROM frame"], ["replay", "1"],
                  ["analyze", "settles", "1"], ["analyze", "findings", "1"], ["export"], ["report", "1"],
                  ["import", FIXTURES / "traces/card-carousel.jsonl"]):
        words = [words[0], "--db", place / "a.sqlite", *words[1:]]
        process = subprocess.Popen([*prefix, program, *map(str, words)], env=tool.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        run = tool.end(process)
        writes = words[0] == "import"
        name = f"{label}: {words[0]}"
        if writes and way != "file":
            tally.check(run.code in (73, 74, 75) and run.err.strip(), f"{name}: {run.text}")
        elif must_work and not writes:
            tally.check(run.code in (0, 1), f"{name}: {run.text}")
        else:
            tally.check(run.code in (0, 1, 65, 66, 69, 73, 74), f"{name}: {run.text}")
            tally.check(run.code in (0, 1) or len(run.err.strip().splitlines()) >= 1, f"{name}: it fails without a word")
        changed = {key for key in before if bytes_of(place).get(key) != before[key]}
        tally.keep("a.sqlite" not in changed and "a.sqlite-wal" not in changed, f"{name} changed {changed}")
        if way != "file":
            tally.keep(not changed and set(bytes_of(place)) == set(before), f"{name} left {sorted(bytes_of(place))}")
    place.chmod(stat.S_IRWXU)

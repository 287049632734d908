"""Promises about stores that another program or another version made: 8, 17 and 21."""

import os
import resource
import shutil
import signal
import struct
import subprocess
import time

from kit import FIXTURES, Folder, generator, raw


def base(tool, folder):
    store = folder / "base.sqlite"
    tool.run("import", "--db", store, FIXTURES / "traces/two-flings.jsonl")
    return store


# ---- hostile stores


def changed(sql):
    def make(path, store):
        shutil.copy(store, path)
        database = raw(path)
        database.executescript("PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON;" + sql)
        database.close()
    return make


def overwritten(place, data):
    def make(path, store):
        shutil.copy(store, path)
        with open(path, "r+b") as file:
            file.seek(place if place >= 0 else path.stat().st_size + place)
            file.write(data)
    return make


def written(data):
    return lambda path, store: path.write_bytes(data(store) if callable(data) else data)


BOMB = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS trace_id FROM n"
# The deepest nesting that this SQLite allows in writing; a reader allows less.
NESTED = "1" + " + 1" * 900

# Name, how the store is made, accepted exit codes, words of which one must appear (none if it may
# work).
HOSTILE = [
    ("pipe", lambda path, store: os.mkfifo(path), (65, 66), ("regular", "pipe", "not a file")),
    ("folder", lambda path, store: path.mkdir(), (65, 66), ("directory", "folder", "regular")),
    ("empty", written(b""), (65, 66), ("empty", "not a scrolltrace store")),
    ("text", written(b"not a database at all\n" * 500), (65,), ("not a",)),
    ("foreign", changed("PRAGMA application_id = 0"), (65,), ("not a scrolltrace store",)),
    ("newer", changed("PRAGMA user_version = 99"), (65,), ("99",)),
    ("view as table", changed(f"DROP TABLE gap; CREATE VIEW gap AS {BOMB};"), (65,), ("not ours",)),
    ("view of ours replaced", changed(f"DROP VIEW traces; CREATE VIEW traces AS {BOMB};"), (65,), ("not ours",)),
    ("trigger", changed("CREATE TRIGGER evil AFTER INSERT ON capture BEGIN DELETE FROM trace; END;"), (0,), ("evil",)),
    ("cut in half", written(lambda store: store.read_bytes()[:store.stat().st_size // 2]), (65,), ("recover",)),
    ("page size of nothing", overwritten(16, b"\0\0"), (65,), ("not a", "damaged")),
    ("largest page count", overwritten(28, struct.pack(">I", 0xFFFFFFFE)), (0, 65), ()),
    ("schema page of noise", overwritten(100, bytes(range(256)) * 8), (65,), ("damaged", "malformed")),
    ("page that points to itself", overwritten(4096, b"\x05" + struct.pack(">HHHBI", 0, 1, 4000, 0, 2) + b"\0" * 80),
     (65,), ("damaged", "malformed")),
    ("statement of the schema broken", changed("UPDATE sqlite_schema SET sql = 'CREATE TABLE' WHERE name = 'gap';"),
     (65,), ("damaged", "malformed", "not ours", "recover")),
    ("expression 900 deep", changed(f"CREATE TABLE deep (x CHECK (x > {NESTED}));"), (0, 65), ()),
    ("text of 40 MB", changed("UPDATE trace SET name = hex(zeroblob(20000000));"), (65,), ("too big", "damaged", "name", "recover")),
    ("blob for a number", changed("PRAGMA foreign_keys = OFF; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') "
                                  "WHERE name = 'frame';"), (65,), ("not ours", "damaged")),
    ("link to itself", lambda path, store: os.symlink(path, path), (65, 66), ("link", "symbolic", "cannot", "no file")),
    ("device without end", lambda path, store: os.symlink("/dev/zero", path), (65, 66), ("regular", "device", "not a file")),
]


def processor_seconds():
    """The processor time of all ended child processes so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def hostile(tool, rounds, tally):
    """8: each in its own folder; every verb that reads must answer within a second."""
    with Folder() as folder:
        store = base(tool, folder)
        for name, make, codes, words in HOSTILE:
            tally.count()
            path = folder / "hostile.sqlite"
            make(path, store)
            before = path.read_bytes() if path.is_file() and not path.is_symlink() else None
            for verb in (["list"], ["show", "1"], ["verify"], ["query", "SELECT 1"]):
                # Processor time: the time that the tool waits for a processor is not its own.
                start = processor_seconds()
                run = tool.run(verb[0], "--db", path, *verb[1:], timeout=20)
                seconds = processor_seconds() - start
                label = f"{name}, {verb[0]}"
                tally.check(seconds < 1, f"{label}: {seconds:.1f} s")
                # Only verbs that read the long text must reject it.
                may_answer = label == "text of 40 MB, query" and run.code == 0
                tally.check(run.code in codes or may_answer, f"{label}: {run.text}")
                said = run.err.lower()
                if words and run.code in codes:
                    tally.check(any(word in said for word in words), f"{label}: {run.text}")
            if before is not None:
                tally.keep(path.read_bytes() == before, f"{name}: a store that was only read changed")
            (shutil.rmtree if path.is_dir() and not path.is_symlink() else os.unlink)(path)


# ---- versions


def migrated(tool, rounds, tally):
    """17: kill -9 while the first write to a store of an older version migrates it."""
    random = generator(17)
    olds = [FIXTURES / f"stores/v{version}.sqlite" for version in (1, 2, 3, 4)]
    newest = 5
    digests = (FIXTURES / "stores/v1.digests").read_text()
    log = FIXTURES / "traces/two-flings.jsonl"
    versions = {}
    with Folder() as folder:
        store = folder / "a.sqlite"
        shutil.copy(olds[0], store)
        start = time.monotonic()
        tool.run("import", "--db", store, log)
        usual = time.monotonic() - start
        for number in range(rounds):
            tally.count()
            for path in folder.iterdir():
                path.unlink()
            shutil.copy(olds[number % len(olds)], store)
            # Every third store is killed twice.
            for _ in range(2 if number % 3 == 0 else 1):
                process = tool.start("import", "--db", store, log)
                time.sleep(random.uniform(0, usual * 1.1))
                process.kill()
                tool.end(process, expects_signal={signal.SIGKILL})
            version = raw(store, "PRAGMA user_version")[0][0]
            versions[version] = versions.get(version, 0) + 1
            tables = raw(store, "SELECT count(*) FROM sqlite_schema WHERE name IN ('settle', 'probe', 'kept_cause')")[0][0]
            tally.check((version, tables) in ((1, 0), (2, 1), (3, 2), (4, 3), (5, 3)), f"round {number}: version {version}, {tables} new tables")
            judge_store(tool, store, digests, f"round {number}, killed", tally)
            finished = tool.run("import", "--db", store, log)
            tally.check(finished.code in (0, 4), f"round {number}: {finished.text}")
            judge_store(tool, store, digests, f"round {number}, finished", tally)
            tally.keep(raw(store, "PRAGMA user_version")[0][0] == newest, f"round {number}: not up to date in the end")
    tally.note(f"versions after the kill: {dict(sorted(versions.items()))}")


def judge_store(tool, store, digests, label, tally):
    whole = raw(store, "PRAGMA integrity_check")
    tally.keep(whole == [("ok",)], f"{label}: {whole}")
    stored = raw(store, "SELECT lower(hex(inputs_digest)) || ' ' || lower(hex(observations_digest)) || ' ' || "
                 "lower(hex(information_digest)) FROM trace WHERE trace_id <= 4 ORDER BY trace_id")
    tally.keep("".join(row[0] + "\n" for row in stored) == digests, f"{label}: the digests of the old traces differ")
    run = tool.run("verify", "--db", store)
    tally.keep(run.code == 0, f"{label}: verify: {run.text}")


def newer_and_foreign(tool, rounds, tally):
    """21: a store of a later version, and a database of another application."""
    with Folder() as folder:
        store = base(tool, folder)
        known = raw(store, "PRAGMA user_version")[0][0]
        for sql, words in (
            (f"PRAGMA user_version = {known + 1}", (str(known), str(known + 1))),
            ("PRAGMA application_id = 0", ("not a scrolltrace store",)),
        ):
            tally.count()
            path = folder / "other.sqlite"
            shutil.copy(store, path)
            raw(path, sql)
            before = path.read_bytes()
            for verb in (["list"], ["show", "1"], ["verify"], ["export"], ["replay", "1"], ["recover"],
                         ["import", FIXTURES / "traces/card-carousel.jsonl"], ["analyze", "settles", "1"]):
                line = [verb[0], path] if verb[0] == "recover" else [verb[0], "--db", path, *verb[1:]]
                run = tool.run(*line)
                tally.check(run.code == 65 and all(word in run.err for word in words), f"{sql}: {verb[0]}: {run.text}")
                tally.keep(path.read_bytes() == before, f"{sql}: {verb[0]} changed the file")
                left = sorted(item.name for item in folder.iterdir())
                tally.check(left == ["base.sqlite", "other.sqlite"], f"{sql}: {verb[0]} leaves {left}")

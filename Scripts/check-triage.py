"""Triage of a corpus with known causes, also while it is disturbed.

usage: check-triage.py ROOT TOOL small|full    in an empty folder

1. Causes: each cause is the main cause of its own problem, and at least 98 % of its traces are in it.
2. Bytes: workers, order, and kills at random moments change no byte of the output.
3. Disturbances: a worker that is killed, hangs or uses all memory; a full disk; a read-only folder.
4. Baseline: an injected regression of 1 % is found; shuffles of one corpus show none.
"""
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

root, tool, is_full = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "full"
here = pathlib.Path.cwd()
sys.path.insert(0, str(root / "Scripts/promises"))
from kit import kill_part, limit_file_size  # noqa: E402

OUTPUTS = ["index.html", "rows.jsonl", "triage.sqlite", "summary.md", "junit.xml"]
draw = random.Random(40)
temporary = here / "tmp"
temporary.mkdir()
environment = {**os.environ, "TMPDIR": str(temporary)}


def check(holds, message):
    if not holds:
        sys.exit(f"check-triage: {message}")


def say(message):
    print(f"check-triage: {message}", flush=True)


def triage(*words, codes=(0, 1, 3), **options):
    done = subprocess.run([tool, "triage", *map(str, words)], capture_output=True, text=True,
                          env=environment, **options)
    check(done.returncode in codes, f"triage {words} ends with {done.returncode}\n{done.stderr}")
    return done


def make(name, *words):
    subprocess.run([sys.executable, root / "Scripts/corpus/make.py", tool, here / name, *map(str, words)],
                   check=True, stdout=subprocess.DEVNULL)


def contents(folder):
    return [(here / folder / name).read_bytes() for name in OUTPUTS]


# 1. Causes.

def truth(name):
    lines = (here / name / "truth.tsv").read_text().splitlines()
    return {str(here / name / file): cause for file, cause, _ in (line.split("\t") for line in lines)}


def purity(name, folder):
    """The problem of each cause; a misplaced trace counts against its cause and against that problem."""
    causes = truth(name)
    by_cause = collections.defaultdict(collections.Counter)
    for file, problem in sqlite3.connect(here / folder / "triage.sqlite").execute(
            "SELECT file, problem FROM trace WHERE NOT is_copy AND verdict NOT IN ('skipped', 'failed')"):
        if causes[file] not in ("copy", "damaged"):
            by_cause[causes[file]][problem] += 1
    healthy = by_cause.pop("healthy", collections.Counter())
    home = {cause: problems.most_common(1)[0][0] for cause, problems in by_cause.items()}
    mistakes = []
    for cause, problems in sorted(by_cause.items()):
        share = problems[home[cause]] / problems.total()
        if share < 0.98:
            mistakes.append(f"{cause}: {100 * share:.1f} % in one problem: {dict(problems)}")
    shared = [problem for problem, count in collections.Counter(home.values()).items() if count > 1]
    mistakes += [f"{problem} is the problem of {[c for c in home if home[c] == problem]}" for problem in shared]
    everybody = sum((problems for problems in by_cause.values()), collections.Counter())
    strays = sum(problems.total() - problems[home[cause]] for cause, problems in by_cause.items())
    wrong = healthy.total() - healthy[None]
    say(f"{everybody.total()} traces of {len(by_cause)} causes: {strays} outside of their problem; "
        f"{wrong} of {healthy.total()} healthy traces have one")
    check(wrong <= healthy.total() * 0.02, f"healthy traces have problems: {dict(healthy)}")
    check(not mistakes, "\n  ".join(["causes and problems do not agree", *mistakes]))


size, bases = (10_000, 60) if is_full else (400, 2)
make("corpus", "--captures", size, "--bases", bases)
began = time.monotonic()
triage(here / "corpus/captures", "-o", "one", "--no-reports")
say(f"{size} captures in {time.monotonic() - began:.0f} s")
purity("corpus", "one")

# 2. Bytes.

make("small", "--captures", 300 if is_full else 60, "--bases", 2, "--causes", 20, "--seed", 2)
captures = here / "small/captures"
files = sorted(str(path) for path in captures.rglob("*") if path.is_file())
triage(captures, "-o", "whole", "--no-reports", "-j", 1)
for jobs in (2, 4):
    draw.shuffle(files)
    triage("-", "-o", f"jobs-{jobs}", "--no-reports", "-j", jobs, input="\n".join(files))
    check(contents(f"jobs-{jobs}") == contents("whole"), f"{jobs} workers and another order change bytes")


def killed(kind, delay):
    """Starts a triage and kills it or one of its workers after a delay; returns whether it was still running."""
    process = subprocess.Popen([tool, "triage", str(captures), "-o", "cut", "--no-reports", "-j", "2"],
                               env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(delay)
    is_running = kill_part(process, kind == "worker", draw)
    code = process.wait()
    check(code in (0, 1, 3, -signal.SIGKILL), f"a kill of a {kind} ends the triage with {code}")
    return is_running


# Promise 25 kills triages, too.
rounds = 100 if is_full else 4
began = time.monotonic()
triage(captures, "-o", "cut", "--no-reports", "-j", 2)
length = time.monotonic() - began
hits = number = 0
# A run that is quicker than the measured one ends before its kill, so some rounds may have to be repeated.
while number < rounds or hits * 3 < rounds and number < rounds * 10:
    if not (here / "cut/rows.unfinished").exists():
        shutil.rmtree(here / "cut", ignore_errors=True)
    hits += killed("parent" if number % 2 else "worker", draw.random() * length)
    number += 1
triage(captures, "-o", "cut", "--no-reports", "-j", 2)
check(hits * 3 >= rounds, f"only {hits} of {number} kills came in time")
check(contents("cut") == contents("whole"), "kills change bytes")
say(f"{hits} kills at random moments: the same bytes")

# 3. Disturbances.

def rows(folder):
    return [json.loads(line) for line in (here / folder / "rows.jsonl").read_text().splitlines()]


os.mkfifo(here / "pipe")
head = json.dumps({"scrolltrace": 1, "name": "endless", "configuration": ""})
large = here / "large.jsonl"
with open(large, "w") as file:
    file.write(head + "\n")
    for number in range(400_000):
        file.write(f'{{"t":0,"k":"layout","cw":390,"ch":9000,"items":[["{number}-a-long-name-of-a-row",'
                   f'0,{number},390,44]]}}\n' if number == 0 else
                   f'{{"t":{number},"k":"frame","x":0,"y":{number % 9000}}}\n')
    file.write('{"t":400000,"k":"layout","cw":390,"ch":90000000,"items":['
               + ",".join(f'["row {number}",0,{number * 44},390,44]' for number in range(400_000)) + "]}\n")
triage("pipe", large, files[0], "-o", "apart", "--timeout", 5, "--memory", 64 << 20, "--no-reports")
found = {pathlib.Path(row["file"]).name: row for row in rows("apart")}
check(found["pipe"]["error_kind"] == "timeout", f"a capture that hangs: {found['pipe']}")
check(found["large.jsonl"]["error_kind"] in ("crash", "memory"), f"all memory: {found['large.jsonl']}")
check(found[pathlib.Path(files[0]).name]["error"] is None, "a failure costs another capture")
say(f"a hang and a lack of memory are rows: {found['large.jsonl']['error']}")


sizes = [4096, 30_000, 120_000] if not is_full else [1024 * step for step in range(1, 200, 6)]
for limit in sizes:
    done = triage(captures, "-o", "full", "--no-reports", codes=(0, 1, 3, 73, 74),
                  preexec_fn=limit_file_size(limit))
    check(done.returncode < 70 or len(done.stderr.strip().splitlines()) == 1,
          f"a full disk must print one line:\n{done.stderr}")
triage(captures, "-o", "full", "--no-reports")
check(contents("full") == contents("whole"), "a full disk changes bytes")
say(f"files of at most {sizes[0]} to {sizes[-1]} bytes: nothing lost")

mounted = """
    mount -t tmpfs -o size="$2" none "$1" || exit 99
    mkdir "$1/captures" && cp "$4" "$1/captures/"
    [ "$2" != 8m ] || mount -o remount,ro "$1"
    "$3" triage "$1/captures" -o "$1/out" --no-reports
"""
(here / "disk").mkdir()
for name, limit, code, word in (("a full disk", "64k", 74, "space"), ("a read-only folder", "8m", 73, "made")):
    done = subprocess.run(["unshare", "-m", "sh", "-c", mounted, "sh", here / "disk", limit, tool, files[0]],
                          capture_output=True, text=True, env=environment)
    if done.returncode in (1, 99) and "unshare" in done.stderr or done.returncode == 99:
        say("only root can mount a disk; left out")
        break
    check(done.returncode == code and word in done.stderr, f"{name}: {done.returncode} {done.stderr}")
    say(f"{name}: exit {code}, {done.stderr.strip()}")

# 4. Baseline, from rows alone.

size = 4000 if is_full else 400
words = ["--captures", size, "--bases", 4, "--causes", 8, "--short", "--healthy", 0.8]
make("before", *words, "--seed", 3)
make("now", *words, "--seed", 4, "--extra", f"scroll-into-the-void={0.01 if is_full else 0.06}")
triage(here / "before/captures", "-o", "baseline", "--no-reports")
same = triage(here / "before/captures", "-o", "same", "--no-reports", "--baseline", "baseline")
check(same.returncode == 3, f"a corpus differs from itself: {same.stdout}")
done = triage(here / "now/captures", "-o", "candidate", "--no-reports", "--baseline", "baseline", "--json", codes=(1,))
bad = [problem for problem in json.loads(done.stdout)["problems"] if problem.get("is_regression")]
check([problem["name"] for problem in bad] == ["scroll-to-s28-layout"], f"another regression: {[b['name'] for b in bad]}")
check("new or more frequent" in (here / "candidate/summary.md").read_text(), "the summary does not name it")
say(f"a planted regression is found: {bad[0]['title']}")
left = [path.name for path in temporary.iterdir()]
say(f"{len(left)} temporary folders of killed runs are left")

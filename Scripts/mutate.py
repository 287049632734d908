#!/usr/bin/env python3
"""Changes the engine, the analysis and the diagnosis at one position at a time and runs the tests that cover it.

Usage: mutate.py [--count N] [--seed S] [--cases N] [--jobs N] [--only TEXT] [--limit N]
                 [--fresh] [--build-only | --no-build]

The sources are copied to .build/mutation. Every chosen position becomes a choice at run time, so that all
mutants are in one build; SCROLLTRACE_MUTANT selects the active one. A run without a mutant must pass.
Suites that compare complete results with approved ones run first, because most mutants end there.
Results are kept in .build/mutation/results.tsv: a mutant that was noticed stays so until its line changes;
a survivor is run again when the tests that cover it have changed. The table goes to docs/mutation.md, with
the reasons of docs/mutation-survivors.tsv. Fails if less than 95 % are noticed of the mutants that can change
a result.

With --only the positions are chosen only from files whose path contains TEXT, and only what their tests need
is built. The table of docs/mutation.md then keeps the rows of all other files. --limit ends after that many
mutants; their order is random, so they are a sample of the chosen ones.
"""

import argparse
import collections
import concurrent.futures
import functools
import hashlib
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from mutation import sites as places  # noqa: E402
from mutation.page import described, write_page  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".build" / "mutation"
TREE = WORK / "tree"
RESULTS = WORK / "results.tsv"
REJECTED = WORK / "rejected.txt"
NUMBERS = WORK / "numbers.tsv"
PATIENCE = 900
BINARY = WORK / "mutants.xctest"

# The changed sources, the test targets that cover them, and those of which only the suites with approved results
# run: what uses the sources is too long to run as a whole. The first matching line applies.
COVERED = [
    ("Sources/ScrollEngine/Peers", ["ScrollEngineTests", "ConformanceTests"], ["AnalysisTests", "DiagnosisTests"]),
    ("Sources/ScrollEngine", ["ScrollEngineTests"], ["AnalysisTests", "DiagnosisTests"]),
    ("Sources/ScrollModel/Numbers", ["ScrollEngineTests"], ["AnalysisTests", "DiagnosisTests"]),
    ("Sources/ScrollModel/Derivation", ["DerivationTests"], []),
    ("Sources/Analysis/Ownership", ["AnalysisTests", "TriageTests", "DiagnosisTests"], []),
    ("Sources/Analysis", ["AnalysisTests", "TriageTests"], ["DiagnosisTests"]),
    ("Sources/Diagnosis", ["DiagnosisTests"], []),
]
C_TARGETS = {
    "CGallery": "",
    "CSHA256": "",
    "CSQLite": 'linkerSettings: [.linkedLibrary("sqlite3")]',
    "CZlib": 'linkerSettings: [.linkedLibrary("z")]',
}
LIBRARIES = [
    "TextKit", "ScrollModel", "ScrollEngine", "Simulation", "Analysis", "Conformance", "SQLite",
    "TraceStore", "Replay", "Triage", "TraceImport", "Diagnosis",
]
TESTS = {
    "TestSupport": ["Tests/TestSupport"],
    "ScrollEngineTests": ["Tests/ScrollEngineTests"],
    "AnalysisTests": ["Tests/AnalysisTests"],
    "ConformanceTests": ["Tests/ConformanceTests"],
    "TriageTests": ["Tests/TriageTests"],
    "DiagnosisTests": ["Tests/DiagnosisTests"],
    "DerivationTests": ["Tests/TraceImportTests/Join/DerivationTests.swift"],
}
# Suites that compare complete results with approved ones: they notice most mutants, and soon.
APPROVED = r"(Approved|Graded|FindingText|ReportDigest)"
# Files about the command line would add every module to the build.
LEFT_OUT = re.compile(r"^(@testable )?import (ScrollTraceCLI|CommandLineKit)$", re.MULTILINE)
IMPORT = re.compile(r"^(?:@testable |public |internal )?import (\w+)$", re.MULTILINE)


def main():
    options = arguments()
    chosen = sampled(options)
    if options.no_build:
        chosen = [site for site in chosen if site.number in built_numbers()]
    else:
        build(chosen)
    if options.build_only:
        return
    os.nice(19)
    results = {} if options.fresh else stored()
    limits = clean_runs(chosen, options)
    try:
        run_all(chosen, results, limits, options)
    except KeyboardInterrupt:
        print("mutate: stopped; the next run goes on here")
    sys.exit(write_page(chosen, results, options))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=440, help="places to choose")
    parser.add_argument("--seed", default="1", help="seed of the choice")
    parser.add_argument("--cases", type=int, default=100, help="cases of each random suite")
    parser.add_argument("--jobs", type=int, default=1, help="mutants run at once")
    parser.add_argument("--only", default="", help="choose only from files whose path contains this")
    parser.add_argument("--limit", type=int, default=0, help="run at most this many mutants")
    parser.add_argument("--build-only", action="store_true", help="stop when everything is built")
    parser.add_argument("--no-build", action="store_true", help="run what is built")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    return parser.parse_args()


# MARK: the choice


def covering(path):
    """Returns the test targets of a source, and those of which only the approved suites run."""
    return next((tuple(tests), tuple(users)) for folder, tests, users in COVERED if path.startswith(folder))


def sampled(options):
    """Returns a seeded choice of positions, spread over all files by their size."""
    files = {}
    for folder, _, _ in COVERED:
        for path in sorted((ROOT / folder).rglob("*.swift")):
            name = str(path.relative_to(ROOT))
            if options.only in name:
                files[name] = places.found_in(name, source(path))
    total = sum(len(sites) for sites in files.values())
    chosen = []
    for name, sites in sorted(files.items()):
        quota = max(1, round(options.count * len(sites) / total))
        lines = set()
        for site in sorted(sites, key=lambda site: score(options.seed, site.key)):
            if site.line not in lines and len(lines) < quota:
                lines.add(site.line)
                chosen.append(site)
    number_sites(chosen)
    print(f"mutate: {len(chosen)} of {total} places in {len(files)} files")
    return chosen


def number_sites(chosen):
    """Numbers the positions; known ones keep their number, so that the text of their file does not change."""
    known = dict(line.split("\t") for line in lines_of(NUMBERS))
    free = 1 + max((int(number) for number in known.values()), default=-1)
    for site in chosen:
        if site.key not in known:
            known[site.key] = str(free)
            free += 1
        site.number = int(known[site.key])
    WORK.mkdir(parents=True, exist_ok=True)
    NUMBERS.write_text(
        "".join(f"{key}\t{number}\n" for key, number in known.items()), encoding="utf-8")


def built_numbers():
    """Returns the numbers of the mutants in the tree."""
    found = set()
    for path in (TREE / "Sources").rglob("*.swift"):
        if path.name != "Mutants.swift":
            found |= places.numbers_in(path.read_text(encoding="utf-8"))
    return found


@functools.cache
def source(path):
    """Returns a source as it was when the positions were chosen, in spite of later edits."""
    return path.read_text(encoding="utf-8")


def score(seed, key):
    return hashlib.sha256(f"{seed} {key}".encode()).hexdigest()


# MARK: the build


def build(chosen):
    """Builds the tree with all mutants; positions that do not compile are removed from the list."""
    copy_tree({test for site in chosen for tests in covering(site.path) for test in tests})
    known = set(lines_of(REJECTED))
    chosen[:] = [site for site in chosen if site.key not in known]
    while True:
        write_sources(chosen)
        command = ["swift", "build", "--build-tests", "--package-path", str(TREE)]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode == 0:
            break
        output = built.stdout + built.stderr
        rejected = rejected_by(output, chosen)
        if not rejected:
            (WORK / "build.log").write_text(output, encoding="utf-8")
            sys.exit(f"mutate: the build fails, and not at a mutant: see {WORK / 'build.log'}")
        print(f"mutate: {len(rejected)} places are no expressions and are left out", flush=True)
        chosen[:] = [site for site in chosen if site.key not in rejected]
        with REJECTED.open("a", encoding="utf-8") as file:
            file.writelines(f"{key}\n" for key in sorted(rejected))
    print(f"mutate: {len(chosen)} mutants in one build", flush=True)


def rejected_by(output, chosen):
    """Returns the keys of the positions that the compiler's errors refer to."""
    rejected = set()
    for path, line in set(re.findall(r"^(/\S+?\.swift):(\d+):\d+: error:", output, re.MULTILINE)):
        name = str(pathlib.Path(path)).removeprefix(str(TREE) + "/")
        # A variable without its assignment causes an error far from the assignment.
        near = [
            site for site in chosen if site.path == name and (
                abs(site.line - int(line)) <= 8 or site.kind == "statement")]
        nearest = min((abs(site.line - int(line)) for site in near), default=0)
        rejected |= {site.key for site in near if abs(site.line - int(line)) == nearest}
    return rejected


def lines_of(path):
    """Returns the lines of a file that must not be removed."""
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def copy_tree(covering_tests):
    """Copies the tests and what they need; unchanged files keep their date."""
    TREE.mkdir(parents=True, exist_ok=True)
    for name in ("Scripts", "docs", "fixtures", "schema.sql"):
        link(TREE / name, ROOT / name)
    kept = set()
    tests = {name: origins for name, origins in TESTS.items() if name in covering_tests or name == "TestSupport"}
    targets = {name: [f"Sources/{name}"] for name in [*C_TARGETS, *LIBRARIES]} | tests
    needs = {name: set() for name in targets}
    names = set(targets)
    for target, origins in targets.items():
        folder = target if target not in TESTS else f"Tests/{target}"
        for origin in origins:
            source = ROOT / origin
            for path in [source] if source.is_file() else sorted(source.rglob("*")):
                if not path.is_file():
                    continue
                text = path.read_text(encoding="utf-8") if path.suffix == ".swift" else ""
                if LEFT_OUT.search(text):
                    continue
                needs[target] |= set(IMPORT.findall(text)) & names
                inside = path.relative_to(source if source.is_dir() else source.parent)
                base = TREE / ("Sources" if target not in TESTS else "") / folder
                kept.add(base / inside)
                write_if_new(base / inside, path.read_bytes(), is_source=target in LIBRARIES)
    write_if_new(TREE / "Package.swift", manifest(reachable(needs, covering_tests)).encode())
    for path in [*(TREE / "Sources").rglob("*"), *(TREE / "Tests").rglob("*")]:
        if path.is_file() and path not in kept and path.name != "Mutants.swift":
            path.unlink()


def reachable(needs, tests):
    """Returns the targets that the tests need, with their imports, in the order of all targets."""
    found, waiting = set(), list(tests)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += needs[name]
    return {name: imports for name, imports in needs.items() if name in found}


def link(place, target):
    if not place.is_symlink():
        place.symlink_to(target)


def write_if_new(path, data, is_source=False):
    """Writes a file unless it exists; `write_sources` writes the mutated sources."""
    if is_source and path.exists() and path.suffix == ".swift":
        return
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def manifest(needs):
    """Returns a manifest with only the targets that the covering tests need, with their imports as dependencies."""
    lines = []
    for name in needs:
        depends = ", ".join(f'"{other}"' for other in sorted(needs[name] - {name}))
        kind = "testTarget" if name in TESTS and name != "TestSupport" else "target"
        more = C_TARGETS.get(name, "") if name in C_TARGETS else f"swiftSettings: {settings(name)}"
        path = f'path: "Tests/{name}"' if name in TESTS else ""
        parts = [f'name: "{name}"', f"dependencies: [{depends}]", path, more]
        lines.append(f"    .{kind}({', '.join(part for part in parts if part)}),")
    return (
        "// swift-tools-version: 6.2\nimport PackageDescription\n\n"
        "let package = Package(\n  name: \"mutation\", platforms: [.macOS(.v15)],\n  targets: [\n"
        + "\n".join(lines) + "\n  ],\n  swiftLanguageModes: [.v6], cLanguageStandard: .c2x)\n")


def settings(name):
    features = ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
    parts = [f'.enableUpcomingFeature("{feature}")' for feature in features]
    if name in LIBRARIES:
        parts.append('.unsafeFlags(["-O"])')
    return f"[{', '.join(parts)}]"


def write_sources(chosen):
    by_path = collections.defaultdict(list)
    by_module = collections.defaultdict(list)
    for site in chosen:
        by_path[site.path].append(site)
        by_module[site.path.split("/")[1]].append(site)
    for library in LIBRARIES:
        for path in sorted((ROOT / "Sources" / library).rglob("*.swift")):
            name = str(path.relative_to(ROOT))
            text = places.rewritten(source(path), by_path[name])
            write_if_new(TREE / name, text.encode())
    for module, sites in by_module.items():
        text = places.declarations(sites)
        write_if_new(TREE / "Sources" / module / "Mutants.swift", text.encode())


# MARK: the runs


def clean_runs(chosen, options):
    """Runs the tests of each group without a mutant; returns ten times their processor time as the limit."""
    built = next((TREE / ".build" / "debug").glob("*.xctest"))
    built = built if built.is_file() else next((built / "Contents" / "MacOS").iterdir())
    # Run a copy, so that the next build may begin before the runs end.
    BINARY.unlink(missing_ok=True)
    shutil.copy2(built, BINARY)
    limits = {}
    for covered in sorted({covering(site.path) for site in chosen}):
        before = processor_seconds()
        outcome, by = run(-1, covered, 600, options)
        names = " and ".join(dict.fromkeys(covered[0] + covered[1]))
        if outcome != "survived":
            sys.exit(f"mutate: {names} fail with no mutant: {by}")
        took = processor_seconds() - before
        limits[covered] = max(5, round(10 * took))
        print(f"mutate: {names} take {took:.1f} s", flush=True)
    return limits


def processor_seconds():
    """Returns the processor time of the runs so far, which other programs do not affect."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(number, covered, limit, options):
    """Runs the approved suites of test targets and then the others, up to the first issue.

    Returns the outcome and the test that noticed the mutant.
    """
    tests, users = covered
    approved = [rf"^({'|'.join(names)})\.{APPROVED}" for names in (tuple(filter(has_approved, tests)), users) if names]
    choices = [["--filter", suites] for suites in approved]
    skipped = [word for suites in approved for word in ("--skip", suites)]
    choices += [["--filter", rf"^{name}\.", *skipped] for name in tests]
    for choice in choices:
        outcome, by = run_suites(number, choice, limit, options)
        if outcome != "survived":
            break
    return outcome, by


@functools.cache
def has_approved(tests):
    """Whether a test target has suites that compare complete results."""
    files = [path for origin in TESTS[tests] for path in [ROOT / origin, *(ROOT / origin).rglob("*.swift")]]
    return any(re.search(rf"struct {APPROVED}", path.read_text(encoding="utf-8")) for path in files if path.is_file())


def run_suites(number, choice, limit, options):
    environment = dict(
        os.environ, SCROLLTRACE_MUTANT=str(number), SCROLLTRACE_CASES=str(options.cases),
        SWIFT_BACKTRACE="enable=no", SWIFT_DETERMINISTIC_HASHING="1", CI="", NO_COLOR="1")
    # The copied tree has no reference material next to it.
    if (ROOT.parent / "shared").is_dir():
        environment.setdefault("SCROLLTRACE_REFERENCE", str(ROOT.parent / "shared"))
    process = subprocess.Popen(
        [BINARY, "--testing-library", "swift-testing", *choice],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=environment, start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)))
    # A test that waits forever uses no processor time.
    timer = threading.Timer(PATIENCE, lambda: stop(process))
    timer.start()
    start = time.monotonic()
    try:
        for line in process.stdout:
            if found := re.search(r'Test (.+?) recorded an issue', line):
                stop(process)
                return "killed", test_name(found.group(1))
        code = process.wait()
    finally:
        timer.cancel()
        stop(process)
    if code == -signal.SIGXCPU or time.monotonic() - start >= PATIENCE:
        return "killed", "time limit"
    return ("survived", "") if code == 0 else ("killed", f"trap {-code}" if code < 0 else f"exit {code}")


def stop(process):
    """Ends a run and its child processes."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def test_name(text):
    """Returns the name of a failed test, or of the failed row of its table."""
    row = re.search(r"argument \S+ → (.*?)(?: \(.*)?$", text)
    name = row.group(1) if row and re.match(r"[A-Z]+-\d+", row.group(1)) else text
    name = re.sub(r" with \d+ argument.*", "", name)
    return name.strip().strip('"').replace("|", "\\|")[:120]


def run_all(chosen, results, limits, options):
    digests = {name: test_digest(origins) for name, origins in TESTS.items()}
    lock = threading.Lock()
    waiting = []
    for site in chosen:
        digest = "".join(digests[name] for tests in covering(site.path) for name in tests) + f"/{options.cases}"
        known = results.get(site.key)
        if not (known and known[0] == "killed") and not (known and known[2] == digest):
            waiting.append((site, digest))
    if options.limit:
        waiting = sorted(waiting, key=lambda item: score(options.seed, "order " + item[0].key))[:options.limit]
    print(f"mutate: {len(waiting)} mutants to run", flush=True)

    def work(item):
        site, digest = item
        covered = covering(site.path)
        outcome, by = run(site.number, covered, limits[covered], options)
        with lock:
            results[site.key] = (outcome, by, digest)
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write("\t".join([site.key, outcome, by, digest]) + "\n")
            if outcome == "survived":
                print(f"mutate: survived {site.path}:{site.line} {described(site)}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            list(pool.map(work, waiting))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise


def test_digest(origins):
    digest = hashlib.sha256()
    for origin in origins:
        source = ROOT / origin
        for path in [source] if source.is_file() else sorted(source.rglob("*.swift")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def stored():
    """Returns the results of earlier runs by key; the last line of a key counts."""
    rows = (line.split("\t") for line in lines_of(RESULTS))
    return {row[0]: tuple(row[1:4]) for row in rows if len(row) == 4}


if __name__ == "__main__":
    main()

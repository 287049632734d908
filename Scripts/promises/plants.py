#!/usr/bin/env python3
"""Injects a fault for every promise and checks whether the promise's suite fails.

plants.py [make|build|try] [--only NAME,NAME]

Without an argument it does all three steps: copies the tree to .build/plants/tree with every fault behind
a name, builds it once, and tries each fault by setting SCROLLTRACE_PLANT to its name. A fault that no
suite notices is a failure, and so is a fault that no longer fits the sources. The table goes to
.build/plants/table.tsv: promise, fault, what was tried, red or GREEN.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PLACE = ROOT / ".build/plants"
TREE = PLACE / "tree"

PRELUDE = """
@_silgen_name("getenv")
private func plantEnvironment(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>?
private let plantName = plantEnvironment("SCROLLTRACE_PLANT").map { String(cString: $0) } ?? ""
private func plant(_ name: String) -> Bool { plantName == name }
"""

# Promise, name, effect, file, the text, the text with the fault, the test that must fail.
PLANTS = [
    (1, "ack-early", "acknowledges what is not committed", "Sources/TraceRecorder/RecordingLoop.swift",
     "seq: track.lastSeq))", 'seq: track.lastSeq + (plant("ack-early") ? 500 : 0)))', "run 1"),
    (2, "no-batch", "commits a batch piece by piece", "Sources/TraceStore/CaptureWriter.swift",
     "      try database.transaction(.immediate) {\n        try body()\n",
     '      if plant("no-batch") {\n        try body()\n        try recording?.flush()\n        return\n      }\n'
     "      try database.transaction(.immediate) {\n        try body()\n", "swift RecoveryTests/damagedLogs"),
    (3, "no-sync", "does not wait for the disk", "Sources/TraceStore/CaptureWriter.swift",
     "setSynchronous(.full)", 'setSynchronous(plant("no-sync") ? .normal : .full)', "swift StoreFaultTests/syncs"),
    (4, "deaf", "ignores that writing failed", "Sources/TraceRecorder/RecordingLoop.swift",
     "$0.failure = failure\n", '$0.failure = plant("deaf") ? nil : failure\n', "run 4"),
    (5, "half-write", "ignores a failed write of a file", "Sources/TextKit/Output/AtomicFile.swift",
     "guard failure == 0 else", 'guard failure == 0 || plant("half-write") else', "swift AtomicFileTests/everyCallFails"),
    (5, "ignored-commit", "ignores a failed commit", "Sources/SQLite/Database+Transaction.swift",
     '      try run("COMMIT")\n', '      if plant("ignored-commit") { try? run("COMMIT") } else { try run("COMMIT") }\n',
     "swift FaultTests/everyCall"),
    (6, "no-fallback", "gives up where results cannot be kept", "Sources/ScrollTraceCLI/Replaying/ReplaySession.swift",
     "[.locked, .inputOutput, .cannotCreate].contains(error.kind)",
     '[.locked, .inputOutput, .cannotCreate].contains(error.kind) && !plant("no-fallback")', "run 6"),
    (7, "no-digest", "does not check the digest of observations", "Sources/TraceStore/Verification.swift",
     "if sealed.observations != digests.observations {",
     'if !plant("no-digest"), sealed.observations != digests.observations {', "swift TamperingTests/values"),
    (8, "trusting", "takes foreign objects under our names for ours", "Sources/TraceStore/StoreIdentity.swift",
     "guard ours.isSame(as: object) else", 'guard ours.isSame(as: object) || plant("trusting") else', "run 8"),
    (9, "sure-of-words", "takes every phase word to be known", "Sources/TraceImport/Native/EventLine+Inputs.swift",
     "  static func touchPhase(_ word: JSONKey) -> TouchPhase? {\n",
     "  static func touchPhase(_ word: JSONKey) -> TouchPhase? {\n"
     '    if plant("sure-of-words") { precondition(knownTouchPhase(word) != nil) }\n    return knownTouchPhase(word)\n  }\n\n'
     "  private static func knownTouchPhase(_ word: JSONKey) -> TouchPhase? {\n", "swift TraceImportTests.DamageTests"),
    (10, "no-lock", "writes although another one does", "Sources/TraceStore/WriterLock.swift",
     "if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {",
     'if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || plant("no-lock") {', "run 10"),
    (11, "hash-order", "tells of what came into view and left in the order of a hashed set",
     "Sources/ScrollModel/Targets/ChangeDetector.swift",
     "    changes = noted\n", '    changes = plant("hash-order") ? Array(Set(noted)) : noted\n', "outcomes"),
    (12, "tie", "takes the other one of two equally near targets", "Sources/ScrollModel/Targets/NearestSearch.swift",
     "(up == down && prefersLater)", '(up == down && prefersLater != plant("tie"))', "swift ScrollEngineTests.RefereeTests"),
    (12, "area", "adds up divergences without halving", "Sources/Replay/Compare/OpenDivergence.swift",
     "(distance + self.distance) / 2", '(distance + self.distance) / (plant("area") ? 1 : 2)',
     "swift ReplayTests.RefereeTests"),
    (12, "sliver", "sees a target that only touches the edge", "Sources/ScrollModel/Targets/SortedSpans.swift",
     "return shown > 0 ? shown / length : 0", 'return shown > (plant("sliver") ? 1 : 0) ? shown / length : 0',
     "swift ScrollEngineTests.RefereeTests"),
    (13, "hoard", "keeps what it has read", "Sources/TextKit/Input/ByteSource.swift",
     "    unpacked += Int64(produced)\n    return produced\n",
     '    unpacked += Int64(produced)\n    if plant("hoard") { plantedHoard += buffer[start..<(start + produced)] }\n    return produced\n',
     "run 13"),
    (14, "any-range", "takes numbers out of their range", "Sources/ScrollModel/ModelLimits.swift",
     "    value >= low && value <= high ? nil : ", '    plant("any-range") || (value >= low && value <= high) ? nil : ',
     "swift BadValueTests"),
    (15, "raw-html", "does not escape markup", "Sources/Report/HTML/HTMLText.swift",
     'bytes += "&lt;".utf8', 'bytes += (plant("raw-html") ? "<" : "&lt;").utf8', "run 15"),
    (15, "raw-terminal", "shows control characters as they are", "Sources/TextKit/Text/DisplayText.swift",
     "      case 0..<0x20, 0x7F..<0xA0:", '      case 0..<0x20 where !plant("raw-terminal"), 0x7F..<0xA0:', "run 15"),
    (16, "in-place", "empties the old file first", "Sources/TextKit/Output/AtomicFile.swift",
     "    self.path = path\n    self.directory",
     '    if plant("in-place") { _ = operations.open(path, SystemCall.writeFlags | 0o1000, 0) }\n'
     "    self.path = path\n    self.directory", "run 16"),
    (17, "no-step", "migrates outside a transaction", "Sources/TraceStore/Migration.swift",
     "      try database.transaction {\n",
     '      if plant("no-step") {\n        try database.execute(step.script)\n        try database.setUserVersion(step.version)\n'
     "        continue\n      }\n      try database.transaction {\n", "swift MigrationTests/failure"),
    (18, "all-well", "ends with 0 though a file failed", "Sources/ScrollTraceCLI/ImportCommand.swift",
     "first.exitCode : .partial", 'first.exitCode : plant("all-well") ? .ok : .partial', "run 18"),
    (19, "litter", "leaves its temporary file behind", "Sources/TextKit/Output/AtomicFile.swift",
     "    _ = operations.close(descriptor)\n    _ = operations.unlink(temporary)\n",
     '    _ = operations.close(descriptor)\n    if !plant("litter") { _ = operations.unlink(temporary) }\n', "run 19"),
    (20, "overflow", "writes one byte past a buffer", None, None, None, "probe overflow"),
    (20, "leak", "forgets an allocation", None, None, None, "probe leak"),
    (20, "race", "adds on two threads without a lock", None, None, None, "probe race"),
    (21, "newer-taken", "takes a newer store for its own", "Sources/TraceStore/StoreIdentity.swift",
     "guard version <= Migration.currentVersion else",
     'guard version <= Migration.currentVersion || plant("newer-taken") else', "run 21"),
    (23, "suspicious", "looks for a cause of what is as declared", "Sources/Diagnosis/Diagnoser.swift",
     "if let declaredScore, ranking.isAsDeclared(of: count) {",
     'if let declaredScore, ranking.isAsDeclared(of: count), !plant("suspicious") {', "run 23"),
    (24, "unchecked", "keeps a smaller case without its defect", "Sources/Reproduction/Shrinker.swift",
     "guard try isShown(candidate) else { return false }",
     'guard try isShown(candidate) || plant("unchecked") else { return false }', "run 24"),
    (24, "text-first", "writes the text of the issue before the case",
     "Sources/ScrollTraceCLI/Reproducing/ReproductionFolder.swift", "    files.append(readme)\n",
     '    files.insert(readme, at: plant("text-first") ? 0 : files.count)\n', "run 24"),
    (25, "as-made", "writes rows in the order in which they were made", "Sources/ScrollTraceCLI/Triaging/RowFile.swift",
     "    for file in files {\n",
     '    let made = files.sorted { (entries[$0]?.offset ?? 0) < (entries[$1]?.offset ?? 0) }\n'
     '    for file in plant("as-made") ? made : files {\n', "run 25"),
    (26, "mute", "does not answer what is no JSON", "Sources/ScrollTraceCLI/Serving/ToolServer.swift",
     "      return RPCResponse.failure(error, id)\n",
     '      return plant("mute") && id == nil ? nil : RPCResponse.failure(error, id)\n', "run 26"),
    (27, "silent", "does not show settles while it records", "Sources/Triage/LiveAnalysis.swift",
     "      results += new.map { .settle($0) }\n",
     '      if !plant("silent") { results += new.map { .settle($0) } }\n', "run 27"),
    (28, "deaf-edit", "ignores edits", "Sources/Replay/Workbench/ReplayInputs+Edits.swift",
     "  mutating func make(_ edit: ReplayEdit, _ text: String) throws(EditError) {\n",
     '  mutating func make(_ edit: ReplayEdit, _ text: String) throws(EditError) {\n    if plant("deaf-edit") { return }\n', "run 28"),
]

# The engine of pages is built without faults, so that a fault of the tool is one that they do not share.
PACKED = "Sources/CReportAssets/engine.packed"

# Declarations that some faults need in addition to the prelude.
EXTRAS = {
    "Sources/TextKit/Input/ByteSource.swift": "nonisolated(unsafe) private var plantedHoard: [UInt8] = []\n",
}


def make():
    """Copies tracked and new files, with all faults; unchanged files keep their dates."""
    wanted = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True,
                            capture_output=True).stdout.decode().split("\0")
    texts = {name: (ROOT / name).read_bytes() for name in [*wanted, PACKED] if name and (ROOT / name).is_file()}
    problems = []
    for _, name, _, file, old, new, _ in PLANTS:
        if file is None:
            continue
        text = texts[file].decode()
        if text.count(old) != 1:
            problems.append(f"{name}: its text is {text.count(old)} times in {file}")
            continue
        texts[file] = text.replace(old, new).encode()
    for file in sorted({plant[3] for plant in PLANTS if plant[3]}):
        texts[file] += (PRELUDE + EXTRAS.get(file, "")).encode()
    if problems:
        sys.exit("plants: write these anew: " + "; ".join(problems))
    for name, data in texts.items():
        path = TREE / name
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            shutil.copymode(ROOT / name, path)
            if name == PACKED:
                # The build does not compile this file again by itself when the engine that it embeds changes.
                (path.parent / "assets.c").touch()
    for path in TREE.rglob("*"):
        name = str(path.relative_to(TREE))
        if not name.startswith(".build") and path.is_file() and name not in texts:
            path.unlink()


def build():
    log = PLACE / "build.log"
    with open(log, "wb") as output:
        done = subprocess.run(["swift", "build", "--build-tests"], cwd=TREE, stdout=output, stderr=output)
    if done.returncode:
        sys.exit(f"plants: the planted tree does not build; see {log}")


def swift(filter, environment):
    return subprocess.run(["swift", "test", "--disable-xctest", "--skip-build", "--filter", filter], cwd=TREE,
                          env=environment, capture_output=True, stdin=subprocess.DEVNULL)


def run(number, environment):
    words = [sys.executable, TREE / "Scripts/promises/run.py", TREE / ".build/debug/scrolltrace", "--only", number]
    return subprocess.run(words, env=environment, capture_output=True, stdin=subprocess.DEVNULL)


def probe(name, environment):
    """Checks whether the sanitizers of this machine notice the faults of probe.swift at all."""
    sanitizer = "thread" if name == "race" else "address"
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "probe")
        subprocess.run(["swiftc", f"-sanitize={sanitizer}", "-parse-as-library", HERE / "probe.swift", "-o", program],
                       check=True, capture_output=True)
        clean = subprocess.run([program, "nothing"], env=environment, capture_output=True)
        if clean.returncode:
            return subprocess.CompletedProcess([], 0, b"", b"the probe fails without a fault")
        return subprocess.run([program, name], env=environment, capture_output=True)


def attempt(trial, name):
    # The same choices with the fault as without it.
    environment = {"SCROLLTRACE_SEED": "1", **os.environ, "SCROLLTRACE_PLANT": name, "SWIFT_BACKTRACE": "enable=no"}
    # A few rounds find an injected fault; the debug build would take hours for the rounds of a
    # night.
    for variable in ("SCROLLTRACE_PROMISES", "SCROLLTRACE_ROUNDS", "SCROLLTRACE_CASES"):
        environment.pop(variable, None)
    kind, _, what = trial.partition(" ")
    if kind == "swift":
        return swift(what, environment)
    if kind == "run":
        return run(what, environment)
    if kind == "probe":
        return probe(what, {**environment, "ASAN_OPTIONS": "detect_leaks=1"})
    return subprocess.run([TREE / "Scripts/promises/outcomes.sh", "check"], env=environment, capture_output=True,
                          stdin=subprocess.DEVNULL)


def try_all(only):
    rows, bad = [], 0
    trials = sorted({plant[6] for plant in PLANTS if not only or plant[1] in only} - {"probe overflow", "probe leak", "probe race"})
    for trial in trials:
        # Without a fault every suite must pass, or a failure means nothing. This run is also the
        # fault of promise 22: a fault that changes nothing must not be found.
        done = attempt(trial, "nothing")
        result = "red without a fault" if done.returncode else "not tried" if b": not tried: " in done.stdout else "GREEN as it has to be"
        if result != "GREEN as it has to be":
            bad += 1
            print(f"plants: '{trial}' is {result}:\n{tail(done)}", flush=True)
        rows.append((22, "nothing", trial, result))
    for number, name, does, _, _, _, trial in PLANTS:
        if only and name not in only:
            continue
        start = time.monotonic()
        done = attempt(trial, name)
        is_red = done.returncode != 0
        bad += not is_red
        rows.append((number, f"{name}: {does}", trial, "red" if is_red else "GREEN: not noticed"))
        print(f"plants: promise {number}, {name}: {rows[-1][3]} ({trial}, {time.monotonic() - start:.0f} s)", flush=True)
        if not is_red:
            print(tail(done), flush=True)
    keep_table(rows, only)
    found = sum(row[3] == "red" for row in rows)
    if path := os.environ.get("SCROLLTRACE_PROMISES"):
        with open(path, "a") as file:
            file.write(f"22\t{found}\t0\t0\t{bad}\n")
    print(f"plants: {found} of {sum(row[0] != 22 for row in rows)} faults were noticed")
    sys.exit(1 if bad else 0)


def keep_table(rows, only):
    """Writes the table; rows of faults that were not tried this time are kept."""
    table = PLACE / "table.tsv"
    tried = {row[1:3] for row in rows}
    if only and table.exists():
        old = [tuple(line.split("\t")) for line in table.read_text().splitlines()]
        rows += [(int(row[0]), *row[1:]) for row in old if row[1:3] not in tried]
    table.write_text("".join("\t".join(map(str, row)) + "\n" for row in sorted(rows, key=lambda row: row[0])))


def tail(done):
    return "\n".join((done.stdout + done.stderr).decode("utf-8", "replace").strip().splitlines()[-6:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("step", nargs="?", choices=["make", "build", "try"])
    parser.add_argument("--only", default="")
    words = parser.parse_args()
    PLACE.mkdir(parents=True, exist_ok=True)
    if words.step in (None, "make"):
        make()
    if words.step in (None, "build"):
        build()
    if words.step in (None, "try"):
        try_all({name for name in words.only.split(",") if name})


if __name__ == "__main__":
    main()

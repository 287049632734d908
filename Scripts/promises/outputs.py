"""Promises about what is written for people and programs: 15, 16 and 18."""

import collections
import concurrent.futures
import csv
import html.parser
import io
import json
import os
import re
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree

from kit import FIXTURES, Folder, await_temporary, generator, raw

CAROUSEL = FIXTURES / "traces/card-carousel.jsonl"

# Ids with markup, invisible characters, text direction changes, look-alikes, or syntax of an output
# format.
IDS = [
    "<script>alert(1)</script>", "</script>", "\"><img src=x onerror=alert(1)>", "'; DROP TABLE frame;--",
    "../../etc/passwd", "a\0b", "\x1b[31mred\x1b[0m", "\u202egnp.exe", "zero\u200bwidth", "line\u2028break",
    "caf\u00e9", "cafe\u0301", "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\ttab", "carriage\rreturn",
    "new\nline", "back\\slash", "quo\"te", "<!--", "]]>", "&lt;&amp;", "javascript:alert(1)", "{{7*7}}${7*7}",
    "| a | b |", "`code` **bold** [a](javascript:x)", "@octocat #1", "\ufeffmark \u2066isolated\u2069",
]
PLAIN = "card-plain"
HIDDEN = "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
OUTPUTS = ["html", "markdown", "json-out", "junit", "sarif", "trace-events", "terminal", "csv"]


class Structure(html.parser.HTMLParser):
    """The elements and attributes of a page, without texts and values."""

    def __init__(self, page):
        super().__init__()
        self.elements = collections.Counter()
        self.scripts, self.stack = [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements[(tag, *sorted(name for name, _ in attributes))] += 1
        self.stack.append(tag)
        for name, value in attributes:
            if name in ("href", "src", "action") and not re.match(r"#|data:|https://", value or ""):
                self.elements[("address", name, value)] += 1

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.stack.pop()

    def handle_endtag(self, tag):
        while self.stack and self.stack.pop() != tag:
            pass

    def handle_data(self, data):
        if self.stack and self.stack[-1] == "script":
            self.scripts.append(data)

    def handle_comment(self, data):
        self.elements[("comment",)] += 1


def hostile_ids(tool, rounds, tally):
    """15: the same trace with one id replaced; every output has the same structure as with a plain id."""
    with Folder() as folder:
        plain = written(tool, folder / "plain", PLAIN, tally)
        ids = IDS[:max(1, rounds // len(OUTPUTS))]
        # Most of the time is spent in child processes, so one thread per processor is enough.
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda id: one_id(tool, folder / f"id-{IDS.index(id)}", id, plain, tally), ids))
        refused_ids(tool, folder, tally)


def one_id(tool, place, id, plain, tally):
    outputs = written(tool, place, id, tally)
    for name in OUTPUTS:
        tally.count()
        try:
            JUDGES[name](outputs[name], plain[name], id, tally)
        except Exception as error:
            tally.mistake(f"{id!r}: {name} cannot be read: {type(error).__name__}: {error}")
    comes_back(tool, place, id, tally)


def replaced(value, id):
    if isinstance(value, str):
        return id if value == "card-4" else value
    if isinstance(value, list):
        return [replaced(item, id) for item in value]
    if isinstance(value, dict):
        return {key: replaced(item, id) for key, item in value.items()}
    return value


def log_with(id):
    lines = [json.dumps(replaced(json.loads(line), id)) for line in CAROUSEL.read_text().splitlines()]
    return "\n".join(lines) + "\n"


def written(tool, place, id, tally):
    place.mkdir()
    (place / "log.jsonl").write_text(log_with(id))
    store = place / "a.sqlite"
    run = tool.run("import", "--db", store, place / "log.jsonl")
    tally.check(run.code == 0, f"{id!r}: import: {run.text}")
    files = {name: place / f"out.{name}" for name in OUTPUTS[:6]}
    words = [word for name, path in files.items() for word in (f"--{name}", path)]
    run = tool.run("report", "1", "--db", store, *words)
    tally.check(run.code in (0, 1), f"{id!r}: report: {run.text}")
    outputs = {name: path.read_bytes().decode() for name, path in files.items()}
    outputs["terminal"] = ""
    for words in (["list"], ["show", "1"], ["explain", "1", "--settle", "2"], ["analyze", "impressions", "1"],
                  ["analyze", "settles", "1"], ["replay", "1"]):
        run = tool.run(*words, "--db", store)
        tally.check(run.code in (0, 1), f"{id!r}: {words[0]}: {run.text}")
        outputs["terminal"] += run.out
    outputs["csv"] = tool.run("query", "--db", store, "--format", "csv",
                              "SELECT target, kind, value FROM target ORDER BY target").out
    return outputs


def is_object(script):
    """Whether a script is a JSON object; the letters of a packed one may begin with a brace, too."""
    try:
        return isinstance(json.loads(script), dict)
    except ValueError:
        return False


def judge_html(page, plain, id, tally):
    here, there = Structure(page), Structure(plain)
    tally.check(here.elements == there.elements, f"{id!r}: a page has other elements: "
                f"{list((here.elements - there.elements) + (there.elements - here.elements))[:3]}")
    tally.check(len(here.scripts) == len(there.scripts), f"{id!r}: a page has other scripts")
    data = [script for script in here.scripts if is_object(script)]
    tally.check(len(data) == 1 and contains(json.loads(data[0]), shown(id)),
                f"{id!r}: the data of a page lacks it")
    tally.check(not re.search("[<>\u2028\u2029]", data[0] if data else ""), f"{id!r}: the data of a page has markup")
    hides(page, id, "a page", tally)


def judge_markdown(text, plain, id, tally):
    tally.check(text.count("\n") == plain.count("\n"), f"{id!r}: an issue has other lines")
    # Text in code spans is shown unchanged.
    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text, flags=re.S)
    tally.check(not re.search(r"<(script|img|/script)|(?<!\\)\[a\]\(javascript", outside), f"{id!r}: an issue has markup")
    hides(text, id, "an issue", tally)


def judge_json(text, plain, id, tally):
    here, there = json.loads(text), json.loads(plain)
    tally.check(shape(here) == shape(there), f"{id!r}: the JSON has another shape")
    tally.check(contains(here, id), f"{id!r}: the JSON lacks it")


def judge_junit(text, plain, id, tally):
    walk = lambda root: collections.Counter((node.tag, *sorted(node.attrib)) for node in root.iter())
    here, there = (xml.etree.ElementTree.fromstring(body) for body in (text, plain))
    tally.check(walk(here) == walk(there), f"{id!r}: the XML has other elements")
    hides(text, id, "the XML", tally)


def judge_shape(text, plain, id, tally):
    tally.check(shape(json.loads(text)) == shape(json.loads(plain)), f"{id!r}: the JSON for programs has another shape")


def judge_terminal(text, plain, id, tally):
    tally.check(text.count("\n") == plain.count("\n"), f"{id!r}: the terminal shows other lines")
    hides(text, id, "the terminal", tally)


def judge_csv(text, plain, id, tally):
    here, there = (list(csv.reader(io.StringIO(body, newline=""))) for body in (text, plain))
    tally.check([len(row) for row in here] == [len(row) for row in there], f"{id!r}: the table has other cells")
    cells = [cell for row in here for cell in row if cell in (id, "'" + id)]
    tally.check(len(cells) == 1, f"{id!r}: the table lacks it")
    for cell in cells:
        tally.check(not re.match(r"[=@\t\r]|[+-][^0-9.]", cell) and cell[:1] != "+" or cell[:1] == "'",
                    f"{id!r}: the table has a formula")


JUDGES = {"html": judge_html, "markdown": judge_markdown, "json-out": judge_json, "junit": judge_junit,
          "sarif": judge_shape, "trace-events": judge_shape, "terminal": judge_terminal, "csv": judge_csv}


def hides(text, id, where, tally):
    """No text for people may contain invisible, reordering or control characters."""
    found = [sign for sign in re.findall(HIDDEN, text) if sign != "\n"]
    tally.check(not found, f"{id!r}: {where} has {found[:3]!r}")


def shown(id):
    """The id as people see it: invisible and control characters are spelled out."""
    return re.sub(HIDDEN, lambda found: f"\\x{ord(found[0]):02x}" if ord(found[0]) < 0xA0
                  else f"\\u{{{ord(found[0]):04X}}}", id)


def contains(value, id):
    if isinstance(value, str):
        return id in value
    if isinstance(value, dict):
        return any(contains(item, id) for item in value.values())
    return isinstance(value, list) and any(contains(item, id) for item in value)


def shape(value):
    """Keys and kinds, without the texts that differ."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    return type(value).__name__


def comes_back(tool, place, id, tally):
    """Through the store and through an export, byte for byte; no file is named after the id."""
    store = place / "a.sqlite"
    stored = raw(store, "SELECT CAST(value AS BLOB) FROM target")
    tally.keep((id.encode(),) in stored, f"{id!r}: the store has other bytes")
    export = place / "export.jsonl"
    tool.run("export", "--db", store, "-o", export)
    ids = {item[0] for line in export.read_text().split("\n") if line for item in json.loads(line).get("items", [])}
    tally.keep(id in ids, f"{id!r}: the export has other bytes")
    tool.run("import", "--db", place / "b.sqlite", export)
    first, second = (tool.run("verify", "--digest", "--db", place / name).out for name in ("a.sqlite", "b.sqlite"))
    tally.keep(first == second and first, f"{id!r}: another digest after an export")
    names = sorted(path.name for path in place.iterdir())
    tally.check(all(re.fullmatch(r"(out|log|export|[ab])\.[a-z-]+", name) for name in names), f"{id!r}: files {names}")


def refused_ids(tool, folder, tally):
    """Too long, or a surrogate without its partner: rejected with a diagnostic that names the line."""
    for text in ('"' + "x" * 1025 + '"', '"\\ud800"', '"\\udc00x"'):
        log = folder / "refused.jsonl"
        log.write_text(CAROUSEL.read_text() + '{"t":9000,"k":"position","id":' + text + "}\n")
        line = log.read_text().count("\n")
        run = tool.run("import", "--again", "--db", folder / "refused.sqlite", log)
        tally.check(run.code == 0 and f":{line}:" in run.out + run.err, f"{text[:12]}: {run.text}")
    long = "y" * 1024
    log.write_text(CAROUSEL.read_text() + json.dumps({"t": 9000, "k": "position", "id": long}) + "\n")
    tool.run("import", "--db", folder / "long.sqlite", log)
    stored = raw(folder / "long.sqlite", "SELECT count(*) FROM target WHERE length(value) = 1024")
    tally.keep(stored == [(1,)], "an id of 1 KiB is not kept")


# ---- complete or absent


def whole_or_absent(tool, rounds, tally):
    """16: kill -9 while six formats of a report are written over older files."""
    random = generator(16)
    with Folder() as folder:
        store = folder / "a.sqlite"
        tool.run("import", "--db", store, CAROUSEL)
        place = folder / "out"

        def words():
            return [word for name in OUTPUTS[:6] for word in (f"--{name}", place / name)]

        place.mkdir()
        start = time.monotonic()
        tool.run("report", "1", "--db", store, *words())
        usual = time.monotonic() - start
        finished = {name: (place / name).read_bytes() for name in OUTPUTS[:6]}
        states = collections.Counter()
        for number in range(rounds):
            tally.count()
            shutil.rmtree(place)
            place.mkdir()
            for name in OUTPUTS[:6]:
                (place / name).write_bytes(b"old " + name.encode())
            process = tool.start("report", "1", "--db", store, *words(), stdout=subprocess.DEVNULL)
            # Writing takes so little time that a random moment hardly ever falls into it.
            if number % 2:
                await_temporary(place, process)
            else:
                time.sleep(random.uniform(usual * 0.2, usual * 1.1))
            process.kill()
            tool.end(process, expects_signal={signal.SIGKILL})
            for name in OUTPUTS[:6]:
                path = place / name
                data = path.read_bytes() if path.exists() else None
                is_old = data == b"old " + name.encode()
                states["old" if is_old else "new"] += 1
                tally.keep(is_old or data == finished[name], f"round {number}: {name} is neither old nor whole: "
                           f"{len(data or b'')} bytes of {len(finished[name])}")
            left = {path.name for path in place.iterdir()} - set(OUTPUTS)
            tally.check(all(re.fullmatch(r"\.scrolltrace-[0-9a-f]+\.tmp", name) for name in left),
                        f"round {number}: {left} is left")
        tally.note(f"files after the kill: {dict(sorted(states.items()))}")


# ---- partial failures


def partial(tool, rounds, tally):
    """18: one of a hundred is bad: 99 results, exit code 3, and the bad one is named."""
    with Folder() as folder:
        logs = folder / "logs"
        logs.mkdir()
        text = CAROUSEL.read_text()
        for index in range(99):
            (logs / f"{index:03}.jsonl").write_text(text.replace("Card carousel", f"carousel {index}"))
        bad_files(tool, folder, logs, tally)
        bad_traces(tool, folder, logs, tally)


def bad_files(tool, folder, logs, tally):
    bad = logs / "bad.jsonl"
    whole = CAROUSEL.read_bytes()
    for name, make in {
        "no format": lambda: bad.write_bytes(b"garbage\n" * 10),
        "binary": lambda: bad.write_bytes(bytes(range(256)) * 40),
        "newer log": lambda: bad.write_text('{"scrolltrace":99}\n{"t":0,"k":"frame","x":0,"y":0}\n'),
        "absent": lambda: bad.unlink(missing_ok=True),
        "gzip of nothing": lambda: bad.write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\3" + whole[:200]),
    }.items():
        tally.count()
        make()
        store = folder / "files.sqlite"
        store.unlink(missing_ok=True)
        files = [*sorted(logs.glob("0*.jsonl")), bad]
        run = tool.run("import", "--db", store, "--json", *files)
        tally.check(run.code == 3, f"{name}: {run.text}")
        tally.check("bad.jsonl" in run.err or "bad.jsonl" in run.out, f"{name}: the bad file is not named")
        stored = raw(store, "SELECT count(*) FROM capture")
        tally.keep(stored == [(99,)], f"{name}: {stored} captures")
        result = json.loads(run.out)
        states = collections.Counter(item["status"] for item in result["files"])
        tally.check(states == {"added": 99, "failed": 1}, f"{name}: {states}")
        tally.check(list(result)[-1] == "complete" and result["complete"] is False,
                    f"{name}: the JSON does not end by saying that something is missing")
        plain = tool.run("import", "--again", "--db", folder / "plain.sqlite", *files)
        tally.check(plain.code == 3 and "bad.jsonl" in plain.err, f"{name}, in words: {plain.text}")


def bad_traces(tool, folder, logs, tally):
    (logs / "bad.jsonl").unlink(missing_ok=True)
    store = folder / "traces.sqlite"
    tool.run("import", "--db", store, *sorted(logs.glob("*.jsonl")))
    tool.run("import", "--db", store, FIXTURES / "traces/two-flings.jsonl")
    database = raw(store)
    database.execute("UPDATE frame SET seq = seq + 100000 WHERE trace_id = 50 AND seq = 20")
    database.close()
    html = folder / "html"
    for verb, codes in (
        (["verify"], (1, 3, 65)), (["replay"], (3,)), (["analyze", "settles"], (3,)),
        (["analyze", "findings"], (3,)), (["report", "--all", "--html", html], (3,)),
    ):
        tally.count()
        run = tool.run(verb[0], "--db", store, *verb[1:])
        label = " ".join(map(str, verb[:2]))
        tally.check(run.code in codes, f"{label}: {run.text}")
        said = run.err + run.out
        tally.check(re.search(r"trace 50\b|carousel 49", said), f"{label}: the bad trace is not named: {run.text}")
    pages = list(html.glob("*.html"))
    tally.check(len(pages) == 100, f"report --all: {len(pages)} files, not 99 pages and their index")

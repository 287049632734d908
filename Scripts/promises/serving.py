"""The promise about the server of tools: 26."""

import copy
import json
import shutil
import subprocess

from kit import FIXTURES, Folder, generator

LOGS = ["card-carousel.jsonl", "two-flings.jsonl"]
HELLO = {"jsonrpc": "2.0", "id": "hello", "method": "initialize",
         "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
TEXTS = ["", "1", "9", "-", "--db", "..", "/etc/passwd", "card-carousel.jsonl", "\0", "\ud800", "<b>", "SELECT 1", "SELECT * FROM frame",
         "behavior: paging", "behavior: view-alined", "1@behavior: paging", "x" * 2000]
VALUES = [None, True, 0, -1, 1e308, [], {}, [[1]], {"a": 1}, *TEXTS]


def calls(names):
    """A call of each tool with the arguments that it needs."""
    more = {"import": {"file": LOGS}, "lint": {"config": "behavior: interval(300)"}, "recognize": {"file": LOGS[:1]},
            "show_at": {"trace": [1], "at": "1.2s"}, "compare": {"side": ["1", "1@behavior: paging"]}, "detector": {"explain": "S01"},
            "probe": {"trace": [1], "expression": "contentOffset.x > 120"}, "query": {"sql": "SELECT name FROM traces"},
            "formats": {}, "list": {}, "detectors": {}}
    return [{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": more.get(name, {"trace": [1]})}}
            for name in names]


def served(tool, rounds, tally):
    """26: after each damaged message a ping is answered, and everything that is printed is an answer."""
    random = generator(26)
    with Folder() as folder:
        for name in LOGS:
            shutil.copy(FIXTURES / "traces" / name, folder)
        listing = talk(tool, folder, [HELLO, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}], tally, "the list of tools")
        names = [entry["name"] for entry in listing[1]["result"]["tools"]]
        whole = [HELLO, {"jsonrpc": "2.0", "method": "notifications/initialized"}, {"jsonrpc": "2.0", "id": 7, "method": "tools/list"},
                 *calls(names)]
        before = {path: path.read_bytes() for path in folder.iterdir()}
        # One process answers the messages of thirty rounds.
        for start in range(0, rounds, 30):
            session(tool, folder, whole, min(30, rounds - start), random, tally)
        tally.keep({path: path.read_bytes() for path in folder.iterdir()} == before, "a file below the root changed")


def session(tool, folder, whole, count, random, tally):
    """Sends damaged messages to one process, each followed by a ping with a number of its own."""
    sent, lines = [], [encoded(HELLO), encoded(calls(["import"])[0])]
    for number in range(count):
        tally.count()
        damaged = damage(random.choice(whole), random)
        sent.append(damaged)
        lines += [damaged, encoded({"jsonrpc": "2.0", "id": f"ping {number}", "method": "ping"})]
    answers = talk(tool, folder, lines, tally, f"a session that ends with {sent[-1][:80]!r}")
    between = [[]]
    for answer in answers[2:]:
        if str(answer.get("id")).startswith("ping ") and answer.get("result") == {}:
            between.append([])
        else:
            between[-1].append(answer)
    if not tally.check(len(between) == count + 1, f"{len(between) - 1} of {count} pings are answered"):
        return
    for damaged, found in zip(sent, between):
        judge(damaged, found, tally)


def encoded(message):
    return json.dumps(message).encode()


def talk(tool, folder, messages, tally, label):
    """Sends all messages; returns the answers, each of which must have the form of JSON-RPC."""
    lines = [message if isinstance(message, bytes) else encoded(message) for message in messages]
    process = tool.start("mcp", "--root", folder, stdin=subprocess.PIPE)
    try:
        out, err = process.communicate(b"\n".join(lines) + b"\n", timeout=120)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        tally.mistake(f"{label}: it hangs")
    tool.watch(process, process.returncode, err)
    tally.check(process.returncode == 0, f"{label}: it ends with {process.returncode}: {err[-300:]!r}")
    answers = []
    for line in out.splitlines():
        try:
            answers.append(json.loads(line))
        except ValueError:
            tally.mistake(f"{label}: {line[:200]!r} is no message")
    for answer in answers:
        tally.check(is_answer(answer), f"{label}: {str(answer)[:200]} is no answer of JSON-RPC")
    return answers


def is_answer(answer):
    if not isinstance(answer, dict) or answer.get("jsonrpc") != "2.0" or "id" not in answer:
        return False
    if "error" in answer:
        error = answer["error"]
        return "result" not in answer and isinstance(error["code"], int) and bool(error["message"])
    return "result" in answer


def judge(damaged, found, tally):
    """A message that is no JSON gets the error for it; every other one at most one answer, with its id."""
    text = damaged[:120]
    if not damaged.strip():
        tally.check(len(found) <= 1, f"{text!r} has {len(found)} answers")
        return
    try:
        message = json.loads(damaged.decode(), parse_constant=lambda word: 1 / 0)
    except (ValueError, ZeroDivisionError, RecursionError):
        tally.check([answer.get("error", {}).get("code") for answer in found] == [-32700], f"{text!r} gets {str(found)[:200]}")
        return
    if not isinstance(message, dict):
        tally.check(len(found) == 1 and "error" in found[0], f"{text!r} gets {str(found)[:200]}")
    elif "id" in message:
        # Another id is no id of JSON-RPC.
        is_plain = type(message["id"]) in (str, int, float)
        fits = len(found) == 1 and (found[0]["id"] == message["id"] or "error" in found[0])
        tally.check(fits and (is_plain or "error" in found[0]), f"{text!r} gets {str(found)[:200]}")
    else:
        tally.check(len(found) <= 1 and all("error" in answer for answer in found), f"{text!r} gets {str(found)[:200]}")


def damage(message, random):
    """A message with other bytes, members or values."""
    kind = random.randrange(4)
    if kind == 0:
        text = json.loads(json.dumps(message))
        for _ in range(random.randrange(1, 4)):
            change(text, random)
        return encoded(text)
    data = bytearray(encoded(message))
    if kind == 1:
        return bytes(data[:random.randrange(len(data))])
    for _ in range(random.randrange(1, 6)):
        place = random.randrange(len(data))
        if kind == 2:
            data[place] = random.choice([*range(10), *range(11, 256)])
        else:
            data[place:place + random.randrange(4)] = random.choice([b"{", b"}", b"[", b'"', b",", b":", b"null", b"\\u0000", b"1e999", b"\xff"])
    return bytes(data)


def change(value, random):
    """Replaces, removes or adds one member, at any depth."""
    key = random.choice(sorted(value))
    if isinstance(value[key], dict) and value[key] and random.random() < 0.8:
        return change(value[key], random)
    form = random.randrange(4)
    if form == 0 and len(value) > 1:
        del value[key]
    elif form == 1:
        value[random.choice(["id", "params", "name", "db", "trace", "config", "more"])] = copy.deepcopy(random.choice(VALUES))
    else:
        value[key] = copy.deepcopy(random.choice(VALUES))

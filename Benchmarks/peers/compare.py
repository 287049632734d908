#!/usr/bin/env python3
"""Compares imports and a query with what people use instead: compare.py TOOL [--rrweb FILE] [--chrome FILE] [--times N].

Each file is made N times as long, by repeating its events at later times. All programs read the same bytes and
store the time and offset of every scroll event in a table: scrolltrace, DuckDB's and SQLite's JSON functions, jq,
and Python's json module. They alternate, five rounds; the result is the median. scrolltrace also stores digests,
phases, touches and a hash of the file. Then DuckDB finds the rests of a recording in SQL written by hand, and
scrolltrace finds its settles. Needs duckdb (PyPI), jq and sqlite3; a program that is missing is an error.
"""

import argparse
import gzip
import json
import os
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 5
# The time in ms and the offset of each scroll event, as each program names them.
RRWEB = {
    "duckdb": "SELECT timestamp AS t, data.x AS x, data.y AS y FROM read_json('{file}', maximum_object_size=2000000000, "
              "columns={{'type': 'INT', 'timestamp': 'BIGINT', 'data': 'STRUCT(source INT, x DOUBLE, y DOUBLE)'}}) "
              "WHERE type = 3 AND data.source = 3",
    "sqlite": "SELECT value->>'timestamp' AS t, value->>'$.data.x' AS x, value->>'$.data.y' AS y "
              "FROM json_each(readfile('{file}')) WHERE value->>'type' = 3 AND value->>'$.data.source' = 3",
    "jq": ".[] | select(.type == 3 and .data.source == 3) | [.timestamp, .data.x, .data.y] | @csv",
    "python": lambda parsed: ((e["timestamp"], e["data"]["x"], e["data"]["y"]) for e in parsed
                              if e["type"] == 3 and e["data"].get("source") == 3),
}
NAME = "ScrollableArea::scrollOffsetChanged"
CHROME = {
    "duckdb": "SELECT e.ts / 1000 AS t, e.args.x AS x, e.args.y AS y FROM (SELECT unnest(traceEvents) AS e FROM "
              "read_json('{file}', maximum_object_size=2000000000, columns={{'traceEvents': "
              "'STRUCT(name VARCHAR, ts BIGINT, args STRUCT(x DOUBLE, y DOUBLE))[]'}})) "
              f"WHERE e.name = '{NAME}'",
    "sqlite": "SELECT (value->>'ts') / 1000.0 AS t, value->>'$.args.x' AS x, value->>'$.args.y' AS y "
              f"FROM json_each(readfile('{{file}}'), '$.traceEvents') WHERE value->>'name' = '{NAME}'",
    "jq": f'.traceEvents[] | select(.name == "{NAME}") | [.ts / 1000, .args.x, .args.y] | @csv',
    "python": lambda parsed: ((e["ts"] / 1000, e["args"]["x"], e["args"]["y"]) for e in parsed["traceEvents"]
                              if e["name"] == NAME),
}
# A rest is where the offset stays for 150 ms: the usual query for it.
RESTS = """WITH steps AS (SELECT t, x, y, lead(t) OVER (ORDER BY t) - t AS pause FROM scroll)
SELECT t, x, y FROM steps WHERE pause >= 150 OR pause IS NULL ORDER BY t"""


def longer(file, times, path):
    """Writes a capture with its events repeated at later times."""
    text = gzip.open(file).read() if str(file).endswith(".gz") else pathlib.Path(file).read_bytes()
    parsed = json.loads(text)
    events, key = (parsed, "timestamp") if isinstance(parsed, list) else (parsed["traceEvents"], "ts")
    timed = [event[key] for event in events if event.get(key, 0) > 0]
    span = max(timed) - min(timed) + (1000 if key == "timestamp" else 1_000_000)
    # The page itself is described once; a second description would begin a new recording.
    repeated = [e for e in events if e.get(key, 0) > 0 and (key == "ts" or e["type"] == 3)]
    all_events = events + [{**event, key: event[key] + span * number} for number in range(1, times) for event in repeated]
    with open(path, "w") as out:
        json.dump(all_events if isinstance(parsed, list) else {**parsed, "traceEvents": all_events}, out, separators=(",", ":"))


def count(path):
    with sqlite3.connect(path) as database:
        return database.execute("SELECT count(*) FROM scroll").fetchone()[0]


def run_tool(tool, file, out, *options):
    done = subprocess.run([tool, "import", "--db", out, file, *options], capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(f"compare: {tool} import {file}: {done.stderr}")
    with sqlite3.connect(out) as database:
        return database.execute("SELECT count(*) FROM frame").fetchone()[0]


def run_duckdb(query, file, out):
    import duckdb
    database = duckdb.connect(out)
    database.execute("SET threads TO 1")
    database.execute("CREATE TABLE scroll AS " + query.format(file=file))
    found = database.execute("SELECT count(*) FROM scroll").fetchone()[0]
    database.close()
    return found


def run_sqlite(query, file, out):
    subprocess.run(["sqlite3", out, "CREATE TABLE scroll AS " + query.format(file=file)], check=True)
    return count(out)


def store(rows, out):
    with sqlite3.connect(out) as database:
        database.execute("CREATE TABLE scroll (t REAL, x REAL, y REAL)")
        database.executemany("INSERT INTO scroll VALUES (?, ?, ?)", rows)
    return count(out)


def run_jq(program, file, out):
    lines = subprocess.run(["jq", "-r", program, file], check=True, capture_output=True, text=True).stdout.splitlines()
    return store((line.split(",") for line in lines), out)


def run_python(rows, file, out):
    with open(file) as text:
        return store(rows(json.load(text)), out)


def compare(title, tool, file, forms, work):
    """Prints the time of each program, and how many times as long as the tool it takes."""
    runs = {
        "scrolltrace": lambda out: run_tool(tool, file, out),
        "DuckDB": lambda out: run_duckdb(forms["duckdb"], file, out),
        "SQLite": lambda out: run_sqlite(forms["sqlite"], file, out),
        "jq": lambda out: run_jq(forms["jq"], file, out),
        "Python": lambda out: run_python(forms["python"], file, out),
    }
    times, found = {name: [] for name in runs}, {}
    for number in range(ROUNDS):
        for name, run in runs.items():
            out = str(work / f"{name}-{number}.db")
            start = time.perf_counter()
            found[name] = run(out)
            times[name].append(time.perf_counter() - start)
            os.remove(out)
    own = statistics.median(times["scrolltrace"])
    print(f"{title}: {os.path.getsize(file) / 1e6:.1f} MB")
    for name, taken in times.items():
        print(f"  {name:12} {statistics.median(taken):7.2f} s  {statistics.median(taken) / own:5.2f} x  {found[name]} rows")


def compare_rests(tool, file, work):
    """The rests of one recording: SQL by hand, and the tool's settles with candidates and reasons."""
    import duckdb
    store_path, table = str(work / "rests.sqlite"), str(work / "rests.duckdb")
    # Settles need the size of the container, which gives the recording a second trace.
    run_tool(tool, file, store_path, "--container", "390x700")
    run_duckdb(CHROME["duckdb"], file, table)
    times, found = {"scrolltrace": [], "DuckDB": []}, {}
    for _ in range(ROUNDS):
        start = time.perf_counter()
        done = subprocess.run([tool, "analyze", "settles", "2", "--db", store_path, "--json"], capture_output=True, text=True)
        times["scrolltrace"].append(time.perf_counter() - start)
        found["scrolltrace"] = len(json.loads(done.stdout)["traces"][0]["settles"])
        start = time.perf_counter()
        with duckdb.connect(table) as database:
            found["DuckDB"] = len(database.execute(RESTS).fetchall())
        times["DuckDB"].append(time.perf_counter() - start)
    own = statistics.median(times["scrolltrace"])
    print("rests of the Chrome trace")
    for name, taken in times.items():
        print(f"  {name:12} {statistics.median(taken):7.2f} s  {statistics.median(taken) / own:5.2f} x  {found[name]} rests")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("--rrweb")
    parser.add_argument("--chrome")
    parser.add_argument("--times", type=int, default=1000, help="how often the events of the rrweb recording are repeated")
    options = parser.parse_args()
    missing = [name for name in ("jq", "sqlite3") if shutil.which(name) is None]
    try:
        import duckdb  # noqa: F401
    except ImportError:
        missing.append("duckdb")
    if missing:
        sys.exit(f"compare: missing: {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        if options.rrweb:
            file = str(work / "long.rrweb.json")
            longer(options.rrweb, options.times, file)
            compare("rrweb", options.tool, file, RRWEB, work)
        if options.chrome:
            file = str(work / "long.trace.json")
            longer(options.chrome, 3, file)
            compare("Chrome trace", options.tool, file, CHROME, work)
            compare_rests(options.tool, file, work)


if __name__ == "__main__":
    main()

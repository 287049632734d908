"""Compares what integrations/python reads from the demo's store with sqlite3, and runs the notebook.

usage: check-python.py ROOT    in the folder in which 'scrolltrace demo' ran
"""
import hashlib
import pathlib
import sqlite3
import sys

import nbclient
import nbformat
import pyarrow

import scrolltrace

root, store = pathlib.Path(sys.argv[1]), pathlib.Path("scrolltrace-demo/demo.sqlite")


def check(holds, message):
    if not holds:
        sys.exit(f"check-python: {message}")


def refuses(kind, *words, **options):
    try:
        scrolltrace.read(*words, **options)
    except kind as error:
        return str(error)
    sys.exit(f"check-python: {words} {options} is not refused")


before = hashlib.sha256(store.read_bytes()).digest()
tables, arrow = scrolltrace.read(store), scrolltrace.read(store, arrow=True)
check(set(tables) == set(scrolltrace.TABLES) == set(arrow), "a table is missing")
database = sqlite3.connect(store)
for name, table in tables.items():
    cursor = database.execute(f"SELECT * FROM {name}")
    check(list(table.columns) == [column[0] for column in cursor.description], f"'{name}' has other columns")
    check(len(table) == len(cursor.fetchall()) == arrow[name].num_rows, f"'{name}' has another number of rows")
    check(isinstance(arrow[name], pyarrow.Table), f"'{name}' is no Arrow table")
for name in ("frame_full", "touch_full", "findings", "settles"):
    check(len(tables[name]), f"'{name}' is empty")
one = scrolltrace.read(store, trace="A01", tables=["frame_full"])["frame_full"]
check(one.equals(scrolltrace.read(store, trace=1, tables=["frame_full"])["frame_full"]), "a name selects another trace")
check(scrolltrace.read(store, trace=99, tables=["frame_full"])["frame_full"].empty, "trace 99 has frames")
check(scrolltrace.query(store, "SELECT ? AS x", [7])["x"][0] == 7, "a parameter is lost")
pathlib.Path("other.sqlite").touch()
pathlib.Path("text.sqlite").write_text("nonsense " * 100)
check("no store" in refuses(FileNotFoundError, "missing.sqlite"), "a missing store has another message")
check("not a store" in refuses(ValueError, "other.sqlite"), "an empty file has another message")
check("not a store" in refuses(ValueError, "text.sqlite"), "a text has another message")
refuses(KeyError, store, trace="nobody")
refuses(KeyError, store, tables=["frame; DROP TABLE frame"])

notebook = nbformat.read(root / "integrations/python/first-look.ipynb", as_version=4)
nbformat.validate(notebook)
nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": "."}}).execute()
check(hashlib.sha256(store.read_bytes()).digest() == before, "reading changed the store")
print(f"check-python: {len(tables)} tables are read into pandas and Arrow, and the notebook runs")

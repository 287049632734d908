"""Reads a scrolltrace store into pandas or Arrow.

>>> import scrolltrace
>>> store = scrolltrace.read("scrolltrace.sqlite")
>>> store["frame_full"].query("trace_id == 1").plot("time_ms", "y")

Needs pandas, or pyarrow for `arrow=True`. The store is opened read-only and never changed.
"""

import contextlib
import pathlib
import sqlite3

__all__ = ["TABLES", "read", "query"]

#: The tables and views that `read` returns; schema.sql explains their columns.
TABLES = (
    "traces", "frame_full", "touch_full", "phase_full", "layout_full", "visibility_full", "position_full", "event",
    "settles", "divergences", "findings", "impressions", "diagnostics",
)


def _open(path):
    path = pathlib.Path(path).resolve()
    if not path.is_file():
        raise FileNotFoundError(f"there is no store '{path}'; 'scrolltrace import FILE --db {path.name}' makes one")
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        found = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'traces'").fetchone()[0]
    except sqlite3.DatabaseError as error:
        connection.close()
        raise ValueError(f"'{path}' is not a store: {error}") from None
    if not found:
        connection.close()
        raise ValueError(f"'{path}' is not a store of scrolltrace")
    return contextlib.closing(connection)


def _result(connection, sql, parameters, arrow):
    cursor = connection.execute(sql, parameters)
    names = [column[0] for column in cursor.description]
    rows = cursor.fetchall()
    columns = list(zip(*rows)) if rows else [()] * len(names)
    if arrow:
        import pyarrow

        return pyarrow.table({name: list(values) for name, values in zip(names, columns)})
    import pandas

    return pandas.DataFrame({name: list(values) for name, values in zip(names, columns)}, columns=names)


def query(path, sql, parameters=(), arrow=False):
    """Returns the rows of one SELECT statement."""
    with _open(path) as connection:
        return _result(connection, sql, parameters, arrow)


def read(path, trace=None, tables=TABLES, arrow=False):
    """Returns a table for each name, of all traces or of the one with this number or name."""
    with _open(path) as connection:
        number = trace
        if isinstance(trace, str):
            numbers = connection.execute("SELECT trace_id FROM traces WHERE name = ?", [trace]).fetchall()
            if not numbers:
                raise KeyError(f"there is no trace '{trace}'")
            number = numbers[0][0]
        result = {}
        for table in tables:
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone():
                raise KeyError(f"there is no table or view '{table}'")
            names = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
            limit, parameters = "", []
            if number is not None and "trace_id" in names:
                limit, parameters = " WHERE trace_id = ?", [number]
            result[table] = _result(connection, f'SELECT * FROM "{table}"{limit}', parameters, arrow)
        return result

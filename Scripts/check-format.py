#!/usr/bin/env python3
"""Checks every line of scrolltrace logs against docs/format.schema.json.

    Scripts/check-format.py FILE…      ('-' is standard input; gzip is unpacked)

Prints FILE:LINE: what is wrong, and ends with 1 if any line is bad, with 2 if a file cannot be
read. Needs the package jsonschema: pip install jsonschema
"""

import gzip
import json
import pathlib
import sys

from jsonschema import Draft202012Validator

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "docs" / "format.schema.json"
LINE_LIMIT = 1 << 20


def unique(pairs):
    """Makes an object of its members. JSON allows a key twice, the format does not."""
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"'{key}' comes twice")
    return dict(pairs)


def refuse(word):
    raise ValueError(f"{word} is not JSON")


def validators():
    """One validator for each kind of line: its errors are more precise than those of oneOf."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    names = [branch["$ref"].rsplit("/", 1)[1] for branch in schema.pop("oneOf")]
    return {
        name: Draft202012Validator({**schema, "$ref": f"#/$defs/{name}"}) for name in names
    }


def problem(line, kinds):
    """Returns the problem of one line, or None."""
    if len(line) > LINE_LIMIT:
        return f"the line has {len(line)} bytes, more than {LINE_LIMIT}"
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=unique, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        return str(error)
    if not isinstance(value, dict):
        return "the line is not an object"
    kind = "header" if "scrolltrace" in value else value.get("k")
    if not isinstance(kind, str) or kind not in kinds:
        return f"{json.dumps(kind)} is no kind of line"
    errors = sorted(kinds[kind].iter_errors(value), key=lambda error: list(map(str, error.path)))
    if not errors:
        return None
    place = "".join(f"[{part!r}]" for part in errors[0].path)
    return f"{kind}{place}: {errors[0].message}"


def check(path, kinds):
    """Prints the problems of one file and returns their number."""
    data = sys.stdin.buffer.read() if path == "-" else pathlib.Path(path).read_bytes()
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    count = 0
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        line = line.removesuffix(b"\r")
        found = problem(line, kinds) if line.strip(b" \t") else None
        if found:
            print(f"{path}:{number}: {found}")
            count += 1
    return count


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    kinds = validators()
    try:
        return 1 if sum(check(path, kinds) for path in paths) else 0
    except (OSError, EOFError) as error:
        print(f"check-format: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Prints a log whose texts are replaced by markup, invisible characters and text direction changes."""

import json
import sys

TEXTS = [
    "</script><script>window.harm=1</script>", "<img src=x onerror=\"window.harm=1\">",
    "\"><svg onload=window.harm=1>", "'; window.harm=1; '", "n" * 80, "<!--<script>", "]]>&lt;&amp;",
    "\u202eevil\u202c\u200b\u200d", "| a | b |\n| --- |", "@octocat #1 https://example.com www.example.com",
    "`` ``` `", "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd", "![x](https://example.com/x.png) [a](javascript:alert(1))", "\x00\x1b[31m\x7f\ufffe",
]


def replaced(names, text):
    return names.setdefault(text, f"{TEXTS[len(names) % len(TEXTS)]} {len(names)}")


def main(path):
    names = {}
    for line in open(path, encoding="utf-8"):
        record = json.loads(line)
        if "scrolltrace" in record:
            record.update(name=TEXTS[0], device=TEXTS[1], system=TEXTS[7], app=TEXTS[9])
        for item in record.get("items", []):
            item[0] = replaced(names, item[0])
        if isinstance(record.get("id"), str):
            record["id"] = replaced(names, record["id"])
        if "ids" in record:
            record["ids"] = [replaced(names, text) for text in record["ids"]]
        print(json.dumps(record))
    print(json.dumps({"t": 9000, "k": "note", "name": TEXTS[1], "text": TEXTS[0]}))


main(sys.argv[1])

#!/usr/bin/env python3
"""Renders the issue text of reproductions with markdown-it, as GitHub does, and checks the result.

check-issue.py README.md …

It must have its sections, a table of the environment and a list of steps. No text may become HTML, and no
Markdown markup may remain visible.
"""

import pathlib
import sys

from markdown_it import MarkdownIt

SECTIONS = ["Environment", "Steps", "Expected", "Actual"]


def problems(text):
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    kinds = [token.type for token in tokens]
    inline = [(tokens[place - 1], token) for place, token in enumerate(tokens) if token.type == "inline"]
    headings = [token.content for before, token in inline if before.type == "heading_open"]
    for section in SECTIONS:
        if section not in headings:
            yield f"it has no section '{section}'"
    if not kinds or kinds[0] != "heading_open":
        yield "it does not begin with a heading"
    if "table_open" not in kinds:
        yield "the environment is no table"
    if "ordered_list_open" not in kinds:
        yield "the steps are no list"
    for _, token in inline:
        for child in token.children:
            if child.type == "html_inline":
                yield f"it has HTML: {child.content}"
            if child.type == "text" and any(mark in child.content for mark in ("**", "``", "|--", "](")):
                yield f"marks stay in '{child.content}'"
    if "html_block" in kinds:
        yield "it has a block of HTML"


def main():
    failures = 0
    for name in sys.argv[1:]:
        for problem in problems(pathlib.Path(name).read_text()):
            failures += 1
            print(f"check-issue: {name}: {problem}", file=sys.stderr)
    sys.exit(65 if failures else 0)


if __name__ == "__main__":
    main()

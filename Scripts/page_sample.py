"""Chooses pages that together have everything that any page of a folder has.

The content of a page is its elements with their classes, roles, types and ids, the detectors that it names, and the
format of its capture. The choice is the same for the same pages.
"""

import re

# Text of the trace in scripts, styles and drawings is no part of a page's kind.
APART = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.S)
TAG = re.compile(r"<([a-z][a-z0-9]*)([^>]*)>")
ATTRIBUTE = re.compile(r'\b(class|role|type|id)="([^"]*)"')
WORD = re.compile(r"\b[STI]\d\d\b")


def kinds(text):
    """Everything that makes a page different from others, as a set of short texts."""
    found = {f"script: {'<script' in text}"}
    text = APART.sub("", text)
    for tag, attributes in TAG.findall(text):
        for name, value in ATTRIBUTE.findall(attributes):
            # Ids with numbers occur once for each item of a list.
            values = [re.sub(r"\d+", "N", value)] if name == "id" else value.split()
            found.update(f"{tag} {name} {value}" for value in values)
    found.update(WORD.findall(text))
    return found


def sample(pages, every, formats):
    """The pages of a sorted list to open: a cover of all kinds, then the first of `every` pages.

    `formats` has the format of the capture for the names of pages.
    """
    has = {page: kinds(page.read_text()) | {f"format: {formats.get(page.stem)}"} for page in pages}
    chosen, missing = set(), set().union(*has.values())
    while missing:
        # The page with the most kinds that no chosen page has; among equals, the first.
        best = max(pages, key=lambda page: len(has[page] & missing))
        chosen.add(best)
        missing -= has[best]
    return sorted(chosen | set(pages[::every]))

#!/usr/bin/env python3
"""Draws how often causes are correct, for each range of odds that the diagnosis states.

Reads the output of the suite from standard input:

    SCROLLTRACE_CASES=400 swift test --disable-xctest --filter HiddenCauseTests | Scripts/calibration.py

Writes docs/images/diagnosis-calibration.svg and prints the table.
"""

import math
import pathlib
import re
import sys

TARGET = pathlib.Path(__file__).resolve().parent.parent / "docs/images/diagnosis-calibration.svg"
LINE = re.compile(r"calibration from (\d+): (\d+) of (\d+)")
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 300, 56, 24, 52


def counts(lines):
    """Returns the number of correct causes and of all causes for each lower bound of the odds."""
    found = {}
    for line in lines:
        match = LINE.search(line)
        if match:
            low, right, count = map(int, match.groups())
            before = found.get(low, (0, 0))
            found[low] = (before[0] + right, before[1] + count)
    return sorted(found.items())


def interval(right, count):
    """Returns the 95 % interval of a proportion (Wilson)."""
    z = 1.96
    share = right / count
    middle = share + z * z / (2 * count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return (middle - half) / scale, (middle + half) / scale


def label(rows, index):
    low = rows[index][0]
    return f"{low}–{rows[index + 1][0]}:1" if index + 1 < len(rows) else f"≥ {low}:1"


def drawing(rows):
    plot = HEIGHT - TOP - BOTTOM
    step = (WIDTH - LEFT - 16) / len(rows)

    def y(share):
        return TOP + (1 - share) * plot

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="11" fill="#333">',
        '<title>Share of right causes by stated odds</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{y(share):.1f}" y2="{y(share):.1f}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{share * 100:.0f} %</text>'
        )
    for index, (low, (right, count)) in enumerate(rows):
        x = LEFT + (index + 0.5) * step
        bottom, top = interval(right, count)
        stated = low / (low + 1)
        parts.append(
            f'<line x1="{x - step * 0.3:.1f}" x2="{x + step * 0.3:.1f}" y1="{y(stated):.1f}" '
            f'y2="{y(stated):.1f}" stroke="#c33" stroke-width="2"/>'
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y(bottom):.1f}" y2="{y(top):.1f}" stroke="#369"/>'
            f'<circle cx="{x:.1f}" cy="{y(right / count):.1f}" r="4" fill="#369"/>'
            f'<text x="{x:.1f}" y="{HEIGHT - 34}" text-anchor="middle">{label(rows, index)}</text>'
            f'<text x="{x:.1f}" y="{HEIGHT - 20}" text-anchor="middle" fill="#777">{right} of {count}</text>'
        )
    parts.append(
        f'<text x="{LEFT}" y="{HEIGHT - 4}">Red: the least share that the odds promise. '
        "Blue: the share that was right, with its 95 % interval.</text></svg>"
    )
    return "\n".join(parts) + "\n"


def main():
    rows = counts(sys.stdin)
    if not rows:
        sys.exit("no line 'calibration from …' in the input: pipe the output of HiddenCauseTests in")
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(drawing(rows), encoding="utf-8")
    print("| stated odds | at least promised | right |\n|---|---|---|")
    for index, (low, (right, count)) in enumerate(rows):
        print(f"| {label(rows, index)} | {100 * low / (low + 1):.1f} % | {right} of {count} |")


main()

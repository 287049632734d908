#!/usr/bin/env python3
"""Records how headless Chromium scrolls random pages with scroll-snap, for fixtures/chromium-random.

chromium-random.py [--into FOLDER] [NAME …]

Style, sizes, port and gestures of each page are drawn from the number in its name. No page was chosen or
left out because of its diagnosis; pages during which the browser closed its tab are not recorded. The
captures and truth.tsv are like those of chromium-snap.py.
"""

import random
import sys

from chromium_pages import ROOT, module, options, recordings

snap = module(ROOT / "Scripts/chromium-snap.py")
FOLDER = ROOT / "fixtures/chromium-random"
NUMBERS = [*range(100, 130), *range(200, 228), *range(300, 320)]


def drawn(number):
    """A page with its own gestures."""
    draw = random.Random(number)
    axis, strictness = draw.choice("xy"), draw.choice(["mandatory", "mandatory", "proximity", "none"])
    port = draw.choice([(390, 640), (360, 600), (412, 732), (768, 500)])
    length = port[0] if axis == "x" else port[1]
    kind = draw.choice(["equal", "equal", "mixed", "small"])
    base = round(length * draw.uniform(.55, .95))
    size = {"equal": (base,),
            "mixed": tuple(round(length * draw.uniform(.4, 1.1)) for _ in range(draw.choice([2, 3, 4]))),
            "small": (round(length * draw.uniform(.25, .45)),)}[kind]
    unsnapped = "none" if axis == "x" else "none-y"
    page = snap.page(
        f"random-{number}", type=unsnapped if strictness == "none" else f"{axis} {strictness}",
        align=draw.choice(["start", "center", "end"]), stop=draw.choice(["normal", "normal", "always"]),
        padding=draw.choice([0, 0, 0, 20, 48]), margin=draw.choice([0, 0, 0, 12]), size=size,
        gap=draw.choice([0, 8, 16, 30]), edge=draw.choice([0, 0, 16, 40]), count=draw.choice([14, 20, 30]),
        scale=draw.choice([1, 2, 3]), rtl=axis == "x" and draw.random() < .2, port=port)
    gestures = [(draw.choice([1, 1, -1]) * draw.uniform(.18, .7), draw.randint(80, 520)) for _ in range(9)]
    # A slow finger stops before it lifts.
    page["gestures"] = [(share, time, time > 330) for share, time in gestures]
    return page


def record(browser, page, folder):
    try:
        return snap.record(browser, page, folder)
    except RuntimeError as error:
        print(f"{page['name']}: not recorded: {error}", file=sys.stderr)
        return [], []


def main():
    pages = [drawn(number) for number in NUMBERS]
    chosen = options(__doc__, FOLDER, pages)
    for page, lines, _ in recordings(chosen, pages, record):
        print(page["name"], "recorded" if lines else "left out", flush=True)
        if not lines:
            (chosen.into / f"{page['name']}.jsonl.gz").unlink()
    there = [page for page in pages if (chosen.into / f"{page['name']}.jsonl.gz").exists()]
    snap.write_truth(chosen.into / "truth.tsv", [snap.truth(page) for page in there])


if __name__ == "__main__":
    main()

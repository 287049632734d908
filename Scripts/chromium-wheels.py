#!/usr/bin/env python3
"""Records how Chromium scrolls random pages under a mouse wheel, for fixtures/chromium-wheels.

chromium-wheels.py [--into FOLDER] [NAME …]

The pages are drawn like those of chromium-random.py, from the number in the name. Notches that the
DevTools protocol sends are scrolls of their own, so here an X server turns the wheel of a Chromium with
a window: Xvfb and xdotool must be installed. The captures and truth.tsv are like those of
chromium-snap.py.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import time

from chromium_pages import ROOT, module, options, recordings

snap = module(ROOT / "Scripts/chromium-snap.py")
random_pages = module(ROOT / "Scripts/chromium-random.py")
FOLDER = ROOT / "fixtures/chromium-wheels"
NUMBERS = [*range(400, 430)]
DISPLAY = ":97"
# The buttons of an X server for notches up, down, left and right.
BUTTONS = {("y", -1): 4, ("y", 1): 5, ("x", -1): 6, ("x", 1): 7}


def drawn(number):
    page = random_pages.drawn(number)
    draw = random.Random(f"wheel {number}")
    page.update(name=f"wheel-{number}", scale=1)
    # Turns of the wheel: the direction, the notches, and the milliseconds between them.
    page["turns"] = [(draw.choice([1, 1, 1, -1]), draw.choice([1, 1, 2, 3, 4, 5, 7]), draw.choice([20, 45, 90, 140]))
                     for _ in range(10)]
    return page


def record(browser, page, folder):
    path = folder / f"{page['name']}.html"
    path.write_text(snap.html(page))
    tab = browser.tab()
    tab.call("Page.bringToFront")
    tab.call("Page.navigate", url=path.as_uri())
    tab.wait("document.readyState === 'complete'")
    view = "document.getElementById('port')"
    rests = [tab.value(snap.RESTS % view)]
    tab.value((ROOT / "docs/capture/web.js").read_text()
              + f"\nwindow.stopRecording = recordScroll({view}, '.item'); 0")
    box = tab.value(f"(({view}).getBoundingClientRect().toJSON())")
    xdotool("mousemove", round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2))
    time.sleep(0.25)
    for way, count, pause in page["turns"]:
        # In right-to-left pages later content is on the left.
        button = BUTTONS[snap.axis(page), -way if page["rtl"] else way]
        xdotool("click", "--repeat", count, "--delay", pause, button)
        time.sleep(0.35)
        rests.append(tab.value(snap.RESTS % view))
        time.sleep(0.3)
    lines = [json.loads(line) for line in tab.value("stopRecording()").splitlines()]
    tab.close()
    return snap.withheld(lines, page), rests


def xdotool(*words):
    subprocess.run(["xdotool", *map(str, words)], check=True)


def main():
    pages = [drawn(number) for number in NUMBERS]
    chosen = options(__doc__, FOLDER, pages)
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        sys.exit("chromium-wheels: install Xvfb and xdotool, and run this again")
    server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1280x1000x24"], stderr=subprocess.DEVNULL)
    os.environ["DISPLAY"] = DISPLAY
    try:
        time.sleep(1)
        for page, lines, rests in recordings(chosen, pages, record, place="--kiosk"):
            along = 1 if snap.axis(page) == "y" else 0
            wrong = snap.contradictions(page, lines, rests)
            print(page["name"], [round(rest[along], 1) for rest in rests], wrong or "", flush=True)
    finally:
        server.terminate()
    there = [page for page in pages if (chosen.into / f"{page['name']}.jsonl.gz").exists()]
    snap.write_truth(chosen.into / "truth.tsv", [snap.truth(page) for page in there])


if __name__ == "__main__":
    main()

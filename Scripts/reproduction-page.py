#!/usr/bin/env python3
"""Runs the page of a reproduction in headless Chromium and compares its rest with the recording's.

reproduction-page.py TOOL FOLDER …

The touches of trace.jsonl are synthesized over repro.html through the DevTools protocol, with their own
times. docs/capture/web.js records the page. Its log, imported, must rest on the same target as the
recording: the item at whose snap position it is, or that covers the port; between snap positions, the
visible items. After a fling the target depends on how fast the machine handles the release, so a page is
run with several delays.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from browser import Browser
from chromium_pages import ROOT, module

KINDS = {"began": "touchStart", "moved": "touchMove", "stationary": "touchMove",
         "ended": "touchEnd", "cancelled": "touchCancel"}
# Delays between a touch's timestamp and its handling, in milliseconds, one run each. Chromium aims
# a fling between snap positions at 25 times the first step of its content. That step is the speed
# times the time that the browser takes to handle the release, which a recording does not contain.
DELAYS = [0, -6, 10, -3, 3, 15, -10, 6, 20]
# The speed below which no release is a fling, in pixels per second.
SLOWEST_FLING = 50
# Positions and snap positions of the areas along the axes of scroll-snap-type; null where an axis
# does not snap.
STYLE = """(view => {
  const style = getComputedStyle(view), [axes, strictness] = style.scrollSnapType.split(" ");
  const number = (text) => parseFloat(text) || 0, port = view.getBoundingClientRect();
  const rtl = style.direction === "rtl";
  const along = (axis, sides, size, scroll) => {
    if (axes === "none" || (axes !== "both" && axes !== axis)) return null;
    const length = view["client" + size], most = view["scroll" + size] - length;
    const offset = scroll + (axis === "x" && rtl ? most : 0);
    const edge = (side) => number(style["scrollPadding" + side]);
    const areas = [...view.querySelectorAll(".item")].map((item) => {
      const box = item.getBoundingClientRect(), own = getComputedStyle(item);
      const first = sides[0].toLowerCase(), last = sides[1].toLowerCase();
      const start = box[first] - port[first] + offset - number(own["scrollMargin" + sides[0]]);
      const end = box[last] - port[first] + offset + number(own["scrollMargin" + sides[1]]);
      const [block, inline = block] = own.scrollSnapAlign.split(" "), align = axis === "x" ? inline : block;
      const low = start - edge(sides[0]), high = end - length + edge(sides[1]);
      const isLow = (align === "start") !== (axis === "x" && rtl);
      const place = align === "center" ? (low + high) / 2 : isLow ? low : high;
      return { id: item.id, start, end, place: Math.min(Math.max(0, place), most) };
    });
    return { port: length, areas };
  };
  return JSON.stringify({ x: along("x", ["Left", "Right"], "Width", view.scrollLeft),
    y: along("y", ["Top", "Bottom"], "Height", view.scrollTop) });
})(%s)"""


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def seconds(event):
    return event.get("t", 0) / 1000


def last_offset(lines):
    """The last offset of a log, along both axes; 0 if it never moved."""
    x = y = 0
    for line in lines:
        if line.get("k") == "frame":
            x, y = line.get("x", x), line.get("y", y)
    return x, y


def gestures(lines):
    """The touches of each finger, with additional samples so that no two are more than 9 ms apart.

    A browser coalesces the touches that a page sees while it scrolls. Played unchanged, the pauses between
    them would make the browser forget the finger's velocity.
    """
    all_of_them = []
    for line in lines:
        if line.get("k") != "touch":
            continue
        if line["phase"] == "began" or not all_of_them:
            all_of_them.append([])
        touches = all_of_them[-1]
        if touches:
            last, parts = touches[-1], max(1, round((line["t"] - touches[-1]["t"]) / 8))
            for part in range(1, parts):
                share = part / parts
                touches.append({"phase": "moved", **{
                    key: last[key] + (line[key] - last[key]) * share for key in "txy"}})
        touches.append(line)
    return all_of_them


def release_speed(touches):
    """The speed of the content when the finger lifts, in pixels per second along both axes."""
    end = touches[-1]
    start = next((touch for touch in touches if end["t"] - touch["t"] <= 40), end)
    span = (end["t"] - start["t"]) / 1000
    return tuple((start[key] - end[key]) / span if span else 0 for key in "xy")


class Page:
    """repro.html in a tab, with the case that it shows."""

    def __init__(self, browser, snap, folder):
        self.browser, self.snap, self.folder = browser, snap, folder
        self.lines = read(folder / "trace.jsonl")
        self.gestures = gestures(self.lines)

    def play(self, delay):
        """Plays the touches, each delayed by the given seconds, and returns the log."""
        size = next((line for line in self.lines if line.get("k") == "container" and "w" in line), None)
        width, height = (round(size["w"]), round(size["h"])) if size else (390, 844)
        tab = self.browser.tab()
        tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=size.get("scale", 2) if size else 2, mobile=True)
        tab.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
        tab.call("Page.navigate", url=(self.folder / "repro.html").as_uri())
        tab.wait("document.readyState === 'complete'")
        view = "document.getElementById('scroller')"
        first = next((line for line in self.lines if line.get("k") == "frame"), {})
        # From right to left scrollLeft is negative; a log counts from the left end of the content.
        tab.value(f"(v => v.scrollTo({first.get('x', 0)} - (getComputedStyle(v).direction === 'rtl'"
                  f" ? v.scrollWidth - v.clientWidth : 0), {first.get('y', 0)}))({view}); 0")
        tab.value(self.snap.RESTS % view)
        self.snap_style = json.loads(tab.value(STYLE % view))
        tab.value((ROOT / "docs/capture/web.js").read_text()
                  + f"\nwindow.stopRecording = recordScroll({view}, '.item'); 0")
        time.sleep(0.25)
        begin = time.time() - (seconds(self.gestures[0][0]) if self.gestures else 0)
        for touches in self.gestures:
            for touch in touches:
                at = begin + seconds(touch)
                time.sleep(max(0, at + delay - time.time()))
                kind = KINDS[touch["phase"]]
                points = [] if kind in ("touchEnd", "touchCancel") else [
                    {"x": touch["x"], "y": touch["y"], "id": 0, "force": 1}]
                tab.send("Input.dispatchTouchEvent", type=kind, touchPoints=points, timestamp=at)
        tab.value(self.snap.RESTS % view)
        time.sleep(0.12)
        log = tab.value("stopRecording()")
        tab.close()
        return log

    def is_fling(self):
        """Whether a release has momentum."""
        return any(max(map(abs, release_speed(touches))) >= SLOWEST_FLING for touches in self.gestures)

    def target(self, place):
        """Whether the content is snapped along the axes that snap, and to which items."""
        return [self.target_along(axis, place["xy".index(axis)]) for axis in "xy" if self.snap_style[axis]]

    def target_along(self, axis, offset):
        areas, port = self.snap_style[axis]["areas"], self.snap_style[axis]["port"]
        snapped = {area["id"] for area in areas if abs(area["place"] - offset) <= 1}
        # An item longer than the port is snapped wherever it covers the port.
        covering = {area["id"] for area in areas
                    if area["start"] <= offset + 1 and offset + port <= area["end"] + 1}
        # With proximity content may rest anywhere.
        seen = {area["id"] for area in areas
                if area["start"] < offset + port - 1 and offset + 1 < area["end"]}
        return ("snapped", snapped or covering) if snapped or covering else ("free", seen)


def imported(tool, log):
    """The log as the tool exports it after an import."""
    with tempfile.TemporaryDirectory() as work:
        capture, store, copy = (pathlib.Path(work, name) for name in ("page.jsonl", "page.sqlite", "copy.jsonl"))
        capture.write_text(log)
        subprocess.run([tool, "import", "--db", store, capture], check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run([tool, "export", "--db", store, "1", "-o", copy], check=True,
                       stderr=subprocess.DEVNULL)
        return read(copy)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tool = pathlib.Path(sys.argv[1]).resolve()
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if not program:
        sys.exit("reproduction-page: no Chromium is installed")
    snap = module(ROOT / "Scripts/chromium-snap.py")
    browser = Browser(program)
    same = count = 0
    try:
        for name in sys.argv[2:]:
            folder = pathlib.Path(name).resolve()
            # Without snapping the rest depends only on the speed of the machine.
            if "scroll-snap-type: none" in (folder / "repro.html").read_text():
                continue
            count += 1
            page = Page(browser, snap, folder)
            wanted = last_offset(page.lines)
            for runs, delay in enumerate(DELAYS, 1):
                shown = last_offset(imported(tool, page.play(delay / 1000)))
                holds = page.target(shown) == page.target(wanted)
                if holds or not page.is_fling():
                    break
            same += holds
            print(f"{folder.name}: recorded {wanted[0]:.1f}, {wanted[1]:.1f}; page {shown[0]:.1f}, {shown[1]:.1f}"
                  + (f"; run {runs}, handled {delay} ms late" if delay else "")
                  + ("" if holds else "  DIFFERS"), flush=True)
    finally:
        browser.close()
    print(f"reproduction-page: {same} of {count} pages rest where the recording does")
    sys.exit(0 if same * 100 >= count * 95 else 65)


if __name__ == "__main__":
    main()

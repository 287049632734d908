#!/usr/bin/env python3
"""Runs the page of a reproduction in headless Chromium and compares where it rests with the recording.

reproduction-page.py TOOL FOLDER …

The touches of trace.jsonl are synthesized over repro.html through the DevTools protocol, with their own
times. docs/capture/web.js records the page; its log, imported, has to rest on the target on which the
recording rests: the snap position that is nearest to its last offset.
"""

import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def module(path):
    spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_"), path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def seconds(event):
    return event.get("t", 0) / 1000


def last_offset(lines):
    """The last offset of a log, along both axes; 0 where it never moved."""
    x = y = 0
    for line in lines:
        if line.get("k") == "frame":
            x, y = line.get("x", x), line.get("y", y)
    return x, y


def play(browser, snap, folder):
    lines = read(folder / "trace.jsonl")
    size = next((line for line in lines if line.get("k") == "container" and "w" in line), None)
    width, height = (round(size["w"]), round(size["h"])) if size else (390, 844)
    tab = browser.tab()
    tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
             deviceScaleFactor=size.get("scale", 2) if size else 2, mobile=True)
    tab.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
    tab.call("Page.navigate", url=(folder / "repro.html").as_uri())
    tab.wait("document.readyState === 'complete'")
    view = "document.getElementById('scroller')"
    first = next((line for line in lines if line.get("k") == "frame"), {})
    # From right to left scrollLeft is negative; a log counts from the left end of the content.
    tab.value(f"(v => v.scrollTo({first.get('x', 0)} - (getComputedStyle(v).direction === 'rtl'"
              f" ? v.scrollWidth - v.clientWidth : 0), {first.get('y', 0)}))({view}); 0")
    tab.value(snap.RESTS % view)
    tab.value((ROOT / "docs/capture/web.js").read_text()
              + f"\nwindow.stopRecording = recordScroll({view}, '.item'); 0")
    time.sleep(0.25)
    touches = [line for line in lines if line.get("k") == "touch"]
    if touches:
        begin = time.time() - seconds(touches[0])
        kinds = {"began": "touchStart", "moved": "touchMove", "stationary": "touchMove",
                 "ended": "touchEnd", "cancelled": "touchCancel"}
        for touch in touches:
            at = begin + seconds(touch)
            time.sleep(max(0, at - time.time()))
            kind = kinds[touch["phase"]]
            points = [] if kind in ("touchEnd", "touchCancel") else [
                {"x": touch["x"], "y": touch["y"], "id": 0, "force": 1}]
            tab.send("Input.dispatchTouchEvent", type=kind, touchPoints=points, timestamp=at)
    tab.value(snap.RESTS % view)
    time.sleep(0.12)
    log = tab.value("stopRecording()")
    tab.close()
    return lines, log


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tool = pathlib.Path(sys.argv[1]).resolve()
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if not program:
        sys.exit("reproduction-page: no Chromium is installed")
    snap = module(ROOT / "Scripts/chromium-snap.py")
    browser = module(ROOT / "Scripts/browser-test.py").Browser(program)
    same = count = 0
    try:
        for name in sys.argv[2:]:
            folder = pathlib.Path(name).resolve()
            # Without snapping nothing but the speed of the machine decides the rest.
            if "scroll-snap-type: none" in (folder / "repro.html").read_text():
                continue
            count += 1
            lines, log = play(browser, snap, folder)
            with tempfile.TemporaryDirectory() as work:
                capture = pathlib.Path(work, "page.jsonl")
                capture.write_text(log)
                store = pathlib.Path(work, "page.sqlite")
                subprocess.run([tool, "import", "--db", store, capture], check=False,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                copy = pathlib.Path(work, "copy.jsonl")
                subprocess.run([tool, "export", "--db", store, "1", "-o", copy], check=True,
                               stderr=subprocess.DEVNULL)
                shown = last_offset(read(copy))
            wanted = last_offset(lines)
            apart = max(abs(shown[0] - wanted[0]), abs(shown[1] - wanted[1]))
            holds = apart <= 1
            same += holds
            print(f"{folder.name}: recorded {wanted[0]:.1f}, {wanted[1]:.1f}; page {shown[0]:.1f}, {shown[1]:.1f}"
                  + ("" if holds else "  DIFFERS"), flush=True)
    finally:
        browser.close()
    print(f"reproduction-page: {same} of {count} pages rest where the recording does")
    sys.exit(0 if same * 100 >= count * 95 else 65)


if __name__ == "__main__":
    main()

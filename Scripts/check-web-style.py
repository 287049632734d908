#!/usr/bin/env python3
"""Checks what docs/capture/web.js writes about the style of a page, and about scrolls of its scripts.

check-web-style.py TOOL

Opens pages of chromium-snap.py, and puts what the recorder writes into the header of the capture of that page, which
was made without it. The tool must then report that the page behaved as declared. Pages whose style a configuration
cannot express, and browsers that are not known, must get no configuration. Each way of scrolling must be recorded
with its destination, and work as before after the recording.
"""

import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from browser import Browser
from chromium_pages import ROOT, module

snap = module(ROOT / "Scripts/chromium-snap.py")
CAPTURED = ["x-mandatory-center", "y-proximity-end", "x-none", "y-pages-always", "x-padding-end", "y-padding-top",
            "x-padding-margin", "x-rtl-end", "root-mandatory", "y-tall", "grid-x", "grid-both"]
STYLED = "physics: chromium, behavior: scroll-snap(mandatory, align: start, stop: normal, padding: [%s])"
# The page is x-mandatory-start; each line changes it before the recording.
CHANGED = [
    ("scroll-padding in percent", "port.style.scrollPadding = '10% 5%'", STYLED % "19.5, 19.5"),
    ("different sides", "port.style.scrollPaddingLeft = '8px'; port.style.scrollPaddingRight = '0.5px'",
     STYLED % "8, 0.5"),
    ("overscroll-behavior", "port.style.overscrollBehaviorX = 'contain'",
     STYLED % "0, 0" + ", horizontal-overscroll: contain"),
    ("another item", "i3.style.scrollSnapAlign = 'center'", None),
    ("another element", "document.querySelector('.line').style.scrollSnapAlign = 'end'", None),
    ("an item that does not snap", "i3.style.scrollSnapAlign = 'none'", None),
    ("a calculation", "port.style.scrollPadding = 'calc(10% + 4px)'", None),
    ("a negative margin", "i3.parentElement.querySelectorAll('.item').forEach(i => i.style.scrollMargin = '-9px')", None),
    ("vertical text", "port.style.writingMode = 'vertical-rl'", None),
]
AGENTS = [
    ("Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Mobile Safari/604.1", None),
    ("Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", None),
    ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36", "chromium@android"),
    ("Mozilla/5.0 (X11; CrOS x86_64 16000) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36", "chromium@chromeos"),
    ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36", "chromium@macos"),
    ("Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 Edg/156.0", "chromium"),
]

# What a script does on a page of 24 items of 340 px, 30 px apart, and the command that must be recorded.
SCROLLED = [
    ("port.scrollTo(100, 0)", {"to": {"point": [100, 0]}, "via": "offset", "animation": "none"}),
    ("port.scrollTo({left: 300, behavior: 'smooth'})", {"to": {"point": [300, 0]}, "via": "offset", "animation": "automatic"}),
    ("port.scroll({left: 200})", {"to": {"point": [200, 0]}, "via": "offset", "animation": "none"}),
    ("port.scrollBy(50, 0)", {"to": {"point": [250, 0]}, "via": "offset", "animation": "none"}),
    ("port.scrollLeft = 400", {"to": {"point": [400, 0]}, "via": "offset", "animation": "none"}),
    ("port.scrollLeft += 5", {"to": {"point": [405, 0]}, "via": "offset", "animation": "none"}),
    ("i3.scrollIntoView({inline: 'center', behavior: 'smooth'})",
     {"to": {"id": "i3"}, "anchor": "center", "via": "reader", "animation": "automatic"}),
    ("i4.scrollIntoView()", {"to": {"id": "i4"}, "via": "reader", "animation": "none"}),
    ("port.scrollTo({left: '12', top: 'far'})", {"to": {"point": [12, 0]}, "via": "offset", "animation": "none"}),
    ("port.scrollLeft = 1e12", {"to": {"point": [100000000, 0]}, "via": "offset", "animation": "none"}),
    ("port.scrollLeft = NaN", {"to": {"point": [0, 0]}, "via": "offset", "animation": "none"}),
    # Other elements are not recorded.
    ("document.body.scrollTop = 3; window.scrollTo(0, 9); document.body.scrollIntoView()", None),
]


def open_page(browser, page, folder, agent=None):
    """A tab with a page and the recorder."""
    path = folder / "page.html"
    path.write_text(snap.html(page))
    tab = browser.tab()
    if agent:
        tab.call("Emulation.setUserAgentOverride", userAgent=agent)
    width, height = page["port"]
    tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=page["scale"],
             mobile=True)
    tab.call("Page.navigate", url=path.as_uri())
    tab.wait("document.readyState === 'complete'")
    tab.value((ROOT / "docs/capture/web.js").read_text() + "\n0")
    return tab


def scrolls(browser, page, folder):
    """The differences of recorded scrolls from SCROLLED."""
    tab, wrong = open_page(browser, page, folder), []
    names = "JSON.stringify([Element.prototype.scrollTo, Element.prototype.scrollIntoView, window.scrollTo].map(String))"
    before = tab.value(names)
    tab.value("port.style.scrollSnapType = 'none'; window.stop_ = recordScroll(port, '.item'); 0")
    for script, _ in SCROLLED:
        tab.value(script + "; 0")
    lines = [json.loads(line) for line in tab.value("stop_()").splitlines()]
    found = [{key: line[key] for key in ("to", "anchor", "via", "animation") if key in line}
             for line in lines if line.get("k") == "command"]
    expected = [command for _, command in SCROLLED if command]
    if found != expected:
        wrong.append(f"scrolls: {found} in place of {expected}")
    tab.value("a = recordScroll(port, '.item'); b = recordScroll(port, '.item'); b(); a(); 0")
    if tab.value(names) != before or tab.value("port.scrollLeft = 7; port.scrollLeft") != 7:
        wrong.append("scrolls: a function is not as before the recording")
    tab.close()
    return wrong


def declared(browser, page, folder, change="0", agent=None):
    """The configuration that the recorder writes for a page, or None."""
    tab = open_page(browser, page, folder, agent)
    view = "document.scrollingElement" if page["root"] else "port"
    tab.value(change + "; 0")
    header = json.loads(tab.value(f"recordScroll({view}, '.item')()").splitlines()[0])
    tab.close()
    return header.get("configuration")


def verdict(tool, page, configuration, folder):
    """The verdict on the capture of a page whose header has this configuration."""
    text = gzip.decompress((ROOT / f"fixtures/chromium-snap/{page['name']}.jsonl.gz").read_bytes()).decode()
    first, rest = text.split("\n", 1)
    log = folder / "page.jsonl"
    log.write_text(json.dumps({**json.loads(first), "configuration": configuration}) + "\n" + rest)
    run = subprocess.run([tool, "diagnose", log, "--json", "--no-guard"], capture_output=True, text=True, cwd=folder)
    if not run.stdout:
        return run.stderr.strip()
    return json.loads(run.stdout)["traces"][0]["verdict"]


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        print("check-web-style: skipped 1 check: no Chromium is installed")
        with open(os.environ.get("SCROLLTRACE_SKIPS", os.devnull), "a") as skips:
            print("check-web-style: no Chromium is installed", file=skips)
        sys.exit(1 if os.environ.get("CI") else 0)
    pages, wrong = {page["name"]: page for page in snap.PAGES}, []
    plain, browser = pages["x-mandatory-start"], Browser(program)
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for page in (pages[name] for name in CAPTURED):
                found = declared(browser, page, folder)
                said = verdict(tool, page, found, folder) if found else "no configuration"
                if said != "as-declared":
                    wrong.append(f"{page['name']}: {said}: {found}")
            wrong += scrolls(browser, plain, folder)
            for title, change, expected in CHANGED:
                if (found := declared(browser, plain, folder, change)) != expected:
                    wrong.append(f"{title}: {found} in place of {expected}")
            for agent, expected in AGENTS:
                found = declared(browser, plain, folder, agent=agent)
                if (found and found.split(", ")[0].removeprefix("physics: ")) != expected:
                    wrong.append(f"{agent}: {found} in place of {expected}")
    finally:
        browser.close()
    if wrong:
        sys.exit("check-web-style: " + "\ncheck-web-style: ".join(wrong))
    print(f"check-web-style: {len(CAPTURED)} pages behaved as declared, {len(CHANGED) + len(AGENTS)} changes are right, "
          f"{sum(command is not None for _, command in SCROLLED)} ways of scrolling are recorded")


if __name__ == "__main__":
    main()

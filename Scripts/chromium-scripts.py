#!/usr/bin/env python3
"""Records pages whose scripts scroll, in headless Chromium, for fixtures/chromium-scripts.

chromium-scripts.py [--into FOLDER] [NAME …]

Each page has one defect of its script, or none. The captures contain the style and the scrolls of scripts, which
docs/capture/web.js writes. truth.tsv lists page, verdict, and a regular expression for the cause. With names,
only those pages are recorded.
"""

import json
import time

from chromium_pages import ROOT, module, options, recordings

snap = module(ROOT / "Scripts/chromium-snap.py")
FOLDER = ROOT / "fixtures/chromium-scripts"

ROW = [(0.35, 90, False), (0.30, 380, True), (0.45, 140, False), (0.22, 420, True), (-0.28, 110, False),
       (0.40, 120, False), (0.30, 520, True)]
SHORT = [(0.40, 110, False), (0.25, 400, True)]


def page(name, verdict, expected, script="", axis="y", size=180, gap=20, count=40, style="", port=(360, 600),
         gestures=(), late=""):
    """One page: `script` runs before the gestures, and `late`, which may wait, after them."""
    return {**locals(), "type": "none" if axis == "x" else "none-y", "rtl": False}


PREPEND = "for (let k = 0; k < 5; k++) { const e = i0.cloneNode(); e.id = 'n' + k; i0.before(e) }"
NEAREST = "port.addEventListener('scrollend', () => { const step = %d; const to = Math.round(port.%s / step) * step; %s })"
CAROUSEL = {"axis": "x", "size": 340, "gap": 30, "port": (390, 640), "gestures": ROW}
LIST = {"gestures": SHORT}
SMOOTH = "port.scrollTo({left: to, behavior: 'smooth'})"
PAGES = [
    page("free", "as-declared", "", **CAROUSEL),
    # A script that scrolls on after each release.
    page("nearest-smooth", "cause", r"scrolls after \d of 7 releases", NEAREST % (370, "scrollLeft", SMOOTH), **CAROUSEL),
    page("nearest-instant", "cause", r"scrolls after \d of 7 releases",
         NEAREST % (370, "scrollLeft", "port.scrollLeft = to"), **CAROUSEL),
    page("nearest-late", "cause", r"scrolls after \d of 7 releases",
         "let wait; port.addEventListener('scroll', () => { clearTimeout(wait); wait = setTimeout(() => { "
         "const to = Math.round(port.scrollLeft / 370) * 370; if (Math.abs(to - port.scrollLeft) > 1) " + SMOOTH
         + " }, 150) })", **CAROUSEL),
    page("spacing-forgotten", "cause", r"340 pt is the item's width \(340\); the spacing \(30\) is missing",
         NEAREST % (340, "scrollLeft", SMOOTH), **CAROUSEL),
    page("spacing-forgotten-list", "cause", r"180 pt is the item's height \(180\); the spacing \(20\) is missing",
         NEAREST % (180, "scrollTop", "port.scrollTo({top: to, behavior: 'smooth'})"), gestures=ROW),
    page("centered", "cause", r"center.*scrolls after \d of 7 releases",
         "port.addEventListener('scrollend', () => { "
         "document.elementFromPoint(195, 100).closest('.item')?.scrollIntoView({behavior: 'smooth', inline: 'center'}) })",
         **{**CAROUSEL, "size": 300}),
    # Two owners of the offset.
    page("fling-goes-on", "cause", r"arrives, and then the content moves on",
         "port.addEventListener('touchend', () => port.scrollTo({left: Math.round(port.scrollLeft / 370) * 370, "
         "behavior: 'smooth'}))", **CAROUSEL),
    page("timer", "cause", r"timer of 1\.7",
         "let n = 0; setInterval(() => port.scrollTo({left: ++n % 20 * 370, behavior: 'smooth'}), 1700)", **CAROUSEL),
    page("chat-pulls-down", "cause", r"(scrolled back to it|timer of|overrode the finger)",
         "port.scrollTop = 1e6; setInterval(() => { const e = i0.cloneNode(); e.id = 'm' + Date.now(); "
         "i0.parentElement.append(e); port.scrollTop = port.scrollHeight }, 1100)",
         gestures=[(-0.5, 120, False), (-0.4, 300, True), (-0.4, 120, False), (-0.4, 300, True)]),
    page("chat-polite", "as-declared", "",
         "port.scrollTop = 1e6; setInterval(() => { const follows = port.scrollTop > port.scrollHeight - 640; "
         "const e = i0.cloneNode(); e.id = 'm' + Date.now(); i0.parentElement.append(e); "
         "if (follows) port.scrollTop = port.scrollHeight }, 1100)",
         gestures=[(-0.5, 300, True), (-0.4, 300, True), (-0.4, 300, True)]),
    # Content that changes above.
    page("prepend", "cause", r"jump 1000 pt", late=PREPEND, style="#port{overflow-anchor:none}", **LIST),
    page("prepend-twice", "cause", r"jump 1000 pt.*moved twice", late=PREPEND + " port.scrollTop += 1000", **LIST),
    page("prepend-kept", "as-declared", "", late=PREPEND, **LIST),
    page("prepend-by-script", "as-declared", "", late=PREPEND + " port.scrollTop += 1000",
         style="#port{overflow-anchor:none}", **LIST),
    page("grows-above", "cause", r"jump 120 pt", late="i0.style.height = '300px'", style="#port{overflow-anchor:none}", **LIST),
    page("grows-above-twice", "cause", r"jump 120 pt.*moved twice",
         late="i0.style.height = '300px'; port.scrollTop += 120", **LIST),
    # Scrolls of the program.
    page("top-button", "as-declared", "", late="port.scrollTo({top: 0, behavior: 'smooth'})", **LIST),
    page("smooth", "as-declared", "", count=400,
         late="for (const to of [3000, 3010, 3040, 8000, 30000, 29500, 0]) { port.scrollTo({top: to, behavior: 'smooth'}); "
         "await new Promise(done => setTimeout(done, 1800)) }", **LIST),
    page("restored-early", "cause", r"had not all its items yet",
         late="const y = port.scrollTop, all = [...document.querySelectorAll('.item')]; "
         "all.slice(2).forEach(i => i.remove()); port.scrollTop = y; "
         "setTimeout(() => all.slice(2).forEach(i => all[0].parentElement.append(i)), 120)", **LIST),
    # Written, with what is expected, after the diagnosis of the pages above, and before they were recorded.
    page("floor-index", "cause", r"scrolls after \d of 7 releases",
         "port.addEventListener('scrollend', () => port.scrollTo({left: Math.floor(port.scrollLeft / 370) * 370, "
         "behavior: 'smooth'}))", **CAROUSEL),
    page("pages-by-script", "cause", r"600 pt.*scrolls after \d of 7 releases",
         NEAREST % (600, "scrollTop", "port.scrollTo({top: to, behavior: 'smooth'})"), size=580, gap=40, gestures=ROW),
    page("peek-forgotten", "cause", r"scrolls after \d of 7 releases",
         "port.addEventListener('scrollend', () => { const k = Math.round(port.scrollLeft / 370); "
         "document.getElementById('i' + k).scrollIntoView({behavior: 'smooth', inline: 'start', block: 'nearest'}) })",
         style="#strip{padding-left:25px}", **CAROUSEL),
    page("prepend-without-gaps", "cause", r"jump 100 pt", late=PREPEND + " port.scrollTop += 900",
         style="#port{overflow-anchor:none}", **LIST),
    page("removed-above", "cause", r"600 pt", late="i0.remove(); i1.remove(); i2.remove()",
         style="#port{overflow-anchor:none}", **LIST),
    page("absolute-restore", "as-declared", "", late="const y = port.scrollTop; " + PREPEND + " port.scrollTop = y + 1000", **LIST),
    page("keyboard-covers-end", "cause", r"(end|250 pt)", "port.scrollTop = 1e6", late="port.style.height = '350px'",
         gestures=[(0.3, 300, True)]),
    page("next-button", "as-declared", "", late="port.scrollBy({left: 370, behavior: 'smooth'})", **CAROUSEL),
    page("wrong-card-button", "cause", r"item's width \(340\); the spacing \(30\) is missing", late="setTimeout(() => "
         "port.scrollTo({left: 4 * 340, behavior: 'smooth'}), 0)", style="#port{scroll-snap-type:x mandatory} "
         ".item{scroll-snap-align:start}", **CAROUSEL),
    page("endless", "as-declared", "",
         "port.scrollLeft = 3700; port.addEventListener('scrollend', () => { const x = port.scrollLeft; "
         "if (x > 4070 || x < 3700) port.scrollLeft = 3700 + ((x % 370) + 370) % 370 })", **CAROUSEL),
    page("one-by-one", "cause", r"one (item )?at a time.*scrolls after \d of 7 releases",
         "let from = 0; port.addEventListener('touchstart', () => { from = Math.round(port.scrollLeft / 370) }); "
         "port.addEventListener('scrollend', () => { const way = port.scrollLeft - from * 370; "
         "const k = from + (way > 20 ? 1 : way < -20 ? -1 : 0); if (Math.abs(port.scrollLeft - k * 370) > 1) "
         "port.scrollTo({left: k * 370, behavior: 'smooth'}) })", **CAROUSEL),
    page("scroll-under-finger", "cause", r"overrode the finger",
         "let n = 0; port.addEventListener('touchmove', () => { if (++n % 8 === 0) port.scrollTop += 120 })", **LIST),
]


def html(page):
    along_y = page["axis"] == "y"
    width, height = page["port"]
    side, across = ("height", "width") if along_y else ("width", "height")
    items = "".join(f'<div id="i{index}" class="item"></div>' for index in range(page["count"]))
    return f"""<!doctype html><title>{page['name']}</title><meta name="viewport" content="width=device-width">
<style>html,body{{margin:0}} ::-webkit-scrollbar{{display:none}}
#port{{width:{width}px;height:{height}px;overflow:auto}}
#strip{{display:flex;flex-direction:{'column' if along_y else 'row'};gap:{page['gap']}px;width:max-content}}
.item{{flex:none;background:#cde;{side}:{page['size']}px;{across}:{width if along_y else height - 40}px}}
{page['style']}</style><div id="port"><div id="strip">{items}</div></div>"""


def record(browser, page, folder):
    path = folder / f"{page['name']}.html"
    path.write_text(html(page))
    tab = browser.tab()
    width, height = page["port"]
    tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)
    tab.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
    tab.call("Page.navigate", url=path.as_uri())
    tab.wait("document.readyState === 'complete'")
    tab.value((ROOT / "docs/capture/web.js").read_text()
              + f"\nwindow.stopRecording = recordScroll(port, '.item'); {page['script']}; 0")
    time.sleep(0.25)
    rests = []
    for gesture in page["gestures"]:
        snap.Finger(tab, page).move(*gesture)
        # A script may begin its scroll after the browser's.
        time.sleep(0.15)
        rests.append(tab.value(snap.RESTS % "port"))
        time.sleep(0.12)
    tab.value("(async () => { %s })().then(() => 0)" % page["late"])
    time.sleep(1.5)
    lines = [json.loads(line) for line in tab.value("stopRecording()").splitlines()]
    tab.close()
    return snap.withheld(lines, page), rests


def main():
    chosen = options(__doc__, FOLDER, PAGES)
    for page, _, rests in recordings(chosen, PAGES, record, withholds=False):
        print(page["name"], rests, flush=True)
    (chosen.into / "truth.tsv").write_text("file\tverdict\texpected\n" + "".join(
        f"{page['name']}.jsonl.gz\t{page['verdict']}\t{page['expected']}\n" for page in PAGES))


if __name__ == "__main__":
    main()

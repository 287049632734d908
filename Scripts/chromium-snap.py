#!/usr/bin/env python3
"""Records how headless Chromium scrolls pages with scroll-snap, for fixtures/chromium-snap.

chromium-snap.py [--into FOLDER] [NAME …]

Each page is made from one line of PAGES. Its style is the ground truth, which truth.tsv contains. The
capture has the container, the layout, the fingers and the frames, but not the style. Fingers are
synthesized through the DevTools protocol with exact timestamps. The recorder is docs/capture/web.js.

A page whose own rests contradict its style is reported: mandatory pages must rest on a snap position.
With names, only those pages are recorded, and the other lines of truth.tsv stay.
"""

import json
import sys
import time

from chromium_pages import ROOT, options, recordings

FOLDER = ROOT / "fixtures/chromium-snap"


def page(name, type="x mandatory", align="start", stop="normal", padding=0, margin=0, size=(340,),
         gap=30, edge=0, count=24, scale=2, zoom=1, rtl=False, root=False, port=(390, 640),
         cross=None):
    """One page. `size` repeats over the items along the axis of `type`; `cross` overflows the other one."""
    return dict(locals())


# Items are so long that some releases end outside the range of proximity, which is a third of the
# port. With shorter items a mandatory page and a proximity page would rest alike.
PAGES = [
    # Strictness and alignment on both axes, equal items.
    page("x-mandatory-start"), page("x-mandatory-center", align="center"),
    page("x-mandatory-end", align="end"),
    page("y-mandatory-start", type="y mandatory", size=(470,), port=(360, 600)),
    page("y-mandatory-center", type="y mandatory", align="center", size=(470,), port=(360, 600)),
    page("y-mandatory-end", type="y mandatory", align="end", size=(470,), port=(360, 600)),
    page("x-proximity-start", type="x proximity"),
    page("x-proximity-center", type="x proximity", align="center"),
    page("x-proximity-end", type="x proximity", align="end"),
    page("y-proximity-start", type="y proximity", size=(470,), port=(360, 600)),
    page("y-proximity-center", type="y proximity", align="center", size=(470,), port=(360, 600)),
    page("y-proximity-end", type="y proximity", align="end", size=(470,), port=(360, 600)),
    page("x-none", type="none"), page("x-none-pages", type="none", size=(390,), gap=0),
    page("y-none", type="none-y", size=(180,), port=(360, 600)),
    page("y-none-mixed", type="none-y", size=(120, 260, 90, 400), port=(360, 600)),
    # Pages as long as the port.
    page("x-pages", size=(390,), gap=0, count=16), page("y-pages", type="y mandatory", size=(600,), gap=0,
                                                        count=14, port=(360, 600)),
    page("x-pages-always", size=(390,), gap=0, count=16, stop="always"),
    page("y-pages-always", type="y mandatory", size=(600,), gap=0, count=14, port=(360, 600), stop="always"),
    # scroll-snap-stop.
    page("x-always-start", stop="always"), page("x-always-center", align="center", stop="always"),
    page("y-always-end", type="y mandatory", align="end", stop="always", size=(470,), port=(360, 600)),
    # Mixed sizes.
    page("x-mixed-start", size=(220, 350, 290, 380)),
    page("x-mixed-center", align="center", size=(220, 350, 290, 380)),
    page("x-mixed-end", align="end", size=(220, 350, 290, 380)),
    page("y-mixed-start", type="y mandatory", size=(240, 560, 430), port=(360, 600)),
    page("y-mixed-proximity", type="y proximity", size=(440, 580, 510), port=(360, 600)),
    # scroll-padding and scroll-margin.
    page("x-padding", padding=24, edge=24), page("x-padding-end", align="end", padding=32, edge=32, size=(310,)),
    page("y-padding-top", type="y mandatory", padding=64, edge=16, size=(470,), port=(360, 600)),
    page("x-margin", margin=16, edge=16), page("y-margin", type="y mandatory", margin=20, size=(470,),
                                               port=(360, 600)),
    page("x-padding-margin", padding=20, margin=8, edge=28, size=(310,)),
    page("y-padding-proximity", type="y proximity", padding=48, size=(470,), port=(360, 600)),
    # Snap areas longer than the port.
    page("y-tall", type="y mandatory", size=(300, 1500, 300, 300), count=12, port=(360, 600)),
    page("y-tall-proximity", type="y proximity", size=(300, 1300, 500), count=12, port=(360, 600)),
    page("x-wide", size=(330, 900, 330), count=15),
    # Right to left.
    page("x-rtl-start", rtl=True), page("x-rtl-center", rtl=True, align="center"),
    page("x-rtl-end", rtl=True, align="end"), page("x-rtl-proximity", rtl=True, type="x proximity"),
    page("x-rtl-none", rtl=True, type="none"),
    # Page zoom and display scale.
    page("x-scale-3", scale=3), page("x-scale-2.625", scale=2.625, size=(331,)),
    page("y-scale-1.5", type="y mandatory", scale=1.5, size=(473,), port=(360, 600)),
    page("x-zoom-1.25", zoom=1.25, size=(270,)), page("y-zoom-0.8", type="y mandatory", zoom=0.8, size=(590,),
                                                      port=(360, 600)),
    # The document itself scrolls.
    page("root-mandatory", type="y mandatory", root=True, size=(470,), port=(360, 600)),
    page("root-proximity", type="y proximity", root=True, size=(470,), port=(360, 600)),
    page("root-none", type="none-y", root=True, size=(470,), port=(360, 600)),
    # Both axes overflow; only one of them snaps, or both.
    page("grid-x", cross=400), page("grid-y", type="y mandatory", cross=340, size=(500,)),
    page("grid-both", type="both mandatory", cross=400),
]


def axis(page):
    return "y" if page["type"] in ("none-y",) or page["type"].startswith("y") else "x"


def strictness(page):
    return "none" if page["type"].startswith("none") else page["type"].split()[1]


def html(page):
    along_y = axis(page) == "y"
    width, height = page["port"]
    snap = "none" if strictness(page) == "none" else page["type"]
    sides = ("top", "bottom") if along_y else ("left", "right")
    paddings = "".join(f"scroll-padding-{side}:{page['padding']}px;" for side in sides)
    rows = 3 if page["cross"] else 1
    items = []
    for row in range(rows):
        cells = []
        for index in range(page["count"]):
            length = page["size"][index % len(page["size"])]
            breadth = page["cross"] or ((width if along_y else height) - 40) / page["zoom"]
            w, h = (breadth, length) if along_y else (length, breadth)
            name = f"i{index}" if rows == 1 else f"i{row}-{index}"
            cells.append(f'<div id="{name}" class="item" style="width:{w}px;height:{h}px"></div>')
        items.append(f'<div class="line">{"".join(cells)}</div>')
    port = ("overflow:auto" if page["root"] else
            f"width:{width}px;height:{height}px;overflow:scroll")
    target = "html" if page["root"] else "#port"
    return f"""<!doctype html><html dir="{'rtl' if page['rtl'] else 'ltr'}"><head><title>{page['name']}</title>
<meta name="viewport" content="width=device-width"><style>
html,body{{margin:0}} ::-webkit-scrollbar{{display:none}}
#port{{{'' if page['root'] else port}}}
{target}{{scroll-snap-type:{snap};{paddings}}}
.strip{{display:flex;width:max-content;zoom:{page['zoom']};gap:{page['gap']}px;
  flex-direction:{'row' if along_y else 'column'};padding:{page['edge']}px}}
.line{{display:flex;flex-direction:{'column' if along_y else 'row'};gap:{page['gap']}px}}
.item{{flex:none;background:#cde;scroll-snap-align:{page['align']};scroll-snap-stop:{page['stop']};
  scroll-margin:{page['margin']}px}}
</style></head><body><div id="port"><div class="strip">{''.join(items)}</div></div></body></html>"""


# Share of the port that the finger travels, milliseconds, and whether it stops before it lifts. A
# positive share moves to later content.
GESTURES = [(0.30, 90, False), (0.42, 380, True), (0.55, 140, False), (0.22, 420, True), (-0.28, 110, False),
            (0.62, 120, False), (0.36, 520, True), (-0.45, 460, True), (0.33, 160, False)]
# Where both axes overflow, the other axis is scrolled, too, to show whether it snaps.
ACROSS = [(0.18, 420, True), (0.30, 380, True), (0.20, 130, False), (-0.24, 400, True)]


class Finger:
    def __init__(self, tab, page):
        self.tab, self.page = tab, page

    def touch(self, kind, point, stamp):
        points = [{"x": point[0], "y": point[1], "id": 0, "force": 1}] if point else []
        # An answer arrives only with the next frames: waiting for it would delay the finger.
        self.tab.send("Input.dispatchTouchEvent", type=kind, touchPoints=points, timestamp=stamp)

    def move(self, share, milliseconds, stops, across=False):
        width, height = self.page["port"]
        along = 1 if (axis(self.page) == "y") != across else 0
        # In right-to-left pages later content is on the left, so the finger moves right.
        travel = share * (height, width)[1 - along] * (-1 if not self.page["rtl"] else 1)
        start = [width / 2, height / 2]
        start[along] -= travel / 2
        steps = max(4, round(milliseconds / 8))
        begin = time.time()
        for step in range(steps + 1):
            part = step / steps
            # A finger that stops decelerates; a finger that flings moves at constant speed.
            eased = 1 - (1 - part) ** 3 if stops else part
            point = list(start)
            point[along] += travel * eased
            at = begin + milliseconds / 1000 * part
            time.sleep(max(0, at - time.time()))
            self.touch("touchStart" if step == 0 else "touchMove", point, at)
        if stops:
            # The finger rests before it lifts, so the release has no velocity.
            at = begin + milliseconds / 1000 + 0.18
            time.sleep(max(0, at - time.time()))
            self.touch("touchMove", [value + 0.01 for value in point], at)
        self.touch("touchEnd", None, at + 0.004)


RESTS = """new Promise(done => { const view = %s; let same = 0, last = [NaN, NaN], ticks = 0;
  (function tick() { const now = [view.scrollLeft, view.scrollTop];
    same = now[0] === last[0] && now[1] === last[1] ? same + 1 : 0; last = now;
    if (same > 24 || ++ticks > 480) done(last); else requestAnimationFrame(tick); })() })"""


def record(browser, page, folder):
    path = folder / f"{page['name']}.html"
    path.write_text(html(page))
    tab = browser.tab()
    width, height = page["port"]
    tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
             deviceScaleFactor=page["scale"], mobile=True)
    tab.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
    tab.call("Page.navigate", url=path.as_uri())
    tab.wait("document.readyState === 'complete'")
    view = "document.scrollingElement" if page["root"] else "document.getElementById('port')"
    rests = [tab.value(RESTS % view)]
    tab.value((ROOT / "docs/capture/web.js").read_text()
              + f"\nwindow.stopRecording = recordScroll({view}, '.item'); 0")
    # The first frames show the offset before the first touch.
    time.sleep(0.25)
    across = [(*gesture, True) for gesture in ACROSS] if page["cross"] else []
    for gesture in page.get("gestures", GESTURES) + across:
        Finger(tab, page).move(*gesture)
        rests.append(tab.value(RESTS % view))
        time.sleep(0.12)
    lines = [json.loads(line) for line in tab.value("stopRecording()").splitlines()]
    tab.close()
    return withheld(lines, page), rests


def withheld(lines, page):
    """The capture without anything that reveals the style; sizes of frames carry over in the log."""
    kept, sizes = [], None
    for line in lines:
        kind = line.get("k")
        if kind == "position":
            # The browser's snap targets.
            continue
        if kind is None:
            line["name"] = page["name"]
        elif kind == "touch":
            line.pop("p", None)
        elif kind == "frame":
            now = [line[key] for key in ("cw", "ch", "vw", "vh")]
            if now == sizes:
                for key in ("cw", "ch", "vw", "vh"):
                    del line[key]
            sizes = now
        kept.append(line)
    return kept


def snap_offsets(page, lines):
    """Offsets at which the style allows a rest, for the self-check."""
    layout = next(line for line in lines if line.get("k") == "layout")
    frame = next(line for line in lines if line.get("k") == "frame")
    along = 1 if axis(page) == "y" else 0
    port, content = frame[("vw", "vh")[along]], frame[("cw", "ch")[along]]
    inner = port - 2 * page["padding"]
    margin, offsets = page["margin"] * page["zoom"], []
    start_is_low = along == 1 or not page["rtl"]
    for item in layout["items"]:
        low, length = item[1 + along] - margin, item[3 + along] + 2 * margin
        align = page["align"]
        if align != "center" and not start_is_low:
            align = {"start": "end", "end": "start"}[align]
        place = {"start": low, "center": low + length / 2 - inner / 2, "end": low + length - inner}[align]
        offsets.append(min(max(place - page["padding"], 0), content - port))
        if length > inner:
            offsets.append((low - page["padding"], low + length - inner - page["padding"]))
    return offsets, along


def contradictions(page, lines, rests):
    if strictness(page) != "mandatory":
        return []
    offsets, along = snap_offsets(page, lines)
    shift = 0
    if page["rtl"] and along == 0:
        size = next(line for line in lines if line.get("k") == "frame")
        shift = size["cw"] - size["vw"]
    wrong = []
    for rest in rests:
        at = rest[along] + shift
        near = min(max(0, o[0] - at, at - o[1]) if isinstance(o, tuple) else abs(o - at) for o in offsets)
        if near > 1:
            wrong.append((round(at, 2), round(near, 2)))
    return wrong


COLUMNS = ("file", "axis", "strictness", "align", "stop", "padding", "margin", "sizes", "notes")


def truth(page):
    none = strictness(page) == "none"
    notes = [word for word, holds in (("right to left", page["rtl"]), ("page scrolls", page["root"]),
                                      ("both axes overflow", page["cross"]),
                                      (f"zoom {page['zoom']}", page["zoom"] != 1),
                                      (f"scale {page['scale']}", page["scale"] != 2)) if holds]
    way = "both" if page["type"].startswith("both") else axis(page)
    return [page["name"] + ".jsonl.gz", way, strictness(page), "-" if none else page["align"],
            "-" if none else page["stop"], str(page["padding"]), str(page["margin"]),
            " ".join(map(str, page["size"])) + f" gap {page['gap']}", ", ".join(notes)]


def write_truth(path, rows):
    path.write_text("".join("\t".join(row) + "\n" for row in [COLUMNS, *rows]))


def main():
    chosen = options(__doc__, FOLDER, PAGES)
    table = chosen.into / "truth.tsv"
    rows = {}
    if chosen.names and table.exists():
        rows = {line.split("\t")[0]: line.split("\t") for line in table.read_text().splitlines()[1:]}
    faults = 0
    for page, lines, rests in recordings(chosen, PAGES, record):
        rows[page["name"] + ".jsonl.gz"] = truth(page)
        wrong = contradictions(page, lines, rests)
        faults += bool(wrong)
        along = 1 if axis(page) == "y" else 0
        crossed = [round(rest[1 - along], 1) for rest in rests[len(GESTURES) + 1:]]
        print(page["name"], [round(rest[along], 1) for rest in rests], crossed or "", wrong or "", flush=True)
    order = [page["name"] + ".jsonl.gz" for page in PAGES]
    write_truth(table, [rows[name] for name in order if name in rows])
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

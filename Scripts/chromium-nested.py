#!/usr/bin/env python3
"""Records how headless Chromium scrolls a scroller inside another one, for fixtures/chromium-nested.

chromium-nested.py [--into FOLDER] [NAME …]

Each page has an outer scroller and one or two scrollers in it, made from one line of PAGES. A capture is
one log with a trace for each scroller; inner ones name their parent. Fingers are synthesized through the
DevTools protocol with exact timestamps. They rest before they lift, so that no fling follows, except on
pages about flings. The recorder is docs/capture/web.js, once for each scroller.
"""

import json
import time

from chromium_pages import ROOT, options, recordings

FOLDER = ROOT / "fixtures/chromium-nested"


def page(name, inner="x", outer="y", overscroll="auto", strokes=(), start=(0, 0), third=None,
         notches=()):
    """One page: the axes of the scrollers, the overscroll-behavior of the inner one, the start offsets."""
    return dict(locals())


# Each stroke: its distance in px, its duration in ms, and whether the finger rests at the end.
LEFT, RIGHT, UP, DOWN = (-160, 0), (160, 0), (0, -160), (0, 160)
PAGES = [
    page("carousel-in-feed", start=(0, 500), strokes=[(LEFT, 400), (UP, 400), (RIGHT, 400), (DOWN, 400)]),
    page("carousel-diagonal", start=(300, 500),
         strokes=[((-140, -50), 400), ((-50, -140), 400), ((-110, -100), 400), ((-100, -110), 400), ((8, -150), 400)]),
    page("carousel-contain", overscroll="contain", start=(0, 500),
         strokes=[(RIGHT, 400), (UP, 400), (LEFT, 400), (DOWN, 400)]),
    page("list-in-list-auto", inner="y", start=(150, 600),
         strokes=[(UP, 400), ((0, -300), 700), (UP, 400), (DOWN, 400), ((0, 300), 700), ((0, 300), 700), (DOWN, 400)]),
    page("list-in-list-contain", inner="y", overscroll="contain", start=(150, 600),
         strokes=[(UP, 400), ((0, -300), 700), (UP, 400), (DOWN, 400), ((0, 300), 700), ((0, 300), 700), (DOWN, 400)]),
    page("list-in-list-none", inner="y", overscroll="none", start=(0, 600),
         strokes=[(DOWN, 400), (UP, 400), ((0, -300), 700), ((0, -300), 700)]),
    page("carousel-in-pager", outer="x", start=(100, 800),
         strokes=[(LEFT, 400), ((-300, 0), 700), ((-300, 0), 700), (LEFT, 400), (RIGHT, 400)]),
    page("there-and-back", inner="y", start=(550, 600), strokes=[
        ([(0, -160), (0, 160)], 600), ([(0, 120), (0, -240)], 700), (UP, 400), ([(0, -120), (0, 240)], 700)]),
    page("three-levels", inner="y", start=(0, 600), third="y",
         strokes=[(UP, 400), ((0, -300), 700), (UP, 400), ((0, 300), 700), (DOWN, 400)]),
    page("wheel-auto", inner="y", start=(350, 600), notches=(100, 100, 100, 100, 100, 100)),
    page("wheel-contain", inner="y", overscroll="contain", start=(350, 600), notches=(100, 100, 100, 100, -100)),
    page("grid-in-list", inner="both", start=(100, 600),
         strokes=[((-90, -100), 400), (UP, 400), (LEFT, 400), ((0, -300), 700), ((0, -300), 700), (UP, 400)]),
]

PORT = (390, 640)
INNER = {"x": (390, 240), "y": (330, 360), "both": (330, 360)}


def html(page):
    inner, outer = page["inner"], page["outer"]
    width, height = INNER[inner]
    flow = {"x": "overflow-x:scroll;overflow-y:hidden", "y": "overflow-y:scroll;overflow-x:hidden",
            "both": "overflow:scroll"}
    cells = "".join(f'<div class="cell" id="c{k}"></div>' for k in range(12))
    strip = {"x": "display:flex;width:max-content", "y": "", "both": "width:1100px"}[inner]
    cell = {"x": f"width:120px;height:{height}px;flex:none", "y": f"height:80px;width:{width}px",
            "both": "height:80px;width:1100px"}[inner]
    third = ""
    if page["third"]:
        third = ('<div id="third"><div style="height:500px;background:#ecd" id="t0"></div></div>')
    rows = "".join(f'<div class="row" id="r{k}">{PLACE if k == 2 else ""}</div>' for k in range(8))
    rows = rows.replace(PLACE, f'<div id="inner"><div style="{strip}">{third}{cells}</div></div>')
    line = "display:flex;width:max-content" if outer == "x" else ""
    row = ("width:400px;height:640px;flex:none" if outer == "x" else "height:400px;width:390px")
    return f"""<!doctype html><html><head><title>{page['name']}</title>
<meta name="viewport" content="width=device-width"><style>
html,body{{margin:0}} ::-webkit-scrollbar{{display:none}}
#outer{{width:{PORT[0]}px;height:{PORT[1]}px;{flow[outer]}}}
#line{{{line}}} .row{{{row};background:#eee}}
#inner{{width:{width}px;height:{height}px;{flow[inner]};overscroll-behavior:{page['overscroll']}}}
#third{{width:300px;height:200px;overflow-y:scroll;overflow-x:hidden}}
.cell{{{cell};background:#cde}}
</style></head><body><div id="outer"><div id="line">{rows}</div></div></body></html>"""


PLACE = "@inner@"


class Finger:
    def __init__(self, tab):
        self.tab = tab

    def touch(self, kind, point, stamp):
        points = [{"x": point[0], "y": point[1], "id": 0, "force": 1}] if point else []
        # An answer arrives only with the next frames: waiting for it would delay the finger.
        self.tab.send("Input.dispatchTouchEvent", type=kind, touchPoints=points, timestamp=stamp)

    def move(self, start, ways, milliseconds):
        begin = time.time()
        point, steps = list(start), max(6, round(milliseconds / len(ways) / 8))
        self.touch("touchStart", point, begin)
        at = begin
        for number, way in enumerate(ways):
            origin = list(point)
            for step in range(1, steps + 1):
                part = step / steps
                eased = 1 - (1 - part) ** 2
                point = [origin[k] + way[k] * eased for k in (0, 1)]
                at = begin + milliseconds / len(ways) / 1000 * (number + part)
                time.sleep(max(0, at - time.time()))
                self.touch("touchMove", point, at)
        # The finger rests before it lifts, so the release has no velocity.
        at += 0.2
        time.sleep(max(0, at - time.time()))
        self.touch("touchMove", [value + 0.01 for value in point], at)
        self.touch("touchEnd", None, at + 0.004)


RESTS = """new Promise(done => { const views = [%s].map(id => document.getElementById(id));
  let same = 0, last = "", ticks = 0;
  (function tick() { const now = views.map(view => [view.scrollLeft, view.scrollTop]), text = JSON.stringify(now);
    same = text === last ? same + 1 : 0; last = text;
    if (same > 18 || ++ticks > 480) done(now); else requestAnimationFrame(tick); })() })"""


def record(browser, page, folder):
    path = folder / f"{page['name']}.html"
    path.write_text(html(page))
    tab = browser.tab()
    tab.call("Emulation.setDeviceMetricsOverride", width=PORT[0], height=PORT[1], deviceScaleFactor=1 if page["notches"] else 2,
             mobile=not page["notches"])
    if not page["notches"]:
        tab.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
    tab.call("Page.navigate", url=path.as_uri())
    tab.wait("document.readyState === 'complete'")
    views = ["outer", "inner"] + (["third"] if page["third"] else [])
    names = ",".join(f"'{view}'" for view in views)
    inner, outer = page["start"]
    along = {"x": "scrollLeft", "y": "scrollTop", "both": "scrollTop"}
    tab.value((ROOT / "docs/capture/web.js").read_text())
    # The visible part of the innermost scroller: a finger that starts there is over all scrollers.
    place = """(() => { const box = [0, 0, innerWidth, innerHeight];
      for (const view of [%s]) { const b = view.getBoundingClientRect();
        box[0] = Math.max(box[0], b.left); box[1] = Math.max(box[1], b.top);
        box[2] = Math.min(box[2], b.right); box[3] = Math.min(box[3], b.bottom); }
      return box })()""" % ",".join(views)
    tab.value(f"inner.{along[page['inner']]} = {inner}; outer.{along[page['outer']]} = {outer};"
              + ("third.scrollTop = 100; inner.scrollTop = 0;" if page["third"] else "") + "0")
    tab.value(RESTS % names)
    items = {"outer": ".row", "inner": ".cell", "third": "#t0"}
    starts = ",".join(f"recordScroll({view}, '{items[view]}')" for view in views)
    tab.value(f"window.stops = [{starts}]; 0")
    time.sleep(0.25)
    rests = []
    for notch in page["notches"]:
        box = tab.value(place)
        tab.send("Input.dispatchMouseEvent", type="mouseWheel", x=(box[0] + box[2]) / 2, y=(box[1] + box[3]) / 2,
                 deltaX=0, deltaY=notch)
        time.sleep(0.05)
        rests.append(tab.value(RESTS % names))
    for ways, milliseconds in page["strokes"]:
        box = tab.value(place)
        ways = ways if isinstance(ways, list) else [ways]
        middle = [(box[k] + box[k + 2]) / 2 for k in (0, 1)]
        # Long strokes begin at the side with enough room, inside the scroller.
        start = [min(max(middle[k] - ways[0][k] / 2, box[k] + 12), box[k + 2] - 12) for k in (0, 1)]
        Finger(tab).move(start, ways, milliseconds)
        rests.append(tab.value(RESTS % names))
        time.sleep(0.1)
    logs = tab.value("stops.map(stop => stop())")
    tab.close()
    return merged(page, views, logs), rests


def merged(page, views, logs):
    """One log with a trace for each scroller, on the clock of the first scroller."""
    lines, origin = [], None
    for number, (view, log) in enumerate(zip(views, logs), 1):
        sizes = None
        for line in map(json.loads, log.splitlines()):
            kind = line.get("k")
            if kind is None:
                start = float(line["clock"]["origin"])
                origin = origin if origin is not None else start
                line["name"] = view
                if number > 1:
                    line = {"k": "trace", "trace": number, "name": view, "parent": views[number - 2],
                            **{key: line[key] for key in ("axes", "space") if key in line}}
                elif line.get("axes") is None:
                    line.pop("axes", None)
                lines.append((-1, number, line))
                continue
            line["t"] = round(line["t"] + start - origin, 3)
            if kind == "touch":
                line.pop("p", None)
            if kind == "frame":
                now = [line[key] for key in ("cw", "ch", "vw", "vh")]
                if now == sizes:
                    for key in ("cw", "ch", "vw", "vh"):
                        del line[key]
                sizes = now
            if number > 1:
                line["trace"] = number
            lines.append((line["t"], number, line))
    lines.sort(key=lambda entry: entry[0])
    return [line for _, _, line in lines]


def main():
    chosen = options(__doc__, FOLDER, PAGES)
    for page, _, rests in recordings(chosen, PAGES, record):
        print(page["name"], rests, flush=True)


if __name__ == "__main__":
    main()

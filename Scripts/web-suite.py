#!/usr/bin/env python3
"""Records gestures in headless Chromium and measures how far their replay rests from the browser's rest.

web-suite.py record FOLDER [--set fit|held-out|all] [NAME …]
web-suite.py play SUITE.json LOGS.jsonl
web-suite.py measure FOLDER TOOL [--set fit|held-out|all] [--repeat FOLDER] … [NAME=]CONFIGURATION …

Each gesture is a trace of its own: it begins at rest, so errors do not accumulate. The recorder is
docs/capture/web.js. It logs the touches that a page sees, one per frame; they are replaced by the touches
that were sent through the DevTools protocol, which are the real finger. The folder gets one log per page,
and truth.tsv with the style of each page.

`play` does the same with the probes of `scrolltrace calibrate plan`.

`measure` replays every trace under each configuration, from the gesture alone, and prints the distance
between the replay's rest and the browser's, and between their paths. The style of a page is added as its
behavior. `--repeat` names more recordings of the same gestures: each is replayed too, and the same distances are
printed between each recording and the next. That shows how exact a replay of the finger alone can be.
"""

import argparse
import bisect
import json
import pathlib
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from browser import Browser
from chromium_pages import ROOT

PHASES = {"touchStart": "began", "touchMove": "moved", "touchEnd": "ended"}


def page(name, kinds, held=False, axis="y", port=(390, 700), scale=2, snap=None, align="start", size=100, gap=0,
         count=600, mobile=True, seed=0):
    """One page and the kinds of its gestures; `held` pages are measured, never fitted to."""
    return dict(locals())


# The two sets share no page and no gesture: every gesture is drawn from the seed of its page.
PAGES = [
    page("list", ["fling"] * 10 + ["slow"] * 4 + ["hard"] * 4, seed=1),
    page("bursts", ["burst"] * 10, seed=2),
    page("edges", ["edge"] * 4 + ["top"] * 2, count=40, seed=3),
    page("wheel", ["wheel"] * 4, mobile=False, scale=1, seed=4),
    page("mandatory", ["fling", "drag", "slow"] * 4, axis="x", snap="mandatory", size=340, gap=30, count=60, seed=5),
    page("proximity", ["fling", "drag", "slow"] * 4, snap="proximity", size=470, gap=30, count=60, seed=6),
    page("feed", ["fling"] * 10 + ["slow"] * 4 + ["hard"] * 4, held=True, size=143, count=500, port=(360, 600),
         scale=1.5, seed=11),
    page("strip", ["fling"] * 8 + ["slow"] * 2, held=True, axis="x", size=210, gap=12, count=400, port=(412, 500),
         seed=12),
    page("feed-bursts", ["burst"] * 10, held=True, size=143, count=700, port=(360, 600), seed=13),
    page("feed-edges", ["edge"] * 4 + ["top"] * 2, held=True, size=88, count=60, port=(360, 600), seed=14),
    page("feed-wheel", ["wheel"] * 4, held=True, mobile=False, scale=1, size=143, port=(500, 620), seed=15),
    page("cards", ["fling", "drag", "slow"] * 4, held=True, axis="x", snap="mandatory", align="center", size=290,
         gap=24, count=70, port=(360, 600), seed=16),
    page("pages", ["fling", "drag", "slow"] * 4, held=True, snap="mandatory", size=640, count=40, port=(390, 640),
         scale=3, seed=17),
    page("sections", ["fling", "drag", "slow"] * 4, held=True, snap="proximity", size=520, gap=40, count=50,
         port=(412, 560), seed=18),
]


def html(page):
    across = page["axis"] == "x"
    width, height = page["port"]
    snap = f"scroll-snap-type:{page['axis']} {page['snap']};" if page["snap"] else ""
    item = f"{'width' if across else 'height'}:{page['size']}px;scroll-snap-align:{page['align']};"
    items = "".join(f'<div class="item" id="i{index}"></div>' for index in range(page["count"]))
    return f"""<!doctype html><title>{page['name']}</title><meta name="viewport" content="width=device-width">
<style>body{{margin:0}} ::-webkit-scrollbar{{display:none}}
#port{{width:{width}px;height:{height}px;overflow:auto;{snap}}}
#strip{{display:flex;flex-direction:{'row' if across else 'column'};gap:{page['gap']}px;width:max-content}}
.item{{flex:none;background:#cde;{'height' if across else 'width'}:{height if across else width}px;{item}}}
</style><div id="port"><div id="strip">{items}</div></div>"""


def stroke(length, milliseconds, power=1.0, hold=0.0, lift=4.0, interval=8.0):
    """Distances that the finger has moved, each with its time, and the time of the lift."""
    steps = max(4, round(milliseconds / interval))
    points = [(milliseconds * k / steps, length * (k / steps) ** power) for k in range(steps + 1)]
    if hold:
        points.append((milliseconds + hold, length + 0.01))
    return points, points[-1][0] + lift


def gesture(kind, random, page):
    """The start of the gesture as a fraction of the range, and its strokes with the pauses after them."""
    reach = page["port"][1 if page["axis"] == "y" else 0]
    far = reach * random.uniform(0.2, 0.6)
    power = random.choice([1, 1, 0.85, 1.25, 1.5])
    sign = -1 if random.random() < 0.3 and kind in ("fling", "drag", "slow") else 1
    start = random.uniform(0.3, 0.5)
    if kind == "fling":
        return start, [(*stroke(sign * far, random.uniform(70, 260), power), 0)]
    if kind == "slow":
        return start, [(*stroke(sign * reach * random.uniform(0.15, 0.4), random.uniform(350, 900)), 0)]
    if kind == "hard":
        return start, [(*stroke(reach * random.uniform(0.5, 0.75), random.uniform(50, 90), random.choice([1, 1.5])), 0)]
    if kind == "drag":
        return start, [(*stroke(sign * far, random.uniform(250, 500), 0.4, hold=180), 0)]
    if kind == "edge":
        return 0.95, [(*stroke(far, random.uniform(70, 120)), 0)]
    if kind == "top":
        return 0.04, [(*stroke(-far, random.uniform(70, 120)), 0)]
    if kind == "burst":
        return 0.1, [(*stroke(reach * random.uniform(0.2, 0.45), random.uniform(70, 150)), random.uniform(60, 450))
                     for _ in range(random.randint(2, 4))]
    return start, [random.choice([-240, -120, 53, 100, 120, 300]) for _ in range(random.randint(1, 4))]


RESTS = """new Promise(done => { const view = document.getElementById('port'); let same = 0, last = NaN, ticks = 0;
  (function tick() { const now = view.scrollLeft + view.scrollTop; same = now === last ? same + 1 : 0; last = now;
    if (same > 18 || ++ticks > 480) done(last); else requestAnimationFrame(tick); })() })"""


class Recorder:
    """A page in a tab, and the touches that were sent to it."""

    def __init__(self, browser, page, folder):
        self.page, self.sent, self.draw = page, [], random.Random(page["seed"])
        path = pathlib.Path(folder, page["name"] + ".html")
        path.write_text(html(page))
        self.tab = browser.tab()
        width, height = page["port"]
        self.tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=page["scale"], mobile=page["mobile"])
        if page["mobile"]:
            self.tab.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
        self.tab.call("Page.navigate", url=path.as_uri())
        self.tab.wait("document.readyState === 'complete'")
        self.tab.value((ROOT / "docs/capture/web.js").read_text())

    def touch(self, kind, along, at):
        point = [self.page["port"][0] / 2, self.page["port"][1] / 2]
        if along is not None:
            point[1 if self.page["axis"] == "y" else 0] = along
        self.sent.append((kind, point, at))
        # An answer arrives only with the next frames: waiting for it would delay the finger.
        self.tab.send("Input.dispatchTouchEvent", type=kind, timestamp=at, touchPoints=[] if along is None else [
            {"x": point[0], "y": point[1], "id": 0, "force": 1}])

    def play(self, points, lift):
        reach = self.page["port"][1 if self.page["axis"] == "y" else 0]
        middle, begin = reach / 2 + points[-1][1] / 2, time.time() + 0.01
        for index, (after, way) in enumerate(points):
            at = begin + after / 1000
            time.sleep(max(0, at - time.time()))
            self.touch("touchMove" if index else "touchStart", middle - way, at)
        at = begin + lift / 1000
        time.sleep(max(0, at - time.time()))
        self.touch("touchEnd", None, at)

    def record(self, kind, number):
        """One gesture as the lines of a log."""
        start, strokes = gesture(kind, self.draw, self.page)
        side, size = ("scrollTop", "Height") if self.page["axis"] == "y" else ("scrollLeft", "Width")
        self.tab.value(f"(v => {{ v.{side} = (v.scroll{size} - v.client{size}) * {start}; }})"
                       "(document.getElementById('port'))")
        self.tab.value(RESTS)
        self.tab.value("window.stopRecording = recordScroll(document.getElementById('port'), '.item'); 0")
        time.sleep(0.2)
        self.sent = []
        for entry in strokes:
            if kind == "wheel":
                self.tab.send("Input.dispatchMouseEvent", type="mouseWheel", x=100, y=100, deltaX=0, deltaY=entry)
                time.sleep(self.draw.uniform(0.05, 0.4))
            else:
                points, lift, pause = entry
                self.play(points, lift)
                time.sleep(pause / 1000)
        self.tab.value(RESTS)
        lines = [json.loads(line) for line in self.tab.value("stopRecording()").splitlines()]
        lines[0]["name"] = f"{self.page['name']}-{number}-{kind}"
        # The page's style stays in truth.tsv alone.
        lines[0].pop("configuration", None)
        return self.with_sent_touches(lines)

    def with_sent_touches(self, lines):
        seen = next((line for line in lines if line.get("phase") == "began"), None)
        kept = [line for line in lines if line.get("k") not in ("touch", "position")]
        if seen is None:
            return kept
        # Both clocks run at the same rate; the page's clock starts with the recording.
        shift = self.sent[0][2] * 1000 - seen["t"]
        for kind, (x, y), at in self.sent:
            kept.append({"t": round(at * 1000 - shift, 3), "k": "touch", "id": 0, "phase": PHASES[kind],
                         "x": round(x, 3), "y": round(y, 3)})
        ended = {}
        for line in kept:
            if line.get("k") == "touch":
                if line["phase"] == "ended":
                    line["x"], line["y"] = ended["x"], ended["y"]
                ended = line
        return [kept[0]] + sorted(kept[1:], key=lambda line: line["t"])


class Player(Recorder):
    """The probes of a suite on its page."""

    def __init__(self, browser, suite, folder):
        scene = suite["probes"][0]["scene"]
        super().__init__(browser, page("probes", [], port=(suite["container_width"], suite["container_height"]),
                                       size=scene["height"], count=scene["count"]), folder)

    def play_probe(self, probe):
        self.tab.value("document.getElementById('port').scrollTop = 0")
        self.tab.value(RESTS)
        self.tab.value("window.stopRecording = recordScroll(document.getElementById('port'), '.item'); 0")
        time.sleep(0.2)
        self.sent, begin = [], time.time()
        for touch in probe["touches"]:
            at = begin + touch["t"] / 1000
            time.sleep(max(0, at - time.time()))
            kind = next(kind for kind, phase in PHASES.items() if phase == touch["phase"])
            self.touch(kind, None if kind == "touchEnd" else touch["y"], at)
        self.tab.value(RESTS)
        lines = self.with_sent_touches([json.loads(line) for line in self.tab.value("stopRecording()").splitlines()])
        lines[0].update(name=probe["name"], configuration=probe["configuration"])
        return lines


def play(options):
    suite = json.loads(options.suite.read_text())
    if suite.get("scrolltrace_suite") != 1 or suite["platform"] != "web":
        sys.exit(f"web-suite: {options.suite} is no suite of the web; make one with 'scrolltrace calibrate plan'")
    browser = start_browser()
    try:
        with tempfile.TemporaryDirectory() as work, options.logs.open("w") as log:
            player = Player(browser, suite, work)
            for probe in suite["probes"]:
                for line in player.play_probe(probe):
                    log.write(json.dumps(line, separators=(",", ":")) + "\n")
            print(f"{len(suite['probes'])} probes played in Chromium", flush=True)
    finally:
        browser.close()


def behavior(page):
    if not page["snap"]:
        return "none"
    return f"scroll-snap({page['snap']}, align: {page['align']})"


def start_browser():
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        sys.exit("web-suite: no Chromium is installed; install chromium and run this again")
    return Browser(program)


def record(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    browser = start_browser()
    rows = []
    try:
        with tempfile.TemporaryDirectory() as work:
            for page in PAGES:
                if options.names and page["name"] not in options.names:
                    continue
                if options.set != "all" and page["held"] != (options.set == "held-out"):
                    continue
                recorder = Recorder(browser, page, work)
                logs = [recorder.record(kind, number) for number, kind in enumerate(page["kinds"], 1)]
                (options.folder / f"{page['name']}.jsonl").write_text("".join(
                    json.dumps(line, separators=(",", ":")) + "\n" for log in logs for line in log))
                rows.append(f"{page['name']}\t{'held-out' if page['held'] else 'fit'}\t{behavior(page)}\n")
                recorder.tab.close()
                print(f"{page['name']}: {len(logs)} gestures", flush=True)
    finally:
        browser.close()
    (options.folder / "truth.tsv").write_text("page\tset\tbehavior\n" + "".join(rows))


def paths(database):
    """Recorded and replayed offsets of each trace, as [(name, [(ms, x, y)], [(ms, x, y)])]."""
    with sqlite3.connect(database) as store:
        for trace, name in store.execute("SELECT trace_id, name FROM trace ORDER BY trace_id").fetchall():
            recorded = store.execute(
                "SELECT time_ns / 1e6, x, y FROM frame WHERE trace_id = ? ORDER BY seq", (trace,)).fetchall()
            replayed = store.execute(
                "SELECT time_ns / 1e6, x, y FROM outcome_frame JOIN outcome USING (outcome_id)"
                " WHERE trace_id = ? ORDER BY time_ns", (trace,)).fetchall()
            yield name, recorded, replayed


def rest_error(recorded, replayed):
    """The distance between the rests of replay and recording, along both axes together."""
    end = replayed[-1] if replayed else recorded[0]
    return max(abs(recorded[-1][axis] - end[axis]) for axis in (1, 2))


def offset_at(path, times, time):
    """The offset of a path at a time; between frames of a motion it is interpolated."""
    index = bisect.bisect_right(times, time)
    if index == 0:
        return path[0][1:]
    before, after = path[index - 1], path[min(index, len(path) - 1)]
    gap = after[0] - before[0]
    # A view at rest has no frames.
    if not 0 < gap < 50:
        return before[1:]
    share = (time - before[0]) / gap
    return tuple(before[axis] + (after[axis] - before[axis]) * share for axis in (1, 2))


# The duration of a frame, in milliseconds.
FRAME = 1000 / 60


def path_error(recorded, replayed):
    """The 95th percentile of the distances between the paths while the recording moves.

    A page reads a frame late, by 12 to 33 ms within one drag. The replay is shifted by up to 40 ms to where it fits best,
    and a recorded offset may be that of any time within a frame of its own.
    """
    moves = [index for index in range(1, len(recorded)) if recorded[index][1:] != recorded[index - 1][1:]]
    if not moves or not replayed:
        return 0.0
    moving = recorded[moves[0] - 1:moves[-1] + 1]
    times = [frame[0] for frame in replayed]

    def distances(shift):
        for frame in moving:
            near = [offset_at(replayed, times, frame[0] - shift + step) for step in (-FRAME, -FRAME / 2, 0, FRAME / 2, FRAME)]
            yield max(max(0, min(values) - value, value - max(values)) for value, values in zip(frame[1:], zip(*near)))

    best = min((list(distances(shift)) for shift in range(-40, 41)), key=sum)
    return percentile(best, 0.95)


def errors(tool, log, configuration):
    with tempfile.TemporaryDirectory() as work:
        store = str(pathlib.Path(work, "suite.sqlite"))
        subprocess.run([tool, "import", "--db", store, log], check=True, capture_output=True)
        with sqlite3.connect(store) as connection:
            count = connection.execute("SELECT count(*) FROM trace").fetchone()[0]
        run = subprocess.run([tool, "replay", "--db", store, f"1-{count}", "--drive", "gesture", "--config",
                              configuration, "--keep-frames"], capture_output=True, text=True)
        if run.returncode not in (0, 1):
            sys.exit(f"web-suite: replay ended with {run.returncode}: {run.stderr.strip()}")
        return [(name, rest_error(recorded, replayed), path_error(recorded, replayed))
                for name, recorded, replayed in paths(store)]


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def recorded_paths(log):
    """The recorded path of each gesture, by its name; times start at the first touch or wheel event."""
    found, name = {}, None
    for line in map(json.loads, log.read_text().splitlines()):
        if "scrolltrace" in line:
            name, begin = line["name"], None
            found[name] = []
        elif line["k"] in ("touch", "wheel") and begin is None:
            begin = line["t"]
        elif line["k"] == "frame":
            # Frames before the first touch show the same offset as the first one after it.
            found[name].append((line["t"] - (begin if begin is not None else line["t"]), line["x"], line["y"]))
    return found


def family(name, style):
    """The kind of a gesture on a page of a style."""
    kind = name.rsplit("-", 1)[1]
    if style != "none":
        return "snap after a " + {"slow": "slow release"}.get(kind, kind)
    return {"slow": "free fling", "hard": "free fling", "fling": "free fling", "top": "edge"}.get(kind, kind)


def measure(options):
    tool = str(pathlib.Path(options.tool).resolve())
    rows = [line.split("\t") for line in (options.folder / "truth.tsv").read_text().splitlines()[1:]]
    groups = {}
    for page, part, style in rows:
        if options.set != "all" and part != options.set:
            continue
        logs = [folder / f"{page}.jsonl" for folder in (options.folder, *options.repeat)]

        def add(label, name, rest, path):
            groups.setdefault((family(name, style), label), []).append((rest, path))
            if options.verbose:
                print(f"{label}\t{name}\t{rest:.1f}\t{path:.1f}")

        for text in options.configurations:
            label, _, configuration = text.rpartition("=")
            configuration += f", behavior: {style}" if style != "none" else ""
            for log in logs:
                for name, rest, path in errors(tool, log, configuration):
                    add(label or configuration, name, rest, path)
        recordings = [recorded_paths(log) for log in logs]
        for these, others in zip(recordings, recordings[1:]):
            for name in these:
                add("the next recording", name, rest_error(these[name], others[name]),
                    path_error(these[name], others[name]))
    print("| gesture | physics | gestures | rest: median | p95 | largest | path: median | p95 | largest |\n" + "|---" * 9 + "|")
    for (kind, label), found in sorted(groups.items()):
        cells = [f"{value:.1f}" for values in zip(*found)
                 for value in (statistics.median(values), percentile(values, 0.95), max(values))]
        print(f"| {kind} | {label} | {len(found)} | {' | '.join(cells)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    verbs = parser.add_subparsers(required=True)
    for name, action in (("record", record), ("measure", measure), ("play", play)):
        verb = verbs.add_parser(name)
        verb.set_defaults(action=action)
        if action is play:
            verb.add_argument("suite", type=pathlib.Path)
            verb.add_argument("logs", type=pathlib.Path)
            continue
        verb.add_argument("folder", type=pathlib.Path)
        verb.add_argument("--set", choices=("fit", "held-out", "all"), default="all")
        if action is record:
            verb.add_argument("names", nargs="*")
        else:
            verb.add_argument("tool")
            verb.add_argument("--verbose", action="store_true", help="print every gesture")
            verb.add_argument("--repeat", type=pathlib.Path, action="append", default=[],
                              help="another recording of the same gestures; can be given more than once")
            verb.add_argument("configurations", nargs="+")
    options = parser.parse_args()
    options.action(options)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Uses the workbench of reports in headless Chromium.

workbench-test.py TOOL --spacing SPACING.html --hostile HOSTILE.html [--playground PLAYGROUND.html]
                  [--soak N] [--seed N] [--timed PAGE.html]...

SPACING.html is the report of cards whose app omits the spacing; its store is in the path of its command. The
page must apply the fix, respond to pointer and keyboard, describe each change in words, give a command
that has the same settles, restore its state from the address, and make no network request. After each of N
random edits the replay must equal a replay of the same state by a new engine. For a timed page the test
prints how long a change takes until its curve is drawn.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

from browser import Browser
from open_page import OpenPage
from workbench_changes import random_change, scene_change

STATE = "whatIf.done === whatIf.wanted && !whatIf.isRunning"
POLICY = ("default-src 'none'; style-src 'sha256-", "'; script-src 'sha256-", "' 'sha256-",
          "' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'")


class Workbench(OpenPage):
    """A page whose panel is used."""

    def __init__(self, browser, path, tool):
        super().__init__(browser, path)
        self.program = tool

    def start(self, fragment="", width=1440, height=1250):
        self.tab.size(width, height)
        self.open(fragment)
        self.check(self.tab.wait("document.documentElement.dataset.ready === 'yes'"),
                   "the script does not run to its end")

    def open_panel(self):
        tab = self.tab
        self.check(tab.value("workbench.open === null"), "the engine is unpacked before the panel opens")
        tab.value("document.getElementById('whatif-open').click()")
        opened = tab.wait("document.documentElement.dataset.whatif !== undefined")
        self.check(opened, "the panel does not open: "
                   + tab.value("document.getElementById('whatif-hint').textContent"))
        return opened

    def rest(self):
        """Waits until the current state was replayed and drawn."""
        self.check(self.tab.wait(STATE), "a replay does not end")
        self.tab.drawn()

    def press(self, identifier):
        self.tab.value(f"document.getElementById('whatif-{identifier}').click()")
        self.rest()

    def type(self, key, code, text=None):
        """Presses a key and lets the browser perform its default action."""
        event = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.tab.call("Input.dispatchKeyEvent", type="keyDown", **event, **({"text": text} if text else {}))
        self.tab.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def choose(self, name, value):
        """Selects a word in the field of a name."""
        self.tab.value("(() => { const s = [...document.querySelectorAll('#whatif label')].find(l => l.firstChild.data "
                       f"=== {json.dumps(name)}).querySelector('select'); s.value = {json.dumps(value)}; "
                       "s.dispatchEvent(new Event('change')); })()")
        self.rest()

    def words(self):
        text = self.tab.value("document.getElementById('whatif-words').textContent")
        return text.translate({0x2068: None, 0x2069: None})

    def state(self):
        return json.loads(self.tab.value("JSON.stringify(whatIf.now)"))

    def settles(self):
        return self.tab.value("whatIf.run.settles.map(s => ({t: s.release, at: s.chosen, id: s.target}))")

    def digest(self):
        return self.tab.value("whatIf.run.digest")

    # MARK: What the page promises

    def policy(self):
        content = self.tab.value("document.querySelector('meta[http-equiv]').content")
        pattern = "[A-Za-z0-9+/=]+".join(re.escape(part) for part in POLICY)
        self.check(re.fullmatch(pattern, content), f"the policy is {content!r}")

    def fix(self):
        before = self.settles()
        self.check(all(abs((s["at"] + 20) % 300) < 0.5 for s in before),
                   f"the panel does not begin with what the app does: {before}")
        self.press("fix")
        after = self.settles()
        self.check(after and all(abs((s["at"] + 20) % 312) < 0.5 for s in after),
                   f"with the fix the curve does not rest on cards: {after}")
        self.check(re.search(r"now rests at .* instead of ", self.words()), f"the words are {self.words()!r}")
        curve = self.tab.value("(() => { const t = tracks[ownTrack]; return t.x[t.x.length - 1]; })()")
        self.check(abs(curve - after[-1]["at"]) < 0.5, f"the curve ends at {curve}, not at {after[-1]['at']}")

    def handle(self, kind):
        return self.tab.value(
            "(() => { document.getElementById('timeline').scrollIntoView({block: 'center'}); const r = "
            f"document.querySelector('.handle.{kind} .mark').getBoundingClientRect(); "
            "return [r.x + r.width / 2, r.y + r.height / 2]; })()")

    def drag(self, kind, dx, dy, until=lambda: False, steps=40):
        """Drags the first handle of a kind in steps until a condition holds; returns whether it did."""
        tab, (x, y) = self.tab, self.handle(kind)
        mouse = {"x": x, "y": y}
        tab.call("Input.dispatchMouseEvent", type="mousePressed", button="left", clickCount=1, **mouse)
        held = False
        for _ in range(steps):
            mouse = {"x": mouse["x"] + dx, "y": mouse["y"] + dy}
            tab.call("Input.dispatchMouseEvent", type="mouseMoved", button="left", buttons=1, **mouse)
            self.rest()
            held = until()
            if held:
                break
        tab.call("Input.dispatchMouseEvent", type="mouseReleased", button="left", clickCount=1, **mouse)
        self.rest()
        return held

    def point(self):
        """A faster fling passes two cards; a touch moves a gesture in time."""
        self.choose("limit", "never")
        self.check("limit: never" in self.state()["configuration"], f"the limit is not set: {self.state()}")
        past = self.tab.value("whatIf.past.length")
        start = self.settles()[0]["at"]
        held = self.drag("velocity", 0, -4, lambda: self.settles()[0]["at"] > start + 2 * 312 - 1)
        self.check(held, "no pull at the first fling passes two cards")
        self.check("Settle 1 now rests at" in self.words(), f"the words are {self.words()!r}")
        self.check(self.tab.value("whatIf.past.length") == past + 1, "a drag is more than one step of undo")
        edits = self.state()["edits"]
        self.check(len(edits) == 1 and re.fullmatch(r"gesture 1 velocity \d+", edits[0]), f"the edits are {edits}")
        x, y = self.handle("time")
        for kind, points in (("touchStart", [(x, y)]), ("touchMove", [(x + 30, y)]), ("touchMove", [(x + 40, y)]), ("touchEnd", [])):
            self.tab.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": a, "y": b} for a, b in points])
        self.rest()
        self.check(any(re.fullmatch(r"gesture 1 at [\d.]+ s", e) for e in self.state()["edits"]),
                   f"a finger does not move the gesture in time: {self.state()['edits']}")
        self.press("undo")
        self.drag("end", 0, -3, steps=5)
        self.check(any(re.fullmatch(r"gesture 1 end -?[\d.]+", e) for e in self.state()["edits"]),
                   f"the end does not follow the pointer: {self.state()['edits']}")
        self.press("undo")
        self.check(self.state()["edits"] == edits, "undo does not bring the edits back")

    def pull(self):
        """A new fling is dragged on the curve."""
        tab = self.tab
        tab.value("document.getElementById('whatif-pull').click()")
        box = tab.value("(() => { const c = document.getElementById('timeline'); c.scrollIntoView({block: 'center'}); "
                        "const r = c.getBoundingClientRect(); return [r.left, r.top, r.width]; })()")
        x, y = box[0] + box[2] * 0.3, box[1] + 150
        for kind, dy in (("mousePressed", 0), ("mouseMoved", -30), ("mouseMoved", -60), ("mouseReleased", -60)):
            tab.call("Input.dispatchMouseEvent", type=kind, x=x, y=y + dy, button="left", buttons=1, clickCount=1)
        self.rest()
        self.check(re.fullmatch(r"fling [\d.]+ at [\d.]+ s", self.state()["edits"][-1]), f"no fling is added: {self.state()}")
        self.press("undo")

    def command(self):
        """The copied command has the same settles."""
        self.press("command")
        line = self.tab.value("document.getElementById('whatif-copied').textContent")
        parts = shlex.split(line)
        self.check(parts[:2] == ["scrolltrace", "replay"], f"the command is {line!r}")
        done = subprocess.run([self.program, *parts[1:], "--json", "--no-keep"], capture_output=True, text=True,
                              cwd=self.path.parent)
        self.check(done.returncode in (0, 1), f"{line!r} ends with {done.returncode}: {done.stderr}")
        if done.returncode not in (0, 1):
            return
        cell = json.loads(done.stdout)["traces"][0]["cells"][0]
        told = [(s["time_ns"] / 1e6, s["chosen_rest_pt"]) for s in cell["settles"]]
        seen = [(s["t"], s["at"]) for s in self.settles()]
        same = len(told) == len(seen) and all(
            abs(a[0] - b[0]) < 0.01 and abs(a[1] - b[1]) < 1e-6 for a, b in zip(told, seen))
        self.check(same, f"the command rests at {told}, the page at {seen}")

    def visible(self):
        """The times in the table are those of the engine's sets, sampled every millisecond."""
        self.tab.value("void document.querySelector('#whatif-visible summary').click()")
        self.rest()
        rows = self.tab.value("[...document.querySelectorAll('#whatif-visible tbody tr')].map(r => "
                              "[...[...r.cells].map(c => c.textContent), r.className])")
        counts = self.tab.value("(async () => { const counts = {}, run = await whatIf.engine.run({configuration: "
                                "settingKey(whatIf.now.configuration, 'target-visibility', '0.5'), "
                                "edits: [...whatIf.now.edits]}); for (let t = run.t[0]; t < run.t[run.t.length - 1]; t++) "
                                "for (const id of run.visible(t) || []) counts[id] = (counts[id] || 0) + 1; return counts; })()")
        told = {row[0].strip("\u2068\u2069"): 1000 * float((re.findall(r"[\d.]+(?= s)", row[1]) or [0])[-1]) for row in rows}
        wrong = {name: (time, counts.get(name, 0)) for name, time in told.items() if abs(time - counts.get(name, 0)) > 20}
        self.check(len(told) > 2 and not wrong and set(counts) <= set(told), f"the visible times are {told}, sampled {counts}")
        self.check(any("changed" in row[3] for row in rows), "no target is visible for another time after the fix")

    def share(self):
        """A new page opens with the state of the link, and shows the same replay."""
        self.press("share")
        link, digest, state = self.tab.value("location.href"), self.digest(), self.state()
        self.open("?again#" + link.split("#", 1)[1])
        self.check(self.tab.wait("document.documentElement.dataset.whatif !== undefined && " + STATE),
                   "the link does not open the panel")
        self.tab.wait("whatIf.past.length > 0")
        self.rest()
        self.check(self.state() == state, f"the link has {self.state()}, not {state}")
        self.check(self.digest() == digest, "the link shows another replay")
        self.press("reset")
        self.press("undo")
        self.check(self.digest() == digest, "undo after reset shows another replay")

    def keyboard(self):
        """Everything again without a pointer."""
        tab = self.tab
        self.start("?keys")
        tab.value("document.getElementById('whatif-open').focus()")
        self.type("Enter", 13, "\r")
        self.check(tab.wait("document.documentElement.dataset.whatif !== undefined"), "Enter does not open the panel")
        reached = set()
        for _ in range(120):
            self.type("Tab", 9)
            reached.add(tab.value("document.activeElement.id || document.activeElement.getAttribute('class') || ''"))
        for name in ("whatif-fix", "whatif-undo", "whatif-command", "whatif-configuration", "whatif-share", "whatif-keep", "whatif-add"):
            self.check(name in reached or tab.value(f"document.getElementById('{name}').disabled"), f"Tab does not reach {name}")
        tab.value("document.getElementById('whatif-fix').focus()")
        self.type("Enter", 13, "\r")
        self.rest()
        self.check("now rests at" in self.words(), f"after Enter on the fix the words are {self.words()!r}")
        self.choose("limit", "never")
        tab.value("document.querySelector('.handle.velocity').focus()")
        start = self.settles()[0]["at"]
        for _ in range(60):
            tab.key("PageUp")
            self.rest()
            if self.settles()[0]["at"] > start + 2 * 312 - 1:
                break
        self.check(self.settles()[0]["at"] > start + 2 * 312 - 1, "no key at the handle passes two cards")
        told = tab.value("document.querySelector('.handle.velocity').getAttribute('aria-valuetext')")
        self.check(re.fullmatch(r"[\d.]+ points per second", told), f"the handle says {told!r}")
        tab.key("Delete")
        self.rest()
        self.check("gesture 1 drop" in self.state()["edits"], "Delete does not drop the gesture")
        nameless = tab.value("[...document.querySelectorAll('#whatif input, #whatif select, #whatif textarea')]"
                             ".filter(e => !e.labels.length || !e.labels[0].textContent.trim()).length")
        self.check(nameless == 0, f"{nameless} fields have no label")
        self.check(tab.value("document.getElementById('whatif-words').getAttribute('aria-live')") == "polite",
                   "the words are no live region")

    def errors(self):
        """A bad text is rejected with an explanation, and the curve stays."""
        before = self.digest()
        self.tab.value("setConfiguration('behavior: view-alined', 'text')")
        self.rest()
        self.check("view-alined" in self.words() and self.tab.value("document.querySelector('#whatif-words.error') !== null"),
                   f"a bad configuration is answered with {self.words()!r}")
        self.check(self.digest() == before, "a bad configuration changes the curve")
        self.press("undo")

    def inert(self, texts):
        """Text from a link or a trace is shown as text, wherever it appears."""
        for text in texts:
            self.tab.value(f"changeState({{configuration: {json.dumps(text)}, edits: [{json.dumps(text)}]}})")
            self.rest()
        for name in ("spacing", "item-size", "refresh", "gesture 1 velocity"):
            self.tab.value(f"setEdit({json.dumps(name)}, {json.dumps(texts[0])})")
            self.rest()
        self.press("keep")
        self.press("configuration")
        self.check(self.tab.value("document.querySelectorAll('#workbench script, #workbench img').length") == 0,
                   "a text became an element")

    def long_run(self):
        """A replay of more than half a million frames ends with a sentence, and the next change is replayed."""
        before = self.digest()
        flings = [f"fling 9000 at {60 * number} s" for number in range(1, 11)]
        edits = json.dumps(["refresh 1000", "item-size 1000000", *flings])
        self.tab.value("changeState({configuration: 'behavior: none, normal-decay: 0.9999, fast-decay: 0.9999', "
                       f"edits: {edits}}})")
        self.rest()
        self.check(re.match(r"stopped after 500\d{3} frames, at \d+ ms: the replay is too long", self.words()),
                   f"a replay of ten minutes at 1,000 Hz says {self.words()!r}")
        self.check(self.tab.value("document.querySelector('#whatif-words.error') !== null"), "the sentence is no error")
        self.press("undo")
        self.check(self.digest() == before, "after a replay that was too long, undoing it shows another one")

    # MARK: Scenes

    def scenes(self, count, seed):
        """A scene that is made on the page opens with `simulate` and has the same frames."""
        names = self.tab.value("data.scenes")
        chance = random.Random(seed)
        self.check(self.tab.wait("document.documentElement.dataset.whatif !== undefined"), "the playground does not open its panel")
        compared = 0
        for name in names:
            self.open(f"?{name}#t=0&scene={name}")
            self.check(self.tab.wait("document.documentElement.dataset.whatif !== undefined") and self.tab.value("data.name") == name,
                       f"the scene {name} does not open")
            changes = [""] + [scene_change(chance, self.tab.value("whatIf.engine.baseline.gestures"), self.tab.value("data.duration"))
                              for _ in range(count)]
            for change in changes:
                self.tab.value("changeState(whatIf.start)")
                self.tab.value(change)
                self.rest()
                if self.tab.value("document.querySelector('#whatif-words.error') !== null || scriptObstacle() !== null"):
                    continue
                self.compare_scene(name, change)
                compared += 1
        self.check(compared > len(names), f"only {compared} scenes were compared")

    def compare_scene(self, name, change):
        with tempfile.TemporaryDirectory() as folder:
            for file, script in (("scene.json", "savedScene()"), ("scene.script", "savedScript()")):
                pathlib.Path(folder, file).write_text(self.tab.value(script))
            done = subprocess.run([self.program, "simulate", "scene.json", "--script", "scene.script", "-o", "out.jsonl"],
                                  capture_output=True, text=True, cwd=folder)
            self.check(done.returncode == 0, f"{name} after {change!r} does not simulate: {done.stderr}")
            if done.returncode:
                return
            place, told = [0, 0], []
            for line in pathlib.Path(folder, "out.jsonl").read_text().splitlines():
                event = json.loads(line)
                if event.get("k") == "frame":
                    place = [event.get("x", place[0]), event.get("y", place[1])]
                    told.append((event["t"], *place))
        seen = self.tab.value("[...whatIf.run.t].map((t, i) => [t, whatIf.run.x[i], whatIf.run.y[i]])")
        same = all(abs(a - b) < 1e-6 for one, other in zip(told, seen) for a, b in zip(one, other))
        self.check(same and len(told) >= len(seen) - 1 > 2,
                   f"{name} after {change!r}: simulate has {len(told)} frames, the page {len(seen)}; "
                   + str(next(((a, b) for a, b in zip(told, seen) if any(abs(x - y) > 1e-6 for x, y in zip(a, b))), "")))

    # MARK: Random edits

    def soak(self, count, seed):
        """The replay of each state equals that of a new engine."""
        chance = random.Random(seed)
        gestures = self.tab.value("whatIf.engine.baseline.gestures.map(g => g.index)")
        end = self.tab.value("data.duration") / 1000
        # The engine is unpacked once; each comparison has an instance of its own.
        self.tab.value("(async () => { window.unpacked = (await expandedEngine(lettersToBytes($('engine').textContent))).slice(); })()")
        keys = self.tab.value("data.whatIf.keys.filter(k => k.words && k.name !== 'behavior').map(k => [k.name, k.words])")
        for number in range(count):
            change = random_change(chance, gestures, keys, end)
            self.tab.value(change)
            self.rest()
            same = self.tab.value(
                "(async () => { const core = engineCore(); await core.open(unpacked, await unpackedBytes('inputs')); "
                "const fresh = await core.run({configuration: whatIf.now.configuration, edits: [...whatIf.now.edits]}); if (fresh.error) return whatIf.run.error === fresh.error || "
                "document.getElementById('whatif-words').textContent === fresh.error; const own = whatIf.run; "
                "const same = (a, b) => a.length === b.length && a.every((v, i) => Object.is(v, b[i])); "
                "return own.digest === fresh.digest && same(own.t, fresh.t) && same(own.x, fresh.x) && same(own.y, fresh.y); })()")
            self.check(same, f"after change {number} ({change}) of seed {seed} a new engine replays {self.state()} otherwise")
            if not same:
                return


# The times of each step of a change, in milliseconds; reading a pixel ends the drawing.
REDRAW = """(async () => {
  const times = [];
  for (let i = 0; i < 24; i++) {
    const start = performance.now();
    setEdit('gesture 1 velocity', String(800 + 37 * i));
    while (whatIf.done !== whatIf.wanted || whatIf.isRunning) await null;
    const replayed = performance.now();
    cancelAnimationFrame(pending); pending = 0;
    draw(); tracks.forEach(drawView); pen.getImageData(0, 0, 1, 1);
    times.push([performance.now() - start, replayed - start, whatIf.run.micros / 1000]);
    await new Promise(requestAnimationFrame);
  }
  return [whatIf.run.t.length, times];
})()"""


def measure(browser, path, tool):
    """Prints how long a change takes until its curve is drawn."""
    page = Workbench(browser, path, tool)
    page.start()
    if not page.open_panel():
        return page.faults
    frames, times = page.tab.value(REDRAW)
    told = ", ".join(f"{name} {statistics.median(part):.1f} ms (at most {max(part):.1f})"
                     for name, part in zip(("change to curve", "replayed after", "engine"), zip(*times)))
    print(f"workbench-test: {page.path.name}, {frames} frames, {len(times)} changes: {told}")
    return page.faults


def main(words):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--spacing", required=True)
    parser.add_argument("--hostile", required=True)
    parser.add_argument("--playground")
    parser.add_argument("--soak", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timed", action="append", default=[])
    given = parser.parse_args(words)
    given.tool = str(pathlib.Path(given.tool).resolve())
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        print("workbench-test: skipped: no Chromium is installed")
        sys.exit(1 if "CI" in os.environ else 0)
    browser, faults = Browser(program), []
    try:
        page = Workbench(browser, given.spacing, given.tool)
        page.start()
        page.policy()
        if page.open_panel():
            for step in (page.fix, page.point, page.command, page.visible, page.pull, page.share, page.errors, page.keyboard):
                step()
            page.long_run()
            page.soak(given.soak, given.seed)
        page.listen()
        faults += [f"spacing: {fault}" for fault in page.faults]
        hostile = Workbench(browser, given.hostile, given.tool)
        hostile.start()
        if hostile.open_panel():
            hostile.inert(["</script><script>window.harm=1</script>", "<img src=x onerror=window.harm=1>", "\u202elive", "behavior: custom(\"<b>\")"])
            hostile.soak(min(given.soak, 20), given.seed)
        hostile.listen()
        faults += [f"hostile: {fault}" for fault in hostile.faults]
        if given.playground:
            playground = Workbench(browser, given.playground, given.tool)
            playground.start()
            playground.policy()
            playground.scenes(4, given.seed)
            playground.listen()
            faults += [f"playground: {fault}" for fault in playground.faults]
        for path in given.timed:
            faults += [f"{path}: {fault}" for fault in measure(browser, path, given.tool)]
    finally:
        browser.close()
    for fault in faults:
        print(f"workbench-test: {fault}", file=sys.stderr)
    print(f"workbench-test: {given.soak} random edits; {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(sys.argv[1:])

#!/usr/bin/env python3
"""Opens reports in headless Chromium and uses them.

browser-test.py [--shots DIR] [--show TOOL] [--open FOLDER [--every N --traces FILE]] [--axe AXE.js] FILE.html …

With --open every page of a folder and of its subfolders is opened and not used: it must load, show a
verdict, run its script (if it has one) to the end, and cause no error. With --every only each N-th page is
opened, and pages that together have every kind of content; FILE lists the format of each trace as the JSON
of a query.

With --axe every used page and every eighth opened page is checked with Deque's axe: no violation of
WCAG 2.1, levels A and AA, in light and dark mode.

With --show a page next to a store FILE.sqlite must report trace 1 of that store. The drawing of its
first replay must describe the same state as `show --at` for the same moment.

Every page must run its script under its own content security policy, make no network request, print
nothing to the console, respond to keyboard, pointer and URL fragment, play, print with all sections
open, and not overflow at 320 pixels. A page without a timeline is an index: its links must lead to
reports next to it. Uses only the standard library. Without Chromium the test reports that it was
skipped, which is a failure in CI.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import urllib.parse

from browser import Browser
from chart_use import use_chart
from index_pages import use_index
from open_page import OpenPage
from page_colors import distance, lab
from page_sample import sample


AXE = """axe.run(document, {resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})
    .then(found => found.violations.map(rule => rule.id + ': ' + rule.help + ': ' + rule.nodes.length + ' times, at '
        + rule.nodes.slice(0, 3).map(node => node.target.join(' ') + ' (' + node.failureSummary + ')').join(', ')))"""


class Page(OpenPage):
    """One report in the browser, and the problems found in it."""

    def __init__(self, browser, path, tool):
        super().__init__(browser, path)
        self.store = self.path.with_suffix(".sqlite")
        self.tool = tool if self.store.exists() else None
        self.paint = None
        # The longest times of a list's search, filters and orders, in milliseconds.
        self.times = {}

    def run(self, shots, axe):
        tab = self.tab
        tab.size(1400, 900)
        self.open()
        self.first_paint()
        if tab.value("document.getElementById('timeline') !== null"):
            self.check(tab.wait("document.documentElement.dataset.ready === 'yes'"),
                       "the script does not run to its end")
            self.use()
            self.accessible(axe)
        else:
            self.times = use_index(self)
            self.accessible(axe)
            # The check ends with another load of the page.
            self.follow_links()
        self.print_out(shots)
        self.shape(shots)
        self.listen()
        return self.faults

    def run_lightly(self, shots, axe):
        """Opens the page in light and dark mode, wide and narrow, without using it."""
        tab = self.tab
        tab.size(1440, 900)
        self.open()
        verdict = tab.value("(document.querySelector('.verdict .badge') || "
                            "document.querySelector('header .legend .badge') || {}).textContent")
        self.check(verdict, "the page has no verdict")
        if tab.value("document.getElementById('search') !== null"):
            use_index(self)
        elif tab.value("document.querySelector('script') !== null"):
            self.check(tab.wait("document.documentElement.dataset.ready === 'yes'"),
                       "the script does not run to its end")
            self.check_series()
        else:
            self.check(tab.value("document.getElementById('timeline') === null"),
                       "the page has a timeline and no script")
        self.accessible(axe)
        tab.size(360, 800)
        wide = tab.value("document.documentElement.scrollWidth")
        self.check(wide <= 360, f"at 360 pixels the page is {wide} wide")
        if shots:
            for width, scheme in ((1440, "light"), (360, "dark")):
                tab.size(width, 900)
                tab.scheme(scheme)
                tab.settle()
                tab.shot(f"{shots}/{self.path.parent.name}-{self.path.stem}-{width}-{scheme}.png")
        self.listen()
        return self.faults

    def accessible(self, axe):
        """Checks accessibility for screen readers, keyboards and low vision, as far as a program can."""
        if axe is None:
            return
        tab = self.tab
        tab.value(axe + "\n; 0")
        for scheme in ("light", "dark"):
            tab.scheme(scheme)
            tab.drawn()
            for violation in tab.value(AXE):
                self.check(False, f"{scheme}: {violation}")
        tab.scheme("light")

    def first_paint(self):
        """The shortest of three times. A busy machine does not fail the page: the processor time that it used up to
        here counts if that is less."""
        tab, paints, spent = self.tab, [], []
        for attempt in range(3):
            tab.wait("performance.getEntriesByName('first-contentful-paint').length > 0")
            paint = tab.value("(performance.getEntriesByName('first-contentful-paint')[0] || {}).startTime")
            if paint is None:
                self.check(False, "nothing is painted")
                return
            paints.append(paint)
            spent.append(tab.spent() * 1000)
            if min(paint, spent[-1]) < 1000:
                break
            self.open(f"?{attempt}")
        self.paint = min(paints)
        self.check(min(paints + spent) < 1000,
                   f"the first paint takes {self.paint:.0f} ms, {min(spent):.0f} ms of a processor")

    def now(self):
        return float(self.tab.value("document.getElementById('timeline').getAttribute('aria-valuenow')"))

    def fragment(self):
        return self.tab.value("location.hash")

    def use(self):
        """Scrubs with keys, pointer and URL fragment."""
        tab = self.tab
        tab.settle()
        end = float(tab.value("document.getElementById('timeline').getAttribute('aria-valuemax')"))
        tab.value("document.getElementById('timeline').focus()")
        tab.key("Home")
        tab.settle()
        self.check(self.now() == 0, "Home does not go to the start")
        self.check(self.fragment() == "#t=0", f"the fragment does not follow: {self.fragment()!r}")
        tab.key("ArrowRight")
        first = self.now()
        tab.key("ArrowRight")
        frames = tab.value("JSON.parse(document.getElementById('data').textContent).tracks[0].t.length")
        told = tab.value("document.getElementById('now').textContent")
        self.check(told == f"{int(self.now()) / 1000:.3f} s", f"{self.now()} ms are told as {told}")
        self.check(self.now() > first or first > end - 0.1 or frames < 3, "the right arrow does not step to the next frame")
        tab.key("ArrowLeft")
        self.check(abs(self.now() - first) < 0.001, "the left arrow does not step back")
        tab.key("End")
        self.check(abs(self.now() - end) < 0.1, "End does not go to the end")
        use_chart(self)
        self.show_all_time()
        self.keys_that_change_the_drawing()
        self.point(end)
        self.follow_fragment(end)
        self.play()
        self.play_slowly()
        self.lay_over()
        if self.tool:
            for share in (0.1, 0.2, 0.23, 0.3, 0.4, 0.47, 0.6, 0.8):
                self.compare(end * share)
        views = "[...document.querySelectorAll('.views .read')].map(e => e.textContent)"
        self.check(all(tab.value(views) or [""]), "a view says nothing")

    def compare(self, moment):
        """Compares the drawing of the first replay at a frame with the output of `show`."""
        tab = self.tab
        tab.value(f"void (location.hash = '#t={moment / 1000:.6f}')")
        tab.drawn()
        tab.value("document.getElementById('timeline').focus()")
        tab.key("ArrowLeft")
        said = tab.value("(document.querySelector('#view1 .read') || {}).textContent")
        if not said or "size of the container" in said:
            return
        # Ids are isolated from the text around them, because some are written from right to left.
        said = said.translate({0x2068: None, 0x2069: None})
        seconds = f"{self.now() / 1000:.6f}"
        state = self.state(seconds)
        lines = dict(line.split(" ", 1) for line in said.split("\n") if " " in line)
        x, y = (float(part) for part in lines["offset"].split(", "))
        near = abs(x - state["offset_x_pt"]) < 0.1 and abs(y - state["offset_y_pt"]) < 0.1
        self.check(near, f"at {seconds} s the drawing is at {x}, {y}, show at "
                         f"{state['offset_x_pt']}, {state['offset_y_pt']}")
        # The page rounds to a microsecond, so a phase may begin just after the moment.
        phases = [state["phase"], self.state(f"{self.now() / 1000 + 2e-6:.6f}")["phase"]]
        self.check(lines["phase"] in phases,
                   f"at {seconds} s the drawing says {lines['phase']}, show {state['phase']}")
        # Between frames the page shows the previous frame; the tool shows the exact moment.
        states = [state] + [self.state(f"{max(0, self.now() / 1000 + d):.6f}") for d in (2e-6, -0.009)]
        for target in [t for t in state["targets"] if t["visible_fraction"] > 0][:12]:
            if "\\" not in ascii(target["id"]):
                self.compare_target(seconds, target, lines.get("shown", ""))
        # Content beyond an edge is still moving at the moment that the tool is asked about.
        rests = [rest for rest in (resting(s["would_rest"]) for s in states)]
        said = re.findall(r"^would rest at (.*)$", said, re.M)
        if not any("\\" in ascii(text) for rest in rests for text in rest):
            self.check(any(alike(said, rest) for rest in rests),
                       f"at {seconds} s the drawing would rest at {said}, show at {rests[0]}")
            self.rested = getattr(self, "rested", 0) + len(said)

    def compare_target(self, seconds, target, shown):
        """The visible fraction of a target in percent, and the phase and progress of its transition."""
        found = re.search(rf"(?:^|, ){re.escape(target['id'])} (-?\d+) %(?: (\w+) ([\d.]+) %)?(?:,|$| …)", shown)
        self.check(found, f"at {seconds} s the drawing lacks {target['id']}: {shown!r}")
        if not found:
            return
        near = abs(int(found[1]) - 100 * target["visible_fraction"]) < 1.1
        self.check(near, f"at {seconds} s {target['id']} shows {found[1]} % in the drawing, "
                         f"{100 * target['visible_fraction']:.1f} % in show")
        phase, progress = target.get("transition_phase"), target.get("transition_progress")
        self.check((phase is None) == (found[2] is None),
                   f"at {seconds} s {target['id']} is {found[2]} in the drawing, {phase} in show")
        if phase is not None and found[2] is not None:
            self.transitions = getattr(self, "transitions", 0) + 1
            same = found[2] == phase or "identity" in (found[2], phase) and progress > 0.995
            self.check(same and abs(float(found[3]) - 100 * progress) < 1,
                       f"at {seconds} s {target['id']} is {found[2]} {found[3]} % in the drawing, "
                       f"{phase} {100 * progress:.2f} % in show")

    def state(self, seconds):
        """What `show` prints for a moment."""
        command = [self.tool, "show", "1", "--db", str(self.store), "--at", seconds, "--json"]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

    def show_all_time(self):
        """Times and places are proportional when no idle time is shortened."""
        tab = self.tab
        if tab.value("document.getElementById('idle')?.getAttribute('aria-pressed') === 'true'"):
            tab.value("void document.getElementById('idle').click()")
            tab.drawn()

    def picture(self):
        return self.tab.value("document.getElementById('timeline').toDataURL().length + ':' + "
                              "document.getElementById('timeline').toDataURL().slice(-4000)")

    def keys_that_change_the_drawing(self):
        tab = self.tab
        tab.key("Home")
        whole = self.picture()
        tab.key("+", "+")
        self.check(self.picture() != whole, "+ does not zoom in")
        tab.key("-", "-")
        tab.key("0", "0")
        self.check(self.picture() == whole, "0 does not show everything again")

    def point(self, end):
        tab = self.tab
        box = tab.value("(() => { const b = document.getElementById('timeline'); b.scrollIntoView({block: 'center'}); "
                        "const r = b.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()")
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 3
        for kind in ("mousePressed", "mouseReleased"):
            tab.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        tab.drawn()
        self.check(0.3 * end < self.now() < 0.7 * end, "a click in the middle does not go to the middle")

    def follow_fragment(self, end):
        tab = self.tab
        moment = round(min(1.25, end / 2000), 3)
        tab.value(f"void (location.hash = '#t={moment}')")
        shown = "Number(document.getElementById('timeline').getAttribute('aria-valuenow'))"
        # On a busy machine the page hears of the fragment late.
        self.check(tab.wait(f"Math.abs({shown} - {moment * 1000}) < 0.1"), "the scrubber does not follow the fragment")
        tab.settle()
        before = "[...document.querySelectorAll('.views .read')].map(e => e.textContent).join()"
        there = tab.value(before)
        self.open("?again" + f"#t={moment}")
        tab.wait("document.documentElement.dataset.ready === 'yes'")
        tab.settle()
        self.check(tab.value(before) == there, "a link to a moment shows something else")

    def play(self):
        tab = self.tab
        tab.value("document.getElementById('timeline').focus()")
        tab.key("Home")
        tab.key(" ", " ")
        tab.settle()
        tab.key(" ", " ")
        stopped = self.now()
        self.check(stopped > 0, "space does not play")
        tab.settle()
        self.check(self.now() == stopped, "space does not pause")

    def play_slowly(self):
        """Playback at 1/50 speed: 0.2 s of real time advance a few milliseconds."""
        tab = self.tab
        tab.value("(() => { const s = document.getElementById('speed'); s.value = '0.02'; "
                  "s.dispatchEvent(new Event('change')); document.getElementById('timeline').focus(); })()")
        tab.key("Home")
        start = time.monotonic()
        tab.key(" ", " ")
        tab.settle()
        tab.key(" ", " ")
        most = (time.monotonic() - start) * 1000 * 0.02
        self.check(0 < self.now() <= most + 1, f"slow motion goes {self.now()} ms in {most:.1f} ms")
        tab.value("(() => { const s = document.getElementById('speed'); s.value = '1'; "
                  "s.dispatchEvent(new Event('change')); })()")

    def lay_over(self):
        """Every track has a curve, a drawing and a legend entry; cells are grouped."""
        tab = self.tab
        tab.key("0", "0")
        tab.key("End")
        self.check_series()
        groups = tab.value("[...document.querySelectorAll('.cellgrid td.g')].map(e => e.textContent)")
        self.check(groups == sorted(groups), f"the groups are not together: {groups}")
        heat = tab.value("[...document.querySelectorAll('.cellgrid tbody tr')].map(r => "
                         "[Number(r.lastElementChild.textContent || 0), r.lastElementChild.className, "
                         "getComputedStyle(r.lastElementChild).backgroundColor])")
        for worst, name, color in heat:
            step = sum(worst >= bound for bound in (0.5, 5, 50, 500))
            self.check(f"heat{step}" in name, f"{worst} pt have the shade {name}")
            self.check(step == 0 or color != "rgba(0, 0, 0, 0)", f"the shade of {worst} pt is not seen")
        self.cells = len(heat)

    def check_series(self):
        """Every legend entry is drawn, and no two curves look alike, in light and dark mode."""
        tab = self.tab
        tracks = tab.value("JSON.parse(document.getElementById('data').textContent).tracks.length")
        views = tab.value("document.querySelectorAll('.views figure').length")
        self.check(views == tracks, f"{views} drawings are of {tracks} tracks")
        # Nested views have drawings of their own, with less height.
        lines = tab.value("document.querySelectorAll('svg.static:not([viewBox=\"0 0 900 120\"]) polyline').length")
        self.check(lines == tracks, f"{lines} curves without a script are of {tracks} tracks")
        widths = tab.value("[...new Set([...document.querySelectorAll('.views svg')]"
                           ".map(e => Math.round(e.getBoundingClientRect().width)))]")
        self.check(len(widths) <= 1, f"drawings of the view are {widths} wide")
        for scheme in ("light", "dark"):
            tab.scheme(scheme)
            looks = tab.value("[...document.querySelectorAll('.legend .key line')].map(e => "
                              "[getComputedStyle(e).color, getComputedStyle(e).strokeDasharray])")
            self.check(len(looks) == tracks, f"the legend names {len(looks)} of {tracks} tracks")
            self.check(len({tuple(look) for look in looks}) == len(looks), f"{scheme}: curves look alike: {looks}")
            card = lab(tab.value("getComputedStyle(document.querySelector('.panel')).backgroundColor"))
            colors = {color: lab(color) for color, _ in looks}
            for color, place in colors.items():
                self.check(distance(place, card) > 30, f"{scheme}: {color} cannot be seen")
                near = [other for other, its in colors.items() if other != color and distance(place, its) < 20]
                self.check(not near, f"{scheme}: {color} is like {near}")
            self.series = max(getattr(self, "series", 0), len(looks))
        tab.scheme("light")

    def follow_links(self):
        """An index links only to the reports next to it."""
        tab = self.tab
        links = tab.value("[...document.querySelectorAll('a')].map(a => a.href)")
        self.check(links, "the index has no link")
        for link in sorted(set(links)):
            folder = self.path.parent.as_uri() + "/"
            name = urllib.parse.unquote(link.removeprefix(folder))
            self.check(link.startswith(folder) and (self.path.parent / name).is_file(), f"{link} leads nowhere")
        tab.value("void document.querySelector('a').click()")
        self.check(tab.wait("document.documentElement?.dataset.ready === 'yes'"), "the first link shows no report")
        self.listen(besides=links)
        self.open()

    def print_out(self, shots):
        """In print nothing is collapsed and no control is visible."""
        tab = self.tab
        page = base64.b64decode(tab.call("Page.printToPDF", printBackground=True)["data"])
        self.check(len(page) > 8000 and page.startswith(b"%PDF"), "the page does not print")
        closed = tab.value("document.querySelectorAll('details:not([open])').length")
        self.check(closed == 0 or tab.value("document.getElementById('timeline') === null"),
                   f"{closed} details stay closed on paper")
        tab.scheme("light", "print")
        seen = tab.value("[...document.querySelectorAll('.controls')].filter(e => e.offsetHeight > 0).length")
        self.check(seen == 0, "controls are printed")
        if shots:
            tab.settle()
            tab.shot(f"{shots}/{self.path.stem}-print.png", whole=True)
        tab.scheme("light")

    def shape(self, shots):
        """Light and dark mode, wide and narrow."""
        tab = self.tab
        for width, height in ((1400, 1000), (360, 800), (320, 800), (2560, 1200)):
            tab.size(width, height)
            for scheme in ("light", "dark"):
                tab.scheme(scheme)
                tab.value("scrollTo(0, 0)")
                tab.drawn()
                if shots:
                    tab.shot(f"{shots}/{self.path.stem}-{width}-{scheme}.png")
            wide = tab.value("document.documentElement.scrollWidth")
            self.check(wide <= width, f"at {width} pixels the page is {wide} wide")
            sideways = tab.value("[...document.querySelectorAll('.scroll')].filter(e => e.querySelector('table') "
                                 "&& e.scrollWidth > e.clientWidth + 1).length")
            self.check(sideways == 0, f"at {width} pixels {sideways} tables have to be scrolled sideways")
            hidden = tab.value("[...document.querySelectorAll('.pictures svg')].filter(e => e.clientWidth < 40 "
                               "|| e.getBoundingClientRect().right > innerWidth + 1).length")
            self.check(hidden == 0, f"at {width} pixels {hidden} pictures beside the verdict are not to be seen")


def points(value):
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def resting(settles):
    """The `would rest` lines that `show` prints: the texts and numbers of each axis with candidates."""
    return [f"{name(s['chosen_id'], s['chosen_rest_pt'])}; nearest " + ", ".join(
        f"{name(c['id'], c['place_pt'])} ({points(c['distance_pt'])} pt)" for c in s["candidates"][:3])
        for s in sorted(settles, key=lambda s: s["axis"]) if s["candidates"]]


def name(target, place):
    return points(place) if target is None else target


def alike(some, others):
    """Whether texts are equal; numbers may differ by 0.1 pt, because the page draws at frames."""
    pattern = r"\((-?[\d.e+]+) pt\)"
    split = lambda texts: ([re.sub(pattern, "()", t) for t in texts], [float(n) for t in texts for n in re.findall(pattern, t)])
    (words, numbers), (words2, numbers2) = split(some), split(others)
    return words == words2 and all(abs(a - b) < 0.1 for a, b in zip(numbers, numbers2))


def main(words):
    options = dict.fromkeys(["--shots", "--show", "--open", "--every", "--traces", "--axe"])
    while len(words) > 1 and words[0] in options:
        options[words[0]], words = words[1], words[2:]
    shots = options["--shots"]
    if shots:
        os.makedirs(shots, exist_ok=True)
    axe = pathlib.Path(options["--axe"]).read_text() if options["--axe"] else None
    existing = sorted(pathlib.Path(options["--open"]).rglob("*.html")) if options["--open"] else []
    opened = existing
    if options["--every"]:
        rows = json.loads(pathlib.Path(options["--traces"]).read_text())["rows"]
        opened = sample(existing, int(options["--every"]), {f"trace-{trace}": kind for trace, kind in rows})
    if not words and not opened:
        sys.exit("usage: browser-test.py [--shots DIR] [--show TOOL] [--open FOLDER [--every N --traces FILE]] "
                 "[--axe AXE.js] FILE.html …")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        print(f"browser-test: skipped {len(words) + len(opened)} checks: chromium is not installed")
        sys.exit(1 if os.environ.get("CI") else 0)
    browser = Browser(program)
    bad, told, series = 0, {"transitions": 0, "rested": 0, "cells": 0}, 0
    try:
        for number, word in enumerate(opened):
            page = Page(browser, word, None)
            # Pages of one kind have the same elements, so every eighth page is enough.
            faults = page.run_lightly(shots, axe if number % 8 == 0 else None)
            page.tab.close()
            bad += bool(faults)
            for fault in faults:
                print(f"{word}: {fault}", file=sys.stderr)
        if opened:
            print(f"browser-test: {len(opened)} of {len(existing)} pages were opened, {bad} of them with errors")
        failed = bad
        for word in words:
            page = Page(browser, word, options["--show"])
            faults = page.run(shots, axe)
            bad += bool(faults)
            for fault in faults:
                print(f"{word}: {fault}", file=sys.stderr)
            for kind in told:
                told[kind] += getattr(page, kind, 0)
            series = max(series, getattr(page, "series", 0))
            if page.times:
                longest = ", ".join(f"{kind} {time:.1f} ms" for kind, time in page.times.items())
                print(f"  {page.path.parent.name}/{page.path.name}: the longest {longest}")
            if page.path.stat().st_size > 500_000 and page.paint is not None:
                print(f"  {page.path.name}: {page.path.stat().st_size / 1e6:.2f} MB, "
                      f"first paint after {page.paint:.0f} ms")
    finally:
        browser.close()
    if options["--show"]:
        # A feature that no page has was not tested.
        if series < 8:
            bad += 1
            print(f"browser-test: no page has eight series, the most are {series}", file=sys.stderr)
        for kind, count in told.items():
            if count == 0:
                bad += 1
                print(f"browser-test: no page has {kind} to compare", file=sys.stderr)
    print(f"browser-test: {len(words) - bad + failed} of {len(words)} pages work; compared with show: "
          f"{told['transitions']} transitions, {told['rested']} rests; {told['cells']} cells of matrices")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main(sys.argv[1:])

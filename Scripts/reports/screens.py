"""Captures of public reports about calendars, pagers, headers, grids and pickers of apps, 142 and up; see build.py."""

import datetime
import random

from apps import FRAME
from carousels import swipe
from pages import jump
from recordings import Drawn, case, column, recorded, rows, simulated, strip


def within(view, target):
    """The nearest offset at which the content fills the view."""
    return min(max(target, -view.insets[0] if view.axis else -view.insets[1]), view.end())


@case("142-pinned-header-scrolls-to-the-end")
def _(tool):
    view = Drawn("Page with a pinned header", (390, 763), "physics: flutter", "Android 13", scale=2.75)
    view.layout([["box", 0, 0, 390, 400], ["header", 0, 400, 390, 60],
                 *([f"row-{index}", 0, 460 + 72 * index, 390, 72] for index in range(40))], (390, 460 + 40 * 72))
    view.lines[-1]["headers"] = [1]
    view.stay(700)

    def shown(item, top, milliseconds, pause):
        view.scroll({"id": item}, within(view, top), milliseconds, anchor="top", via="reader")
        view.stay(pause)

    def row(index, milliseconds, pause):
        # A row stops below the header.
        shown(f"row-{index}", 460 + 72 * index - 60, milliseconds, pause)

    def header(milliseconds, pause):
        shown("header", float("inf"), milliseconds, pause)

    swipe(view, 90, 190, 168.4, 500)
    view.stay(600)
    header(500, 1300)
    swipe(view, -420, 150, 1240.7, 1100)
    view.stay(400)
    swipe(view, -380, 170, 402.2, 900)
    view.stay(500)
    row(9, 300, 800)
    header(500, 1100)
    row(2, 400, 700)
    view.pull(-310, 420)
    view.stay(600)
    header(300, 900)
    swipe(view, -500, 120, 0, 1900)
    view.stay(800)
    header(500, 1200)
    return view.recorded(142, ("phase",), in_pixels=False)


@case("143-day-is-found-in-the-month-before")
def _(tool):
    view = Drawn("Calendar of 2020", (371, 300), "behavior: paging", "iOS 13.3")
    items, owned, copies = [], {}, {}
    for month in range(1, 13):
        first = datetime.date(2020, month, 1)
        day = first - datetime.timedelta(days=first.isoweekday() % 7)
        week = 0
        while day.month == month or day < first:
            for weekday in range(7):
                items.append([str(day), 53 * weekday, 300 * (month - 1) + 50 * week, 53, 50])
                copies.setdefault(str(day), 300 * (month - 1))
                if day.month == month:
                    owned[str(day)] = 300 * (month - 1)
                day += datetime.timedelta(days=1)
            week += 1
    view.layout(items, (371, 12 * 300))
    view.stay(600)

    def date(day, pause, milliseconds=300):
        view.scroll({"id": day}, copies[day], milliseconds, anchor="top", via="reader")
        view.stay(pause)

    def turned(distance, milliseconds, pause):
        swipe(view, distance, milliseconds, view.offset[1] + (300 if distance > 0 else -300), 380)
        view.stay(pause)

    date("2020-03-27", 1100)
    date("2020-04-04", 1400)
    turned(130, 170, 900)
    date("2020-06-15", 900)
    date("2020-04-05", 1000)
    turned(-150, 150, 400)
    turned(-110, 190, 700)
    date("2020-08-01", 1300)
    turned(160, 160, 350)
    turned(140, 140, 800)
    date("2020-05-01", 1100)
    date("2020-05-14", 900)
    date("2020-10-03", 1200)
    assert owned["2020-04-04"] != copies["2020-04-04"] and owned["2020-04-05"] == copies["2020-04-05"]
    return view.recorded(143)


@case("144-top-of-the-text-is-its-end")
def _(tool):
    view = Drawn("Text with buttons", (480, 560), "", "macOS 10.15.7", scale=2)
    view.layout(column(70, 20, 480), (480, 1400))
    view.stay(800)

    def asked(position, pause):
        jump(view, {"y": position}, within(view, view.end() - position), via="offset")
        view.stay(pause)

    view.size = [480, 400]
    view.resized()
    view.stay(700)
    view.wheel(9, 38, 34)
    view.wheel(16, 60, 17)
    view.stay(900)
    asked(0, 1600)
    asked(0, 700)
    view.wheel(7, -44, 34)
    view.stay(800)
    asked(100, 1200)
    view.wheel(12, -60, 34)
    view.stay(600)
    asked(700, 1300)
    view.wheel(4, 26, 50)
    view.stay(500)
    asked(1000, 1500)
    asked(0, 900)
    return view.recorded(144, ("configuration", "touch", "phase"))


@case("145-last-page-is-reached-the-long-way-round")
def _(tool):
    width, count, middle = 312, 20, 10000
    view = Drawn("Infinite carousel", (390, 220), "physics: flutter, behavior: interval(312)", "Android 12",
                 axes="horizontal", scale=2.75, at=(middle * width, 0))
    view.layout([[f"page-{real % count}", 39 + real * width, 0, width, 220] for real in range(middle - 60, middle + 61)],
                (2 * middle * width, 220))
    view.stay(900)
    page = middle

    def turned(distance, milliseconds, by, pause):
        nonlocal page
        page += by
        swipe(view, distance, milliseconds, page * width, 420)
        view.stay(pause)

    def asked(index, pause):
        nonlocal page
        page += index - page % count
        view.scroll({"id": f"page-{index}"}, page * width, 800, anchor="center", via="reader")
        view.stay(pause)

    turned(150, 170, 1, 700)
    asked(3, 900)
    asked(2, 600)
    turned(-170, 150, -1, 400)
    turned(-140, 190, -1, 800)
    asked(19, 1500)
    turned(-120, 160, -1, 600)
    asked(19, 700)
    asked(0, 1600)
    turned(-160, 140, -1, 900)
    asked(1, 1300)
    return view.recorded(145, in_pixels=False)


@case("146-sticky-header-takes-back-the-scroll-to-top")
def _(tool):
    sticky, inner = 220, 0
    view = Drawn("Profile with tabs", (390, 720), "", "iOS 14.5")
    view.layout([["header", 0, 0, 390, sticky], ["tabs", 0, sticky, 390, 44], ["lists", 0, sticky + 44, 390, 676]],
                (390, 720 + sticky))
    view.stay(700)

    def moved(distance, milliseconds, travel=0, coast=0):
        """A drag over the list: up, the header leaves first; down, the list returns to its start first."""
        nonlocal inner
        slop, total = (10 if distance > 0 else -10), view.offset[1] + inner

        def place(by):
            nonlocal inner
            view.offset[1] = min(max(total + by, 0), sticky)
            inner = max(0, total + by - sticky)

        view.touch("began", 190, 500)
        view.phase("idle", "tracking")
        steps = max(4, round(milliseconds / FRAME))
        for step in range(1, steps + 1):
            part = step / steps
            view.time += FRAME
            view.touch("moved", 190 + step % 2, round(500 - (distance + slop) * part, 3))
            place(distance * part)
            if step == 1:
                view.phase("tracking", "interacting")
            view.frame("interacting")
        view.touch("ended", 190, 500 - distance - slop)
        if not travel:
            view.phase("interacting", "idle")
            return
        view.phase("interacting", "decelerating", round(distance / milliseconds * 1000, 3))
        for step in range(1, round(coast / FRAME) + 1):
            view.time += FRAME
            place(distance + travel * (1 - (1 - step * FRAME / coast) ** 3))
            view.frame("decelerating")
        view.phase("decelerating", "idle")

    def top(pause):
        view.put("command", do="scroll", to={"y": 0}, via="offset", animation="automatic")
        view.phase("idle", "animating")
        if not inner:
            view.animate(0, 300)
            view.phase("animating", "idle")
            view.stay(pause)
            return
        # The animation's first offset calls the observer, which ends the animation.
        view.time += FRAME
        view.offset[1] = sticky - 2.667
        view.frame("animating")
        view.offset[1] = sticky
        view.phase("animating", "idle")
        view.stay(pause)

    moved(140, 320)
    view.stay(600)
    top(900)
    moved(260, 210, 420, 700)
    view.stay(800)
    top(1100)
    top(700)
    moved(-190, 260)
    view.stay(400)
    moved(230, 170, 640, 900)
    view.stay(700)
    top(1300)
    moved(-380, 190, -900, 900)
    view.stay(600)
    moved(300, 400)
    view.stay(500)
    top(1400)
    moved(-330, 220, -260, 500)
    view.stay(500)
    moved(110, 280)
    top(800)
    return view.recorded(146, ("configuration",))


@case("147-inset-follows-the-pull")
def _(tool):
    high = 70
    view = Drawn("Timeline", (320, 416), "", "iOS 6.0", scale=2)
    view.layout(column(40, 60, 320), (320, 2400))
    view.stay(700)

    def follow():
        """The inset of a shown refresh: as much of its view as the offset shows."""
        top = round(min(max(-view.offset[1], 0), high), 3)
        if top == view.insets[0]:
            return False
        view.insets[0] = top
        view.resized()
        return True

    def dragged(distance, milliseconds):
        """A drag in which the content stays where it is at each second change of the inset."""
        middle, start, held = 208 + distance / 2, view.offset[1], False
        sign = 1 if distance > 0 else -1
        view.touch("began", 160, middle)
        view.phase("idle", "tracking")
        steps = max(4, round(milliseconds / FRAME))
        for step in range(1, steps + 1):
            view.time += FRAME
            part = step / steps
            view.touch("moved", 160, round(middle - (distance + 10 * sign) * part, 3))
            if step == 1:
                view.phase("tracking", "interacting")
            if held:
                held = False
            else:
                view.offset[1] = max(start + distance * part, -high - 30)
                held = follow()
            view.frame("interacting")
        view.touch("ended", 160, round(middle - distance - 10 * sign, 3))
        return distance / milliseconds * 1000

    def flung(velocity, reached):
        """A momentum that the first change of the inset ends."""
        view.phase("interacting", "decelerating", round(velocity, 3))
        view.time += FRAME
        view.offset[1] += reached
        follow()
        view.frame("decelerating")
        view.phase("decelerating", "idle")

    def refresh(pull):
        view.drag(-pull, 380)
        view.insets[0] = high
        view.resized()
        view.settle(-high, 280)
        view.stay(500)

    def finish():
        if view.insets[0] != 0:
            view.insets[0] = 0
            view.resized()
            if view.offset[1] < 0:
                view.phase("idle", "animating")
                view.animate(0, 300)
                view.phase("animating", "idle")
        view.stay(900)

    refresh(104)
    dragged(96, 420)
    view.phase("interacting", "idle")
    view.stay(600)
    dragged(-80, 380)
    view.phase("interacting", "idle")
    view.stay(700)
    flung(dragged(52, 90), 7)
    view.stay(500)
    finish()
    swipe(view, 210, 170, 640, 900)
    view.stay(500)
    swipe(view, -260, 150, 0, 800)
    view.stay(700)
    refresh(92)
    dragged(150, 300)
    view.phase("interacting", "idle")
    view.stay(350)
    flung(dragged(-90, 120), -12)
    view.stay(600)
    dragged(-44, 320)
    view.phase("interacting", "idle")
    view.stay(400)
    finish()
    swipe(view, 160, 190, 410, 800)
    view.stay(600)
    return view.recorded(147, ("configuration",))


@case("148-loaded-posters-throw-the-grid-to-its-top")
def _(tool):
    view = Drawn("Grid of films", (1920, 1080), "", "tvOS 18.4", insets=(160, 80, 60, 80), scale=1, at=(-80, -160))
    row, posters = 0, 0
    draw = random.Random(1528)

    def load():
        nonlocal posters
        posters += 40
        view.layout([[f"film-{index}", 352 * (index % 5), 400 * (index // 5), 320, 370] for index in range(posters)],
                    (1760, 80 * posters))

    def focus(to):
        nonlocal row
        row = to
        target = within(view, row * 400 + 185 - 540)
        if abs(target - view.offset[1]) > 0.5:
            view.animate(target, 330)
        view.stay(draw.choice((150, 320, 480, 700)))

    def down(to):
        while row < to:
            focus(row + 1)

    def lost():
        """The new page is there; the focus is in the tab bar, and the grid shows its start."""
        nonlocal row
        load()
        view.stay(3 * FRAME)
        view.animate(-160, 480)
        row = 0
        view.stay(1900)

    load()
    view.stay(1200)
    down(5)
    focus(4)
    down(6)
    lost()
    down(9)
    view.stay(800)
    focus(8)
    focus(7)
    down(14)
    lost()
    down(3)
    return view.recorded(148, ("configuration", "touch", "phase"))


@case("149-last-days-are-never-selected")
def _(tool):
    scene = {"name": "Days in the notch", "axis": "horizontal", "container": {"width": 200, "height": 48}, "scale": 2,
             "stack": {"spacing": 1}, "items": rows(11, 28)}
    steps = ["wait 700ms", "write 3 anchor leading animated", "wait 900ms"]
    for distance, momentum, pause in ((34, 0, 900), (-58, 200, 800), (90, 300, 1100), (60, 200, 700), (-40, 0, 900)):
        steps += [f"trackpad {distance},0 over 180ms" + (f" momentum {momentum}ms" if momentum else ""), f"wait {pause}ms"]
    steps += ["write 7 anchor leading animated", "wait 1200ms", "trackpad 70,0 over 140ms momentum 300ms", "wait 1100ms",
              "write 10 anchor leading animated", "wait 1300ms", "trackpad -120,0 over 200ms momentum 300ms", "wait 900ms",
              "trackpad 130,0 over 160ms momentum 400ms", "wait 1200ms"]
    lines = simulated(tool, scene, steps, "profile: macos15, behavior: view-aligned, position: id(type: int), "
                      "position-anchor: leading", system="macOS 15.0")
    return recorded(lines, 149)


@case("150-all-cards-count-at-the-opening")
def _(tool):
    view = Drawn("Home", (393, 852), "profile: ios18, view-visibility: 0.5", "iOS 18.1", insets=(103, 0, 83, 0))
    heights = [380 if index % 6 == 0 else 152 for index in range(36)]

    def cards(first, count, lag):
        view.stack(heights[:first + count], 393, "card-")
        view.stay(lag)
        for index in range(first, first + count):
            view.put("visibility", id=f"card-{index}", on=True, threshold=0.5)

    cards(0, 24, 2 * FRAME)
    view.stay(1800)
    for distance, milliseconds, target, travel, pause in (
            (230, 180, 612.3, 900, 1400), (310, 150, 1730.6, 1300, 700), (-180, 210, 1310.3, 700, 1900)):
        swipe(view, distance, milliseconds, target, travel)
        view.stay(pause)
    view.pull(190, 420)
    view.stay(1600)
    swipe(view, 420, 130, view.end(), 1500)
    view.stay(900)
    # More cards come at the end.
    cards(24, 12, 2 * FRAME)
    view.stay(1700)
    swipe(view, 340, 160, view.offset[1] + 1140.7, 1200)
    view.stay(1100)
    swipe(view, -520, 120, 1806.3, 1700)
    view.stay(1500)
    return view.recorded(150)


@case("151-short-flick-does-not-turn-the-card")
def _(tool):
    view = Drawn("Cards with a third", (393, 260), "behavior: view-aligned(limit: always-by-one, anchor: center)", "iOS 18.5",
                 axes="horizontal")
    view.layout(strip(9, 353, 260, "card-", spacing=10, left=20), (40 + 9 * 363 - 10, 260))
    view.stay(700)
    card = 0
    for distance, milliseconds, pause in (
            (64, 60, 600), (91, 75, 500), (146, 160, 700), (115, 110, 400), (120, 120, 900), (-72, 55, 500), (-104, 80, 450),
            (-132, 140, 700), (208, 520, 800), (112, 420, 600), (119, 380, 900), (240, 170, 500), (-58, 70, 400), (-121, 90, 800),
            (98, 70, 600), (171, 150, 900), (-114, 330, 700), (310, 700, 900)):
        velocity = view.drag(distance, milliseconds, stops=milliseconds > 300)
        if abs(distance) > 353 / 3:
            card += 1 if distance > 0 else -1
        view.settle(363 * card, 340, velocity)
        view.stay(pause)
    return view.recorded(151)


@case("152-scroll-bars-narrow-the-list")
def _(tool):
    view = Drawn("Files", (400, 500), "", "macOS 26.3", scale=2, axes="both", at=(0, 0))
    view.axis = 1
    view.layout(column(64, 44, 400), (400, 64 * 44))
    view.stay(800)

    def wheel(x, y, steps):
        for step in range(steps):
            view.put("wheel", dx=x, dy=y, x=210, y=260, precise=True, phase="changed" if step else "began")
            view.offset = [min(max(0, view.offset[axis] + by), view.content[axis] - view.size[axis])
                           for axis, by in enumerate((x, y))]
            view.stay(FRAME)
        view.put("wheel", dx=0, dy=0, x=210, y=260, precise=True, phase="ended")
        view.stay(700)

    def bars(width):
        view.size = [400 - width, 500 - width]
        view.resized()
        view.offset = [min(view.offset[axis], view.content[axis] - view.size[axis]) for axis in (0, 1)]
        view.stay(900)

    wheel(0, 13, 22)
    wheel(1.5, -9, 14)
    bars(15)
    wheel(0, 16, 30)
    wheel(2, 11, 18)
    wheel(0, -14, 24)
    wheel(-0.5, -12, 16)
    wheel(-3, -6, 12)
    wheel(1, 24, 60)
    wheel(0, 30, 46)
    view.stay(600)
    bars(0)
    wheel(2, -18, 26)
    return view.recorded(152, ("configuration", "touch", "phase"))


@case("153-list-of-the-other-tab-returns-to-its-start")
def _(tool):
    view = Drawn("List of the first tab", (390, 640), "physics: flutter", "Android 15", scale=2.75)
    view.layout([[f"featured-{index}", 0, 96 * index, 390, 96] for index in range(40)], (390, 40 * 96))
    view.stay(900)

    def read(*swipes):
        for distance, milliseconds, by, travel, pause in swipes:
            swipe(view, distance, milliseconds, within(view, view.offset[1] + by), travel)
            view.stay(pause)

    read((250, 180, 520, 800, 600), (310, 150, 760, 1000, 500), (-160, 220, -230, 600, 900))
    # Another tab is scrolled, first down and a little up, then all the way up.
    view.stay(4200)
    read((120, 240, 210, 500, 800))
    view.stay(3100)
    view.offset[1] = 0
    view.stay(1900)
    read((280, 160, 690, 900, 700), (340, 140, 980, 1100, 400))
    view.pull(140, 400)
    view.stay(1200)
    view.stay(2600)
    view.offset[1] = 0
    view.stay(1400)
    read((190, 200, 360, 700, 900))
    return view.recorded(153, in_pixels=False)

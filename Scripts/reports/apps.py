"""Captures of public reports about SwiftUI, UIKit, AppKit and Flutter apps, 118 and up; see build.py."""

import calendar
import math
import random

from carousels import swipe
from recordings import Drawn, case, column, strip

FRAME = 1000 / 60


@case("118-pager-moves-against-the-finger")
def _(tool):
    view = Drawn("Vertical pager in Hebrew", (393, 730), "behavior: view-aligned(limit: always-by-one)", "iOS 17.2",
                 direction="rtl", at=(0, 4 * 675))
    view.layout(column(12, 667, 393, spacing=8), (393, 12 * 675 - 8 + 63))
    view.stay(700)

    def against(finger, milliseconds, page, stops=False):
        first = len(view.lines)
        velocity = view.drag(-finger, milliseconds, stops)
        for line in view.lines[first:]:
            if line["k"] == "touch":
                line["y"] = round(730 - line["y"], 3)
        view.settle(675 * page, 420, velocity)

    for finger, milliseconds, page, pause in ((262, 190, 3, 900), (318, 240, 2, 500), (-236, 170, 3, 650), (84, 380, 3, 1200),
                                              (205, 140, 2, 300), (190, 150, 1, 700), (-410, 330, 2, 450), (-228, 160, 3, 900)):
        against(finger, milliseconds, page, stops=milliseconds > 360)
        view.stay(pause)
    return view.recorded(118)


@case("119-tap-leaves-the-snap-unfinished")
def _(tool):
    view = Drawn("Cards of Snappable", (393, 200), "behavior: view-aligned(limit: never, anchor: center)", "iOS 15.2",
                 axes="horizontal")
    view.layout(strip(100, 300, 200, "card-", spacing=8), (100 * 308 - 8, 200))
    view.stay(600)

    def slowing(part):
        return 1 - math.exp(-6 * part)

    for distance, milliseconds, card, tapped in ((170, 160, 2, None), (240, 130, 5, 0.21), (-130, 190, 3, None),
                                                 (260, 120, 8, 0.16), (210, 150, 10, None), (-270, 140, 7, 0.3),
                                                 (120, 210, 8, None), (150, 180, 9, 0.24), (180, 170, 11, None)):
        target = 308 * card + 150 - 393 / 2
        if tapped is None:
            swipe(view, distance, milliseconds, target, 700)
            view.stay(800)
            continue
        velocity = view.drag(distance, milliseconds, stops=False)
        view.phase("interacting", "decelerating", round(velocity, 3))
        start, reached = view.offset[0], slowing(tapped)
        view.go(start + (target - start) * reached, 900 * tapped, "decelerating",
                lambda part: slowing(part * tapped) / reached)
        view.tap(210, 96, 85, "decelerating")
        view.stay(1400)
    return view.recorded(119)


@case("120-zoom-loses-its-anchor")
def _(tool):
    view = Drawn("Canvas of nodes", (1100, 760), "", "macOS 26.1", scale=2, axes="both", at=(700, 460))
    draw, zoom = random.Random(84), 1.0
    nodes = [(90 + 360 * (index % 8) + draw.randrange(90), 70 + 380 * (index // 8) + draw.randrange(120), 180,
              84 + 18 * draw.randrange(5)) for index in range(40)]

    def lay():
        view.layout([[f"node-{index}", *(round(part * zoom, 3) for part in node)] for index, node in enumerate(nodes)],
                    (round(3000 * zoom, 3), round(2000 * zoom, 3)))

    def moved(x, y):
        ends = [view.content[axis] - view.size[axis] for axis in (0, 1)]
        view.offset = [min(max(0, view.offset[axis] + by), ends[axis]) for axis, by in enumerate((x, y))]
        view.stay(FRAME)

    def pan(x, y, steps):
        for step in range(steps):
            view.put("wheel", dx=x, dy=y, x=560, y=400, precise=True, phase="changed" if step else "began")
            moved(x, y)
        view.put("wheel", dx=0, dy=0, x=560, y=400, precise=True, phase="ended")
        view.stay(600)

    lay()
    view.stay(600)
    pan(9, 4, 14)
    for ratio, steps, place in ((1.22, 22, (610, 340)), (1.31, 30, (420, 510)), (0.8, 24, (700, 300)), (1.4, 34, (560, 390)),
                                (0.72, 28, (520, 420))):
        each = ratio ** (1 / steps)
        for _ in range(steps):
            zoom *= each
            lay()
            # The anchor does not contain the scroll position.
            moved(*(part * (each - 1) for part in place))
        view.stay(700)
        if ratio > 1.3:
            pan(-7, -5, 12)
    return view.recorded(120, without=("touch", "phase"))


@case("121-rotation-counts-in-the-old-width")
def _(tool):
    view = Drawn("Ten items", (1024, 768), "behavior: paging", "iOS 9.3", axes="horizontal", scale=2, at=(2 * 1024, 0))

    def lay():
        view.layout(strip(10, view.size[0], view.size[1], "item-"), (10 * view.size[0], view.size[1]))

    def turn(distance, milliseconds, item):
        swipe(view, distance, milliseconds, item * view.size[0], 380)
        view.stay(500)

    def rotate():
        old, item = view.size[0], view.offset[0] / view.size[0]
        view.size.reverse()
        view.resized()
        lay()
        if view.offset[0] > view.end():
            # The system's limit scrolls the view, which computes the item with the width of before.
            view.offset[0] = view.end()
            item = view.offset[0] // old
        view.stay(34)
        view.offset[0] = item * view.size[0]
        view.stay(1300)

    lay()
    view.stay(700)
    turn(420, 190, 3)
    rotate()
    turn(310, 170, 4)
    rotate()
    for item, distance, milliseconds in ((5, 500, 220), (6, 380, 150), (7, 440, 180), (8, 520, 230)):
        turn(distance, milliseconds, item)
    rotate()
    for item, distance, milliseconds in ((7, 290, 160), (8, 350, 200), (9, 270, 140)):
        turn(distance, milliseconds, item)
    rotate()
    rotate()
    turn(-330, 180, 5)
    return view.recorded(121, without=("configuration", "touch"))


@case("122-still-release-goes-to-the-page-before")
def _(tool):
    view = Drawn("Peeking cells", (375, 220), 'behavior: custom("MSCollectionViewPaging")', "iOS 13.2", axes="horizontal",
                 scale=2)
    view.layout(strip(10, 295, 220, "cell-", spacing=20, left=40), (10 * 315 - 20 + 80, 220))
    view.stay(600)
    page = 0
    for distance, milliseconds, is_still, pause in (
            (150, 150, False, 700), (-34, 300, True, 900), (140, 170, False, 400), (236, 620, True, 800), (180, 160, False, 500),
            (-61, 420, True, 1100), (290, 700, True, 700), (170, 140, False, 300), (190, 190, False, 600), (-22, 260, True, 900),
            (-160, 170, False, 700), (205, 540, True, 1000)):
        velocity = view.drag(distance, milliseconds, stops=is_still)
        proposed = view.offset[0] + velocity / -1000 / math.log(0.99)
        page = math.floor(view.offset[0] / 315) if is_still else page + (1 if distance > 0 else -1)
        view.put("release", vx=round(velocity, 3), vy=0, proposed=[round(proposed, 3), 0], chosen=[315 * page, 0])
        view.settle(315 * page, 360, velocity)
        view.stay(pause)
    return view.recorded(122)


@case("123-today-is-never-reached")
def _(tool):
    view = Drawn("Calendar under the bars", (390, 844), "", "iOS 14.3", insets=(91, 0, 34, 0))
    items, middles, top = [], {}, 0
    for month in range(14):
        year, number = 2020 + (month + 5) // 12, (month + 5) % 12 + 1
        items.append([f"{year}-{number:02}", 0, top, 390, 56])
        top += 56
        for week in calendar.monthcalendar(year, number):
            for weekday, day in enumerate(week):
                if day:
                    name = f"{year}-{number:02}-{day:02}"
                    items.append([name, 8 + weekday * 54, top, 50, 50])
                    middles[name] = top + 25
            top += 54
    view.layout(items, (390, top))
    view.offset[1] = -91
    view.stay(600)

    def today(milliseconds, rounds):
        # The margins are part of only one of the two computations of the target.
        target = middles["2021-01-19"] - (91 + 844 - 34) / 2
        view.put("command", do="scroll", to={"id": "2021-01-19"}, anchor="center", via="offset",
                 animation={"seconds": milliseconds / 1000, "curve": "ease-in-out"})
        view.phase("idle", "animating")
        view.animate(target, milliseconds)
        for step in range(rounds):
            view.offset[1] = target + (91 if step % 2 == 0 else 0)
            view.stay(2 * FRAME if step % 3 else FRAME, "animating")
        view.tap(180, 470, 60, "animating")
        view.stay(700)

    today(900, 38)
    swipe(view, 420, 180, view.offset[1] + 640, 900)
    view.stay(600)
    today(500, 27)
    view.pull(-330, 400)
    view.stay(500)
    swipe(view, -460, 150, view.offset[1] - 1500, 1300)
    view.stay(400)
    today(800, 45)
    return view.recorded(123, without=("configuration",))


@case("124-each-refresh-lowers-the-list")
def _(tool):
    view = Drawn("Messages", (320, 568), "", "iOS 9.3", insets=(64, 0, 0, 0), scale=2)
    view.layout(column(26, 72, 320), (320, 26 * 72))
    view.stay(700)

    def inset(top):
        view.insets[0] = top
        view.resized()

    def swiped(distance, milliseconds, top, travel):
        """A swipe that hides or shows the bar while the finger moves."""
        view.drag(distance / 2, milliseconds, stops=False)
        inset(top)
        view.drag(distance / 2, milliseconds, stops=False)
        view.settle(max(view.offset[1] + travel, -top), 500, 900 if distance > 0 else -900)
        view.stay(400)

    for pulled, hidden in ((96, 170), (110, 230), (88, 150)):
        rest = view.insets[0]
        view.drag(-pulled, 380)
        inset(rest + 60)
        view.settle(-rest - 60, 300)
        view.stay(500)
        swiped(hidden, 120, rest + 60 - 44, 60)
        swiped(-hidden, 130, rest + 60, -80)
        # The refresh ends: what is restored contains the bar once more.
        inset(rest + 44)
        view.phase("idle", "animating")
        view.animate(max(view.offset[1], -rest - 44), 300)
        view.phase("animating", "idle")
        view.stay(700)
        swipe(view, 150, 170, view.offset[1] + 420, 800)
        view.stay(500)
        swipe(view, -210, 150, -rest - 44, 900)
        view.stay(1300)
    return view.recorded(124, without=("configuration", "touch"))


@case("125-arrow-keys-ignore-the-bars")
def _(tool):
    view = Drawn("Table between two bars", (360, 560), "", "OS X 10.10", insets=(52, 0, 40, 0), scale=2)
    view.layout(column(64, 48, 360), (360, 64 * 48))
    view.stay(600)
    draw, row = random.Random(147), 0

    def keys(last):
        nonlocal row
        while row != last:
            row += 1 if last > row else -1
            view.put("command", do="scroll", to={"id": row}, via="offset")
            view.offset[1] = max(min(view.offset[1], row * 48), row * 48 + 48 - 560)
            view.stay(draw.choice((83, 100, 117, 133)))
        view.stay(900)

    keys(18)
    keys(9)
    keys(0)
    view.wheel(3, -40)
    view.stay(800)
    view.wheel(8, 60)
    view.stay(400)
    keys(31)
    keys(63)
    view.wheel(4, 30)
    view.stay(1000)
    keys(51)
    return view.recorded(125, without=("configuration", "touch", "phase"))


@case("126-wrapped-text-is-cut-off")
def _(tool):
    view = Drawn("Text view with line wrap", (720, 520), "", "macOS 10.13.2", scale=2)

    def lay(lines, width, height):
        top, items = 0, []
        for index, count in enumerate(lines):
            items.append([f"line-{index}", 0, top, width, 15 * count])
            top += 15 * count
        view.layout(items, (width, height or top))

    wrapped = [(1, 3, 1, 2, 1, 1, 2, 3, 1, 2)[index % 10] for index in range(210)]
    lay([1] * 210, 1400, None)
    view.stay(600)
    view.wheel(14, 48)
    view.stay(700)
    # The lines are wrapped; the content keeps its height.
    lay(wrapped, 720, 210 * 15)
    view.stay(900)
    view.wheel(46, 48, 34)
    view.stay(900)
    view.wheel(9, -60)
    view.stay(500)
    view.wheel(17, 60, 34)
    view.stay(1200)
    # The height is computed with the new size of the window.
    view.size = [720, 548]
    view.resized()
    lay(wrapped, 720, None)
    view.stay(800)
    view.wheel(30, 60, 34)
    view.stay(900)
    return view.recorded(126, without=("configuration", "touch", "phase"))


@case("127-tap-selects-the-same-month")
def _(tool):
    view = Drawn("Wheel of months", (300, 300), "physics: flutter, behavior: interval(60)", "iOS 14.4")
    view.layout([[f"month-{index}", 0, 120 + 60 * index, 300, 60] for index in range(36)], (300, 240 + 36 * 60))
    view.offset[1] = 60 * 14
    view.stay(700)

    def scrolled(distance, milliseconds, month, travel):
        # The simulation ends a fraction before its target.
        swipe(view, distance, milliseconds, 60 * month - math.copysign(0.27, distance), travel)
        view.stay(800)

    def tapped(away):
        view.touch("began", 148, 150 + 60 * away)
        view.stay(70)
        view.touch("ended", 149, 151 + 60 * away)
        target = 60 * (view.offset[1] // 60 + away)
        view.scroll({"y": target}, target, 400, via="offset")
        view.stay(900)

    scrolled(150, 170, 19, 650)
    tapped(1)
    scrolled(80, 220, 21, 500)
    tapped(1)
    scrolled(-190, 150, 12, 800)
    tapped(1)
    tapped(-1)
    scrolled(110, 190, 15, 500)
    tapped(-1)
    scrolled(170, 160, 20, 700)
    tapped(2)
    return view.recorded(127, in_pixels=False)


@case("128-tab-stays-on-the-third")
def _(tool):
    view = Drawn("Three tabs", (390, 700), "physics: flutter, behavior: paging", "Android 13", axes="horizontal", scale=2.75)
    view.layout(strip(3, 390, 700, "tab-"), (3 * 390, 700))
    view.stay(800)

    def selected(tab, reached, pause):
        view.put("command", do="scroll", to={"id": f"tab-{tab}"}, anchor="leading", via="reader")
        view.offset[0] = 390 * reached
        view.stay(pause)

    def swiped(distance, milliseconds, tab):
        swipe(view, distance, milliseconds, 390 * tab, 380)
        view.stay(900)

    selected(1, 1, 1100)
    swiped(-170, 180, 0)
    selected(2, 2, 1400)
    # From the third tab to the first, the jump ends where it began.
    selected(0, 2, 900)
    selected(0, 2, 1600)
    swiped(-210, 160, 1)
    selected(0, 0, 1000)
    selected(2, 2, 1300)
    selected(0, 2, 1500)
    swiped(-150, 150, 1)
    swiped(-190, 210, 0)
    return view.recorded(128, in_pixels=False)


@case("129-jump-goes-beyond-the-last-item")
def _(tool):
    view = Drawn("Conversations", (390, 700), "", "iOS 14.6")
    items = view.stack([80 if index == 39 else (72, 96, 64, 120, 88)[index * 3 % 5] for index in range(40)], 390, "item-")
    view.stay(700)

    def jump(item, pause):
        view.put("command", do="scroll", to={"id": f"item-{item}"}, anchor="top", via="reader")
        view.offset[1] = items[item][2]
        view.stay(2 * FRAME)
        if view.offset[1] > view.end():
            view.go(view.end(), 620, "decelerating", lambda part: 1 - (1 + 9 * part) * math.exp(-9 * part))
            view.offset[1] = view.end()
        view.stay(pause)

    jump(12, 900)
    jump(39, 1100)
    swipe(view, -310, 160, view.end() - 1050, 900)
    view.stay(700)
    jump(36, 1200)
    jump(20, 800)
    jump(39, 1500)
    return view.recorded(129, in_pixels=False, without=("configuration", "touch", "phase"))

"""Captures of public reports about web pages, Android, Compose and React Native, 176 and up; see build.py."""

import math

from carousels import swipe
from pages import jump
from recordings import Drawn, case, column, recorded, simulated, strip
from sites import slow_drag, trackpad


# Web.

@case("176-prepended-rows-lose-the-part-of-a-row")
def _(tool):
    height, more = 240, 12
    view = Drawn("Log with older entries above", (760, 620), "", "Chrome 132", scale=1.25)
    first, count = 500, 40

    def lay():
        view.layout(column(count, height, 760, first=first), (760, count * height))

    def load():
        """The list keeps the index of its first visible row, not the distance that this row is scrolled."""
        nonlocal first, count
        index = math.floor(view.offset[1] / height)
        first, count = first - more, count + more
        lay()
        view.offset[1] = (index + more) * height
        view.stay(17)

    def up(notches, pause, distance=-100):
        for _ in range(notches):
            view.wheel(1, distance, pause, is_smooth=True)
            if view.offset[1] < 3 * height:
                load()
        view.stay(700)

    lay()
    view.offset[1] = 5 * height + 90
    view.stay(800)
    up(7, 90)
    view.wheel(4, 100, 100, is_smooth=True)
    view.stay(900)
    up(34, 70)
    up(5, 160, -53)
    view.wheel(9, 100, 80, is_smooth=True)
    view.stay(600)
    up(41, 60)
    up(12, 110, -67)
    return view.recorded(176, ("configuration", "phase"))


@case("177-back-counts-late-growth-twice")
def _(tool):
    view = Drawn("Component gallery", (1280, 900), "", "Chrome 150", scale=1)

    def page(height):
        view.layout([], (1280, height))

    def read(target):
        while abs(view.offset[1] - target) > 0.5:
            rest = target - view.offset[1]
            view.wheel(1, math.copysign(min(100, abs(rest)), rest), 80, is_smooth=True)
        view.stay(1100)

    def away_and_back(growth_above):
        left = view.offset[1]
        page(1980)
        jump(view, {"y": 0}, 0, via="offset")
        view.stay(120)
        page(2610)
        view.stay(900)
        view.wheel(3, 100, 90, is_smooth=True)
        view.stay(600)
        # Back: the page is not yet as high as it was, and the browser's anchoring adds what grows above.
        page(2139)
        jump(view, {"y": left}, left, via="offset")
        view.stay(67)
        page(2902)
        view.offset[1] += growth_above
        view.stay(1500)

    page(2902)
    view.stay(700)
    read(800)
    away_and_back(763)
    read(1200)
    away_and_back(763)
    read(200)
    away_and_back(0)
    read(400)
    away_and_back(334)
    view.wheel(3, -100, 90, is_smooth=True)
    view.stay(800)
    return view.recorded(177, ("configuration", "phase", "touch", "layout"))


@case("178-list-of-times-counts-shorter-rows")
def _(tool):
    view = Drawn("Times", (85, 204), "", "Chrome 68", scale=2)
    row, assumed = 31, 30

    def open_list(hour):
        view.layout([[f"{index // 2:02}:{index % 2 * 30:02}", 0, index * row, 85, row] for index in range(48)], (85, 48 * row))
        view.offset[1] = 0
        jump(view, {"y": assumed * 2 * hour}, assumed * 2 * hour, via="offset")
        view.stay(1300)

    def close():
        view.time += 2400

    open_list(9)
    view.wheel(3, 53, 90, is_smooth=True)
    view.stay(900)
    close()
    open_list(14)
    view.wheel(2, -53, 90, is_smooth=True)
    view.stay(500)
    view.wheel(5, 53, 80, is_smooth=True)
    view.stay(700)
    close()
    open_list(17)
    close()
    open_list(20)
    view.wheel(9, -100, 70, is_smooth=True)
    view.stay(800)
    close()
    open_list(3)
    view.stay(400)
    return view.recorded(178, ("configuration", "phase"))


@case("179-arrows-cut-the-cards")
def _(tool):
    view = Drawn("Products", (1240, 420), "", "Chrome 146", axes="horizontal", scale=2)
    view.layout(strip(12, 298, 420, "product-", spacing=16), (12 * 314 - 16, 420))
    view.stay(700)

    def arrow(sign, pause=900):
        asked = view.offset[0] + sign * 0.8 * 1240
        view.put("command", do="scroll", to={"x": round(asked, 3)}, via="offset",
                 animation={"seconds": 0.45, "curve": "ease-in-out"})
        view.animate(min(max(asked, 0), view.end()), 450)
        view.stay(pause)

    arrow(1)
    arrow(1)
    arrow(-1)
    arrow(1, 500)
    arrow(1)
    arrow(-1)
    trackpad(view, -410, 500)
    view.stay(800)
    arrow(-1)
    arrow(1)
    arrow(-1, 400)
    arrow(-1)
    return view.recorded(179, ("configuration", "phase"))


# Compose.

@case("180-keyboard-lifts-the-edited-message")
def _(tool):
    bar, navigation, keyboard = 64, 24, 336
    view = Drawn("Thread", (411, 800), "", "Android 16", insets=(0, 0, bar + navigation, 0), scale=2.625)
    view.stack([(58, 96, 58, 140, 77, 212, 58)[index * 5 % 7] for index in range(70)], 411, "message-")
    view.offset[1] = view.end()
    view.stay(700)

    def keyboard_to(shown, milliseconds=284):
        """The list is laid out from its end, which follows the composer. The keyboard's inset contains the navigation bar's."""
        kept, steps = view.end() - view.offset[1], round(milliseconds / (1000 / 60))
        start = 800 - view.size[1]
        for step in range(1, steps + 1):
            part = 1 - (1 - step / steps) ** 2
            height = start + (shown - start) * part
            view.size[1], view.insets[2] = round(800 - height, 3), round(bar + max(0, navigation - height), 3)
            view.resized()
            view.offset[1] = view.end() - kept
            view.frame("idle")
            view.time += 1000 / 60

    def edit(y, pause):
        view.put("touch", phase="began", x=150, y=y)
        view.stay(520)
        view.put("touch", phase="ended", x=150, y=y)
        view.stay(900)
        view.put("touch", phase="began", x=210, y=y + 70)
        view.stay(70)
        view.put("touch", phase="ended", x=210, y=y + 70)
        keyboard_to(keyboard)
        view.stay(pause)

    swipe(view, -330, 190, view.end() - 1180, 900)
    view.stay(800)
    edit(214, 1600)
    keyboard_to(0)
    view.stay(700)
    swipe(view, -260, 170, view.end() - 2044, 900)
    view.stay(600)
    edit(166, 900)
    view.pull(-180, 380)
    view.stay(1100)
    keyboard_to(0)
    view.stay(600)
    swipe(view, 420, 150, view.end() - 610, 1000)
    view.stay(700)
    edit(590, 1500)
    keyboard_to(0)
    view.stay(800)
    return view.recorded(180, ("configuration",))


@case("183-sheet-consumes-the-fling")
def _(tool):
    view = Drawn("List in a sheet", (411, 640), "", "Android 13", scale=2.625)
    view.layout([], (411, 60 * 72))
    view.stay(600)
    # Upward flings of the finger go to the sheet, which is at its anchor. The others run.
    for distance, milliseconds, run, pause in ((310, 150, 0, 600), (280, 120, 0, 350), (360, 210, 0, 700), (-190, 140, -402, 800),
                                               (240, 560, None, 500), (330, 130, 0, 250), (390, 170, 0, 250), (300, 110, 0, 900),
                                               (-260, 130, -688, 700), (-120, 480, None, 600), (350, 140, 0, 900)):
        view.drag(distance, milliseconds, stops=run is None)
        if run:
            view.phase("interacting", "decelerating")
            view.decelerate(max(0, view.offset[1] + run), 600 + abs(run))
            view.phase("decelerating", "idle")
        else:
            view.phase("interacting", "idle")
        view.stay(pause)
    return view.recorded(183, ("configuration", "layout"))


# React Native.

@case("181-second-banner-has-no-room-to-snap")
def _(tool):
    scene = {"name": "Banners", "axis": "horizontal", "container": {"width": 390, "height": 180},
             "stack": {"spacing": 12, "padding": {"left": 16, "right": 16}},
             "items": [{"id": "card", "size": 322}, {"id": "referral", "size": 322}]}
    steps = ["wait 600ms"]
    for step in ("fling left 900", "fling right 700", "drag from 300,90 to 160,90 over 480ms ease out", "fling left 1500",
                 "drag from 90,90 to 190,90 over 420ms ease out", "fling right 1200",
                 "drag from 320,90 to 110,90 over 600ms ease out",
                 "drag from 80,90 to 300,90 over 500ms ease out", "fling left 650"):
        steps += [step, "wait 1700ms"]
    return recorded(simulated(tool, scene, steps, "behavior: interval(334)"), 181)


@case("184-list-header-shifts-the-viewable-rows")
def _(tool):
    header, rows = 200, [250 if index == 1 else 150 for index in range(20)]
    view = Drawn("Rows below a list header", (390, 700), "view-visibility: 0.5", "iOS 17.2")
    items, top = [], header
    for index, height in enumerate(rows):
        items.append([index, 0, top, 390, height])
        top += height
    view.layout(items, (390, top))
    lines, on = [], set()
    view.stay(900)
    for distance, milliseconds, target, travel, pause in (
            (210, 190, 463, 800, 1200), (160, 240, 742, 600, 900), (-240, 180, 310, 700, 1000), (330, 160, 1260, 1200, 1400),
            (190, 210, 1571, 700, 800), (280, 150, view.end(), 900, 1100), (-380, 140, 1022, 1400, 700), (-360, 150, 0, 1500, 900)):
        swipe(view, distance, milliseconds, target, travel)
        view.stay(pause)
        view.pull(46 if distance < 0 else -38, 300)
        view.stay(600)
    # The rows' places, as `getItemLayout` computes them, begin at 0 instead of below the header.
    for line in view.lines:
        lines.append(line)
        if line.get("k") == "frame":
            for index, _, place, _, height in items:
                seen = min(place - header + height, line["y"] + 700) - max(place - header, line["y"])
                fraction = max(0, min(1, seen / height))
                if (fraction >= 0.5) != (index in on):
                    on ^= {index}
                    lines.append({"t": line["t"], "k": "visibility", "id": index, "on": index in on, "threshold": 0.5,
                                  "fraction": round(fraction, 4)})
    return recorded(lines, 184)


@case("185-odd-rows-skip-back")
def _(tool):
    row = 43.5
    view = Drawn("Wheel of minutes", (120, 217.5), f"behavior: interval({row})", "iOS 16.3", scale=2)
    view.layout([[index + 1, 0, 87 + row * index, 120, row] for index in range(60)], (120, 60 * row + 174))
    view.stay(700)
    shown = 0

    def turn(distance, milliseconds, index, travel, pause):
        nonlocal shown
        target = row * index
        if milliseconds > 400:
            slow_drag(view, distance, milliseconds, target, travel)
        else:
            swipe(view, distance, milliseconds, target, travel)
        # The index is computed from the offset without its fraction.
        selected = math.floor(math.floor(target) / row)
        if math.floor(target % row) > row / 2:
            selected += 1
        view.stay(34)
        view.put("position", id=selected + 1, by_user=True)
        view.stay(17)
        if selected != shown:
            shown = selected
            view.scroll({"id": selected + 1}, row * selected, 250, anchor="center", via="reader")
        view.stay(pause)

    for step in ((120, 170, 6, 600, 900), (70, 480, 8, 260, 700), (95, 210, 13, 700, 1200), (46, 520, 13, 240, 900),
                 (-140, 150, 4, 800, 700), (130, 140, 15, 900, 1100), (-52, 460, 13, 260, 800), (160, 130, 26, 900, 600),
                 (88, 190, 31, 600, 1000)):
        turn(*step)
    return view.recorded(185, ("touch",))


# Android.

@case("182-last-card-is-never-in-the-middle")
def _(tool):
    view = Drawn("Cards in the middle", (360, 220), "behavior: view-aligned(limit: never, anchor: center)", "Android 7.0",
                 axes="horizontal", scale=3)
    view.layout(strip(12, 152, 220, "app-", spacing=8, left=4), (12 * 160, 220))

    def middle(card):
        return 160 * card + 80 - 180

    def to_edge(distance, milliseconds, edge, travel, card):
        """The momentum reaches the edge of the list. The helper then moves to the card whose middle is nearest."""
        velocity = view.drag(distance, milliseconds, stops=False)
        view.phase("interacting", "decelerating", round(velocity, 3))
        view.go(edge, travel, "decelerating", lambda part: part * (1.4 - 0.4 * part))
        view.stay(17, "decelerating")
        view.decelerate(middle(card), 320)
        view.phase("decelerating", "idle")
        view.stay(1100)

    def settle(distance, milliseconds, card, travel):
        swipe(view, distance, milliseconds, middle(card), travel)
        view.stay(700)

    view.stay(700)
    settle(140, 170, 3, 600)
    settle(210, 140, 7, 800)
    settle(120, 190, 9, 500)
    to_edge(170, 130, view.end(), 180, 10)
    slow_drag(view, 60, 430, middle(10), 280)
    view.stay(900)
    settle(-190, 150, 6, 700)
    to_edge(260, 110, view.end(), 420, 10)
    settle(-230, 130, 5, 800)
    settle(-180, 160, 2, 650)
    to_edge(-200, 120, 0, 150, 1)
    slow_drag(view, -60, 460, middle(1), 280)
    view.stay(800)
    return view.recorded(182)

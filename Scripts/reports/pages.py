"""Captures of public reports about web pages, Android, Compose and React Native, 130 and up; see build.py."""

from carousels import swipe
from recordings import Drawn, case, column, recorded, simulated, strip


def jump(view, to, target, **more):
    """A programmatic scroll without animation."""
    view.put("command", do="scroll", to=to, **more)
    view.offset[view.axis] = target


# Web.

@case("130-last-row-includes-the-end-padding")
def _(tool):
    view = Drawn("Rows with room at the end", (400, 400), "", "Chrome 150", scale=2)
    view.layout(column(100, 35, 400), (400, 100 * 35 + 800))
    view.stay(700)

    def rows(index):
        """The least movement that brings a row into view, except for the last row, which uses the content's end."""
        goal = view.end() if index == 99 else (index + 1) * 35 - 400 if index else 0
        jump(view, {"id": index}, goal, via="reader")
        view.stay(1100)

    rows(98)
    rows(99)
    rows(0)
    view.wheel(5, 100, 110, is_smooth=True)
    view.stay(500)
    rows(60)
    rows(99)
    view.wheel(12, -100, 70, is_smooth=True)
    view.stay(600)
    rows(98)
    rows(99)
    return view.recorded(130, ("configuration", "phase"))


@case("131-next-button-counts-from-the-left")
def _(tool):
    step, count = 256, 12
    length = count * step - 16
    view = Drawn("Carousel from right to left", (640, 220), "", "Chrome 150", axes="horizontal", scale=2,
                 direction="rtl", at=(length - 640, 0))
    view.layout([[f"slide-{index}", length - 240 - index * step, 0, 240, 220] for index in range(count)], (length, 220))
    view.stay(600)

    def button(sign):
        asked = view.offset[0] + sign * step
        goal = min(max(asked, 0), view.end())
        view.put("command", do="scroll", to={"x": asked}, via="offset",
                 animation={"seconds": 0.35, "curve": "ease-in-out"})
        if goal != view.offset[0]:
            view.animate(goal, 350)
        view.stay(800)

    next_slide, previous_slide = 1, -1
    for _ in range(3):
        button(next_slide)
    swipe(view, -330, 200, length - 640 - 3 * step, 520)
    view.stay(900)
    for _ in range(2):
        button(next_slide)
    for _ in range(4):
        button(previous_slide)
    swipe(view, 180, 170, length - 640 - 4 * step, 400)
    view.stay(700)
    button(next_slide)
    return view.recorded(131, ("configuration", "phase"))


@case("132-upward-scroll-ends-a-pixel-short")
def _(tool):
    view = Drawn("Slides of the height of the screen", (390, 844), "behavior: interval(844)", "Safari 13.0", scale=3)
    view.layout([[f"slide-{index}", 0, 844 * index, 390, 844] for index in range(5)], (390, 5 * 844))
    view.stay(500)
    for distance, milliseconds, target in ((310, 170, 844), (360, 210, 1688), (-280, 150, 843), (330, 190, 1688),
                                           (290, 140, 2532), (-390, 230, 1687), (-300, 160, 843), (340, 180, 1688),
                                           (-310, 170, 843), (-350, 200, 0), (300, 180, 844)):
        # The page decelerates by itself; when it is still, the script moves it to the slide.
        view.drag(distance, milliseconds, stops=False)
        view.go(view.offset[1] + distance * 0.35, 260, "decelerating", lambda part: 1 - (1 - part) ** 3)
        view.stay(100)
        view.animate(target, 350)
        view.stay(700)
    return view.recorded(132, ("phase",))


@case("133-page-is-reported-before-its-end")
def _(tool):
    view = Drawn("Tabs", (375, 600), "behavior: paging, position: id(type: int)", "iOS 9.2", axes="horizontal", scale=2)
    view.layout([[index, 375 * index, 0, 375, 600] for index in range(6)], (6 * 375, 600))
    view.put("position", id=0)
    view.stay(800)
    for distance, milliseconds, page, early in ((210, 180, 1, 1.5), (190, 150, 2, 0), (230, 200, 3, 1.5),
                                                (-220, 170, 2, -1.5), (200, 160, 3, 0), (215, 190, 4, 1.5),
                                                (-205, 180, 3, 0), (225, 170, 4, 0)):
        swipe(view, distance, milliseconds, page * 375 - early, 380)
        view.put("position", id=int(view.offset[0] / 375), by_user=True)
        view.time += 1000 / 60
        view.offset[0] = page * 375
        view.stay(1000)
    return view.recorded(133, ("touch",))


@case("134-two-anchors-correct-one-shift")
def _(tool):
    view = Drawn("Virtualized list", (720, 600), "", "Edge 150", scale=1)
    real, assumed, rendered, count = 50, 80, 24, 400

    def lay(first):
        # Rows that are not rendered are room of the assumed height.
        top = first * assumed
        view.first, view.window = first, (top, top + rendered * real)
        view.layout([[first + index, 0, top + index * real, 720, real] for index in range(rendered)],
                    (720, top + rendered * real + (count - first - rendered) * assumed))

    def slide(first):
        shift = (first - view.first) * (assumed - real)
        lay(first)
        view.offset[1] += shift
        view.stay(17)
        view.offset[1] += shift
        view.stay(17)

    def read(sign, steps, edge_after):
        """Wheels in one direction. After some changes of the rendered rows, the content goes to its edge."""
        slides = 0
        for _ in range(steps):
            view.wheel(1, sign * 100, 110, is_smooth=True)
            view.stay(60)
            top, bottom = view.window
            if (sign > 0 and view.offset[1] + 600 > bottom) or (sign < 0 and view.offset[1] < top):
                slides += 1
                slide(max(0, view.first + sign * 4))
                if slides == edge_after:
                    lay(count - rendered if sign > 0 else 0)
                    view.offset[1] = view.end() if sign > 0 else 0
                    view.stay(1300)
                    return

    lay(0)
    view.stay(700)
    read(1, 30, 4)
    read(-1, 30, 2)
    read(1, 30, 3)
    return view.recorded(134, ("configuration", "phase"))


@case("135-whole-card-is-never-counted")
def _(tool):
    heights = [438 if index % 3 else 312 for index in range(14)]
    scene = {"name": "Cards that appear", "container": {"width": 720, "height": 900}, "scale": 2, "hz": 60,
             "items": [{"id": f"card-{index}", "size": height} for index, height in enumerate(heights)]}
    steps = ["wait 900ms"]
    for distance, momentum in ((420, 600), (260, 400), (700, 900), (-300, 500), (380, 500), (-640, 800), (900, 900)):
        steps += [f"trackpad 0,{distance} over 220ms momentum {momentum}ms", "wait 1300ms"]
    lines = simulated(tool, scene, steps, "view-visibility: 1", system="Safari 16.4")
    # The visible part is measured in 1/64 of a pixel and is one such part too small.
    for line in lines:
        if line.get("k") == "visibility" and line["on"]:
            height = heights[int(line["id"].split("-")[1])]
            line.update(on=False, fraction=round(1 - 1 / 64 / height, 8))
    return recorded(lines, 135, ("phase",))


# Android.

@case("136-tap-stops-the-wheel-between-rows")
def _(tool):
    view = Drawn("Wheel of minutes", (200, 500), "behavior: interval(100)", "Android 14", scale=3)
    view.layout([[index, 0, 200 + 100 * index, 200, 100] for index in range(60)], (200, 200 + 6000 + 200))
    view.stay(600)

    def caught(distance, milliseconds, travel, place):
        """A tap stops the momentum at a place; nothing moves when the finger lifts."""
        velocity = view.drag(distance, milliseconds, stops=False)
        view.phase("interacting", "decelerating", round(velocity, 3))
        view.go(place, travel, "decelerating", lambda part: part * (1.7 - 0.7 * part))
        view.tap(104, 262, 85, "decelerating")
        view.stay(1500)

    swipe(view, 130, 150, 600, 800)
    view.stay(700)
    swipe(view, -150, 160, 100, 700)
    view.stay(600)
    caught(120, 130, 210, 347)
    swipe(view, 140, 140, 1000, 850)
    view.stay(800)
    caught(210, 120, 380, 1747)
    view.drag(90, 380)
    view.phase("interacting", "decelerating", 0)
    view.decelerate(1800, 200)
    view.phase("decelerating", "idle")
    view.stay(900)
    caught(-230, 130, 300, 1168)
    swipe(view, 160, 150, 1700, 800)
    view.stay(700)
    return view.recorded(136)


@case("137-jump-leaves-the-item-at-the-edge")
def _(tool):
    view = Drawn("Years", (411, 120), "behavior: view-aligned(limit: never, anchor: center)", "Android 8.0",
                 axes="horizontal", scale=2.625)
    view.layout(strip(40, 130, 120, "year-"), (40 * 130, 120))

    def middle(item):
        return item * 130 + 65 - 205.5

    def settle(distance, milliseconds, item, travel):
        swipe(view, distance, milliseconds, middle(item), travel)
        view.stay(800)

    view.stay(600)
    settle(170, 160, 4, 600)
    settle(200, 140, 9, 800)
    for item, side in ((22, 1), (6, -1), (30, 1)):
        # The item comes into view at the edge it was beyond.
        jump(view, {"id": f"year-{item}"}, (item + 1) * 130 - 411 if side > 0 else item * 130, via="reader")
        view.stay(1600)
        settle(side * -120, 170, item - side * 3, 550)
        settle(side * 90, 190, item - side * 2, 450)
    return view.recorded(137)


# Compose.

@case("138-list-follows-the-moved-row")
def _(tool):
    view = Drawn("Rows to sort", (411, 700), "", "Android 14", scale=2.625)
    order, heights = list(range(24)), [64 + 24 * (index * 5 % 4) for index in range(24)]

    def rows():
        top, items = 8, []
        for row in order:
            items.append([f"item-{row}", 8, top, 395, heights[row]])
            top += heights[row] + 8
        return items

    def lay():
        items = rows()
        view.layout(items, (411, items[-1][2] + items[-1][4] + 8))
        return items

    def first_in_view():
        return next(index for index, item in enumerate(rows()) if item[2] + item[4] > view.offset[1])

    def move(place):
        """A row is dragged by its handle over the next one. The list keeps the row it shows first in place."""
        first, over = rows()[first_in_view()], heights[order[place + 1]]
        y = rows()[place][2] - view.offset[1] + 20
        view.put("touch", phase="began", x=376, y=round(y, 3))
        view.stay(450)
        for step in range(1, 19):
            view.put("touch", phase="moved", x=376, y=round(y + over * 0.6 * step / 18, 3))
            view.time += 1000 / 60
            if step == 15:
                order[place], order[place + 1] = order[place + 1], order[place]
                view.offset[1] += next(item for item in lay() if item[0] == first[0])[2] - first[2]
            view.frame("idle")
        view.put("touch", phase="ended", x=376, y=round(y + over * 0.6, 3))
        view.stay(1300)

    lay()
    view.stay(700)
    move(2)
    move(0)
    view.pull(-view.offset[1], 320)
    view.stay(700)
    move(0)
    swipe(view, 260, 180, 612, 700)
    view.stay(700)
    move(first_in_view() + 3)
    move(first_in_view())
    return view.recorded(138, ("configuration",))


@case("139-empty-list-before-the-data")
def _(tool):
    view = Drawn("Collection", (411, 760), "", "Android 15", scale=2.625)
    full = (411, 5840)

    def come_back():
        view.layout([], (411, 0))
        view.offset[1] = 0
        view.stay(50)
        view.layout([], full)
        view.stay(1600)

    view.layout([], full)
    view.stay(600)
    swipe(view, 420, 190, 1310, 1100)
    view.stay(500)
    swipe(view, 380, 170, 2384, 1000)
    view.stay(900)
    # A detail page is open.
    view.time += 5200
    come_back()
    swipe(view, 460, 200, 1742, 1200)
    view.stay(400)
    swipe(view, -160, 180, 1290, 700)
    view.stay(1100)
    view.put("note", name="app-state", text="background")
    view.time += 9400
    view.put("note", name="app-state", text="active")
    come_back()
    return view.recorded(139, ("configuration", "touch", "layout"))


# React Native.

@case("140-slightest-drag-turns-the-page")
def _(tool):
    view = Drawn("Pages", (360, 560), "behavior: paging", "Android 6.0", axes="horizontal", scale=2)
    view.layout(strip(9, 360, 560, "page-"), (9 * 360, 560))
    view.stay(600)
    page = 0
    # Forward, every drag turns; backward, half a page or 500 per second is needed.
    for distance, milliseconds, stops, turn in ((150, 140, False, 1), (1, 160, True, 1), (4, 220, True, 1),
                                                (-120, 420, True, 0), (-155, 500, True, 0), (2, 180, True, 1),
                                                (-170, 130, False, -1), (-205, 480, True, -1), (9, 260, True, 1),
                                                (-60, 300, True, 0), (190, 150, False, 1), (1, 140, True, 1)):
        velocity = view.drag(distance, milliseconds, stops)
        page += turn
        view.phase("interacting", "decelerating", round(velocity, 3))
        view.decelerate(page * 360, 300)
        view.phase("decelerating", "idle")
        view.stay(750)
    return view.recorded(140)


@case("141-momentum-runs-backwards")
def _(tool):
    view = Drawn("Inverted list", (411, 700), "", "Android 9", scale=2.625)
    view.layout([], (411, 6200))
    view.stay(600)
    # Slow drags stay where they end. The momentum of the others goes against them.
    for distance, milliseconds, momentum in ((320, 520, 0), (410, 700, 0), (230, 150, -540), (380, 620, 0),
                                             (190, 110, -690), (340, 600, 0), (-150, 130, 460), (260, 240, -330),
                                             (-120, 140, 380), (450, 680, 0)):
        view.drag(distance, milliseconds, stops=not momentum)
        if momentum:
            view.phase("interacting", "decelerating")
            view.decelerate(max(0, view.offset[1] + momentum), 350 + abs(momentum))
            view.phase("decelerating", "idle")
        else:
            view.phase("interacting", "idle")
        view.stay(700)
    return view.recorded(141, ("configuration", "touch", "layout"))

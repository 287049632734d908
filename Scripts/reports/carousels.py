"""Captures of public reports about carousels, sections, bindings and corrections, 77 and up; see build.py."""

import itertools

from recordings import Drawn, case, column, rows, simulated, strip


def swipe(view, distance, milliseconds, target, travel):
    """A swipe whose momentum ends at the target."""
    velocity = view.drag(distance, milliseconds, stops=False)
    view.phase("interacting", "decelerating", round(velocity, 3))
    view.decelerate(target, travel)
    view.phase("decelerating", "idle")


@case("77-interval-in-whole-pixels")
def _(tool):
    # 50 dp are 131.25 pixels at a density of 2.625; the interval is cut to 131 of them.
    scene = {"name": "Squares", "container": {"width": 411, "height": 600}, "scale": 2.625, "items": rows(400, 50)}
    steps = ["wait 400ms"] + ["fling up 3200", "wait 3500ms"] * 4 + ["fling down 1300", "wait 3s", "fling up 800", "wait 3s"]
    return simulated(tool, scene, steps, "behavior: interval(50)", "behavior: interval(49.904762)", system="Android 14")


@case("78-offsets-forget-a-taller-row")
def _(tool):
    heights = [112 if index == 8 else 156 if index == 9 else 90 for index in range(60)]
    # The offsets are computed as if rows 8 and 9 had one height.
    counted = [112 if index == 9 else height for index, height in enumerate(heights)]
    offsets = ", ".join(str(place) for place in [0, *itertools.accumulate(counted)][:-1])
    scene = {"name": "Days", "container": {"width": 390, "height": 600},
             "items": [{"id": f"day-{index}", "size": height} for index, height in enumerate(heights)]}
    steps = ["wait 400ms"]
    for speed in (700, 1500, 1900, 1200, 2300):
        steps += [f"fling up {speed}", "wait 3s"]
    return simulated(tool, scene, steps + ["fling down 900", "wait 3s"], f"behavior: offsets({offsets})", system="iOS 15.0")


@case("79-peek-carousel-keeps-paging")
def _(tool):
    scene = {"name": "Peeking cells", "axis": "horizontal", "container": {"width": 375, "height": 220},
             "stack": {"spacing": 10, "padding": {"left": 30, "right": 30}}, "scale": 2, "items": rows(9, 315, prefix="cell-")}
    steps = ["wait 400ms"] + ["fling left 900", "wait 1800ms"] * 5 + ["fling right 900", "wait 1800ms"] * 2
    return simulated(tool, scene, steps, "behavior: interval(325)", "behavior: paging", system="iOS 12.1")


@case("80-index-forgets-the-padding")
def _(tool):
    view = Drawn("Horizontal list with padding", (390, 160), "", "iOS 17.5", axes="horizontal")
    view.layout(strip(40, 116, 160, "item-", left=20), (40 * 116 + 40, 160))
    view.stay(500)
    for index in (7, 15, 3, 22):
        view.scroll({"id": f"item-{index}"}, 116 * index, 300, anchor="leading", via="reader")
        view.stay(1200)
    return view.done()


@case("81-section-scroll-ends-a-row-early")
def _(tool):
    view = Drawn("Contacts in sections", (390, 700), "", "iOS 26.4")
    items, headers, tops, top = [], [], {}, 0
    for section in range(10):
        headers.append(len(items))
        items.append([f"section-{section}", 0, top, 390, 32])
        top += 32
        for row in range(12):
            tops[section, row] = top
            items.append([f"row-{section}-{row}", 0, top, 390, 56])
            top += 56
    view.content = [390, top]
    view.put("layout", cw=390, ch=top, items=items, headers=headers)
    view.stay(500)
    # The header counts as a row of the index, and its height is taken off the offset.
    for section, row in ((2, 3), (6, 7), (3, 1), (5, 9)):
        view.scroll({"id": f"row-{section}-{row}"}, tops[section, row - 1] - 32, 350, anchor="top", via="reader")
        view.stay(1200)
    return view.done()


@case("82-refresh-reports-no-visible-rows")
def _(tool):
    scene = {"name": "Posts with refresh", "container": {"width": 390, "height": 720}, "items": rows(40, 150, prefix="post-")}
    steps = ["wait 500ms", "fling up 700", "wait 2500ms", "fling down 1500", "wait 2500ms"]
    for refresh in range(3):
        steps += [f"insert new-{refresh}-{index} at 0 size 150" for index in range(5)]
        steps += ["wait 2500ms", "drag from 200,500 to 200,430 over 400ms ease out", "wait 800ms",
                  "drag from 200,430 to 200,520 over 400ms ease out", "wait 1500ms"]
    lines = simulated(tool, scene, steps, "view-visibility: 0.5", system="iOS 10.3")
    # After a refresh, visibility is computed again only when a touch moves the content.
    told, waiting, stale = [], [], False
    for line in lines:
        if line.get("k") == "edit":
            stale = True
        if stale and line.get("k") == "visibility":
            waiting.append(line)
            continue
        told.append(line)
        if stale and line.get("k") == "frame" and line.get("phase") == "interacting":
            stale = False
            told += [{**late, "t": line["t"]} for late in waiting]
            waiting = []
    return told


@case("83-status-bar-tap-leaves-the-binding")
def _(tool):
    scene = {"name": "List with a bound position", "container": {"width": 402, "height": 780}, "items": rows(80, 90)}
    steps = ["wait 500ms"]
    for speed in (2600, 3200):
        steps += [f"fling up {speed}", "wait 3500ms", "scroll to edge top over 400ms via offset", "wait 1800ms"]
    lines = simulated(tool, scene, steps, "profile: ios18, position: id(type: int), position-anchor: top", system="iOS 18.0")
    # The tap is the system's: no command is recorded, and the binding keeps its id.
    told, is_system = [], False
    for line in lines:
        if line.get("k") == "touch":
            is_system = False
        if line.get("k") == "command":
            is_system = True
        elif not (is_system and line.get("k") == "position"):
            told.append(line)
    return told


@case("84-last-row-drops-its-height")
def _(tool):
    view = Drawn("Rows of unknown heights", (400, 600), "", "Chrome 133", scale=2)
    heights = [60 + 37 * index % 83 for index in range(200)]
    heights[-1] = 176

    def lay():
        view.stack(heights, 400, "row-")

    lay()
    view.offset[1] = view.end()
    view.stay(500)
    for _ in range(3):
        for notch in range(4):
            view.put("wheel", dx=0, dy=-50, x=200, y=300)
            view.offset[1] -= 50
            view.stay(90)
        # The last row is out of view, its height becomes the estimate, and the offset is set to the end.
        heights[-1] = 60
        lay()
        view.offset[1] = view.end()
        view.stay(34)
        heights[-1] = 176
        lay()
        view.offset[1] = view.end()
        view.stay(700)
    return view.done()


@case("85-resize-shows-the-first-image")
def _(tool):
    view = Drawn("Images in a browser", (1024, 400), "behavior: paging", "Chrome 134", axes="horizontal", scale=2)

    def images(width):
        view.layout(strip(6, width, 400, "image-"), (6 * width, 400))

    images(1024)
    view.stay(500)
    page = 0
    for width in (820, 1024):
        for _ in range(2):
            page += 1
            swipe(view, 380, 180, page * view.size[0], 350)
            view.stay(600)
        # The width changes, and the offset goes to the first image.
        view.size = [width, 400]
        view.put("container", w=width, h=400, insets=[0, 0, 0, 0])
        images(width)
        view.offset[0], page = 0, 0
        view.stay(1200)
    return view.done()


@case("86-snap-helper-ignores-the-padding")
def _(tool):
    scene = {"name": "Apps", "axis": "horizontal", "container": {"width": 411, "height": 100},
             "insets": {"top": 0, "left": 5, "bottom": 0, "right": 5}, "scale": 2.625, "items": rows(30, 96, prefix="app-")}
    steps = ["wait 400ms"]
    for speed in (900, 1400, 700, 1800):
        steps += [f"fling left {speed}", "wait 2500ms"]
    steps += ["fling right 1100", "wait 2500ms"]
    ran = ", ".join(str(96 * index) for index in range(30))
    return simulated(tool, scene, steps, "behavior: view-aligned", f"behavior: offsets({ran})", system="Android 9")


@case("87-bounce-at-the-start-goes-to-the-end")
def _(tool):
    view = Drawn("Collection in a table", (375, 120), 'behavior: custom("IndexedFlowLayout")', "iOS 11.0",
                 axes="horizontal")
    view.layout(strip(20, 110, 120, "cell-", spacing=10), (20 * 120 - 10, 120))
    view.stay(500)

    def release(distance, milliseconds, proposed, chosen, travel=500):
        velocity = view.drag(distance, milliseconds, stops=False)
        view.put("release", vx=round(velocity, 3), vy=0, proposed=[proposed, 0], chosen=[chosen, 0])
        view.phase("interacting", "decelerating", round(velocity, 3))
        view.decelerate(chosen, travel)
        view.phase("decelerating", "idle")
        view.stay(700)

    release(130, 200, 360, 360)
    release(-120, 200, 120, 120)
    release(-100, 220, 0, 0)
    for _ in range(2):
        # The answer to a proposal of 0 is the largest number, and the content goes to its end.
        release(-40, 220, 0, view.end(), 900)
        release(-160, 200, view.end() - 475, 1560)
        view.scroll({"x": 0}, 0, 400, via="offset")
        view.stay(900)
    return view.done()


@case("88-new-activity-stays-above")
def _(tool):
    view = Drawn("Conversations", (393, 700), "", "Android 12", scale=2.75)
    chats = [f"chat-{index}" for index in range(40)]

    def lay(section):
        top, items = 0, []
        for name, height in [*section, *((chat, 64) for chat in chats if chat not in dict(section))]:
            items.append([name, 0, top, 393, height])
            top += height
        view.layout(items, (393, top))

    lay([("all", 40)])
    view.stay(1200)
    # A section with the new message comes in at the start; the list keeps the row that was first.
    lay([("new", 40), ("invitation", 64), ("all", 40)])
    view.offset[1] = 104
    view.stay(2500)
    return view.done()


@case("89-shrunk-content-goes-to-the-start")
def _(tool):
    view = Drawn("Notes that collapse", (393, 700), "", "iOS 26.6", at=(0, 9272.7))

    def lay(height):
        view.layout([[f"note-{index}", 0, round(height * index, 3), 393, height] for index in range(60)],
                    (393, round(60 * height)))

    lay(210.667)
    view.stay(900)
    # Each note is 166 shorter. The offset is limited to the new end first, and 7470 are taken off
    # afterwards.
    lay(44.667)
    view.offset[1] = 0
    view.stay(2000)
    return view.done()


@case("90-keyboard-leaves-a-gap")
def _(tool):
    view = Drawn("Form", (402, 874), "", "iOS 18.6", insets=(103, 0, 34, 0))
    view.layout(column(24, 64, 402), (402, 24 * 64))
    view.stay(500)
    view.insets[2] = 336
    view.put("container", w=402, h=874, insets=list(view.insets))
    view.stay(400)
    view.scroll({"edge": "bottom"}, view.end(), 300, via="offset")
    view.stay(1200)
    # The keyboard closes, and the offset stays beyond the new end until a finger comes.
    view.insets[2] = 34
    view.put("container", w=402, h=874, insets=list(view.insets))
    view.stay(2200)
    view.offset[1] = view.end()
    view.drag(-40, 300)
    view.phase("interacting", "idle")
    view.stay(800)
    return view.done()


@case("91-pager-is-disabled-during-the-swipe")
def _(tool):
    view = Drawn("Vertical pager", (411, 731), "behavior: paging", "Android 11", scale=2.625)
    view.layout([[f"page-{index}", 0, 731 * index, 411, 731] for index in range(6)], (411, 6 * 731))
    view.stay(500)
    swipe(view, 260, 160, 731, 350)
    view.stay(900)
    for part in (310, -270):
        # The page disables scrolling while the finger moves; the content stays where it is.
        view.drag(part, 300, stops=False)
        view.put("container", disabled=True)
        view.phase("interacting", "idle")
        view.stay(1500)
        view.put("command", do="scroll", to={"id": "page-1"}, anchor="top", via="reader",
                 animation={"seconds": 0.3, "curve": "ease-in-out"})
        view.stay(1500)
        view.put("container", disabled=False)
        view.offset[1] = 731
        view.stay(700)
    return view.done()


@case("92-collapsed-rows-leave-a-gap-above")
def _(tool):
    view = Drawn("Cells that expand", (320, 568), "", "iOS 12.1", insets=(64, 0, 0, 0), scale=2)
    heights = [210] * 4

    def lay():
        view.stack(heights, 320, "cell-")

    lay()
    view.stay(600)
    view.drag(296, 420)
    view.phase("interacting", "idle")
    view.stay(700)
    for row, offset in ((3, 152), (1, 12), (2, -204)):
        heights[row] = 70
        lay()
        view.phase("idle", "animating")
        view.animate(offset, 300)
        view.phase("animating", "idle")
        view.stay(1100)
    return view.done()


@case("93-smooth-scroll-stops-on-its-way")
def _(tool):
    view = Drawn("Timeline of changes", (480, 700), "", "Chrome 121", scale=2)
    items = view.stack([180 + 40 * (index % 3) for index in range(40)], 480, "change-")
    view.stay(500)
    # A request in another scroll view, which is not recorded, ends this one.
    for index, part in ((9, 0.44), (15, 0.38), (6, 1), (22, 0.52)):
        start, goal = view.offset[1], items[index][2]
        view.put("command", do="scroll", to={"id": f"change-{index}"}, anchor="top", via="reader",
                 animation={"seconds": 0.5, "curve": "ease-in-out"})
        view.phase("idle", "animating")
        view.animate(start + (goal - start) * part, 500 if part == 1 else 230)
        view.phase("animating", "idle")
        view.stay(1100)
    return view.done()


@case("94-fast-scroll-reports-visibility-late")
def _(tool):
    scene = {"name": "Rows of carousels", "container": {"width": 411, "height": 720}, "scale": 2.625,
             "items": rows(60, 230, prefix="carousel-")}
    steps = ["wait 500ms"]
    for direction, speed in (("up", 4200), ("up", 900), ("down", 4400), ("up", 1100), ("up", 3900), ("down", 1000)):
        steps += [f"fling {direction} {speed}", "wait 4s"]
    lines = simulated(tool, scene, steps, "view-visibility: 0.5", system="Android 11")
    # During fast movement, events of a row are kept and told when the row appears the next time.
    told, kept, last, speed = [], {}, None, 0
    for line in lines:
        if line.get("k") == "frame":
            if last and line["t"] > last["t"]:
                speed = abs(line["y"] - last["y"]) / (line["t"] - last["t"]) * 1000
            last = line
        if line.get("k") == "visibility":
            if speed > 1500:
                kept.setdefault(line["id"], []).append(line)
                continue
            told += [{**late, "t": line["t"]} for late in kept.pop(line["id"], [])]
        told.append(line)
    return told


@case("95-banner-that-left-is-still-the-page")
def _(tool):
    view = Drawn("Banners", (402, 140), "behavior: paging", "iOS 26.4", axes="horizontal")

    def banners(count):
        view.layout(strip(count, 402, 140, "banner-"), (402 * count, 140))

    banners(4)
    view.stay(2500)
    for page in (1, 2, 3):
        view.scroll({"id": f"banner-{page}"}, 402 * page, 350, anchor="leading", via="reader")
        view.stay(2650)
    # The last two banners leave; the timer still names pages that do not exist.
    banners(2)
    view.offset[0] = 402
    view.stay(2500)
    for page in (3, 2):
        view.put("command", do="scroll", to={"id": f"banner-{page}"}, anchor="leading", via="reader",
                 animation={"seconds": 0.35, "curve": "ease-in-out"})
        view.stay(3000)
    return view.done()

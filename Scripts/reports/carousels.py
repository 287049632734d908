"""Captures of public reports about carousels, bindings, visibility and changed sizes, 77 and up; see build.py."""

import itertools

from recordings import Drawn, case, column, rows, simulated, strip


def swipe(view, distance, milliseconds, target, travel):
    """A swipe whose momentum ends at the target."""
    velocity = view.drag(distance, milliseconds, stops=False)
    view.settle(target, travel, velocity)


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
    return simulated(tool, scene, steps + ["fling down 900", "wait 3s"], f"behavior: offsets([{offsets}])", system="iOS 15.0")


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
    scene = {"name": "Posts with refresh", "container": {"width": 390, "height": 720},
             "items": [{"id": f"post-0-{index}", "size": 150} for index in range(12)]}
    steps = ["wait 500ms"]
    for refresh in range(3):
        steps += ["drag from 200,500 to 200,310 over 400ms ease out", "wait 800ms",
                  "drag from 200,310 to 200,520 over 400ms ease out", "wait 1500ms"]
        steps += [step for index in range(12) for step in
                  (f"remove post-{refresh}-{index}", f"insert post-{refresh + 1}-{index} at {index} size 150")]
        steps += ["wait 2500ms"]
    steps += ["drag from 200,500 to 200,310 over 400ms ease out", "wait 1500ms"]
    lines = simulated(tool, scene, steps, "view-visibility: 0.5", system="iOS 10.3")
    # After a refresh, visibility is computed again only when a touch moves the content.
    told, waiting, stale = [], [], False
    for line in lines:
        stale = stale or line.get("k") == "edit"
        if stale and line.get("k") == "visibility":
            waiting.append(line)
            continue
        told.append(line)
        if line.get("k") == "frame" and line.get("phase") == "interacting":
            told += [{**late, "t": line["t"]} for late in waiting]
            waiting, stale = [], False
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
        view.resized()
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
    ran = ", ".join(str(96 * index + 5) for index in range(30))
    return simulated(tool, scene, steps, "behavior: view-aligned(limit: never)",
                     f"behavior: offsets([{ran}])", system="Android 9")


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
    view.resized()
    view.stay(400)
    view.scroll({"edge": "bottom"}, view.end(), 300, via="offset")
    view.stay(1200)
    # The keyboard closes, and the offset stays beyond the new end until a finger comes.
    view.insets[2] = 34
    view.resized()
    view.stay(2200)
    view.offset[1] = view.end()
    view.pull(-40, 300)
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
    view.pull(296, 420)
    view.stay(700)
    for row, offset in ((3, 132), (1, -8), (2, -148)):
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
    # During fast movement, events of a row are kept and reported when the row appears the next time.
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


@case("96-inner-list-takes-the-focus")
def _(tool):
    view = Drawn("Page with an inner list", (360, 640), "", "Android 6.0", scale=2)
    view.stack([220, 180, 260, 90], 360, "part-")
    view.stay(350)
    # The inner list gets its rows and the focus, and the page scrolls to its start.
    view.stack([220, 180, 260, 1800], 360, "part-")
    view.offset[1] = 660
    view.stay(2500)
    return view.done()


@case("97-new-line-shows-the-top")
def _(tool):
    view = Drawn("Text field above a keyboard", (402, 874), "", "iOS 18.5", insets=(103, 0, 336, 0))
    height = 700

    def lay():
        view.layout([["title", 0, 0, 402, 80], ["field", 0, 80, 402, height]], (402, 80 + height))

    lay()
    view.offset[1] = view.end()
    view.stay(900)
    for _ in range(4):
        height += 54
        lay()
        view.offset[1] = -103
        view.stay(50)
        view.offset[1] = view.end()
        view.stay(1100)
    return view.done()


@case("98-pages-do-not-count-the-insets")
def _(tool):
    scene = {"name": "Pages with neighbors in view", "axis": "horizontal", "container": {"width": 375, "height": 400},
             "insets": {"top": 0, "left": 40, "bottom": 0, "right": 40}, "scale": 2, "items": rows(12, 295, prefix="page-")}
    steps = ["wait 400ms"] + ["fling left 900", "wait 1800ms"] * 5 + ["fling right 900", "wait 1800ms"]
    return simulated(tool, scene, steps, "behavior: paging", "behavior: paging, page-length: frame", system="iOS 8.1")


@case("99-alignment-is-not-that-of-the-cards")
def _(tool):
    scene = {"name": "Cards", "axis": "horizontal", "container": {"width": 392, "height": 220}, "scale": 2.75,
             "stack": {"spacing": 16, "padding": {"left": 16, "right": 16}}, "items": rows(20, 300, prefix="card-")}
    steps = ["wait 400ms"]
    for speed in (700, 1200, 500, 1500, 900):
        steps += [f"fling left {speed}", "wait 2500ms"]
    steps += ["fling right 800", "wait 2500ms"]
    return simulated(tool, scene, steps, "behavior: view-aligned(limit: never, anchor: center), deceleration: fast",
                     "behavior: view-aligned(limit: never, anchor: leading), deceleration: fast", system="Android 9")


@case("100-fast-swipe-skips-an-item")
def _(tool):
    scene = {"name": "Snappable items", "axis": "horizontal", "container": {"width": 390, "height": 200},
             "stack": {"spacing": 12, "padding": {"left": 20, "right": 20}}, "items": rows(14, 350, prefix="item-")}
    steps = ["wait 400ms"]
    for speed in (600, 700, 2400, 650, 2900):
        steps += [f"fling left {speed}", "wait 2500ms"]
    return simulated(tool, scene, steps, "behavior: view-aligned(limit: always-by-one, anchor: center)",
                     "behavior: view-aligned(limit: never, anchor: center)", system="iOS 15.5")


@case("101-last-items-do-not-snap")
def _(tool):
    scene = {"name": "Snap to scroll", "axis": "horizontal", "container": {"width": 390, "height": 160},
             "stack": {"spacing": 16, "padding": {"left": 95, "right": 95}}, "items": rows(8, 200, prefix="card-")}
    steps = ["wait 400ms"]
    for speed in (500, 600, 550, 700, 650, 900, 800, 1000):
        steps += [f"fling left {speed}", "wait 2s"]
    ran = ", ".join(str(216 * index) for index in range(6))
    return simulated(tool, scene, steps, "behavior: view-aligned(limit: never, anchor: center)",
                     f"behavior: offsets([{ran}])", system="iOS 16.0")


@case("102-slide-changes-under-the-finger")
def _(tool):
    view = Drawn("Gallery that plays by itself", (480, 320), "behavior: paging", "Chrome 89", axes="horizontal", scale=2)
    view.layout(strip(8, 480, 320, "photo-"), (8 * 480, 320))
    view.stay(1500)
    page = 0
    for way in (70, 90):
        # A finger holds the photo a little way on; the timer goes to the next one.
        start = view.offset[0]
        view.put("touch", phase="began", x=300, y=160)
        view.phase("idle", "tracking")
        view.phase("tracking", "interacting")
        for step in range(1, 13):
            view.time += 1000 / 60
            view.put("touch", phase="moved", x=300 - way * step / 12, y=160)
            view.offset[0] = start + max(0, way * step / 12 - 10)
            view.frame("interacting")
        view.stay(700, "interacting")
        page += 1
        view.put("command", do="scroll", to={"x": 480 * page}, animation={"seconds": 0.3, "curve": "ease-in-out"},
                 via="offset")
        view.go(480 * page, 300, "interacting", lambda part: part * part * (3 - 2 * part))
        view.stay(400, "interacting")
        view.put("touch", phase="ended", x=300 - way, y=160)
        view.phase("interacting", "idle")
        view.stay(2200)
    return view.done()


@case("103-reorder-takes-the-list-back")
def _(tool):
    view = Drawn("List that is sorted again", (411, 600), "", "Android 10", scale=2.625)
    names = [f"row-{index}" for index in range(14)]

    def lay(order, first=0):
        view.layout([[name, 0, first + 200 * index, 411, 200] for index, name in enumerate(order)],
                    (411, first + 200 * len(order)))

    lay(names)
    view.offset[1] = 1000
    view.stay(800)
    # The rows in view count as the first of the list, so the end is at 400, and the content goes there.
    lay(names[5:8] + names[9:11])
    view.phase("idle", "decelerating")
    view.decelerate(400, 450)
    view.phase("decelerating", "idle")
    view.stay(300)
    lay(names[:5] + names[5:8][::-1] + names[8:])
    view.stay(1600)
    return view.done()


@case("104-keyboard-leaves-the-view-scrolled")
def _(tool):
    view = Drawn("Login boxes", (375, 387), "", "iOS 9.3", scale=2)
    view.layout(column(9, 96, 375), (375, 9 * 96))
    view.stay(500)
    view.pull(view.end(), 420)
    view.stay(900)
    # The keyboard closes, the view gets its height back, and the offset stays.
    view.size[1] = 603
    view.resized()
    view.stay(2000)
    view.offset[1] = view.end()
    view.pull(-30, 260)
    view.stay(600)
    return view.done()


@case("105-section-is-taller-than-the-screen")
def _(tool):
    heights = [520, 480, 910, 600, 740, 560]
    scene = {"name": "Home page", "container": {"width": 375, "height": 667}, "scale": 2,
             "items": [{"id": f"section-{index}", "size": height} for index, height in enumerate(heights)]}
    steps = ["wait 500ms"]
    for distance in (380, 420, 390, 410, 400, 430, 390, 410):
        steps += [f"drag from 180,560 to 180,{560 - distance} over 500ms ease out", "wait 700ms"]
    return simulated(tool, scene, steps, "view-visibility: 1", system="iOS 18.2")


@case("106-large-title-hides-the-content")
def _(tool):
    view = Drawn("Table under a large title", (375, 667), "", "iOS 11.4", insets=(116, 0, 0, 0), scale=2)
    view.layout(column(40, 60, 375), (375, 2400))
    view.stay(500)
    view.pull(300, 420)
    view.insets[0] = 64
    view.resized()
    view.stay(800)
    view.pull(-248, 420)
    view.stay(200)
    # The bar is large again, and the content stays where the small bar ended.
    view.insets[0] = 116
    view.resized()
    view.stay(1800)
    return view.done()


@case("107-header-does-not-expand")
def _(tool):
    view = Drawn("Page with a scaling header", (820, 1180), "", "iOS 17.0", scale=2)
    view.layout([["header", 0, 0, 820, 400], ["content", 0, 400, 820, 1180]], (820, 1580))
    view.offset[1] = view.end()
    view.stay(600)
    for distance in (260, 300, 280):
        start, finger = view.offset[1], 500
        view.put("touch", phase="began", x=400, y=finger)
        view.phase("idle", "tracking")
        view.phase("tracking", "interacting")
        for step in range(1, 31):
            view.time += 1000 / 60
            moved = distance * step / 30
            view.put("touch", phase="moved", x=400, y=round(finger + moved, 3))
            view.offset[1] = start - max(0, moved - 10)
            # At the place where the header begins to grow, the offset is set back to the end.
            if moved > 120:
                start = view.end() + max(0, moved - 10)
                view.offset[1] = view.end()
                if step % 6:
                    start -= 24
                    view.offset[1] = view.end() - 24 * (step % 6) / 6
            view.frame("interacting")
        view.put("touch", phase="ended", x=400, y=finger + distance)
        view.phase("interacting", "idle")
        view.offset[1] = view.end()
        view.stay(900)
    return view.done()


@case("108-last-message-loses-the-gap")
def _(tool):
    view = Drawn("Messages above an input bar", (393, 852), "", "iOS 17.0", insets=(103, 0, 90, 0))
    items, top = [], 8
    for index in range(40):
        items.append([f"message-{index}", 0, top, 393, 62])
        top += 62
    view.layout(items, (393, top + 8))
    view.stay(400)
    for _ in range(2):
        # The last item is aligned with the bar; the section's inset after it is not in view.
        view.scroll({"id": "message-39"}, view.end() - 8, 300, anchor="bottom", via="reader")
        view.stay(900)
        view.pull(-420, 420)
        view.stay(600)
    view.scroll({"id": "message-39"}, view.end() - 8, 300, anchor="bottom", via="reader")
    view.stay(900)
    return view.done()


@case("109-second-line-covers-the-end")
def _(tool):
    view = Drawn("Chat over a text field", (720, 640), "", "Electron 41", scale=1)
    view.layout(column(60, 44, 720), (720, 60 * 44))
    view.offset[1] = view.end()
    view.stay(900)
    for lines in (2, 1, 2, 3):
        # The field gets a line and takes it from the list, whose offset stays.
        view.size[1] = 640 - 24 * (lines - 1)
        view.resized()
        view.stay(1300)
    return view.done()


@case("110-opens-without-the-header")
def _(tool):
    view = Drawn("List with a header", (390, 700), "", "iOS 16.1")
    items = [["header", 0, 0, 390, 130]] + [[f"item-{index}", 0, 130 + 100 * index, 390, 100] for index in range(50)]
    view.layout(items, (390, 130 + 5000))
    view.stay(50)
    # The offset of the index leaves out the header.
    view.put("command", do="scroll", to={"id": "item-7"}, anchor="top", via="reader")
    view.offset[1] = 700
    view.stay(1800)
    return view.done()


@case("111-opening-page-is-taken-back")
def _(tool):
    view = Drawn("Pages that open at the ninth", (375, 600), "behavior: paging", "iOS 10.3", axes="horizontal", scale=2)
    view.layout(strip(3, 375, 600, "page-"), (14 * 375, 600))
    view.put("command", do="scroll", to={"x": 8 * 375}, via="offset")
    view.offset[0] = 8 * 375
    view.stay(500)
    # The pages around the ninth are rendered, and the list is at its first page again.
    view.layout(strip(14, 375, 600, "page-"), (14 * 375, 600))
    view.offset[0] = 0
    view.stay(1800)
    return view.done()


@case("112-some-swipes-go-to-the-second-slide")
def _(tool):
    view = Drawn("Thirteen slides in view", (650, 120), "behavior: view-aligned(limit: never, anchor: center)",
                 "Chrome 69", axes="horizontal", scale=2)
    view.layout(strip(100, 50, 120, "slide-", left=300), (100 * 50 + 600, 120))
    view.stay(400)
    # The index of the slides is sometimes divided by the slides of a group, and slide 1 is taken.
    for distance, target in ((420, 900), (380, 1750), (400, 50), (430, 950), (-260, 450), (410, 1200), (390, 50),
                             (400, 850)):
        swipe(view, distance, 180, target, 600)
        view.stay(600)
    return view.done()


@case("113-group-turns-at-four-fifths")
def _(tool):
    view = Drawn("Groups of five slides", (500, 200), "behavior: paging", "Chrome 64", axes="horizontal", scale=2)
    view.layout(strip(30, 100, 200, "slide-"), (3000, 200))
    view.stay(400)
    page = 0
    for part in (0.55, 0.62, 0.83, 0.7, 0.76, 0.86, 0.58, 0.9, 0.78):
        # Slow drags without velocity: from 80 % on, the next group is taken.
        view.drag(500 * part, 500)
        view.phase("interacting", "decelerating", 0)
        page += 1 if part >= 0.8 else 0
        view.decelerate(500 * page, 300)
        view.phase("decelerating", "idle")
        view.stay(500)
    return view.done()


@case("114-places-count-from-the-other-side")
def _(tool):
    scene = {"name": "Carousel from right to left", "axis": "horizontal", "container": {"width": 360, "height": 200},
             "direction": "rtl", "stack": {"spacing": 16}, "items": rows(9, 280, prefix="card-")}
    steps = ["wait 400ms"]
    for speed in (500, 700, 400, 900, 600):
        steps += [f"fling right {speed}", "wait 2500ms"]
    steps += ["fling left 600", "wait 2500ms"]
    # The places are multiples of the step from the left end; the carousel starts at the right one.
    ran = ", ".join(str(9 * 296 - 16 - 360 - 296 * index) for index in reversed(range(8)))
    return simulated(tool, scene, steps, "behavior: view-aligned(limit: never)", f"behavior: offsets([{ran}])",
                     system="Android 7.0")


@case("115-pager-runs-like-a-row")
def _(tool):
    scene = {"name": "Pager with heavy pages", "axis": "horizontal", "container": {"width": 411, "height": 700},
             "scale": 2.625, "items": rows(40, 411, prefix="page-")}
    steps = ["wait 400ms"]
    for speed in (700, 800, 4200, 750, 5200, 900):
        steps += [f"fling left {speed}", "wait 4s"]
    return simulated(tool, scene, steps, "behavior: paging", "behavior: view-aligned(limit: never)", system="Android 12")


@case("116-sheet-ignores-the-velocity")
def _(tool):
    view = Drawn("Sheet with three heights", (390, 800), "behavior: offsets([0, 320, 640])", "iOS 17.2")
    view.layout([["sheet", 0, 0, 390, 1440]], (390, 1440))
    view.stay(400)
    # The place nearest to the release is taken, however fast the finger was.
    for distance, target in ((120, 0), (130, 0), (190, 320), (110, 320), (210, 640), (-130, 640), (-180, 320), (140, 320)):
        swipe(view, distance, 110, target, 350)
        view.stay(600)
    return view.done()


@case("117-leftmost-day-opens-the-week-before")
def _(tool):
    view = Drawn("Weeks of a calendar", (360, 60), "behavior: paging", "Android 6.0", axes="horizontal", scale=3)
    view.layout(strip(60, 360, 60, "week-"), (60 * 360, 60))
    view.offset[0] = 20 * 360
    view.stay(600)
    for week in (24, 31, 27):
        # The day is the first of its week, and the week before it is shown.
        view.scroll({"id": f"week-{week}"}, 360 * (week - 1), 300, anchor="leading", via="reader")
        view.stay(1200)
    return view.done()

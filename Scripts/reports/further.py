"""Captures of further public reports, 27 and up; see build.py."""

from recordings import Drawn, case, column, rows, simulated, strip


@case("27-autoplay-goes-on-after-a-swipe")
def _(tool):
    view = Drawn("Carousel that plays by itself", (600, 320), "behavior: scroll-snap(mandatory), physics: css",
                 "Chrome 131", axes="horizontal", scale=2)
    view.layout(strip(14, 600, 320, "slide-"), (14 * 600, 320))
    view.stay(200)
    slide, last = 0, view.time
    # The user's swipe does not reset the timer: the next slide comes every three seconds in any
    # case.
    for wait, step in ((2500, 1), (2450, -1), (None, 0), (2480, 1), (2520, -1)):
        if wait is not None:
            view.stay(wait - 480 - (view.time - last))
            velocity = view.drag(210 * step, 180, stops=False)
            view.phase("interacting", "decelerating", round(velocity, 3))
            slide += step
            view.decelerate(slide * 600, 260)
            view.phase("decelerating", "idle")
        view.stay(last + 3000 - view.time)
        last += 3000
        slide += 1
        view.scroll({"x": 600 * slide}, slide * 600, 400, via="offset")
    view.stay(700)
    return view.done()


@case("28-tour-scrolls-under-the-fixed-header")
def _(tool):
    view = Drawn("Page with a tour", (1280, 800), "", "Chrome 137", insets=(65, 0, 0, 0), scale=2)
    heights = [420, 380, 1200, 300, 900, 1400, 520]
    items = view.stack(heights, 1280, "section-")
    view.stay(500)
    # The header of 65 covers the start of the section, because its height is not subtracted.
    for section in (2, 5, 2):
        view.scroll({"id": f"section-{section}"}, items[section][2], 350, anchor="top", via="reader")
        view.stay(1500)
    return view.done()


@case("29-end-of-the-stream-returns-to-the-end")
def _(tool):
    view = Drawn("Long reply", (720, 800), "", "Chrome 137", scale=2)
    heights = [140] * 18

    def lay():
        view.stack(heights, 720, "message-")

    lay()
    view.offset[1] = view.end()
    view.stay(500)
    for part in range(5):
        heights[-1] += 90
        lay()
        view.put("command", do="scroll", to={"edge": "bottom"}, via="offset")
        view.offset[1] = view.end()
        view.stay(180)
    # The reader scrolls up to the start of the reply, and reads while it streams.
    view.pull(-420, 500)
    for part in range(4):
        view.stay(300)
        heights[-1] += 90
        lay()
    view.stay(400)
    # The reply is complete, and the view scrolls to the end once more.
    view.put("command", do="scroll", to={"edge": "bottom"}, via="offset")
    view.offset[1] = view.end()
    view.stay(1200)
    return view.done()


@case("30-keyboard-is-followed-when-it-is-open")
def _(tool):
    view = Drawn("Chat over a keyboard", (390, 760), "", "iOS 18.4")
    view.layout(column(26, 74, 390), (390, 26 * 74))
    view.offset[1] = view.end()
    view.stay(600)
    # The keyboard reports heights while it opens; the list moves once when it is open.
    for height in (13, 27, 95, 163, 224, 270, 300):
        view.size = [390, 760 - height]
        view.put("container", w=390, h=760 - height, insets=[0, 0, 0, 0])
        view.stay(33)
    view.stay(220)
    view.put("command", do="scroll", to={"edge": "bottom"}, via="offset")
    view.offset[1] = view.end()
    view.stay(1200)
    return view.done()


@case("31-pages-of-a-fraction-are-never-viewable")
def _(tool):
    width = 719.6666
    view = Drawn("Horizontal pages in landscape", (width, 360), "behavior: paging, target-visibility: 1", "Android 10",
                 axes="horizontal", scale=3)
    view.layout(strip(7, 719.66666870117188, 360, "page-"), (7 * 719.66666870117188, 360))
    view.stay(600)
    for page in range(1, 6):
        velocity = view.drag(320, 160, stops=False)
        view.phase("interacting", "decelerating", round(velocity, 3))
        view.decelerate(round(page * width * 3) / 3, 320)
        view.phase("decelerating", "idle")
        view.stay(900)
    return view.done()


@case("32-what-is-under-the-header-counts-as-visible")
def _(tool):
    scene = {"name": "Images under a header", "container": {"width": 390, "height": 800},
             "insets": {"top": 120, "bottom": 0}, "items": rows(40, 260, prefix="image-")}
    steps = ["wait 400ms"]
    for speed in (1200, 900, 1500, 1100, 700):
        steps += [f"fling up {speed}", "wait 3500ms"]
    return simulated(tool, scene, steps, "view-visibility: 0.15, visibility-viewport: unobscured",
                     "view-visibility: 0.15, visibility-viewport: visible-rect", system="iOS 18.3")


@case("33-list-starts-over-on-each-update")
def _(tool):
    view = Drawn("Series in a reader", (402, 780), "profile: ios26", "iOS 26.1")
    items = column(60, 96, 402)
    view.layout(items, (402, 60 * 96))
    view.stay(400)
    for distance, target in ((300, 1480), (260, 1210)):
        velocity = view.drag(distance, 170, stops=False)
        view.phase("interacting", "decelerating", round(velocity, 3))
        view.decelerate(target, 900)
        view.phase("decelerating", "idle")
        view.stay(700)
        # The array is replaced by an equal one; the views are recreated, and the list is at its
        # start.
        view.layout(items, (402, 60 * 96))
        view.offset[1] = 0
        view.stay(1100)
    return view.done()


@case("34-each-message-scrolls-into-view")
def _(tool):
    scene = {"name": "Answers of a search", "container": {"width": 900, "height": 820}, "scale": 2,
             "items": rows(24, 120)}
    steps = ["wait 300ms", "scroll to edge bottom via offset", "wait 500ms"]
    height = 120
    for _ in range(5):
        height += 40
        steps += ["wheel 0,-60 x4 every 16ms", "wait 250ms", f"grow 23 to {height}",
                  "scroll to edge bottom over 300ms via offset", "wait 700ms"]
    return simulated(tool, scene, steps + ["wait 600ms"], "", system="Chrome 131")


@case("35-next-article-opens-where-the-last-one-was")
def _(tool):
    view = Drawn("Articles", (800, 700), "", "macOS 14.4", scale=2)

    def article(name, count, height):
        view.layout([[f"{name}-{index}", 0, index * height, 800, height] for index in range(count)],
                    (800, count * height))

    article("first", 30, 110)
    view.stay(500)
    for _ in range(2):
        view.pull(520, 420)
        view.stay(500)
    article("second", 44, 96)
    view.stay(1500)
    return view.done()


@case("36-rows-above-are-measured-late")
def _(tool):
    view = Drawn("Thread in a lazy stack", (700, 800), "", "macOS 15.3", scale=2)
    heights = [100] * 50

    def lay():
        view.stack(heights, 700)

    lay()
    view.stay(400)
    for distance in (617, 583, 641):
        view.pull(distance, 420)
        view.stay(600)
    # Rows above get their real height, 64 more, and the offset stays.
    for row in (4, 7, 9):
        heights[row] += 64
        lay()
        view.stay(900)
    return view.done()


@case("37-page-of-the-frame-over-narrower-cells")
def _(tool):
    scene = {"name": "Section that scrolls", "axis": "horizontal", "container": {"width": 375, "height": 180},
             "stack": {"spacing": 10}, "items": rows(14, 300, prefix="cell-")}
    steps = ["wait 400ms"] + ["fling left 1300", "wait 1800ms"] * 5
    return simulated(tool, scene, steps, "behavior: paging", system="iOS 12.2")


@case("38-vertical-drag-stops-the-carousel")
def _(tool):
    view = Drawn("Carousel inside a page", (414, 220), "behavior: view-aligned(limit: always-by-one)", "iOS 14.4",
                 axes="horizontal", scale=3)
    view.layout(strip(8, 414, 220, "offer-"), (8 * 414, 220))
    view.stay(500)
    for slide, stop in ((1, 0.3), (2, 0.62), (3, 0.45)):
        start = view.offset[0]
        view.put("command", do="scroll", to={"id": f"offer-{slide}"}, anchor="leading",
                 animation={"seconds": 0.5, "curve": "ease-in-out"}, via="reader")
        view.phase("idle", "animating")
        view.animate(start + (414 * slide - start) * stop, 240)
        # A finger on the carousel scrolls the page, up and down.
        view.put("touch", phase="began", x=200, y=110)
        view.phase("animating", "tracking")
        for step in range(1, 9):
            view.time += 1000 / 60
            view.put("touch", phase="moved", x=200, y=110 - 12 * step)
            view.frame("tracking")
        view.put("touch", phase="ended", x=200, y=14)
        view.phase("tracking", "idle")
        view.stay(1500)
    return view.done()


@case("39-keyboard-selection-stays-in-the-middle")
def _(tool):
    view = Drawn("Suggestions", (320, 288), "", "Chrome 125", scale=2)
    view.layout([[f"option-{index}", 0, 36 * index, 320, 36] for index in range(50)], (320, 50 * 36))
    view.stay(400)
    # Each key press requests the middle with an animation; the next one comes before the first
    # arrives.
    for index in range(4, 14):
        view.put("command", do="scroll", to={"id": f"option-{index}"}, anchor="center", via="reader",
                 animation={"seconds": 0.3, "curve": "ease-in-out"})
        goal = max(0, 36 * index + 18 - 144)
        if index == 4:
            view.phase("idle", "animating")
        view.animate(view.offset[1] + (goal - view.offset[1]) * 0.7, 150)
    view.animate(goal, 160)
    view.phase("animating", "idle")
    view.stay(800)
    return view.done()


@case("40-reversed-list-returns-to-its-start")
def _(tool):
    # The list is reversed: the newest message is the first of the content.
    view = Drawn("Reversed chat", (390, 700), "", "Android 14", scale=3)
    count = 20
    view.layout(column(count, 88, 390), (390, count * 88))
    view.stay(400)
    for _ in range(2):
        view.pull(480, 380)
        view.stay(420)
        # More messages are fetched, and the stream builds a new list.
        count += 20
        view.layout(column(count, 88, 390), (390, count * 88))
        view.offset[1] = 0
        view.stay(900)
    return view.done()


@case("41-slow-fling-takes-the-next-page")
def _(tool):
    scene = {"name": "Steps around the middle", "axis": "horizontal", "container": {"width": 390, "height": 120},
             "stack": {"padding": {"left": 155, "right": 155}}, "scale": 3, "items": rows(30, 80, prefix="step-")}
    steps = ["wait 400ms"]
    for speed in (700, 1500, 500, 2100, 900, 1200):
        steps += [f"fling left {speed}", "wait 1800ms"]
    return simulated(tool, scene, steps, "behavior: view-aligned(limit: never, anchor: center)",
                     "behavior: view-aligned(limit: always-by-one, anchor: center)", system="Android 13")


@case("42-new-message-moves-the-history")
def _(tool):
    view = Drawn("History", (390, 720), "", "Android 11", scale=3)
    first, count = 1000, 40
    view.layout([[f"message-{first + index}", 0, 72 * index, 390, 72] for index in range(count)], (390, 72 * count))
    view.stay(300)
    view.pull(533, 400)
    view.stay(600)
    for _ in range(3):
        first, count = first - 1, count + 1
        view.layout([[f"message-{first + index}", 0, 72 * index, 390, 72] for index in range(count)], (390, 72 * count))
        view.stay(1100)
    return view.done()


@case("43-keyboard-hides-the-expanded-list")
def _(tool):
    view = Drawn("Chat under an app bar", (411, 731), "", "Android 12", insets=(80, 0, 48, 0), scale=2.625,
                 at=(0, -80))
    view.layout(column(24, 66, 411), (411, 24 * 66))
    view.offset[1] = view.end()
    view.stay(700)
    view.insets[2] = 48 + 291
    view.resized()
    view.stay(1500)
    view.insets[2] = 48
    view.resized()
    view.stay(900)
    return view.done()

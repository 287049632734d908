#!/usr/bin/env python3
"""Makes the captures of fixtures/reports from the descriptions in the public reports.

build.py TOOL [NAME …]

A capture follows its report, not a diagnosis. `simulated` runs the broken behavior in the engine and then
writes the configuration that the author declares into the header. `drawn` writes a movement that no
configuration of the engine makes, such as two owners of one offset, from the numbers of the report.
"""

import json
import pathlib
import sys

import apps  # noqa: F401 (adds its cases)
import carousels  # noqa: F401 (adds its cases)
import feeds  # noqa: F401 (adds its cases)
import further  # noqa: F401 (adds its cases)
import lists  # noqa: F401 (adds its cases)
import pages  # noqa: F401 (adds its cases)
import screens  # noqa: F401 (adds its cases)
import sites  # noqa: F401 (adds its cases)
import views  # noqa: F401 (adds its cases)
from recordings import CASES, FOLDER, Drawn, case, column, rows, simulated, strip


# The app does something other than it declares.

@case("01-synchronized-views-do-not-snap")
def _(tool):
    scene = {"name": "Two days side by side", "axis": "horizontal", "container": {"width": 193, "height": 44},
             "stack": {"spacing": 8}, "items": rows(7, 193, prefix="day-")}
    steps = ["wait 500ms"]
    for x, ms in ((128, 500), (118, 420), (150, 380), (104, 520), (139, 450)):
        steps += [f"drag from 170,20 to {170 - x},20 over {ms}ms", "wait 2500ms"]
    return simulated(tool, scene, steps, "profile: ios18, behavior: view-aligned", "profile: ios18, behavior: none")


@case("02-snappable-stops-snapping")
def _(tool):
    scene = {"name": "Cards of Snappable", "axis": "horizontal", "container": {"width": 393, "height": 200},
             "stack": {"spacing": 8}, "items": rows(100, 300, prefix="card-")}
    steps = ["wait 500ms"]
    for speed in (900, 650, 1400, 800, 1100):
        steps += [f"fling left {speed}", "wait 3500ms"]
    return simulated(tool, scene, steps, "profile: ios17, behavior: view-aligned(limit: never, anchor: center)",
                     "profile: ios17, behavior: none", system="iOS 17.2")


@case("03-webkit-passes-the-nearest-snap-point")
def _(tool):
    view = Drawn("Snap points at 0, 95 and 120", (300, 200), "behavior: scroll-snap(mandatory), physics: css",
                 "Safari 26.5", axes="horizontal", scale=2)
    items, left = [], 0
    for index in range(24):
        width = 95 if index % 2 == 0 else 25
        items.append([f"i{index}", left, 0, width, 200])
        left += width
    view.layout(items, (left, 200))
    view.stay(400)
    # Each drag ends without velocity. The app takes the next snap point in its direction, in both
    # directions.
    for distance, target in ((100, 120), (100, 240), (98, 360), (-128, 215), (108, 335), (-96, 215), (-102, 95),
                             (100, 215)):
        view.drag(distance, 420)
        view.phase("interacting", "decelerating", 0)
        view.decelerate(target, 260)
        view.phase("decelerating", "idle")
        view.stay(500)
    return view.done()


@case("04-carousel-ignores-scroll-margin")
def _(tool):
    scene = {"name": "Carousel with scroll-margin", "axis": "horizontal", "container": {"width": 390, "height": 300},
             "stack": {"spacing": 16, "padding": {"left": 24, "right": 24}}, "scale": 2,
             "items": rows(18, 280, prefix="slide-")}
    steps = ["wait 500ms"]
    for speed in (900, 1300, 700, 1600):
        steps += [f"fling left {speed}", "wait 2500ms"]
    steps += ["fling right 900", "wait 2500ms"]
    return simulated(tool, scene, steps,
                     "behavior: scroll-snap(mandatory), margins: insets(top: 0, left: 24, bottom: 0, right: 24)",
                     "behavior: view-aligned(limit: never, anchor: leading), deceleration: fast", system="Chrome 147")


@case("05-smooth-scroll-overshoots-under-zoom")
def _(tool):
    view = Drawn("Slides of 822 in a zoomed page", (822, 400), "behavior: scroll-snap(mandatory), physics: css",
                 "Safari 26.5", axes="horizontal", scale=2)
    view.layout(strip(6, 822, 400, "slide-"), (6 * 822, 400))
    view.stay(500)
    for slide in (1, 2, 3):
        view.put("command", do="scroll", to={"x": 822 * slide}, animation={"seconds": 0.4, "curve": "ease-in-out"},
                 via="offset")
        view.phase("idle", "animating")
        # The distance is divided by the page's zoom of 0.85.
        view.animate(822 * (slide - 1) + 822 / 0.85, 420)
        view.phase("animating", "idle")
        view.stay(300)
        view.offset[0] = 822 * slide
        view.stay(700)
    return view.done()


@case("06-pager-misses-its-page")
def _(tool):
    page = 428
    view = Drawn("Pager with four tabs", (page, 760), 'behavior: custom("HorizontalPager")', "iOS 26.3.1",
                 axes="horizontal")
    view.layout(strip(4, page, 760, "page-"), (4 * page, 760))
    view.stay(500)

    def swipe(distance, target, chosen):
        velocity = view.drag(distance, 180, stops=False)
        view.put("release", vx=round(velocity, 3), vy=0, proposed=[target, 0], chosen=[chosen, 0])
        view.phase("interacting", "decelerating", round(velocity, 3))
        view.decelerate(chosen, 500)
        view.phase("decelerating", "idle")
        view.stay(500)

    # The page is found: correct. It is not among the visible pages: the fallback takes the previous
    # page.
    for distance, target, chosen in ((190, 428, 428), (200, 856, 428), (180, 856, 856), (210, 1284, 856),
                                     (-200, 428, 428), (190, 856, 428), (205, 856, 856)):
        swipe(distance, target, chosen)
    return view.done()


@case("07-slider-always-takes-the-neighbor")
def _(tool):
    scene = {"name": "Swipi", "axis": "horizontal", "container": {"width": 360, "height": 240}, "scale": 2,
             "items": rows(16, 360, prefix="slide-")}
    steps = ["wait 500ms"]
    for speed in (2600, 3200, 1200, 3600, 2200):
        steps += [f"fling left {speed}", "wait 2s"]
    return simulated(tool, scene, steps, "behavior: view-aligned(limit: never)",
                     "behavior: view-aligned(limit: always-by-one)", system="Chrome 150")


# The app does what it declares, and that is the defect.

@case("08-paging-drifts-in-a-popover")
def _(tool):
    scene = {"name": "Profiles in a popover", "axis": "horizontal", "container": {"width": 332, "height": 180},
             "scale": 2, "items": rows(6, 344, prefix="profile-")}
    steps = ["wait 500ms"]
    steps += ["trackpad 190,0 over 130ms momentum 300ms", "wait 1200ms"] * 4
    steps += ["trackpad -190,0 over 130ms momentum 300ms", "wait 1200ms"] * 2
    return simulated(tool, scene, steps, "profile: macos15, behavior: paging", system="macOS 15.5")


@case("09-palette-binds-an-index-to-rows-with-names")
def _(tool):
    scene = {"name": "Command palette", "container": {"width": 480, "height": 320}, "scale": 2,
             "items": rows(60, 36, prefix="command-")}
    steps = ["wait 500ms"]
    for index in (3, 12, 20, 31):
        steps += [f"write {index} anchor center", "wait 600ms"]
    return simulated(tool, scene, steps, "profile: macos15, position: id(type: int), position-anchor: center",
                     system="macOS 15.5")


@case("10-arrow-keys-recenter-the-sidebar")
def _(tool):
    scene = {"name": "File tree", "container": {"width": 240, "height": 600}, "scale": 2, "items": rows(120, 24)}
    steps = ["wait 500ms", "wheel 0,40 x6 every 16ms", "wait 700ms"]
    for index in range(24, 32):
        steps += [f"scroll to id {index} anchor center via reader", "wait 220ms"]
    return simulated(tool, scene, steps, "profile: macos15", system="macOS 15.5")


@case("11-first-row-hides-the-padding")
def _(tool):
    scene = {"name": "Emoji list", "container": {"width": 420, "height": 400}, "scale": 2,
             "stack": {"padding": {"top": 8, "bottom": 8}}, "items": rows(80, 40)}
    steps = ["wait 500ms", "wheel 0,50 x12 every 16ms", "wait 700ms", "scroll to id 0 anchor top via reader",
             "wait 800ms", "wheel 0,50 x8 every 16ms", "wait 700ms", "scroll to id 0 anchor top via reader",
             "wait 800ms"]
    return simulated(tool, scene, steps, "profile: macos26", system="macOS 26.5")


@case("12-earlier-messages-lose-the-button")
def _(tool):
    items = [{"id": "older", "size": 52}] + [{"id": f"m{index}", "size": 80} for index in range(20, 60)]
    scene = {"name": "Transcript with older messages", "container": {"width": 393, "height": 700},
             "items": items}
    steps = ["wait 1s"]
    steps += [f"insert m{19 - index} at 1 size 80" for index in range(10)]
    steps += ["scroll to id m20 anchor top via reader", "wait 1200ms"]
    return simulated(tool, scene, steps, "profile: ios26", system="iOS 26.5")


@case("13-keyboard-covers-the-newest-messages")
def _(tool):
    scene = {"name": "Session chat", "container": {"width": 402, "height": 740}, "items": rows(30, 84)}
    steps = ["wait 400ms", "scroll to id 29 anchor bottom via reader", "wait 900ms", "resize 402,404", "wait 1500ms"]
    return simulated(tool, scene, steps, "profile: ios26", system="iOS 26.5")


@case("14-reserved-room-blanks-the-transcript")
def _(tool):
    # The space for the composer is part of the content: 96 pt, and 336 pt more with the keyboard.
    view = Drawn("Transcript over a composer", (402, 874), "profile: ios26, size-changes-anchor: bottom, "
                 "initial-offset-anchor: bottom", "iOS 26.5", insets=(62, 0, 0, 0), at=(0, 0))
    bubbles = column(25, 80, 402)
    for room, wait in ((96, 900), (432, 1600), (96, 900), (432, 1500)):
        view.layout(bubbles, (402, 2000 + room))
        view.offset[1] = view.end()
        view.stay(wait)
    return view.done()


@case("15-streaming-pushes-what-is-read")
def _(tool):
    # The list is inverted: the streaming message is the first item of the content.
    scene = {"name": "Inverted transcript", "container": {"width": 700, "height": 800}, "scale": 2,
             "items": rows(60, 90)}
    steps = ["wait 500ms", "wheel 0,60 x20 every 16ms", "wait 900ms"]
    steps += [part for height in range(130, 410, 40) for part in (f"grow 0 to {height}", "wait 250ms")]
    return simulated(tool, scene, steps, "profile: macos15", system="macOS 15.5")


@case("16-rotation-moves-the-feed")
def _(tool):
    heights = [420, 300, 520, 260, 610, 340, 480, 290, 550, 380]
    view = Drawn("Feed", (393, 852), "profile: ios17", "iOS 17.1", insets=(103, 0, 83, 0), at=(0, 5200))

    def feed(width, share, size, insets):
        view.size, view.insets = list(size), list(insets)
        view.stack([round(heights[index % 10] * share) for index in range(40)], width)

    feed(393, 1, (393, 852), (103, 0, 83, 0))
    view.stay(700)
    # Image heights are recomputed at each rotation, and the offset stays.
    for width, share, size, insets in ((852, 0.62, (852, 393), (56, 59, 53, 59)), (393, 1.04, (393, 852), (103, 0, 83, 0)),
                                       (852, 0.66, (852, 393), (56, 59, 53, 59)), (393, 0.97, (393, 852), (103, 0, 83, 0))):
        view.put("container", w=size[0], h=size[1], insets=list(insets))
        feed(width, share, size, insets)
        view.stay(1200)
    return view.done()


@case("17-header-that-grows-adds-padding")
def _(tool):
    view = Drawn("Tabs under a header", (402, 874), "profile: ios18", "iOS 18.0", insets=(180, 0, 34, 0), at=(0, -180))
    items = column(40, 70, 402)
    view.layout(items, (402, 2800))
    view.stay(400)
    view.drag(40, 300)
    view.phase("interacting", "idle")
    view.stay(900)
    # The title grows by 130, and the content goes to the start of the new inset instead of staying 40 in.
    view.insets[0] = 310
    view.put("container", w=402, h=874, insets=list(view.insets))
    view.offset[1] = -310
    view.stay(1000)
    # The next touch makes the content jump back.
    view.put("touch", phase="began", x=200, y=600)
    view.phase("idle", "tracking")
    view.offset[1] = -140
    view.stay(50, "tracking")
    view.put("touch", phase="ended", x=200, y=600)
    view.phase("tracking", "idle")
    view.stay(800)
    return view.done()


@case("18-refresh-shows-the-newest-post")
def _(tool):
    scene = {"name": "Photo timeline", "container": {"width": 393, "height": 852}, "insets": {"top": 103, "bottom": 83},
             "items": [{"id": f"post-{index}", "size": 480} for index in range(40)]}
    steps = ["wait 400ms", "drag from 200,300 to 200,460 over 500ms ease out", "wait 900ms"]
    steps += [f"insert new-{index} at 0 size 480" for index in range(6)] + ["wait 1500ms"]
    return simulated(tool, scene, steps, "profile: ios18", system="iOS 18.2")


@case("19-interval-of-the-screen-for-narrower-cards")
def _(tool):
    scene = {"name": "Banners", "axis": "horizontal", "container": {"width": 390, "height": 160},
             "items": rows(8, 358, prefix="banner-")}
    steps = ["wait 500ms"] + ["fling left 1900", "wait 1600ms"] * 5 + ["fling right 1900", "wait 1600ms"] * 2
    return simulated(tool, scene, steps, "behavior: interval(390), deceleration: fast", system="iOS 18.5")


@case("20-spacer-forgets-the-separator")
def _(tool):
    scene = {"name": "Posts with separators", "container": {"width": 390, "height": 700}, "stack": {"spacing": 50},
             "items": rows(20, 600)}
    steps = ["wait 500ms"] + ["fling up 2900", "wait 1600ms"] * 4 + ["grow 0 to 550", "wait 1200ms"]
    return simulated(tool, scene, steps, "behavior: interval(650), deceleration: fast", system="iOS 16.4")


@case("21-rounded-rows-drift-from-their-interval")
def _(tool):
    # 50 dp are 131.25 pixels at a density of 2.625; Android lays out 131 of them.
    scene = {"name": "Picker of hours", "container": {"width": 160, "height": 250}, "scale": 2.625,
             "items": rows(200, 131 / 2.625)}
    steps = ["wait 500ms"] + ["fling up 2600", "wait 3500ms"] * 4 + ["fling up 900", "wait 3500ms"] * 2
    return simulated(tool, scene, steps, "behavior: interval(50), deceleration: normal", system="Android 14")


@case("22-restore-before-the-content-is-there")
def _(tool):
    scene = {"name": "Favorites", "container": {"width": 402, "height": 760}, "items": rows(8, 110)}
    steps = ["wait 300ms", "scroll to y 900 via offset", "wait 60ms", "append 30", "wait 1500ms"]
    return simulated(tool, scene, steps, "profile: ios26", system="iOS 26.5")


# Two owners of one offset.

@case("23-follow-fights-the-wheel")
def _(tool):
    scene = {"name": "Chat of a local model", "container": {"width": 700, "height": 800}, "scale": 2,
             "items": rows(30, 90)}
    # Tokens arrive and the follow scrolls down while the reader is within 160 pt of the end.
    steps = ["wait 300ms", "scroll to edge bottom via reader", "wait 500ms"]
    height = 90
    for _ in range(6):
        height += 18
        steps += ["wheel 0,-28 x3 every 16ms", f"grow 29 to {height}", "scroll to id 29 anchor bottom via reader",
                  "wait 60ms"]
    return simulated(tool, scene, steps + ["wait 900ms"], "profile: macos26", system="macOS 26.5")


@case("24-short-drag-does-not-leave-the-follow")
def _(tool):
    view = Drawn("Streaming reply", (402, 700), "profile: ios26", "iOS 26.5")
    heights = [84] * 24

    def lay():
        view.stack(heights, 402)

    lay()
    view.offset[1] = view.end()
    view.stay(500)
    for distance in (-34, -38, -30):
        view.drag(distance, 240)
        view.phase("interacting", "idle")
        # The finger has lifted, 30 to 38 pt above the end; each part of the reply scrolls to the
        # end again.
        for _ in range(3):
            view.stay(120)
            heights[-1] += 22
            lay()
            view.put("command", do="scroll", to={"id": 23}, anchor="bottom",
                     animation={"seconds": 0.2, "curve": "ease-out"}, via="reader")
            view.phase("idle", "animating")
            view.animate(view.end(), 200)
            view.phase("animating", "idle")
    view.stay(800)
    return view.done()


@case("25-follow-cuts-the-momentum")
def _(tool):
    scene = {"name": "Agent transcript", "container": {"width": 402, "height": 700}, "items": rows(60, 84)}
    steps = ["wait 300ms", "scroll to edge bottom via offset", "wait 500ms"]
    for _ in range(3):
        steps += ["fling down 1400", "wait 260ms", "append 1", "scroll to edge bottom via offset", "wait 1200ms"]
    return simulated(tool, scene, steps, "profile: ios26", system="iOS 26.5")


@case("26-page-scroll-stops-the-slide")
def _(tool):
    view = Drawn("Carousel with links", (640, 360), "behavior: scroll-snap(mandatory)", "Chrome 111",
                 axes="horizontal", scale=2)
    view.layout(strip(5, 640, 360, "slide-"), (3200, 360))
    view.stay(500)
    for slide, stop in ((1, 0.42), (2, 0.55), (3, 0.36)):
        start = view.offset[0]
        view.put("command", do="scroll", to={"id": f"slide-{slide}"}, anchor="leading",
                 animation={"seconds": 0.5, "curve": "ease-in-out"}, via="reader")
        view.phase("idle", "animating")
        view.animate(start + (640 * slide - start) * stop, 210)
        # The wheel scrolls the page; the slide stops at its current offset.
        view.put("wheel", dx=0, dy=53, x=300, y=180)
        view.phase("animating", "idle")
        view.stay(1000)
    return view.done()


def main(arguments):
    if not arguments:
        sys.exit(__doc__.strip())
    tool, names = str(pathlib.Path(arguments[0]).resolve()), arguments[1:] or CASES
    for name in names:
        if name not in CASES:
            sys.exit(f"build.py: there is no report {name}")
        lines = CASES[name](tool)
        folder = FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "capture.jsonl").write_text(
            "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
        print(name, len(lines))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Captures of public reports about lists, chats, nested views and insets, 44 and up; see build.py."""

import math

from recordings import Drawn, case, column, rows, simulated

NORMAL = 0.998 ** (1000 / 60)  # the part of the velocity that remains after a frame, at UIKit's normal rate


def fling(view, distance, milliseconds, before=None):
    """A fling with UIKit's deceleration and a bounce at the end. `before` may stop it."""
    velocity = view.drag(distance, milliseconds, stops=False)
    view.phase("interacting", "decelerating", round(velocity, 3))
    left, step = velocity / -1000 / math.log(0.998), 0
    while abs(left) * (1 - NORMAL) * 60 > 10:
        view.time += 1000 / 60
        step += 1
        view.offset[view.axis] += left * (1 - NORMAL)
        left *= NORMAL
        if before and before(step):
            break
        limit = view.end() if left > 0 else -view.insets[0]
        if (view.offset[view.axis] - limit) * left > 0:
            bounce(view, limit, -left * 1000 * math.log(0.998))
            break
        view.frame("decelerating")
    view.frame("decelerating")
    view.phase("decelerating", "idle")


def bounce(view, limit, velocity):
    """The spring at the end of the range, until it is half a pixel from its target."""
    seconds, away = 0, 0.0
    while seconds == 0 or abs(away) > 0.5 / 3:
        view.time += 1000 / 60
        seconds += 1 / 60
        away = velocity * seconds * math.exp(-11 * seconds)
        view.offset[view.axis] = limit + away
        view.frame("decelerating")
    view.time += 1000 / 60
    view.offset[view.axis] = limit


@case("44-earlier-page-moves-the-room")
def _(tool):
    scene = {"name": "Bot room", "container": {"width": 393, "height": 690}, "stack": {"spacing": 16},
             "items": [{"id": f"event-{index}", "size": 120} for index in range(40, 70)]}
    steps = ["wait 400ms", "drag from 200,560 to 200,210 over 400ms ease out", "wait 900ms"]
    steps += [f"insert event-{index} at 0 size 120" for index in range(39, 21, -1)] + ["wait 1500ms"]
    return simulated(tool, scene, steps, "profile: ios26", system="iOS 26.5")


@case("45-transcript-opens-at-its-start")
def _(tool):
    scene = {"name": "Existing session", "container": {"width": 402, "height": 720}, "hz": 120,
             "items": [{"id": index, "size": 84 + 20 * (index % 4)} for index in range(32)]}
    grown = 84 + 20 * (30 % 4) + 509 / 3
    steps = ["wait 25ms", "scroll to id 31 anchor bottom via reader", "wait 120ms", f"grow 30 to {grown:.4f}",
             "wait 8ms", "scroll to id 31 anchor bottom via reader", "wait 1500ms"]
    return simulated(tool, scene, steps, "profile: ios26", system="iOS 26.5")


@case("46-grid-corrections-stop-the-drag")
def _(tool):
    view = Drawn("Cards in a popover", (380, 560), "profile: macos26", "macOS 26.5", scale=2)
    heights = [96] * 24

    def lay():
        top, items = 0, []
        for row, height in enumerate(heights):
            items += [[f"card-{row}-{column}", column * 194, top, 186, height] for column in (0, 1)]
            top += height + 8
        view.layout(items, (380, top - 8))

    lay()
    view.offset[1] = view.end()
    view.stay(500)
    # The trackpad scrolls up by 6 pt per frame. A row above is measured in one frame; the offset
    # follows in the next.
    row, late = 16, 0
    for gesture in range(3):
        for step in range(36):
            view.put("wheel", dx=0, dy=-6, x=190, y=280, precise=True, phase="began" if step == 0 else "changed")
            if step == 0:
                view.phase("idle", "interacting")
            view.time += 1000 / 60
            view.offset[1] += late - 6
            late = 0
            if step % 9 == 4:
                grown = 18 + 6 * (row % 4)
                heights[row - 8] += grown
                lay()
                late, row = grown, row - 1
            view.frame("interacting")
        view.put("wheel", dx=0, dy=0, x=190, y=280, precise=True, phase="ended")
        view.phase("interacting", "idle")
        view.stay(600)
    return view.done()


@case("47-diff-cards-are-measured-late")
def _(tool):
    heights = [60, 420, 180, 900, 240, 90, 640, 300, 120, 780]
    scene = {"name": "Diff viewer", "container": {"width": 760, "height": 820}, "scale": 2, "hz": 120,
             "items": [{"id": f"file-{index}", "size": heights[index * 7 % 10]} for index in range(40)],
             "lazy": {"enabled": True, "measures": "shown"}}
    steps = ["wait 500ms"]
    for distance in (900, 1200, 1000, 1400, -800, -1300):
        steps += [f"trackpad 0,{distance} over 240ms momentum 500ms", "wait 900ms"]
    return simulated(tool, scene, steps, "profile: macos26", system="macOS 26.4")


@case("48-preserver-compensates-corrections")
def _(tool):
    # The list is inverted: the newest message is the first of the content.
    view = Drawn("Inverted transcript", (700, 800), "profile: macos26", "macOS 26.4", scale=2)
    heights = [100 + 10 * (index % 3) for index in range(60)]

    def lay():
        view.stack(heights, 700, "message-")

    lay()
    view.stay(300)
    view.offset[1] = 1260
    view.stay(900)
    for row, grown in ((22, 48), (23, 96), (25, 132)):
        heights[row] += grown
        lay()
        view.offset[1] += grown
        view.stay(700)
    return view.done()


@case("49-thread-goes-blank-while-streaming")
def _(tool):
    view = Drawn("Thread of an agent", (640, 760), "profile: macos26", "macOS 26.4", scale=2)
    guess, last = 160, 120

    def lay():
        top, items = 0, []
        for index in range(60):
            height = last if index == 59 else 150 if index > 53 else guess
            items.append([index, 0, top, 640, height] + ([] if index > 53 else ["estimated"]))
            top += height
        view.layout(items, (640, top))

    lay()
    view.offset[1] = view.end()
    view.stay(400)
    for event in range(18):
        last += 14
        lay()
        view.put("command", do="scroll", to={"id": 59}, anchor="bottom", via="reader")
        view.offset[1] = view.end()
        view.stay(33)
    # The stack uses another mean for the items that it has not measured. The offset is not changed.
    guess = 132
    lay()
    view.stay(1800)
    for step in range(10):
        view.put("wheel", dx=0, dy=-20, x=300, y=300, precise=True, phase="began" if step == 0 else "changed")
        if step == 0:
            view.phase("idle", "interacting")
            view.offset[1] = view.end()
        view.time += 1000 / 60
        view.offset[1] -= 20
        view.frame("interacting")
    view.put("wheel", dx=0, dy=0, x=300, y=300, precise=True, phase="ended")
    view.phase("interacting", "idle")
    view.stay(700)
    return view.done()


@case("50-focus-throws-the-chat-up")
def _(tool):
    view = Drawn("Chat", (402, 874), "profile: ios26", "iOS 26.3", insets=(103, 0, 90, 0))
    view.layout(column(34, 76, 402), (402, 34 * 76))
    view.offset[1] = view.end()
    view.stay(700)
    view.insets[2] = 392
    view.resized()
    view.phase("idle", "animating")
    view.animate(view.end() + 302, 280)
    view.phase("animating", "idle")
    view.stay(1500)
    return view.done()


@case("51-keyboard-is-not-followed")
def _(tool):
    scene = {"name": "Messages", "container": {"width": 402, "height": 874}, "hz": 120,
             "insets": {"top": 103, "bottom": 90},
             "items": [{"id": f"m{index}", "size": 44 + 22 * (index * 3 % 5)} for index in range(50)]}
    steps = ["wait 200ms", "scroll to id m49 anchor bottom via reader", "wait 900ms", "insets 103,0,392,0",
             "wait 1800ms", "insets 103,0,90,0", "wait 900ms", "insets 103,0,392,0", "wait 1500ms"]
    return simulated(tool, scene, steps, "", "profile: ios26", system="iOS 26.4")


@case("52-inset-forgets-the-tab-bar")
def _(tool):
    view = Drawn("Comments", (402, 874), "", "iOS 27.0", insets=(103, 0, 153, 0))
    view.layout(column(45, 88, 402), (402, 45 * 88))
    view.stay(500)
    for distance in (700, 760):
        fling(view, distance, 190)
        view.stay(400)
    view.stay(600)
    view.put("note", name="app-state", text="background")
    view.time += 4000
    view.put("note", name="app-state", text="active")
    # The layout runs while the safe area does not contain the tab bar.
    view.insets[2] = 70
    view.resized()
    view.offset[1] = view.end()
    view.stay(1800)
    return view.done()


@case("53-tab-bar-expands-over-the-last-row")
def _(tool):
    view = Drawn("Podcasts", (393, 852), "", "iOS 26.2", insets=(103, 0, 83, 0))
    items = [[f"podcast-{index}", 16 + index % 3 * 124, index // 3 * 132, 114, 114] for index in range(48)]
    view.layout(items, (393, 16 * 132 - 18))
    view.stay(400)

    def collapse(step):
        if step == 4:
            view.insets[2] = 34
            view.resized()

    # The bar collapses, and the grid scrolls to the end with the smaller inset.
    fling(view, 620, 190, before=collapse)
    view.stay(900)
    # A small drag back restores the bar. The inset grows, and the content stays.
    view.pull(-14, 140)
    view.stay(60)
    view.insets[2] = 83
    view.resized()
    view.stay(1600)
    return view.done()


@case("54-replies-push-the-end-away")
def _(tool):
    scene = {"name": "Chat of an assistant", "container": {"width": 620, "height": 700}, "scale": 2,
             "items": rows(26, 88)}
    steps = ["wait 300ms", "scroll to edge bottom via offset", "wait 800ms", "append 1", "wait 180ms"]
    for part in range(1, 13):
        steps += [f"grow 26 to {88 + 36 * part}", "wait 180ms"]
    return simulated(tool, scene, steps + ["wait 1200ms"], "profile: macos15", system="macOS 15.7.3")


@case("55-animated-follow-fights-the-reader")
def _(tool):
    scene = {"name": "AI chat", "container": {"width": 420, "height": 640}, "scale": 2, "items": rows(24, 96)}
    steps = ["wait 300ms", "scroll to id 23 anchor bottom via reader", "wait 500ms"]
    height = 96
    for part in range(14):
        height += 24
        # The reader scrolls up between two parts of the reply.
        if part >= 3:
            steps += ["wheel 0,-30 x2 every 16ms"]
        steps += [f"grow 23 to {height}", "scroll to id 23 anchor bottom over 200ms via reader",
                  "wait 48ms" if part >= 3 else "wait 80ms"]
    return simulated(tool, scene, steps + ["wait 900ms"], "profile: macos15", system="macOS 15.2")


@case("56-estimates-of-thirty-points")
def _(tool):
    view = Drawn("Grouped collection", (393, 700), "", "iOS 18.5")
    heights = [80 if index < 10 else 30 for index in range(60)]

    def lay():
        top, items = 0, []
        for index, height in enumerate(heights):
            items.append([f"item-{index}", 0, top, 393, height] + ([] if height == 80 else ["estimated"]))
            top += height
        view.layout(items, (393, top))
        return items

    items = lay()
    view.stay(600)
    # The smallest scroll that shows item 40, from the frames that are known at this time.
    goal = items[40][2] + items[40][4] - 700
    view.put("command", do="scroll", to={"id": "item-40"}, via="reader",
             animation={"seconds": 0.3, "curve": "ease-in-out"})
    view.phase("idle", "animating")

    def measure(part):
        # The visible items get their heights.
        changed, top = False, 0
        for index, height in enumerate(heights):
            if height == 30 and top < view.offset[1] + 700 and top + height > view.offset[1]:
                heights[index], changed, height = 80, True, 80
            top += height
        if changed:
            lay()

    view.go(goal, 300, "animating", lambda part: part * part * (3 - 2 * part), measure)
    view.phase("animating", "idle")
    view.stay(1500)
    return view.done()


@case("57-scroll-before-the-keyboard-inset")
def _(tool):
    scene = {"name": "Work session", "container": {"width": 402, "height": 874}, "insets": {"top": 103, "bottom": 90},
             "items": [{"id": f"entry-{index}", "size": 130} for index in range(20)]}
    steps = ["wait 400ms", "drag from 200,640 to 200,240 over 450ms ease out", "wait 600ms",
             "note focus \"question field\"", "wait 300ms", "scroll to id entry-9 anchor bottom over 250ms via reader",
             "wait 400ms", "insets 103,0,392,0", "wait 1800ms"]
    return simulated(tool, scene, steps, "profile: ios26", system="iOS 26.4")


@case("58-reload-shows-the-start-for-a-frame")
def _(tool):
    view = Drawn("Data table", (390, 700), "", "iOS 17.3")
    count = 40
    view.layout(column(count, 48, 390), (390, count * 48))
    view.stay(400)
    for _ in range(3):
        fling(view, 560, 190)
        view.stay(400)
        old, count = view.offset[1], count + 30
        view.layout(column(count, 48, 390), (390, count * 48))
        view.offset[1] = 0
        view.stay(34)
        view.put("command", do="scroll", to={"y": old}, via="offset")
        view.offset[1] = old
        view.stay(900)
    return view.done()


def refused(view, drags, pause=500):
    """Fingers that drag without moving the content; the view stays idle."""
    width, height = view.size
    for distance, milliseconds in drags:
        steps = max(3, round(milliseconds / (1000 / 60)))
        start = height / 2 + distance / 2
        view.put("touch", phase="began", x=width / 2, y=start)
        for step in range(1, steps + 1):
            view.time += 1000 / 60
            view.put("touch", phase="moved", x=width / 2, y=round(start - distance * step / steps, 3))
            view.frame("idle")
        view.put("touch", phase="ended", x=width / 2, y=start - distance)
        view.stay(pause)


@case("59-drag-in-a-row-stops-the-scroll")
def _(tool):
    view = Drawn("Tiles with a drag", (393, 852), "profile: ios18", "iOS 18.0", insets=(59, 0, 34, 0))
    view.layout(column(20, 100, 393, spacing=8), (393, 20 * 108 - 8))
    view.stay(500)
    refused(view, ((320, 300), (260, 220), (300, 260)))
    view.stay(400)
    return view.done()


@case("60-generation-throws-the-view-about")
def _(tool):
    view = Drawn("Answer", (400, 520), "profile: macos15", "macOS 15.3", scale=2)
    heights = [64, 480, 64, 520]

    def lay():
        view.stack(heights, 400, "block-")

    lay()
    view.offset[1] = view.end()
    view.stay(400)
    for part in range(10):
        heights[3] += 30
        lay()
        view.offset[1] = 0 if part % 2 else view.end()
        view.stay(120)
    heights[3] += 30
    lay()
    view.offset[1] = view.end()
    view.stay(900)
    return view.done()


@case("61-prepended-messages-jump-for-a-frame")
def _(tool):
    view = Drawn("Chat with previews", (393, 700), "", "iOS 18.5")
    lengths = {index: 70 + 30 * (index % 3) for index in range(100, 140)}
    new = {index: 90 for index in range(80, 100)}
    for index in (82, 87, 93):
        new[index] += 37
    new[95] += 1

    def lay(heights):
        top, items = 0, []
        for index in sorted(heights):
            items.append([f"m{index}", 0, top, 393, heights[index]])
            top += heights[index]
        view.layout(items, (393, top))

    lay(lengths)
    view.offset[1] = 1300
    view.stay(500)
    for distance in (-540, -600):
        view.pull(distance, 420)
        view.stay(300)
    # Twenty messages with an estimate of 80 each: the offset is based on it; in the next frame the
    # heights are measured.
    lay({**lengths, **new})
    view.offset[1] += 80 * len(new)
    view.stay(16)
    view.offset[1] += sum(new.values()) - 80 * len(new)
    view.stay(1500)
    return view.done()


@case("62-large-elements-are-prepended")
def _(tool):
    view = Drawn("Answers of an assistant", (393, 501), "", "iOS 18.5")
    view.layout([["item-3", 0, 0, 393, 501]], (393, 501))
    view.stay(600)
    heights = (("item-0", 1002), ("item-1", 0), ("item-2", 1152.6), ("item-3", 501))
    top, items = 0, []
    for name, height in heights:
        items.append([name, 0, round(top, 3), 393, height])
        top += height
    view.layout(items, (393, round(top, 3)))
    view.offset[1] = 3 * 501
    view.stay(1600)
    return view.done()


@case("63-window-of-rows-goes-to-the-start")
def _(tool):
    view = Drawn("Rows of a window", (393, 700), "", "iOS 18.4")
    first, count = 200, 50
    view.layout([[f"row-{first + index}", 0, 90 * index, 393, 90] for index in range(count)], (393, 90 * count))
    view.offset[1] = 620
    view.stay(500)
    for _ in range(2):
        view.pull(-517, 420)
        view.stay(250)
        first, count = first - 15, count + 14
        view.layout([[f"row-{first + index}", 0, 90 * index, 393, 90] for index in range(count)], (393, 90 * count))
        view.offset[1] = 0
        view.stay(900)
        view.pull(430, 420)
        view.stay(400)
    return view.done()


@case("64-history-moves-near-the-end")
def _(tool):
    view = Drawn("Conversation", (393, 720), "", "iOS 18.5")
    known = [(f"m{index}", 60 + 28 * (index % 4)) for index in range(30)]
    older = [(f"o{index}", height) for index, height in
             enumerate((64, 96, 148, 64, 220, 80, 64, 112, 300, 72, 88, 132))]

    def lay(messages):
        top, items = 0, []
        for name, height in messages:
            items.append([name, 0, top, 393, height])
            top += height
        view.layout(items, (393, top))

    lay(known)
    view.offset[1] = view.end()
    view.stay(500)
    lay(older + known)
    view.stay(1800)
    return view.done()


@case("65-commit-drops-the-keyboard-inset")
def _(tool):
    # The list is inverted: the newest row is the first, and the keyboard's inset is at its start.
    view = Drawn("Inverted chat", (393, 759), "", "iOS 26.1", at=(0, 0))
    view.layout(column(40, 72, 393), (393, 40 * 72))
    view.stay(700)
    view.insets[0] = 302
    view.resized()
    view.go(-302, 250, "idle", lambda part: part * part * (3 - 2 * part))
    view.stay(1200)
    # A key is pressed, and the commit writes the inset of the props.
    view.insets[0] = 0
    view.resized()
    view.offset[1] = 0
    view.stay(1800)
    return view.done()


@case("66-keyboard-open-refuses-the-drag")
def _(tool):
    view = Drawn("Chat over a keyboard", (412, 780), "", "Android 16", scale=2.625)
    view.layout(column(36, 70, 412), (412, 36 * 70))
    view.offset[1] = view.end()
    view.stay(600)
    view.insets[2] = 300
    view.resized()
    view.go(view.end(), 250, "idle", lambda part: part * part * (3 - 2 * part))
    view.stay(500)
    refused(view, ((-260, 260), (-260, 220), (-260, 300)), pause=600)
    return view.done()


@case("67-inset-counts-on-top-of-padding")
def _(tool):
    scene = {"name": "Screen with a padded list", "container": {"width": 402, "height": 874},
             "insets": {"top": 62, "bottom": 34}, "stack": {"padding": {"top": 62}}, "items": rows(30, 88)}
    steps = ["wait 700ms", "fling up 900", "wait 2200ms", "fling down 2600", "wait 3s", "fling up 700", "wait 2s",
             "fling down 2600", "wait 3s"]
    return simulated(tool, scene, steps, "", "profile: ios26", system="iOS 26.2")


@case("68-posts-arrive-during-the-momentum")
def _(tool):
    view = Drawn("Long discussion", (390, 664), "", "iOS 18.4, Safari")
    first, count = 400, 60

    def lay():
        view.layout([[f"post-{first + index}", 0, 320 * index, 390, 320] for index in range(count)],
                    (390, 320 * count))

    lay()
    view.offset[1] = 3900
    view.stay(500)

    def prepend(step):
        nonlocal first, count
        if step == 11:
            first, count = first - 20, count + 20
            lay()

    fling(view, -330, 210)
    view.stay(500)
    fling(view, -400, 190, before=prepend)
    view.stay(1200)
    return view.done()


@case("69-focused-contact-under-the-header")
def _(tool):
    view = Drawn("Contacts", (360, 480), "", "Chrome 147", insets=(36, 0, 0, 0), scale=2, at=(0, 0))
    view.layout(column(120, 48, 360), (360, 120 * 48))
    view.stay(300)
    view.offset[1] = 2400
    view.stay(600)
    # The focus is at the first row in view; each key press goes one row up.
    for index in range(49, 43, -1):
        view.put("command", do="scroll", to={"id": index}, anchor="top", via="reader")
        view.offset[1] = 48 * index
        view.stay(320)
    view.stay(900)
    return view.done()


@case("70-anchor-under-the-docs-header")
def _(tool):
    view = Drawn("Documentation", (1280, 860), "", "Chrome 148", insets=(80, 0, 0, 0), scale=2, at=(0, 0))
    items = view.stack([640, 980, 1420, 760, 1180, 2060, 900], 1280, "heading-")
    view.stay(400)
    for section in (3, 1, 5):
        view.put("command", do="scroll", to={"id": f"heading-{section}"}, anchor="top", via="reader")
        view.offset[1] = items[section][2]
        view.stay(1600)
    return view.done()


@case("71-anchor-leaves-a-gap")
def _(tool):
    view = Drawn("Site with sections", (1280, 800), "", "Chrome 148", insets=(66, 0, 0, 0), scale=2, at=(0, 0))
    items, top, starts = [], 0, []
    for index, height in enumerate((900, 760, 1100, 680, 940, 820)):
        starts.append(top)
        items += [[f"section-{index}", 0, top, 1280, height], [f"heading-{index}", 120, top + 76, 1040, 56]]
        top += height
    view.layout(items, (1280, top))
    view.stay(500)
    for section in (2, 4, 1):
        view.scroll({"id": f"section-{section}"}, starts[section] - 72, 400, anchor="top", via="reader")
        view.stay(1400)
    return view.done()


@case("72-end-of-a-guessed-length")
def _(tool):
    view = Drawn("Thread", (480, 500), "", "Linux, Qt 6.9", scale=1)
    known = [30] * 23 + [213, 213]
    view.layout([[f"m{index}", 0, 111.84 * index, 480, 111.84] + ([] if index < 4 else ["estimated"])
                 for index in range(25)], (480, 2796))
    view.stay(50)
    view.put("command", do="scroll", to={"edge": "bottom"}, via="offset")
    view.offset[1] = view.end()
    view.stay(50)
    # The rows near the end are built, and with them the length is known.
    order = known[23:] + known[:23]
    top, items = 0, []
    for index, height in enumerate(order):
        items.append([f"m{index}", 0, top, 480, height])
        top += height
    view.layout(items, (480, top))
    view.offset[1] = view.end() - 260
    view.stay(1800)
    return view.done()


@case("73-refresh-row-shifts-the-target")
def _(tool):
    view = Drawn("List with a refresh row", (402, 760), "", "iOS 18.5", at=(0, 80))
    items = [["refresh", 0, 0, 402, 80]] + [[f"item-{index}", 0, 80 + 64 * index, 402, 64] for index in range(60)]
    view.layout(items, (402, 80 + 64 * 60))
    view.stay(600)
    for index in (15, 3, 15):
        view.scroll({"id": f"item-{index}"}, 64 * index, 350, anchor="top", via="reader")
        view.stay(1300)
    return view.done()


@case("74-spinner-keeps-its-place")
def _(tool):
    # The list is reversed: its newest message is the last one, and the list should open at its end.
    view = Drawn("Chat with support", (411, 700), "initial-offset-anchor: bottom", "Android 14", scale=2.625)
    view.layout([["spacer", 0, 0, 411, 16], ["spinner", 0, 16, 411, 64]], (411, 700))
    view.stay(900)
    items = [["spacer", 0, 0, 411, 16], ["spinner", 0, 16, 411, 64]]
    items += [[f"message-{index}", 0, 80 + 78 * index, 411, 78] for index in range(40)]
    view.layout(items, (411, 80 + 78 * 40))
    view.stay(1800)
    return view.done()


@case("75-measured-rows-cut-the-momentum")
def _(tool):
    view = Drawn("Window of rows", (390, 664), "", "iOS 18.1, Safari")
    heights = [400] * 200
    for index in range(40):
        heights[index] = 100 + index * 97 % 301

    def lay():
        view.stack(heights, 390, "row-")

    lay()
    view.offset[1] = 7600
    view.stay(500)
    for row, last, grown in ((12, 18, 37), (10, 26, -52), (9, 15, 81)):
        def measure(step):
            # A row above is measured again; the page writes the offset, which ends the momentum.
            if step < last:
                return False
            heights[row] += grown
            lay()
            view.offset[1] = round(view.offset[1] + grown, 3)
            view.put("command", do="scroll", to={"y": view.offset[1]}, via="offset")
            return True

        fling(view, -360, 150, before=measure)
        view.stay(800)
    return view.done()


@case("76-sheet-keeps-the-drag")
def _(tool):
    view = Drawn("List in a sheet", (402, 400), "", "iOS 26.2")
    view.layout(column(40, 64, 402), (402, 40 * 64))
    view.stay(600)
    # The finger's coordinates are in the list's window, whose top moves up with the finger while
    # the sheet grows.
    finger, steps = 300, 58
    view.put("touch", phase="began", x=200, y=finger)
    for step in range(1, steps + 1):
        view.time += 1000 / 60
        if view.size[1] < 760:
            view.size[1] = min(760, view.size[1] + 10)
            view.resized()
        else:
            finger -= 10
        view.put("touch", phase="moved", x=200, y=finger)
        view.frame("idle")
    view.put("touch", phase="ended", x=200, y=finger)
    view.stay(900)
    fling(view, 300, 200)
    view.stay(700)
    return view.done()

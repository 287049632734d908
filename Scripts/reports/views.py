"""Captures of public reports about keyboards, insets, impressions, chats and sheets of apps, 166 and up; see build.py."""

from apps import FRAME
from carousels import swipe
from pages import jump
from recordings import Drawn, case, column, strip
from screens import within


def later(view, seconds, change):
    """Some time at rest, then a change that takes effect with the next frame."""
    view.stay(1000 * seconds)
    change()


@case("166-keyboard-restores-an-earlier-place")
def _(tool):
    view = Drawn("Transcript", (390, 844), "profile: ios26, position: value()", "iOS 26.5", insets=(97, 0, 98, 0))
    heights = [(64, 212, 96, 348, 141, 78, 517)[index * 5 % 7] for index in range(64)]
    view.stack(heights, 390, "message-")
    view.offset[1] = view.end()
    view.stay(900)

    def keyboard(bottom, moved=0.0):
        view.insets[2] = bottom
        view.resized()
        view.offset[1] = within(view, view.offset[1] - moved)

    swipe(view, -430, 160, view.end() - 2210.5, 1300)
    view.stay(600)
    view.pull(-140, 420)
    # The field below the list has the focus.
    later(view, 1.4, lambda: keyboard(400, 258.7))
    later(view, 2.1, lambda: keyboard(98))
    view.stay(900)
    swipe(view, 310, 170, view.offset[1] + 840.3, 900)
    view.stay(500)
    view.pull(95, 380)
    later(view, 1.2, lambda: keyboard(400, 257.7))
    view.stay(1500)
    view.pull(120, 450)
    later(view, 0.9, lambda: keyboard(98))
    swipe(view, 520, 130, view.end(), 1600)
    view.stay(800)
    return view.recorded(166)


@case("167-first-drag-jumps-by-the-leading-offset")
def _(tool):
    view = Drawn("Cards of a snapping stack", (390, 180), "behavior: view-aligned(limit: never, anchor: leading)", "iOS 16.4",
                 insets=(0, 16, 0, 16), axes="horizontal")

    def appeared():
        view.layout(strip(14, 240, 180, spacing=12), (14 * 252 - 12, 180))
        view.offset[0] = -16

    def dragged(distance, milliseconds, card, pause, travel=380, is_first=False):
        # The stack counts the first drag from 0, although its content begins at the leading offset.
        view.offset[0] += 16 if is_first else 0
        swipe(view, distance, milliseconds, 252 * card - 16, travel)
        view.stay(pause)

    appeared()
    later(view, 1.1, lambda: dragged(34, 420, 0, 900, is_first=True))
    dragged(150, 170, 1, 600)
    dragged(260, 190, 2, 400)
    dragged(190, 160, 3, 800)
    dragged(-230, 200, 2, 700)
    later(view, 1.6, appeared)
    later(view, 0.8, lambda: dragged(205, 240, 1, 700, is_first=True))
    dragged(-170, 180, 0, 600)
    dragged(215, 150, 1, 1000)
    later(view, 1.2, appeared)
    later(view, 0.9, lambda: dragged(-26, 300, 0, 900, is_first=True))
    dragged(170, 190, 1, 900)
    return view.recorded(167)


@case("168-clipped-rows-count-as-seen")
def _(tool):
    top, screen = 100, 667
    view = Drawn("Rows in a short list", (300, 200), "view-visibility: 0.5", "iOS 18.6", scale=2)
    rows = column(9, 100, 300)
    view.layout(rows, (300, 900))
    view.stay(1300)
    view.pull(64, 420)
    view.stay(900)
    swipe(view, 120, 190, 260.5, 700)
    view.stay(1200)
    swipe(view, 90, 210, 431, 650)
    view.stay(600)
    view.pull(-75, 400)
    view.stay(900)
    swipe(view, 150, 140, view.end(), 900)
    view.stay(1100)
    swipe(view, -170, 130, 118.5, 1000)
    view.stay(800)
    swipe(view, -110, 170, 0, 600)
    view.stay(900)
    lines, seen = [], set()
    for line in view.lines:
        lines.append(line)
        if line.get("k") == "frame":
            # A row is compared with the screen, in which the list begins at `top`.
            now = {row[0] for row in rows if min(top + row[2] + 100 - line["y"], screen) - max(top + row[2] - line["y"], 0) >= 50}
            lines += [{"t": line["t"], "k": "visibility", "id": row, "on": row in now, "threshold": 0.5}
                      for row in sorted(now ^ seen)]
            seen = now
    view.lines = lines
    return view.recorded(168)


@case("169-bar-extension-switches-the-inset")
def _(tool):
    view = Drawn("Photos under a bar with an extension", (375, 667), "", "iOS 9.0", insets=(91, 0, 0, 0), scale=2)
    items = [[f"photo-{index}", 125 * (index % 3), 125 * (index // 3), 125, 125] for index in range(96)]
    view.layout(items, (375, 32 * 125))
    view.stay(800)

    def inset(top):
        view.offset[1] += view.insets[0] - top
        view.insets[0] = top
        view.resized()

    def across(distance, milliseconds, share, tops, target, travel):
        """A swipe during which the extension hides or shows."""
        view.drag(distance * share, milliseconds * share, stops=False)
        first = len(view.lines)
        for top in tops:
            inset(top)
            view.go(view.offset[1] + distance * (1 - share) / len(tops), milliseconds * (1 - share) / len(tops), "interacting",
                    lambda part: part)
        # The finger is still down while the inset changes.
        up = view.lines[first - 1]
        view.lines.remove(up)
        view.put("touch", phase="ended", x=up["x"], y=round(up["y"] - distance * (1 - share), 3))
        view.phase("interacting", "decelerating", round(distance / milliseconds * 1000, 3))
        view.decelerate(within(view, target), travel)
        view.phase("decelerating", "idle")

    across(210, 260, 0.4, (64, 91, 64), 480.5, 700)
    view.stay(700)
    across(-120, 300, 0.5, (91,), 250, 500)
    view.stay(900)
    across(160, 280, 0.4, (64, 91, 64), 705.5, 800)
    view.stay(400)
    swipe(view, 330, 150, 1540, 1100)
    view.stay(600)
    across(-180, 320, 0.4, (91, 64, 91), 1190.5, 700)
    view.stay(800)
    across(-340, 260, 0.6, (64, 91), -91, 1400)
    view.stay(900)
    across(90, 340, 0.5, (64, 91), 120, 500)
    view.stay(800)
    return view.recorded(169, without=("configuration", "touch"))


@case("170-reloaded-row-shows-the-header-above")
def _(tool):
    view = Drawn("Table with a large header", (375, 812), "", "iOS 12.1.2", insets=(88, 0, 34, 0))
    rows = 11
    # The last row ends at the end of the range, with a part of the header still in view.
    header = 287 + 812 - 34 - rows * 44
    view.layout([["header", 0, 0, 375, header], *([f"row-{index}", 0, header + 44 * index, 375, 44] for index in range(rows))],
                (375, header + rows * 44))
    view.stay(700)

    def reloaded(pause):
        for offset, frames in ((144, 2), (105, 3), (287, 1)):
            view.offset[1] = offset
            view.stay(frames * FRAME)
        view.stay(pause)

    swipe(view, 340, 180, view.end(), 800)
    later(view, 0.9, lambda: reloaded(1300))
    later(view, 0.4, lambda: reloaded(900))
    view.pull(-150, 420)
    view.stay(1200)
    swipe(view, -190, 160, -88, 800)
    view.stay(900)
    swipe(view, 330, 150, view.end(), 700)
    later(view, 1.1, lambda: reloaded(1400))
    return view.recorded(170, without=("configuration", "touch"))


@case("171-own-message-ends-the-catching-up")
def _(tool):
    view = Drawn("Channel opened at an older message", (390, 700), "", "iOS 17.2")
    heights = [(58, 96, 74, 152, 66, 210)[index * 5 % 6] for index in range(120)]
    view.stack(heights[:50], 390, "message-")
    view.offset[1] = sum(heights[:24])
    view.stay(1100)

    def page(count, is_own_last, pause):
        view.stack(heights[:count], 390, "message-")
        if is_own_last:
            jump(view, {"id": f"message-{count - 1}"}, view.end(), anchor="bottom", via="reader")
        view.stay(pause)

    swipe(view, 300, 170, view.offset[1] + 720.3, 900)
    view.stay(500)
    swipe(view, 360, 150, view.end() - 90, 1000)
    later(view, 0.4, lambda: page(75, False, 900))
    swipe(view, 330, 160, view.offset[1] + 910.7, 1000)
    view.stay(700)
    view.pull(140, 380)
    swipe(view, 390, 140, view.end() - 130.3, 1200)
    later(view, 0.5, lambda: page(100, True, 1800))
    swipe(view, -420, 140, view.offset[1] - 1730.3, 1300)
    view.stay(900)
    swipe(view, -280, 180, view.offset[1] - 640, 900)
    view.stay(1200)
    swipe(view, 480, 120, view.end() - 45, 1900)
    later(view, 0.4, lambda: page(120, True, 1500))
    swipe(view, -310, 170, view.offset[1] - 990.7, 1000)
    view.stay(900)
    return view.recorded(171, without=("configuration",))


@case("172-panel-puts-the-list-under-its-bar")
def _(tool):
    view = Drawn("List in a panel with a navigation bar", (390, 760), "", "iOS 16.4", insets=(44, 0, 34, 0))
    view.layout(column(40, 52, 390), (390, 40 * 52))
    view.stay(900)

    def state(height, pause):
        view.size[1] = height
        view.resized()
        view.offset[1] = 0
        view.stay(pause)

    state(420, 1400)
    swipe(view, -32, 260, -44, 350)
    later(view, 1.2, lambda: state(760, 1300))
    swipe(view, 260, 180, 410.3, 800)
    view.stay(700)
    swipe(view, -330, 150, -44, 900)
    later(view, 1.0, lambda: state(420, 900))
    later(view, 0.5, lambda: state(760, 1100))
    swipe(view, -38, 190, -44, 500)
    view.stay(900)
    return view.recorded(172, without=("configuration", "touch", "layout"))


@case("173-end-of-the-list-is-asked-for-again")
def _(tool):
    view = Drawn("Cards that start at the left", (1024, 500), "physics: flutter, behavior: interval(440)", "iPadOS 15.1",
                 axes="horizontal", scale=2)
    view.layout(strip(9, 440, 500), (9 * 440, 500))
    view.stay(700)

    def snapped(card, distance, milliseconds, coast, travel, pause=700):
        """A free swipe; when it ends, the list animates to the card that is nearest."""
        swipe(view, distance, milliseconds, within(view, coast), travel)
        view.scroll({"x": 440 * card}, 440 * card, 350, via="offset")
        rounds = 0
        # The end of the range is before the card, so the list returns, stops, and looks for the nearest card again.
        while view.offset[0] > view.end() and rounds < 5:
            rounds += 1
            view.phase("idle", "decelerating")
            view.decelerate(view.end(), 420)
            view.phase("decelerating", "idle")
            view.scroll({"x": 440 * card}, 440 * card, 350, via="offset")
        view.stay(pause if not rounds else FRAME)

    snapped(1, 240, 180, 371.5, 500)
    snapped(3, 380, 160, 1402.25, 800)
    snapped(2, -190, 200, 951, 500)
    snapped(7, 620, 140, 2936, 1100)
    snapped(5, -420, 170, 2284.5, 800, 900)
    snapped(6, 170, 210, 2571.25, 500)
    snapped(7, 210, 190, 2790.75, 500)
    snapped(4, -560, 150, 1683, 900, 900)
    return view.recorded(173, in_pixels=False)


@case("174-section-scroll-counts-an-overlapping-header")
def _(tool):
    view = Drawn("Albums with overlapping headers", (390, 700), "physics: flutter", "Android 11", scale=2.75)
    items, headers, top = [], [], 0
    tops = {}
    for section, count in enumerate((6, 9, 4, 12, 7, 10)):
        headers.append(len(items))
        items.append([f"header-{section}", 0, top, 390, 60])
        # The header is over the first row and takes no room of its own.
        for row in range(count):
            tops[f"row-{section}-{row}"] = top + 88 * row
            items.append([f"row-{section}-{row}", 0, top + 88 * row, 390, 88])
        top += 88 * count
    view.layout(items, (390, top))
    view.lines[-1]["headers"] = headers
    view.stay(800)

    def shown(row, milliseconds, pause):
        view.scroll({"id": row}, within(view, tops[row] + 60), milliseconds, anchor="top", via="reader")
        view.stay(pause)

    shown("row-1-2", 400, 1100)
    shown("row-3-0", 600, 900)
    swipe(view, 240, 180, view.offset[1] + 410.4, 900)
    view.stay(700)
    shown("row-2-1", 500, 1200)
    view.pull(-130, 400)
    view.stay(600)
    shown("row-0-3", 400, 900)
    swipe(view, 390, 150, view.offset[1] + 1260.7, 1200)
    view.stay(500)
    shown("row-4-4", 300, 1300)
    shown("row-1-0", 700, 900)
    return view.recorded(174, in_pixels=False)


@case("175-resized-window-hides-the-inset")
def _(tool):
    view = Drawn("List with a top inset", (420, 560), "", "OS X 10.8", insets=(48, 0, 0, 0), scale=2)
    view.layout(column(50, 40, 420), (420, 50 * 40))
    view.stay(800)

    def resized(heights, pause):
        for height in heights:
            view.size[1] = height
            view.resized()
            view.offset[1] = within(view, max(view.offset[1], 0))
            view.stay(2 * FRAME)
        view.stay(pause)

    resized((566, 579, 598, 612, 620), 1300)
    view.wheel(4, -30, 34)
    view.stay(900)
    view.wheel(14, 36, 34)
    view.stay(700)
    resized((611, 590, 571, 552, 540), 900)
    view.wheel(20, -44, 34)
    view.stay(1000)
    resized((548, 563, 580), 1200)
    view.wheel(3, -24, 50)
    view.stay(600)
    resized((560, 530, 505, 500), 1100)
    return view.recorded(175, without=("configuration", "touch", "phase"))

"""Captures of public reports about web pages, Android, Compose and React Native, 154 and up; see build.py."""

from carousels import swipe
from pages import jump
from recordings import Drawn, case, column, recorded, strip


def send_wheel(view, amount, at=None):
    """A wheel event along the axis of the view, without a movement."""
    view.put("wheel", at, dx=amount if view.axis == 0 else 0, dy=amount if view.axis else 0,
             x=view.size[0] / 2, y=view.size[1] / 2)


def trackpad(view, distance, milliseconds):
    """Two fingers on a trackpad: the content follows small wheel events, as far as its range allows."""
    steps = max(4, round(milliseconds / (1000 / 60)))
    done = 0
    for step in range(1, steps + 1):
        part = 1 - (1 - step / steps) ** 2
        amount = round(distance * part) - done
        done += amount
        view.time += 1000 / 60
        send_wheel(view, amount)
        view.offset[view.axis] = min(max(view.offset[view.axis] + amount, 0), view.end())
        view.frame("idle")


def slow_drag(view, distance, milliseconds, target, travel=260):
    """A drag that ends without velocity and is moved to the target."""
    view.drag(distance, milliseconds)
    view.phase("interacting", "decelerating", 0)
    view.decelerate(target, travel)
    view.phase("decelerating", "idle")


# Web.

@case("154-momentum-turns-a-second-section")
def _(tool):
    view = Drawn("Sections", (1280, 720), "", "Chrome 109", scale=1.25)
    view.layout([[f"section-{index}", 0, 720 * index, 1280, 720] for index in range(9)], (1280, 9 * 720))
    view.stay(700)

    def fading(peak, milliseconds):
        at = 0
        while at < milliseconds:
            yield at, max(1, round(peak * min(1, 0.4 + at / 100) * (1 - at / milliseconds) ** 1.5))
            at += 1000 / 60

    def gesture(sign, amounts):
        """The first wheel event turns, and so does one after a second that is not tiny."""
        start = view.time
        events = [(start + at, sign * amount) for at, amount in amounts]

        def deliver(_=0):
            while events and events[0][0] <= view.time:
                send_wheel(view, events[0][1], events[0][0])
                events.pop(0)

        ready = start
        while events:
            turns = view.time >= ready and events[0][0] <= view.time and abs(events[0][1]) >= 3
            deliver()
            if turns:
                ready = view.time + 1000
                goal = min(max(view.offset[1] + sign * 720, 0), view.end())
                view.go(goal, 700, "animating", lambda part: part * part * (3 - 2 * part), deliver)
            else:
                view.stay(17)
        view.stay(1600)

    notch = [(0, 100)]
    for sign, amounts in ((1, fading(42, 620)), (1, fading(96, 1420)), (-1, fading(38, 540)), (1, notch),
                          (1, fading(88, 1350)), (1, fading(51, 780)), (-1, fading(104, 1460)), (-1, notch),
                          (1, fading(35, 500)), (1, fading(92, 1400))):
        gesture(sign, amounts)
    return view.recorded(154, ("configuration", "phase"))


@case("156-click-shows-the-pinned-column-at-its-place")
def _(tool):
    view = Drawn("Table with actions", (900, 420), "", "Chrome 122", axes="horizontal", scale=2)
    columns, left = [], 0
    for name, width in (("select", 54), ("name", 220), ("state", 180), ("type", 240), ("zone", 200), ("address", 260),
                        ("launched", 190), ("owner", 156), ("actions", 140)):
        columns.append([name, left, 0, width, 420])
        left += width
    view.layout(columns, (left, 420))
    view.stay(1800)

    def choose():
        """The button of the menu gets the focus back."""
        view.offset[0] = view.end()
        view.stay(1500)

    choose()
    trackpad(view, -740, 520)
    view.stay(900)
    trackpad(view, 212, 300)
    view.stay(2100)
    choose()
    trackpad(view, -410, 380)
    view.stay(600)
    trackpad(view, -500, 400)
    view.stay(700)
    trackpad(view, 96, 240)
    view.stay(1900)
    choose()
    trackpad(view, -330, 360)
    view.stay(1400)
    choose()
    return view.recorded(156, ("configuration", "phase"))


@case("158-wheel-ends-before-the-margin")
def _(tool):
    view = Drawn("Landing page", (1440, 900), "", "Chrome 111", scale=1)
    items, top = [], 0
    for index, height in enumerate((900, 1240, 860, 1320, 880)):
        items.append([f"section-{index}", 0, top, 1440, height])
        top += height
    view.layout(items, (1440, top + 120))
    view.stay(800)
    limit = top - 900

    def notches(count, amount, frames_between):
        """Each frame covers a tenth of what is left to the sum of the notches."""
        target, frame = view.offset[1], 0
        while count or abs(target - view.offset[1]) > 0.4:
            if count and frame % frames_between == 0:
                send_wheel(view, amount)
                target = min(max(target + amount, 0), limit)
                count -= 1
            frame += 1
            view.offset[1] += (target - view.offset[1]) * 0.1
            view.frame("idle")
            view.time += 1000 / 60
        view.offset[1] = target
        view.stay(600)

    notches(9, 100, 5)
    notches(16, 100, 3)
    notches(5, -100, 6)
    notches(30, 100, 3)
    view.stay(900)
    notches(4, 100, 5)
    notches(12, -100, 4)
    # The scroll bar is dragged to its end.
    view.go(view.end(), 900, "idle", lambda part: part * part * (3 - 2 * part))
    view.stay(1700)
    notches(10, -100, 4)
    notches(22, 100, 3)
    view.stay(1200)
    return view.recorded(158, ("configuration", "phase"))


@case("159-drag-starts-at-the-scaled-offset")
def _(tool):
    view = Drawn("Carousel in a scaled page", (800, 300), "behavior: paging", "Chrome 47", axes="horizontal", scale=1)
    view.layout(strip(6, 800, 300, "slide-"), (6 * 800, 300))
    scale = 0.8
    view.stay(700)

    def drag(distance, milliseconds):
        start, x = view.offset[0] * scale, 400 + distance / 2
        view.put("touch", phase="began", x=x, y=150)
        steps = round(milliseconds / (1000 / 60))
        for step in range(1, steps + 1):
            part = 1 - (1 - step / steps) ** 1.6
            view.time += 1000 / 60
            view.put("touch", phase="moved", x=round(x - distance * part, 3), y=150)
            view.offset[0] = start + scale * distance * part
            view.frame("interacting")
        view.put("touch", phase="ended", x=x - distance, y=150)
        # The next slide in the direction of the drag, seen from where the content now is.
        place = view.offset[0] / 800
        page = min(5, int(place) + 1) if distance > 0 else max(0, int(place))
        view.animate(page * 800, 250)
        view.stay(900)

    for distance, milliseconds in ((310, 380), (420, 520), (350, 330), (-180, 300), (560, 600), (640, 640), (480, 420),
                                   (-260, 350), (390, 480)):
        drag(distance, milliseconds)
    return view.recorded(159, ("phase",))


@case("161-focus-in-the-bar-scrolls-up")
def _(tool):
    view = Drawn("Course", (1180, 820), "", "Chrome 90", scale=2)
    items, top = [["app-bar", 0, 0, 1180, 64]], 64
    for index, height in enumerate((540, 720, 1310, 860, 1540, 690)):
        items.append([f"part-{index}", 0, top, 1180, height])
        top += height
    view.content = [1180, top]
    view.put("layout", cw=1180, ch=top, items=items, headers=[0])
    view.stay(900)

    def focus(links):
        for pause in links:
            view.offset[1] -= 64
            view.stay(pause)

    view.wheel(9, 120, 90, is_smooth=True)
    view.stay(1300)
    focus((620, 480, 1400))
    view.wheel(5, 120, 110, is_smooth=True)
    view.stay(800)
    view.wheel(2, -120, 130, is_smooth=True)
    view.stay(1500)
    focus((700, 1600))
    view.wheel(14, 120, 80, is_smooth=True)
    view.stay(1100)
    focus((390, 350, 420, 1900))
    return view.recorded(161, ("configuration", "phase"))


# Android.

@case("160-list-drag-stops-at-half")
def _(tool):
    view = Drawn("Bottom sheet", (411, 800), "behavior: offsets([0, 704])", "Android 12", scale=2.625)
    view.layout([["sheet", 0, 0, 411, 1504]], (411, 1504))
    view.stay(700)
    # Drags of the handle take one of the two heights; those in the list stop at half of the screen, too.
    swipe(view, 190, 160, 704, 380)
    view.stay(1100)
    slow_drag(view, -210, 460, 304)
    view.stay(900)
    swipe(view, -140, 150, 0, 320)
    view.stay(800)
    slow_drag(view, 170, 420, 304)
    view.stay(1000)
    swipe(view, 160, 170, 704, 350)
    view.stay(700)
    slow_drag(view, -150, 400, 704)
    view.stay(800)
    slow_drag(view, -430, 620, 0)
    view.stay(600)
    swipe(view, 120, 150, 304, 300)
    view.stay(900)
    slow_drag(view, -60, 330, 304)
    view.stay(900)
    swipe(view, -110, 140, 0, 300)
    view.stay(700)
    slow_drag(view, 410, 600, 704)
    view.stay(700)
    swipe(view, -180, 170, 304, 330)
    view.stay(900)
    return view.recorded(160)


@case("164-offset-is-read-in-pixels")
def _(tool):
    density = 2.625
    view = Drawn("Wide view with two buttons", (411, 360), "", "Android 10", axes="horizontal", scale=density)
    view.layout([["view", 0, 0, 2000, 360]], (2000, 360))
    view.stay(800)

    def press(amount, pause):
        asked = max(0, round(view.offset[0] * density) + amount)
        jump(view, {"x": asked}, min(asked, view.end()), via="offset")
        view.stay(pause)

    press(100, 900)
    press(100, 1100)
    view.pull(-280, 420)
    view.stay(800)
    press(-100, 1300)
    press(100, 1200)
    swipe(view, -420, 190, 540, 900)
    view.stay(700)
    press(-100, 1000)
    press(-100, 1200)
    view.pull(-360, 380)
    view.pull(-350, 410)
    view.pull(-370, 430)
    view.pull(-360, 400)
    view.stay(600)
    press(100, 900)
    return view.recorded(164, ("configuration",))


# Compose.

@case("155-page-scroll-stops-at-half")
def _(tool):
    view = Drawn("Banners", (411, 180), "behavior: paging, position: id(type: int)", "Android 12", axes="horizontal",
                 scale=2.625)
    width, count = 411, 4
    view.layout([[index, width * index, 0, width, 180] for index in range(count)], (count * width, 180))
    view.stay(2000)

    def current():
        return round(view.offset[0] / width)

    def advance():
        """The effect is cancelled one frame after the current page has changed."""
        before, start, is_cancelled = current(), view.offset[0], False
        page = (before + 1) % count
        view.put("command", do="scroll", to={"id": page}, anchor="leading", animation="automatic", via="position")
        view.phase("idle", "animating")
        for step in range(1, 28):
            part = step / 27
            view.time += 1000 / 60
            view.offset[0] = start + (page * width - start) * part * part * (3 - 2 * part)
            view.frame("animating")
            if is_cancelled:
                break
            is_cancelled = current() != before
        view.phase("animating", "idle")
        view.stay(2000)

    advance()
    advance()
    swipe(view, 140, 170, 2 * width, 420)
    view.stay(2000)
    advance()
    advance()
    advance()
    swipe(view, -120, 180, 2 * width, 350)
    view.stay(260)
    swipe(view, -150, 160, width, 420)
    view.stay(2000)
    advance()

    # The log has the current page from the moment in which it changes.
    lines, shown = [], None
    for line in view.lines:
        if line.get("k") == "frame" and round(line["x"] / width) != shown:
            shown = round(line["x"] / width)
            lines.append({"t": line["t"], "k": "position", "id": shown,
                          "by_user": line["phase"] in ("interacting", "decelerating")})
        lines.append(line)
    return recorded(lines, 155)


@case("162-first-item-is-the-next-one")
def _(tool):
    view = Drawn("Contacts", (320, 420), "position: id(type: int)", "Windows 10", scale=1)
    rows = column(90, 48, 320, top=40)
    view.content = [320, 40 + 90 * 48]
    view.put("layout", cw=320, ch=view.content[1], items=[["header", 0, 0, 320, 40], *rows], headers=[0])
    reported = 0
    view.put("position", id=0)
    view.stay(700)

    def report(_=0):
        nonlocal reported
        first = -(-round(view.offset[1]) // 48)
        if first != reported:
            reported = first
            view.put("position", id=first, by_user=True)

    def notches(count, amount, pause):
        for _ in range(count):
            send_wheel(view, amount)
            goal = min(max(view.offset[1] + amount, 0), view.end())
            view.go(goal, 100, "interacting", lambda part: part * (2 - part), report)
            view.stay(pause)

    notches(3, 35, 260)
    view.stay(1200)
    notches(6, 35, 60)
    view.stay(900)
    notches(1, -35, 1400)
    notches(9, 105, 40)
    view.stay(1500)
    notches(4, -105, 120)
    view.stay(800)
    notches(2, -35, 700)
    notches(5, 35, 180)
    view.stay(1100)
    return view.recorded(162, ("phase",))


# React Native.

@case("157-item-index-counts-as-row")
def _(tool):
    view = Drawn("Gallery", (390, 700), "", "iOS 18.4")
    view.layout([[f"post-{index}", 130 * (index % 3), 200 * (index // 3), 130, 200] for index in range(60)],
                (390, 20 * 200))
    view.stay(900)

    def select(post, pause):
        """An index that no row has is refused."""
        is_row = post < 20
        goal = min(post * 200, view.end())
        view.put("command", do="scroll", to={"id": f"post-{post}"}, anchor="top", via="reader",
                 animation={"seconds": 0.35, "curve": "ease-in-out"})
        if is_row and goal != view.offset[1]:
            view.phase("idle", "animating")
            view.animate(goal, 350)
            view.phase("animating", "idle")
        view.stay(pause)

    select(5, 1400)
    swipe(view, -330, 190, 310, 900)
    view.stay(500)
    swipe(view, -160, 180, 40, 600)
    view.stay(1200)
    select(2, 1500)
    select(14, 1800)
    swipe(view, -420, 170, 1466, 1300)
    view.stay(700)
    select(31, 1600)
    swipe(view, -210, 200, 1031, 800)
    view.stay(900)
    select(9, 1300)
    return view.recorded(157, ("configuration",))


@case("163-flick-goes-several-cards")
def _(tool):
    size, count = 300, 40
    view = Drawn("Cards", (size, 420), f"behavior: interval({size})", "iOS 26.5", axes="horizontal")
    view.layout(strip(count, size, 420), (count * size, 420))
    view.stay(700)

    def flick(distance, milliseconds, stops=False):
        velocity = view.drag(distance, milliseconds, stops)
        card = round((view.offset[0] + 2 * velocity) / size)
        goal = min(max(card, 0), count - 1) * size
        view.phase("interacting", "decelerating", round(velocity, 3))
        view.decelerate(goal, 420 + abs(goal - view.offset[0]) / 6)
        view.phase("decelerating", "idle")
        view.stay(900)

    for distance, milliseconds, stops in ((62, 100, False), (120, 480, True), (48, 110, False), (105, 80, False),
                                          (-75, 110, False), (190, 520, True), (-40, 100, False), (88, 90, False),
                                          (-96, 420, True), (70, 130, False), (-112, 85, False)):
        flick(distance, milliseconds, stops)
    return view.recorded(163)


@case("165-wheel-runs-backwards")
def _(tool):
    view = Drawn("Conversation", (620, 760), "", "Firefox 97", scale=1)
    view.layout([], (620, 6840))
    view.offset[1] = view.end()
    view.stay(900)

    def notches(count, amount, pause):
        for _ in range(count):
            send_wheel(view, amount)
            goal = min(max(view.offset[1] - amount, 0), view.end())
            view.go(goal, 130, "interacting", lambda part: part * (2 - part))
            view.stay(pause)

    notches(3, -100, 120)
    view.stay(700)
    notches(6, 100, 70)
    view.stay(900)
    swipe(view, -360, 210, view.offset[1] - 1180, 1100)
    view.stay(800)
    notches(4, -100, 90)
    view.stay(1100)
    view.pull(240, 420)
    view.stay(600)
    notches(9, 100, 50)
    view.stay(700)
    swipe(view, 310, 190, view.offset[1] + 960, 1000)
    view.stay(900)
    notches(2, -100, 400)
    return view.recorded(165, ("configuration", "phase", "layout"))

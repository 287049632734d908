"""Reads the timeline of a report as people do: with the pointer, the legend and the keys, without a click."""


def use_chart(page):
    """Everything here leaves the page as it was."""
    keys_without_click(page)
    point_and_read(page)
    toggle_curves(page)
    shorten_idle_time(page)


def leave_focus(tab):
    tab.value("void (document.activeElement && document.activeElement.blur())")


def keys_without_click(page):
    tab = page.tab
    leave_focus(tab)
    tab.key("End")
    end = page.now()
    tab.key("Home")
    page.check(page.now() == 0 and end > 0, "Home and End need a click")
    seen = [0]
    for _ in range(3):
        tab.key("n", "n")
        seen.append(page.now())
    page.check(seen == sorted(seen) and seen[1] > 0, f"n goes to {seen}")
    tab.key("p", "p")
    page.check(page.now() <= seen[-1], f"p goes from {seen[-1]} to {page.now()}")
    divergences = tab.value("JSON.parse(document.getElementById('data').textContent).divergences.map(d => d.from)")
    tab.key("Home")
    tab.key("d", "d")
    first = min((t for t in divergences if t > 0.001), default=end)
    page.check(abs(page.now() - first) < 0.1, f"d goes to {page.now()}, the first divergence is at {first}")
    tab.key("?", "?")
    page.check(tab.value("document.querySelector('dialog.keys')?.open === true"), "? shows no keys")
    count = tab.value("document.querySelectorAll('dialog.keys dt').length")
    page.check(count >= 15, f"? lists {count} keys")
    tab.value("void document.querySelector('dialog.keys button').click()")
    page.check(tab.value("document.querySelector('dialog.keys').open === false"), "the keys do not close")
    # Who types meets no shortcut; who wants none can turn them off.
    tab.value("void (document.querySelector('dialog.keys input').click())")
    tab.key("Home")
    before = page.now()
    leave_focus(tab)
    tab.key("n", "n")
    page.check(page.now() == before, "keys that are turned off work")
    tab.value("void (document.querySelector('dialog.keys input').click())")
    tab.key("Home")
    tab.key("f", "f")
    page.check(tab.wait("document.fullscreenElement !== null"), "f does not fill the screen")
    tab.key("f", "f")
    page.check(tab.wait("document.fullscreenElement === null"), "f does not leave the full screen")
    tab.drawn()


def point_and_read(page):
    """The pointer lists every curve, and leaves no trace."""
    tab = page.tab
    x, y, _, _ = middle(tab)
    tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    tab.drawn()
    lines = tab.value("[...document.querySelectorAll('.readout:not([hidden]) div')].map(e => e.textContent)")
    tracks = tab.value("JSON.parse(document.getElementById('data').textContent).tracks.filter(t => t.t.length).length")
    page.check(len(lines) == tracks, f"the pointer reads {lines} of {tracks} curves")
    page.check(all(" pt" in line for line in lines), f"the pointer reads {lines}")
    tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    tab.drawn()
    page.check(tab.value("document.querySelector('.readout').hidden"), "the reading stays when the pointer has left")


def middle(tab):
    box = tab.value("(() => { const b = document.getElementById('timeline'); b.scrollIntoView({block: 'center'}); "
                    "const r = b.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()")
    return box[0] + box[2] / 2, box[1] + box[3] / 3, box[2], box[3]


def toggle_curves(page):
    """A curve of the legend hides with its drawing, and the last one stays."""
    tab = page.tab
    count = tab.value("document.querySelectorAll('.legend button.toggle').length")
    tracks = tab.value("JSON.parse(document.getElementById('data').textContent).tracks.length")
    page.check(count == (tracks if tracks > 1 else 0), f"{count} curves of {tracks} can be hidden")
    if count < 2:
        return
    whole = page.picture()
    views = "[...document.querySelectorAll('.views figure')].filter(e => !e.hidden).length"
    for number in range(count):
        tab.value(f"void document.querySelectorAll('.legend button.toggle')[{number}].click()")
    tab.drawn()
    page.check(tab.value(views) == 1, f"{tab.value(views)} drawings are left of hidden curves")
    page.check(page.picture() != whole, "hiding a curve changes nothing")
    tab.value("document.querySelectorAll('.legend button.toggle[aria-pressed=\"false\"]').forEach(e => e.click())")
    tab.drawn()
    page.check(page.picture() == whole, "curves that are shown again are drawn otherwise")


def shorten_idle_time(page):
    """Idle time is shorter in the picture; a click goes to the time that is drawn there in both."""
    tab = page.tab
    if not tab.value("document.getElementById('idle') !== null"):
        return
    pressed = "document.getElementById('idle').getAttribute('aria-pressed')"
    tab.key("Home")
    before, state = page.picture(), tab.value(pressed)
    for _ in range(2):
        leave_focus(tab)
        tab.key("i", "i")
        x, y, _, _ = middle(tab)
        for kind in ("mousePressed", "mouseReleased"):
            tab.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        tab.drawn()
        page.check(page.now() > 0, "a click in the middle goes to the start")
    page.check(tab.value(pressed) == state, "i does not shorten and lengthen idle time")
    leave_focus(tab)
    tab.key("Home")
    tab.drawn()
    page.check(page.picture() == before, "idle time is drawn otherwise than before")

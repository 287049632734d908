"""Searches, filters and sorts the two pages that list many traces: the index of a folder of reports and the
problems of a triage."""

# The longest time between an input and the new layout of the page, in milliseconds. While people type they
# notice a tenth of a second; a new order lays out the whole table.
LIMITS = {"search": 150, "filter": 150, "sort": 500}

TIMED = """(async () => {
    let best = Infinity;
    for (let attempt = 0; attempt < 3; attempt++) {
        %s;
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        const start = performance.now();
        %s;
        document.body.offsetHeight;
        best = Math.min(best, performance.now() - start);
    }
    return best;
})()"""


class ListPage:
    """A page with a search, choices and a list; `kind` is what the list contains."""

    def __init__(self, page, shown):
        self.page, self.tab, self.shown_texts = page, page.tab, shown
        self.times = {}

    def shown(self):
        return self.tab.value(self.shown_texts)

    def clear(self):
        self.tab.value("void document.getElementById('clear').click()")

    def time(self, name, before, script):
        """The quickest of three times, or their mean of processor time if that is less: a machine that is busy
        otherwise says nothing about the page."""
        start = self.tab.spent()
        quickest = self.tab.value(TIMED % (before, script))
        mean = (self.tab.spent() - start) / 3 * 1000
        self.times[name] = max(self.times.get(name, 0), min(quickest, mean))

    def search(self, word):
        text = "const s = document.getElementById('search'); s.value = %s; s.dispatchEvent(new Event('input'))"
        self.time("search", "{" + text % "''" + "}", "{" + text % repr(word) + "}")
        return self.shown()

    def choose(self, element, index):
        """Chooses an option of a select, which a script names; returns its text."""
        text = f"const s = {element}; s.selectedIndex = %d; s.dispatchEvent(new Event('change'))"
        self.time("filter", "{" + text % 0 + "}", "{" + text % index + "}")
        return self.tab.value(f"{element}.selectedOptions[0].textContent")

    def options(self, element):
        return self.tab.value(f"{element}.options.length")

    def holds(self, condition, sentence):
        self.page.check(condition, sentence)


def use_index(page):
    """Uses the search of a page that has one; returns the longest times, in milliseconds, by what was done."""
    if not page.tab.value("document.getElementById('search') !== null"):
        return {}
    times = use_traces(page) if page.tab.value("document.getElementById('traces') !== null") else use_problems(page)
    for name, time in times.items():
        page.check(time < LIMITS[name], f"a {name} takes {time:.0f} ms")
    return times


def use_traces(page):
    """An index of more than a few traces can be searched, filtered and sorted."""
    tab = page.tab
    rows = "[...document.querySelectorAll('#traces tbody tr')]"
    index = ListPage(page, f"{rows}.filter(e => !e.hidden).map(e => e.textContent)")
    count = len(index.shown())
    matches = "document.getElementById('matches').textContent"
    index.holds(tab.value(matches) == f"{count} of {count} traces", "the index does not say how many traces it shows")
    tab.key("/", "/")
    index.holds(tab.value("document.activeElement.id") == "search", "/ does not go to the search")
    word = tab.value("document.querySelector('#traces tbody tr:last-child td:nth-child(2) a').textContent")
    tab.call("Input.insertText", text=word)
    tab.settle()
    typed = index.shown()
    index.holds(0 < len(typed) <= count and any(word in text for text in typed), f"{word!r} is not found")
    index.holds(tab.value(matches) == f"{len(typed)} of {count} traces", "the number of matches is wrong")
    index.holds(index.search(word) == typed, f"{word!r} is found otherwise when it is typed")
    # What no trace has leaves neither traces nor groups.
    index.holds(index.search("no such word") == [], "a word that no trace has is found")
    left = tab.value("[...document.querySelectorAll('article')].filter(e => !e.hidden).length")
    index.holds(left == 0, f"{left} groups without a trace are shown")
    index.clear()
    index.holds(len(index.shown()) == count, "Clear does not show all traces again")
    for name in ("severity", "detector", "configuration"):
        element = f"document.getElementById('{name}')"
        sizes = 0
        for option in range(1, index.options(element)):
            chosen, left = index.choose(element, option), index.shown()
            index.holds(left, f"no trace has the {name} {chosen!r}")
            sizes += len(left)
            if name == "severity":
                index.holds(all(text.startswith(chosen) for text in left), f"{left} are not {chosen!r}")
        # Each trace has one severity.
        index.holds(name != "severity" or sizes == count, f"{sizes} of {count} traces have a severity")
        index.clear()
    sort_traces(index)
    return index.times


def sort_traces(index):
    """Every column sorts up and, chosen again, down; what is hidden stays hidden."""
    tab = index.tab
    for column in range(tab.value("document.querySelectorAll('#traces th').length")):
        cells = f"[...document.querySelectorAll('#traces tbody tr')].map(e => e.cells[{column}].textContent)"
        button = f"document.querySelectorAll('#traces th button')[{column}].click()"
        other = f"document.querySelectorAll('#traces th button')[{(column + 1) % 2}].click()"
        index.time("sort", other, button)
        up = tab.value(cells)
        tab.value(f"void {button}")
        down = tab.value(f"document.querySelectorAll('#traces th')[{column}].getAttribute('aria-sort')")
        index.holds(up == tab.value(cells)[::-1] and down == "descending", f"column {column} is not sorted")
        numbers = [number(text) for text in up]
        index.holds(column < 3 or numbers == sorted(numbers), f"column {column} is not sorted by its numbers")
    tab.value("void document.querySelectorAll('#traces th button')[0].click()")


def number(text):
    """The number in front of a unit; 0 without one."""
    digits = text.replace("\u2009", "").replace(",", "").split(" ")[0]
    return float(digits) if digits.replace(".", "", 1).isdigit() else 0.0


def use_problems(page):
    """The problems of a triage: numbers follow search and filters, and the order follows the choice."""
    tab = page.tab
    articles = "[...document.querySelectorAll('#problems article')]"
    index = ListPage(page, f"{articles}.filter(e => !e.hidden).map(e => e.textContent)")
    count = len(index.shown())
    # Captures that could not be judged have an article, and are no problem of the app.
    problems = tab.value(f"{articles}.filter(e => e.dataset.kind !== 'failure').length")
    matches = "document.getElementById('matches').textContent"
    everything = tab.value(matches)
    index.holds(everything.startswith(f"{problems} of {problems} problems, "),
                f"the page counts {everything!r}, not {problems} problems")
    index.holds(index.search("no such word") == [], "a word that no problem has is found")
    word = tab.value(f"{articles}.at(-1).querySelector('h3').lastChild.textContent").split(",")[0].strip()
    index.holds(any(word in text for text in index.search(word)), f"{word!r} is not found")
    index.clear()
    index.holds(tab.value(matches) == everything, "Clear does not show all problems again")
    for number in range(tab.value("document.querySelectorAll('#filters select').length")):
        element = f"document.querySelectorAll('#filters select')[{number}]"
        for option in range(1, min(12, index.options(element))):
            chosen = index.choose(element, option)
            index.holds(tab.value(matches) != "", f"{chosen!r} has no count")
        index.clear()
    for option in range(index.options("document.getElementById('sort')")):
        text = f"{{ const s = document.getElementById('sort'); s.selectedIndex = %d; s.dispatchEvent(new Event('change')) }}"
        index.time("sort", text % ((option + 1) % 2), text % option)
        index.holds(len(index.shown()) == count, "sorting hides problems")
    counts = f"{articles}.map(e => parseInt(e.querySelector('.count b').textContent))"
    tab.value("{ const s = document.getElementById('sort'); s.value = 'count'; s.dispatchEvent(new Event('change')) }")
    order = tab.value(counts)
    index.holds(order == sorted(order, reverse=True), f"the problems are not in the order of their traces: {order}")
    tab.value("{ const s = document.getElementById('sort'); s.value = 'weight'; s.dispatchEvent(new Event('change')) }")
    return index.times

#!/usr/bin/env python3
"""Checks the wording of everything that people read. Plain Python 3, no packages.

1. The words of Scripts/words/dialect.tsv must not occur in the pages (README.md, CONTRIBUTING.md,
   CHANGELOG.md, docs/**/*.md except pages generated from code, READMEs of fixtures and benchmarks), in
   comments of schema.sql, Swift, C and scripts, or in string literals of Sources/**/*.swift.
   Scripts/words/allowed.tsv lists exceptions. Literals that still contain such words are counted in
   Scripts/words/sources-remaining.txt; a count may only decrease.
2. Sentences of README.md, docs/getting-started.md and docs/concepts.md have at most 30 words.
3. docs/glossary.md is complete: every word of a public name, a table, a view or a verb is a word of
   the glossary or of Scripts/words/field.txt. Names that are not are in Scripts/words/names-remaining.txt;
   the list may only shrink.

usage: Scripts/check-words.py               check; exit 1 with file:line for each failure
       Scripts/check-words.py --shrink      remove what is resolved from the two lists
       Scripts/check-words.py --self-test   check that each rule can fail
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORDS = ROOT / "Scripts/words"
LONGEST = 30
SHORT_PAGES = ["README.md", "docs/getting-started.md", "docs/concepts.md"]
GENERATED = re.compile(
    r"docs/(cli|errors|semantics|gallery|mutation|promises|conformance|configuration-keys)\.md"
    r"|docs/detectors/.*")


def rows(path, columns):
    """The rows of a table of tab-separated values; lines that begin with # are comments."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != columns:
            sys.exit(f"check-words: {path.name}:{number}: expected {columns} columns")
        yield cells


class Dialect:
    """The patterns that are searched, each with what to write instead and an example."""

    def __init__(self, table):
        self.entries = [(re.compile(p, re.IGNORECASE), instead, example)
                        for p, instead, example in table]
        self.any = re.compile("|".join(p for p, _, _ in table), re.IGNORECASE)

    def hits(self, text):
        """Yields position, matched words and advice."""
        if not self.any.search(text):
            return
        for pattern, instead, _ in self.entries:
            for match in pattern.finditer(text):
                yield match.start(), " ".join(match.group().lower().split()), instead


# Text for people ------------------------------------------------------------------------------

def blank(match):
    """Spaces in place of a match, so that positions and lines stay."""
    return re.sub(r"[^\n]", " ", match.group())


def prose(markdown):
    """A page without code, addresses and markup; positions stay the same."""
    markdown = re.sub(r"^```.*?^```[^\n]*$", blank, markdown, flags=re.S | re.M)
    markdown = re.sub(r"(?:^(?:    |\t)[^\n]*\n?)+", lambda m: blank(m) if is_code(m) else m.group(),
                      markdown, flags=re.M)
    for pattern in (r"``.+?``", r"`[^`]+`", r"<!--.*?-->", r"<[^>\n]+>", r"(?<=\])\([^)\n]*\)",
                    r"https?://\S+"):
        markdown = re.sub(pattern, blank, markdown, flags=re.S)
    return markdown


def is_code(match):
    """Whether indented lines are a code block: they follow an empty line that ends no list item."""
    before = match.string[: match.start()].rstrip("\n").rsplit("\n", 1)[-1]
    return match.string[: match.start()].endswith("\n\n") and not re.match(r"\s*([-*]|\d+\.) |  ", before)


def sentences(markdown):
    """Yields line and text of each sentence outside code, tables and headings."""
    text = re.sub(r"`[^`\n]+`", "code", markdown)
    text = prose(text)
    text = re.sub(r"^\s*(\||#|@).*$", blank, text, flags=re.M)
    start = 0
    for part in re.split(r"(\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) ))", text):
        line = text.count("\n", 0, start) + 1
        for sentence in re.split(r"(?<=[.!?:])[*_\")]*\s+", part):
            yield line + part[: part.find(sentence)].count("\n"), sentence
        start += len(part)


COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
OPENING = re.compile(r'(#*)("""|")')


def literals(swift):
    """Yields position and text of each string literal, also those inside interpolations."""
    yield from _literals(swift, 0, len(swift), 0)


def _literals(text, place, end, _):
    while place < end:
        if text.startswith("//", place) or text.startswith("/*", place):
            match = COMMENT.match(text, place)
            place = match.end() if match else place + 2
            continue
        match = OPENING.match(text, place)
        if not match:
            candidates = [i for i in (text.find('"', place, end), text.find("//", place, end),
                                      text.find("/*", place, end)) if i >= 0]
            if not candidates:
                return
            following = min(candidates)
            # Pound signs before a quote belong to it.
            while text[following] == '"' and following > place and text[following - 1] == "#":
                following -= 1
            place = following if following > place else place + 1
            continue
        hashes, quote = match.groups()
        closing, escape = quote + hashes, "\\" + hashes
        start = place = match.end()
        pieces = []
        while place < end and not text.startswith(closing, place):
            if text.startswith(escape + "(", place):
                pieces.append(text[start:place])
                inner = place + len(escape) + 1
                place = matching(text, inner, end)
                yield from _literals(text, inner, place, 0)
                pieces.append(" " * len(escape) + " " + re.sub(r"[^\n]", " ", text[inner:place]))
                start = place
            elif text.startswith(escape, place):
                place += len(escape) + 1
            else:
                place += 1
        pieces.append(text[start:place])
        yield match.end(), "".join(pieces)
        place += len(closing)


def matching(text, place, end):
    """The position of the parenthesis that closes the one before a position."""
    depth = 1
    while place < end:
        match = OPENING.match(text, place)
        if match:
            closing = match.group(2) + match.group(1)
            escape = "\\" + match.group(1)
            place = match.end()
            while place < end and not text.startswith(closing, place):
                if text.startswith(escape + "(", place):
                    place = matching(text, place + len(escape) + 1, end) + 1
                elif text.startswith(escape, place):
                    place += len(escape) + 1
                else:
                    place += 1
            place += len(closing)
            continue
        if text[place] == "(":
            depth += 1
        elif text[place] == ")":
            depth -= 1
            if depth == 0:
                return place
        place += 1
    return end


# Names ----------------------------------------------------------------------------------------

DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)\n]*\))?\s+)*public\s+(?:final\s+|indirect\s+)*"
    r"(?:struct|enum|class|protocol|actor)\s+(\w+)", re.M)


def words(name):
    """The words of a name in camel case, with underscores or hyphens, in lower case."""
    name = re.sub(r"(?<=[A-Z])s(?=$|_|-)", "", name)
    return [w.lower() for w in re.findall(r"[A-Z]+(?=[A-Z][a-z]|\b|_|\d)|[A-Z]?[a-z]+|[A-Z]+", name)
            if len(w) > 1]


def stems(word):
    """The word, and what it may be a form of."""
    yield word
    for ending, replacement in (("s", ""), ("es", ""), ("es", "is"), ("ies", "y")):
        if word.endswith(ending):
            yield word[: -len(ending)] + replacement


def public_names(files, schema, verbs):
    """Each public name with where it is declared."""
    names = {}
    for path, text in files:
        for match in DECLARATION.finditer(text):
            line = text.count("\n", 0, match.start(1)) + 1
            names.setdefault(match.group(1), f"{path}:{line}")
    for match in re.finditer(r"^CREATE (?:TABLE|VIEW) (\w+)", schema, re.M):
        names.setdefault(match.group(1), f"schema.sql:{schema.count(chr(10), 0, match.start()) + 1}")
    for match in re.finditer(r"^## scrolltrace ([a-z-]+)", verbs, re.M):
        names.setdefault(match.group(1), f"docs/cli.md:{verbs.count(chr(10), 0, match.start()) + 1}")
    return names


def headwords(glossary):
    """The words of the first column of the glossary's tables."""
    found = set()
    for line in glossary.splitlines():
        match = re.match(r"\| ([^|]+) \|", line)
        if match and match.group(1) not in ("word", "---"):
            found |= set(re.findall(r"[a-z]+", match.group(1).lower()))
    return found


# Checks ---------------------------------------------------------------------------------------

class Checker:
    """The failures of one run."""

    def __init__(self, dialect, allowed):
        self.dialect = dialect
        self.allowed = allowed
        self.used = set()
        self.failures = []

    def is_allowed(self, path, found):
        for entry in self.allowed:
            where, phrase = entry
            if (path == where or where.endswith("/") and path.startswith(where)) and phrase == found:
                self.used.add(entry)
                return True
        return False

    def fail(self, place, message):
        self.failures.append(f"{place}: {message}")

    def page(self, path, text):
        for position, found, instead in self.dialect.hits(prose(text)):
            if not self.is_allowed(path, found):
                line = text.count("\n", 0, position) + 1
                self.fail(f"{path}:{line}", f"'{found}': write {instead}")

    def lengths(self, path, text):
        for line, sentence in sentences(text):
            count = len(re.findall(r"\S*\w\S*", sentence))
            if count > LONGEST:
                self.fail(f"{path}:{line}", f"a sentence of {count} words, at most {LONGEST}: "
                          f"'{' '.join(sentence.split())[:60]} …'")

    def source_hits(self, path, text):
        """Where literals of a file contain words of the dialect, by phrase."""
        found = collections.defaultdict(list)
        for position, literal in literals(text):
            # A literal without a space is a key or a name, which the names are checked for.
            if " " not in literal.strip():
                continue
            for offset, phrase, instead in self.dialect.hits(literal):
                if not self.is_allowed(path, phrase):
                    line = text.count("\n", 0, position + offset) + 1
                    found[phrase].append((line, instead))
        return found

    def sources(self, hits, known):
        """Compares the hits with the counts that are known; files may be renamed, counts may not grow."""
        totals = collections.Counter()
        for (path, phrase), places in hits.items():
            totals[phrase] += len(places)
        allowed = collections.Counter()
        for (path, phrase), count in known.items():
            allowed[phrase] += count
        for (path, phrase), places in sorted(hits.items()):
            if len(places) > known.get((path, phrase), 0) and totals[phrase] > allowed[phrase]:
                for line, instead in places[known.get((path, phrase), 0):]:
                    self.fail(f"{path}:{line}", f"'{phrase}' in a text for people: write {instead}")

    def glossary(self, names, heads, field, remaining):
        for word in sorted(field):
            for _, found, _ in self.dialect.hits(word):
                self.fail("Scripts/words/field.txt", f"'{found}' is a word of the dialect")
        for name, place in sorted(names.items()):
            path = place.partition(":")[0]
            missing = [w for w in words(name) if not any(s in heads or s in field for s in stems(w))
                       and not self.is_allowed(path, w)]
            if missing and name not in remaining:
                self.fail(place, f"{name}: '{', '.join(missing)}' is neither in docs/glossary.md nor in "
                          "Scripts/words/field.txt")
            yield name, missing


def files(pattern):
    return [(str(p.relative_to(ROOT)), p.read_text()) for p in sorted(ROOT.glob(pattern))]


def load():
    dialect = Dialect(list(rows(WORDS / "dialect.tsv", 3)))
    allowed = [(path, phrase) for path, phrase, _ in rows(WORDS / "allowed.tsv", 3)]
    return Checker(dialect, allowed)


def pages():
    found = [(n, (ROOT / n).read_text())
             for n in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Benchmarks/README.md")]
    found += files("fixtures/**/README.md")
    found += [(p, t) for p, t in files("docs/**/*.md") if not GENERATED.fullmatch(p)]
    return found + [("schema.sql", comments((ROOT / "schema.sql").read_text()))]


def comments(sql):
    """The comments of a script; everything else is blank."""
    return "\n".join(" " * line.find("--") + line[line.find("--"):] if "--" in line else ""
                     for line in sql.split("\n"))


COMMENTED = {"//": ["Sources/**/*.swift", "Tests/**/*.swift", "Benchmarks/**/*.swift", "Fuzz/Sources/**/*.swift",
                    "EngineModule/*.swift", "Sources/**/*.[ch]", "Tests/**/*.[ch]", "Benchmarks/Sources/**/*.[ch]",
                    "EngineModule/*.c"],
             "#": ["Scripts/**/*.py", "Scripts/**/*.sh", "integrations/**/*.py"]}


def comment_lines(text, mark):
    """The lines of a source that are comments as a whole; everything else is blank."""
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(line.lstrip("/#").strip() if line.startswith(mark) else "" for line in lines)


def word_list(name):
    return {line.strip() for line in (WORDS / name).read_text().splitlines()
            if line.strip() and not line.startswith("#")}


REMAINING_HEADER = "# Words of the dialect that string literals still contain: file, phrase, count. Counts only decrease.\n"
NAMES_HEADER = "# Public names with words that are in neither the glossary nor field.txt. The list only shrinks.\n"


def check(shrinks):
    checker = load()
    for path, text in pages():
        checker.page(path, text)
    for path in SHORT_PAGES:
        checker.lengths(path, (ROOT / path).read_text())
    for mark, patterns in COMMENTED.items():
        for path, text in (file for pattern in patterns for file in files(pattern)):
            if ".build/" not in path:
                checker.page(path, comment_lines(text, mark))

    sources = files("Sources/**/*.swift")
    hits = {}
    for path, text in sources:
        for phrase, places in checker.source_hits(path, text).items():
            hits[path, phrase] = places
    known = {(p, f): int(n) for p, f, n in rows(WORDS / "sources-remaining.txt", 3)}
    checker.sources(hits, known)

    names = public_names(sources, (ROOT / "schema.sql").read_text(), (ROOT / "docs/cli.md").read_text())
    heads = headwords((ROOT / "docs/glossary.md").read_text())
    remaining = word_list("names-remaining.txt")
    missing = {name for name, words in checker.glossary(names, heads, word_list("field.txt"), remaining) if words}
    for entry in checker.allowed:
        if entry not in checker.used:
            checker.fail("Scripts/words/allowed.tsv", f"'{entry[1]}' in {entry[0]} does not occur; remove it")

    if checker.failures:
        print("\n".join(checker.failures))
        print(f"check-words: {len(checker.failures)} failures; Scripts/words/dialect.tsv lists the words")
        return 1
    left, names_left = sum(len(p) for p in hits.values()), len(remaining & missing)
    if shrinks:
        table = "".join(f"{p}\t{f}\t{len(places)}\n" for (p, f), places in sorted(hits.items()))
        (WORDS / "sources-remaining.txt").write_text(REMAINING_HEADER + table)
        (WORDS / "names-remaining.txt").write_text(NAMES_HEADER + "".join(f"{n}\n" for n in sorted(remaining & missing)))
    elif left < sum(known.values()) or names_left < len(remaining):
        print("check-words: some entries are resolved; run Scripts/check-words.py --shrink")
    print(f"check-words: {len(pages())} pages pass; {left} phrases in literals and {names_left} names are still to be replaced")
    return 0


# Self-test ------------------------------------------------------------------------------------

def self_test():
    wrong = []

    def expect(isTrue, what):
        if not isTrue:
            wrong.append(what)

    dialect = Dialect(list(rows(WORDS / "dialect.tsv", 3)))
    for pattern, _, example in dialect.entries:
        expect(pattern.search(example), f"the pattern {pattern.pattern} does not find '{example}'")

    def page(text, allowed=()):
        checker = Checker(dialect, list(allowed))
        checker.page("page.md", text)
        return checker.failures

    expect(page("One.\n\nA trace never tells its size.\n") and
           page("One.\n\nA trace never tells its size.\n")[0].startswith("page.md:3: 'tells'"), "a page with a word")
    expect(page("| a | it lies\nthere |\n"), "a table")
    expect(page("- The offsets lie\n  farther apart.\n"), "a list item")
    expect(not page("Use `tells` here.\n"), "code in a sentence")
    expect(not page("```\nit tells\n```\n"), "a code block")
    expect(not page("[a](https://example.org/tells/) and <https://example.org/lies>\n"), "an address")
    expect(not page("A standard and a bearing are unknown.\n"), "words that only contain one")
    expect(not page("It tells.", [("page.md", "tells")]), "an allowed word")
    expect(page("It tells.", [("other.md", "tells")]), "a word that is allowed elsewhere")

    def long(text):
        checker = Checker(dialect, [])
        checker.lengths("page.md", text)
        return checker.failures

    expect(long("Short.\n\n" + "word " * 31 + ".\n")[0].startswith("page.md:3:"), "a long sentence")
    expect(not long("word " * 30 + ". " + "word " * 30 + "."), "two sentences of 30 words")
    expect(not long("| " + "word " * 40 + " |\n"), "a long table cell")
    expect(not long("**" + "word " * 20 + "end.** " + "word " * 20 + "."), "a sentence in bold")
    expect(not long("```\n" + "word " * 40 + "\n```\n"), "a long code line")
    expect(not long("\n".join("- " + "word " * 20 for _ in range(3))), "three list items")

    def swift(text):
        return {k: [line for line, _ in v] for k, v in Checker(dialect, []).source_hits("a.swift", text).items()}

    expect(swift('let a = 1\nlet b = "a trace tells it"\n') == {"tells": [2]}, "a literal")
    expect(swift('// "a trace tells it"\n/* "it tells" */ let a = "an offset"\n') == {}, "comments")
    expect(swift('let a = """\n  one line\n  it tells\n  """\n') == {"tells": [3]}, "a multi-line literal")
    expect(swift('let a = "of \\(b ? "it tells" : "x y") all"\n') == {"tells": [1]}, "an interpolation")
    expect(swift('let a = "of \\(tells(a)) all"\n') == {}, "code in an interpolation")
    expect(swift('let a = #"a "quote" tells \\n"# + "x"\n') == {"tells": [1]}, "a raw literal")
    expect(swift('let a = "a \\" tells"; let b = "https://tells"\n') == {"tells": [1]}, "an escaped quote")
    expect(swift('let a = "tells"\n') == {}, "a key")

    expect(comment_lines("let a = 1 // b\n  /// it tells\n", "//") == "\nit tells\n", "a comment in Swift")
    expect(comment_lines("#!/bin/sh\n# it tells\necho '#'\n", "#") == "!/bin/sh\nit tells\n\n", "a comment in a script")

    def sources(hits, known):
        checker = Checker(dialect, [])
        checker.sources(hits, known)
        return checker.failures

    two = {("a.swift", "tells"): [(1, "x"), (2, "x")]}
    expect(not sources(two, {("a.swift", "tells"): 2}), "a known count")
    expect(sources(two, {("a.swift", "tells"): 1}) == ["a.swift:2: 'tells' in a text for people: write x"],
           "a count that grew")
    expect(not sources(two, {("b.swift", "tells"): 2}), "a renamed file")
    expect(sources(two, {}), "a new phrase")

    expect(words("XMLTokenizer") == ["xml", "tokenizer"] and words("TargetIDs") == ["target", "id"]
           and words("smoothness_stretch") == ["smoothness", "stretch"] and words("SHA256") == ["sha"]
           and words("infer-layout") == ["infer", "layout"], "the words of names")
    names = public_names([("a.swift", "import X\npublic final class OddThing {}\nstruct Hidden {}\n")],
                         "CREATE TABLE odd_row (\n", "## scrolltrace oddly\n")
    expect(names == {"OddThing": "a.swift:2", "odd_row": "schema.sql:1", "oddly": "docs/cli.md:1"}, "public names")

    def glossary(names, heads, field, remaining=()):
        checker = Checker(dialect, [])
        collections.deque(checker.glossary(names, heads, field, set(remaining)), maxlen=0)
        return checker.failures

    heads = headwords("| word | meaning |\n|---|---|\n| near miss | x |\n| settle | x |\n")
    expect(heads == {"near", "miss", "settle"}, "headwords")
    expect(not glossary({"NearSettles": "a:1"}, heads, set()), "words of the glossary")
    expect(glossary({"OddSettle": "a:1"}, heads, set()) == [
        "a:1: OddSettle: 'odd' is neither in docs/glossary.md nor in Scripts/words/field.txt"], "an unknown word")
    expect(not glossary({"OddSettle": "a:1"}, heads, {"odd"}), "a word of the field")
    expect(not glossary({"OddSettle": "a:1"}, heads, set(), ["OddSettle"]), "a name that is listed")
    expect(glossary({}, heads, {"tally"}), "a word of the dialect in field.txt")
    checker = Checker(dialect, [("a", "odd")])
    expect(list(checker.glossary({"OddSettle": "a:1"}, heads, set(), set())) == [("OddSettle", [])],
           "a word that is allowed in a file")

    for what in wrong:
        print(f"check-words: the self-test fails: {what}")
    print(f"check-words: self-test {'failed' if wrong else 'passed'}, {len(dialect.entries)} patterns")
    return 1 if wrong else 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments == ["--self-test"]:
        sys.exit(self_test())
    if arguments not in ([], ["--shrink"]):
        sys.exit(__doc__)
    try:
        sys.exit(check("--shrink" in arguments))
    except FileNotFoundError as error:
        sys.exit(f"check-words: {error.filename} is missing")

"""Finds the positions of a Swift source at which one thing can be changed, and inserts the choices.

The sources are formatted by swift-format: binary operators have spaces around them, prefix operators do
not. This distinguishes `a < b` from `Range<Int>` without a parser. A position that is mistaken for an
expression does not compile, and the driver skips it.
"""

import dataclasses
import hashlib
import re

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
SUMS = {"+": "-", "-": "+", "&+": "&-", "&-": "&+"}
PRODUCTS = {"*": "/", "/": "*"}
ASSIGNMENTS = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
BOOLEANS = {"&&": "||", "||": "&&"}
BINARY = re.compile(r"(?<=[ \n])(<=|>=|==|!=|&&|\|\||&\+|&-|\+=|-=|\*=|/=|<|>|\+|-|\*|/)(?=[ \n])")
PREFIX = re.compile(r"(?<=[ (\[])([-!])(?=[A-Za-z0-9_(.])")
NUMBER = re.compile(
    r"(?<![\w.$#])(0x[0-9a-f_]+(?:\.[0-9a-f_]+)?(?:p[+-]?\d+)?|\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?)"
    r"(?![\w.]*\w)")
WORD = re.compile(r"(?<![\w.])(true|false)(?!\w)")
EXTREME = re.compile(r"(?<![\w.])(min|max)\(")
CONDITION = re.compile(r"(?<![\w.])(if|guard|while) ")
NO_CLAUSE = re.compile(r"(let|var|case|#|_) ?")
STATEMENT = re.compile(
    r"(?!return|if|guard|while|for|let|var|throw|switch|case|default|else|func|init|self\.init"
    r"|defer|break|continue|static|private|public|mutating|import|extension|struct|enum|@|\.)"
    r"[\w.\[\]?$]+(\(.*\)| (=|\+=|-=) .*[\w)\]])$")
NO_CODE = re.compile(r"\s*(import|@|public import|case |typealias|precedencegroup|infix|prefix|#)")

# First characters of free operators in Swift; three of them name a mutant.
HEADS = [chr(0x2200 + n) for n in (0, 1, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 17, 18, 19, 20, 24, 25, 26, 27)]


@dataclasses.dataclass
class Site:
    """One position, its replacement, and the text of the replacement."""

    path: str
    line: int
    start: int
    end: int
    kind: str
    text: str
    change: str
    key: str = ""
    number: int = 0


def blanked(text):
    """Returns the source with comments and strings blanked, so that positions stay the same."""
    out = list(text)

    def blank(start, end):
        for at in range(start, end):
            if out[at] != "\n":
                out[at] = "_" if text[start] in '"#' else " "

    at = 0
    while at < len(text):
        if text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", at):
            end = text.find("*/", at) + 2
        elif text[at] == '"' or re.match(r'#+"', text[at:at + 4]):
            end = string_end(text, at)
        else:
            at += 1
            continue
        blank(at, end)
        at = end
    return "".join(out)


def string_end(text, at):
    """Returns the end of the string literal that begins at a position, interpolations included."""
    hashes = re.match(r"#*", text[at:]).group()
    at += len(hashes)
    quote = '"""' if text.startswith('"""', at) else '"'
    at += len(quote)
    while at < len(text):
        if text.startswith(quote + hashes, at):
            return at + len(quote) + len(hashes)
        if text.startswith("\\" + hashes + "(", at):
            at = group_end(text, at + 1 + len(hashes))
        elif text[at] == "\\" and not hashes:
            at += 2
        else:
            at += 1
    return at


def group_end(text, at):
    """Returns the end of the parenthesis that opens at a position."""
    depth = 0
    while at < len(text):
        if text[at] == '"':
            at = string_end(text, at)
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at
    return at


def clauses(code, at, is_guard):
    """Yields the positions of the Boolean parts of a condition."""
    depth, start = 0, at
    while at < len(code):
        char = code[at]
        is_end = code.startswith(" else ", at) or code.startswith("\n", at) and re.match(
            r"\s+else\b", code[at:]) if is_guard else char == "{" and code[at - 1] in " \n"
        if depth == 0 and (is_end or char == ","):
            first = start + len(code[start:at]) - len(code[start:at].lstrip())
            last = at - (len(code[start:at]) - len(code[start:at].rstrip()))
            if first < last and not NO_CLAUSE.match(code, first):
                yield first, last
            if is_end:
                return
            start = at + 1
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(char, 0)
        if depth < 0:
            return
        at += 1


def binary(code, found):
    operator = found.group(1)
    before = code[:found.start()].rstrip()
    if before.endswith(("func", "operator", "=", "(", "[", ",", "{", "in")):
        return None
    if operator in COMPARISONS:
        turn = int(hashlib.sha256(code[max(0, found.start() - 40):found.end() + 40].encode())
                   .hexdigest(), 16) % 2
        return ("comparison", (TURNED if turn else COMPARISONS)[operator])
    if re.match(r" 0\.0\b", code[found.end():]):
        return None  # `+ 0.0` turns a negative zero into a positive one; both are equal
    for kind, table in (("sign", SUMS), ("sign", PRODUCTS), ("sign", ASSIGNMENTS), ("boolean", BOOLEANS)):
        if operator in table:
            return (kind, table[operator])
    return None


def found_in(path, text):
    """Returns all positions of a source."""
    code = blanked(text)
    sites = []

    def add(start, end, kind, change):
        if not NO_CODE.match(code[code.rfind("\n", 0, start) + 1:]):
            sites.append(Site(
                path, code.count("\n", 0, start) + 1, start, end, kind, text[start:end], change))

    for found in BINARY.finditer(code):
        if change := binary(code, found):
            add(found.start(1), found.end(1), *change)
    for found in PREFIX.finditer(code):
        kind = "sign" if found.group(1) == "-" else "boolean"
        add(found.start(1), found.end(1), kind + " before", "nothing")
    for found in NUMBER.finditer(code):
        if not re.search(r"\+ $", code[:found.start()]) or found.group(1) != "0.0":
            is_whole = re.fullmatch(r"[\d_]+|0x[0-9a-f_]+", found.group(1))
            # Twice 0.0 is the same number.
            is_zero = not re.search("[1-9]", found.group(1))
            add(found.start(1), found.end(1), "off by one" if is_whole else "constant",
                "one more" if is_whole or is_zero else "twice as much")
    for found in WORD.finditer(code):
        add(found.start(1), found.end(1), "boolean value", "false" if found.group(1) == "true" else "true")
    for found in EXTREME.finditer(code):
        add(found.start(1), found.end(), "extreme", "max" if found.group(1) == "min" else "min")
    for found in CONDITION.finditer(code):
        for start, end in clauses(code, found.end(), found.group(1) == "guard"):
            add(start, end, "branch", "its opposite")
    at = 0
    before = ""
    for line in code.split("\n"):
        stripped = line.strip()
        if STATEMENT.match(stripped) and balanced(stripped) and before.endswith(("{", "}", ")", ":")):
            start = at + len(line) - len(line.lstrip())
            add(start, at + len(line.rstrip()), "statement", "nothing")
        before = stripped or before
        at += len(line) + 1
    return keyed(sites, text.split("\n"))


def balanced(line):
    return all(line.count(a) == line.count(b) for a, b in ("()", "[]", "{}"))


def keyed(sites, lines):
    """Gives each position a name that does not depend on other lines of the file."""
    seen = {}
    for site in sorted(sites, key=lambda site: (site.start, -site.end)):
        line = lines[site.line - 1].strip()
        stem = f"{site.path}|{line}|{site.text}|{site.kind}"
        seen[stem] = seen.get(stem, 0) + 1
        digest = hashlib.sha256(f"{stem}|{seen[stem]}".encode()).hexdigest()[:10]
        site.key = f"{site.path.removeprefix('Sources/')}#{digest}"
    return sites


def name(number):
    """Returns the operator of a mutant."""
    count = len(HEADS)
    return HEADS[number // count // count] + HEADS[number // count % count] + HEADS[number % count]


def numbers_in(text):
    """Returns the numbers of the mutants that a rewritten source asks for."""
    heads = "".join(HEADS)
    count = len(HEADS)
    found = {int(number) for number in re.findall(r"mutant[A-Z]\w+\((\d+)[,)]", text)}
    for word in re.findall(f"[{heads}]{{3}}", text):
        high, middle, low = (HEADS.index(char) for char in word)
        found.add((high * count + middle) * count + low)
    return found


def rewritten(text, sites):
    """Returns a source in which each position checks which mutant is active."""
    edits = []
    for site in sites:
        n = site.number
        if site.kind in ("comparison", "sign", "boolean", "sign before", "boolean before"):
            edits.append((site.start, site.end, name(n)))
        elif site.kind == "extreme":
            edits.append((site.start, site.end, f"mutant{site.text[:-1].title()}({n}, "))
        elif site.kind == "boolean value":
            edits.append((site.start, site.end, f"mutantFlip({n}, {site.text})"))
        elif site.kind in ("constant", "off by one"):
            word = "Constant" if site.kind == "constant" else "Count"
            edits.append((site.start, site.end, f"mutant{word}({n}, {site.text})"))
        else:
            before = f"mutantFlip({n}, " if site.kind == "branch" else f"if mutantKeeps({n}) {{ "
            edits.append((site.start, site.start, before))
            edits.append((site.end, site.end, ")" if site.kind == "branch" else " }"))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


PRELUDE = """\
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let activeMutant: Int = getenv("SCROLLTRACE_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1

func mutantFlip(_ number: Int, _ value: Bool) -> Bool { (activeMutant == number) != value }
func mutantKeeps(_ number: Int) -> Bool { activeMutant != number }
func mutantCount<N: Numeric>(_ number: Int, _ value: N) -> N {
  activeMutant == number ? value + 1 : value
}
func mutantConstant<N: FloatingPoint & ExpressibleByFloatLiteral>(_ number: Int, _ value: N) -> N {
  activeMutant == number ? (value == 0 ? 1 : value * 2) : value
}
func mutantMin<C: Comparable>(_ number: Int, _ a: C, _ b: C) -> C {
  activeMutant == number ? max(a, b) : min(a, b)
}
func mutantMax<C: Comparable>(_ number: Int, _ a: C, _ b: C) -> C {
  activeMutant == number ? min(a, b) : max(a, b)
}
"""

PRECEDENCES = {
    "comparison": "ComparisonPrecedence", "+": "AdditionPrecedence", "-": "AdditionPrecedence",
    "&+": "AdditionPrecedence", "&-": "AdditionPrecedence", "*": "MultiplicationPrecedence",
    "/": "MultiplicationPrecedence", "&&": "LogicalConjunctionPrecedence",
    "||": "LogicalDisjunctionPrecedence",
}


def declarations(sites):
    """Returns the Swift source that declares the helpers of `rewritten` for one module."""
    parts = [PRELUDE]
    for site in sites:
        operator, n, old, new = name(site.number), site.number, site.text, site.change
        if site.kind in ("sign before", "boolean before"):
            parts.append(f"prefix operator {operator}")
            types = ["Bool"] if old == "!" else ["N"]
            generic = "" if old == "!" else "<N: SignedNumeric>"
            parts.append(
                f"prefix func {operator}{generic}(a: {types[0]}) -> {types[0]} "
                f"{{ activeMutant == {n} ? a : {old}a }}")
        elif site.kind in ("comparison", "sign", "boolean"):
            precedence = PRECEDENCES.get(site.kind) or PRECEDENCES.get(old, "AssignmentPrecedence")
            parts.append(f"infix operator {operator}: {precedence}")
            parts.extend(function(operator, n, old, new, site.kind))
    return "\n".join(parts) + "\n"


def function(operator, n, old, new, kind):
    choice = f"activeMutant == {n} ? a {new} b : a {old} b"
    if kind == "boolean":
        choice = f"activeMutant == {n} ? try a {new} b() : try a {old} b()"
        return [f"func {operator}(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
                f"{{ {choice} }}"]
    if kind == "comparison":
        protocol = "Equatable" if old in ("==", "!=") else "Comparable"
        return [f"func {operator}<C: {protocol}>(a: C, b: C) -> Bool {{ {choice} }}"]
    protocols = {"*": ("FloatingPoint", "BinaryInteger"), "/": ("FloatingPoint", "BinaryInteger"),
                 "*=": ("FloatingPoint",), "/=": ("FloatingPoint",), "&+": ("FixedWidthInteger",),
                 "&-": ("FixedWidthInteger",)}.get(old, ("Numeric",))
    if old in ASSIGNMENTS:
        body = f"if activeMutant == {n} {{ a {new} b }} else {{ a {old} b }}"
        return [f"func {operator}<N: {p}>(a: inout N, b: N) {{ {body} }}" for p in protocols]
    return [f"func {operator}<N: {p}>(a: N, b: N) -> N {{ {choice} }}" for p in protocols]

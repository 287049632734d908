"""The causes that a generated corpus contains, each with random scenes, gestures and numbers.

A cause is what an app's author would call one bug. `draw` makes one recording of it with the tool's
simulator. This file does not use triage's own grouping.
"""
import json
import pathlib
import random
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GALLERY = ROOT / "fixtures/gallery"

# Lengths of the gallery's scenes are multiplied by one of these factors, so that all numbers vary.
FACTORS = (0.75, 0.8, 0.9, 1, 1.1, 1.2, 1.25, 1.5)

# Gallery causes, each with the cases that show it. Where two reports lead to the same recording,
# such as a lost visibility report and a set that was not recomputed, only one of them is used.
GALLERY_CAUSES = {
    "ids-change-during-settle": ["A02-id"],
    "two-handlers-answer-each-other": ["A02", "BUG-38"],
    "scroll-to-visible-row": ["A03"],
    "id-stays-after-program-scroll": ["A04", "BUG-37"],
    "lazy-estimate-corrected": ["A05", "A10"],
    "row-grows-after-jump": ["A07"],
    "moves-with-another-list": ["A09"],
    "inset-back-and-forth": ["A12"],
    "inserted-above": ["A13", "BUG-19"],
    "page-counts-insets": ["B01"],
    "page-misses-spacing": ["B05", "SEED-07"],
    "rest-chosen-from-overscroll": ["B07"],
    "scroll-stops-one-early": ["B08"],
    "end-cannot-align": ["B09", "D05"],
    "item-lost-after-resize": ["B12", "D03"],
    "goes-the-wrong-way-first": ["B13"],
    "keyboard-keeps-bound-row": ["BUG-03", "BUG-20"],
    "frames-missing": ["BUG-05"],
    "write-cuts-settle": ["BUG-14"],
    "scroll-into-the-void": ["BUG-15"],
    "appended-below-the-fold": ["BUG-16"],
    "parked-past-the-end": ["BUG-18"],
    "geometry-in-two-conventions": ["BUG-25"],
    "inset-rounded-by-turns": ["BUG-26"],
    "height-by-turns": ["BUG-27"],
    "opens-with-an-animation": ["BUG-24", "BUG-45"],
    "initial-id-ignored": ["BUG-36"],
    "optional-id": ["BUG-39"],
    "id-stays-while-scrolling": ["BUG-40"],
    "leap-when-container-changes": ["BUG-41"],
    "passed-between-reports": ["BUG-43"],
    "taller-than-the-threshold": ["BUG-44"],
    "scroll-without-target-layout": ["BUG-47"],
    "interval-not-on-pixels": ["C02"],
    "not-reported-at-rest": ["C14"],
    "not-reported-at-first": ["C12"],
    "places-end-too-early": ["D01"],
    "sizes-change-during-settle": ["D04"],
    "page-a-hair-too-short": ["D07"],
    "touch-without-end": ["D08"],
    "snaps-under-the-finger": ["E03"],
    "counted-under-the-bars": ["F06"],
    "gesture-moves-nothing": ["FREEZE"],
    "phase-that-does-not-exist": ["PHASE-15"],
    "sentinel-without-height": ["VIS-28"],
    "several-cards-a-gesture": ["C09"],
    "aligns-without-targets": ["C04"],
    "older-taken-for-newer": ["BUG-46"],
    "first-scroll-clamped": ["BUG-42"],
    "decays-and-springs-back": ["F01"],
    "layout-after-request": ["A11", "BUG-29"],
}

ALIGNED = "behavior: view-aligned(limit: never)"

# What ran and what is declared; lengths of the drawn scene are in braces.
REST_CAUSES = {
    "nothing-snaps": ("", ALIGNED),
    "pages-instead-of-cards": ("behavior: paging", ALIGNED),
    "interval-of-the-card": ("behavior: interval({item})", ALIGNED),
    "interval-of-the-container": ("behavior: interval({container})", ALIGNED),
    "interval-of-half-a-card": ("behavior: interval({half})", ALIGNED),
    "interval-of-nothing": ("behavior: interval({odd})", ALIGNED),
    "decelerates-fast": ("deceleration: fast", ""),
    "decelerates-normally": (ALIGNED, ALIGNED + ", deceleration: fast"),
    "aligns-centers": ("behavior: view-aligned(limit: never, anchor: center)", ALIGNED),
    "one-card-a-gesture": ("behavior: view-aligned(limit: always-by-one)", ALIGNED),
    "aligns-undeclared": (ALIGNED, "behavior: none"),
    "android-physics": ("physics: android", ""),
    "offsets-in-pixels": (ALIGNED, ALIGNED),
    "offsets-without-inset": (ALIGNED, ALIGNED),
}

# Gallery causes whose near miss is an app without any problem.
WITH_NEAR_MISS = [
    "inserted-above", "inset-back-and-forth", "page-misses-spacing", "write-cuts-settle",
    "scroll-to-visible-row", "taller-than-the-threshold"]

# Causes that show in a few frames only. If the recorder loses these frames, the capture lacks the
# cause.
SHORT_LIVED = {
    "frames-missing", "geometry-in-two-conventions", "older-taken-for-newer", "page-a-hair-too-short",
    "scroll-to-visible-row"}

NAMES = sorted(GALLERY_CAUSES) + sorted(REST_CAUSES)


class Refused(Exception):
    """The simulator cannot make this draw."""


def simulate(tool, words, given=None):
    done = subprocess.run([tool, "simulate", *words], capture_output=True, input=given)
    if done.returncode != 0 or not done.stdout:
        raise Refused(done.stderr.decode(errors="replace").strip())
    return done.stdout.decode()


def noise(draw, is_short_lived=False):
    """Disturbs a third of the recorders: lost frames, delays, or offset errors."""
    words = ["--seed", str(draw.randrange(1, 1 << 30))]
    kind = draw.randrange(9)
    if kind == 0:
        words += ["--late-us", str(draw.choice((200, 500)))]
    elif kind == 1:
        words += ["--offset-noise-pt", str(draw.choice((0.02, 0.05)))]
    elif kind == 2 and not is_short_lived:
        words += ["--dropped-frames", str(draw.choice((0.005, 0.01)))]
    return words


def declare(text, configuration):
    """The recording with another declared configuration."""
    head, rest = text.split("\n", 1)
    head = json.loads(head)
    head["configuration"] = configuration
    return json.dumps(head, separators=(",", ":")) + "\n" + rest


# MARK: Gallery

def case_of(name):
    found = {"option": []}
    for line in (GALLERY / f"cases/{name}.tsv").read_text().splitlines():
        key, _, value = line.partition("\t")
        found.setdefault(key, value)
    return found


def scaled_number(number, factor):
    value = round(number * factor, 6)
    return int(value) if value == int(value) else value


def scaled(value, factor):
    """A length or a list of lengths, multiplied by a factor."""
    if isinstance(value, list):
        return [scaled(part, factor) for part in value]
    if isinstance(value, dict):
        return {key: scaled(part, factor) for key, part in value.items()}
    return scaled_number(value, factor) if isinstance(value, (int, float)) else value


def scaled_scene(scene, factor):
    scene = dict(scene)
    for key in ("container", "insets", "stack", "content"):
        if key in scene:
            scene[key] = scaled(scene[key], factor)
    items = scene.get("items")
    if isinstance(items, list):
        scene["items"] = [{**item, "size": scaled(item["size"], factor)} for item in items]
    elif items:
        scene["items"] = {**items, "size": scaled(items["size"], factor)}
    if "frames" in scene:
        scene["frames"] = [
            [part if index == 0 else scaled(part, factor) for index, part in enumerate(frame)]
            if isinstance(frame, list) else
            {key: part if key == "id" else scaled(part, factor) for key, part in frame.items()}
            for frame in scene["frames"]]
    return scene


NUMBER = r"-?\d+(?:\.\d+)?"
LENGTHS = [
    r"(?<=fling up )N", r"(?<=fling down )N", r"(?<=fling left )N", r"(?<=fling right )N",
    r"(?<= from )N,N", r"(?<= to )N,N", r"(?<=tap )N,N", r"(?<=hold )N,N", r"(?<=wheel )N,N",
    r"(?<=trackpad )N,N", r"(?<=scroll to point )N,N", r"(?<=scroll to x )N", r"(?<=scroll to y )N",
    r"(?<=resize )N,N", r"(?<=insets )N,N,N,N", r"(?<= size )N(?:,N)?", r"(?<=grow )\S+ to N"]


def scaled_text(text, factor, patterns):
    def replace(match):
        words = match.group(0)
        lead, _, tail = words.rpartition(" to ") if " to " in words else ("", "", words)
        tail = re.sub(NUMBER, lambda number: str(scaled_number(float(number.group(0)), factor)), tail)
        return f"{lead} to {tail}" if lead else tail
    for pattern in patterns:
        text = re.sub(pattern.replace("N", NUMBER), replace, text)
    return text


def scaled_configuration(text, factor):
    return scaled_text(text, factor, [r"(?<=interval\()N", r"(?<=offsets\(\[)[^\]]*"])


def draw_case(tool, name, draw, work, is_near=False, is_short_lived=False):
    case = case_of(name)
    prefix = "near-" if is_near else ""
    value = lambda key: case.get(prefix + key, case.get(key, ""))
    if "fault" in case:
        return draw_fault(tool, name, case, draw, work, is_near, is_short_lived)
    factor = draw.choice(FACTORS)
    scene = scaled_scene(json.loads((GALLERY / f"scenes/{value('scene')}.json").read_text()), factor)
    scene.update(scale=draw.choice((2, 3)), hz=draw.choice((60, 120)))
    script = (GALLERY / f"scripts/{value('script')}.script").read_text()
    script = "\n".join(line for line in script.splitlines() if not line.startswith("#"))
    script = scaled_text(script, factor, LENGTHS)
    script = f"wait {draw.randrange(100, 900)}ms\n{script}\n" if "write" not in script and "open" not in \
        value("script") else script + "\n"
    declared = scaled_configuration(value("configuration"), factor)
    ran = scaled_configuration(case["ran"], factor) if "ran" in case and not is_near else declared
    path = work / "scene.json"
    path.write_text(json.dumps(scene))
    text = simulate(
        tool, [str(path), "--script", "-", "--config", ran or "behavior: none",
               *noise(draw, is_short_lived)],
        script.encode())
    return declare(text, declared)


def draw_fault(tool, name, case, draw, work, is_near, is_short_lived):
    """A fault that the tool injects, with a drawn amount."""
    path = work / f"{name}.tsv"
    lines = []
    for line in (GALLERY / f"cases/{name}.tsv").read_text().splitlines():
        words = line.split("\t")[1].split(" ") if line.startswith("fault\t") else []
        # A move by one card stays a move by one card: the amount of a command is part of the cause.
        if len(words) == 3 and words[0] in ("leap-at-rest", "correct-estimate", "drop-frames", "move-rest"):
            words[2] = str(round(int(words[2]) * draw.choice((0.8, 0.9, 1, 1.1, 1.2, 1.3))))
            line = "fault\t" + " ".join(words)
        lines.append(line)
    path.write_text("\n".join(lines) + "\n")
    return simulate(tool, ["--case", str(path), *(["--near"] if is_near else []),
                           *noise(draw, is_short_lived)])


# MARK: Rests

def draw_rest(tool, name, draw, work, is_near=False):
    ran, declared = REST_CAUSES[name]
    is_vertical = draw.random() < 0.5
    container = draw.randrange(340, 860)
    item = draw.randrange(90, int(container * 0.7))
    spacing = draw.randrange(6, 25)
    inset = draw.randrange(12, 60) if name == "offsets-without-inset" or draw.random() < 0.5 else 0
    lengths = {
        "item": item, "pitch": item + spacing, "half": item / 2, "container": container,
        "odd": draw.randrange(70, 400) + 0.5}
    side = ("top", "bottom") if is_vertical else ("left", "right")
    scene = {
        "name": draw.choice(("Cards", "Stories", "Offers", "Feed")),
        "axis": "vertical" if is_vertical else "horizontal",
        "container": {"width": 390, "height": container} if is_vertical
        else {"width": container, "height": 390},
        "insets": {side[0]: inset, side[1]: inset}, "stack": {"spacing": spacing},
        "items": {"count": 30000 // (item + spacing) + 5, "prefix": "card-", "size": item},
        "scale": draw.choice((2, 3)), "hz": draw.choice((60, 120))}
    forward, back = ("up", "down") if is_vertical else ("left", "right")
    steps = ["wait 400ms"]
    # In a few rests a half page can look like a whole page; in many rests it cannot.
    for _ in range(draw.randrange(10, 13) if "half" in ran else draw.randrange(6, 9)):
        steps.append(f"fling {forward if draw.random() < 0.8 else back} {draw.randrange(400, 3200)}")
        steps.append("wait 3800ms" if "aligned" not in ran else "wait 2800ms")
    path = work / "scene.json"
    path.write_text(json.dumps(scene))
    declared = declared.format(**lengths)
    ran = declared if is_near else ran.format(**lengths)
    text = simulate(
        tool, [str(path), "--script", "-", "--config", ran or "behavior: none", *noise(draw)],
        ("\n".join(steps) + "\n").encode())
    if not is_near:
        if name == "offsets-in-pixels":
            text = with_offsets(text, lambda offset: offset * scene["scale"], is_vertical)
        elif name == "offsets-without-inset":
            text = with_offsets(text, lambda offset: offset + inset, is_vertical)
    return declare(text, declared)


def with_offsets(text, change, is_vertical):
    """The recording of an app that reports other offsets than its view has."""
    key = "y" if is_vertical else "x"
    lines = []
    for line in text.splitlines():
        if '"k":"frame"' in line:
            value = json.loads(line)
            if key in value:
                value[key] = round(change(value[key]), 6)
            line = json.dumps(value, separators=(",", ":"))
        elif '"k":"release"' in line:
            continue
        lines.append(line)
    return "\n".join(lines) + "\n"


def draw(tool, name, draw, work, is_near=False):
    """One recording of a cause; with `is_near`, of a healthy app that resembles it."""
    if name in REST_CAUSES:
        return draw_rest(tool, name, draw, work, is_near)
    return draw_case(
        tool, draw.choice(GALLERY_CAUSES[name]), draw, work, is_near, name in SHORT_LIVED)

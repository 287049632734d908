"""Makes the captures of fixtures/reports: the engine's simulation, and drawn recordings."""

import json
import math
import pathlib
import random
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "fixtures/reports"
CASES = {}


def case(name):
    def add(make):
        CASES[name] = make
        return make
    return add


def rows(count, size, first=0, prefix=None):
    return {"count": count, "size": size, **({"prefix": prefix} if prefix else {"first_id": first})}


def simulated(tool, scene, script, declared, ran=None, system="iOS 18.5", keep_releases=False):
    """Runs the script under the real configuration, and writes the declared one into the header."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "scene.json")
        path.write_text(json.dumps(scene))
        steps = [part for step in script for part in ("--do", step)]
        log = subprocess.run([tool, "simulate", str(path), *steps, "--config", declared if ran is None else ran],
                             check=True, capture_output=True, text=True).stdout
    lines = [json.loads(line) for line in log.splitlines()]
    lines[0].pop("metadata", None)
    lines[0].update(configuration=declared, system=system)
    # A behavior's answer is in a log only if the app logs it.
    return [line for line in lines if line.get("k") != "release" or keep_releases]


class Drawn:
    """A drawn recording: the offset at each frame, and the finger that goes with it."""

    def __init__(self, name, size, declared, system, insets=(0, 0, 0, 0), scale=3, direction="ltr",
                 axes="vertical", at=None):
        self.time, self.axis = 0.0, 1 if axes == "vertical" else 0
        self.size, self.insets, self.content = list(size), list(insets), None
        self.offset = list(at or (-insets[1], -insets[0]))
        self.lines = [{"scrolltrace": 1, "name": name, "configuration": declared, "axes": axes, "time": "ms",
                       "space": "points", "system": system}]
        self.put("container", w=size[0], h=size[1], insets=list(insets), direction=direction, scale=scale, hz=60)

    def put(self, kind, at=None, **rest):
        self.lines.append({"t": round(self.time if at is None else at, 3), "k": kind, **rest})

    def resized(self):
        """Writes the container with its size and insets, which the caller has changed."""
        self.put("container", w=self.size[0], h=self.size[1], insets=list(self.insets))

    def layout(self, items, content):
        self.content = list(content)
        self.put("layout", cw=content[0], ch=content[1], items=items)

    def stack(self, heights, width, prefix=None):
        """Lays out items below each other, without spacing; ids are numbers, or the prefix and a number."""
        top, items = 0, []
        for index, height in enumerate(heights):
            items.append([index if prefix is None else f"{prefix}{index}", 0, top, width, height])
            top += height
        self.layout(items, (width, top))
        return items

    def frame(self, phase):
        self.put("frame", x=round(self.offset[0], 3), y=round(self.offset[1], 3), phase=phase,
                 cw=self.content[0], ch=self.content[1], vw=self.size[0], vh=self.size[1], insets=list(self.insets))

    def phase(self, old, new, velocity=None):
        more = {"vx": velocity if self.axis == 0 else 0, "vy": velocity if self.axis == 1 else 0} \
            if velocity is not None else {}
        self.put("phase", **{"from": old, "to": new}, **more)

    def stay(self, milliseconds, phase="idle"):
        for _ in range(max(1, round(milliseconds / (1000 / 60)))):
            self.frame(phase)
            self.time += 1000 / 60

    def end(self):
        """The last offset at which the content still fills the view."""
        bottom = self.insets[2] if self.axis else self.insets[3]
        return self.content[self.axis] + bottom - self.size[self.axis]

    def go(self, target, milliseconds, phase, curve, before=None):
        """Moves to a target. `before` is called for each frame with the fraction of the movement."""
        start, steps = self.offset[self.axis], max(1, round(milliseconds / (1000 / 60)))
        for step in range(1, steps + 1):
            self.time += 1000 / 60
            self.offset[self.axis] = start + (target - start) * curve(step / steps)
            if before:
                before(step / steps)
            self.frame(phase)

    def decelerate(self, target, milliseconds):
        rate = 6.0
        self.go(target, milliseconds, "decelerating",
                lambda part: 1 if part == 1 else (1 - math.exp(-rate * part)) / (1 - math.exp(-rate)))

    def settle(self, target, milliseconds, velocity=0):
        """From a released drag to the target."""
        self.phase("interacting", "decelerating", round(velocity, 3))
        self.decelerate(target, milliseconds)
        self.phase("decelerating", "idle")

    def touch(self, phase, x, y):
        self.put("touch", phase=phase, x=x, y=y)

    def tap(self, x, y, milliseconds, old):
        """A tap that stops content in the phase `old`."""
        self.touch("began", x, y)
        self.phase(old, "tracking")
        self.stay(milliseconds, "tracking")
        self.touch("ended", x, y)
        self.phase("tracking", "idle")

    def animate(self, target, milliseconds):
        self.go(target, milliseconds, "animating", lambda part: part * part * (3 - 2 * part))

    def scroll(self, to, target, milliseconds, **more):
        """A programmatic animated scroll that arrives."""
        self.put("command", do="scroll", to=to, **more,
                 animation={"seconds": milliseconds / 1000, "curve": "ease-in-out"})
        self.phase("idle", "animating")
        self.animate(target, milliseconds)
        self.phase("animating", "idle")

    def pull(self, distance, milliseconds):
        """A drag that stops before the finger lifts."""
        self.drag(distance, milliseconds)
        self.phase("interacting", "idle")

    def drag(self, distance, milliseconds, stops=True):
        """Moves the offset by `distance` under a finger that moves the opposite way, after 10 pt of slop."""
        middle = [length / 2 for length in self.size]
        middle[self.axis] += distance / 2
        start, sign = self.offset[self.axis], 1 if distance > 0 else -1

        def finger(part, kind):
            place = list(middle)
            place[self.axis] -= (distance + sign * 10) * part
            self.put("touch", phase=kind, x=round(place[0], 3), y=round(place[1], 3))

        finger(0, "began")
        self.phase("idle", "tracking")
        steps = max(3, round(milliseconds / (1000 / 60)))
        for step in range(1, steps + 1):
            part = step / steps
            part = 1 - (1 - part) ** 2 if stops else part
            self.time += 1000 / 60
            finger(part, "moved")
            travelled = max(0, abs(distance) * part + 10 * part - 10)
            self.offset[self.axis] = start + sign * travelled
            if step == 1:
                self.phase("tracking", "interacting")
            self.frame("interacting")
        if stops:
            self.stay(120, "interacting")
        finger(1, "ended")
        return 0 if stops else sign * (abs(distance) + 10) / milliseconds * 1000

    def wheel(self, count, distance, pause=50, is_smooth=False):
        """Notches of a wheel, each of which moves the content as far as its range allows."""
        for _ in range(count):
            self.put("wheel", dx=0, dy=distance, x=self.size[0] / 2, y=self.size[1] / 2)
            target = min(max(self.offset[1] + distance, -self.insets[0]), self.end())
            if is_smooth:
                self.go(target, pause, "interacting", lambda part: part * (2 - part))
            else:
                self.offset[1] = target
                self.stay(pause)

    def done(self):
        return self.lines

    def recorded(self, seed, without=(), in_pixels=True):
        return recorded(self.lines, seed, without, in_pixels)


def recorded(lines, seed, without=(), in_pixels=True):
    """The lines as a recorder in an app delivers them: frames that are late or lost, offsets in whole pixels.

    Flutter does not round offsets. `without` has what the app does not log: "configuration", "phase", "touch", "layout".
    """
    draw, scale, kept, time = random.Random(seed), 1, [], 0.0
    for line in lines:
        kind, scale = line.get("k"), line.get("scale", scale)
        if kind in without or (kind == "frame" and kept[-1].get("k") == "frame" and draw.random() < 0.02):
            continue
        if kind in (None, "frame"):
            line = {key: value for key, value in line.items() if key not in without}
        if kind == "frame":
            if in_pixels:
                line.update({axis: round(round(line[axis] * scale) / scale, 3) for axis in "xy"})
            line["t"] = round(line["t"] + draw.uniform(0, 1.5), 3)
        if kind:
            time = max(time, line["t"])
            line = {**line, "t": time}
        kept.append(line)
    return kept


def column(count, height, width, first=0, top=0, spacing=0):
    return [[first + index, 0, top + index * (height + spacing), width, height] for index in range(count)]


def strip(count, width, height, prefix="card-", spacing=0, left=0):
    return [[f"{prefix}{index}", left + index * (width + spacing), 0, width, height] for index in range(count)]

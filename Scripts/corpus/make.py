#!/usr/bin/env python3
"""Makes a corpus of captures with known causes, to measure how `scrolltrace triage` groups them.

make.py TOOL FOLDER [--captures N] [--causes M] [--bases B] [--seed S] [--extra CAUSE=SHARE]

Writes FOLDER/captures and FOLDER/truth.tsv: file, cause, app. The cause is one of causes.py, or
`healthy`, `damaged`, or `copy` for the same bytes as another file. The simulator makes B recordings of
each cause with random numbers; a capture is one of them with its own properties and a few lost frames.
"""
import argparse
import concurrent.futures
import gzip
import json
import os
import pathlib
import random
import tempfile

import causes

APPS = ("7.0.0", "7.0.1", "7.1.0", "7.1.1", "7.2.0", "7.3.0")
SYSTEMS = ("iOS 17.6", "iOS 18.5", "iOS 26.0", "iOS 26.1")
DEVICES = ("iPhone14,5", "iPhone15,4", "iPhone16,1", "iPhone17,1", "iPad14,3")
SCREENS = ("feed", "offers", "chat", "gallery", "checkout")
INPUTS = ("touch", "touch, keyboard", "trackpad")
HEALTHY, DAMAGED, COPIES = 0.10, 0.01, 0.01


def base(job):
    """A recording of a cause; a draw that the simulator rejects is drawn again."""
    tool, name, number, seed, is_near = job
    with tempfile.TemporaryDirectory() as folder:
        for attempt in range(20):
            draw = random.Random(f"{seed} {name} {number} {attempt} {is_near}")
            try:
                return name, causes.draw(tool, name, draw, pathlib.Path(folder), is_near)
            except causes.Refused as refusal:
                last = refusal
    raise SystemExit(f"make: {name} cannot be simulated: {last}")


class Corpus:
    def __init__(self, folder, seed):
        self.folder = folder
        self.draw = random.Random(seed)
        self.truth = []

    def properties(self, cause):
        """The device of a capture; half of the causes are frequent on one system or screen."""
        home = random.Random(cause)
        system, screen = self.draw.choice(SYSTEMS), self.draw.choice(SCREENS)
        if home.random() < 0.5 and self.draw.random() < 0.9:
            system = home.choice(SYSTEMS)
        elif self.draw.random() < 0.8:
            screen = home.choice(SCREENS)
        return self.draw.choice(APPS), system, self.draw.choice(DEVICES), screen, \
            self.draw.choice(INPUTS)

    def path(self, number, ending):
        name = f"captures/{number // 1000:03d}/{number:06d}{ending}"
        path = self.folder / name
        if number % 1000 == 0 or not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
        return name, path

    def note(self, name, cause, app=""):
        self.truth.append(f"{name}\t{cause}\t{app}")

    def add(self, number, cause, text, has_lost_frames):
        app, system, device, screen, kind = self.properties(cause)
        head, rest = text.split("\n", 1)
        head = json.loads(head)
        head.update(app=f"Shop {app}", system=system, device=device)
        head["metadata"] = {"app version": app, "screen": screen, "input": kind, "run": number}
        if has_lost_frames and self.draw.random() < 0.5:
            rest = self.without_frames(rest)
        data = (json.dumps(head, separators=(",", ":")) + "\n" + rest).encode()
        if self.draw.random() < 0.05:
            name, path = self.path(number, ".jsonl.gz")
            data = gzip.compress(data, 1, mtime=0)
        else:
            name, path = self.path(number, ".jsonl")
        path.write_bytes(data)
        self.note(name, cause, app)
        return data

    def without_frames(self, rest):
        """Loses a frame now and then, as a recorder does."""
        lines = rest.split("\n")
        for _ in range(self.draw.randrange(1, 4)):
            place = self.draw.randrange(len(lines))
            if '"k":"frame"' in lines[place] and '"phase":"decel' in lines[place]:
                del lines[place]
        return "\n".join(lines)

    def damage(self, number):
        kind = self.draw.randrange(4)
        data = [b"", b"\x1f\x8b\x08\x00" + self.draw.randbytes(40), self.draw.randbytes(200),
                b'{"scrolltrace":1,"name":"cut'][kind]
        name, path = self.path(number, ".jsonl")
        path.write_bytes(data)
        self.note(name, "damaged")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--captures", type=int, default=1000)
    parser.add_argument("--causes", type=int, default=60, help="how many causes, at most all of causes.py")
    parser.add_argument("--bases", type=int, default=10, help="recordings that are simulated of each cause")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--extra", default="", metavar="CAUSE=SHARE",
                        help="replace this share of healthy captures by one cause: a regression")
    parser.add_argument("--short", action="store_true",
                        help="only causes with short recordings: five seconds, not half a minute")
    parser.add_argument("--healthy", type=float, default=HEALTHY, help="the share of healthy captures")
    options = parser.parse_args()
    names = sorted(causes.GALLERY_CAUSES) if options.short else list(causes.NAMES)
    # The same causes for every seed, so that two corpora can be compared.
    random.Random(0).shuffle(names)
    names = sorted(names[:options.causes])
    extra, _, share = options.extra.partition("=")
    wanted = sorted({*names, *([extra] if extra else [])})
    # Healthy apps, with recordings of the same length.
    near = causes.WITH_NEAR_MISS if options.short else [
        name for name in causes.REST_CAUSES if name != "decelerates-normally"]
    jobs = [(options.tool, name, number, options.seed, False)
            for name in wanted for number in range(options.bases)]
    jobs += [(options.tool, name, number, options.seed, True)
             for name in near for number in range(options.bases)]
    bases = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (_, name, _, _, is_near), (_, text) in zip(jobs, pool.map(base, jobs)):
            bases.setdefault("healthy" if is_near else name, []).append(text)
    corpus = Corpus(options.folder, options.seed)
    draw = corpus.draw
    last = None
    for number in range(options.captures):
        chance = draw.random()
        if chance < DAMAGED:
            corpus.damage(number)
        elif chance < DAMAGED + COPIES and last is not None:
            name, path = corpus.path(number, ".copy")
            path.write_bytes(last)
            corpus.note(name, "copy")
        else:
            cause = "healthy" if draw.random() < options.healthy else draw.choice(names)
            if extra and draw.random() < float(share):
                cause = extra
            last = corpus.add(number, cause, draw.choice(bases[cause]), cause not in causes.SHORT_LIVED)
    (options.folder / "truth.tsv").write_text("\n".join(corpus.truth) + "\n")
    print(f"{options.captures} captures of {len(names)} causes in {options.folder}")


if __name__ == "__main__":
    main()

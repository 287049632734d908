#!/usr/bin/env python3
"""Measures triage: captures per second and core, two workers against one, memory, and growth per decade.

measure.py TOOL [--captures N] [--decade N] [--keep FOLDER]

The captures are six seconds long, at 120 Hz, with 40 targets. --decade compares a corpus of N captures
with one of ten times as many; --keep puts the output of the larger one, with its reports, into FOLDER.
Prints wall time, and processor time, which depends less on other programs.
"""
import argparse
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent


def capture(tool, path, number):
    draw = random.Random(number)
    scene = path.parent / "scene.json"
    scene.write_text(
        '{"name":"Cards","axis":"horizontal","container":{"width":393,"height":240},"hz":120,'
        f'"stack":{{"spacing":{draw.randrange(6, 20)}}},'
        f'"items":{{"count":40,"prefix":"card-","size":{draw.randrange(200, 340)}}}}}')
    steps = "".join(f"fling left {draw.randrange(400, 1800)}\nwait 1s\n" for _ in range(5))
    text = subprocess.run(
        [tool, "simulate", scene, "--script", "-", "--config", "behavior: interval(300)",
         "--seed", str(number)], input="wait 200ms\n" + steps, capture_output=True, text=True, check=True).stdout
    return text.replace('"configuration":"behavior: interval(300)"',
                        '"configuration":"behavior: view-aligned"', 1)


def run(tool, captures, output, jobs, *words):
    """Wall and processor seconds of a triage, and the memory of its largest process in MB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    done = subprocess.run([tool, "triage", captures, "-o", output, "-j", str(jobs), *words],
                          capture_output=True, text=True)
    wall = time.monotonic() - began
    if done.returncode not in (0, 1, 3):
        sys.exit(f"measure: triage ends with {done.returncode}: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, processor, after.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("--captures", type=int, default=1200)
    parser.add_argument("--decade", type=int, default=0)
    parser.add_argument("--keep")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        made = folder / "captures"
        made.mkdir()
        texts = [capture(options.tool, folder / "x", number) for number in range(60)]
        for number in range(options.captures):
            head, rest = texts[number % len(texts)].split("\n", 1)
            (made / f"{number:06d}.jsonl").write_text(
                head[:-1] + f',"app":"Shop {number}"}}\n' + rest)
        rates = []
        for jobs in (1, 2):
            wall, processor, memory = run(options.tool, made, folder / f"out-{jobs}", jobs, "--no-reports")
            rates.append(options.captures / wall)
            print(f"{jobs} workers: {options.captures / wall:.0f} captures/s, "
                  f"{1000 * processor / options.captures:.1f} ms of processor time a capture "
                  f"({options.captures / processor:.0f}/s and core), largest process {memory:.0f} MB", flush=True)
        print(f"two workers are {rates[1] / rates[0]:.2f} times as fast as one", flush=True)
        if options.decade:
            costs = []
            for count in (options.decade, 10 * options.decade):
                corpus = folder / f"corpus-{count}"
                subprocess.run([sys.executable, HERE / "make.py", options.tool, corpus, "--captures", str(count),
                                "--bases", "20", "--short"], check=True, stdout=subprocess.DEVNULL)
                keeps = options.keep and count > options.decade
                wall, processor, memory = run(
                    options.tool, corpus / "captures", options.keep if keeps else folder / f"out-{count}", 2,
                    *([] if keeps else ["--no-reports"]))
                costs.append(processor / count)
                print(f"{count} captures: {wall:.0f} s, {1000 * processor / count:.2f} ms a capture, "
                      f"largest process {memory:.0f} MB", flush=True)
            print(f"growth per decade: {costs[1] / costs[0]:.3f}")


if __name__ == "__main__":
    main()

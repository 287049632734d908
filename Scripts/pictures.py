#!/usr/bin/env python3
"""Makes the pictures of docs/images with headless Chromium and Pillow: pictures.py TOOL [--all FOLDER].

The pictures are those of the list below, each with 64 colors. With --all every page is drawn in four
widths, light and dark, into FOLDER instead, to be looked at.
"""
import argparse
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile

from browser import Browser

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTHS = (360, 768, 1440, 2560)
# The file, the page, its width and height, whether it is dark, and the element at the top.
PICTURES = [
    ("report-1440-light.png", "report", 1440, 1320, False, None),
    ("report-1440-dark.png", "report", 1440, 1320, True, None),
    ("report-360-dark.png", "report", 360, 800, True, None),
    ("index-1440-light.png", "index", 1440, 900, False, None),
    ("workbench-1440-light.png", "workbench", 1440, 1320, False, "timeline"),
    ("workbench-1440-dark.png", "workbench", 1440, 1320, True, "timeline"),
    ("workbench-390-light.png", "workbench", 390, 1320, False, "timeline"),
    ("workbench-390-dark.png", "workbench", 390, 1320, True, "whatif"),
    ("playground-1440-dark.png", "playground", 1440, 1320, True, None),
]
# The panel with another limit and a faster first fling.
CHANGES = "#t=1.9&config=behavior:%20view-aligned(limit:%20never)&edit=gesture%201%20velocity%202400"


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f"pictures: {words}: {done.stderr}")


def pages(tool, work):
    """A report with a cause, an index of gallery cases, and the playground."""
    run(tool, "report", ROOT / "fixtures/bugs/cards-stop-between.jsonl", "--html", work / "report.html")
    for case in ("A02", "A03", "A13", "B01", "B05", "C04", "C09", "D04", "BUG-14", "BUG-39"):
        run(tool, "simulate", "--case", case, "-o", work / f"{case}.jsonl")
        run(tool, "import", "--db", work / "index.sqlite", work / f"{case}.jsonl")
    run(tool, "report", "--all", "--db", work / "index.sqlite", "--html", work / "index")
    run(tool, "playground", "-o", work / "playground.html")
    names = {"report": "report.html", "index": "index/index.html", "playground": "playground.html"}
    made = {name: (work / file).as_uri() for name, file in names.items()}
    return {**made, "workbench": made["report"] + CHANGES}


def draw(browser, address, path, width, height, is_dark, top=None, whole=False):
    tab = browser.tab()
    tab.size(width, height)
    tab.scheme("dark" if is_dark else "light")
    tab.call("Page.navigate", url=address)
    tab.wait("document.readyState === 'complete'")
    tab.wait("document.documentElement?.dataset.ready === 'yes' || document.getElementById('timeline') === null")
    if "config=" in address:
        tab.wait("document.documentElement.dataset.whatif !== undefined && whatIf.past.length > 0 && whatIf.done === whatIf.wanted")
    if top:
        tab.value(f"document.getElementById('{top}').scrollIntoView()")
    tab.settle()
    tab.settle()
    tab.shot(path, whole=whole)
    tab.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("--all", type=pathlib.Path)
    options = parser.parse_args()
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        sys.exit("pictures: Chromium is needed")
    try:
        from PIL import Image
    except ImportError:
        sys.exit("pictures: Pillow is needed: python3 -m pip install pillow")
    work = pathlib.Path(tempfile.mkdtemp())
    browser = Browser(program)
    try:
        made = pages(options.tool.resolve(), work)
        if options.all:
            options.all.mkdir(parents=True, exist_ok=True)
            for name, address in made.items():
                for width in WIDTHS:
                    for scheme in ("light", "dark"):
                        draw(browser, address, options.all / f"{name}-{width}-{scheme}.png", width, 1200, scheme == "dark", whole=True)
            return
        for name, page, width, height, is_dark, top in PICTURES:
            raw = work / name
            draw(browser, made[page], raw, width, height, is_dark, top)
            target = ROOT / "docs/images" / name
            small = io.BytesIO()
            Image.open(raw).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
            target.write_bytes(small.getvalue())
            print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1000:.0f} KB")
    finally:
        browser.close()
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()

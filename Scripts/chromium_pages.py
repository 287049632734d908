"""Shared by the scripts that record pages in headless Chromium: options, browser, files."""

import argparse
import gzip
import importlib.util
import json
import pathlib
import shutil
import sys
import tempfile

from browser import Browser

ROOT = pathlib.Path(__file__).resolve().parent.parent


def module(path):
    """Loads a script whose name contains a hyphen."""
    spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_"), path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def options(description, folder, pages):
    """Reads the folder and the names of the pages; without names all pages are recorded."""
    tool = pathlib.Path(sys.argv[0]).stem
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("--into", type=pathlib.Path, default=folder)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.program = (shutil.which("chromium") or shutil.which("chromium-browser")
                       or shutil.which("google-chrome"))
    if not options.program:
        sys.exit(f"{tool}: no Chromium is installed; install chromium and run this again")
    unknown = set(options.names) - {page["name"] for page in pages}
    if unknown:
        sys.exit(f"{tool}: no page is called {sorted(unknown)[0]}; the names are in PAGES")
    options.into.mkdir(parents=True, exist_ok=True)
    return options


def recordings(options, pages, record, withholds=True, place="--headless=new"):
    """Records the pages, writes each log, and yields the page with its lines and rests."""
    browser = Browser(options.program, place)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for page in pages:
                if options.names and page["name"] not in options.names:
                    continue
                lines, rests = record(browser, page, pathlib.Path(folder))
                if withholds and lines:
                    # The recorder writes the page's style, which a capture of unknown style must not contain.
                    lines[0].pop("configuration", None)
                text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
                (options.into / f"{page['name']}.jsonl.gz").write_bytes(
                    gzip.compress(text.encode(), 9, mtime=0))
                yield page, lines, rests
    finally:
        browser.close()

#!/usr/bin/env python3
"""Writes docs/calibration-probes.md: the probes of each platform's suite.

Usage: calibration-probes.py TOOL [--check]
"""

import json
import pathlib
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "calibration-probes.md"
PLATFORMS = ("web", "swiftui", "compose", "flutter")


def scene_text(scene):
    parts = [f"{scene['count']} items of {scene['height']:g} pt"]
    if scene["spacing"]:
        parts.append(f"{scene['spacing']:g} pt apart")
    if scene["axis"] == "both" or scene["width"] != 390:
        parts.append(f"{scene['width']:g} pt wide")
    if scene["axis"] == "both":
        parts.append("both axes")
    if scene["top"] or scene["bottom"]:
        parts.append(f"insets {scene['top']:g} and {scene['bottom']:g} pt")
    if scene["section_length"]:
        parts.append("pinned headers")
    if scene["optional_ids"]:
        parts.append("optional ids")
    return ", ".join(parts)


def page(tool):
    lines = ["# Probes", "", "Made by `Scripts/calibration-probes.py`; do not edit. [Calibration](calibration.md) explains",
             "what a probe is. The container is 390 x 700 pt.", ""]
    with tempfile.TemporaryDirectory() as work:
        for platform in PLATFORMS:
            run = subprocess.run([tool, "calibrate", "plan", "--platform", platform, "-o", work], check=True,
                                 capture_output=True, text=True)
            suite = json.loads(pathlib.Path(work, "suite.json").read_text(encoding="utf-8"))
            lines += [f"## {platform}", "", "| probe | scene and configuration | script | distinguishes |",
                      "|---|---|---|---|"]
            for probe in suite["probes"]:
                keys = dict.fromkeys(text.split(":")[0] for text in probe["distinguishes"])
                scene = scene_text(probe["scene"])
                if probe["configuration"]:
                    scene += f"; `{probe['configuration']}`"
                lines.append(f'| <a id="{platform}-{probe["name"]}"></a>{probe["name"]} | {scene} | '
                             f"{'; '.join(probe['script'])} | {', '.join(keys)} |")
            missing = [line for line in run.stdout.splitlines() if line.startswith("No probe ")]
            lines += [""] + [f"{line}  " for line in missing] + ([""] if missing else [])
    return "\n".join(lines)


def main():
    text = page(sys.argv[1])
    if "--check" in sys.argv[2:]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            sys.exit("calibration-probes: docs/calibration-probes.md is stale; run Scripts/calibration-probes.py")
        return
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

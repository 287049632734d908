#!/usr/bin/env python3
"""Prints the SPDX 2.3 document of a release: the tool, and the libraries that are linked into it.

usage: sbom.py VERSION BINARY TOOL    SOURCE_DATE_EPOCH is the date; TOOL runs and prints its versions
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

version, binary, tool = sys.argv[1:4]
digest = hashlib.sha256(pathlib.Path(binary).read_bytes()).hexdigest()
when = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
run = lambda *words: subprocess.run(words, capture_output=True, text=True, check=True).stdout
sqlite = re.search(r"SQLite ([0-9.]+)", run(tool, "version"))[1]
swift = re.search(r"Swift version ([0-9.]+)", run("swift", "--version"))[1]
header = next((path for path in map(pathlib.Path, ["/usr/include/zlib.h"]) if path.exists()), None)
zlib = re.search(r'ZLIB_VERSION "([0-9.]+)', header.read_text(errors="replace"))[1] if header else None


def package(name, version, licensed, where, **more):
    return {
        "SPDXID": f"SPDXRef-{name}", "name": name, "versionInfo": version or "NOASSERTION", "downloadLocation": where,
        "filesAnalyzed": False, "licenseConcluded": licensed, "licenseDeclared": licensed, "copyrightText": "NOASSERTION",
        **more,
    }


packages = [
    package("scrolltrace", version, "Apache-2.0", "NOASSERTION", primaryPackagePurpose="APPLICATION",
            checksums=[{"algorithm": "SHA256", "checksumValue": digest}]),
    package("sqlite", sqlite, "blessing", "https://www.sqlite.org/download.html"),
    package("zlib", zlib, "Zlib", "https://zlib.net"),
    package("swift", swift, "Apache-2.0 WITH Swift-exception", "https://www.swift.org/download"),
]
json.dump({
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"scrolltrace-{version}",
    "documentNamespace": f"https://spdx.org/spdxdocs/scrolltrace-{version}-{digest[:32]}",
    "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": [f"Tool: scrolltrace-release-{version}"]},
    "packages": packages,
    "relationships": [
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-scrolltrace"},
        *({"spdxElementId": "SPDXRef-scrolltrace", "relationshipType": "STATIC_LINK", "relatedSpdxElement": entry["SPDXID"]}
          for entry in packages[1:]),
    ],
}, sys.stdout, indent=2)
print()

"""Calls every tool of 'scrolltrace mcp' with the official client, which validates each result.

usage: check-mcp.py TOOL ROOT
"""
import asyncio
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import jsonschema
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

program, root = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
TRANSITION = "transition: sides(top-leading: animated(centered), bottom-trailing: animated(centered))"
# The arguments for each tool; every other tool works on trace 1 alone.
ARGUMENTS = {
    "import": {"file": ["card-carousel.jsonl", "two-flings.jsonl"]},
    "formats": {}, "list": {}, "detectors": {}, "lint": {"config": "behavior: interval(300)"},
    "recognize": {"file": ["two-flings.jsonl"]},
    "show_at": {"trace": [1], "at": "1.2s"},
    "compare": {"side": ["1", "1@behavior: paging"]},
    "transitions": {"trace": [1], "config": TRANSITION},
    "probe": {"trace": [1], "expression": "contentOffset.x > 120"},
    "detector": {"explain": "S01"},
    "explain": {"trace": 1},
    "query": {"sql": "SELECT name FROM traces"},
}
# Second calls, of other kinds of results.
MORE = {
    "explain": {"trace": 1, "counterfactual": True},
    "replay": {"trace": [1], "edit": ["gesture 1 velocity 900"]},
}


def check(holds, message):
    if not holds:
        sys.exit(f"check-mcp: {message}")


def schema(tool):
    """The schema that a tool declares must be one of those in docs."""
    known = [*(root / "docs/json").glob("*.schema.json"), root / "docs/report.schema.json"]
    found = [path for path in known if json.loads(path.read_text()) == tool.output_schema]
    check(found, f"the schema of '{tool.name}' is none of docs/json")
    return tool.output_schema


async def call_every_tool(captures):
    server = StdioServerParameters(command=program, args=["mcp", "--root", str(captures)])
    async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
        hello = await session.initialize()
        check(hello.server_info.name == "scrolltrace", "the server has another name")
        tools = (await session.list_tools()).tools
        for tool in tools:
            check(tool.annotations.read_only_hint, f"'{tool.name}' is not read-only")
            jsonschema.Draft202012Validator.check_schema(tool.input_schema)
            calls = [ARGUMENTS.get(tool.name, {"trace": [1]})] + ([MORE[tool.name]] if tool.name in MORE else [])
            for arguments in calls:
                if tool.name != "explain":  # An argument for one text also accepts a number.
                    jsonschema.validate(json.loads(json.dumps(arguments).replace("[1]", '["1"]')), tool.input_schema)
                result = await session.call_tool(tool.name, arguments)
                check(not result.is_error, f"'{tool.name}': {result.content}")
                jsonschema.validate(result.structured_content, schema(tool))
                check(result.content[0].text, f"'{tool.name}' returns no text")
        refused = await session.call_tool("import", {"file": ["../outside.jsonl"]})
        check(refused.is_error and "below the root" in refused.content[0].text, "a file outside of the root is read")
        await session.send_ping()
        return len(tools)


def answer(*messages):
    """Returns the output and the exit code for raw messages."""
    run = subprocess.run([program, "mcp"], input=b"\n".join(messages), capture_output=True, timeout=60)
    check(run.returncode == 0, f"ends with {run.returncode} on {messages[-1][:80]!r}: {run.stderr.decode()}")
    return [json.loads(line) for line in run.stdout.splitlines()]


with tempfile.TemporaryDirectory() as folder:
    captures = pathlib.Path(folder) / "captures"
    captures.mkdir()
    for name in ("card-carousel.jsonl", "two-flings.jsonl"):
        shutil.copy(root / "fixtures/traces" / name, captures)
    shutil.copy(root / "fixtures/traces/two-flings.jsonl", pathlib.Path(folder) / "outside.jsonl")
    before = {path: path.read_bytes() for path in captures.iterdir()}
    count = asyncio.run(call_every_tool(captures))
    check({path: path.read_bytes() for path in captures.iterdir()} == before, "a file below the root changed")

ping = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'
hostile = [b"\xff\xfe", b"{" * 10000, b'"' + b"a" * (5 << 20) + b'"', b"\0" * 10, b'{"jsonrpc": "2.0", "id": 1e999}',
           b'{"jsonrpc": "2.0", "method": "tools/call", "id": 1, "params": {"name": "list"}}', b"[" + ping + b"]"]
for message in hostile:
    answers = answer(message, ping)
    check(len(answers) == 2 and "error" in answers[0] and "result" in answers[1], f"{message[:40]!r} gets {answers[0]}")
check(answer(ping[:20])[0]["error"]["code"] == -32700, "half a message is taken")
print(f"check-mcp: {count} tools were listed and called, {len(hostile)} hostile messages refused")

"""One worker process of scrolltrace, fed with captures: `scrolltrace triage --rows -`.

Plain Python: this module runs in the executors and needs no package there.
"""
import json
import os
import select
import subprocess
import tempfile
import threading
import time


class Failed(Exception):
    """A worker did not answer; `kind` is `crash` or `timeout`."""

    def __init__(self, kind, reason):
        super().__init__(reason)
        self.kind = kind
        self.reason = reason


class Worker:
    """A process that makes the rows of one capture after the other."""

    def __init__(self, binary, timeout, memory):
        self.folder = tempfile.TemporaryDirectory(prefix="scrolltrace-spark-")
        self.timeout = timeout
        self.received = b""
        self.process = subprocess.Popen(
            [binary, "triage", "--rows", "-", "--memory", str(memory)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": self.folder.name})

    def ask(self, request, data=b""):
        """The worker's answer: one line, a list of rows as JSON."""
        message = json.dumps(request, ensure_ascii=False).encode() + b"\n" + data
        # Written beside the reading: neither pipe can hold a large capture or a large answer.
        writer = threading.Thread(target=self._write, args=(message,), daemon=True)
        deadline = time.monotonic() + self.timeout
        writer.start()
        line = self._line(deadline)
        writer.join()
        return line

    def _write(self, message):
        try:
            self.process.stdin.write(message)
            self.process.stdin.flush()
        except OSError:
            pass  # The worker is gone, which the reader sees.

    def _line(self, deadline):
        output = self.process.stdout.fileno()
        while b"\n" not in self.received:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([output], [], [], left)[0]:
                self.end()
                raise Failed("timeout", f"it was not judged within {self.timeout} s")
            part = os.read(output, 1 << 20)
            if not part:
                raise Failed("crash", self.end())
            self.received += part
        line, _, self.received = self.received.partition(b"\n")
        return line

    def end(self):
        """Ends the process; returns how it ended, in the words of scrolltrace."""
        try:
            self.process.stdin.close()
        except OSError:
            pass  # What was not written yet is not wanted any more.
        try:
            code = self.process.wait(0.2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()
        return f"the worker was ended by signal {-code}" if code < 0 else \
            f"the worker ended with exit code {code}"


def answers(captures, binary, timeout, memory):
    """One line for each capture: a list of rows as JSON.

    `captures` are pairs of a name and the bytes. A capture that ends its worker is tried once more in a
    new one, because something else may have ended it; then it is a row with the reason.
    """
    worker = None
    try:
        for name, data in captures:
            line = None
            for attempt in (1, 2):
                worker = worker or Worker(binary, timeout, memory)
                try:
                    line = worker.ask({"file": name, "bytes": len(data)}, data)
                    break
                except Failed as error:
                    worker, failure = None, error
                    if error.kind == "timeout":
                        break
            if line is None:
                worker = Worker(binary, timeout, memory)
                line = worker.ask({"file": name, "error_kind": failure.kind, "error": failure.reason})
            yield line
    finally:
        if worker:
            worker.end()


def rows(captures, binary, timeout, memory):
    """The rows of captures, each as the text of a JSON object."""
    decoder = json.JSONDecoder()
    for line in answers(captures, binary, timeout, memory):
        text = line.decode()
        place, count = 1, 0
        while text[place] != "]":
            place += text[place] == ","
            _, end = decoder.raw_decode(text, place)
            yield text[place:end]
            place, count = end, count + 1
        if count == 0:
            raise RuntimeError("a worker of scrolltrace answered without a row")

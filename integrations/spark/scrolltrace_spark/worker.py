"""One worker process of scrolltrace, fed with captures: `scrolltrace triage --rows -`.

Plain Python: this module runs in the executors and needs no package there.
"""
import collections
import itertools
import json
import os
import queue
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
        # A thread writes while this one reads: neither pipe can hold a large capture or a large
        # answer.
        self.requests = queue.SimpleQueue()
        self.writer = threading.Thread(target=self._write, daemon=True)
        self.writer.start()

    def send(self, request, data=b""):
        """Hands a request over; more may be sent before its answer is there."""
        self.requests.put(json.dumps(request, ensure_ascii=False).encode() + b"\n" + data)

    def send_capture(self, name, data):
        self.send({"file": name, "bytes": len(data)}, data)

    def _write(self):
        try:
            with self.process.stdin as pipe:
                while (message := self.requests.get()) is not None:
                    pipe.write(message)
                    pipe.flush()
        except OSError:
            pass  # The worker has ended; the reader notices it.

    def answer(self):
        """The answer to the next request: one line, a list of rows as JSON."""
        deadline = time.monotonic() + self.timeout
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
        self.requests.put(None)
        try:
            code = self.process.wait(0.2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        # A dead process reads no more, so the writer ends.
        self.writer.join()
        self.process.stdout.close()
        self.folder.cleanup()
        return f"the worker was ended by signal {-code}" if code < 0 else \
            f"the worker ended with exit code {code}"


def answers(captures, binary, timeout, memory):
    """One line for each capture: a list of rows as JSON.

    `captures` are pairs of a name and the bytes. A capture is sent before the answer to the one before
    it is there, so that the worker need not wait. A capture that ends its worker is tried once more in a
    new one, because something else may have ended it; then it is a row with the reason.
    """
    captures, sent, failures, worker = iter(captures), collections.deque(), 0, None
    try:
        while True:
            for capture in itertools.islice(captures, 2 - len(sent)):
                sent.append(capture)
                if worker:
                    worker.send_capture(*capture)
            if not sent:
                return
            worker = worker or _started(sent, binary, timeout, memory)
            try:
                line = worker.answer()
                sent.popleft()
            except Failed as error:
                worker, failures = None, failures + 1
                if error.kind == "crash" and failures == 1:
                    continue
                name, _ = sent.popleft()
                worker = _started((), binary, timeout, memory)
                worker.send({"file": name, "error_kind": error.kind, "error": error.reason})
                line = worker.answer()
                for capture in sent:
                    worker.send_capture(*capture)
            failures = 0
            yield line
    finally:
        if worker:
            worker.end()


def _started(captures, binary, timeout, memory):
    """A new worker, to which these captures are sent."""
    worker = Worker(binary, timeout, memory)
    for capture in captures:
        worker.send_capture(*capture)
    return worker


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

"""Chromium without a window, controlled through its debugging socket; only the standard library is used."""

import base64
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request


class Tab:
    """A browser page, controlled through its debugging socket."""

    def __init__(self, address):
        host, rest = address.removeprefix("ws://").split("/", 1)
        name, port = host.split(":")
        self.socket = socket.create_connection((name, int(port)), timeout=120)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /{rest} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        self.buffer = self.buffer.split(b"\r\n\r\n", 1)[1]
        self.number = 0
        self.events = []

    def take(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(1 << 16)
            if not more:
                raise ConnectionError("the browser closed the connection")
            self.buffer += more
        piece, self.buffer = self.buffer[:count], self.buffer[count:]
        return piece

    def receive(self):
        message = b""
        while True:
            first, length = self.take(2)
            length &= 127
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            message += self.take(length)
            if first & 128:
                return json.loads(message)

    def send(self, method, **parameters):
        """Sends a request without waiting for the answer; returns the number of the request."""
        self.number += 1
        body = json.dumps({"id": self.number, "method": method, "params": parameters}).encode()
        size = len(body)
        head = bytes([129]) + (
            bytes([128 | size]) if size < 126
            else bytes([254]) + struct.pack(">H", size) if size < 65536
            else bytes([255]) + struct.pack(">Q", size))
        # A mask of zeros does not change the bytes.
        self.socket.sendall(head + b"\0\0\0\0" + body)
        return self.number

    def call(self, method, **parameters):
        number = self.send(method, **parameters)
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def value(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, script):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                if self.value(script):
                    return True
            except RuntimeError as error:
                # The old page is closed while the new one loads.
                if "navigated or closed" not in str(error):
                    raise
            time.sleep(0.03)
        return False

    def spent(self):
        """The processor time of the page's main thread since the page was opened, in seconds. Unlike the time of a
        clock, it does not grow when other programs have the processors."""
        metrics = self.call("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "ThreadTime")

    def drawn(self):
        """Waits until the page was drawn after what was done."""
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def settle(self):
        """Waits until the page was drawn, the fragment was updated, and nothing is left to do."""
        self.value("new Promise(done => setTimeout(() => requestAnimationFrame(() => "
                   "requestIdleCallback(() => done(1), {timeout: 5000})), 120))")

    def key(self, key, text=None):
        event = {"key": key, "code": key}
        if text:
            event["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key)
        self.drawn()

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def scheme(self, name, media=""):
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": name}])

    def close(self):
        self.call("Page.close")
        self.socket.close()

    def shot(self, path, whole=False):
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))


class Browser:
    def __init__(self, program, place="--headless=new"):
        self.folder = tempfile.mkdtemp()
        self.process = subprocess.Popen(
            [program, place, "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--hide-scrollbars", "--remote-debugging-port=0", f"--user-data-dir={self.folder}",
             "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ready = pathlib.Path(self.folder, "DevToolsActivePort")
        end = time.monotonic() + 180
        while not (ready.exists() and "\n" in ready.read_text()):
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("Chromium does not start")
            time.sleep(0.1)
        self.port = int(ready.read_text().split()[0])

    def tab(self):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/json/new?about:blank", method="PUT")
        # Ignore a proxy that the environment sets.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        tab = Tab(json.load(opener.open(request))["webSocketDebuggerUrl"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            tab.call(f"{domain}.enable")
        # `spent` counts from here on, and again from each page that is opened.
        tab.call("Performance.enable", timeDomain="threadTicks")
        return tab

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

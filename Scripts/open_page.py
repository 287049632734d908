"""A page that is open in the browser, and the problems found in it."""

import pathlib


class OpenPage:
    def __init__(self, browser, path):
        self.path = pathlib.Path(path).resolve()
        self.tab = browser.tab()
        self.faults = []

    def check(self, holds, sentence):
        if not holds:
            self.faults.append(sentence)

    def open(self, fragment=""):
        # The page before is complete, too, and on a busy machine it is still there after the call.
        self.tab.value("void (window.before = true)")
        self.tab.call("Page.navigate", url=self.path.as_uri() + fragment)
        if not self.tab.wait("!('before' in window) && document.readyState === 'complete'"):
            self.faults.append("the page does not load")

    def listen(self, besides=()):
        for event in self.tab.events:
            kind, body = event.get("method"), event.get("params", {})
            if kind == "Runtime.exceptionThrown":
                self.faults.append(f"the script fails: {body['exceptionDetails'].get('exception', {}).get('description')}")
            elif kind == "Runtime.consoleAPICalled":
                self.faults.append(f"the console says {[a.get('value') for a in body['args']]}")
            elif kind == "Log.entryAdded":
                self.faults.append(f"the log says {body['entry']['text']}")
            elif kind == "Network.requestWillBeSent":
                address = body["request"]["url"]
                if not address.startswith(self.path.as_uri()) and address.split("#")[0] not in besides:
                    self.faults.append(f"the page asks for {address}")
            elif kind == "Page.javascriptDialogOpening":
                self.faults.append(f"a dialog opens: {body.get('message')}")
        self.tab.events.clear()
        if self.tab.value("'harm' in window"):
            self.faults.append("data of the trace ran as script")

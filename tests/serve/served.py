"""`pathfinder serve` as a process of its own, and a browser that is let in."""

import json
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple
from urllib.parse import quote

from tests.browser.chromium import BrowserFailed, Tab
from tests.cli.shell import Shell
from tests.standin import Standin
from tools.farm import ROOT

CORPUS = ROOT / "demo" / "corpus"
QUESTION = "How much cooler are houses under tidal-glass roofs?"
PATIENCE_S = 90.0
ENDLESS = ("--", "--until", "limit")
"""Options of a server whose runs do not end when the question is answered, however slow the test is."""
READY = "document.readyState === 'complete'"


class Served:
    """A server in one folder. It can be killed and started again on the same port."""

    def __init__(self, folder: Path, api: Standin | None = None, *options: str) -> None:
        self.shell = Shell(folder, api)
        self.home = folder / ".research"
        self._options = options
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        words = ("serve", f"--port={self.port}", f"--docs={CORPUS}", *self._options)
        self.process = self.shell.start(*words)
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = re.search(r"(http://\S+)/login(?:#(\S+))?", told)
        assert found, self.process.communicate()
        self.address, self.token = found[1], found[2] or ""
        until = monotonic() + PATIENCE_S
        while monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                sleep(0.05)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.kill()
        for name in self.sessions():
            self.shell("stop", "--session", name)

    def sessions(self) -> list[str]:
        folder = self.home / "sessions"
        return (
            sorted(one.name for one in folder.iterdir() if one.name[0].isdigit()) if folder.exists() else []
        )

    def call(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
        """One request with the token."""
        known = {"Authorization": f"Bearer {self.token}", **headers}
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        data = None if body is None else json.dumps(body)
        connection.request(method, quote(path, safe="/?=&%"), data, known)
        answer = connection.getresponse()
        read = answer.read()
        connection.close()
        return answer.status, read

    def json(self, method: str, path: str, body: object = None) -> Any:
        """The same for the API; what it answered."""
        status, read = self.call(method, f"/api/v1{path}", body)
        assert status < 300, read
        return json.loads(read)

    def until_ended(self, session: str) -> dict[str, Any]:
        """Wait until nobody works on a session; its status."""
        until = monotonic() + PATIENCE_S
        while monotonic() < until:
            told: dict[str, Any] = self.json("GET", f"/sessions/{session}")
            if not told["running"]:
                return told
            sleep(0.2)
        raise AssertionError("the run did not end")

    def let_in(self, tab: Tab, **how: Any) -> None:
        """Exchange the token in the address for the cookie."""
        tab.open("about:blank")
        tab.open(f"{self.address}/login#{self.token}", **how)
        until(tab, "location.pathname === '/' && document.readyState === 'complete'")


def until(tab: Tab, expression: str) -> None:
    """Wait until an expression holds, on this page or on the one that is being opened."""
    end = monotonic() + PATIENCE_S
    while monotonic() < end:
        try:
            if tab.value(f"!!({expression})"):
                return
        except BrowserFailed:
            pass  # Between two pages there is nobody to ask.
        sleep(0.05)
    raise AssertionError(f"never came true: {expression}")


@contextmanager
def served(folder: Path, api: Standin | None = None, *options: str) -> Iterator[Served]:
    """A server for the time of a block."""
    folder.mkdir(parents=True, exist_ok=True)
    server = Served(folder, api, *options)
    try:
        yield server
    finally:
        server.stop()


class Finished(NamedTuple):
    """A server, and a session that a model has judged; tests only read it."""

    server: Served
    session: str


def begun(server: Served) -> str:
    """A research that goes on until it is stopped."""
    wish = {"question": QUESTION, "documents": ".", "allow_remote": True, "budget_usd": 4}
    session: str = server.json("POST", "/sessions", wish)["session"]
    return session


def until_iteration(server: Served, session: str, number: int) -> None:
    """Wait until so many iterations are closed, or the run has ended."""
    for _ in range(600):
        told = server.json("GET", f"/sessions/{session}")
        if told["iteration"] >= number or not told["running"]:
            return
        sleep(0.2)
    raise AssertionError("the run does not get on")


def click(tab: Tab, selector: str) -> None:
    """A real click in the middle of an element."""
    found = f"document.querySelector({json.dumps(selector)})"
    until(tab, f"{READY} && {found}")
    tab.value(f"{found}.scrollIntoView({{block: 'center'}}); 1")
    place = tab.value(
        f"(box => [box.x + box.width / 2, box.y + box.height / 2])({found}.getClientRects()[0])"
    )
    for kind in ("mousePressed", "mouseReleased"):
        tab.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)


def fill(tab: Tab, selector: str, text: str) -> None:
    """Type into a field, in place of what is there."""
    found = f"document.querySelector({json.dumps(selector)})"
    until(tab, f"{READY} && {found}")
    tab.value(f"{found}.focus(); {found}.select(); 1")
    tab.type(text)

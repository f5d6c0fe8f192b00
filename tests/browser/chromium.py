"""A real Chromium without a screen, spoken to in its own protocol over two pipes; no driver, no socket."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from time import monotonic
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE_S = 60.0
INSTALL_S = 300.0
_FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
)


def program() -> str | None:
    """The browser of this machine; where there is none, root on Debian installs its package once."""
    if _found() is None and os.geteuid() == 0 and shutil.which("apt-get") is not None:
        with (Path(gettempdir()) / "pathfinder-chromium.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if _found() is None:
                _install()
    return _found()


def _found() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name)) is not None), None)


def _install() -> None:
    """Try it; a machine without its registries simply goes on without a browser."""
    wanted = ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk"]
    for command in (["update", "-qq"], wanted):
        with suppress(subprocess.SubprocessError, OSError):
            subprocess.run(
                ["apt-get", *command],
                check=False,
                timeout=INSTALL_S,
                stdin=subprocess.DEVNULL,
                capture_output=True,
            )


class BrowserFailed(AssertionError):
    """The browser said no, or nothing."""


@dataclass
class Tab:
    """One page, and everything that it asked for or complained of."""

    _to: int
    _from: int
    _session: str = ""
    _last: int = 0
    _rest: bytes = b""
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask, and wait for the answer; what happens meanwhile is written down."""
        self._last += 1
        asked: dict[str, Any] = {"id": self._last, "method": method, "params": params}
        if self._session:
            asked["sessionId"] = self._session
        os.write(self._to, json.dumps(asked).encode() + b"\0")
        until = monotonic() + PATIENCE_S
        while True:
            heard = self._hear(until)
            if heard.get("id") != self._last:
                self._note(heard)
                continue
            if "error" in heard:
                raise BrowserFailed(f"{method}: {heard['error']}")
            result: dict[str, Any] = heard["result"]
            return result

    def _hear(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._from], [], [], max(0.0, until - monotonic()))
            if not ready:
                raise BrowserFailed("the browser does not answer")
            more = os.read(self._from, 1 << 20)
            if not more:
                raise BrowserFailed("the browser is gone")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        heard: dict[str, Any] = json.loads(line)
        return heard

    def _note(self, heard: dict[str, Any]) -> None:
        if heard.get("sessionId", self._session) != self._session:
            return  # Another tab says it.
        method, params = heard.get("method", ""), heard.get("params", {})
        self.events.append(method)
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(str(params["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.complaints.append(str(params["entry"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(params["args"]))

    def begin(self) -> None:
        """Attach to the page that is there, and listen."""
        target = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")[
            "targetId"
        ]
        self._attach(target)

    def another(self) -> str:
        """Open another tab of the same browser and go on in it; the name of the one that was left."""
        left, self._session = self._session, ""
        self._attach(self.call("Target.createTarget", url="about:blank")["targetId"])
        return left

    def switch(self, name: str) -> str:
        """Go on in a tab that was left; the name of this one."""
        left, self._session = self._session, name
        self.call("Page.bringToFront")
        return left

    def close_others(self) -> None:
        """Close every tab but this one."""
        own = self.call("Target.getTargetInfo")["targetInfo"]["targetId"]
        for one in self.call("Target.getTargets")["targetInfos"]:
            if one["type"] == "page" and one["targetId"] != own:
                self.call("Target.closeTarget", targetId=one["targetId"])

    def _attach(self, target: str) -> None:
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def open(self, path: Path | str, *, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Load a file or an address as a person would, at a width and in a theme."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.call("Emulation.setEmulatedMedia", features=scheme)
        self.requests.clear()
        self.complaints.clear()
        self.events.clear()
        self.call("Page.navigate", url=path if isinstance(path, str) else path.as_uri())
        until = monotonic() + PATIENCE_S
        while "Page.loadEventFired" not in self.events:
            self._note(self._hear(until))

    def value(self, expression: str) -> Any:
        """What an expression of the page's script gives; a promise is waited for."""
        got = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in got:
            raise BrowserFailed(str(got["exceptionDetails"]))
        return got["result"].get("value")

    def settle(self) -> None:
        """Wait until the page has painted twice."""
        self.value(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => 1)"
        )

    def wait_for(self, expression: str) -> None:
        """Wait until an expression holds."""
        until = monotonic() + PATIENCE_S
        while not self.value(expression):
            if monotonic() > until:
                raise BrowserFailed(f"never came true: {expression}")
            self.settle()

    def press(self, key: str, *, shift: bool = False) -> None:
        """A key, down and up."""
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38}
        codes |= {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        known: dict[str, Any] = {"key": key, "modifiers": 8 if shift else 0}
        known["windowsVirtualKeyCode"] = codes.get(key, ord(key[0].upper()))
        self.call("Input.dispatchKeyEvent", type="keyDown", **known, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **known)

    def type(self, text: str) -> None:
        """Text into whatever has the focus."""
        self.call("Input.insertText", text=text)

    def screenshot(self, path: Path, *, whole: bool = False) -> None:
        """A picture of what is seen, or of the whole page."""
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def pdf(self) -> bytes:
        """The page as it is printed."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])


@contextmanager
def chromium(path: str, *flags: str) -> Iterator[Tab]:
    """A browser of its own, with an empty profile and perhaps more flags, ended with the block."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        hears, to = os.pipe()
        from_, says = os.pipe()
        # The protocol is spoken on the descriptors 3 and 4, whatever ours are called.
        command = [path, *_FLAGS, *flags, f"--user-data-dir={profile}", "about:blank"]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")
        running = subprocess.Popen(
            ["bash", "-c", f'exec "$0" "$@" 3<&{hears} 4>&{says}', *command],
            pass_fds=(hears, says),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(hears)
        os.close(says)
        try:
            tab = Tab(_to=to, _from=from_)
            tab.begin()
            yield tab
        finally:
            os.close(to)
            os.close(from_)
            running.terminate()
            try:
                running.wait(20)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()

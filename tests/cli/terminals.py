"""A real terminal for a real process: what it draws is read by a terminal emulator, its settings by us."""

import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from fcntl import ioctl
from pathlib import Path
from threading import Lock, Thread

import pyte

SHELL = """
import os, signal, subprocess, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
terminal = os.open(os.ttyname(0), os.O_RDWR)
job = subprocess.Popen(sys.argv[1:], process_group=0)
os.tcsetpgrp(terminal, job.pid)
print("job", job.pid, flush=True)
while True:
    _, status = os.waitpid(job.pid, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        break
    os.tcsetpgrp(terminal, os.getpgrp())
    cooked = bool(termios.tcgetattr(terminal)[3] & termios.ICANON)
    print("stopped, the terminal is", "cooked" if cooked else "raw", flush=True)
    os.read(terminal, 100)
    os.tcsetpgrp(terminal, job.pid)
    os.killpg(job.pid, signal.SIGCONT)
os.tcsetpgrp(terminal, os.getpgrp())
sys.exit(os.waitstatus_to_exitcode(status) % 256)
"""
"""What a shell does about jobs: gives one the terminal, takes it back when it stops, and goes on at Enter."""


class PtyProcess:
    """A process under a shell, in a terminal that is ours."""

    def __init__(
        self, command: list[str], folder: Path, environ: Mapping[str, str], columns: int = 100, rows: int = 40
    ) -> None:
        self._master, self._slave = pty.openpty()
        self.screen = pyte.HistoryScreen(columns, rows, history=5_000)
        self._stream = pyte.ByteStream(self.screen)
        self._lock = Lock()
        self.raw = b""
        self.resize(columns, rows)
        self.before = self.settings
        unset = {"CI", "NO_COLOR"}
        self._shell = subprocess.Popen(
            [sys.executable, "-c", SHELL, *command],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            cwd=folder,
            env={name: value for name, value in environ.items() if name not in unset}
            | {"TERM": "xterm-256color", "PYTHONUTF8": "1"},
            start_new_session=True,
        )
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        self.pid = int(self.sees("job ").partition("job ")[2].split()[0])

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._master, text.encode())

    def send_signal(self, number: int) -> None:
        """To the job, not to the shell."""
        os.kill(self.pid, number)

    def resize(self, columns: int, rows: int) -> None:
        """Make the window larger or smaller."""
        with self._lock:
            self.screen.resize(rows, columns)
        ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for(self, seen: Callable[[str], bool], what: str, seconds: float = 60) -> str:
        """The whole text once it is there."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            text = self.text
            if seen(text):
                return text
            time.sleep(0.02)
        raise AssertionError(f"{what} was not seen in:\n{self.text}")

    def sees(self, words: str) -> str:
        """The whole text once these words are in it."""
        return self.wait_for(lambda text: words in text, repr(words))

    @property
    def window(self) -> list[str]:
        """The rows that are seen now; the second cell of a wide character holds nothing."""
        with self._lock:
            rows = [self.screen.buffer[row] for row in range(self.screen.lines)]
            return ["".join(row[at].data for at in range(self.screen.columns)).rstrip() for row in rows]

    @property
    def text(self) -> str:
        """What stands in the terminal, with what has scrolled out of it."""
        with self._lock:
            gone = ["".join(row[at].data for at in sorted(row)).rstrip() for row in self.screen.history.top]
        return "\n".join([*gone, *self.window])

    @property
    def settings(self) -> list[int | list[bytes | int]]:
        """How the terminal is set now."""
        return termios.tcgetattr(self._slave)

    @property
    def as_it_was(self) -> bool:
        """Settings, cursor and paste mode are what they were before."""
        pasting = self.raw.rfind(b"\x1b[?2004h") > self.raw.rfind(b"\x1b[?2004l")
        return self.settings == self.before and not self.screen.cursor.hidden and not pasting

    def end(self, seconds: float = 60) -> int:
        """Wait for the end, and read what is left."""
        code = self._shell.wait(seconds)
        known = -1
        while known != len(self.raw):
            known = len(self.raw)
            time.sleep(0.1)
        return code

    def close(self) -> None:
        """End it, if it has not ended."""
        if self._shell.poll() is None:
            os.killpg(self.pid, signal.SIGKILL)
            self._shell.kill()
            self._shell.wait(30)
        os.close(self._slave)
        self._reader.join(10)
        os.close(self._master)

    def _read(self) -> None:
        while True:
            try:
                came = os.read(self._master, 65_536)
            except OSError:
                return
            if not came:
                return
            with self._lock:
                self.raw += came
                self._stream.feed(came)

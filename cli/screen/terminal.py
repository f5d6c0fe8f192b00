"""The terminal itself: its size, its bytes and its settings, always given back as they were."""

import os
import select
import termios
from contextlib import suppress
from typing import NamedTuple

from pathfinder.cli.screen.canvas import SHOW

_PASTE_ON, _PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"
"""Pasted text comes marked as such: a pasted `q` must not stop the run."""


class Size(NamedTuple):
    """In characters."""

    columns: int
    rows: int


class Terminal:
    """Writes to standard output, reads keys from the terminal behind it, whatever standard input is."""

    def __init__(self, output: int, keyboard: int | None) -> None:
        self._output = output
        self._keyboard = keyboard
        self._before: list[int | list[bytes | int]] | None = None
        """The settings as they were found; None while the terminal is not ours."""
        self._deaf = False
        """The keyboard is gone; asking it again would only spin."""
        self._waker, self._wake = os.pipe()

    @classmethod
    def open(cls, output: int) -> "Terminal":
        """With the controlling terminal as keyboard, or with none."""
        try:
            return cls(output, os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC))
        except OSError:
            return cls(output, None)

    @property
    def taken(self) -> bool:
        """Whether keys come to us one by one."""
        return self._before is not None

    def foreground(self) -> bool:
        """Whether we may draw: a job in the background must leave the terminal to the shell."""
        if self._keyboard is None:
            return True
        try:
            return os.tcgetpgrp(self._keyboard) == os.getpgrp()
        except OSError:
            return False

    def take(self) -> None:
        """Keys at once and unseen; Ctrl-C and Ctrl-Z still mean what they do, Ctrl-S stops nothing.

        To be called again after a stop: a shell may have set the terminal for itself meanwhile.
        """
        if self._keyboard is not None:
            with suppress(termios.error):
                self._before = self._before or termios.tcgetattr(self._keyboard)
                ours = termios.tcgetattr(self._keyboard)
                ours[0] &= ~termios.IXON
                ours[3] &= ~(termios.ICANON | termios.ECHO)
                ours[6][termios.VMIN], ours[6][termios.VTIME] = 1, 0
                termios.tcsetattr(self._keyboard, termios.TCSANOW, ours)
        self.write(_PASTE_ON)

    def give_back(self) -> None:
        """The settings as they were, the cursor seen. In the background they are the shell's already."""
        before, self._before = self._before, None
        if not self.foreground():
            return
        self.write(f"{_PASTE_OFF}\x1b[0m{SHOW}")
        if before is not None and self._keyboard is not None:
            with suppress(termios.error):
                termios.tcsetattr(self._keyboard, termios.TCSANOW, before)

    def wait(self, seconds: float) -> bytes:
        """What was typed, as soon as there is something; nothing after so many seconds or a `wake`."""
        ears = [self._waker]
        if self._keyboard is not None and self.taken and not self._deaf and self.foreground():
            ears.append(self._keyboard)
        ready, _, _ = select.select(ears, [], [], seconds)
        if self._waker in ready:
            os.read(self._waker, 100)
        if self._keyboard is None or self._keyboard not in ready:
            return b""
        typed = b""
        with suppress(OSError):
            typed = os.read(self._keyboard, 4_096)
        self._deaf = not typed
        return typed

    def wake(self) -> None:
        """End a wait that is under way."""
        with suppress(OSError):
            os.write(self._wake, b"x")

    def write(self, text: str) -> None:
        """All of it. A terminal that is gone hears nothing, and ends nothing."""
        left = text.encode(errors="replace")
        while left:
            try:
                left = left[os.write(self._output, left) :]
            except BlockingIOError:
                select.select([], [self._output], [], 1.0)
            except OSError:
                return

    def size(self) -> Size:
        """As it is now."""
        with suppress(OSError):
            columns, rows = os.get_terminal_size(self._output)
            if columns and rows:
                return Size(columns, rows)
        return Size(80, 24)

    def close(self) -> None:
        """Let go of the keyboard."""
        for number in (self._waker, self._wake, self._keyboard):
            if number is not None:
                os.close(number)
        self._keyboard = None

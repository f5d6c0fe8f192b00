"""Keys out of the bytes of a terminal: letters of any script, and nothing of arrows and pasted orders."""

import re
from codecs import getincrementaldecoder
from typing import Literal, NamedTuple

_PASTE_BEGIN, _PASTE_END = "\x1b[200~", "\x1b[201~"
_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O])", re.DOTALL)
"""A key that sends more than one character: arrows, function keys, Alt with a letter."""
_MOST_PENDING = 100_000


class Key(NamedTuple):
    """One thing the user did at the keyboard."""

    kind: Literal["text", "paste", "enter", "escape", "erase", "clear"]
    text: str = ""


_CONTROLS: dict[str, Key] = {
    "\r": Key("enter"),
    "\n": Key("enter"),
    "\x7f": Key("erase"),
    "\x08": Key("erase"),
    "\x15": Key("clear"),
}


class Keys:
    """Reads keys as they come, however the bytes are cut."""

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8")("ignore")
        self._pending = ""

    def feed(self, typed: bytes) -> list[Key]:
        """The keys that are complete; the rest waits. No bytes mean that nothing came for a while."""
        if not typed and self._pending == "\x1b":
            self._pending = ""
            return [Key("escape")]
        self._pending += self._decoder.decode(typed)
        keys = []
        while self._pending and (taken := self._next()) is not None:
            length, key = taken
            self._pending = self._pending[length:]
            if key is not None:
                keys.append(key)
        if len(self._pending) > _MOST_PENDING:
            self._pending = ""
        return keys

    def _next(self) -> tuple[int, Key | None] | None:
        """How many characters the next key takes, and which it is; None while it is not complete."""
        text = self._pending
        if text.startswith(_PASTE_BEGIN):
            end = text.find(_PASTE_END)
            if end < 0:
                return None
            return end + len(_PASTE_END), Key("paste", text[len(_PASTE_BEGIN) : end])
        if text.startswith("\x1b"):
            found = _SEQUENCE.match(text)
            return (found.end(), None) if found else None
        mark = text[0]
        if mark in _CONTROLS:
            return 1, _CONTROLS[mark]
        return 1, Key("text", mark) if mark.isprintable() else None

"""What a document says about itself, and the text without it.

The lines stand between two lines `---` at the very top, as `key: value`. Anything else that begins with such
a line (a rule across the page, a table) is text and stays text.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pathfinder.locales.catalogue import Message

KEYS = ("url", "title", "author", "date", "doi", "canonical", "retracted", "type")
"""What is understood; other keys are cut with the rest and count for nothing."""

_MOST_LINES = 100
_LONGEST_VALUE = 2_000
_FENCE = re.compile(r"-{3}[ \t]*")
_END = re.compile(r"(?:-{3}|\.{3})[ \t]*")
_PAIR = re.compile(r"([A-Za-z_][\w.-]{0,40})[ \t]*:(?:[ \t]+(.*)|[ \t]*)")
_MORE = re.compile(r"[ \t]+\S.*|-[ \t].*|#.*|[ \t]*")
"""A continued value, an item of a list, a comment or an empty line."""


class Split(NamedTuple):
    """A document taken apart."""

    front: Mapping[str, str]
    text: str


def split(text: str) -> Split:
    """The front matter and the rest; the text as it is where there is none."""
    lines = text.split("\n", _MOST_LINES + 1)
    if not _FENCE.fullmatch(lines[0]):
        return Split({}, text)
    inside = lines[1 : _MOST_LINES + 1]
    end = next((place for place, line in enumerate(inside) if _END.fullmatch(line)), None)
    if end is None or not _is_front_matter(inside[:end]):
        return Split({}, text)
    rest = "\n".join(lines[end + 2 :])
    return Split(pairs(inside[:end]), rest.lstrip("\n"))


def pairs(lines: Iterable[str]) -> Mapping[str, str]:
    """The keys that are understood, each with its value; the first of two with one key counts."""
    found: dict[str, str] = {}
    for line in lines:
        pair = _PAIR.fullmatch(line.rstrip())
        if pair is None or pair[1].lower() not in KEYS:
            continue
        value = _unquoted((pair[2] or "").strip())
        if value:
            found.setdefault(pair[1].lower(), value[:_LONGEST_VALUE])
    return found


def retraction(written: str | None) -> str | None:
    """Why a page is retracted, as the record keeps it; None when it is not."""
    if written is None or written.casefold() in ("false", "no", "0"):
        return None
    return Message("document-retracted-itself") if written.casefold() in ("true", "yes", "1") else written


def _is_front_matter(lines: list[str]) -> bool:
    return any(map(_PAIR.fullmatch, lines)) and all(
        _PAIR.fullmatch(line) or _MORE.fullmatch(line) for line in lines
    )


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].strip()
    return value

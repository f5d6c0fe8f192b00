"""Text from outside as plain Markdown text: no heading, link, image, table cell or code can come of it."""

import re
import unicodedata

_HOST = (
    r"(?<=[^\W_])\.(?=(?:[a-z]{2}|com|org|net|edu|gov|info|biz|pro|web|xxx|aero|asia|coop|museum|name|shop|dev|app"
    r"|xyz|site|online|рф|xn--[a-z0-9-]+)(?![^\W_]))"
)
"""Some readers make a link of whatever could be the name of a host, without http and www."""
_ANYWHERE = re.compile(
    r"[\\`*\[\]<>|~&@]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<!:)/(?=/)|(?<=www)\.|" + _HOST, re.IGNORECASE
)
_AT_THE_START = re.compile(r"^([-+=#:]|\d+(?=[.)]))")
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def plain(text: str) -> str:
    """One line of text that any Markdown reader shows as it is."""
    shown = "".join(" " if mark in "\n\r\t" else mark for mark in text)
    kept = "".join(mark for mark in shown if unicodedata.category(mark) not in _HIDDEN)
    return _escaped(" ".join(kept.split()))


def _escaped(text: str) -> str:
    """Only what a reader would take for a mark is escaped, so that the file is good to read as it is."""
    escaped = _ANYWHERE.sub(r"\\\g<0>", text)
    start = _AT_THE_START.match(escaped)
    if start is None:
        return escaped
    mark = start[1]
    return f"{mark}\\{escaped[len(mark) :]}" if mark.isdigit() else f"\\{escaped}"


_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(?P<said>[^*_]+?)(?<=\S)\1")


def unmarked(text: str) -> str:
    """A quote without the bold marks of its page; the quote that is kept and checked has them."""
    return _EMPHASIS.sub(r"\g<said>", text)


def within(text: str) -> str:
    """A sentence as part of another one: its first word is no longer the first, unless it is all capitals."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def quoted(text: str) -> str:
    """A quotation, one block."""
    return f"> {plain(text)}"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table; its cells are already plain."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

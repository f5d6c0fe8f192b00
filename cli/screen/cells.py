"""Text in the cells of a terminal: a Hangul syllable takes two of them."""

from rich.cells import cell_len

from pathfinder.protocols.text.sanitize import ELLIPSIS, one_line

_MOST = 2_000
"""Characters of one text that are looked at; no line is longer."""


def harmless(text: str) -> str:
    """Text from outside on one line, with nothing in it that a terminal would obey."""
    return one_line(text, _MOST)


def cut(text: str, width: int) -> str:
    """The text in at most so many cells, with an ellipsis where it was cut."""
    plain = harmless(text)
    if cell_len(plain) <= width:
        return plain
    return _head(plain, width - 1).rstrip() + ELLIPSIS if width > 0 else ""


def cut_line(text: str, width: int) -> str:
    """The same for a whole line: what stands at its front stays there."""
    indent = min(len(text) - len(text.lstrip(" ")), max(0, width - 1))
    return " " * indent + cut(text, width - indent)


def padded(text: str, width: int) -> str:
    """Cut or filled up to exactly so many cells."""
    shown = cut(text, width)
    return shown + " " * (width - cell_len(shown))


def wrapped(text: str, width: int, rows: int) -> list[str]:
    """At most so many rows, broken between words where that is possible; the last one is cut."""
    left, lines = harmless(text), list[str]()
    while left and len(lines) < rows - 1 and cell_len(left) > width:
        head = _head(left, width)
        if not left[len(head) : len(head) + 1].isspace() and " " in head:
            head = head[: head.rindex(" ")]
        if not head:
            break
        lines.append(head.rstrip())
        left = left[len(head) :].lstrip()
    return [*lines, cut(left, width)] if left else lines


def _head(text: str, width: int) -> str:
    """As many characters from the front as fit."""
    taken = 0
    for place, mark in enumerate(text):
        taken += cell_len(mark)
        if taken > width:
            return text[:place]
    return text

"""Text from outside as plain Markdown text: no heading, link, image, table cell or code can come of it."""

import re
import unicodedata

_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+\-!|~&$^:@=])")
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def plain(text: str) -> str:
    """One line of text that any Markdown reader shows as it is."""
    shown = "".join(" " if mark in "\n\r\t" else mark for mark in text)
    kept = "".join(mark for mark in shown if unicodedata.category(mark) not in _HIDDEN)
    return _escaped(" ".join(kept.split()))


def _escaped(text: str) -> str:
    # "1." at the start of a line would open a list.
    numbered = re.sub(r"^(\d+)([.)])", r"\1\\\2", _MARKS.sub(r"\\\1", text))
    return numbered.replace("www.", "www\\.").replace("http", "http")


def quoted(text: str) -> str:
    """A quotation, one block."""
    return f"> {plain(text)}"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table; its cells are already plain."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

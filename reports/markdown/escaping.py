"""Text from outside as plain Markdown text: no heading, link, image, table cell or code can come of it."""

import re
import unicodedata
from functools import lru_cache

_HOST = (
    r"(?<=[^\W_])\.(?=(?:[a-z]{2}|com|org|net|edu|gov|info|biz|pro|web|xxx|aero|asia|coop|museum|name|shop|dev|app"
    r"|xyz|site|online|рф|xn--[a-z0-9-]+)(?![^\W_]))"
)
"""Some readers make a link of whatever could be the name of a host, without http and www."""
_ANYWHERE = re.compile(
    r"[\\`*\[\]<>|~&@$]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<!:)/(?=/)|(?<=www)\.|" + _HOST, re.IGNORECASE
)
_AT_THE_START = re.compile(r"^([-+=#:]|\d+(?=[.)](?:\s|$)))")
_ADDRESS = re.compile(
    r"(?<![`\w])https?://[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][\x21\x23-\x26\x28-\x3b=\x3f-\x5a_a-z~]*)?(?<![.,;:!?(])(?!`)",
    re.IGNORECASE | re.ASCII,
)
"""An address inside a text: no quotation mark, bracket, backslash, backtick or bar is part of it."""
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


_BREAKS = str.maketrans("\n\r\t", "   ")
_PLAIN_ALREADY = re.compile(
    r"[^\W\d_]+(?:(?:[,;()%'\"!?-]|(?<!www)\.(?= |\Z)| (?! |\Z))[^\W_]*)*\Z", re.IGNORECASE
)
"""Most sentences: words with single spaces and harmless marks between them. What is not seen here at once is
looked at in full; nothing is called plain that would be changed then."""


@lru_cache(maxsize=32_768)
def plain(text: str) -> str:
    """One line of text that any Markdown reader shows as it is."""
    return text if _PLAIN_ALREADY.match(text) else made_plain(text)


def made_plain(text: str) -> str:
    """The same, of a text about which nothing is known."""
    shown = text.translate(_BREAKS)
    if not shown.isprintable():  # Most text is, and hidden marks never are.
        shown = "".join(mark for mark in shown if unicodedata.category(mark) not in _HIDDEN)
    return _escaped(" ".join(shown.split()))


def _escaped(text: str) -> str:
    """Only what a reader would take for a mark is escaped, so that the file is good to read as it is.

    An address becomes code: it can be copied as it stands, and no reader makes a link of it.
    """
    pieces, at = [], 0
    for found in _ADDRESS.finditer(text):
        pieces += [_ANYWHERE.sub(r"\\\g<0>", text[at : found.start()]), f"`{found[0]}`"]
        at = found.end()
    escaped = "".join([*pieces, _ANYWHERE.sub(r"\\\g<0>", text[at:])])
    start = _AT_THE_START.match(escaped)
    if start is None:
        return escaped
    mark = start[1]
    return f"{mark}\\{escaped[len(mark) :]}" if mark.isdigit() else f"\\{escaped}"


_WEB = re.compile(
    r"https?://[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][\x21-\x3b=\x3f-\x5b\x5d-\x7e]*)?", re.IGNORECASE
)
"""A plain address of the web: ASCII, no space, no angle bracket and no backslash."""


def web_address(url: str) -> bool:
    """Whether a reader of Markdown may be given this address as a link."""
    return _WEB.fullmatch(url) is not None


def address(url: str) -> str:
    """An address that can be followed, if it is plainly one of the web; as plain text otherwise."""
    return f"<{url}>" if web_address(url) else plain(url)


_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(?P<said>[^*_]+?)(?<=\S)\1")


def unmarked(text: str) -> str:
    """A quote without the bold marks of its page; the quote that is kept and checked has them."""
    return _EMPHASIS.sub(r"\g<said>", text)


def short(text: str, most: int) -> str:
    """A text cut at a word, with an ellipsis, if it is longer than `most` characters."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    words = cut.rsplit(" ", 1)[0] if " " in cut[most // 2 :] else cut
    return words.rstrip(" ,;:.") + "…"


def quoted(text: str) -> str:
    """A quotation, one block."""
    return f"> {plain(text)}"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table; its cells are already plain."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

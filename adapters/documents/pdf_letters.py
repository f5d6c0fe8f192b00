"""Letters of a PDF whose font does not say which letters they are: told from the other fonts, or marked.

PDFium gives the number of the glyph for such a letter, so that a page that shows 78% would say 8%.
"""

import re
import zlib
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any

Untyped = Any
"""A page of PDFium, which ships no types."""
UNKNOWN = "\ufffd"
"""Stands for a letter that cannot be told."""
FEWEST_ENTRIES = 10
MOST_MAP = 100_000
MOST_STREAMS = 5_000
_CONTROL = re.compile("[\x03-\x08\x0e-\x1f]")
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_ENTRY = re.compile(rb"^\s*<([0-9A-Fa-f]{4})>\s*(?:<[0-9A-Fa-f]{4}>\s*)?<([0-9A-Fa-f]{4})>\s*$", re.MULTILINE)


class Letters:
    """The letters of one PDF."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    @cached_property
    def _shift(self) -> int | None:
        return shift_of(self._content)

    def words(self, textpage: Untyped) -> str:
        """The words of a page; each letter without a name is told or marked."""
        words = str(textpage.get_text_bounded())
        if not _CONTROL.search(words):
            return words
        from pypdfium2 import raw  # type: ignore[import-untyped]  # the package ships no types

        letters = []
        for at in range(textpage.count_chars()):
            code = raw.FPDFText_GetUnicode(textpage.raw, at)
            unnamed = raw.FPDFText_HasUnicodeMapError(textpage.raw, at)
            letters.append(self._told(code) if unnamed else chr(code))
        return "".join(letters)

    def _told(self, code: int) -> str:
        letter = code + (self._shift or 0)
        return chr(letter) if self._shift is not None and 0x20 < letter < 0x7F else UNKNOWN


def shift_of(content: bytes) -> int | None:
    """How far glyph numbers lie from ASCII, if all entries of all maps of the file agree on it."""
    found = list(_shifts(content))
    return found[0] if len(found) >= FEWEST_ENTRIES and len(set(found)) == 1 else None


def _shifts(content: bytes) -> Iterator[int]:
    for stream in islice(_STREAM.finditer(content), MOST_STREAMS):
        try:
            written = zlib.decompressobj().decompress(
                content[stream.end() : stream.end() + MOST_MAP], MOST_MAP
            )
        except zlib.error:
            continue
        if b"beginbf" in written:
            for code, letter in _ENTRY.findall(written):
                if 0x20 <= int(letter, 16) < 0x7F:
                    yield int(letter, 16) - int(code, 16)

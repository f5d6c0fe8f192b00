"""Pieces of a text that are ranked: whole paragraphs where they fit, whole sentences where they do not."""

import re
from collections.abc import Iterator
from typing import NamedTuple

TARGET = 700
"""Letters of a passage, Hangul counted double: about a paragraph, which a vector can still stand for."""
LARGEST = 1_000

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_HEADING = re.compile(r"#{1,6}\s")
_BREAK = re.compile(r"""(?<=[.!?。…])["'”’)\]」』]*\s+|\n""")
_SPACE = re.compile(r"\s+")
_HANGUL = re.compile("[가-힣]+")


class Passage(NamedTuple):
    """A slice of a text."""

    start: int
    end: int


def passages(text: str) -> tuple[Passage, ...]:
    """The passages of a text in order; they do not overlap, and only white space lies between them."""
    found: list[Passage] = []
    open_: Passage | None = None
    for block in _blocks(text):
        heading = _HEADING.match(text, block.start) is not None
        if open_ is not None and not heading and _size(text, open_.start, block.end) <= TARGET:
            open_ = Passage(open_.start, block.end)
            continue
        if open_ is not None:
            found.append(open_)
        open_ = block
    return tuple(found if open_ is None else (*found, open_))


def _blocks(text: str) -> Iterator[Passage]:
    """Paragraphs, and the sentences of those that are too long for one passage."""
    for paragraph in _between(text, _PARAGRAPH, Passage(0, len(text))):
        if _size(text, *paragraph) <= LARGEST:
            yield paragraph
            continue
        for sentence in _between(text, _BREAK, paragraph):
            yield from _pieces(text, sentence)


def _pieces(text: str, sentence: Passage) -> Iterator[Passage]:
    """A sentence longer than a passage (a table, a line without end) is cut, at a space if there is one."""
    start = sentence.start
    while sentence.end - start > LARGEST:
        spaces = [gap.end() for gap in _SPACE.finditer(text, start + LARGEST // 2, start + LARGEST)]
        cut = spaces[-1] if spaces else start + LARGEST
        yield _trimmed(text, start, cut)
        start = cut
    if text[start : sentence.end].strip():
        yield _trimmed(text, start, sentence.end)


def _between(text: str, gap: re.Pattern[str], within: Passage) -> Iterator[Passage]:
    start = within.start
    for found in gap.finditer(text, within.start, within.end):
        if text[start : found.start()].strip():
            yield _trimmed(text, start, found.end())
        start = found.end()
    if text[start : within.end].strip():
        yield _trimmed(text, start, within.end)


def _trimmed(text: str, start: int, end: int) -> Passage:
    piece = text[start:end]
    return Passage(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))


def _size(text: str, start: int, end: int) -> int:
    return end - start + sum(map(len, _HANGUL.findall(text, start, end)))

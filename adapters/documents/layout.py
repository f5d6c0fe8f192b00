"""Pieces of a document put together to one text that still knows where each place of it begins."""

from collections.abc import Iterable
from typing import NamedTuple

BETWEEN = "\n\n"
"""Between two pieces: each is a paragraph of its own or several."""


class Piece(NamedTuple):
    """The text of one page, slide, row or the like, and the place it has."""

    text: str
    unit: str
    number: int
    name: str = ""


class LaidOutText(NamedTuple):
    """One text, the offsets at which places begin, and the runs of places that are counted on."""

    text: str
    starts: tuple[int, ...]
    runs: tuple[dict[str, object], ...]
    """The fields of a `PlaceRun` each."""
    cut: bool
    """The pieces were more than was taken."""


def laid_out(pieces: Iterable[Piece], most: int) -> LaidOutText:
    """All pieces as one text, until it has more than `most` characters.

    A piece without text begins where the next one does.
    """
    texts, starts, runs, length, due, cut = (
        list[str](),
        list[int](),
        list[dict[str, object]](),
        0,
        None,
        False,
    )
    for piece in pieces:
        if length > most:
            cut = True
            break
        place = (piece.unit, piece.number, piece.name)
        if place != due:
            first = {"unit": piece.unit, "number": piece.number, "name": piece.name}
            runs.append({"at": len(starts), "first": first})
        due = (piece.unit, piece.number + 1, piece.name)
        starts.append(length)
        if piece.text:
            texts.append(piece.text)
            length += len(piece.text) + len(BETWEEN)
    text = BETWEEN.join(texts)
    return LaidOutText(text, tuple(min(start, len(text)) for start in starts), tuple(runs), cut)

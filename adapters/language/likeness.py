"""Likeness by meaning, with a shelf: one product of a matrix tells which claims may be near a new one."""

from collections.abc import Sequence

import numpy as np

from pathfinder.adapters.language.encoder import DIMENSIONS, Encoder, Matrix
from pathfinder.protocols.rules.nearest import Shelf

MARGIN = 1e-4
"""A product of a matrix and one of two vectors differ in their last bits; this is far more than they do."""
FIRST_ROOM = 64


class ByMeaning:
    """The cosine of two texts, between 0 and 1."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def __call__(self, one: str, other: str) -> float:
        return self._encoder.similarity(one, other)

    def shelf(self) -> Shelf:
        """An empty one."""
        return VectorShelf(self._encoder)


class VectorShelf:
    """The vectors of texts, a row each."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._rows: Matrix = np.empty((FIRST_ROOM, DIMENSIONS), dtype=np.float32)
        self._count = 0

    def add(self, text: str) -> None:
        """Put a text at the end."""
        if self._count == len(self._rows):
            self._rows = np.concatenate((self._rows, np.empty_like(self._rows)))
        (self._rows[self._count],) = self._encoder.vectors([text])
        self._count += 1

    def bounds(self, text: str) -> Sequence[float]:
        """For each text on the shelf, no less than its likeness to this one."""
        (mine,) = self._encoder.vectors([text])
        found: list[float] = (self._rows[: self._count] @ mine + MARGIN).tolist()
        return found

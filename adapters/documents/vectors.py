"""Vectors as numbers: half precision on disk, single in memory.

The only module here that needs numpy. It is imported once there is an encoder, and not before: the encoder
says how many threads numpy may use, which numpy asks only once.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]


class Near(NamedTuple):
    """A passage and how close it is."""

    passage: int
    cosine: float


class Space:
    """All passages with a vector, to be compared with one query at a time."""

    def __init__(self, rows: Sequence[tuple[int, bytes]]) -> None:
        self._passages = np.fromiter((passage for passage, _ in rows), dtype=np.int64, count=len(rows))
        packed = np.frombuffer(b"".join(vector for _, vector in rows), dtype=np.float16)
        self._vectors = packed.reshape(len(rows), -1).astype(np.float32) if rows else None

    def nearest(self, query: Matrix, most: int, floor: float) -> list[Near]:
        """The passages closest to the query, best first, of equal ones the earlier first."""
        if self._vectors is None:
            return []
        cosines = self._vectors @ query
        few = min(most, len(cosines))
        best = np.argpartition(-cosines, few - 1)[:few]
        ordered = best[np.lexsort((self._passages[best], -cosines[best]))]
        near = (Near(int(self._passages[at]), float(cosines[at])) for at in ordered)
        return [one for one in near if one.cosine >= floor]


def packed(vectors: Matrix) -> list[bytes]:
    """Each row as it is stored."""
    return [row.tobytes() for row in vectors.astype(np.float16)]

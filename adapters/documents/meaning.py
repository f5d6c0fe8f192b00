"""Finding passages by their meaning: the vectors of a folder's passages, in whatever language they are."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from pathfinder.adapters.documents.index import Index
from pathfinder.locales.catalogue import Message

if TYPE_CHECKING:
    from pathfinder.adapters.documents.vectors import Matrix, Space

MOST_VECTORS = 200_000
"""About 400 MB in memory; passages beyond are found by their words alone, and that is said."""
FLOOR = 0.2
"""Cosine under which a passage has nothing to do with a query."""
AT_ONCE = 16
"""Files whose passages get their vectors between two looks at whether to stop."""


class Encoder(Protocol):
    """What gives a text its place among others of the same meaning, in whatever language."""

    @property
    def identity(self) -> str: ...

    def vectors(self, texts: Sequence[str]) -> "Matrix": ...


class Meaning:
    """The encoder, loaded when it is first needed, and what it has made of an index."""

    def __init__(self, load: Callable[[], Encoder] | None, note: Callable[[str], None]) -> None:
        self._load, self._note = load, note
        self._encoder: Encoder | None = None
        self._space: tuple[tuple[int, int], Space] | None = None
        self._vectors = 0
        self.complete = False
        """Every passage of the index that is to have a vector has one."""

    @property
    def gap(self) -> str:
        """Why documents are not found by their meaning, or not all of them; empty if they are."""
        if self._load is None:
            return Message("documents-no-encoder")
        if not self.complete:
            return Message("documents-vectors-not-ready")
        if self._vectors >= MOST_VECTORS:
            return Message("documents-most-vectors", most=f"{MOST_VECTORS:,}")
        return ""

    def embed(self, index: Index, go_on: Callable[[], None], done: Callable[[int], None]) -> tuple[int, int]:
        """Give each new passage its vector: how many have one now, and how many are new.

        `go_on` is called between files, and raises to stop; `done` is told how many files are ready.
        """
        encoder = self._loaded()
        if encoder is None:
            return 0, 0
        from pathfinder.adapters.documents.vectors import packed

        index.use_encoder(encoder.identity)
        index.drop_unused_vectors()
        embedded, kept, files = 0, index.count("vectors"), 0
        while kept < MOST_VECTORS and (lacking := index.without_vectors(files=AT_ONCE)):
            go_on()
            vectors = packed(encoder.vectors([text for _, text in lacking]))
            index.add_vectors(zip((key for key, _ in lacking), vectors, strict=True))
            embedded, kept, files = embedded + len(lacking), kept + len(lacking), files + AT_ONCE
            done(files)
        index.settle()
        self.complete = True
        self._vectors = index.count("vectors")
        return self._vectors, embedded

    def near(self, index: Index, query: str, most: int) -> list[int]:
        """The passages nearest to a query; none while vectors are being made."""
        if self._encoder is None or not self.complete:
            return []
        from pathfinder.adapters.documents.vectors import Space

        version = index.version
        if self._space is None or self._space[0] != version:
            self._space = (version, Space(index.vectors()))
        (vector,) = self._encoder.vectors([unicodedata.normalize("NFC", query)])
        return [near.passage for near in self._space[1].nearest(vector, most, FLOOR)]

    def _loaded(self) -> Encoder | None:
        if self._encoder is None and self._load is not None:
            try:
                self._encoder = self._load()
            except (ImportError, OSError, MemoryError, RuntimeError, ValueError) as error:
                self._load = None
                self._note(Message("documents-encoder-not-loaded", reason=error))
        return self._encoder

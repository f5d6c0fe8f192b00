"""Compressed bodies, unfolded a little at a time: whoever takes the pieces can stop before a bomb is open."""

import zlib
from collections.abc import Iterator
from typing import Protocol

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import SourceUnreachable

_GZIP, _ZLIB, _RAW = 31, 15, -15
MOST_MEMBERS = 100
"""A gzip file may be several, one after another; thousands of empty ones are an attack on our time."""


PIECE_BYTES = 65_536


class Coding(Protocol):
    """Turns what came over the wire into what was meant, in small pieces."""

    def pieces(self, raw: bytes) -> Iterator[bytes]: ...

    @property
    def ended(self) -> bool:
        """The body is complete as far as the coding can tell."""
        ...


class Plain:
    """No coding at all."""

    ended = True

    def pieces(self, raw: bytes) -> Iterator[bytes]:
        """As it came."""
        yield raw


class Inflated:
    """gzip or deflate."""

    def __init__(self, *, gzip: bool) -> None:
        self._gzip = gzip
        self._object = zlib.decompressobj(_GZIP if gzip else _ZLIB)
        self._begun = False
        self._members = 0

    @property
    def ended(self) -> bool:
        """The end mark of the last member was seen."""
        return self._object.eof or not self._begun

    def pieces(self, raw: bytes) -> Iterator[bytes]:
        """What `raw` unfolds to, at most PIECE_BYTES at a time."""
        more = True
        while raw or more:
            if self._object.eof and not self._next(raw):
                return
            piece = self._inflated(raw)
            yield piece
            # A full piece may leave something behind that needs no further input.
            more = len(piece) == PIECE_BYTES
            raw = self._object.unused_data if self._object.eof else self._object.unconsumed_tail

    def _next(self, raw: bytes) -> bool:
        """Another gzip member follows; anything else after the end is padding and left alone."""
        if not self._gzip or not raw.startswith(b"\x1f\x8b"):
            return False
        self._members += 1
        if self._members > MOST_MEMBERS:
            raise SourceUnreachable(Message("page-compression-attack"), "refused")
        self._object = zlib.decompressobj(_GZIP)
        return True

    def _inflated(self, raw: bytes) -> bytes:
        try:
            piece = self._object.decompress(raw, PIECE_BYTES)
        except zlib.error as error:
            # Some servers send deflate without the zlib header around it.
            if self._gzip or self._begun:
                raise SourceUnreachable(Message("page-compressed-damaged"), "unreadable") from error
            self._object = zlib.decompressobj(_RAW)
            self._begun = True
            return self._inflated(raw)
        self._begun = True
        return piece


def coding_of(named: str) -> Coding:
    """The coding a Content-Encoding names; SourceUnreachable for what we did not ask for, or for several."""
    name = named.strip().lower()
    if name in ("", "identity"):
        return Plain()
    if name in ("gzip", "x-gzip", "deflate"):
        return Inflated(gzip=name != "deflate")
    raise SourceUnreachable(Message("page-compression-unknown"), "unreadable")

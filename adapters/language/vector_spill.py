"""Vectors that memory let go of, in a file without a name: it is gone with the process.

To make a vector takes some thousand times as long as to read it back, and a long run reads the same pages
again after many iterations. In memory they would make the process grow with the documents it has read.
"""

from collections import OrderedDict
from hashlib import blake2b
from tempfile import TemporaryFile
from typing import IO
from weakref import finalize

MOST_SPILLED = 65_536
"""128 MB on disk: the sentences of some five thousand abstracts."""
_DIGEST_BYTES = 16


class SpilledVectors:
    """Rows of one length by their text, for one thread at a time. Without a file nothing is kept."""

    def __init__(self, row_bytes: int, most: int = MOST_SPILLED) -> None:
        self._record_bytes = _DIGEST_BYTES + row_bytes
        self._most = most
        self._places: OrderedDict[bytes, int] = OrderedDict()
        self._file: IO[bytes] | None = None
        self._broken = False

    def put(self, text: str, row: bytes) -> None:
        """Keep a row; of too many the one that has been here longest is written over."""
        name = _digest(text)
        if self._broken or name in self._places:
            return
        full = len(self._places) >= self._most
        place = self._places.popitem(last=False)[1] if full else len(self._places)
        try:
            if self._file is None:
                self._file = TemporaryFile(buffering=0)  # noqa: SIM115  (closed with the object, by the next line)
                finalize(self, self._file.close)
            self._file.seek(place * self._record_bytes)
            self._broken = self._file.write(name + row) != self._record_bytes
        except OSError:
            self._broken = True
        self._places[name] = place

    def get(self, text: str) -> bytes | None:
        """The row of a text, if it is still here. A row that is not that of the text is never given."""
        name = _digest(text)
        place = self._places.get(name)
        if place is None or self._file is None or self._broken:
            return None
        try:
            self._file.seek(place * self._record_bytes)
            record = self._file.read(self._record_bytes)
        except OSError:
            self._broken = True
            return None
        # A process that was forked off writes into the same file.
        whole = len(record) == self._record_bytes and record.startswith(name)
        return record[_DIGEST_BYTES:] if whole else None


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).digest()

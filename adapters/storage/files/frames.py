"""The journal as bytes. One record is one line:

    length crc durable json

`length` is that of the JSON in bytes; `crc` covers `durable` and the JSON; `durable` is how many records
were on the disk for good when this one was written. Records written together share it. So a broken
record is the torn end of a last write, never confirmed to anybody, unless a later record says that it had
been durable: then it is damage.
"""

import re
from dataclasses import dataclass
from zlib import crc32

from pydantic import ValidationError

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import StorageFailed

FORMAT = 1
HEADER = f"pathfinder journal {FORMAT}\n".encode()
_HEADER = re.compile(rb"pathfinder journal ([1-9][0-9]{0,8})\n")
_LIKE_A_RECORD = re.compile(rb"[0-9a-f]{8} [0-9a-f]{8} [0-9a-f]{8} (?=\{)")
_PREFIX = 27
"""Three numbers of eight hexadecimal digits, each followed by a space."""


@dataclass(frozen=True, slots=True)
class DecodedJournal:
    """What a journal's bytes hold."""

    entries: tuple[Entry, ...]
    whole: bytes
    """The header and every good record."""
    torn: bytes
    """What stands behind them."""


def frame(json: bytes, durable: int) -> bytes:
    """One record."""
    counted = b"%08x " % durable + json
    return b"%08x %08x " % (len(json), crc32(counted)) + counted + b"\n"


def read_log(written: bytes, file: str) -> DecodedJournal:
    """The records up to the first broken one; StorageFailed if what broke had been confirmed."""
    if HEADER.startswith(written):
        return DecodedJournal((), HEADER, b"" if written == HEADER else written)
    _check_header(written, file)
    entries: list[Entry] = []
    place = len(HEADER)
    while record := _record(written, place):
        json, _ = record
        try:
            entries.append(Entry.model_validate_json(json))
        except ValidationError:
            raise StorageFailed(Message("record-unknown", number=len(entries) + 1, file=file)) from None
        place += _PREFIX + len(json) + 1
    if _later_durable(written, place) > len(entries):
        raise StorageFailed(Message("record-damaged", number=len(entries) + 1, file=file, place=str(place)))
    return DecodedJournal(tuple(entries), written[:place], written[place:])


def _check_header(written: bytes, file: str) -> None:
    header = _HEADER.match(written)
    if header is None:
        raise StorageFailed(Message("journal-header-wrong", file=file))
    if int(header[1]) > FORMAT:
        raise StorageFailed(Message("journal-newer", file=file, number=int(header[1]), format=FORMAT))


def _record(written: bytes, place: int) -> tuple[bytes, int] | None:
    """The JSON of the record at a place, and how many were durable before it; None if it is not whole."""
    try:
        length = int(written[place : place + 8], 16)
        durable = int(written[place + 18 : place + 26], 16)
    except ValueError:
        return None
    end = place + _PREFIX + length
    if length < 0 or durable < 0 or end >= len(written) or written[end] != ord("\n"):
        return None
    json = written[place + _PREFIX : end]
    # Compared as a whole, so that no bit of it can be other than it was written.
    return (json, durable) if frame(json, durable) == written[place : end + 1] else None


def _later_durable(written: bytes, place: int) -> int:
    """The largest count that a good record behind a broken one vouches for."""
    records = (_record(written, found.start()) for found in _LIKE_A_RECORD.finditer(written, place))
    return max((record[1] for record in records if record), default=0)

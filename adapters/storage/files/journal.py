"""The journal of the open iteration: no finished step is lost, and writers share the wait for the disk."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from pydantic_core import PydanticSerializationError

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.frames import HEADER, frame, read_log
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import ReplayDiverged, StorageFailed
from pathfinder.protocols.ids import StepKey


def journaled(session: Session, iteration: int, disk: Disk) -> tuple[Entry, ...]:
    """What the journal of an iteration holds, for those who only look; its owner may be writing to it."""
    path = session.journal(iteration)
    return read_log(disk.read_if_there(path) or HEADER, str(path)).entries


def all_journaled(session: Session, disk: Disk) -> tuple[Entry, ...]:
    """What the journals of all iterations hold, closed and open."""
    numbers = (int(name) for name in disk.names(session.journals) if name.isascii() and name.isdigit())
    return tuple(entry for number in numbers for entry in journaled(session, number, disk))


class _Waiting(NamedTuple):
    entry: Entry
    json: bytes
    written: asyncio.Future[None]


class FileJournal:
    """Implements `Journal` for one iteration. Only the owner of the session opens one."""

    def __init__(self, session: Session, iteration: int, disk: Disk, entries: Sequence[Entry]) -> None:
        self._path = session.journal(iteration)
        self._disk = disk
        self._entries = list(entries)
        self._done: dict[StepKey, Entry] = {}
        for entry in entries:
            self._note(entry)
        self._file: int | None = None
        self._waiting: list[_Waiting] = []
        self._commits: asyncio.Task[None] | None = None
        self._broken: StorageFailed | None = None
        self._thread = ThreadPoolExecutor(1, "journal")

    @classmethod
    def open(cls, session: Session, iteration: int, disk: Disk) -> "FileJournal":
        """Read what an iteration has so far; nothing is created before the first entry."""
        path = session.journal(iteration)
        disk.sweep(path.parent)
        written = disk.read_if_there(path)
        if written is None:
            return cls(session, iteration, disk, ())
        log = read_log(written, str(path))
        if log.torn:
            taken = set(disk.names(path.parent))
            number = next(n for n in range(1, len(taken) + 2) if f"torn-{n}.bin" not in taken)
            disk.write(path.parent / f"torn-{number}.bin", log.torn)
        # What was read may stand in memory only: its writer was killed before the disk had it, or was told
        # that the disk did not take it. From here on it is relied upon, so it is written anew.
        disk.write(path, log.whole)
        return cls(session, iteration, disk, log.entries)

    @property
    def entries(self) -> Sequence[Entry]:
        """Everything that is durable, in the order it was written; it grows."""
        return self._entries

    def done(self, step: StepKey, digest: str) -> Entry | None:
        """The outcome of a finished step, if its input was the same."""
        entry = self._done.get(step)
        if entry is not None and entry.digest != digest:
            raise ReplayDiverged(step)
        return entry

    async def write(self, entry: Entry) -> None:
        """Wait until the entry is on the disk; whoever writes meanwhile shares the next wait."""
        if self._broken is not None:
            raise StorageFailed(text_of(self._broken))
        loop = asyncio.get_running_loop()
        waiting = _Waiting(entry, _json(entry), loop.create_future())
        self._waiting.append(waiting)
        if self._commits is None:
            self._commits = loop.create_task(self._commit())
        await waiting.written

    async def close(self) -> None:
        """Finish what is being written and let go of the file; the folder stays."""
        if self._commits is not None:
            await asyncio.wait([self._commits])
        self._thread.shutdown()
        if self._file is not None:
            file, self._file = self._file, None
            self._disk.close(file, self._path)

    async def _commit(self) -> None:
        """Write batch after batch, each with everything that came while the one before was on its way."""
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                durable = len(self._entries)
                data = b"".join(frame(waiting.json, durable) for waiting in batch)
                try:
                    await loop.run_in_executor(self._thread, self._append, data)
                except StorageFailed as error:
                    self._break(error, batch)
                    return
                for waiting in batch:
                    self._entries.append(waiting.entry)
                    self._note(waiting.entry)
                    if not waiting.written.done():
                        waiting.written.set_result(None)
        finally:
            self._commits = None

    def _append(self, data: bytes) -> None:
        if self._file is None:
            self._disk.make_folder(self._path.parent)
            if self._disk.stat(self._path) is None:
                self._disk.write(self._path, HEADER)
            self._file = self._disk.open_to_append(self._path)
        self._disk.append_durably(self._file, self._path, data)

    def _break(self, error: StorageFailed, batch: list[_Waiting]) -> None:
        """Nobody knows what of the batch is on the disk, so nothing more is written behind it."""
        self._broken = error
        batch, self._waiting = batch + self._waiting, []
        for waiting in batch:
            if not waiting.written.done():
                waiting.written.set_exception(StorageFailed(text_of(error)))

    def _note(self, entry: Entry) -> None:
        if entry.kind == "done":
            self._done.setdefault(entry.step, entry)


def _json(entry: Entry) -> bytes:
    try:
        return entry.model_dump_json().encode()
    except PydanticSerializationError as error:
        raise StorageFailed(Message("outcome-not-unicode", step=entry.step, reason=error)) from None

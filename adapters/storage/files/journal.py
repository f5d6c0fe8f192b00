"""The journal of the open iteration: no finished step is lost, and writers share the wait for the disk."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.frames import HEADER, frame, read_log
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.group_commit import GroupCommit, PendingEntry
from pathfinder.protocols.calls.ports import Entry


def journaled(session: Session, iteration: int, disk: Disk) -> tuple[Entry, ...]:
    """What the journal of an iteration holds, for those who only look; its owner may be writing to it."""
    path = session.journal(iteration)
    return read_log(disk.read_if_there(path) or HEADER, str(path)).entries


def all_journaled(session: Session, disk: Disk) -> tuple[Entry, ...]:
    """What the journals of all iterations hold, closed and open."""
    numbers = (int(name) for name in disk.names(session.journals) if name.isascii() and name.isdigit())
    return tuple(entry for number in numbers for entry in journaled(session, number, disk))


class FileJournal(GroupCommit):
    """The journal of one iteration. Only the owner of the session opens one."""

    def __init__(self, session: Session, iteration: int, disk: Disk, entries: Sequence[Entry]) -> None:
        super().__init__(entries)
        self._path = session.journal(iteration)
        self._disk = disk
        self._file: int | None = None
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

    async def close(self) -> None:
        """Finish what is being written and let go of the file; the folder stays."""
        await super().close()
        self._thread.shutdown()
        if self._file is not None:
            file, self._file = self._file, None
            self._disk.close(file, self._path)

    async def _append(self, batch: Sequence[PendingEntry]) -> None:
        durable = len(self._entries)
        data = b"".join(frame(waiting.json.encode(), durable) for waiting in batch)
        await asyncio.get_running_loop().run_in_executor(self._thread, self._append_durably, data)

    def _append_durably(self, data: bytes) -> None:
        if self._file is None:
            self._disk.make_folder(self._path.parent)
            if self._disk.stat(self._path) is None:
                self._disk.write(self._path, HEADER)
            self._file = self._disk.open_to_append(self._path)
        self._disk.append_durably(self._file, self._path, data)

"""What journals in files and in a database share: no finished step is lost, and writers wait together."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from pydantic_core import PydanticSerializationError

from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import ReplayDiverged, StorageFailed
from pathfinder.protocols.ids import StepKey


class PendingEntry(NamedTuple):
    """An entry on its way, and who waits for it."""

    entry: Entry
    json: str
    written: asyncio.Future[None]


class GroupCommit(ABC):
    """Implements `Journal` for one iteration, over a store that appends several entries at once."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = list(entries)
        self._done: dict[StepKey, Entry] = {}
        for entry in entries:
            self._note(entry)
        self._waiting: list[PendingEntry] = []
        self._commits: asyncio.Task[None] | None = None
        self._broken: StorageFailed | None = None

    @abstractmethod
    async def _append(self, batch: Sequence[PendingEntry]) -> None:
        """Make a batch durable; StorageFailed if that may not have worked."""

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
        """Wait until the entry is durable; whoever writes meanwhile shares the next commit."""
        if self._broken is not None:
            raise _again(self._broken)
        loop = asyncio.get_running_loop()
        waiting = PendingEntry(entry, _json(entry), loop.create_future())
        self._waiting.append(waiting)
        if self._commits is None:
            self._commits = loop.create_task(self._commit())
        await waiting.written

    async def close(self) -> None:
        """Finish what is being written."""
        if self._commits is not None:
            await asyncio.wait([self._commits])

    async def _commit(self) -> None:
        """Write batch after batch, each with everything that came while the one before was on its way."""
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                try:
                    await self._append(batch)
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

    def _break(self, error: StorageFailed, batch: list[PendingEntry]) -> None:
        """Nobody knows what of the batch is durable, so nothing more is written behind it."""
        self._broken = error
        batch, self._waiting = batch + self._waiting, []
        for waiting in batch:
            if not waiting.written.done():
                waiting.written.set_exception(_again(error))

    def _note(self, entry: Entry) -> None:
        if entry.kind == "done":
            self._done.setdefault(entry.step, entry)


def _again(error: StorageFailed) -> StorageFailed:
    """The same error for one more who waits: an exception that two raise collects the tracebacks of both."""
    return type(error)(text_of(error))


def _json(entry: Entry) -> str:
    try:
        return entry.model_dump_json()
    except PydanticSerializationError as error:
        raise StorageFailed(Message("outcome-not-unicode", step=entry.step, reason=error)) from None

"""A journal in memory that survives the object: `copy` is what a new process would find on the disk."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import ReplayDiverged
from pathfinder.protocols.ids import StepKey


async def _at_once() -> None:
    """A disk that takes no time, but lets others run meanwhile."""
    await asyncio.sleep(0)


class MemoryJournal:
    """Entries are durable in the middle of a write: before it, they are lost; after it, the writer knows."""

    def __init__(
        self, entries: Iterable[Entry] = (), delay: Callable[[], Awaitable[None]] = _at_once
    ) -> None:
        self._entries = list(entries)
        self._done = {entry.step: entry for entry in self._entries if entry.kind == "done"}
        self._delay = delay

    @property
    def entries(self) -> Sequence[Entry]:
        return self._entries

    def done(self, step: StepKey, digest: str) -> Entry | None:
        found = self._done.get(step)
        if found is not None and found.digest != digest:
            raise ReplayDiverged(step)
        return found

    async def write(self, entry: Entry) -> None:
        await self._delay()
        stored = Entry.model_validate_json(entry.model_dump_json())
        self._entries.append(stored)
        if stored.kind == "done":
            self._done[stored.step] = stored
        await self._delay()

    def copy(self) -> "MemoryJournal":
        """The journal as the next process reads it."""
        return MemoryJournal(self._entries, self._delay)

    def kinds(self, step: StepKey | None = None) -> list[str]:
        """The kinds of entries, of one step or of all."""
        return [entry.kind for entry in self._entries if step in (None, entry.step)]

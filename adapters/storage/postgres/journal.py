"""The journal of the open iteration as rows: fenced, and writers share the way to the database."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import ReplayDiverged, StorageFailed
from pathfinder.protocols.ids import StepKey


class _Waiting(NamedTuple):
    entry: Entry
    json: str
    written: asyncio.Future[None]


async def journaled(lease: Lease, iteration: int) -> tuple[Entry, ...]:
    """What the journal of an iteration holds."""
    rows = await lease.database.rows(
        "SELECT body FROM journal WHERE job = %s AND iteration = %s ORDER BY place", lease.job, iteration
    )
    try:
        return tuple(Entry.model_validate_json(body) for (body,) in rows)
    except ValidationError:
        raise StorageFailed(
            Message("database-journal-version", iteration=iteration, session=lease.session)
        ) from None


async def outcomes(database: Database, job: int, pattern: str) -> tuple[str, ...]:
    """What came of the steps with names like this, in all iterations."""
    rows = await database.rows(
        "SELECT body FROM journal WHERE job = %s AND kind = 'done' AND step LIKE %s", job, pattern
    )
    return tuple(Entry.model_validate_json(body).outcome for (body,) in rows)


class PostgresJournal:
    """Implements `Journal` for one iteration, as long as the lease holds."""

    def __init__(self, lease: Lease, iteration: int, entries: Sequence[Entry]) -> None:
        self._lease = lease
        self._iteration = iteration
        self._entries = list(entries)
        self._done: dict[StepKey, Entry] = {}
        for entry in entries:
            self._note(entry)
        self._waiting: list[_Waiting] = []
        self._commits: asyncio.Task[None] | None = None
        self._broken: StorageFailed | None = None

    @classmethod
    async def open(cls, lease: Lease, iteration: int) -> "PostgresJournal":
        """Read what an iteration has so far. Whoever had it before can write no more: the fence is ours."""
        await lease.check()
        return cls(lease, iteration, await journaled(lease, iteration))

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
        """Wait until the entry is committed; whoever writes meanwhile shares the next commit."""
        if self._broken is not None:
            raise self._again(self._broken)
        loop = asyncio.get_running_loop()
        waiting = _Waiting(entry, _json(entry), loop.create_future())
        self._waiting.append(waiting)
        if self._commits is None:
            self._commits = loop.create_task(self._commit())
        await waiting.written

    async def close(self) -> None:
        """Finish what is being written."""
        if self._commits is not None:
            await asyncio.wait([self._commits])

    async def _commit(self) -> None:
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

    async def _append(self, batch: Sequence[_Waiting]) -> None:
        await self._lease.database.rows(
            "SELECT journal_write(%s, %s, %s, %s, %s::text[], %s::text[], %s::text[])",
            self._lease.job,
            self._lease.epoch,
            self._iteration,
            len(self._entries) + 1,
            [waiting.entry.kind for waiting in batch],
            [waiting.entry.step for waiting in batch],
            [waiting.json for waiting in batch],
        )

    def _break(self, error: StorageFailed, batch: list[_Waiting]) -> None:
        """Nobody knows what of the batch was committed, so nothing more is written behind it."""
        self._broken = error
        batch, self._waiting = batch + self._waiting, []
        for waiting in batch:
            if not waiting.written.done():
                waiting.written.set_exception(self._again(error))

    def _again(self, error: StorageFailed) -> StorageFailed:
        return type(error)(text_of(error))

    def _note(self, entry: Entry) -> None:
        if entry.kind == "done":
            self._done.setdefault(entry.step, entry)


def _json(entry: Entry) -> str:
    try:
        return entry.model_dump_json()
    except PydanticSerializationError as error:
        raise StorageFailed(Message("outcome-not-unicode", step=entry.step, reason=error)) from None

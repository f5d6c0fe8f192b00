"""The journal of the open iteration as rows: fenced, and writers share the way to the database."""

from collections.abc import Sequence

from pydantic import ValidationError

from pathfinder.adapters.storage.group_commit import GroupCommit, PendingEntry
from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import StorageFailed


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


class PostgresJournal(GroupCommit):
    """The journal of one iteration, as long as the lease holds."""

    def __init__(self, lease: Lease, iteration: int, entries: Sequence[Entry]) -> None:
        super().__init__(entries)
        self._lease = lease
        self._iteration = iteration

    @classmethod
    async def open(cls, lease: Lease, iteration: int) -> "PostgresJournal":
        """Read what an iteration has so far. Whoever had it before can write no more: the fence is ours."""
        await lease.check()
        return cls(lease, iteration, await journaled(lease, iteration))

    async def _append(self, batch: Sequence[PendingEntry]) -> None:
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

"""Where a session may live: in files, or in a fleet's database. The same promises hold in both."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import FairLimiter
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import FileJournal
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.adapters.storage.postgres.jobs import Jobs
from pathfinder.adapters.storage.postgres.journal import PostgresJournal
from pathfinder.adapters.storage.postgres.ledger import SharedLedger
from pathfinder.adapters.storage.postgres.limiter import SharedLimiter
from pathfinder.adapters.storage.postgres.pages import PostgresPages
from pathfinder.adapters.storage.postgres.schema import set_rate, up
from pathfinder.adapters.storage.postgres.store import PostgresStore
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.calls.batch import Batch, Terms, Wanted
from pathfinder.protocols.calls.ports import Journal, Ledger, Limiter, PageStore, Store
from tests.faults.scripted import NOW, QUESTION


class OpenJournal(Journal, Protocol):
    """A journal that is let go."""

    async def close(self) -> None: ...


class Place(Protocol):
    """One session, opened anew with each call."""

    async def journal(self, iteration: int = 1) -> OpenJournal: ...

    def store(self) -> Store: ...

    def pages(self) -> PageStore: ...

    async def ledger(self, cap: int | None) -> Ledger: ...

    async def limiter(self, calls_per_minute: int) -> Limiter: ...


Places = Callable[[], AbstractAsyncContextManager[Place]]


class InFiles:
    """As `research` and `batch` have it."""

    def __init__(self, root: Path) -> None:
        self.session = Sessions(root, Disk()).create(QUESTION, NOW)
        self.lock = SessionLock.take(self.session, Disk())

    async def journal(self, iteration: int = 1) -> OpenJournal:
        return FileJournal.open(self.session, iteration, Disk())

    def store(self) -> Store:
        return FileStore(self.session, Disk(), self.lock)

    def pages(self) -> PageStore:
        return FilePages(self.session, Disk())

    async def ledger(self, cap: int | None) -> Ledger:
        return CapLedger(cap)

    async def limiter(self, calls_per_minute: int) -> Limiter:
        return FairLimiter(1, 60 / calls_per_minute)


@dataclass
class InDatabase:
    """As workers of a fleet have it."""

    database: Database
    lease: Lease

    async def journal(self, iteration: int = 1) -> OpenJournal:
        return await PostgresJournal.open(self.lease, iteration)

    def store(self) -> Store:
        return PostgresStore(self.lease)

    def pages(self) -> PageStore:
        return PostgresPages(self.lease)

    async def ledger(self, cap: int | None) -> Ledger:
        await self.database.rows("UPDATE batch SET cap = %s, kept_back = ceil(0.03 * %s)", cap, cap)
        return SharedLedger(self.lease)

    async def limiter(self, calls_per_minute: int) -> Limiter:
        await set_rate(self.database, calls_per_minute)
        return SharedLimiter(self.lease, SystemClock())

    async def started_again(self) -> "InDatabase":
        """The same job, taken over by another worker."""
        lease = await Jobs(self.database).begin(self.lease.job, "another", QUESTION, self.lease.session)
        assert lease is not None
        return InDatabase(self.database, lease)


@asynccontextmanager
async def in_files(root: Path) -> AsyncIterator[InFiles]:
    """A session in a folder."""
    place = InFiles(root)
    try:
        yield place
    finally:
        place.lock.release()


@asynccontextmanager
async def in_database(url: str, patience_seconds: float = 10) -> AsyncIterator[InDatabase]:
    """A session in a new database."""
    async with Database.opened(url, patience_seconds=patience_seconds) as database:
        await up(database)
        batch = Batch(id="b", terms=Terms(), questions=(Wanted(number=1, question=QUESTION),))
        [job] = await Jobs(database).submit(batch, {1: "s"}, "{}")
        lease = await Jobs(database).begin(job, "w", QUESTION, "s")
        assert lease is not None
        yield InDatabase(database, lease)

"""A session of a fleet: its record, journal and pages are in the database, its log in a passing folder."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.log import SessionLog
from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.adapters.storage.postgres.jobs import Jobs
from pathfinder.adapters.storage.postgres.journal import PostgresJournal, journaled, outcomes
from pathfinder.adapters.storage.postgres.pages import PostgresPages
from pathfinder.adapters.storage.postgres.store import PostgresStore
from pathfinder.iteration_inputs import inputs_step
from pathfinder.locales.catalogue import Message
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.protocols.calls.ports import Clock, Entry, QueuedCommand
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.protocols.ids import PageHash


class SharedControl:
    """Implements `Control`: the worker passes on what the database has for the session."""

    def __init__(self, told: Sequence[QueuedCommand], untold: Sequence[QueuedCommand]) -> None:
        """All commands for the session, and those that no iteration has taken in."""
        self._untold = list(untold)
        self._place = told[-1].place if told else 0

    def take(self, told: Iterable[QueuedCommand]) -> None:
        """Pass on the commands that came since the last time."""
        new = [one for one in told if one.place > self._place]
        self._untold += new
        self._place = max((one.place for one in new), default=self._place)

    def commands(self) -> Sequence[QueuedCommand]:
        """See the port."""
        came, self._untold = self._untold, []
        return came

    def confirm(self, place: int) -> None:
        """See the port. The journal has the place and the commands: a later start reads them there."""


class NoViews:
    """Implements `Views`: what people read is made where they read it, by `fleet pull`."""

    async def write(self, graph: CogniGraph) -> None:
        """See the port."""


class FleetSessionStorage:
    """Implements `Quarters` as long as the lease holds."""

    def __init__(
        self,
        lease: Lease,
        folder: Path,
        stored: Mapping[PageHash, Source],
        log: SessionLog,
        control: SharedControl,
    ) -> None:
        self.folder = folder
        self._lease = lease
        self.pages = PostgresPages(lease)
        self.store = PostgresStore(lease)
        self.control = control
        self.stored = stored
        self.log = log

    @classmethod
    async def open(
        cls, lease: Lease, folder: Path, clock: Clock, secrets: Sequence[str]
    ) -> "FleetSessionStorage":
        """The session as the database has it, with what an earlier worker left beside the record."""
        stored = await PostgresPages(lease).sources()
        rows = await lease.database.rows("SELECT name, body FROM beside WHERE job = %s", lease.job)
        await asyncio.to_thread(_put, folder, {name: bytes(body) for name, body in rows})
        told = (await Jobs(lease.database).commands_for((lease.job,))).get(lease.job, [])
        control = SharedControl(told, await unread_commands(lease.database, lease.job, told))
        return cls(lease, folder, stored, SessionLog(folder / "log.jsonl", clock, secrets), control)

    async def journaled(self, iteration: int) -> Sequence[Entry]:
        """See the port."""
        return await journaled(self._lease, iteration)

    async def journal(self, iteration: int) -> PostgresJournal:
        """See the port."""
        return await PostgresJournal.open(self._lease, iteration)

    async def keep_files(self) -> None:
        """The log and the papers go to the database; what a killed worker had not written yet is lost."""
        lease = self._lease
        for name, data in (await asyncio.to_thread(_files, self.folder)).items():
            await lease.database.rows(
                "SELECT beside_keep(%s, %s, %s, %s)", lease.job, lease.epoch, name, data
            )

    def close(self) -> None:
        """See the port."""
        self.log.close()


async def unread_commands(database: Database, job: int, told: Iterable[QueuedCommand]) -> list[QueuedCommand]:
    """The commands for a session that no iteration has taken in yet."""
    begun = await outcomes(database, job, inputs_step("%"))
    heard = max((IterationInputs.model_validate_json(one).heard for one in begun), default=0)
    return [one for one in told if one.place > heard]


def inside(name: str) -> bool:
    """Whether a name from the database stays inside the folder it is written to."""
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\\" not in name


def _put(folder: Path, files: Mapping[str, bytes]) -> None:
    disk = Disk()
    for name, data in files.items():
        if not inside(name):
            raise StorageFailed(Message("database-file-name-wrong", name=ascii(name[:80])))
        path = folder / name
        for above in reversed([one for one in path.parents if one.is_relative_to(folder) and one != folder]):
            disk.make_folder(above)
        disk.write(path, data, durable=False)


def _files(folder: Path) -> dict[str, bytes]:
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}

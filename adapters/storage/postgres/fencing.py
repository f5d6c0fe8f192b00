"""One start of one job: what every adapter of a session writes under."""

from dataclasses import dataclass

from pathfinder.adapters.storage.postgres.database import Database


@dataclass(frozen=True)
class Lease:
    """The right to write to a session, until another start takes it over."""

    database: Database
    job: int
    epoch: int
    session: str
    """Its name, for sentences."""

    async def check(self) -> None:
        """Superseded if another start has taken over."""
        await self.database.rows("SELECT fence(%s, %s)", self.job, self.epoch)

"""Where the questions of a fleet stand, for the command line, the page and the API."""

from dataclasses import dataclass
from typing import Any

from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.jobs import JobLine, Jobs
from pathfinder.adapters.storage.postgres.schema import ready

MOST_BATCHES = 20


@dataclass(frozen=True)
class BatchStatus:
    """A submitted batch, and each of its questions."""

    batch: str
    questions: tuple[tuple[str, JobLine], ...]


async def fleet_status(url: str) -> tuple[BatchStatus, ...]:
    """The newest batches of a fleet. The database is asked anew each time, and no connection stays open."""
    async with Database.opened(url, connections=1, patience_seconds=0) as database:
        await ready(database)
        jobs = Jobs(database)
        found = []
        for submitted in (await jobs.batches())[:MOST_BATCHES]:
            batch = submitted.batch
            asked = {wanted.number: wanted.question for wanted in batch.questions}
            lines = await jobs.lines(batch.id)
            found.append(BatchStatus(batch.id, tuple((asked[one.number], one) for one in lines)))
        return tuple(found)


def status_row(one: JobLine) -> dict[str, Any]:
    """One question, as `fleet status --json` and the API have it."""
    return {
        "number": one.number,
        "session": one.session,
        "state": one.state,
        "reason": one.reason,
        "worker": one.worker,
        "starts": one.starts,
        "iteration": one.iteration,
        "finished_steps": one.outcomes,
        "spent_usd": one.spent_usd_micros / 1_000_000,
    }

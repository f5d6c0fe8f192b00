"""The questions of submitted batches: where each stands, who runs it, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import ValidationError

from pathfinder.adapters.metering.ledger import KEPT_BACK_PERCENT
from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.locales.catalogue import Message, packed, unpacked
from pathfinder.protocols.calls.batch import Batch, Number, State
from pathfinder.protocols.errors import SessionRefused, StorageFailed
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import graph_bytes


@dataclass(frozen=True)
class JobLine:
    """Where one question stands."""

    job: int
    number: Number
    session: str
    state: State
    reason: str
    worker: str
    starts: int
    spent_usd_micros: int
    iteration: int
    outcomes: int
    cancelled: bool


@dataclass(frozen=True)
class Submitted:
    """A batch as it was handed in."""

    batch: Batch
    asked: str
    """What the command line chose, as JSON."""
    at: datetime


class Jobs:
    """The tables `batch` and `job`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def submit(self, batch: Batch, names: Mapping[Number, str], asked: str) -> tuple[int, ...]:
        """Hand a batch in, or again; the jobs that are to be run. What is done or runs stays as it is."""
        cap = batch.terms.budget_usd_micros
        kept = 0 if cap is None else -(-cap * KEPT_BACK_PERCENT // 100)
        await self._database.rows(
            "INSERT INTO batch (id, body, asked, cap, kept_back) VALUES (%s, %s, %s, %s, %s) "
            "ON CONFLICT (id) DO UPDATE SET body = excluded.body, asked = excluded.asked, "
            "cap = excluded.cap, kept_back = excluded.kept_back",
            batch.id,
            batch.model_dump_json(),
            asked,
            cap,
            kept,
        )
        await self._database.rows(
            "INSERT INTO job (batch, number, name) SELECT %s, n, name "
            "FROM unnest(%s::int[], %s::text[]) AS new(n, name) ON CONFLICT DO NOTHING",
            batch.id,
            list(names),
            list(names.values()),
        )
        await self._database.rows(
            "UPDATE job SET state = 'waiting', reason = '', cancelled = false, ended_at = NULL, "
            "fruitless = 0 WHERE batch = %s AND state IN ('stopped', 'budget', 'failed')",
            batch.id,
        )
        rows = await self._database.rows(
            "SELECT id FROM job WHERE batch = %s AND state = 'waiting' ORDER BY number", batch.id
        )
        return tuple(job for (job,) in rows)

    async def batches(self) -> tuple[Submitted, ...]:
        """Every batch, the newest first."""
        rows = await self._database.rows(
            "SELECT body, asked, submitted_at FROM batch ORDER BY submitted_at DESC, id DESC"
        )
        return tuple(Submitted(_batch(body), asked, at) for body, asked, at in rows)

    async def batch(self, name: str | None) -> Submitted:
        """The batch with this id, or the only one whose id begins so; without a name, the newest."""
        there = await self.batches()
        exact = [one for one in there if one.batch.id == name]
        found = exact or [one for one in there if name is None or (name and one.batch.id.startswith(name))]
        if not found:
            raise SessionRefused(
                Message("fleet-batch-not-found", name=name) if name else Message("fleet-no-batch")
            )
        if name is not None and len(found) > 1:
            raise SessionRefused(Message("batch-ambiguous", name=name, count=len(found)))
        return found[0]

    async def lines(self, batch: str) -> tuple[JobLine, ...]:
        """Where every question of a batch stands."""
        rows = await self._database.rows(
            "SELECT id, number, name, state, reason, worker, epoch, spent, iteration, outcomes, cancelled "
            "FROM job WHERE batch = %s ORDER BY number",
            batch,
        )
        told = (JobLine(*row) for row in rows)
        return tuple(replace(one, reason=unpacked(one.reason)) for one in told)

    async def of_job(self, job: int) -> tuple[Submitted, Number, str] | None:
        """The batch of a job, the question's number in it, and the name of its session."""
        rows = await self._database.rows(
            "SELECT body, asked, submitted_at, number, name FROM job JOIN batch ON batch.id = job.batch "
            "WHERE job.id = %s",
            job,
        )
        if not rows:
            return None
        body, asked, at, number, name = rows[0]
        return Submitted(_batch(body), asked, at), number, name

    async def begin(self, job: int, worker: str, question: str, session: str) -> Lease | None:
        """Start a job, or take it over: from here on no earlier start can write. None: nothing is to do."""
        graph = graph_bytes(CogniGraph(question=question))
        epoch = await self._database.one("SELECT job_begin(%s, %s, %s)", job, worker, graph)
        return Lease(self._database, job, epoch, session) if epoch else None

    async def finish(self, lease: Lease, state: State, reason: str, spent_usd_micros: int | None) -> None:
        """The one result of a job; None: what it has cost is known to the ledger alone."""
        await self._database.rows(
            "SELECT job_finish(%s, %s, %s, %s, %s)",
            lease.job,
            lease.epoch,
            state,
            packed(reason).replace("\0", ""),
            spent_usd_micros,
        )

    async def release(self, lease: Lease) -> None:
        """The job goes back to the queue, and another worker may take it."""
        await self._database.rows(
            "UPDATE job SET state = 'waiting', worker = '' "
            "WHERE id = %s AND epoch = %s AND state = 'running'",
            lease.job,
            lease.epoch,
        )

    async def takeover(self, job: int, most: int, why: str) -> int:
        """A job's worker is dead: deaths in a row that brought nothing; -1 given up, -2 it is over."""
        return int(await self._database.one("SELECT job_takeover(%s, %s, %s)", job, most, packed(why)))

    async def cancel(self, batch: str) -> int:
        """Ask all workers to leave a batch; how many questions that stops."""
        await self._database.rows(
            "UPDATE job SET state = 'stopped', reason = %s, cancelled = true, ended_at = now() "
            "WHERE batch = %s AND state = 'waiting'",
            packed(Message("question-cancelled")),
            batch,
        )
        rows = await self._database.rows(
            "UPDATE job SET cancelled = true WHERE batch = %s AND state IN ('running', 'stopped') "
            "RETURNING id",
            batch,
        )
        return len(rows)

    async def cancelled(self, jobs: tuple[int, ...]) -> frozenset[int]:
        """Which of these jobs somebody wants to end."""
        rows = await self._database.rows("SELECT id FROM job WHERE cancelled AND id = ANY(%s)", list(jobs))
        return frozenset(job for (job,) in rows)


def _batch(body: str) -> Batch:
    try:
        return Batch.model_validate_json(body)
    except ValidationError:
        raise StorageFailed(Message("database-batch-version")) from None

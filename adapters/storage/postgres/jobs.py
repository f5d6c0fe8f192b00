"""The questions of submitted batches: where each stands, who runs it, and what came of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from pydantic import ValidationError

from pathfinder.adapters.metering.ledger import KEPT_BACK_PERCENT
from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.locales.catalogue import Message, packed, unpacked
from pathfinder.protocols.calls.batch import Batch, Number, State
from pathfinder.protocols.calls.ports import Command, QueuedCommand
from pathfinder.protocols.errors import SessionRefused, StorageFailed
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import graph_bytes

Wish = Literal["pause", "stop"]
"""How a user ends a question before its time; either way it can be taken up again."""
_WHY: dict[Wish, str] = {"pause": "question-paused", "stop": "question-cancelled"}


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
        return await self.reopen(batch.id, ("stopped", "budget", "failed"))

    async def reopen(
        self, batch: str, states: Sequence[State] = ("stopped",), number: Number | None = None
    ) -> tuple[int, ...]:
        """Questions that ended so are to be run again; the jobs that wait now. What still runs goes on."""
        await self._database.rows(
            "UPDATE job SET asked_to = '', asked_why = '' "
            "WHERE batch = %s AND state = 'running' AND number = coalesce(%s, number)",
            batch,
            number,
        )
        await self._database.rows(
            "UPDATE job SET state = 'waiting', reason = '', asked_to = '', asked_why = '', ended_at = NULL, "
            "fruitless = 0 WHERE batch = %s AND state = ANY(%s) AND number = coalesce(%s, number)",
            batch,
            list(states),
            number,
        )
        rows = await self._database.rows(
            "SELECT id FROM job WHERE batch = %s AND state = 'waiting' AND number = coalesce(%s, number) "
            "ORDER BY number",
            batch,
            number,
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
            "SELECT id, number, name, state, reason, worker, epoch, spent, iteration, outcomes "
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

    async def ask_to(self, batch: str, wish: Wish, number: Number | None = None) -> int:
        """Ask the workers to leave a batch, or one question of it; how many questions that ends.

        What is paused can be cancelled; what is cancelled stays so.
        """
        rows = await self._database.rows(
            "UPDATE job SET asked_to = new.wish, asked_why = new.why, "
            "reason = CASE WHEN state = 'waiting' OR state = 'stopped' AND asked_to <> new.wish "
            "THEN new.why ELSE reason END, "
            "ended_at = CASE state WHEN 'waiting' THEN now() ELSE ended_at END, "
            "state = CASE state WHEN 'waiting' THEN 'stopped' ELSE state END "
            "FROM (SELECT %s::text AS wish, %s::text AS why) AS new "
            "WHERE batch = %s AND number = coalesce(%s, number) "
            "AND (state IN ('waiting', 'running') "
            "OR state = 'stopped' AND (new.wish = 'stop' OR asked_to = new.wish)) RETURNING id",
            wish,
            packed(Message(_WHY[wish])),
            batch,
            number,
        )
        return len(rows)

    async def asked(self, jobs: Sequence[int]) -> dict[int, Wish]:
        """Which of these jobs somebody wants to end, and how."""
        rows = await self._database.rows(
            "SELECT id, asked_to FROM job WHERE asked_to <> '' AND id = ANY(%s)", list(jobs)
        )
        return dict(rows)

    async def tell(self, job: int, commands: Sequence[Command]) -> None:
        """Leave a session notes; they count from its next iteration on."""
        known = await self._database.one("SELECT coalesce(max(place), 0) FROM command WHERE job = %s", job)
        for command in commands:
            await self._database.rows(
                "SELECT command_send(%s, %s, %s)", job, known, command.model_dump_json()
            )

    async def commands_for(
        self, jobs: Sequence[int], unread: Callable[[int, int], None] = lambda *_: None
    ) -> dict[int, list[QueuedCommand]]:
        """Every command that was ever sent to these sessions.

        Commands that this version does not know are left out; `unread` is called with its job and place.
        """
        rows = await self._database.rows(
            "SELECT job, place, body FROM command WHERE job = ANY(%s) ORDER BY job, place", list(jobs)
        )
        found: dict[int, list[QueuedCommand]] = {}
        for job, place, body in rows:
            try:
                command = Command.model_validate_json(body)
            except ValidationError:
                unread(job, place)
                continue
            found.setdefault(job, []).append(QueuedCommand(command, place))
        return found


def _batch(body: str) -> Batch:
    try:
        return Batch.model_validate_json(body)
    except ValidationError:
        raise StorageFailed(Message("database-batch-version")) from None

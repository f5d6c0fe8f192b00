"""The queue: Procrastinate hands jobs to workers and says whose worker has died. It knows ids only.

What it cannot do is done elsewhere: it checks no owner when a job ends (the fence does), counts no
takeovers (`job_takeover` does) and stops its heartbeat before it waits for running jobs, hence a grace
below the stale limit.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from pathfinder.adapters.storage.postgres.database import Unreachable, address, first_line
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Clock

if TYPE_CHECKING:
    from procrastinate import App

QUEUE, TASK = "research", "pathfinder.research"


@dataclass(frozen=True)
class WorkerTiming:
    """How soon a death is noticed. A stale limit of three heartbeats; a grace well below it."""

    heartbeat_seconds: float = 10.0
    stale_seconds: float = 30.0
    look_seconds: float = 10.0
    """Between two looks for dead workers."""
    grace_seconds: float = 10.0
    """For running sessions to come to a safe point when the worker is asked to stop."""
    poll_seconds: float = 5.0
    """Between two looks for jobs, should a notification get lost."""
    fruitless: int = 3
    """So many deaths in a row without a newly finished step, and a job is given up."""


@dataclass(frozen=True)
class Stalled:
    """A job whose worker is dead."""

    queued: int
    job: int


class Dispatcher:
    """Procrastinate behind five verbs, so that another queue could take its place."""

    def __init__(self, app: "App", clock: Clock) -> None:
        self._app = app
        self._clock = clock

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: str, clock: Clock) -> AsyncIterator["Dispatcher"]:
        """Connected as long as it is entered."""
        from procrastinate import App, PsycopgConnector

        # Its log has traces in it; what users need to know, the worker says itself.
        for name in ("procrastinate", "psycopg.pool"):
            logging.getLogger(name).addHandler(logging.NullHandler())
            logging.getLogger(name).propagate = False
        app = App(connector=PsycopgConnector(conninfo=address(url), min_size=1, max_size=4))
        with _queue_errors():
            async with app.open_async():
                yield cls(app, clock)

    async def enqueue(self, jobs: Sequence[int]) -> None:
        """Put jobs in the queue. The lock keeps two entries of one job from running at the same time."""
        for job in jobs:
            lock = f"job {job}"
            await self._app.configure_task(TASK, queue=QUEUE, lock=lock).defer_async(job=job)

    async def work(
        self, run: Callable[[int], Awaitable[None]], slots: int, name: str, pace: WorkerTiming
    ) -> None:
        """Take jobs until cancelled; what runs then has the grace to come to an end, and is put back."""
        from procrastinate import RetryStrategy

        async def research(job: int) -> None:
            await run(job)

        # Whatever leaves a job as an exception is a hand-over or an outage; what fails for good is a result.
        self._app.task(name=TASK, queue=QUEUE, retry=RetryStrategy(wait=1))(research)
        await self._app.run_worker_async(
            queues=[QUEUE],
            name=name,
            concurrency=slots,
            fetch_job_polling_interval=pace.poll_seconds,
            shutdown_graceful_timeout=pace.grace_seconds,
            update_heartbeat_interval=pace.heartbeat_seconds,
            stalled_worker_timeout=pace.stale_seconds,
            install_signal_handlers=False,
        )

    async def stalled(self, pace: WorkerTiming) -> tuple[Stalled, ...]:
        """Jobs whose worker has given no sign of life for too long."""
        with _queue_errors():
            found = await self._app.job_manager.get_stalled_jobs(
                queue=QUEUE, seconds_since_heartbeat=pace.stale_seconds
            )
        ids = ((known.id, known.task_kwargs.get("job")) for known in found)
        return tuple(Stalled(queued, job) for queued, job in ids if queued and isinstance(job, int))

    async def put_back(self, stalled: Stalled, after_seconds: float) -> None:
        """Let another worker take the job, no sooner than this."""
        at = self._clock.now() + timedelta(seconds=after_seconds)
        with _queue_errors():
            await self._app.job_manager.retry_job_by_id_async(stalled.queued, retry_at=at)

    async def drop(self, stalled: Stalled) -> None:
        """Take a job out of the queue."""
        from procrastinate.jobs import Status

        with _queue_errors():
            manager = self._app.job_manager
            await manager.finish_job_by_id_async(stalled.queued, Status.FAILED, delete_job=False)


@contextmanager
def _queue_errors() -> Iterator[None]:
    """What the queue's own errors mean: with a sound schema, that the database is away."""
    from procrastinate.exceptions import ProcrastinateException

    try:
        yield
    except ProcrastinateException as error:
        raise Unreachable(Message("queue-unreachable", reason=first_line(error))) from None

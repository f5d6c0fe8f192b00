"""A worker of a fleet: takes questions from the queue and from dead workers, and leaves when asked to.

Six rules make it safe, each needed in a test (docs/adr/0020): every paid call and every write is fenced;
dead workers are looked for in a plain loop, not in a task of the queue; the grace is below the stale limit;
a supervisor restarts the process; a run that was taken over leaves the process, for the queue checks no
owner when a job ends; and a job whose workers die without progress is given up.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NoReturn

from pathfinder.adapters.metering.fair_line import WHOSE
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.page_cache import CachedFetch
from pathfinder.adapters.storage.postgres.database import SessionTakenOver, Unreachable
from pathfinder.adapters.storage.postgres.dispatch import Dispatcher, WorkerTiming
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.adapters.storage.postgres.jobs import Jobs, Submitted
from pathfinder.adapters.storage.postgres.ledger import SharedLedger
from pathfinder.adapters.storage.postgres.limiter import CALLS, SEARCHES, SharedLimiter
from pathfinder.batch_state import config_of
from pathfinder.deps import Deps
from pathfinder.fleet_storage import FleetSessionStorage, NoViews, SharedControl
from pathfinder.live_session import LiveSession
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.batch import State, Wanted, state_of
from pathfinder.protocols.calls.ports import Limiter
from pathfinder.protocols.errors import Interrupted, PathfinderError
from pathfinder.protocols.graph.memory import Run
from pathfinder.run_config import RunConfig

SUPERSEDED_EXIT = 75
"""How a process ends whose session went on elsewhere: try again, says sysexits.h."""
LISTEN_SECONDS = 1.0
"""How often a worker looks what users say to the sessions that it runs."""
CANCEL_AGAIN_SECONDS = 5.0
"""After the grace: a worker that was asked to stop and still runs is cancelled again."""

Assemble = Callable[[Submitted], tuple[Deps, RunConfig]]
"""What the sessions of a batch run on, by what its command line chose and this machine's own keys."""


class GivenBack(Exception):
    """The worker was asked to stop, or a pause was revoked; the session goes back to the queue."""


def leave() -> NoReturn:
    """End the process at once: nothing it still has to say about its sessions is true any more."""
    os._exit(SUPERSEDED_EXIT)


@dataclass
class _RunningJob:
    """A job that this process runs now."""

    live: LiveSession
    control: SharedControl
    asked: bool = False
    """A user asked it to end."""


@dataclass
class FleetWorker:
    """One worker process."""

    jobs: Jobs
    dispatcher: Dispatcher
    assemble: Assemble
    name: str
    pace: WorkerTiming = field(default_factory=WorkerTiming)
    rng: Random = field(default_factory=Random)
    say: Callable[[str], None] = lambda _: None
    leave: Callable[[], NoReturn] = leave
    _taken: dict[int, _RunningJob] = field(default_factory=dict, init=False)
    _assembled: dict[tuple[str, str], tuple[Deps, RunConfig]] = field(default_factory=dict, init=False)
    _assembling: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _stopping: bool = field(default=False, init=False)
    _skipped: set[tuple[int, int]] = field(default_factory=set, init=False)
    """Commands that this version cannot read, by job and place; each is said once."""

    async def run(self, slots: int) -> None:
        """Work until asked to stop; Unreachable if the database stays away."""
        beside = [asyncio.create_task(self._take_over()), asyncio.create_task(self._listen())]
        work = asyncio.create_task(self.dispatcher.work(self._job, slots, self.name, self.pace))
        try:
            with self._handling_signals(work):
                await work
        except asyncio.CancelledError:
            if not self._stopping:
                raise
        finally:
            for task in beside:
                await _cancelled(task)
            for deps, _ in self._assembled.values():
                if deps.close is not None:
                    await deps.close()

    async def _job(self, job: int) -> None:
        """One start of one job. What leaves here as an exception goes back to the queue."""
        known = await self.jobs.of_job(job)
        if known is None:
            return
        submitted, number, session = known
        wanted = next(one for one in submitted.batch.questions if one.number == number)
        WHOSE.set(str(job))
        try:
            lease = await self.jobs.begin(job, self.name, wanted.question, session)
            if lease is None:
                return
            self.say(Message("worker-session-begins", session=session, number=lease.epoch))
            await self._finished(lease, submitted, wanted)
        except SessionTakenOver as gone:
            self.say(Message("worker-leaves", session=session, reason=gone))
            self.leave()

    async def _finished(self, lease: Lease, submitted: Submitted, wanted: Wanted) -> None:
        try:
            state, reason, spent = await self._researched(lease, submitted, wanted)
        except (SessionTakenOver, Unreachable):
            raise
        except GivenBack:
            await self.jobs.release(lease)
            raise
        except PathfinderError as error:
            state, reason, spent = "failed", text_of(error), None
        except Exception as bug:  # noqa: BLE001  (a fault of ours in one question must not cost the others)
            fault = Message("our-fault", kind=type(bug).__name__, detail=bug)
            state, reason, spent = "failed", fault, None
        await self.jobs.finish(lease, state, reason, spent)
        self.say(
            Message(
                "worker-session-ended",
                session=lease.session,
                state=Message(f"batch-state-{state}"),
                reason=reason,
            )
        )

    async def _researched(
        self, lease: Lease, submitted: Submitted, wanted: Wanted
    ) -> tuple[State, str, int | None]:
        """How the session ended, why, and what it cost in all."""
        async with self._taking(lease, submitted, wanted) as (taken, ledger):
            end = await taken.live.run((), NoViews())
            await ledger.settled()
        if isinstance(end.error, Interrupted):
            taken_back = taken.asked and not await self.jobs.asked((lease.job,))
            if taken_back or (self._stopping and not taken.asked):
                raise GivenBack
        run: Run = end.graph.run
        return state_of(run), run.reason, run.spend.total_usd_micros + run.open_usd_micros

    @asynccontextmanager
    async def _taking(
        self, lease: Lease, submitted: Submitted, wanted: Wanted
    ) -> AsyncIterator[tuple[_RunningJob, SharedLedger]]:
        deps, config = await self._shared(submitted)
        with TemporaryDirectory(prefix="pathfinder-") as folder:
            storage = await FleetSessionStorage.open(lease, Path(folder), deps.clock, config.secrets)
            try:
                ledger = SharedLedger(lease)
                await ledger.open(await _spent(storage))
                own = replace(self._limited(lease, deps), pool=ledger)
                asked = config_of(wanted, submitted.batch.terms, config)
                taken = self._taken[lease.job] = _RunningJob(
                    LiveSession(storage, own, asked), storage.control
                )
                if self._stopping:
                    taken.live.stopper.ask("pause")
                yield taken, ledger
            finally:
                self._taken.pop(lease.job, None)
                storage.close()
            await storage.keep_files()

    def _limited(self, lease: Lease, deps: Deps) -> Deps:
        """The same ports at the pace of the fleet."""

        def gate() -> None:
            if lease.job in self._taken:
                self._taken[lease.job].live.stopper.gate()

        calls = SharedLimiter(lease, deps.clock, CALLS, gate)
        searches = SharedLimiter(lease, deps.clock, SEARCHES, gate)
        return replace(deps, limiter=_BothLimiters(deps.limiter, calls), search_limiter=searches)

    async def _shared(self, submitted: Submitted) -> tuple[Deps, RunConfig]:
        """One model, page cache and set of connections for all sessions of a batch in this process."""
        key = submitted.batch.id, submitted.asked
        async with self._assembling:
            if key not in self._assembled:
                # A server of one's own is asked what it has, in an event loop of the asking function.
                deps, config = await asyncio.to_thread(self.assemble, submitted)
                known = deps.sources
                sources = known if known.local else replace(known, fetch=CachedFetch(known.fetch))
                self._assembled[key] = replace(deps, sources=sources), config
            return self._assembled[key]

    async def _take_over(self) -> None:
        """Look for jobs of dead workers, again and again; an outage is waited out."""
        while True:
            await asyncio.sleep(self.pace.look_seconds * self.rng.uniform(0.7, 1.3))
            with suppress(Unreachable):
                for stalled in await self.dispatcher.stalled(self.pace):
                    deaths = await self.jobs.takeover(
                        stalled.job, self.pace.fruitless, Message("worker-died-again")
                    )
                    if deaths < 0:
                        await self.dispatcher.drop(stalled)
                        continue
                    # Spread in time, so that the innocent do not share a process with the guilty again.
                    spread = self.pace.stale_seconds * 2 ** (deaths - 1) * self.rng.uniform(0.5, 1.5)
                    await self.dispatcher.put_back(stalled, spread if deaths else 0.0)
                    self.say(Message("worker-job-lost", job=str(stalled.job)))

    async def _listen(self) -> None:
        while True:
            await asyncio.sleep(LISTEN_SECONDS)
            running = tuple(self._taken)
            if not running:
                continue
            with suppress(Unreachable):
                wishes = await self.jobs.asked(running)
                told = await self.jobs.commands_for(running, self._unread)
                for job, taken in self._taken.items():
                    taken.control.take(told.get(job, ()))
                    if job in wishes:
                        taken.asked = True
                        taken.live.stopper.ask(wishes[job])

    def _unread(self, job: int, place: int) -> None:
        if (job, place) not in self._skipped:
            self._skipped.add((job, place))
            self.say(Message("worker-command-unread", job=str(job), number=str(place)))

    @contextmanager
    def _handling_signals(self, work: "asyncio.Task[None]") -> Iterator[None]:
        """Asked to stop: sessions come to a safe point and go back to the queue."""
        loop = asyncio.get_running_loop()

        def on_signal() -> None:
            self._stopping = True
            for taken in self._taken.values():
                taken.live.stopper.ask("pause")
            cancel()

        def cancel() -> None:
            """Again after the grace, as long as it takes: a cancellation can be lost inside a library."""
            if not work.done():
                work.cancel()
                loop.call_later(self.pace.grace_seconds + CANCEL_AGAIN_SECONDS, cancel)

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, on_signal)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)


async def _cancelled(task: "asyncio.Task[None]") -> None:
    """Cancel until it has ended: asyncio.wait_for can lose a cancellation that meets a result."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=1)


class _BothLimiters:
    """Implements `Limiter`: this worker's own pace, then that of the fleet."""

    def __init__(self, own: Limiter, shared: Limiter) -> None:
        self._own = own
        self._shared = shared

    async def turn(self, lane: str = "") -> None:
        """See the port."""
        await self._own.turn(lane)
        await self._shared.turn(lane)

    async def rest(self, lane: str, seconds: float) -> None:
        """See the port."""
        await self._own.rest(lane, seconds)
        await self._shared.rest(lane, seconds)


async def _spent(storage: FleetSessionStorage) -> int:
    """What the job has cost so far; what was in flight when its worker died counts at its worst case."""
    graph = await storage.store.load()
    entries = await storage.journaled(graph.iteration + 1)
    return CapLedger.from_entries(entries, None, spent_before=graph.run.spend).spent_usd_micros

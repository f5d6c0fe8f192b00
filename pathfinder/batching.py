"""Many questions in one process: one ledger, one limiter, one page cache and one set of connections.

A question's session has a name that is known before it is made, so however often the process dies, each
question has one session and one result.
"""

import asyncio
import resource
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from math import inf
from pathlib import Path
from types import TracebackType

from pathfinder.adapters.metering.fair_line import WHOSE
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.overnight import Overnight, Pace
from pathfinder.adapters.metering.page_cache import CachedFetch
from pathfinder.adapters.metering.single_flight import SingleFlight
from pathfinder.adapters.storage.files.batches import Batches, session_name
from pathfinder.adapters.storage.files.control import FileControl
from pathfinder.adapters.storage.files.disk import Disk, is_temporary
from pathfinder.adapters.storage.files.journal import all_journaled, journaled
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock, named_pid
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.storage.files.submissions import Submissions
from pathfinder.adapters.storage.files.views import FileViews
from pathfinder.batch_state import Standing, config_of, standings
from pathfinder.deps import Deps
from pathfinder.live_session import LiveSession
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.orchestrator.batch import BatchGate, Ended, run_batch
from pathfinder.protocols.calls.batch import (
    Batch,
    Number,
    Wanted,
    state_of,
)
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.errors import PathfinderError, StorageFailed
from pathfinder.protocols.graph.memory import Spend
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reading import session_files
from pathfinder.run_config import RunConfig
from pathfinder.running import owned
from pathfinder.signals import ending_safely

LOOK_SECONDS = 0.5
"""How often the batch looks whether somebody asked it to stop."""
FILES_PER_SESSION = 8

EventListener = Callable[[Number, Event], None]
"""What a watcher hears: an event, and whose it is."""
SessionListener = Callable[[Wanted, Session], None]
"""Told of a question's session before it is run."""


class BatchRun:
    """One process at work on a batch. Nobody else may be, as long as it is entered (`with`): the lock comes
    first, then what was spent so far.
    """

    def __init__(
        self,
        batch: Batch,
        deps: Deps,
        config: RunConfig,
        home: Path,
        disk: Disk,
        begun: SessionListener = lambda *_: None,
        *,
        by: datetime | None = None,
        pace: Pace | None = None,
    ) -> None:
        """`by`: when calls no longer wait for batches of the provider's, where the terms let them wait."""
        self._batch = batch
        self._config = config
        self._home = home
        self._disk = disk
        self._begun = begun
        self._sessions = Sessions(home, disk)
        self._place = Batches(home, disk).place(batch)
        self._live: dict[Number, LiveSession] = {}
        self._lock: SessionLock | None = None
        self._known: tuple[Standing, ...] = ()
        self._pool = CapLedger(batch.terms.budget_usd_micros)
        self._close = deps.close
        sources = deps.sources
        self.pages = CachedFetch(sources.fetch)
        fetch = sources.fetch if sources.local else self.pages
        shared = replace(sources, fetch=fetch, look=_once_at_a_time(sources.look))
        self._deps = replace(deps, sources=shared, close=None)
        self.doors = BatchGate()
        self._by, self._pace = by, pace
        self._overnight: Overnight | None = None

    def __enter__(self) -> "BatchRun":
        """Take the batch; only then is it looked what it has cost, for until then another may spend."""
        self._lock = SessionLock.take(self._place, self._disk)
        try:
            self._known = standings(self._batch, self._home, self._disk)
            cap = self._batch.terms.budget_usd_micros
            self._pool = CapLedger(cap, spent_before=Spend(total_usd_micros=self._spent_before()))
            if self._batch.terms.overnight:
                log = Submissions(self._place.folder, self._disk)
                self._overnight = Overnight(self._batch.id, log, self._deps.clock, self._by, self._pace)
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @property
    def spent_usd_micros(self) -> int:
        """By all questions together, now and before."""
        return self._pool.spent_usd_micros

    async def run(
        self,
        questions: Sequence[Wanted],
        hear: EventListener,
        ended: Callable[[Ended], None],
    ) -> tuple[Ended, ...]:
        """Research these questions; `ended` is told of each as soon as it is over."""
        if self._lock is None:
            raise ValueError("a batch is run inside `with`: its lock comes first")
        _room_for_files(self._batch.terms.at_once)

        async def one(wanted: Wanted) -> Ended:
            end = await self._question(wanted, hear)
            try:
                ended(end)
            except PathfinderError:
                raise
            except Exception as bug:  # noqa: BLE001  (a report that cannot be made must not cost the others)
                told = f"Its report could not be made ({type(bug).__name__}: {bug})."
                return replace(end, state="failed", reason=told)
            return end

        with ending_safely(lambda: self._stop("Stopped by the user."), lambda: bool(self.doors.closed)):
            await self._tidy()
            watch = asyncio.create_task(self._watch(FileControl(self._place, self._disk)))
            try:
                return await run_batch(questions, one, self.doors, self._batch.terms.at_once)
            finally:
                watch.cancel()
                with suppress(asyncio.CancelledError):
                    await watch
                if self._overnight is not None:
                    await self._overnight.close()
                if self._close is not None:
                    await self._close()

    async def _tidy(self) -> None:
        """Finish what a process left that died after a question's last save: its views, its lock, and what
        it was writing, there and in the folder of the batch.
        """
        self._disk.sweep(self._place.folder)
        for known in self._known:
            if known.state == "done" and self._left(known.session):
                with suppress(PathfinderError), SessionLock.take(known.session, self._disk) as lock:
                    store = FileStore(known.session, self._disk, lock)
                    try:
                        graph = await store.load()
                    finally:
                        store.close()
                    await FileViews(known.session, self._disk, session_files).write(graph)

    def _left(self, session: Session) -> bool:
        """Whether a process died over this session."""
        names = self._disk.names(session.folder)
        return named_pid(session, self._disk) is not None or any(map(is_temporary, names))

    async def _question(self, wanted: Wanted, hear: EventListener) -> Ended:
        """One question from its session to its end, whatever that is."""
        WHOSE.set(str(wanted.number))
        try:
            # In a thread: a new session waits for the disk a dozen times, and the others need not.
            session = await asyncio.to_thread(self._made, wanted)
            async with owned(session, self._shared_deps(), self._own(wanted), self._disk) as live:
                self._live[wanted.number] = live
                if self.doors.closed:
                    live.stopper.ask("pause")
                try:
                    views = _ViewsAtTheEnd(FileViews(session, self._disk, session_files))
                    end = await live.run((_NumberedEvents(wanted.number, hear),), views)
                finally:
                    del self._live[wanted.number]
        except PathfinderError as error:
            return Ended(wanted, "failed", text_of(error), error=error)
        except Exception as bug:  # noqa: BLE001  (a fault of ours in one question must not cost the others)
            return Ended(wanted, "failed", Message("our-fault", kind=type(bug).__name__, detail=bug))
        return Ended(wanted, state_of(end.graph.run), end.graph.run.reason, end.graph, end.error)

    def _made(self, wanted: Wanted) -> Session:
        session = self._sessions.named(wanted.question, session_name(self._batch, wanted))
        self._begun(wanted, session)
        return session

    def _shared_deps(self) -> Deps:
        """The ports of all sessions, under the budget of the batch."""
        return replace(self._deps, overnight=self._overnight, pool=self._pool)

    def _own(self, wanted: Wanted) -> RunConfig:
        """The config of one question."""
        config = config_of(wanted, self._batch.terms, self._config)
        # How long an Explorer is out says nothing where each of its calls may take hours.
        return config if self._overnight is None else replace(config, explorer_seconds=inf)

    def _spent_before(self) -> int:
        """What the sessions of this batch have cost so far, with what was in flight when they ended."""
        return sum(self._spent_by(known) for known in self._known)

    def _spent_by(self, known: Standing) -> int:
        if known.state == "waiting":
            return 0
        if known.run is None:  # Its graph cannot be read; its journals say what was paid for.
            return self._spent_on_journals(known.session)
        entries = journaled(known.session, known.iteration + 1, self._disk)
        ledger = CapLedger.from_entries(entries, None, spent_before=known.run.spend)
        return ledger.spent_usd_micros

    def _spent_on_journals(self, session: Session) -> int:
        try:
            entries = all_journaled(session, self._disk)
        except PathfinderError as error:
            if self._batch.terms.budget_usd_micros is None:
                return 0
            raise StorageFailed(Message("batch-cost-unknown", session=session.id, reason=error)) from None
        return CapLedger.from_entries(entries, None).spent_usd_micros

    def _stop(self, why: str) -> None:
        self.doors.close(why)
        if self._overnight is not None:
            self._overnight.stop()
        for live in self._live.values():
            live.stopper.ask("pause")

    async def _watch(self, control: FileControl) -> None:
        """Hear what other terminals ask of the batch as a whole."""
        while True:
            if any(heard.command.kind != "note" for heard in control.commands()):
                self._stop("Stopped by the user.")
            await asyncio.sleep(LOOK_SECONDS)


class _ViewsAtTheEnd:
    """Implements `Views`: nobody sits before hundreds of sessions; each is written out when it ends."""

    def __init__(self, views: FileViews) -> None:
        self._views = views

    async def write(self, graph: CogniGraph) -> None:
        """See the port."""
        if graph.run.status != "running":
            await self._views.write(graph)


class _NumberedEvents:
    """Passes on one session's events with its number."""

    def __init__(self, number: Number, hear: EventListener) -> None:
        self._number = number
        self._hear = hear

    def emit(self, event: Event) -> None:
        """Tell whose event it is."""
        self._hear(self._number, event)


Look = Callable[[], Awaitable[Sequence[str]]]


def _once_at_a_time(look: Look | None) -> Look | None:
    """Sessions that begin an iteration at the same moment look at the documents once."""
    if look is None:
        return None
    flights: SingleFlight[Sequence[str]] = SingleFlight()

    async def working() -> Sequence[str]:
        return await look()

    async def shared() -> Sequence[str]:
        return await flights.share("look", working)

    return shared


def _room_for_files(sessions: int) -> None:
    """Each session keeps a few files open; the usual limit of 1,024 is too low for hundreds of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 512 + FILES_PER_SESSION * sessions
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))

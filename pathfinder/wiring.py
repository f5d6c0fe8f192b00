"""Where ports meet adapters: what a session runs on, and how an iteration is opened."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from random import Random

from pathfinder.adapters.files.control import FileControl
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.journal import FileJournal, journaled
from pathfinder.adapters.files.layout import Session
from pathfinder.adapters.files.lock import SessionLock
from pathfinder.adapters.files.log import SessionLog
from pathfinder.adapters.files.pages import FilePages
from pathfinder.adapters.files.store import FileStore
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.pipeline import Meter, MeteredModel, Told
from pathfinder.adapters.metering.sources import SharedFetch, SharedSearch, SharedSources
from pathfinder.adapters.system import SystemClock
from pathfinder.orchestrator.control import Stopper
from pathfinder.orchestrator.iteration import Desk
from pathfinder.orchestrator.run import House, Opened, RunEnd, run
from pathfinder.protocols.edits import AddFailure
from pathfinder.protocols.events import CallPaid, Event
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import StepKey
from pathfinder.protocols.memory import Failure, FailureKind, Limits
from pathfinder.protocols.ports import Attempt, Clock, Entry, EventSink, Fetch, Limiter, Search, Views
from pathfinder.protocols.rules.candidates import Similarity
from pathfinder.protocols.rules.queries import similarity
from pathfinder.protocols.switches import EVERYTHING, Switches

MOST_EXPLORERS = 10


@dataclass(frozen=True)
class Engine:
    """Who answers questions, and where pages come from."""

    attempt: Attempt
    search: Search
    fetch: Fetch
    name: str = ""
    """Who answers, in words, for every view."""
    local: bool = False
    """The pages are the user's own documents."""
    similarity: Similarity = similarity
    look: Callable[[], Awaitable[Sequence[str]]] | None = None
    """Looks at the documents again before an iteration; gives those that cannot be read, `name: reason`
    each, for the failure ledger."""
    close: Callable[[], Awaitable[None]] | None = None
    """Lets go of connections when the run is over."""


@dataclass(frozen=True)
class Options:
    """How a run is done."""

    limits: Limits = field(default_factory=Limits)
    parallel: int = 5
    auto_stop: bool = False
    quick: bool = False
    """No round 3: nothing is challenged, and nobody is sent out again."""
    switches: Switches = EVERYTHING
    """What is left out, for measurements; a session that is resumed within an iteration keeps them."""
    limiter: Limiter = field(default_factory=NoLimit)
    clock: Clock = field(default_factory=SystemClock)
    rng: Random = field(default_factory=Random)
    """Only retries are left to chance; nothing that reaches the graph is."""
    secrets: tuple[str, ...] = ()
    """What must never be written to the log."""


class Everyone:
    """Passes each event on to several listeners."""

    def __init__(self, sinks: Iterable[EventSink]) -> None:
        self._sinks = tuple(sinks)

    def emit(self, event: Event) -> None:
        """Tell all of them, in their order."""
        for sink in self._sinks:
            sink.emit(event)


class LiveSession:
    """A session that this process owns, from taking its lock to letting it go."""

    def __init__(self, session: Session, engine: Engine, options: Options, disk: Disk) -> None:
        self.session = session
        self._engine = engine
        self._options = options
        self._disk = disk
        self._lock = SessionLock.take(session, disk)
        try:
            self.pages = FilePages(session, disk)
            self.stopper = Stopper(FileControl(session, disk))
            self._store = FileStore(session, disk, self._lock)
            stored = self.pages.sources().items()
            self._had = () if engine.local else tuple((page, source) for page, source in stored)
            """Pages that are not fetched again. The user's own files are: they may have changed."""
            self._log = SessionLog(session.folder / "log.jsonl", options.clock, options.secrets)
        except BaseException:
            self._lock.release()
            raise
        self._ledger = CapLedger(options.limits.budget_usd_micros)
        self._watchers = Everyone(())

    async def run(self, events: Iterable[EventSink], views: Views) -> RunEnd:
        """Go on from where the session stands, until something ends it."""
        graph = await self._store.load()
        self._ledger = self._opening(graph, journaled(self.session, graph.iteration + 1, self._disk))
        self._watchers = Everyone(events)
        sink = Everyone((self._log, self._watchers))
        house = House(
            store=self._store,
            views=views,
            events=sink,
            clock=self._options.clock,
            open_iteration=lambda graph: self._iteration(graph, sink),
            gate=self.stopper.gate,
            spend=lambda: self._ledger.spend,
            engine=self._engine.name,
            auto_stop=self._options.auto_stop,
        )
        return await run(graph, self._options.limits, house)

    def close(self) -> None:
        """Let the session go."""
        self._store.close()
        self._log.close()
        self._lock.release()

    @asynccontextmanager
    async def _iteration(self, graph: CogniGraph, events: EventSink) -> AsyncIterator[Opened]:
        """The journal of the next iteration, and everything that writes to it."""
        number = graph.iteration + 1
        journal = FileJournal.open(self.session, number, self._disk)
        try:
            self._ledger = self._opening(graph, journal.entries)
            model = MeteredModel(self._engine.attempt, self._meter(journal))
            charged = await model.charge_in_flight()
            inputs = await self._inputs(journal, number)
            left_out = await self._engine.look() if self._engine.look is not None else ()
            gate = self.stopper.gate
            fetch = SharedFetch(self._engine.fetch, self.pages, journal, self._had, gate)
            sources = SharedSources(SharedSearch(self._engine.search, journal, gate), fetch)
            desk = Desk(
                model=model,
                sources=sources,
                similarity=self._engine.similarity,
                events=events,
                parallel=inputs.parallel,
                local=self._engine.local,
                quick=inputs.quick,
                switches=self._options.switches,
                notes=inputs.notes,
            )
            listed = (*(_charged(entry) for entry in charged), *_unread(graph, left_out))
            failures = (Failure(iteration=graph.iteration, kind=k, what=w, reason=r) for k, w, r in listed)
            yield Opened(desk, tuple(AddFailure(failure=failure) for failure in failures))
            self._had = () if self._engine.local else fetch.had
        finally:
            await journal.close()

    def _opening(self, graph: CogniGraph, entries: Iterable[Entry]) -> CapLedger:
        cap = self._options.limits.budget_usd_micros
        return CapLedger.from_entries(tuple(entries), cap, spent_before=graph.run.spend)

    def _meter(self, journal: FileJournal) -> Meter:
        return Meter(
            journal=journal,
            ledger=self._ledger,
            limiter=self._options.limiter,
            clock=self._options.clock,
            rng=self._options.rng,
            gate=self.stopper.gate,
            observer=self._noted,
        )

    def _noted(self, told: Told) -> None:
        self._log.note(f"call_{told.kind}", told._asdict())
        if told.kind in ("done", "failed") and told.usd_micros:
            self._watchers.emit(CallPaid(usd_micros=told.usd_micros))

    async def _inputs(self, journal: FileJournal, number: int) -> "_Inputs":
        """What the user decides about an iteration, kept with it: a resume must see what the start saw."""
        step = StepKey(f"{number}/LOAD/0/1.0/0/inputs/-")
        known = journal.done(step, "inputs")
        if known is not None:
            written = json.loads(known.outcome)
            return _Inputs(tuple(written["notes"]), written["parallel"], written.get("quick", False))
        parallel = max(1, min(self._options.parallel, MOST_EXPLORERS))
        inputs = _Inputs(self.stopper.notes(), parallel, self._options.quick)
        outcome = json.dumps(asdict(inputs), ensure_ascii=False)
        await journal.write(Entry(kind="done", step=step, digest="inputs", outcome=outcome))
        self.stopper.kept(inputs.notes)
        return inputs


@dataclass(frozen=True)
class _Inputs:
    notes: tuple[str, ...]
    parallel: int
    quick: bool


def _charged(entry: Entry) -> tuple[FailureKind, str, str]:
    """A call that was in flight when its process died."""
    return "given_up", entry.step, f"{entry.outcome} (${entry.usd_micros / 1_000_000:.6f})"


def _unread(graph: CogniGraph, left_out: Iterable[str]) -> Iterator[tuple[FailureKind, str, str]]:
    """Documents that cannot be read, each told once in a session."""
    told = {(failure.what, failure.reason) for failure in graph.failures}
    for written in left_out:
        what, _, reason = written.partition(": ")
        if (what, reason) not in told:
            yield "unreadable", what, reason

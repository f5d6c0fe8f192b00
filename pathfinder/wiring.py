"""Where ports meet adapters: what a session runs on, and how an iteration is opened."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.overnight import Overnight
from pathfinder.adapters.metering.patience import JournaledPatience
from pathfinder.adapters.metering.pipeline import CallEvent, Meter, MeteredModel
from pathfinder.adapters.metering.pool import PooledLedger
from pathfinder.adapters.metering.recovery import Recovery
from pathfinder.adapters.metering.searches import EngineSet, SharedSearch, as_written, engine_set
from pathfinder.adapters.metering.snowball import Around, snowballed
from pathfinder.adapters.metering.sources import Known, ResultPages, SharedFetch, SharedSources
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.system import SystemClock
from pathfinder.agents.writer import PAGE_TOKENS, Wanted
from pathfinder.answering import NOTHING_FOUND, Writer, compose, grounds, store_answer, with_spend
from pathfinder.locales.catalogue import Message
from pathfinder.orchestrator.control import Stopper
from pathfinder.orchestrator.iteration import IterationDeps
from pathfinder.orchestrator.planning import Proposal, proposal
from pathfinder.orchestrator.run import OpenedIteration, RunDeps, RunEnd, run
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.calls.asks import Unable
from pathfinder.protocols.calls.events import CallPaid, EngineHeard, Event, SchemaRefused, Waiting
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import (
    Attempt,
    Clock,
    Entry,
    EventSink,
    Fetch,
    Journal,
    Ledger,
    Limiter,
    PaperReader,
    Search,
    SearchResult,
    Views,
)
from pathfinder.protocols.calls.questions import AnswerLength
from pathfinder.protocols.errors import EnginesChanged, FailureKind
from pathfinder.protocols.evidence.likeness import BY_WORDS
from pathfinder.protocols.evidence.nearest import Similarity
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.edits import AddFailure, GraphEdit, SetRun
from pathfinder.protocols.graph.memory import Failure, Limits, ReportLanguage
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, SubQuestion
from pathfinder.protocols.ids import StepKey
from pathfinder.protocols.planning.answered import StopWhen
from pathfinder.protocols.planning.depth import REACH, Depth
from pathfinder.protocols.planning.frameworks import Framework, framework_hint
from pathfinder.protocols.planning.steering import Steer, numbered
from pathfinder.protocols.planning.switches import EVERYTHING, Switches
from pathfinder.protocols.text.urls import canonical_url
from pathfinder.session_storage import SessionStorage

if TYPE_CHECKING:
    from pathfinder.adapters.tracing import SessionTrace, Tracing

T = TypeVar("T")

MOST_EXPLORERS = 10


@dataclass(frozen=True)
class Engine:
    """Who answers questions, and where pages come from."""

    attempt: Attempt
    search: Search | EngineSet
    fetch: Fetch
    name: str = ""
    """Who answers, in words, for every view."""
    local: bool = False
    """The pages are the user's own documents."""
    papers: Callable[[Path], PaperReader] | None = None
    """Reads papers that catalogues found, for a session in this folder."""
    excerpt: Callable[[SearchResult], StoredPage] | None = None
    """What an engine shows of a page, as a page; None: pages are fetched."""
    around: Around | None = None
    """What stands around a paper: titles it cites, and titles that cite it."""
    sayable: Callable[[CogniGraph], Awaitable[Callable[[str], str | None]]] | None = None
    """Takes out of a query, at this point of the session, what must not leave the machine."""
    similarity: Similarity = BY_WORDS
    look: Callable[[], Awaitable[Sequence[str]]] | None = None
    """Looks at the documents again before an iteration; gives those that cannot be read, `name: reason`
    each, for the failure ledger."""
    close: Callable[[], Awaitable[None]] | None = None
    """Lets go of connections when the run is over."""


@dataclass(frozen=True)
class Answering:
    """How an answer is to be written."""

    length: AnswerLength = "normal"
    page_tokens: int = PAGE_TOKENS
    """Tokens of pages that the Writer has in view."""
    as_kept: bool = False
    """Whether an answer that is kept already will do, whatever its length."""


@dataclass(frozen=True)
class Options:
    """How a run is done."""

    limits: Limits = field(default_factory=Limits)
    parallel: int = 5
    stop_when: StopWhen = "limit"
    """What ends the run by itself, beside its limits."""
    attended: bool = True
    """Somebody watches it at a terminal; otherwise it also ends when three iterations brought nothing."""
    quick: bool = False
    """No round 3: nothing is challenged, and nobody is sent out again; the answer is not revised."""
    papers: str = ""
    """The folder that PDF files of papers are kept in; empty: papers/ of the session."""
    answer: "Answering | None" = None
    """How the answer is to be written when the run ends; None: no answer is written."""
    depth: Depth = "medium"
    """How far an Explorer goes."""
    framework: Framework = "scientific"
    """How the lead is to think."""
    language: ReportLanguage = ""
    """Of what people read; empty: that of the question."""
    plan: tuple[SubQuestion, ...] = ()
    """The question in parts, as the user approved them; for the first iteration."""
    explorer_seconds: float = 1_200
    """Wall time of one Explorer; what it has found by then counts, and that it was cut short is told."""
    switches: Switches = EVERYTHING
    """What is left out, for measurements; a session that is resumed within an iteration keeps them."""
    limiter: Limiter = field(default_factory=NoLimit)
    searches: Limiter = field(default_factory=NoLimit)
    """Of searches that leave the machine, where sessions elsewhere send some too."""
    recovery: Recovery = field(default_factory=Recovery)
    """What is known of the provider's health; one for all sessions that call the same provider."""
    clock: Clock = field(default_factory=SystemClock)
    rng: Random = field(default_factory=Random)
    """Only retries are left to chance; nothing that reaches the graph is."""
    secrets: tuple[str, ...] = ()
    """What must never be written to the log."""
    pool: Ledger | None = None
    """The cap that this session shares with others, beside its own."""
    overnight: Overnight | None = None
    """Where its calls wait for a batch of the provider's, with those of others."""
    tracing: "Tracing | None" = None
    """Where spans and metrics of the run are sent; None: nowhere."""


class Broadcast:
    """Passes each event on to several listeners."""

    def __init__(self, sinks: Iterable[EventSink]) -> None:
        self._sinks = tuple(sinks)

    def emit(self, event: Event) -> None:
        """Tell all of them, in their order."""
        for sink in self._sinks:
            sink.emit(event)


class LiveSession:
    """A session that this process owns, until it lets go of its quarters."""

    def __init__(self, storage: SessionStorage, engine: Engine, options: Options) -> None:
        self._storage = storage
        self._engine = engine
        self._options = options
        self.stopper = Stopper(storage.control)
        self._had = _lasting(engine, storage.stored.items())
        """Pages that are not fetched again. The user's own files are: they may have changed."""
        self._ledger = CapLedger(options.limits.budget_usd_micros)
        self._watchers = Broadcast(())
        self._trace: SessionTrace | None = None
        self._answer: KeptAnswer | None = None
        self._unwritten = ""
        self._answered = asyncio.Event()
        """A model call came back: what it needs is loaded."""

    async def run(self, events: Iterable[EventSink], views: Views) -> RunEnd:
        """Go on from where the session stands, until something ends it."""
        graph = await self._storage.store.load()
        if graph.run.papers != self._options.papers:
            kept = graph.run.model_copy(update={"papers": self._options.papers})
            graph = apply(graph, [SetRun(run=kept)])
        self._ledger = self._opening(graph, await self._storage.journaled(graph.iteration + 1))
        if self._options.tracing is not None:
            self._trace = self._options.tracing.session(self._storage.folder.name)
        self._watchers = Broadcast(events)
        traced = () if self._trace is None else (self._trace,)
        sink = Broadcast((self._storage.log, *traced, self._watchers))
        deps = RunDeps(
            store=self._storage.store,
            views=views,
            events=sink,
            clock=self._options.clock,
            open_iteration=lambda graph: self._iteration(graph, sink),
            gate=self.stopper.gate,
            spend=lambda: self._ledger.spend,
            engine=self._engine.name,
            language=self._options.language,
            stop_when=self._options.stop_when,
            attended=self._options.attended,
            closing=None if self._options.answer is None else self._closing,
        )
        end = await run(graph, self._options.limits, deps)
        return replace(end, answer=self._answer, unwritten=self._unwritten)

    async def _closing(self, graph: CogniGraph) -> CogniGraph:
        """Write the answer of the session as it stands, and keep in the graph what it cost."""
        asked = self._options.answer or Answering()
        wanted = Wanted(self._options.language or None, length=asked.length, page_tokens=asked.page_tokens)
        ground = await grounds(graph, self._storage.pages, wanted)
        if ground is None:
            self._unwritten = Message(NOTHING_FOUND)
            return graph
        writer = Writer(self._engine.attempt, self._engine.name)
        journal = await self._storage.journal(graph.iteration + 1)
        try:
            self._ledger = self._opening(graph, journal.entries)
            # Whoever asked the run to stop still wants to know what came of it.
            meter = replace(self._meter(journal), gate=lambda: None)
            made = await compose(
                MeteredModel(writer.attempt, meter), writer, ground, revise=not self._options.quick
            )
        finally:
            await journal.close()
            graph = with_spend(graph, self._ledger)
            await self._storage.store.save_run(graph)
        if isinstance(made, Unable):
            self._unwritten = made.reason
        else:
            self._answer = made
            store_answer(self._storage.folder, Disk(), made)
        return graph

    async def propose(self) -> Proposal:
        """What the next iteration would do. Asked on its journal: the iteration does not pay for it again."""
        graph = await self._storage.store.load()
        journal = await self._storage.journal(graph.iteration + 1)
        try:
            self._ledger = self._opening(graph, journal.entries)
            model = MeteredModel(self._engine.attempt, self._meter(journal))
            await model.charge_in_flight()
            return await proposal(graph, model, max(1, min(self._options.parallel, MOST_EXPLORERS)))
        finally:
            await journal.close()

    def close(self) -> None:
        """Let the session go."""
        if self._trace is not None:
            self._trace.close()
        self._storage.close()

    @asynccontextmanager
    async def _iteration(self, graph: CogniGraph, events: EventSink) -> AsyncIterator[OpenedIteration]:
        """The journal of the next iteration, and everything that writes to it."""
        number = graph.iteration + 1
        journal = await self._storage.journal(number)
        try:
            self._ledger = self._opening(graph, journal.entries)
            meter = self._meter(journal)
            model = MeteredModel(self._engine.attempt, meter)
            charged = await model.charge_in_flight()
            inputs = await self._inputs(journal, number)
            wanted = asyncio.Event()
            # Beside the lead's first calls, which ask nothing of the sources.
            async with _beside(self._seen(graph, wanted)) as looking:
                search = SharedSearch(
                    self._engine.search, meter, lambda query: looking.result().sayable(query), inputs.year
                )

                async def ready() -> None:
                    wanted.set()
                    await looking

                reader = self._engine.papers
                papers = None if reader is None else reader(self._storage.folder)
                fetch = SharedFetch(
                    self._engine.fetch,
                    self._storage.pages,
                    journal,
                    self._had,
                    self.stopper.gate,
                    ResultPages(papers, self._engine.excerpt),
                    _lasting(self._engine, graph.sources.items()),
                    meter,
                )
                deps = IterationDeps(
                    model=model,
                    sources=SharedSources(search, fetch),
                    similarity=self._engine.similarity,
                    events=events,
                    parallel=inputs.parallel,
                    today=inputs.today,
                    local=self._engine.local,
                    quick=inputs.quick,
                    reach=REACH[inputs.depth],
                    advice=framework_hint(inputs.framework),
                    steers=inputs.said,
                    plan=numbered(inputs.plan),
                    patience=JournaledPatience(journal, self._options.clock, self._options.explorer_seconds),
                    switches=inputs.switches,
                    ready=ready,
                )
                found = await snowballed(graph, journal, self._engine.around)

                async def ledger_edits() -> tuple[GraphEdit, ...]:
                    unread = _unread(graph, (await looking).left_out)
                    told = (*(_charged(entry) for entry in charged), *_lost(journal.entries), *unread)
                    failures = (
                        Failure(iteration=graph.iteration, kind=k, what=w, reason=r) for k, w, r in told
                    )
                    return (*(AddFailure(failure=failure) for failure in failures), *found)

                yield OpenedIteration(deps, listed)
                self._had = _lasting(self._engine, fetch.had)
        finally:
            await journal.close()

    async def _seen(self, graph: CogniGraph, wanted: asyncio.Event) -> "_Seen":
        """Look at the documents again: beside model calls, and at the latest when they are to be searched.

        Not beside the very first, which loads the provider's library: a thread that computes would hold up
        each of its thousands of small reads.
        """
        engine = self._engine
        await _either(self._answered, wanted)
        left_out = await engine.look() if engine.look is not None else ()
        return _Seen(left_out, await engine.sayable(graph) if engine.sayable is not None else as_written)

    def _opening(self, graph: CogniGraph, entries: Iterable[Entry]) -> CapLedger:
        cap = self._options.limits.budget_usd_micros
        # Where a cap is shared, --budget is that of all sessions together.
        higher = "--budget" if self._options.pool is None else "--each, or `budget` on its line of the file"
        return CapLedger.from_entries(tuple(entries), cap, spent_before=graph.run.spend, higher=higher)

    def _meter(self, journal: Journal) -> Meter:
        own, pool = self._ledger, self._options.pool
        return Meter(
            journal=journal,
            ledger=own if pool is None else PooledLedger(own, pool),
            limiter=self._options.limiter,
            clock=self._options.clock,
            rng=self._options.rng,
            gate=self.stopper.gate,
            observer=self._noted,
            recovery=self._options.recovery,
            searches=self._options.searches,
            overnight=self._options.overnight,
        )

    def _noted(self, told: CallEvent) -> None:
        if told.kind == "done":
            self._answered.set()
        self._storage.log.note(f"call_{told.kind}", told._asdict())
        if self._trace is not None:
            self._trace.called(told)
        if told.kind in ("done", "failed") and told.usd_micros:
            self._watchers.emit(CallPaid(usd_micros=told.usd_micros))
        if told.engine and told.kind in ("waiting", "resting", "back"):
            heard = EngineHeard(engine=told.engine, state=told.kind, seconds=told.seconds, reason=told.reason)
            self._watchers.emit(heard)
        elif told.kind == "schema_refused":
            self._watchers.emit(SchemaRefused(call=told.engine, reason=told.reason))
        elif told.kind == "waiting":
            self._watchers.emit(Waiting(seconds=told.seconds, reason=told.reason))

    async def _inputs(self, journal: Journal, number: int) -> "_Inputs":
        """What the user decides about an iteration, kept with it: a resume must see what the start saw."""
        step = StepKey(f"{number}/LOAD/0/1.0/0/inputs/-")
        known = journal.done(step, "inputs")
        plan = engine_set(self._engine.search)
        if known is not None:
            begun = _Inputs.model_validate_json(known.outcome)
            begun.must_fit(plan, number)
            # Killed right after it was written, the last run may not have noted what it had heard.
            self.stopper.kept(begun.heard)
            return begun
        options, (steers, heard) = self._options, self.stopper.steers()
        inputs = _Inputs(
            steers=steers,
            heard=heard,
            parallel=max(1, min(options.parallel, MOST_EXPLORERS)),
            year=options.clock.now().year,
            today=options.clock.now().date().isoformat(),
            engine=plan.engine,
            asks=plan.asks,
            quick=options.quick,
            depth=options.depth,
            framework=options.framework,
            plan=options.plan,
            switches=options.switches,
        )
        outcome = inputs.model_dump_json()
        await journal.write(Entry(kind="done", step=step, digest="inputs", outcome=outcome))
        self.stopper.kept(inputs.heard)
        for steer in inputs.steers:
            self._storage.log.note("steered", {"iteration": number, "as": steer.kind, "text": steer.text})
        return inputs


class _Seen(NamedTuple):
    """What a look at the documents told."""

    left_out: Sequence[str]
    """What cannot be read, `name: reason` each."""
    sayable: Callable[[str], str | None]


@asynccontextmanager
async def _beside(work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
    """Work that goes on beside what is done here, and no longer; its failure is told to whoever asks."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait((task,))
        if not task.cancelled():
            task.exception()


async def _either(one: asyncio.Event, other: asyncio.Event) -> None:
    """Returns when one of the two has come."""
    waits = [asyncio.create_task(event.wait()) for event in (one, other)]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def _lasting(engine: Engine, pages: Known) -> Known:
    """The pages that stay as they were had: the user's own files may change at any time."""
    return tuple(known for known in pages if not engine.local and canonical_url(known[1].url) is not None)


class _Inputs(Frozen):
    """As the journal has it; an iteration that an older version began lacks what came later."""

    notes: tuple[str, ...] = ()
    """Hints, in a journal of an older version."""
    steers: tuple[Steer, ...] = ()
    heard: int = 0
    """The place up to which the user was heard: what was said before it is not taken again."""
    parallel: int
    year: int | None = None
    today: str = ""
    engine: str = ""
    asks: tuple[str, ...] = ()
    quick: bool = False
    depth: Depth = "medium"
    framework: Framework = "scientific"
    plan: tuple[SubQuestion, ...] = ()
    switches: Switches = EVERYTHING

    def must_fit(self, plan: EngineSet, number: int) -> None:
        """EnginesChanged if an iteration that is half done would be finished with other engines."""
        if not self.asks or self.asks == plan.asks:
            return
        if self.engine != plan.engine:
            then, now = f"--engine {self.engine}", f"--engine {plan.engine}"
        else:
            then, now = ", ".join(self.asks), ", ".join(plan.asks)
        raise EnginesChanged(
            Message("engines-changed", iteration=number, then=then, now=now, engine=self.engine)
        )

    @property
    def said(self) -> tuple[Steer, ...]:
        """What the user added, whichever version wrote it down."""
        return (*(Steer(kind="note", text=note) for note in self.notes), *self.steers)


def _charged(entry: Entry) -> tuple[FailureKind, str, str]:
    """A call that was in flight when its process died."""
    return "given_up", entry.step, f"{entry.outcome} (${entry.usd_micros / 1_000_000:.6f})"


def _lost(entries: Iterable[Entry]) -> Iterator[tuple[FailureKind, str, str]]:
    """What was left out of answers; in the order of the steps, whoever was faster."""
    for entry in sorted((known for known in entries if known.lost), key=lambda known: known.step):
        for reason in entry.lost:
            yield "unreadable", entry.step, reason


def _halves(written: str) -> tuple[str, str]:
    """What a document is, and why it is not read."""
    if isinstance(written, Message):
        what, reason = written.fields.values()
        return cast(str, what), cast(str, reason)
    what, _, reason = written.partition(": ")
    return what, reason


def _unread(graph: CogniGraph, left_out: Iterable[str]) -> Iterator[tuple[FailureKind, str, str]]:
    """Documents that cannot be read, each told once in a session."""
    told = {(failure.what, failure.reason) for failure in graph.failures}
    for written in left_out:
        what, reason = _halves(written)
        if (what, reason) not in told:
            yield "unreadable", what, reason

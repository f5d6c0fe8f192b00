"""A session that this process runs: opens its iterations, writes its answer, and reports its calls."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pathfinder.adapters.metering.attempts import CallEvent, Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.patience import JournaledPatience
from pathfinder.adapters.metering.pipeline import MeteredModel
from pathfinder.adapters.metering.pool import PooledLedger
from pathfinder.adapters.metering.searches import SharedSearch, as_written, engine_set
from pathfinder.adapters.metering.snowball import snowballed
from pathfinder.adapters.metering.sources import Known, ResultPages, SharedFetch, SharedSources
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.agents.writer import Wanted
from pathfinder.answering import NOTHING_FOUND, Writer, answer_basis, compose, store_answer, with_spend
from pathfinder.deps import Deps, PageSources
from pathfinder.failure_lists import charged_call, left_out_of_answers, unread_documents
from pathfinder.iteration_inputs import explorers, journaled_inputs
from pathfinder.locales.catalogue import Message
from pathfinder.orchestrator.control import Stopper
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.orchestrator.iteration import IterationDeps
from pathfinder.orchestrator.planning import Proposal, proposal
from pathfinder.orchestrator.run import RunDeps, RunEnd, run
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.calls.asks import Unable
from pathfinder.protocols.calls.events import (
    BudgetChanged,
    CallPaid,
    EngineStateChanged,
    Event,
    SchemaRefused,
    Waiting,
)
from pathfinder.protocols.calls.ports import Entry, EventSink, Journal, Views
from pathfinder.protocols.graph.edits import AddFailure, GraphEdit, SetRun
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.text.urls import canonical_url
from pathfinder.run_config import Answering, RunConfig
from pathfinder.session_storage import SessionStorage

if TYPE_CHECKING:
    from pathfinder.adapters.tracing import SessionTrace


T = TypeVar("T")


class Broadcast:
    """Passes each event on to several listeners."""

    def __init__(self, sinks: Iterable[EventSink]) -> None:
        self._sinks = tuple(sinks)

    def emit(self, event: Event) -> None:
        """Tell all of them, in their order."""
        for sink in self._sinks:
            sink.emit(event)


class LiveSession:
    """A session that this process owns until `close`."""

    def __init__(self, storage: SessionStorage, deps: Deps, config: RunConfig) -> None:
        self._storage = storage
        self._deps = deps
        self._config = config
        self.stopper = Stopper(storage.control, self._set_budget)
        self._limits = config.limits
        self._fetched = _lasting(deps.sources, storage.stored.items())
        """Pages that are not fetched again. The user's own files are: they may have changed."""
        self._ledger = CapLedger(config.limits.budget_usd_micros)
        self._watchers = self._events = Broadcast(())
        self._trace: SessionTrace | None = None
        self._answer: KeptAnswer | None = None
        self._unwritten = ""
        self._answered = asyncio.Event()
        """A model call came back: what it needs is loaded."""

    async def run(self, events: Iterable[EventSink], views: Views) -> RunEnd:
        """Go on from where the session stands, until something ends it."""
        graph = await self._storage.store.load()
        if graph.run.papers != self._config.academic.pdf_storage_path:
            kept = graph.run.model_copy(update={"papers": self._config.academic.pdf_storage_path})
            graph = apply(graph, [SetRun(run=kept)])
        self._ledger = self._opening(graph, await self._storage.journaled(graph.iteration + 1))
        if self._deps.tracing is not None:
            self._trace = self._deps.tracing.session(self._storage.folder.name)
        self._watchers = Broadcast(events)
        traced = () if self._trace is None else (self._trace,)
        sink = self._events = Broadcast((self._storage.log, *traced, self._watchers))
        deps = RunDeps(
            store=self._storage.store,
            views=views,
            events=sink,
            clock=self._deps.clock,
            open_iteration=lambda graph: self._iteration(graph, sink),
            gate=self.stopper.gate,
            limits=lambda: self._limits,
            spend=lambda: self._ledger.spend,
            engine=self._deps.name,
            language=self._config.language,
            stop_when=self._config.stop_when,
            attended=self._config.attended,
            closing=None if self._config.answer is None else self._closing,
        )
        end = await run(graph, deps)
        return replace(end, answer=self._answer, unwritten=self._unwritten)

    async def _closing(self, graph: CogniGraph) -> CogniGraph:
        """Write the answer of the session as it stands, and keep in the graph what it cost."""
        asked = self._config.answer or Answering()
        wanted = Wanted(self._config.language or None, length=asked.length, page_tokens=asked.page_tokens)
        basis = await answer_basis(graph, self._storage.pages, wanted)
        if basis is None:
            self._unwritten = Message(NOTHING_FOUND)
            return graph
        writer = Writer(self._deps.attempt, self._deps.name)
        journal = await self._storage.journal(graph.iteration + 1)
        try:
            self._ledger = self._opening(graph, journal.entries)
            # Whoever asked the run to stop still wants to know what came of it.
            meter = replace(self._meter(journal), gate=lambda: None)
            made = await compose(
                MeteredModel(writer.attempt, meter), writer, basis, revise=not self._config.quick
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
            model = MeteredModel(self._deps.attempt, self._meter(journal))
            await model.charge_in_flight()
            return await proposal(graph, model, explorers(self._config))
        finally:
            await journal.close()

    def close(self) -> None:
        """Let the session go."""
        if self._trace is not None:
            self._trace.close()
        self._storage.close()

    @asynccontextmanager
    async def _iteration(self, graph: CogniGraph, events: EventSink) -> AsyncIterator[IterationDeps]:
        """The journal of the next iteration, and everything that writes to it."""
        number = graph.iteration + 1
        journal = await self._storage.journal(number)
        try:
            self._ledger = self._opening(graph, journal.entries)
            meter = self._meter(journal)
            model = MeteredModel(self._deps.attempt, meter)
            charged = await model.charge_in_flight()
            inputs = await self._inputs(journal, number)
            wanted = asyncio.Event()
            # Beside the lead's first calls, which ask nothing of the sources.
            async with _beside(self._seen(graph, wanted)) as looking:
                search = SharedSearch(
                    self._deps.sources.search,
                    meter,
                    lambda query: looking.result().sayable(query),
                    inputs.year,
                )

                async def ready() -> None:
                    wanted.set()
                    await looking

                reader = self._deps.sources.papers
                papers = None if reader is None else reader(self._storage.folder)
                fetch = SharedFetch(
                    self._deps.sources.fetch,
                    self._storage.pages,
                    journal,
                    self._fetched,
                    self.stopper.gate,
                    ResultPages(papers, self._deps.sources.excerpt),
                    _lasting(self._deps.sources, graph.sources.items()),
                    meter,
                )
                found = await snowballed(graph, journal, self._deps.sources.around)

                async def ledger_edits() -> tuple[GraphEdit, ...]:
                    unread = unread_documents(graph, (await looking).left_out)
                    told = (
                        *(charged_call(entry) for entry in charged),
                        *left_out_of_answers(journal.entries),
                        *unread,
                    )
                    failures = (
                        Failure(iteration=graph.iteration, kind=k, what=w, reason=r) for k, w, r in told
                    )
                    return (*(AddFailure(failure=failure) for failure in failures), *found)

                yield IterationDeps(
                    model=model,
                    sources=SharedSources(search, fetch),
                    similarity=self._deps.similarity,
                    events=events,
                    inputs=inputs,
                    local=self._deps.sources.local,
                    patience=JournaledPatience(journal, self._deps.clock, self._config.explorer_seconds),
                    ready=ready,
                    ledger_edits=ledger_edits,
                )
                self._fetched = _lasting(self._deps.sources, fetch.found_pages)
        finally:
            await journal.close()

    async def _seen(self, graph: CogniGraph, wanted: asyncio.Event) -> "_DocumentLook":
        """Look at the documents again: beside model calls, and at the latest when they are to be searched.

        Not beside the very first, which loads the provider's library: a thread that computes would hold up
        each of its thousands of small reads.
        """
        sources = self._deps.sources
        await _either(self._answered, wanted)
        left_out = await sources.look() if sources.look is not None else ()
        return _DocumentLook(
            left_out, await sources.sayable(graph) if sources.sayable is not None else as_written
        )

    def _opening(self, graph: CogniGraph, entries: Iterable[Entry]) -> CapLedger:
        cap = self._limits.budget_usd_micros
        # Where a cap is shared, --budget is that of all sessions together.
        higher = "--budget" if self._deps.pool is None else "--each, or `budget` on its line of the file"
        return CapLedger.from_entries(
            tuple(entries), cap, spent_before=graph.run.spend, higher=higher, before_refusal=self.stopper.look
        )

    def _set_budget(self, usd_micros: int) -> None:
        """Give the run another budget, from now on."""
        usd_micros = self._ledger.change_cap(usd_micros)
        self._limits = self._limits.model_copy(update={"budget_usd_micros": usd_micros})
        self._events.emit(BudgetChanged(budget_usd_micros=usd_micros))

    def _meter(self, journal: Journal) -> Meter:
        own, pool = self._ledger, self._deps.pool
        return Meter(
            journal=journal,
            ledger=own if pool is None else PooledLedger(own, pool),
            limiter=self._deps.limiter,
            clock=self._deps.clock,
            rng=self._deps.rng,
            gate=self.stopper.gate,
            observer=self._noted,
            recovery=self._deps.recovery,
            searches=self._deps.search_limiter,
            overnight=self._deps.overnight,
        )

    async def _inputs(self, journal: Journal, number: int) -> IterationInputs:
        """The inputs of an iteration, as it was begun with them."""
        searches = engine_set(self._deps.sources.search)
        return await journaled_inputs(
            journal, number, self._config, searches, self._deps.clock, self.stopper, self._storage.log
        )

    def _noted(self, event: CallEvent) -> None:
        if event.kind == "done":
            self._answered.set()
        self._storage.log.note(f"call_{event.kind}", event._asdict())
        if self._trace is not None:
            self._trace.called(event)
        if event.kind in ("done", "failed") and event.usd_micros:
            self._watchers.emit(CallPaid(usd_micros=event.usd_micros))
        if event.engine and event.kind in ("waiting", "resting", "back"):
            said = EngineStateChanged(
                engine=event.engine, state=event.kind, seconds=event.seconds, reason=event.reason
            )
            self._watchers.emit(said)
        elif event.kind == "schema_refused":
            self._watchers.emit(SchemaRefused(call=event.engine, reason=event.reason))
        elif event.kind == "waiting":
            self._watchers.emit(Waiting(seconds=event.seconds, reason=event.reason))


class _DocumentLook(NamedTuple):
    """The outcome of a look at the documents."""

    left_out: Sequence[str]
    """What cannot be read, `name: reason` each."""
    sayable: Callable[[str], str | None]


@asynccontextmanager
async def _beside(work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
    """Work beside the body of the `with`, cancelled at its end; awaiting the task raises its failure."""
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


def _lasting(sources: PageSources, pages: Known) -> Known:
    """The pages that need not be fetched again: the user's own files may change at any time."""
    return tuple(known for known in pages if not sources.local and canonical_url(known[1].url) is not None)

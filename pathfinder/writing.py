"""The thesis of a session: its sentences asked of the Writer where that can be had, or made by code.

The Writer's call is like any other: journaled in the open iteration, held and settled under the session's
budget, and never paid twice for the same evidence. Whatever stands in its way, there is a thesis.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.folded import chapters
from pathfinder.adapters.files.journal import FileJournal
from pathfinder.adapters.files.layout import Session
from pathfinder.adapters.files.lock import SessionLock
from pathfinder.adapters.files.store import FileStore
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.outcomes import digest
from pathfinder.adapters.metering.pipeline import CLOSING_PHASE, Meter, MeteredModel
from pathfinder.agents.writer import Bound, bound, thesis_question
from pathfinder.orchestrator.telling import told
from pathfinder.protocols.calls import Answered, Unable
from pathfinder.protocols.edits import SetRun
from pathfinder.protocols.errors import (
    BudgetExceeded,
    GraphFileRefused,
    ProviderFailed,
    SessionLocked,
    StorageFailed,
)
from pathfinder.protocols.events import Event
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ports import Attempt
from pathfinder.protocols.questions import WriteThesis, WrittenThesis
from pathfinder.protocols.reducer import apply
from pathfinder.protocols.rules.languages import Language, language
from pathfinder.protocols.steps import Step
from pathfinder.reports.thesis import thesis_text
from pathfinder.reports.thesis_saying import Telling
from pathfinder.wiring import Options


@dataclass(frozen=True)
class Writer:
    """Who writes the sentences."""

    attempt: Attempt
    name: str
    """In words, for the reader."""


@dataclass(frozen=True)
class Thesis:
    """A thesis and what it was made from."""

    text: str
    graph: CogniGraph
    prose: Bound | None = None
    unwritten: str = ""
    """Why a Writer that was asked wrote nothing."""


def plain_thesis(graph: CogniGraph, told_in: Language | None = None) -> str:
    """The thesis of a graph by code alone: no call, no disk, at any moment of a run."""
    return thesis_text(graph, Telling(language=told_in))


async def write_thesis(
    session: Session,
    writer: Writer | None,
    told_in: Language | None = None,
    options: Options | None = None,
    disk: Disk | None = None,
) -> Thesis:
    """The thesis of a session; without a Writer, or where it cannot be asked, code writes the sentences."""
    files = disk or Disk()
    written = await ask_writer(session, writer, told_in, options, files)
    events, short = events_of(session, written.graph, files)
    telling = Telling(
        language=told_in,
        prose=written.prose,
        written_by=writer.name if writer is not None else "",
        unwritten=written.unwritten,
        events=events,
        short_history=short,
    )
    text = thesis_text(written.graph, telling)
    return Thesis(text, written.graph, written.prose, written.unwritten)


@dataclass(frozen=True)
class Written:
    """What the Writer wrote of a session, as far as it stands on quotes, and the graph it cost."""

    graph: CogniGraph
    prose: Bound | None = None
    unwritten: str = ""
    """Why a Writer that was asked wrote nothing."""


async def ask_writer(
    session: Session,
    writer: Writer | None,
    told_in: Language | None = None,
    options: Options | None = None,
    disk: Disk | None = None,
) -> Written:
    """The Writer's sentences for thesis and report alike: one call for the same evidence, whoever asks."""
    files = disk or Disk()
    written = Written(await _load(session, files))
    if writer is None:
        return written
    try:
        with SessionLock.take(session, files) as lock:
            return await _asked(session, lock, writer, told_in, options or Options(), files)
    except SessionLocked as locked:
        return replace(written, unwritten=str(locked))


async def _load(session: Session, disk: Disk, lock: SessionLock | None = None) -> CogniGraph:
    store = FileStore(session, disk, lock)
    try:
        return await store.load()
    finally:
        store.close()


async def _asked(
    session: Session,
    lock: SessionLock,
    writer: Writer,
    told_in: Language | None,
    options: Options,
    disk: Disk,
) -> Written:
    """Ask the Writer on the session's journal and budget, and keep in the graph what it cost."""
    store = FileStore(session, disk, lock)
    try:
        graph = await store.load()
        ask = thesis_question(graph, told_in or graph.run.language or language(graph.question))
        if ask is None:
            return Written(graph, unwritten="no claim with a quote holds well enough to write from")
        journal = FileJournal.open(session, graph.iteration + 1, disk)
        cap = graph.run.limits.budget_usd_micros
        ledger = CapLedger.from_entries(tuple(journal.entries), cap, spent_before=graph.run.spend)
        meter = Meter(journal, ledger, options.limiter, options.clock, options.rng)
        try:
            answer = await _answer(MeteredModel(writer.attempt, meter), ask, graph, writer.attempt)
        finally:
            await journal.close()
            graph = _with_spend(graph, ledger)
            await store.save_run(graph)
    finally:
        store.close()
    if isinstance(answer, Unable):
        return Written(graph, unwritten=answer.reason)
    return Written(graph, prose=bound(graph, answer.value))


async def _answer(
    model: MeteredModel, ask: WriteThesis, graph: CogniGraph, attempt: Attempt
) -> Answered[WrittenThesis] | Unable:
    """The Writer's answer. The item names question and engine, so the same evidence is asked once."""
    step = Step(
        iteration=graph.iteration + 1,
        phase=CLOSING_PHASE,
        call=ask.name,
        item=f"{ask.language}-{digest(ask, attempt)[:16]}",
    )
    try:
        await model.charge_in_flight()
        return await model.answer(ask, step)
    except (BudgetExceeded, ProviderFailed) as stop:
        return Unable(reason=str(stop))


def _with_spend(graph: CogniGraph, ledger: CapLedger) -> CogniGraph:
    """The open iteration costs what the ledger says beyond the closed ones."""
    still_open = ledger.spent_usd_micros - graph.run.spend.total_usd_micros
    return apply(graph, [SetRun(run=graph.run.model_copy(update={"open_usd_micros": still_open}))])


def events_of(session: Session, graph: CogniGraph, disk: Disk) -> tuple[Mapping[int, Sequence[Event]], str]:
    """What each iteration's edits meant; a record that cannot be read costs the history, not the thesis."""
    try:
        found = {
            chapter.number: tuple(told(chapter.before, chapter.edits))
            for chapter in chapters(session, graph.iteration, disk)
        }
    except (GraphFileRefused, StorageFailed) as error:
        return {}, str(error)
    return found, ""

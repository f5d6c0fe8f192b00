"""The thesis of a session, and answers to further questions: written by a model, or by code alone.

The answer is written once for the same evidence and kept as answer.json; thesis and report are made of it.
Whatever stands in the way of a model, there is a thesis.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from pathfinder.adapters.metering.attempts import Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.pipeline import MeteredModel
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.folded import chapters
from pathfinder.adapters.storage.files.journal import FileJournal
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.system import SystemClock
from pathfinder.agents.writer import Wanted
from pathfinder.answering import (
    NOTHING_FOUND,
    Writer,
    Written,
    answer_basis,
    compose,
    evidence_of,
    store_answer,
    stored_answer,
    with_spend,
)
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.orchestrator.edit_events import events_for
from pathfinder.protocols.answer.coverage import cites_in_order
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.calls.asks import Unable
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.errors import GraphFileRefused, SessionLocked, StorageFailed
from pathfinder.protocols.evidence.marked_text import spoken_in
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.text.languages import Language
from pathfinder.reports.content.answer import page_of
from pathfinder.reports.content.judge_assembly import RECORD, RecordPart, ReportContext, judge_report
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.markdown.thesis import thesis_text
from pathfinder.run_config import Answering, RunConfig

__all__ = [
    "Thesis",
    "Writer",
    "Written",
    "ask_further",
    "ask_writer",
    "current_answer",
    "events_of",
    "kept_answer",
    "plain_thesis",
    "readable",
    "report_of",
    "thesis_of",
    "write_thesis",
]


@dataclass(frozen=True)
class Thesis:
    """A thesis and what it was made from."""

    text: str
    graph: CogniGraph
    answer: KeptAnswer | None = None
    unwritten: str = ""
    """Why a Writer that was asked wrote nothing."""


def plain_thesis(graph: CogniGraph, told_in: Language | None = None) -> str:
    """The thesis of a graph by code alone: no call, no disk, at any moment of a run."""
    return thesis_text(graph, ReportContext(language=told_in))


async def write_thesis(
    session: Session,
    writer: Writer | None,
    told_in: Language | None = None,
    config: RunConfig | None = None,
    disk: Disk | None = None,
) -> Thesis:
    """The thesis of a session; without a Writer, or where it cannot be asked, code writes the sentences."""
    files = disk or Disk()
    return thesis_of(session, await ask_writer(session, writer, told_in, config, files), told_in, files)


def thesis_of(
    session: Session, written: Written, told_in: Language | None = None, disk: Disk | None = None
) -> Thesis:
    """The thesis of a session with an answer that is there already, or without one. Nobody is asked."""
    files = disk or Disk()
    events, short = events_of(session, written.graph, files)
    telling = ReportContext(
        language=told_in,
        answer=written.answer,
        unwritten=written.unwritten,
        events=events,
        short_history=short,
    )
    text = thesis_text(written.graph, telling)
    return Thesis(text, written.graph, written.answer, written.unwritten)


async def ask_writer(
    session: Session,
    writer: Writer | None,
    told_in: Language | None = None,
    config: RunConfig | None = None,
    disk: Disk | None = None,
) -> Written:
    """The answer for thesis and report alike: the one that is kept if it fits the evidence, or a new one."""
    if writer is None:
        return Written(await _load(session, disk or Disk()))
    return await _written(session, writer, _wishes(told_in, config), config or RunConfig(), disk or Disk())


async def current_answer(
    session: Session,
    told_in: Language | None = None,
    config: RunConfig | None = None,
    disk: Disk | None = None,
) -> Written | None:
    """The kept answer, if it fits the evidence and what is wanted now; None: a Writer has to be asked."""
    files = disk or Disk()
    graph = await _load(session, files)
    asked = (config.answer if config is not None else None) or Answering(as_kept=True)
    kept = await _fitting(session, graph, _wishes(told_in, config), files, as_kept=asked.as_kept)
    return None if kept is None else Written(graph, kept)


async def kept_answer(session: Session, told_in: Language | None = None, disk: Disk | None = None) -> Written:
    """The answer that was written to the last closed iteration, if there is one. Nobody is asked.

    It can be read as long as that iteration is the last one, although a Writer of today would be shown
    something else: a closed iteration does not change, its prompts may.
    """
    files = disk or Disk()
    return readable(await _load(session, files), stored_answer(session.folder, files), told_in)


def readable(graph: CogniGraph, kept: KeptAnswer | None, told_in: Language | None = None) -> Written:
    """A graph with the answer that its session keeps, if it is one to this graph in this language."""
    fits = (
        kept is not None
        and kept.iteration == graph.iteration
        and kept.language == (told_in or spoken_in(graph))
        and all(page_of(graph, kept, cite) in graph.sources for cite in cites_in_order(kept))
    )
    return Written(graph, kept if fits else None)


async def ask_further(
    session: Session, writer: Writer, follow_up: str, wanted: Wanted, config: RunConfig | None = None
) -> Written:
    """The answer to a further question, from the pages and facts of a session; nothing is researched."""
    asked = replace(wanted, follow_up=follow_up)
    return await _written(session, writer, asked, config or RunConfig(), Disk())


def _wishes(told_in: Language | None, config: RunConfig | None) -> Wanted:
    asked = (config.answer if config is not None else None) or Answering()
    return Wanted(told_in, length=asked.length, page_tokens=asked.page_tokens)


async def _fitting(
    session: Session, graph: CogniGraph, wanted: Wanted, disk: Disk, *, as_kept: bool
) -> KeptAnswer | None:
    """The kept answer, if what the Writer would be shown now is what it was shown then."""
    kept = stored_answer(session.folder, disk)
    if kept is None or kept.iteration != graph.iteration:
        return None
    if as_kept:
        wanted = replace(wanted, length=kept.length, page_tokens=kept.page_tokens)
    basis = await answer_basis(graph, FilePages(session, disk), wanted)
    return kept if basis is not None and evidence_of(basis) == kept.evidence else None


async def _load(session: Session, disk: Disk, lock: SessionLock | None = None) -> CogniGraph:
    store = FileStore(session, disk, lock)
    try:
        return await store.load()
    finally:
        store.close()


async def _written(
    session: Session, writer: Writer, wanted: Wanted, config: RunConfig, disk: Disk
) -> Written:
    graph = await _load(session, disk)
    if not wanted.follow_up:
        asked = config.answer or Answering(as_kept=True)
        kept = await _fitting(session, graph, wanted, disk, as_kept=asked.as_kept)
        if kept is not None:
            return Written(graph, kept)
    try:
        with SessionLock.take(session, disk) as lock:
            return await _asked(session, lock, writer, wanted, config, disk)
    except SessionLocked as locked:
        return Written(graph, unwritten=text_of(locked))


async def _asked(
    session: Session, lock: SessionLock, writer: Writer, wanted: Wanted, config: RunConfig, disk: Disk
) -> Written:
    """Ask the Writer on the session's journal and budget, and keep in the graph what it cost."""
    store = FileStore(session, disk, lock)
    try:
        graph = await store.load()
        basis = await answer_basis(graph, FilePages(session, disk), wanted)
        if basis is None:
            return Written(graph, unwritten=Message(NOTHING_FOUND))
        journal = FileJournal.open(session, graph.iteration + 1, disk)
        cap = graph.run.limits.budget_usd_micros
        ledger = CapLedger.from_entries(tuple(journal.entries), cap, spent_before=graph.run.spend)
        meter = Meter(journal, ledger, NoLimit(), SystemClock(), Random())
        try:
            model = MeteredModel(writer.attempt, meter)
            made = await compose(model, writer, basis, revise=not config.quick)
        finally:
            await journal.close()
            graph = with_spend(graph, ledger)
            await store.save_run(graph)
    finally:
        store.close()
    if isinstance(made, Unable):
        return Written(graph, unwritten=made.reason)
    if not wanted.follow_up:
        store_answer(session.folder, disk, made)
    return Written(graph, made)


def report_of(
    session: Session,
    written: Written,
    told_in: Language | None,
    disk: Disk | None = None,
    *,
    parts: frozenset[RecordPart] = RECORD,
) -> tuple[JudgeReport, int]:
    """The content of the report with these parts of the record, and how many pages could not be read."""
    files = disk or Disk()
    pages, unread = FilePages(session, files), set[PageHash]()
    texts: dict[PageHash, str | None] = {}

    def text_of(page: PageHash) -> str | None:
        if page not in texts:
            try:
                texts[page] = pages.text(page)
            except (StorageFailed, FileNotFoundError):
                unread.add(page)
                texts[page] = None
        return texts[page]

    events, _ = events_of(session, written.graph, files) if "timeline" in parts else ({}, "")
    around = ReportContext(
        session=session.id,
        parts=parts,
        language=told_in,
        page_text=text_of,
        events=events,
        answer=written.answer,
        unwritten=written.unwritten,
    )
    return judge_report(written.graph, around), len(unread)


def events_of(session: Session, graph: CogniGraph, disk: Disk) -> tuple[Mapping[int, Sequence[Event]], str]:
    """What each iteration's edits meant; a record that cannot be read costs the history, not the thesis."""
    try:
        found = {
            chapter.number: tuple(events_for(chapter.before, chapter.edits))
            for chapter in chapters(session, graph.iteration, disk)
        }
    except (GraphFileRefused, StorageFailed) as error:
        return {}, text_of(error)
    return found, ""

"""A short session through the real files: three pages, two iterations, ten journal entries."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import FileJournal
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.evidence.status import restrengthen
from pathfinder.protocols.graph.edits import (
    AddEdge,
    AddHypothesis,
    AddObservation,
    AddSource,
    CloseIteration,
    GraphEdit,
    SetRun,
)
from pathfinder.protocols.graph.memory import Run
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash, StepKey
from tests.builders import a_conflict, a_hypothesis, a_page, an_observation, page_hash
from tests.faults.broken_disk import BrokenDisk

QUESTION = "지열 난방은 대단지에서 경제적인가?"
NOW = datetime(2026, 11, 16, 2, 15, tzinfo=UTC)
PAGES = (
    a_page("Ground loops cut the bill of 312 flats by 41 per cent.\r\nSo says Ode.", "https://one.example/a"),
    a_page("그러나 시추 비용은 두 배로 올랐다.\n", "https://two.example/b"),
    a_page("Nothing was saved in the first winter.", "https://three.example/c"),
)
QUOTES = ("cut the bill of 312 flats by 41 per cent", "시추 비용은 두 배로", "Nothing was saved")


def an_entry(number: int, iteration: int = 1, **fields: Any) -> Entry:
    """A finished step."""
    step = StepKey(f"{iteration}/EXPLORE/1/1.0/0/explorer.extract/{number}")
    defaults = {
        "kind": "done",
        "step": step,
        "digest": f"d{number}",
        "outcome": f'{{"n": {number}, "말": "\\n"}}',
    }
    return Entry.model_validate(defaults | fields)


def observed(number: int, **fields: Any) -> list[GraphEdit]:
    """The edits that bring a page and the observation that quotes it."""
    page, quote = PAGES[number - 1], QUOTES[number - 1]
    name = page_hash(page.text)
    offset = page.text.index(quote)
    known = an_observation(page.source, name, **({"quote": quote, "offset": offset} | fields))
    return [
        AddSource(page=name, source=page.source),
        AddObservation(name=ObservationId(f"obs_{number}"), observation=known),
    ]


def linked(number: int, hypothesis: str, type_: str) -> GraphEdit:
    """The edit that lets an observation speak for or against a hypothesis."""
    fields = {"from": f"obs_{number}", "to": hypothesis, "type": type_, "weight": 0.8, "created_at": 0}
    return AddEdge(edge=EvidenceEdge.model_validate(fields))


def claimed(name: str, summary: str) -> GraphEdit:
    """The edit that brings a hypothesis."""
    return AddHypothesis(name=HypothesisId(name), hypothesis=a_hypothesis(summary))


ITERATIONS: tuple[tuple[GraphEdit, ...], ...] = (
    (*observed(1), claimed("hyp_A1", "It pays."), linked(1, "hyp_A1", "SUPPORTS")),
    (
        *observed(2),
        *observed(3),
        claimed("hyp_A2", "It does not pay."),
        linked(2, "hyp_A1", "CONTRADICTS"),
        linked(3, "hyp_A2", "SUPPORTS"),
        a_conflict("hyp_A1", "hyp_A2"),
    ),
)


def closed(graph: CogniGraph, edits: tuple[GraphEdit, ...], *, strong: bool = True) -> tuple[GraphEdit, ...]:
    """The edits of a whole iteration: what it brought, the strengths that gives, the close."""
    after = apply(graph, edits)
    strengths = restrengthen(after, after.alive()) if strong else ()
    return (*edits, *strengths, SetRun(run=Run(status="running")), CloseIteration())


@dataclass
class Told:
    """What the files confirmed before something broke; nothing of it may be lost."""

    session: Session | None = None
    entries: dict[int, list[Entry]] = field(default_factory=dict)
    pages: list[PageHash] = field(default_factory=list)
    graphs: list[CogniGraph] = field(default_factory=list)


def short_session(
    root: Path, disk: Disk, told: Told, iterations: tuple[tuple[GraphEdit, ...], ...] = ITERATIONS
) -> Session:
    """Make a session and run through it; `told` grows as things are confirmed."""
    session = told.session = Sessions(root, disk).create(QUESTION, NOW)
    with SessionLock.take(session, disk) as lock:
        asyncio.run(_run(session, disk, told, FileStore(session, disk, lock), iterations))
    return session


async def _run(
    session: Session,
    disk: Disk,
    told: Told,
    store: FileStore,
    iterations: tuple[tuple[GraphEdit, ...], ...],
) -> None:
    try:
        graph = await store.load()
        told.graphs.append(graph)
        pages = FilePages(session, disk)
        for number, edits in enumerate(iterations, start=1):
            await _journaled(session, disk, told, number)
            for page in PAGES[:1] if number == 1 else PAGES[1:]:
                told.pages.append(await pages.keep(page))
            whole = closed(graph, edits)
            graph = apply(graph, whole)
            await store.save(graph, whole)
            told.graphs.append(graph)
        graph = graph.model_copy(update={"run": Run(status="paused", reason="user")})
        await store.save_run(graph)
        told.graphs.append(graph)
    finally:
        store.close()


async def _journaled(session: Session, disk: Disk, told: Told, iteration: int) -> None:
    """Two entries alone, then three at once."""
    journal = FileJournal.open(session, iteration, disk)
    kept = told.entries.setdefault(iteration, [])

    async def write(number: int) -> None:
        entry = an_entry(number, iteration)
        await journal.write(entry)
        kept.append(entry)

    try:
        await write(1)
        await write(2)
        async with asyncio.TaskGroup() as together:
            for number in (3, 4, 5):
                together.create_task(write(number))
    finally:
        await journal.close()


def a_session(root: Path, **changes: Any) -> Session:
    """A session of two iterations that verify finds nothing wrong with."""
    return short_session(root, Disk(BrokenDisk()), Told(), **changes)

"""A loopback site of many pages, some of them faulty, read by Explorers with all of their machinery."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from pathfinder.adapters.fetch.settings import FetchSettings
from pathfinder.adapters.metering.searches import SharedSearch
from pathfinder.adapters.metering.sources import SharedFetch, SharedSources
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.orchestrator.exploring import send
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.orchestrator.iteration import IterationDeps
from pathfinder.orchestrator.iteration_state import Iteration
from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.briefs import Brief, PlannedQuery
from pathfinder.protocols.calls.explorer_reports import ExplorerReport
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.calls.questions import (
    ChoosePages,
    Conclude,
    Conclusion,
    PageChoice,
    ReadFact,
    Reading,
    ReadPage,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.calls.targets import KeywordTarget
from pathfinder.protocols.evidence.likeness import BY_WORDS
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import SlotPlace, iid
from pathfinder.protocols.judging.merge import merge
from tests.fakes.free_meter import free_meter
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.memory_pages import MemoryPages
from tests.scenario.staged import DirectModel, Heard
from tests.web import Internet, a_fetch, answer, article, path_of, serving

PAGES, EXPLORERS, PER_ERRAND, PER_TURN = 500, 20, 15, 5
HOSTS = 25
FAULTS: Mapping[int, bytes] = {
    # 2 % of the pages, each faulty in its own way.
    17: answer(404),
    68: answer(500),
    119: answer(403),
    170: answer(429),
    221: b"",
    272: b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\ncut short",
    323: answer(body=b"\x89PNG\r\n\x1a\n" + bytes(99)),
    374: answer(body=b"<html><body></body></html>"),
    425: answer(302, location="http://10.0.0.1/"),
    476: answer(body=b"x", content_encoding="br"),
}


def url(number: int) -> str:
    return f"http://site{number % HOSTS}.example/{number}"


class NumberedPages:
    """Each query names where the next few pages begin."""

    engine = "numbered"

    async def results(self, query: str) -> Sequence[SearchResult]:
        first = int(query.rpartition(" ")[2])
        return [
            SearchResult(url=url(number), title=f"Page {number}")
            for number in range(first, min(first + PER_TURN, PAGES))
        ]


def respond(ask: Ask[Any], _: Step) -> Frozen:
    """A reader who reads everything and quotes one sentence of each page."""
    match ask:
        case ChoosePages():
            return PageChoice(numbers=tuple(range(1, len(ask.results) + 1)))
        case ReadPage():
            quote = next(line for line in ask.page.passages[0].text.split("\n") if "gates" in line)
            return Reading(facts=(ReadFact(quote=quote, summary=quote, kind="reported", worth=2),))
        case Conclude():
            last = int(ask.queries[-1].rpartition(" ")[2])
            return Conclusion(missing=(f"pages from {last + PER_TURN}",), state="open")
        case _:
            raise AssertionError(ask.name)


@dataclass(frozen=True)
class Read:
    """What became of it all."""

    graph: CogniGraph
    reports: tuple[ExplorerReport, ...]
    seconds: float


async def site(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
    path = path_of(head).removeprefix("/")
    number = int(path) if path.isdigit() else -1
    fine = article(f"<p>Gate number {number} of the gates held in the winter of 2031.</p>", f"Page {number}")
    writer.write(answer(404) if number < 0 else FAULTS.get(number, answer(body=fine)))


def a_brief(slot: int) -> Brief:
    query = PlannedQuery(query=f"pages from {slot * PER_ERRAND}", strategy="web")
    return Brief(
        iid=iid("WEB", f"KW{slot + 1}", 1, SlotPlace(1, 0, slot + 1)),
        slot=slot + 1,
        target=KeywordTarget(number=slot + 1, keyword="gates"),
        strategy="WEB",
        about="gates",
        objective="Read every page.",
        reason="a test",
        queries=(query,),
    )


async def read_all() -> Read:
    """All Explorers together, until every page was asked for once."""
    async with serving(site) as port:
        settings = FetchSettings(pace_seconds=0.001, parallel_per_host=4)
        fetch, pages, journal = a_fetch(settings, internet=Internet(port)), MemoryPages(), MemoryJournal()
        search = SharedSearch(NumberedPages(), free_meter(journal))
        sources = SharedSources(search, SharedFetch(fetch, pages, journal))
        model = DirectModel(ScriptedModel(respond=respond))
        graph = CogniGraph(question="Which gates held?")
        deps = IterationDeps(
            model=model,
            sources=sources,
            similarity=BY_WORDS,
            events=Heard(),
            inputs=IterationInputs(depth="deep"),
        )
        begun = perf_counter()
        reports = await send(
            Iteration(graph, deps), [a_brief(slot) for slot in range(-(-PAGES // PER_ERRAND))]
        )
        seconds = perf_counter() - begun
        return Read(apply(graph, merge(graph, reports, pages.kept).edits), tuple(reports), seconds)

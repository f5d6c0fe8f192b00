"""Two engines say different things of the same pages; which of them answers first changes nothing."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random

from pathfinder.adapters.metering.searches import EngineSet
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.search.excerpts import excerpts
from pathfinder.adapters.search.papers import FetchedPdf, WebPaperReader
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import SearchAnswer, SearchResult
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.papers import Paper
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import evidence_bytes
from pathfinder.run_config import RunConfig
from pathfinder.running import research
from tests.fakes.fixed_clock import FixedClock
from tests.worlds import QUESTION, respond, world

PAGES = world()
DELAYS: tuple[Mapping[str, int], ...] = ({"one": 0, "two": 12}, {"one": 12, "two": 0})


class OwnWords:
    """An engine that shows other sentences of a page for each query, and knows papers by half."""

    remote = True

    def __init__(self, engine: str, delay: int) -> None:
        self.engine, self._delay = engine, delay
        self._search = ScriptedSearch(PAGES)

    def worst_usd_micros(self, query: str) -> int:  # noqa: ARG002  (nothing)
        return 0

    async def find(self, query: str) -> SearchAnswer:
        for _ in range(Random(f"{self.engine} {query}").randint(0, 1 + self._delay)):
            await asyncio.sleep(0)
        pages = {page.source.url: page for page in PAGES}
        found = await self._search.results(query)
        return SearchAnswer(results=tuple(self._told(query, pages[known.url]) for known in found))

    def _told(self, query: str, page: StoredPage) -> SearchResult:
        rng = Random(f"{self.engine} {query} {page.source.url}")
        sentences = page.text.split(". ")
        shown = ". ".join(sentences[rng.randrange(3) :]) + "."
        paper = None
        if page.source.type == "paper":
            doi = rng.choice((None, f"10.5555/{page.source.url[-1]}"))
            citations, taken_back = rng.choice((None, 3, 80)), rng.choice((None, None, "made up"))
            name = page.source.url.rsplit("/", 1)[1]
            abstract = f"{shown} {'It was measured twice in each house. ' * 6}"
            paper = Paper(
                catalogue=self.engine,
                name=name,
                abstract=abstract,
                doi=doi,
                citations=citations,
                retracted=taken_back if page.source.url.endswith("5") else None,
            )
        return SearchResult(url=page.source.url, title=page.source.title, snippet=shown, paper=paper)


def run(home: Path, delays: Mapping[str, int]) -> CogniGraph:
    engines = tuple(OwnWords(name, delays[name]) for name in ("one", "two"))
    papers = WebPaperReader(Web(PAGES), default_table(), FixedClock())
    engine = Deps(
        ScriptedModel(respond=respond),
        PageSources(
            EngineSet("one+two", engines),
            ScriptedFetch(PAGES),
            papers=lambda _: papers,
            excerpt=excerpts(default_table(), FixedClock()),
        ),
        clock=FixedClock(),
    )
    options = RunConfig(limits=Limits(max_iterations=2), parallel=4)
    return asyncio.run(research(QUESTION, engine, options, home=home)).graph


class Web(ScriptedFetch):
    """Pages without PDFs."""

    async def pdf(self, url: str) -> FetchedPdf:
        raise AssertionError(f"{url}: no paper here has one")


def test_the_same_graph_whichever_engine_answers_first(tmp_path: Path) -> None:
    graphs = []
    for number, delays in enumerate(DELAYS):
        graphs.append(run(tmp_path / str(number), delays))
        assert verify(Sessions(tmp_path / str(number), Disk()).resolve(), Disk()) == ()
    assert len({evidence_bytes(graph) for graph in graphs}) == 1
    addresses = [source.url for source in graphs[0].sources.values()]
    # One address was read in several wordings, and each is on record with its own quotes.
    assert len(addresses) > len(set(addresses))
    # What one catalogue called retracted has no weight, whoever read it and from which catalogue.
    taken_back = [source for source in graphs[0].sources.values() if source.url.endswith("2601.00005")]
    assert {source.weight for source in taken_back} == {0.0}

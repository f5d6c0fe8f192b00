"""What an Explorer reads hangs on what it was told itself: not on who answered first, nor on a resume."""

import asyncio
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.adapters.metering.searches import EngineSet, SharedSearch
from pathfinder.adapters.metering.sources import ResultPages, SharedFetch, SharedSources
from pathfinder.adapters.models.scripted.sources import ScriptedFetch
from pathfinder.adapters.search.excerpts import excerpts
from pathfinder.adapters.search.papers import FetchedPdf, WebPaperReader
from pathfinder.protocols.calls.ports import FetchedPage, SearchAnswer, SearchResult
from pathfinder.protocols.errors import SourceUnreachable
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.papers import Paper
from tests.builders import a_page
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.free_meter import free_meter
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.memory_pages import MemoryPages

URLS = ("https://one.example/a", "https://two.example/b")
QUERIES = ("solar", "wind", "tide")
Told = Mapping[tuple[str, str], tuple[SearchResult, ...]]
"""What each engine says to each query."""

papers = st.none() | st.builds(
    Paper,
    catalogue=st.sampled_from(("arxiv", "openalex")),
    name=st.just("1"),
    abstract=st.sampled_from(("too short", "words of an abstract " * 12, "longer words of one " * 20)),
    doi=st.sampled_from((None, "10.5555/1")),
    citations=st.sampled_from((None, 4)),
)
results = st.builds(
    SearchResult,
    url=st.sampled_from(URLS),
    title=st.sampled_from(("One", "Another")),
    snippet=st.sampled_from(("", "seen here", "seen there and here")),
    paper=papers,
)
told = st.fixed_dictionaries(
    {(engine, query): st.lists(results, max_size=3).map(tuple) for engine in ("a", "b") for query in QUERIES}
)
delays = st.fixed_dictionaries(
    {(engine, query): st.integers(0, 9) for engine in ("a", "b") for query in QUERIES}
)


class Web(ScriptedFetch):
    """Pages without PDFs."""

    async def pdf(self, url: str) -> FetchedPdf:
        raise AssertionError(f"{url}: no paper here has one")


class Slow:
    """An engine that takes its time over each query."""

    remote = True

    def __init__(self, engine: str, said: Told, delay: Mapping[tuple[str, str], int]) -> None:
        self.engine, self._said, self._delay = engine, said, delay

    def worst_usd_micros(self, query: str) -> int:  # noqa: ARG002  (nothing)
        return 0

    async def find(self, query: str) -> SearchAnswer:
        for _ in range(self._delay[self.engine, query]):
            await asyncio.sleep(0)
        return SearchAnswer(results=self._said[self.engine, query])


def read(
    said: Told,
    delay: Mapping[tuple[str, str], int],
    journal: MemoryJournal,
    pages: MemoryPages,
    *,
    shown: bool,
) -> dict[tuple[str, str], FetchedPage | str]:
    """Three Explorers at once, each with a query of its own, read all that they found."""
    search = SharedSearch(
        EngineSet("a+b", tuple(Slow(name, said, delay) for name in ("a", "b"))), free_meter(journal)
    )
    web = Web([a_page("the page itself", url) for url in URLS])
    deps = WebPaperReader(web, default_table(), FixedClock())
    ready = ResultPages(deps, excerpts(default_table(), FixedClock()) if shown else None)
    sources = SharedSources(search, SharedFetch(web, pages, journal, ready=ready))
    had: dict[tuple[str, str], FetchedPage | str] = {}

    async def explorer(query: str) -> None:
        for result in (await sources.search(query, 1)).results:
            try:
                had[query, result.url] = await sources.page(result, 1)
            except SourceUnreachable as error:
                had[query, result.url] = str(error)

    async def all_() -> None:
        async with asyncio.TaskGroup() as group:
            for query in QUERIES:
                group.create_task(explorer(query))

    asyncio.run(all_())
    return had


@given(told, delays, delays, st.booleans())
def test_pages_do_not_hang_on_who_answers_first(
    said: Told, one: Mapping[tuple[str, str], int], other: Mapping[tuple[str, str], int], shown: bool
) -> None:
    first = read(said, one, MemoryJournal(), MemoryPages(), shown=shown)
    assert read(said, other, MemoryJournal(), MemoryPages(), shown=shown) == first


@given(told, delays, delays, st.booleans(), st.integers(0, 12))
def test_pages_do_not_hang_on_where_a_run_was_cut_and_resumed(
    said: Told,
    one: Mapping[tuple[str, str], int],
    other: Mapping[tuple[str, str], int],
    shown: bool,
    cut: int,
) -> None:
    journal, pages = MemoryJournal(), MemoryPages()
    first = read(said, one, journal, pages, shown=shown)
    assert read(said, other, MemoryJournal(journal.entries[:cut]), pages, shown=shown) == first

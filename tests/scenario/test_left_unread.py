"""What nobody chose in a small folder is read in the second iteration; nothing more is read of the web."""

import asyncio
from typing import Any

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.orchestrator.exploring import MOST_LEFT_UNREAD
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.orchestrator.iteration import IterationDeps, iterate
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import EVERYTHING, EngineFound, FetchedPage, Searched, SearchResult
from pathfinder.protocols.errors import SearchFailed
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.text.queries import similarity
from tests.builders import a_page, page_hash
from tests.scenario.staged import DirectModel, Heard
from tests.worlds import QUESTION, respond


class Shelf:
    """Every search finds the first three documents."""

    engine = "local"

    def __init__(self, size: int, *, listed: bool = True) -> None:
        self._pages = tuple(
            a_page(
                f"Deep wells of Velm, report {n}: loop {n} froze in its winter.",
                url=f"https://house{n}.example/",
            )
            for n in range(size)
        )
        self._listed = listed

    async def search(self, query: str, iteration: int) -> Searched:  # noqa: ARG002  (it finds the same)
        if query == EVERYTHING and not self._listed:
            raise SearchFailed("no list")
        pages = self._pages if query == EVERYTHING else self._pages[:3]
        results = tuple(
            SearchResult(url=page.source.url, title=page.source.title, page=page_hash(page.text))
            for page in pages
        )
        urls = tuple(result.address for result in results)
        return Searched(results=results, found=(EngineFound(engine=self.engine, urls=urls),))

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:  # noqa: ARG002  (likewise)
        page = next(page for page in self._pages if page.source.url == found.url)
        return FetchedPage(page_hash(page.text), page)

    async def stored(self, page: PageHash) -> StoredPage:
        return next(one for one in self._pages if page_hash(one.text) == page)


def read_after(iterations: int, shelf: Shelf, *, local: bool = True) -> list[int]:
    """How many pages were read after each iteration."""
    graph, counts = CogniGraph(question=QUESTION), list[int]()
    for _ in range(iterations):
        deps: Any = IterationDeps(
            model=DirectModel(ScriptedModel(respond=respond)),
            sources=shelf,
            similarity=similarity,
            events=Heard(),
            inputs=IterationInputs(parallel=2),
            local=local,
        )
        graph = asyncio.run(iterate(graph, deps)).graph
        counts.append(len(graph.pages_read))
    return counts


def test_what_nobody_chose_in_a_folder_is_read_from_the_second_iteration_on_within_a_limit() -> None:
    size = 3 + MOST_LEFT_UNREAD + 7
    assert read_after(3, Shelf(size)) == [3, 3 + MOST_LEFT_UNREAD, size]


def test_nothing_more_is_read_where_nothing_can_be_listed_or_the_pages_are_of_the_web() -> None:
    assert read_after(2, Shelf(9, listed=False)) == [3, 3]
    assert read_after(2, Shelf(9), local=False) == [3, 3]

"""The pages of a world behind the Sources port, with what code knows of their sources left out on demand."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

from bench.truth_worlds.chance import share
from bench.truth_worlds.world import Text, World
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import EngineFound, FetchedPage, Searched, SearchResult
from pathfinder.protocols.errors import SourceUnreachable
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import PageHash

MOST_RESULTS = 10
DOUBTING = frozenset({"criticism", "limitations", "refuted", "effect", "replicate", "true"})
"""Words of a query that bring pages which deny to the front."""
LEARNED = frozenset({"research", "paper", "study", "experiment"})
CATALOGUED = LEARNED | {"measurement", "systematic"}
"""Words of a query that goes to a catalogue of papers, where there is one."""
FEW_RESULTS = 5
FLAT_AUTHORITY = 0.5


@dataclass(frozen=True)
class Known:
    """What is known of sources. Switched off, the part of the protocol on it has nothing to go on."""

    voices: bool = True
    authority: bool = True

    def seen(self, source: Source) -> Source:
        """A source as the session gets to see it."""
        update: dict[str, object] = {}
        if not self.voices:
            update |= {"publisher": None, "work": None, "canonical": None, "signature": None}
        if not self.authority:
            update["authority"] = FLAT_AUTHORITY
        return source.model_copy(update=update)


class WorldSources:
    """Searches find pages by the made-up words they share; which of them come first hangs on the query."""

    engine = "world"

    def __init__(self, world: World, known: Known, *, catalogues: bool = False) -> None:
        """With `catalogues` a query for papers finds papers alone, five of them, and any other none."""
        self._world, self._known, self._catalogues = world, known, catalogues
        self._kept: dict[PageHash, StoredPage] = {}

    async def search(self, query: str, iteration: int) -> Searched:  # noqa: ARG002  (a search stays what it is)
        words = set(query.casefold().replace(":", " ").split())
        scored = sorted(
            (-self._score(number, text, words, query), number)
            for number, text in enumerate(self._world.texts)
            if words & self._terms[number] and self._kept_there(text, words)
        )
        most = FEW_RESULTS if self._catalogues else MOST_RESULTS
        texts = (self._world.texts[number].page for _, number in scored[:most])
        results = tuple(SearchResult(url=page.source.url, title=page.source.title) for page in texts)
        urls = tuple(result.url for result in results)
        return Searched(results=results, found=(EngineFound(engine=self.engine, urls=urls),))

    def _kept_there(self, text: Text, words: set[str]) -> bool:
        """Whether a text is in what this query asks: the web, or a catalogue of papers."""
        return not self._catalogues or (text.page.source.type == "paper") == bool(words & CATALOGUED)

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:  # noqa: ARG002  (likewise)
        text = self._by_url.get(found.url)
        if text is None:
            raise SourceUnreachable(f"{found.url} is not in this world.")
        page = StoredPage(text=text.page.text, source=self._known.seen(text.page.source))
        name = PageHash(hashlib.sha256(page.text.encode()).hexdigest())
        self._kept[name] = page
        return FetchedPage(name, page)

    async def stored(self, page: PageHash) -> StoredPage:
        return self._kept[page]

    def _score(self, number: int, text: Text, words: set[str], query: str) -> float:
        """Shared words first; a query that doubts, or asks for papers, gets a little more of those."""
        score = 2.0 * len(words & self._terms[number]) + share("rank", query, number)
        if words & DOUBTING and any(not said.holds for said in text.said):
            score += 0.5
        if words & LEARNED and text.page.source.type == "paper":
            score += 0.5
        return score

    @cached_property
    def _terms(self) -> list[set[str]]:
        """The names by which each text is found: of its area, and of what it speaks of."""
        world = self._world
        return [
            {world.areas[world.matters[said.matter].area].split()[0] for said in text.said}
            | {world.matters[said.matter].wording.subject.split()[0] for said in text.said}
            for text in world.texts
        ]

    @cached_property
    def _by_url(self) -> dict[str, Text]:
        return {text.page.source.url: text for text in self._world.texts}

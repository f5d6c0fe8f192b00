"""Pages that a script names: searches find them by their words, fetching them needs no network."""

from collections.abc import Mapping, Sequence

from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.errors import SearchFailed, SourceUnreachable

MOST_RESULTS = 10


class ScriptedSearch:
    """Ranks a fixed set of pages by how many of their words a query shares; named queries may fail."""

    engine = "scripted"

    def __init__(self, pages: Sequence[StoredPage], failing: Mapping[str, str] | None = None) -> None:
        self._pages = pages
        self._words = {
            page.source.url: set(f"{page.source.title} {page.text}".casefold().split()) for page in pages
        }
        self._failing = failing or {}

    async def results(self, query: str) -> Sequence[SearchResult]:
        """The nearest pages, best first, ties by address."""
        if query in self._failing:
            raise SearchFailed(self._failing[query])
        words = set(query.casefold().split())
        ranked = sorted(
            self._pages, key=lambda page: (-len(words & self._words[page.source.url]), page.source.url)
        )
        return [
            SearchResult(url=page.source.url, title=page.source.title, snippet=page.text[:200])
            for page in ranked[:MOST_RESULTS]
            if words & self._words[page.source.url]
        ]


class ScriptedFetch:
    """Gives the pages of a script by address; named addresses are out of reach."""

    def __init__(self, pages: Sequence[StoredPage], failing: Mapping[str, str] | None = None) -> None:
        self._pages = {page.source.url: page for page in pages}
        self._failing = failing or {}

    async def page(self, url: str) -> StoredPage:
        """The page at an address."""
        if url in self._failing:
            raise SourceUnreachable(self._failing[url])
        if url not in self._pages:
            raise SourceUnreachable(f"{url} is not in the script.")
        return self._pages[url]

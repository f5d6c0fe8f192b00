"""Where pages come from: search engines, fetching, and both together."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol, TypeVar, runtime_checkable

from pydantic import Field

from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.errors import FailureKind
from pathfinder.protocols.frozen import Frozen, Worded, Words, is_empty
from pathfinder.protocols.graph.papers import Paper
from pathfinder.protocols.ids import PageHash, PageKey

A = TypeVar("A", bound=Frozen)


class SearchResult(Frozen):
    """A page an engine points at; the model picks it by its place in the list."""

    url: str
    title: str
    snippet: str = ""
    date: str = Field(default="", exclude_if=is_empty)
    """When the page was published, if the engine says so."""
    page: PageKey | None = Field(default=None, exclude_if=is_empty)
    """The hash of its text, where the engine has the text: a document of the user's own."""
    cited_as: str = ""
    """The address it is cited by, where that is not the one it is fetched from: a file naming its page."""
    paper: Paper | None = None
    """What a catalogue of papers says of it."""

    @property
    def address(self) -> str:
        """The address people know it by."""
        return self.cited_as or self.url


EVERYTHING: Final = "*"
"""The query that lists a small folder of the user's own; other engines find nothing by it."""


class Search(Protocol):
    """Finds pages. SearchFailed if the engine gave no answer."""

    @property
    def engine(self) -> str: ...

    async def results(self, query: str) -> Sequence[SearchResult]: ...


class SearchAnswer(Frozen):
    """What an engine found, and what it took."""

    results: tuple[SearchResult, ...]
    spent_usd_micros: int = 0
    tokens: tuple[int, int] = (0, 0)


class SearchEngine(Protocol):
    """One engine, asked once at a time; whoever asks keeps the journal, pays and tries again."""

    @property
    def engine(self) -> str: ...

    @property
    def remote(self) -> bool:
        """Whether a query leaves the machine."""
        ...

    def worst_usd_micros(self, query: str) -> int:
        """The most one try can cost; PriceUnknown if nobody knows."""
        ...

    async def find(self, query: str) -> SearchAnswer:
        """One try. AttemptFailed if it did not come back, ProviderFailed if it never will."""
        ...


class EngineFound(Frozen):
    """What one engine pointed at, by the addresses people know."""

    engine: str
    urls: tuple[str, ...]


class EngineFailed(Worded):
    """An engine that gave no answer, and why; the others were asked all the same."""

    engine: str
    reason: Words
    kind: FailureKind = "unreachable"


class Searched(Frozen):
    """What a search came to, over all the engines that were asked."""

    results: tuple[SearchResult, ...]
    found: tuple[EngineFound, ...] = ()
    failed: tuple[EngineFailed, ...] = ()


@runtime_checkable
class ByEngine(Protocol):
    """What `Sources` offer besides if several engines answer their searches."""

    async def search_on(self, engine: str, query: str, iteration: int) -> Searched:
        """One of them alone; where it has no answer, or is not among them, all are asked."""
        ...


@runtime_checkable
class SearchesAgain(Protocol):
    """What `Sources` offer besides if they keep failed searches, so that one can be made once more."""

    async def search_again(self, query: str, iteration: int) -> Searched:
        """Only the engines that failed are asked again, once. SearchFailed if none answers."""
        ...


class PaperPage(Worded):
    """A paper as a page: its abstract, or its full text."""

    page: StoredPage
    trouble: Words = ""
    """Why it is not the full text, where that was wanted."""


class PaperReader(Protocol):
    """Makes a page of a paper that a catalogue found. SourceUnreachable if there is nothing to read."""

    async def read(self, url: str, title: str, paper: Paper) -> PaperPage: ...


class Fetch(Protocol):
    """Reads one page. SourceUnreachable if it cannot be fetched."""

    async def page(self, url: str) -> StoredPage: ...


class FetchedPage(NamedTuple):
    """A page that could be read."""

    name: PageHash
    page: StoredPage
    trouble: str = ""
    """What it lacks: only the abstract of a paper could be read."""


class Sources(Protocol):
    """What Explorers read, shared by all of a session: each search is made once, each page fetched once."""

    @property
    def engine(self) -> str: ...

    async def search(self, query: str, iteration: int) -> Searched:
        """SearchFailed if no engine gave an answer."""
        ...

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:
        """The page behind a result. Where it is made of what engines say of it, of what this result says.

        SourceUnreachable if it cannot be had.
        """
        ...

    async def stored(self, page: PageHash) -> StoredPage:
        """A page that was fetched before."""
        ...

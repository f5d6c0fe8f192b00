"""Pages, shared by a session: each is had once, recorded, and given to all who ask for it.

Failures are recorded like results. A page is in the page store before the entry that names its hash.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Literal, NamedTuple, TypeVar

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from pathfinder.adapters.metering.outcomes import plain
from pathfinder.adapters.metering.recording import record
from pathfinder.adapters.metering.searches import SharedSearch
from pathfinder.adapters.metering.single_flight import SingleFlight
from pathfinder.adapters.metering.step_digest import step_digest
from pathfinder.protocols.errors import ReplayDiverged, ResearchError, SourceUnreachable
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import Source
from pathfinder.protocols.ids import PageHash, PageKey, StepKey
from pathfinder.protocols.memory import FailureKind
from pathfinder.protocols.ports import (
    Entry,
    Fetch,
    Journal,
    PageStore,
    PaperReader,
    Searched,
    SearchResult,
)
from pathfinder.protocols.reports import StoredPage
from pathfinder.protocols.rules.urls import canonical_url

T = TypeVar("T")


class Had(Frozen):
    """A page was read. Its source is kept here: the store has one text for all addresses that show it."""

    kind: Literal["had"] = "had"
    page: PageKey
    source: Source
    trouble: str = ""
    """What is amiss with it all the same: an abstract, because the full text is out of reach."""


class NotHad(Frozen):
    """It could not be had, and why."""

    kind: Literal["not_had"] = "not_had"
    reason: str
    failure: FailureKind = "unreachable"


_PAGES: TypeAdapter[Had | NotHad] = TypeAdapter(Annotated[Had | NotHad, Field(discriminator="kind")])


class Ready(NamedTuple):
    """Pages that need no fetching, or not of their own address."""

    known: Callable[[str], SearchResult | None]
    """What a search of this iteration found at an address."""
    papers: PaperReader | None = None
    """Reads what a catalogue of papers found."""
    excerpt: Callable[[SearchResult], StoredPage] | None = None
    """What the engine shows of a page, as a page: where nothing else is to be read."""


class SharedFetch:
    """One page per address: had in this session, it is not fetched again; failed, it is tried anew in the
    next iteration.
    """

    def __init__(
        self,
        fetch: Fetch,
        pages: PageStore,
        journal: Journal,
        known: Iterable[tuple[PageHash, Source]] = (),
        gate: Callable[[], None] = lambda: None,
        ready: Ready | None = None,
    ) -> None:
        """`known` are the pages of earlier iterations; one text may stand at several addresses."""
        self._fetch = fetch
        self._pages = pages
        self._journal = journal
        self._gate = gate
        self._ready = ready
        self._had = {_address(source.url): Had(page=page, source=source) for page, source in known}
        self._flights: SingleFlight[tuple[PageHash, StoredPage] | NotHad] = SingleFlight()

    async def page(self, url: str, iteration: int) -> tuple[PageHash, StoredPage]:
        """The page and its hash; SourceUnreachable with the recorded reason if it cannot be had."""
        address = _address(url)
        step = StepKey(f"{iteration}/fetch/{address}")
        outcome = await self._flights.share(step, lambda: self._read(url, address, step))
        match outcome:
            case NotHad():
                raise SourceUnreachable(outcome.reason, outcome.failure)
            case page:
                return page

    async def stored(self, page: PageHash) -> StoredPage:
        """A page that was had before."""
        return await self._pages.get(page)

    def trouble_with(self, url: str) -> str:
        """What is amiss with a page that was had; nothing for most."""
        known = self._had.get(_address(url))
        return "" if known is None else known.trouble

    @property
    def had(self) -> tuple[tuple[PageHash, Source], ...]:
        """Every page so far, for the next iteration."""
        return tuple((known.page, known.source) for known in self._had.values())

    async def _read(self, url: str, address: str, step: StepKey) -> tuple[PageHash, StoredPage] | NotHad:
        known = _known(self._journal, step)
        if known is not None:
            outcome = _read(_PAGES, known)
        elif address in self._had:
            # On record in this iteration too, so that a resume uses the same text.
            outcome = self._had[address]
            await record(self._journal, _done(step, outcome))
        else:
            return await self._go(url, address, step)
        if isinstance(outcome, NotHad):
            return outcome
        self._had[address] = outcome
        text = (await self._pages.get(outcome.page)).text
        return outcome.page, StoredPage(text=text, source=outcome.source)

    async def _go(self, url: str, address: str, step: StepKey) -> tuple[PageHash, StoredPage] | NotHad:
        self._gate()
        try:
            page, trouble = await self._made(url)
            # What no file can hold is not worth a run: half a surrogate pair, in the text or beside it.
            page.model_dump_json()
        except (SourceUnreachable, PydanticSerializationError) as error:
            kind = error.kind if isinstance(error, SourceUnreachable) else "unreadable"
            failed = NotHad(reason=_reason(error), failure=kind)
            await record(self._journal, _done(step, failed))
            return failed
        name = await self._pages.keep(page)
        stored = (await self._pages.get(name)).source
        # The same text at the same address was had before: it is the page that is on record, read once more.
        source = stored if stored.url == page.source.url else page.source
        had = Had(page=name, source=source, trouble=plain(trouble))
        await record(self._journal, _done(step, had))
        self._had[address] = had
        return name, StoredPage(text=page.text, source=source)

    async def _made(self, url: str) -> tuple[StoredPage, str]:
        """A page, and what is amiss with it all the same."""
        known = None if self._ready is None else self._ready.known(url)
        if self._ready is None or known is None:
            return await self._fetch.page(url), ""
        if known.paper is not None and self._ready.papers is not None:
            read = await self._ready.papers.read(url, known.title, known.paper)
            return read.page, read.trouble
        if self._ready.excerpt is not None and canonical_url(url) is not None:
            return self._ready.excerpt(known), "only what the search engine shows of it was read"
        return await self._fetch.page(url), ""


class SharedSources:
    """The `Sources` of a session."""

    def __init__(self, search: SharedSearch, fetch: SharedFetch) -> None:
        self._search = search
        self._fetch = fetch

    @property
    def engine(self) -> str:
        """Who answers searches."""
        return self._search.engine

    async def search(self, query: str, iteration: int) -> Searched:
        """SearchFailed if no engine gave an answer."""
        return await self._search.search(query, iteration)

    async def search_on(self, engine: str, query: str, iteration: int) -> Searched:
        """One engine alone, as far as it answers."""
        return await self._search.search_on(engine, query, iteration)

    async def page(self, url: str, iteration: int) -> tuple[PageHash, StoredPage]:
        """SourceUnreachable if it cannot be had."""
        return await self._fetch.page(url, iteration)

    def trouble_with(self, url: str) -> str:
        """What is amiss with a page that was had."""
        return self._fetch.trouble_with(url)

    async def stored(self, page: PageHash) -> StoredPage:
        """A page that was had before."""
        return await self._fetch.stored(page)


def _address(url: str) -> str:
    """What names a page: its normal form, or what was written where that is no web address (a file)."""
    return canonical_url(url) or url


def _known(journal: Journal, step: StepKey) -> Entry | None:
    return journal.done(step, step_digest(step))


def _read(outcomes: TypeAdapter[T], entry: Entry) -> T:
    try:
        return outcomes.validate_json(entry.outcome)
    except ValidationError as error:
        raise ReplayDiverged(entry.step) from error


def _done(step: StepKey, outcome: Had | NotHad) -> Entry:
    return Entry(kind="done", step=step, digest=step_digest(step), outcome=outcome.model_dump_json())


def _reason(error: ResearchError | PydanticSerializationError) -> str:
    if isinstance(error, PydanticSerializationError):
        return "what came back is not Unicode text"
    return plain(str(error)) or type(error).__name__

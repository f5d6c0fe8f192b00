"""Pages, shared by a session: each is fetched once, recorded, and given to all who ask for it.

Failures are recorded like results. A page is in the page store before the entry that names its hash.

A page that is made of a search result is named by the digest of that very result, never by what others
found out about it (ADR 21); so `page` takes the chosen result, not an address.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Annotated, Literal, NamedTuple, TypeVar

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from pathfinder.adapters.metering.attempts import CallEvent, Meter
from pathfinder.adapters.metering.outcomes import FailedOutcome, plain
from pathfinder.adapters.metering.recording import record
from pathfinder.adapters.metering.searches import SharedSearch
from pathfinder.adapters.metering.single_flight import SingleFlight
from pathfinder.adapters.metering.step_digest import step_digest
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import (
    Entry,
    Fetch,
    FetchedPage,
    Journal,
    PageStore,
    PaperReader,
    Searched,
    SearchResult,
)
from pathfinder.protocols.errors import ReplayDiverged, ResearchError, SourceUnreachable
from pathfinder.protocols.evidence.records import made_of_a_result, on_record
from pathfinder.protocols.frozen import Worded, Words
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import PageHash, PageKey, StepKey
from pathfinder.protocols.text.urls import canonical_url

T = TypeVar("T")
Known = Iterable[tuple[PageHash, Source]]


class FetchedOutcome(Worded):
    """A page was read. Its source is kept here: the store has one text for all addresses that show it."""

    kind: Literal["had"] = "had"
    page: PageKey
    source: Source
    trouble: Words = ""
    """What it lacks: only the abstract could be read."""


_PAGES: TypeAdapter[FetchedOutcome | FailedOutcome] = TypeAdapter(
    Annotated[FetchedOutcome | FailedOutcome, Field(discriminator="kind")]
)


class ResultPages(NamedTuple):
    """Pages that are made of what a search said, and not fetched from their own address."""

    papers: PaperReader | None = None
    """Reads what a catalogue of papers found."""
    excerpt: Callable[[SearchResult], StoredPage] | None = None
    """What the engine shows of a page, as a page: where nothing else is to be read."""

    def makes(self, found: SearchResult) -> bool:
        """Whether the page of this result depends on what the result says, and not on its address alone."""
        if found.paper is not None and self.papers is not None:
            return True
        return self.excerpt is not None and canonical_url(found.url) is not None


class SharedFetch:
    """One page per address: fetched once in a session; one that failed is tried again in the next
    iteration.

    Two Explorers may have found different records of one paper. Each reads by its own record, never by
    what happened to be known at the time: so the order of answers changes nothing.
    """

    def __init__(
        self,
        fetch: Fetch,
        pages: PageStore,
        journal: Journal,
        known: Known = (),
        gate: Callable[[], None] = lambda: None,
        ready: ResultPages | None = None,
        cited: Known = (),
        meter: Meter | None = None,
    ) -> None:
        """`cited` are the pages of the graph, `known` all that were fetched: one text may have several
        addresses. What was made of a search result is used again only if the graph cites it.

        The observer of `meter` receives each page that is fetched, and how long that took.
        """
        self._fetch = fetch
        self._pages = pages
        self._journal = journal
        self._gate = gate
        self._ready = ready or ResultPages()
        self._meter = meter
        self._cited = _by_address(cited)
        self._found_pages = _by_address(
            (page, source) for page, source in known if not made_of_a_result(source)
        )
        self._flights: SingleFlight[FetchedPage | FailedOutcome] = SingleFlight()

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:
        """The page of a result; SourceUnreachable with the recorded reason if it cannot be fetched."""
        address = _address(found.url)
        made = self._ready.makes(found) and address not in self._cited
        step = StepKey(f"{iteration}/fetch/{address}" + (f" {_named(found)}" if made else ""))
        outcome = await self._flights.share(step, lambda: self._read(found, address, step, made=made))
        match outcome:
            case FailedOutcome():
                raise SourceUnreachable(outcome.reason, outcome.failure)
            case page:
                return _with_news(page, found)

    async def stored(self, page: PageHash) -> StoredPage:
        """A page that was fetched before."""
        return await self._pages.get(page)

    @property
    def found_pages(self) -> Known:
        """Every page so far that depends on its address alone, for the next iteration."""
        return tuple(self._found_pages.values())

    async def _read(
        self, found: SearchResult, address: str, step: StepKey, *, made: bool
    ) -> FetchedPage | FailedOutcome:
        known = _known(self._journal, step)
        before = None if made else self._cited.get(address) or self._found_pages.get(address)
        if known is not None:
            outcome = _read(_PAGES, known)
        elif before is not None:
            # On record in this iteration too, so that a resume uses the same text.
            outcome = FetchedOutcome(page=before[0], source=before[1])
            await record(self._journal, _done(step, outcome))
        else:
            return await self._go(found, address, step, made=made)
        if isinstance(outcome, FailedOutcome):
            return outcome
        if not made:
            self._found_pages[address] = outcome.page, outcome.source
        text = (await self._pages.get(outcome.page)).text
        return FetchedPage(outcome.page, StoredPage(text=text, source=outcome.source), outcome.trouble)

    async def _go(
        self, found: SearchResult, address: str, step: StepKey, *, made: bool
    ) -> FetchedPage | FailedOutcome:
        self._gate()
        started = self._now()
        try:
            page, trouble = await self._made(found) if made else (await self._fetch.page(found.url), "")
            # What no file can hold is not worth a run: half a surrogate pair, in the text or beside it.
            page.model_dump_json()
        except (SourceUnreachable, PydanticSerializationError) as error:
            kind = error.kind if isinstance(error, SourceUnreachable) else "unreadable"
            failed = FailedOutcome(reason=_reason(error), failure=kind)
            took = self._now() - started
            await record(self._journal, _done(step, failed))
            self._tell("failed", step, took, failed.reason)
            return failed
        took = self._now() - started
        name = await self._pages.keep(page)
        source = on_record((await self._pages.get(name)).source, page.source)
        had = FetchedOutcome(page=name, source=source, trouble=plain(trouble))
        await record(self._journal, _done(step, had))
        self._tell("done", step, took)
        if not made:
            self._found_pages[address] = name, source
        return FetchedPage(name, StoredPage(text=page.text, source=source), had.trouble)

    def _now(self) -> float:
        return 0.0 if self._meter is None else self._meter.clock.monotonic()

    def _tell(self, kind: Literal["done", "failed"], step: StepKey, took: float, reason: str = "") -> None:
        if self._meter is not None and self._meter.observer is not None:
            self._meter.observer(CallEvent(step, kind, 1, 0, (0, 0), reason, took=round(took, 3)))

    async def _made(self, found: SearchResult) -> tuple[StoredPage, str]:
        """A page made of what a result says, and what it lacks."""
        papers, excerpt = self._ready.papers, self._ready.excerpt
        if found.paper is not None and papers is not None:
            read = await papers.read(found.url, found.title, found.paper)
            return read.page, read.trouble
        if excerpt is None:
            raise AssertionError("only a paper or an excerpt is made of a result")
        return excerpt(found), "only what the search engine shows of it was read"


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

    async def search_again(self, query: str, iteration: int) -> Searched:
        """A search once more at the engines that failed; SearchFailed if none answers."""
        return await self._search.search(query, iteration, again=True)

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:
        """SourceUnreachable if it cannot be fetched."""
        return await self._fetch.page(found, iteration)

    async def stored(self, page: PageHash) -> StoredPage:
        """A page that was fetched before."""
        return await self._fetch.stored(page)


def _address(url: str) -> str:
    """What names a page: its normal form, or what was written where that is no web address (a file)."""
    return canonical_url(url) or url


def _named(found: SearchResult) -> str:
    """Names what a result says of its page."""
    return hashlib.sha256(found.model_dump_json().encode("utf-8", "replace")).hexdigest()[:16]


def _with_news(had: FetchedPage, found: SearchResult) -> FetchedPage:
    """The page, without weight if its result says that it was retracted since it was read."""
    if found.paper is None or found.paper.retracted is None or had.page.source.retracted is not None:
        return had
    source = had.page.source.model_copy(update={"retracted": found.paper.retracted})
    return had._replace(page=had.page.model_copy(update={"source": source}))


def _by_address(known: Known) -> dict[str, tuple[PageHash, Source]]:
    """The pages by their addresses; of several at one the one whose full text was read, then by hash."""
    had: dict[str, tuple[PageHash, Source]] = {}
    for page, source in sorted(known, key=lambda known: (not _whole(known[1]), known[0])):
        had.setdefault(_address(source.url), (page, source))
    return had


def _whole(source: Source) -> bool:
    return source.paper is not None and source.paper.whole


def _known(journal: Journal, step: StepKey) -> Entry | None:
    return journal.done(step, step_digest(step))


def _read(outcomes: TypeAdapter[T], entry: Entry) -> T:
    try:
        return outcomes.validate_json(entry.outcome)
    except ValidationError as error:
        raise ReplayDiverged(entry.step) from error


def _done(step: StepKey, outcome: FetchedOutcome | FailedOutcome) -> Entry:
    return Entry(kind="done", step=step, digest=step_digest(step), outcome=outcome.model_dump_json())


def _reason(error: ResearchError | PydanticSerializationError) -> str:
    if isinstance(error, PydanticSerializationError):
        return Message("search-answer-not-unicode")
    return plain(text_of(error)) or type(error).__name__

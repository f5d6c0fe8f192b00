"""Searches and pages, shared by a session: each is had once, recorded, and given to all who ask for it.

Failures are recorded like results. A page is in the page store before the entry that names its hash.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Literal, TypeVar, assert_never

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from pathfinder.adapters.metering.outcomes import plain
from pathfinder.adapters.metering.recording import record
from pathfinder.adapters.metering.single_flight import SingleFlight
from pathfinder.protocols.errors import ReplayDiverged, ResearchError, SearchFailed, SourceUnreachable
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import Source
from pathfinder.protocols.ids import PageHash, PageKey, StepKey
from pathfinder.protocols.memory import FailureKind
from pathfinder.protocols.ports import Entry, Fetch, Journal, PageStore, Search, SearchResult
from pathfinder.protocols.reports import StoredPage
from pathfinder.protocols.rules.queries import normalize
from pathfinder.protocols.rules.urls import canonical_url

T = TypeVar("T")


class Found(Frozen):
    """An engine answered, even if with nothing."""

    kind: Literal["found"] = "found"
    results: tuple[SearchResult, ...]


class Had(Frozen):
    """A page was read. Its source is kept here: the store has one text for all addresses that show it."""

    kind: Literal["had"] = "had"
    page: PageKey
    source: Source


class NotHad(Frozen):
    """It could not be had, and why."""

    kind: Literal["not_had"] = "not_had"
    reason: str
    failure: FailureKind = "unreachable"


_SEARCHES: TypeAdapter[Found | NotHad] = TypeAdapter(Annotated[Found | NotHad, Field(discriminator="kind")])
_PAGES: TypeAdapter[Had | NotHad] = TypeAdapter(Annotated[Had | NotHad, Field(discriminator="kind")])


class SharedSearch:
    """One search per engine, normalised query and iteration."""

    def __init__(self, search: Search, journal: Journal, gate: Callable[[], None] = lambda: None) -> None:
        self._search = search
        self._journal = journal
        self._gate = gate
        self._flights: SingleFlight[Found | NotHad] = SingleFlight()

    @property
    def engine(self) -> str:
        """Who answers."""
        return self._search.engine

    async def results(self, query: str, iteration: int) -> tuple[SearchResult, ...]:
        """What this engine found; SearchFailed with the recorded reason if it gave no answer."""
        step = StepKey(f"{iteration}/search/{self.engine}/{normalize(query) or query.strip()}")
        outcome = await self._flights.share(step, lambda: self._ask(query, step))
        match outcome:
            case Found():
                return outcome.results
            case NotHad():
                raise SearchFailed(outcome.reason)
            case _:
                assert_never(outcome)

    async def _ask(self, query: str, step: StepKey) -> Found | NotHad:
        known = _known(self._journal, step)
        if known is not None:
            return _read(_SEARCHES, known)
        self._gate()
        try:
            outcome: Found | NotHad = Found(results=tuple(await self._search.results(query)))
            entry = _done(step, outcome, self.engine)
        except (SearchFailed, PydanticSerializationError) as error:
            outcome = NotHad(reason=_reason(error))
            entry = _done(step, outcome, self.engine)
        await record(self._journal, entry)
        return outcome


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
    ) -> None:
        """`known` are the pages of earlier iterations; one text may stand at several addresses."""
        self._fetch = fetch
        self._pages = pages
        self._journal = journal
        self._gate = gate
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
            page = await self._fetch.page(url)
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
        had = Had(page=name, source=source)
        await record(self._journal, _done(step, had))
        self._had[address] = had
        return name, StoredPage(text=page.text, source=source)


class SharedSources:
    """The `Sources` of a session."""

    def __init__(self, search: SharedSearch, fetch: SharedFetch) -> None:
        self._search = search
        self._fetch = fetch

    @property
    def engine(self) -> str:
        """Who answers searches."""
        return self._search.engine

    async def search(self, query: str, iteration: int) -> Sequence[SearchResult]:
        """SearchFailed if the engine gave no answer."""
        return await self._search.results(query, iteration)

    async def page(self, url: str, iteration: int) -> tuple[PageHash, StoredPage]:
        """SourceUnreachable if it cannot be had."""
        return await self._fetch.page(url, iteration)

    async def stored(self, page: PageHash) -> StoredPage:
        """A page that was had before."""
        return await self._fetch.stored(page)


def _address(url: str) -> str:
    """What names a page: its normal form, or what was written where that is no web address (a file)."""
    return canonical_url(url) or url


def _digest(step: StepKey) -> str:
    """The key of a search or a fetch says all of its input."""
    return hashlib.sha256(step.encode()).hexdigest()


def _known(journal: Journal, step: StepKey) -> Entry | None:
    return journal.done(step, _digest(step))


def _read(outcomes: TypeAdapter[T], entry: Entry) -> T:
    try:
        return outcomes.validate_json(entry.outcome)
    except ValidationError as error:
        raise ReplayDiverged(entry.step) from error


def _done(step: StepKey, outcome: Found | Had | NotHad, engine: str = "") -> Entry:
    return Entry(
        kind="done", step=step, digest=_digest(step), engine=engine, outcome=outcome.model_dump_json()
    )


def _reason(error: ResearchError | PydanticSerializationError) -> str:
    if isinstance(error, PydanticSerializationError):
        return "what came back is not Unicode text"
    return plain(str(error)) or type(error).__name__

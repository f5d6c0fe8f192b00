"""The ports of a run: who answers, where pages come from, and what calls go through."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.overnight import Overnight
from pathfinder.adapters.metering.recovery import Recovery
from pathfinder.adapters.metering.searches import EngineSet
from pathfinder.adapters.metering.snowball import RelatedPapers
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import (
    Attempt,
    Clock,
    Fetch,
    Ledger,
    Limiter,
    PaperReader,
    Search,
    SearchResult,
)
from pathfinder.protocols.evidence.likeness import BY_WORDS
from pathfinder.protocols.evidence.nearest import Similarity
from pathfinder.protocols.graph.types import CogniGraph

if TYPE_CHECKING:
    from pathfinder.adapters.tracing import Tracing


@dataclass(frozen=True)
class PageSources:
    """Search and fetch, and what comes with them."""

    search: Search | EngineSet
    fetch: Fetch
    local: bool = False
    """The pages are the user's own documents."""
    papers: Callable[[Path], PaperReader] | None = None
    """Reads papers that catalogues found, for a session in this folder."""
    excerpt: Callable[[SearchResult], StoredPage] | None = None
    """What an engine shows of a page, as a page; None: pages are fetched."""
    around: RelatedPapers | None = None
    """The titles that a paper cites, and the titles that cite it."""
    sayable: Callable[[CogniGraph], Awaitable[Callable[[str], str | None]]] | None = None
    """Takes out of a query, at this point of the session, what must not leave the machine."""
    look: Callable[[], Awaitable[Sequence[str]]] | None = None
    """Looks at the documents again before an iteration; gives those that cannot be read, `name: reason`
    each, for the failure ledger."""
    close: Callable[[], Awaitable[None]] | None = None


@dataclass(frozen=True)
class Deps:
    """The ports of a run: everything it needs to have."""

    attempt: Attempt
    """The model."""
    sources: PageSources
    name: str = ""
    """Who answers, in words, for every view."""
    similarity: Similarity = BY_WORDS
    limiter: Limiter = field(default_factory=NoLimit)
    search_limiter: Limiter = field(default_factory=NoLimit)
    """Of searches that leave the machine, where sessions elsewhere send some too."""
    recovery: Recovery = field(default_factory=Recovery)
    """What is known of the provider's health; one for all sessions that call the same provider."""
    clock: Clock = field(default_factory=SystemClock)
    rng: Random = field(default_factory=Random)
    """Only retries are left to chance; nothing that reaches the graph is."""
    pool: Ledger | None = None
    """The cap that this session shares with others, beside its own."""
    overnight: Overnight | None = None
    """Where its calls wait for a batch of the provider's, with those of others."""
    tracing: "Tracing | None" = None
    """Where spans and metrics of the run are sent; None: nowhere."""
    close: Callable[[], Awaitable[None]] | None = None
    """Closes connections when the run is over."""

"""SearXNG, on an instance of the user's own that gives JSON."""

from pathfinder.adapters.search.reading import objects, result
from pathfinder.adapters.search.scoping import Scoped, scoped
from pathfinder.adapters.search.settings import Scope, SearxngSettings
from pathfinder.adapters.search.wire import SECONDS, Wire
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import SearchAnswer
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed, UserError

MOST_RESULTS = 20
MOST_SITES = 5
"""Sites that a query can name and still be understood."""


class SearxngSearch:
    """A `SearchEngine` on the search API of SearXNG."""

    engine = "searxng"
    remote = True

    def __init__(
        self, settings: SearxngSettings, scope: Scope | None = None, *, seconds: float = SECONDS
    ) -> None:
        if settings.base_url is None:
            raise UserError(Message("searxng-needs-address"))
        self._scope = scope or Scope()
        self._wire = Wire("searxng", settings.base_url, settings.rate, seconds=seconds)

    def worst_usd_micros(self, query: str) -> int:  # noqa: ARG002  (whatever is asked)
        """Nothing: it is the user's own."""
        return 0

    async def find(self, query: str) -> SearchAnswer:
        """One search over the engines of the instance."""
        asked = scoped(query, self._scope)
        try:
            said = await self._wire.json("/search", {"q": _written(asked, self._scope), "format": "json"})
        except ProviderFailed:
            raise ProviderFailed(Message("searxng-without-json")) from None
        found = [
            result(known.get("url"), known.get("title"), known.get("content"))
            for known in objects(said.get("results"))
        ]
        # No engine behind it answered: that is a failure, not a search that found nothing.
        if not found and said.get("unresponsive_engines"):
            raise AttemptFailed(Message("searxng-reached-nothing"), retryable=True)
        return SearchAnswer(results=asked.in_scope(found)[:MOST_RESULTS])

    async def close(self) -> None:
        """Let go of the connections."""
        await self._wire.close()


def _written(asked: Scoped, scope: Scope) -> str:
    """The query in the syntax that the engines behind it share."""
    sites = " OR ".join(f"site:{site}" for site in asked.allow[:MOST_SITES])
    without = "".join(f" -site:{site}" for site in asked.block[:MOST_SITES])
    since = f" after:{scope.since.isoformat()}" if scope.since else ""
    until = f" before:{scope.until.isoformat()}" if scope.until else ""
    return f"{asked.words}{f' {sites}' if sites else ''}{without}{since}{until}"

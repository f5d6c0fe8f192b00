"""Exa, through its SDK, with the errors it swallows put back: status, retry-after, what was said."""

from decimal import ROUND_CEILING, Decimal
from typing import TYPE_CHECKING, Any

import httpx
from pydantic import SecretStr

from pathfinder.adapters.search.reading import result
from pathfinder.adapters.search.scoping import scoped
from pathfinder.adapters.search.settings import ExaSettings, Scope
from pathfinder.adapters.search.wire import client, failed, paced, refused, unreadable
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import SearchAnswer, SearchResult
from pathfinder.protocols.errors import KeyRefused

if TYPE_CHECKING:
    from exa_py import AsyncExa

SECONDS = 60.0
INCLUDED_RESULTS = 10
# Dollars for a thousand searches, https://exa.ai/docs/admin/pricing as read on 2026-11-10; dearest by kind.
_PER_THOUSAND = {"auto": 7, "lite": 4, "deep": 12, "neural": 7, "fast": 7}
_EXTRA_RESULT_PER_THOUSAND = 1
KEYWORD_GONE = "Exa no longer has the search type `keyword`; `auto` is used instead."


class _Refused(Exception):
    """Carries a response that is no success past the SDK, which would make a bare ValueError of it."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(response.status_code)
        self.response = response


async def _looked_at(response: httpx.Response) -> None:
    if response.status_code >= 300:
        await response.aread()
        raise _Refused(response)


class ExaSearch:
    """A `SearchEngine` on Exa's search endpoint."""

    engine = "exa"
    remote = True

    def __init__(
        self,
        key: SecretStr,
        settings: ExaSettings | None = None,
        scope: Scope | None = None,
        *,
        seconds: float = SECONDS,
    ) -> None:
        self._key = key
        self._settings = settings or ExaSettings()
        self._scope = scope or Scope()
        self._seconds = seconds
        self._limiter = paced(self._settings.rate)
        self._exa: AsyncExa | None = None

    @property
    def type(self) -> str:
        """The search type that is asked for."""
        return "auto" if self._settings.search_type == "keyword" else self._settings.search_type

    @property
    def warning(self) -> str:
        """What of the settings could not be taken as it stands."""
        return KEYWORD_GONE if self._settings.search_type == "keyword" else ""

    def worst_usd_micros(self, query: str) -> int:  # noqa: ARG002  (a search costs what it costs)
        """The listed price of one search with all its results."""
        extra = max(0, self._settings.results_per_query - INCLUDED_RESULTS)
        return (_PER_THOUSAND[self.type] + extra * _EXTRA_RESULT_PER_THOUSAND) * 1_000

    async def find(self, query: str) -> SearchAnswer:
        """One search; its price is what the answer says it was."""
        asked, settings = scoped(query, self._scope), self._settings
        given: dict[str, Any] = {
            "type": self.type,
            "num_results": settings.results_per_query,
            "contents": {"highlights": True} if settings.include_contents else False,
            "include_domains": list(asked.allow) or None,
            # The API takes one list or the other; what the second would have said is applied to the results.
            "exclude_domains": None if asked.allow else list(asked.block) or None,
            "start_published_date": self._scope.since.isoformat() if self._scope.since else None,
            "end_published_date": self._scope.until.isoformat() if self._scope.until else None,
        }
        await self._limiter.turn()
        try:
            answer = await self._connected().search(
                asked.words, **{name: value for name, value in given.items() if value is not None}
            )
        except _Refused as error:
            key = self._key.get_secret_value()
            raise refused("exa", error.response, key, settings.api_key_env) from None
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise failed("exa", error) from None
        except (ValueError, TypeError, KeyError, AttributeError):
            # What the SDK makes of an answer in no form it knows.
            raise unreadable("exa") from None
        return SearchAnswer(
            results=asked.in_scope(_results(answer)), spent_usd_micros=self._spent(answer, query)
        )

    async def close(self) -> None:
        """Give the connections back."""
        exa, self._exa = self._exa, None
        if exa is not None:
            await exa.aclose()

    def _connected(self) -> "AsyncExa":
        if self._exa is not None:
            return self._exa
        from exa_py import AsyncExa

        key = self._key.get_secret_value()
        if not key or not key.isascii() or not key.isprintable() or " " in key:
            raise KeyRefused(Message("exa-needs-key", variable=self._settings.api_key_env))
        exa = AsyncExa(api_key=key, api_base=self._settings.base_url, timeout=self._seconds)
        # The SDK loses status and retry-after, and its own client takes whatever comes.
        known = client("exa", exa.base_url, exa.headers, self._seconds)
        known.event_hooks = {"response": [_looked_at]}
        exa._client = known
        self._exa = exa
        return exa

    def _spent(self, answer: Any, query: str) -> int:  # noqa: ANN401  (an object of the SDK)
        """What the answer says it cost; the worst case if it does not say."""
        total = getattr(getattr(answer, "cost_dollars", None), "total", None)
        if not isinstance(total, int | float) or not 0 <= total < 1_000:
            return self.worst_usd_micros(query)
        return int((Decimal(str(total)) * 1_000_000).to_integral_value(ROUND_CEILING))


def _results(answer: Any) -> list[SearchResult | None]:  # noqa: ANN401  (an object of the SDK)
    found: list[SearchResult | None] = []
    for known in getattr(answer, "results", None) or []:
        lights = [light for light in getattr(known, "highlights", None) or [] if isinstance(light, str)]
        snippet = " … ".join(lights) or getattr(known, "text", None) or getattr(known, "summary", None)
        found.append(result(known.url, known.title, snippet))
    return found

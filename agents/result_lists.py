"""Results of several queries as one list."""

from collections.abc import Sequence

from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.planning.fusing import merged_result
from pathfinder.protocols.text.urls import canonical_url


def by_rank(ranked: Sequence[Sequence[SearchResult]]) -> list[SearchResult]:
    """The first of each query, then the second of each, ...: no query crowds out the others."""
    found: dict[str, SearchResult] = {}
    for place in range(max(map(len, ranked), default=0)):
        for results in ranked:
            if place < len(results):
                result = results[place]
                found[address_of(result)] = _with(found.get(address_of(result)), result)
    return list(found.values())


def address_of(result: SearchResult) -> str:
    """What makes two results one page."""
    return canonical_url(result.url) or result.url


def _with(known: SearchResult | None, result: SearchResult) -> SearchResult:
    """What the queries say of one page together: the first, and all that catalogues know of a paper."""
    return result if known is None else merged_result((known, result)) if result.paper else known


def site_of(url: str) -> str:
    """The host of an address, or the name of a file."""
    rest = url.split("://", 1)[-1]
    return rest.split("/", 1)[0] or rest.rsplit("/", 1)[-1]

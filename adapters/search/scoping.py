"""What a query and the user's settings together say about where results may come from."""

from dataclasses import dataclass

from pathfinder.adapters.search.reading import without_sites
from pathfinder.adapters.search.settings import Scope
from pathfinder.protocols.calls.ports import SearchResult


@dataclass(frozen=True)
class Scoped:
    """A query whose `site:` operators have become lists of domains."""

    words: str
    allow: tuple[str, ...]
    block: tuple[str, ...]

    def in_scope(self, results: list[SearchResult | None]) -> tuple[SearchResult, ...]:
        """Only what fits, whatever the engine made of the lists."""
        scope = Scope(allow=self.allow, block=self.block)
        return tuple(known for known in results if known is not None and scope.admits(known.url))


def scoped(query: str, scope: Scope) -> Scoped:
    """`site:` narrows the user's allow-list and never widens it."""
    words, sites, without = without_sites(query)
    if sites and scope.allow:
        within = tuple(site for site in sites if Scope(allow=scope.allow).admits(f"https://{site}/"))
        sites = within or scope.allow
    return Scoped(words or query, sites or scope.allow, (*scope.block, *without))

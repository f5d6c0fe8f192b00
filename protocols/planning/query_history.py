"""Every query of a session, kept so that asking whether one was asked does not read them all."""

from collections.abc import Mapping, Sequence

from pathfinder.protocols.graph.memory import SearchRecord
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.text.queries import is_repeat, repeat_keys


class SearchHistory:
    """What was searched, and what was proposed and turned away."""

    def __init__(
        self, searches: Sequence[SearchRecord] = (), turned_away: Mapping[str, int] | None = None
    ) -> None:
        self._searches: Sequence[SearchRecord] = ()
        self._turned_away: Mapping[str, int] = {}
        self._run: dict[str, set[tuple[int, str]]] = {}
        """Iteration and normal form of each query that was run: several engines make one proposal."""
        self._near: dict[str, dict[str, None]] = {}
        self.grow(searches, turned_away or {})

    def grow(self, searches: Sequence[SearchRecord], turned_away: Mapping[str, int]) -> None:
        """Take in what came since; both are the whole lists, of which the beginning is known."""
        new = [query for query in turned_away if query not in self._turned_away]
        for search in searches[len(self._searches) :]:
            made = self._run.get(search.query)
            if made is None:
                made = self._run[search.query] = set()
                new.append(search.query)
            made.add((search.iteration, search.normalized))
        for query in new:
            for key in repeat_keys(query):
                self._near.setdefault(key, {})[query] = None
        self._searches, self._turned_away = searches, turned_away

    def begins(self, graph: CogniGraph) -> bool:
        """Whether this is the past of the graph so far; lists only grow, so their last items tell."""
        had, now = self._searches, graph.searches
        same = len(had) <= len(now) and (not had or now[len(had) - 1] is had[-1])
        return same and self._turned_away.keys() <= graph.drift.turned_away.keys()

    def proposals(self, query: str) -> int:
        """How often a query was proposed so far, run or not."""
        near = {known for key in repeat_keys(query) for known in self._near.get(key, ())}
        alike = [known for known in near if is_repeat(query, (known,)) is not None]
        run = {made for known in alike for made in self._run.get(known, ())}
        return len(run) + sum(self._turned_away.get(known, 0) for known in alike)


def past_of(graph: CogniGraph) -> SearchHistory:
    """The past of a graph. It is kept with the graph and its copies, and grows with them."""
    known: SearchHistory | None = graph.caches.past
    if known is None or not known.begins(graph):
        known = graph.caches.past = SearchHistory()
    known.grow(graph.searches, graph.drift.turned_away)
    return known

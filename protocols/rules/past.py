"""Every query of a session, kept so that asking whether one was asked does not read them all."""

from collections.abc import Iterable, Mapping

from pathfinder.protocols.memory import SearchRecord
from pathfinder.protocols.rules.queries import is_repeat, repeat_keys


class Past:
    """What was searched, and what was proposed and turned away."""

    def __init__(
        self, searches: Iterable[SearchRecord], turned_away: Mapping[str, int] | None = None
    ) -> None:
        self._run: dict[str, set[tuple[int, str]]] = {}
        """Iteration and normal form of each query that was run: several engines make one proposal."""
        self._turned_away = turned_away or {}
        self._near: dict[str, dict[str, None]] = {}
        for search in searches:
            self._run.setdefault(search.query, set()).add((search.iteration, search.normalized))
        for query in (*self._run, *self._turned_away):
            for key in repeat_keys(query):
                self._near.setdefault(key, {})[query] = None

    def proposals(self, query: str) -> int:
        """How often a query was proposed so far, run or not."""
        near = {known for key in repeat_keys(query) for known in self._near.get(key, ())}
        alike = [known for known in near if is_repeat(query, (known,)) is not None]
        run = {made for known in alike for made in self._run.get(known, ())}
        return len(run) + sum(self._turned_away.get(known, 0) for known in alike)

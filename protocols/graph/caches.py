"""What is computed from a graph and kept with it: all caches of a graph are here.

A copy of a graph begins with the caches of the original. Each is checked against the objects it was made
of, or grows with lists that only grow. A rule that reads more than the evidence on a hypothesis must not
keep its result in `derived`: nothing would notice that it is stale.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pathfinder.protocols.graph.index import GraphIndex
from pathfinder.protocols.ids import HypothesisId

V = TypeVar("V")
Objects = tuple[object, ...]
Derived = dict[object, Any]
"""Results of rules, by whatever tells them apart."""


@dataclass
class GraphCaches:
    """The caches of one graph."""

    index: GraphIndex | None = None
    """Where things are; the reducer grows a copy for the next graph."""
    past: Any = None
    """Of `planning.query_history`: the queries so far."""
    claims: Any = None
    """Of `evidence.nearest`: the claims, sorted for comparison."""
    facts: Any = None
    """Of `agents.facts`: the facts of the pool, sorted for comparison."""
    _alive: tuple[object, Any] = (None, None)
    _held: dict[HypothesisId, tuple[Objects, Derived]] = field(default_factory=dict)
    """By hypothesis: what its evidence is made of, and what was computed from it. Copies share it."""
    _checked: tuple[Objects, dict[HypothesisId, Derived]] = field(default_factory=lambda: ((), {}))
    """What was found to be still true, for these observations, sources and edges."""

    def copy(self) -> "GraphCaches":
        """For a copy of the graph."""
        return replace(self)

    def alive(self, known: Mapping[HypothesisId, V], is_alive: Callable[[V], bool]) -> dict[HypothesisId, V]:
        """Those of the hypotheses that are alive."""
        if self._alive[0] is not known:
            self._alive = (known, {name: one for name, one in known.items() if is_alive(one)})
        found: dict[HypothesisId, V] = self._alive[1]
        return found

    def derived(
        self, hypothesis: HypothesisId, parts: Objects, basis: Callable[[HypothesisId], Objects]
    ) -> Derived:
        """What rules computed from the evidence on a hypothesis; `basis` lists the objects it is made of."""
        checked = self._still_true(parts)
        found = checked.get(hypothesis)
        if found is None:
            objects, known = basis(hypothesis), self._held.get(hypothesis)
            if known is None or not _same(known[0], objects):
                known = self._held[hypothesis] = (objects, {})
            found = checked[hypothesis] = known[1]
        return found

    def keep(
        self, before: "GraphCaches", parts_before: Objects, parts: Objects, but: AbstractSet[HypothesisId]
    ) -> None:
        """Of the graph before, all is still true but what concerns these hypotheses."""
        still = before._still_true(parts_before)
        self._checked = parts, {name: found for name, found in still.items() if name not in but}

    def _still_true(self, parts: Objects) -> dict[HypothesisId, Derived]:
        if not _same(self._checked[0], parts):
            self._checked = parts, {}
        return self._checked[1]


def _same(one: Objects, other: Objects) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))

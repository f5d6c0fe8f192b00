"""The claims of a graph that are nearest to a new one, without comparing it with each of them.

A measure of likeness may keep a shelf: texts put there one by one, and for a new text a cheap figure on each
that its likeness cannot pass. The most promising are then compared, until none of the others can come among
the nearest any more. What comes of it is what comparing with all of them gives.

`bounds()` must be an upper bound on the similarity (ADR 24), or a nearest claim is missed.
"""

from bisect import insort
from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple, Protocol, runtime_checkable

from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order

Similarity = Callable[[str, str], float]
PLACES = 9
"""To so many a likeness counts, so that no platform can differ."""


class SimilarityIndex(Protocol):
    """Texts in the order they were put there."""

    def add(self, text: str) -> None: ...

    def bounds(self, text: str) -> Sequence[float]:
        """For each text on the shelf, no less than its likeness to this one."""
        ...


@runtime_checkable
class IndexedSimilarity(Protocol):
    """What a `Similarity` offers besides, if it can tell many texts that are far from one at little cost."""

    def shelf(self) -> SimilarityIndex:
        """An empty one."""
        ...


def shelf_for(similarity: Similarity) -> SimilarityIndex:
    """An empty shelf of this measure; one that knows nothing of any text if it offers none."""
    offered: object = similarity
    return offered.shelf() if isinstance(offered, IndexedSimilarity) else _Unsorted()


class NearClaim(NamedTuple):
    """A hypothesis, and how near it is."""

    score: float
    name: HypothesisId
    summary: str


class ClaimIndex:
    """The claims of a session on a shelf. They only become more, so each is put there once."""

    def __init__(self, similarity: Similarity) -> None:
        self._similarity = similarity
        self._shelf = shelf_for(similarity)
        self._names: list[HypothesisId] = []
        self._in_order: list[tuple[tuple[str, int], int]] = []
        """By id, each with its place on the shelf."""
        self._last = ""

    def begins(self, graph: CogniGraph, similarity: Similarity) -> bool:
        """Whether these are the first claims of the graph, measured in this way."""
        if self._similarity is not similarity or len(self._names) > len(graph.hypotheses):
            return False
        last = graph.hypotheses.get(self._names[-1]) if self._names else None
        return not self._names or (last is not None and last.summary is self._last)

    def grow(self, graph: CogniGraph) -> None:
        """Take in what came since."""
        for name in islice(graph.hypotheses, len(self._names), None):
            self._last = graph.hypotheses[name].summary
            self._shelf.add(self._last)
            insort(self._in_order, (order(name), len(self._names)))
            self._names.append(name)

    def nearest(self, graph: CogniGraph, summary: str, least: float, most: int) -> list[NearClaim]:
        """The nearest few that are alike enough, of equals the lower id; without what was merged away."""
        bounds = self._shelf.bounds(summary)
        found: list[tuple[float, tuple[str, int], NearClaim]] = []
        passed = 0.0
        for of, place in self._promising(bounds, least):
            # Of one bound the lower ids come first: after one that was passed by, all of them are.
            if bounds[place] == passed:
                continue
            bound = -round(bounds[place], PLACES)
            if len(found) == most and found[-1][:2] < (bound, of):
                # None after it can be nearer than its bound; of equals one with a lower id may still come.
                if found[-1][0] < bound:
                    break
                passed = bounds[place]
                continue
            known = graph.hypotheses[self._names[place]]
            if known.merged_into is None:
                score = self._similarity(summary, known.summary)
                if score >= least:
                    near = NearClaim(score, self._names[place], known.summary)
                    found = sorted([*found, (-round(score, PLACES), of, near)])[:most]
        return [near for *_, near in found]

    def _promising(self, bounds: Sequence[float], least: float) -> list[tuple[tuple[str, int], int]]:
        """Those that may be alike enough, the most promising first, of equals the lower id."""
        worth = [one for one in self._in_order if bounds[one[1]] >= least]
        return sorted(worth, key=lambda one: bounds[one[1]], reverse=True)


class _Unsorted:
    """For a measure without a shelf of its own: each text may be as near as can be."""

    def __init__(self) -> None:
        self._count = 0

    def add(self, text: str) -> None:  # noqa: ARG002  (nothing is known of any text)
        self._count += 1

    def bounds(self, text: str) -> Sequence[float]:  # noqa: ARG002  (nothing is known of any text)
        return [1.0] * self._count


def claims_of(graph: CogniGraph, similarity: Similarity) -> ClaimIndex:
    """The claims of a graph. They are kept with the graph and its copies, and grow with them."""
    known: ClaimIndex | None = graph.caches.claims
    if known is None or not known.begins(graph, similarity):
        known = graph.caches.claims = ClaimIndex(similarity)
    known.grow(graph)
    return known

"""Which facts of the pool a call is shown: those that bear on its target, without comparing all of them."""

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heapreplace
from itertools import islice
from typing import NamedTuple

from pathfinder.agents.facts import DECIDES, FactPool
from pathfinder.protocols.calls.explorer_reports import Fact
from pathfinder.protocols.evidence.nearest import PLACES, Similarity
from pathfinder.protocols.ids import ObservationId, PageHash, SubQuestionId

MOST_FACTS = 160
"""Facts that one call is shown."""
MOST_ON_A_CLAIM = 90
"""The same where the target is not a whole part of the question."""


class RelevanceTarget(NamedTuple):
    """What an Explorer wants facts on."""

    about: str
    part: SubQuestionId | None = None
    pages: frozenset[PageHash] = frozenset()
    """Pages it chose itself."""
    linked: frozenset[ObservationId] = frozenset()
    """Observations that are evidence on its target."""


def relevant(
    pool: FactPool, aim: RelevanceTarget, similarity: Similarity, most: int = MOST_FACTS
) -> list[Fact]:
    """The facts on a target: what bears on it first, by worth for a part and by nearness for a claim.

    The figures of one measurement often stand in several facts of a page: once one fact of a page is shown,
    those of the highest worth on that page are shown too.
    """
    everything = list(pool.all())
    if aim.part is None:
        most = min(most, MOST_ON_A_CLAIM)
    if len(everything) <= most:
        return everything
    ranked = _ranked(everything, aim, similarity, pool.shelf.bounds(aim.about, everything, similarity))
    chosen = set(islice(ranked, most * 9 // 10))
    shown = {everything[place].page for place in chosen}
    beside = [
        place
        for place, fact in enumerate(everything)
        if fact.worth == DECIDES and fact.page in shown and place not in chosen
    ]
    beside.sort(key=lambda place: (*_exactly(everything[place], aim, similarity), place))
    chosen.update(beside[: most - len(chosen)])
    while len(chosen) < most:
        chosen.add(next(ranked))
    return [everything[place] for place in sorted(chosen)]


def _ranked(
    facts: Sequence[Fact], aim: RelevanceTarget, similarity: Similarity, bounds: Sequence[float]
) -> Iterator[int]:
    """The places of the facts, the most relevant first. A fact is compared when its bound comes first."""
    heap = [
        (*_rank(fact, aim, bound), place, False)
        for place, (fact, bound) in enumerate(zip(facts, bounds, strict=True))
    ]
    heapify(heap)
    while heap:
        *_, place, compared = heap[0]
        if compared:
            heappop(heap)
            yield place
        else:
            heapreplace(heap, (*_exactly(facts[place], aim, similarity), place, True))


def _exactly(fact: Fact, aim: RelevanceTarget, similarity: Similarity) -> tuple[bool, float, float]:
    return _rank(fact, aim, similarity(aim.about, fact.summary))


def _rank(fact: Fact, aim: RelevanceTarget, likeness: float) -> tuple[bool, float, float]:
    """For a part what bears on it, by worth; for anything narrower its evidence, then by nearness."""
    near = -round(likeness, PLACES)
    if aim.part is not None:
        return aim.part not in fact.parts and fact.page not in aim.pages, -fact.worth, near
    linked = fact.observation is not None and fact.observation in aim.linked
    return not linked, near, -fact.worth

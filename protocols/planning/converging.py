"""PLAN: many candidate queries, of which a few are run.

A candidate is worth what it may find that was not found (gain), what it adds to the others that are chosen
(diversity), and whether a search like it finds anything at all (feasibility: not too short or long, of a kind
that has paid of late). What the lead chose itself has a head start; a repeat in meaning is out.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pathfinder.protocols.calls.briefs import PlannedQuery
from pathfinder.protocols.evidence.nearest import Similarity, shelf_for
from pathfinder.protocols.graph.memory import SearchRecord
from pathfinder.protocols.text.queries import REPEAT_ABOVE

GAIN, DIVERSITY, FEASIBILITY = 0.4, 0.35, 0.25
HEAD_START = 0.5
"""What the lead's own choice is worth."""
RECENT_SEARCHES = 40
"""Searches a candidate is compared with in meaning; in words it is compared with all of them."""
COMFORTABLE = range(2, 11)
"""Words of a query that finds something."""
_NUMBER = re.compile(r"\d+")


class CandidateQuery(NamedTuple):
    """A query that may run."""

    planned: PlannedQuery
    wanted: bool = False
    """The lead chose it, or a rule asks for it."""


class QueryHistory(NamedTuple):
    """What candidates are weighed against."""

    earlier: Sequence[str]
    """Recent queries."""
    siblings: Sequence[str]
    """What this iteration asks already."""
    yields: Mapping[str, float]
    """By kind of search, the share that brought a new page."""
    similarity: Similarity


def yields_of(searches: Sequence[SearchRecord], since: int) -> dict[str, float]:
    """The share of searches of each kind since an iteration that brought a new page, starting from a half."""
    run: dict[str, int] = {}
    paid: dict[str, int] = {}
    for search in reversed(searches):
        if search.iteration < since:
            break
        run[search.strategy] = run.get(search.strategy, 0) + 1
        paid[search.strategy] = paid.get(search.strategy, 0) + (search.new_sources > 0)
    return {kind: (paid[kind] + 1) / (run[kind] + 2) for kind in run}


def converge(candidates: Sequence[CandidateQuery], most: int, known: QueryHistory) -> list[PlannedQuery]:
    """The best few, the most promising first; none repeats another or a recent search."""
    nearest = _nearest(candidates, known.earlier, known.similarity)
    beside = _nearest(candidates, known.siblings, known.similarity)
    left = [place for place, near in enumerate(nearest) if max(near, beside[place]) <= REPEAT_ABOVE]
    taken: list[PlannedQuery] = []
    while left and len(taken) < most:

        def worth(place: int) -> float:
            feasible = _feasible(candidates[place].planned, known.yields)
            score = GAIN * (1 - nearest[place]) + DIVERSITY * (1 - beside[place]) + FEASIBILITY * feasible
            return round(score + HEAD_START * candidates[place].wanted, 9)

        best = max(left, key=lambda place: (worth(place), -place))
        taken.append(candidates[best].planned)
        left.remove(best)
        for place in left:
            near = _near(candidates[place].planned.query, taken[-1].query, known.similarity)
            beside[place] = max(beside[place], near)
        left = [place for place in left if beside[place] <= REPEAT_ABOVE]
    return taken


def _nearest(
    candidates: Sequence[CandidateQuery], others: Sequence[str], similarity: Similarity
) -> list[float]:
    """How near the nearest of some queries is to each candidate. Those that cannot be it are not compared."""
    shelf = shelf_for(similarity)
    for other in others:
        shelf.add(other)
    return [
        _nearest_of(one.planned.query, others, shelf.bounds(one.planned.query), similarity)
        for one in candidates
    ]


def _nearest_of(query: str, others: Sequence[str], bounds: Sequence[float], similarity: Similarity) -> float:
    best: float | None = None
    for place in sorted(range(len(others)), key=bounds.__getitem__, reverse=True):
        if best is not None and bounds[place] <= best:
            break
        near = _near(query, others[place], similarity)
        best = near if best is None else max(best, near)
    return 0.0 if best is None else best


def _near(query: str, other: str, similarity: Similarity) -> float:
    """How alike two queries are; with other numbers they are never one, whatever a model of meaning says."""
    near = similarity(query, other)
    if near > REPEAT_ABOVE and _NUMBER.findall(query) != _NUMBER.findall(other):
        return REPEAT_ABOVE
    return near


def _feasible(planned: PlannedQuery, yields: Mapping[str, float]) -> float:
    fits = 1.0 if len(planned.query.split()) in COMFORTABLE else 0.5
    return (fits + yields.get(planned.strategy, 0.5)) / 2

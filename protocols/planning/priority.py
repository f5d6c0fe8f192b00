"""Which hypotheses matter most now: their strength, how much evidence there is, and how fresh it is."""

from pathfinder.protocols.evidence.strength import terms
from pathfinder.protocols.graph.types import CogniGraph, Hypothesis
from pathfinder.protocols.ids import HypothesisId, order

ACTIVE = 5
"""How many hypotheses are in focus."""
FRESH_ITERATIONS = 2
STALE = 0.5
"""The recency of a hypothesis nothing happened to for longer than that."""
FULL_DENSITY = 10
"""So many supporting voices are as dense as evidence gets."""


def priority(graph: CogniGraph, hypothesis: HypothesisId) -> float:
    """0.5 strength + 0.3 evidence density + 0.2 recency, to nine places so that no platform can differ."""
    known, memo = graph.hypotheses[hypothesis], graph.derived_cache(hypothesis)
    weighed: tuple[float, int] | None = memo.get("weighed")
    if weighed is None:
        weighed = memo["weighed"] = _density(graph, hypothesis), _linked(graph, hypothesis)
    density, linked = weighed
    fresh = max(_seen(known), linked) >= graph.iteration - FRESH_ITERATIONS
    return round(0.5 * known.strength + 0.3 * density + 0.2 * (1.0 if fresh else STALE), 9)


def ranked(graph: CogniGraph) -> tuple[HypothesisId, ...]:
    """The hypotheses still in the race by priority; of equals the lower id first."""
    alive = graph.alive()
    return tuple(sorted(alive, key=lambda name: (-priority(graph, name), order(name))))


def active_five(graph: CogniGraph) -> tuple[HypothesisId, ...]:
    """The hypotheses in focus: the first five by priority."""
    return ranked(graph)[:ACTIVE]


def updated_at(graph: CogniGraph, hypothesis: HypothesisId) -> int:
    """When something last happened to it: it was made, visited, or linked to evidence by anyone."""
    return max(_seen(graph.hypotheses[hypothesis]), _linked(graph, hypothesis))


def _seen(known: Hypothesis) -> int:
    return known.created_at if known.last_visited is None else known.last_visited


def _linked(graph: CogniGraph, hypothesis: HypothesisId) -> int:
    return max((edge.created_at for edge in graph.evidence(hypothesis)), default=0)


def _density(graph: CogniGraph, hypothesis: HypothesisId) -> float:
    """Voices, not edges: ten copies of one blog are no denser than one."""
    support = len(terms(graph, hypothesis, "SUPPORTS"))
    contradiction = len(terms(graph, hypothesis, "CONTRADICTS"))
    return max(0.0, min(1.0, (support - contradiction * 0.5) / FULL_DENSITY))

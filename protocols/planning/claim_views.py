"""Claims as agents are shown them: their wording, how they stand, and when they hold."""

from collections.abc import Sequence

from pathfinder.protocols.calls.questions import ClaimView
from pathfinder.protocols.evidence.nearest import PLACES, Similarity
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.text.sanitize import one_line

MOST_CLAIMS = 40
CLAIM_WIDTH = 600


def claim_view(graph: CogniGraph, name: HypothesisId) -> ClaimView:
    """One claim."""
    known = graph.hypotheses[name]
    return ClaimView(
        id=name,
        text=one_line(known.summary, CLAIM_WIDTH),
        standing=verdict_or_status(graph, name),
        condition=one_line("; ".join(known.conditions[-3:]), 300),
        as_of=known.as_of,
        importance=known.importance,
    )


def verdict_or_status(graph: CogniGraph, name: HypothesisId) -> str:
    """The verdict with its side, or the status where there is none."""
    known = graph.hypotheses[name]
    if known.verdict is None:
        return known.status
    if known.verdict.side == "against":
        return f"{known.verdict.tag}: it does not hold"
    return known.verdict.tag


def claim_views(
    graph: CogniGraph,
    about: str,
    first: Sequence[HypothesisId],
    similarity: Similarity,
    most: int = MOST_CLAIMS,
) -> tuple[ClaimView, ...]:
    """The claims named first, then those nearest to a text; merged ones are left out."""
    others = [
        name for name, known in graph.hypotheses.items() if known.merged_into is None and name not in first
    ]
    if len(others) + len(first) > most:
        near = {name: -round(similarity(about, graph.hypotheses[name].summary), PLACES) for name in others}
        others = sorted(others, key=lambda name: (near[name], order(name)))[: max(0, most - len(first))]
    return tuple(claim_view(graph, name) for name in (*first, *sorted(others, key=order)))

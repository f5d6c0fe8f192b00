"""Which pairs of claims are worth the Judge's look: similarity proposes, it never decides."""

from collections.abc import Sequence
from heapq import nsmallest
from itertools import combinations
from typing import NamedTuple

from pathfinder.protocols.calls.comparison import CandidatePair
from pathfinder.protocols.calls.explorer_reports import ClaimRef, ExplorerReport
from pathfinder.protocols.evidence.nearest import PLACES, Similarity, claims_of
from pathfinder.protocols.graph.index import same_form
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judging.merge import in_place

ALIKE = 0.3
"""Below this two claims are not even compared. Low on purpose: a missed pair is never found again."""
MOST_PER_CLAIM = 3
MOST_PAIRS = 80
"""Of one merge; of more, the least alike are not compared."""


def candidate_pairs(
    graph: CogniGraph, reports: Sequence[ExplorerReport], similarity: Similarity
) -> tuple[CandidatePair, ...]:
    """The nearest few for each new claim, among the hypotheses (rejected ones too) and the other new claims.

    A claim that stands word for word in the graph is that hypothesis and needs no look.
    """
    first: dict[str, ClaimRef] = {}
    new: dict[ClaimRef, str] = {}
    for report in in_place(reports):
        for claim in report.claims if report.status != "failure" else ():
            form, ref = same_form(claim.summary), ClaimRef(iid=report.iid, key=claim.key)
            # Claims of one form are one claim already; the first of them stands for all.
            if form and form not in graph.index.claims and first.setdefault(form, ref) == ref:
                new.setdefault(ref, claim.summary)
    there = claims_of(graph, similarity)
    met: dict[ClaimRef, list[_NearbyClaim]] = {
        ref: [_NearbyClaim(*near) for near in there.nearest(graph, summary, ALIKE, MOST_PER_CLAIM)]
        for ref, summary in new.items()
    }
    for (one, summary), (other, said) in combinations(new.items(), 2):
        score = similarity(summary, said)
        met[one] += [_NearbyClaim(score, other, said)] if score >= ALIKE else []
    pairs = [
        CandidatePair(
            claim=ref, summary=new[ref], other=near.other, other_summary=near.summary, similarity=near.score
        )
        for ref, found in met.items()
        for near in nsmallest(MOST_PER_CLAIM, found, key=_nearest)
    ]
    kept = sorted(range(len(pairs)), key=lambda place: (-round(pairs[place].similarity, PLACES), place))
    return tuple(pairs[place] for place in sorted(kept[:MOST_PAIRS]))


class _NearbyClaim(NamedTuple):
    """Another claim, and how near it is."""

    score: float
    other: ClaimRef | HypothesisId
    summary: str


def _nearest(met: _NearbyClaim) -> tuple[object, ...]:
    other = met.other
    known = (1, other.iid, 0, other.key) if isinstance(other, ClaimRef) else (0, *order(other), "")
    return (-round(met.score, PLACES), *known)

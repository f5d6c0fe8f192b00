"""Which pairs of claims are worth the Judge's look: similarity proposes, it never decides."""

from collections.abc import Callable, Sequence
from itertools import combinations

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.graph_index import same_form
from pathfinder.protocols.ids import HypothesisKey, order
from pathfinder.protocols.reports import ClaimRef, ExplorerReport
from pathfinder.protocols.rules.merge import in_place

Similarity = Callable[[str, str], float]

ALIKE = 0.3
"""Below this two claims are not even compared. Low on purpose: a missed pair is never found again."""
MOST_PER_CLAIM = 5


class CandidatePair(Frozen):
    """A new claim and another claim that may say the same, or the opposite."""

    claim: ClaimRef
    summary: str
    other: ClaimRef | HypothesisKey
    other_summary: str
    similarity: float


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
    met: dict[ClaimRef, list[CandidatePair]] = {ref: [] for ref in new}
    for ref, summary in new.items():
        for name, hypothesis in graph.hypotheses.items():
            if hypothesis.merged_into is None:
                score = similarity(summary, hypothesis.summary)
                pair = CandidatePair(
                    claim=ref, summary=summary, other=name, other_summary=hypothesis.summary, similarity=score
                )
                met[ref].append(pair)
    for (one, summary), (other, other_summary) in combinations(new.items(), 2):
        score = similarity(summary, other_summary)
        pair = CandidatePair(
            claim=one, summary=summary, other=other, other_summary=other_summary, similarity=score
        )
        met[one].append(pair)
    return tuple(
        pair
        for pairs in met.values()
        for pair in sorted(pairs, key=_nearest)[:MOST_PER_CLAIM]
        if pair.similarity >= ALIKE
    )


def _nearest(pair: CandidatePair) -> tuple[object, ...]:
    other = pair.other
    known = (1, other.iid, 0, other.key) if isinstance(other, ClaimRef) else (0, *order(other), "")
    return (-round(pair.similarity, 9), *known)

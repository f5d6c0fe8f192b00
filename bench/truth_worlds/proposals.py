"""Rules that are not the product's, or not any more: what they would have said on the graphs it made.

Each reads the same voices, classes and reviews as the product. They are here to be measured, and become
rules only by a decision (docs/adr). `three_times` was the product's rule until ADR 11.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from bench.truth_worlds.scoring import Given, Rule, stored
from pathfinder.protocols.evidence.strength import TRUSTED, authority_of, side_units, terms
from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.judgement import Side
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, PageHash, VoiceId
from pathfinder.protocols.judging.classification import current_ruling, review_in_force
from pathfinder.protocols.judging.sides import rivals

SURE = 0.6
"""A voice of this authority is more than a blog."""


class Weighed(NamedTuple):
    """One side: its voices, and what the best page of each is worth."""

    weight: float
    trusted: int
    sure: int


def by_difference(likely: float, confirmed: float, *, sure: int = 0, power: int = 1) -> Rule:
    """The side that is heavier by so much is Likely; by so much more, Confirmed.

    A difference of weights is what independent witnesses add up to: six against two says more than one
    against none, though its ratio is smaller. `sure` asks for so many voices beyond a blog on the side that
    is confirmed. `power` 2 squares authority: a source that is right 92 times in 100 is worth more than twice
    one that is right 65 times.
    """

    def rule(graph: CogniGraph, name: HypothesisId) -> Given | None:
        finding = graph.findings.get(name)
        if finding is None:
            return None
        sides = _sides(graph, name, power=power)
        side: Side = "for" if sides["for"].weight >= sides["against"].weight else "against"
        ours, ahead = sides[side], abs(sides["for"].weight - sides["against"].weight)
        if ahead < likely:
            return None
        review = review_in_force(graph, name, finding, side)
        refuted = review is not None and review.verdict == "REFUTED"
        firm = ours.trusted >= 2 and ours.sure >= sure and not refuted
        return Given("Confirmed" if firm and ahead >= confirmed else "Likely", side)

    return rule


def three_times(graph: CogniGraph, name: HypothesisId) -> Given | None:
    """The rule before ADR 11: what is not agreed is Likely from three times the other side and 0.6 more."""
    finding = graph.findings.get(name)
    if finding is None:
        return None
    ruling = current_ruling(graph, name, finding)
    if ruling.finding_class == "AGREED":
        return stored(graph, name)
    review = review_in_force(graph, name, finding, ruling.side)
    if review is not None and review.verdict == "REFUTED":
        return None
    support = side_units(terms(graph, name, "SUPPORTS"))
    opposition = [side_units(terms(graph, name, "CONTRADICTS"))]
    opposition += [units for _, units in rivals(graph, name)]
    if _thrice(support, max(opposition)):
        return Given("Likely", "for")
    denial = side_units(terms(graph, name, "CONTRADICTS", standing=True))
    return Given("Likely", "against") if _thrice(denial, support) else None


def _thrice(heavier: int, lighter: int) -> bool:
    return heavier >= 3 * lighter and heavier - lighter >= 6_000


def _sides(graph: CogniGraph, name: HypothesisId, *, power: int) -> dict[Side, Weighed]:
    said = list(_said(graph, name))
    pages = {page for _, page, _ in said}
    speakers = voices({page: graph.sources[page] for page in pages})
    best: dict[Side, dict[VoiceId, float]] = {"for": defaultdict(float), "against": defaultdict(float)}
    authority: dict[VoiceId, float] = defaultdict(float)
    for side, page, edge in said:
        worth, voice = authority_of(graph, edge.observation), speakers[page]
        best[side][voice] = max(best[side][voice], worth**power * edge.weight)
        authority[voice] = max(authority[voice], worth)
    return {
        side: Weighed(
            weight=round(sum(heard.values()), 6),
            trusted=sum(authority[voice] >= TRUSTED for voice in heard),
            sure=sum(authority[voice] >= SURE for voice in heard),
        )
        for side, heard in best.items()
    }


def _said(graph: CogniGraph, name: HypothesisId) -> Iterator[tuple[Side, PageHash, EvidenceEdge]]:
    """The evidence on a claim that has any weight."""
    for edge in graph.evidence(name):
        page = graph.observations[edge.observation].page
        if page is not None and authority_of(graph, edge.observation) > 0:
            yield ("for" if edge.type == "SUPPORTS" else "against"), page, edge


PROPOSALS: dict[str, Rule] = {
    "three times and 0.6 more": three_times,
    "difference 0.25, squared": by_difference(0.25, 1.2, sure=2, power=2),
    "difference 0.1, squared": by_difference(0.1, 1.2, sure=2, power=2),
}
"""Thresholds chosen on four calibration worlds (docs/truth-worlds.md)."""

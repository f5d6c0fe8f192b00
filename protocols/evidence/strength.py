"""How strong a hypothesis is: the voices for and against it, summed in whole units.

    strength = base + 0.1 x support - 0.15 x contradiction + 0.03 x trusted voices (0.15 at most)

Each voice counts once on each side, with its largest authority x weight. Sums are made in millionths,
in integers, so that no order of arrival can change the last digit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.judgement import Side
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash, VoiceId, order

TRUSTED = 0.5
"""An authority from here on is trusted."""

_BASE = {"A": 500_000, "B": 400_000}
_BONUS, _MOST_BONUS = 30_000, 150_000
_SUPPORT, _CONTRADICTION = 10, 15
"""Millionths per unit: 0.1 and 0.15 of an authority x weight that is counted in ten-thousandths."""


@dataclass(frozen=True, slots=True)
class Term:
    """What one voice adds on one side of a hypothesis."""

    voice: VoiceId
    edge: EvidenceEdge
    """The edge that counts: the largest of this voice on this side."""
    authority: float
    units: int
    """authority x weight in ten-thousandths."""
    trusted: bool

    @property
    def weight(self) -> float:
        """authority x weight."""
        return self.units / 10_000


def authority_of(graph: CogniGraph, observation: ObservationId) -> float:
    """What an observation's page is worth today; 0 without a quote, if discounted, or on a retracted page."""
    known = graph.observations[observation]
    if not known.verified or known.page is None or known.discounted:
        return 0.0
    return graph.sources[known.page].weight


def voices_of(graph: CogniGraph, hypothesis: HypothesisId) -> Mapping[PageHash, VoiceId]:
    """The voices among the pages that bear on a hypothesis, on either side."""
    memo = graph.derived_cache(hypothesis)
    known: Mapping[PageHash, VoiceId] | None = memo.get("voices")
    if known is None:
        said: dict[PageHash, set[str]] = {}
        for edge in graph.evidence(hypothesis):
            observation = graph.observations[edge.observation]
            if observation.page is not None:
                said.setdefault(observation.page, set()).add(observation.quote or "")
        known = voices({page: graph.sources[page] for page in said}, said)
        memo["voices"] = known
    return known


def terms(
    graph: CogniGraph,
    hypothesis: HypothesisId,
    side: Literal["SUPPORTS", "CONTRADICTS"],
    *,
    standing: bool = False,
    least: float = 0.0,
) -> tuple[Term, ...]:
    """One term per voice on a side, by voice; with `standing`, answered contradictions are left out.

    With `least`, only pages of that authority or more are heard.
    """
    memo, place = graph.derived_cache(hypothesis), (side, standing, least)
    known: tuple[Term, ...] | None = memo.get(place)
    if known is None:
        edges = [
            edge
            for edge in graph.evidence(hypothesis)
            if edge.type == side
            and not (standing and edge.answered is not None)
            and authority_of(graph, edge.observation) >= least
        ]
        known = memo[place] = _terms(graph, hypothesis, edges)
    return known


def _terms(graph: CogniGraph, hypothesis: HypothesisId, edges: Iterable[EvidenceEdge]) -> tuple[Term, ...]:
    speakers = voices_of(graph, hypothesis)
    largest: dict[VoiceId, Term] = {}
    for edge in edges:
        authority = authority_of(graph, edge.observation)
        page = graph.observations[edge.observation].page
        if authority == 0 or page is None:
            continue
        term = Term(speakers[page], edge, authority, _units(authority, edge.weight), authority >= TRUSTED)
        known = largest.get(term.voice)
        largest[term.voice] = term if known is None else _larger(known, term)
    return tuple(largest[voice] for voice in sorted(largest))


def side_units(side: Iterable[Term]) -> int:
    """The weight of a side, in ten-thousandths."""
    return sum(term.units for term in side)


def strength(graph: CogniGraph, hypothesis: HypothesisId) -> float:
    """The strength its evidence gives a hypothesis, between 0 and 1."""
    return strength_for(graph, hypothesis, "for")


def strength_for(graph: CogniGraph, hypothesis: HypothesisId, side: Side) -> float:
    """The strength of one side of a hypothesis: against it, the formula with the two sides swapped.

    An answered contradiction still weakens the hypothesis, but does not strengthen the case against it.
    """
    support = terms(graph, hypothesis, "SUPPORTS")
    contradiction = terms(graph, hypothesis, "CONTRADICTS", standing=side == "against")
    ours, theirs = (support, contradiction) if side == "for" else (contradiction, support)
    total = (
        _BASE[graph.hypotheses[hypothesis].type]
        + _SUPPORT * side_units(ours)
        - _CONTRADICTION * side_units(theirs)
        + bonus_units(ours)
    )
    return max(0, min(1_000_000, total)) / 1_000_000


def base_units(graph: CogniGraph, hypothesis: HypothesisId) -> int:
    """What a hypothesis of its kind starts from, in millionths."""
    return _BASE[graph.hypotheses[hypothesis].type]


def term_units(term: Term, side: Literal["SUPPORTS", "CONTRADICTS"]) -> int:
    """What a term adds to the strength, or takes from it, in millionths."""
    return term.units * (_SUPPORT if side == "SUPPORTS" else -_CONTRADICTION)


def bonus_units(support: Iterable[Term]) -> int:
    """The reward for independent trusted voices, in millionths."""
    return min(_BONUS * sum(term.trusted for term in support), _MOST_BONUS)


def _units(authority: float, weight: float) -> int:
    return round(authority * 1_000) * round(weight * 10)


def _larger(one: Term, other: Term) -> Term:
    """The term that counts; of equals the earlier observation. A voice is trusted if one of its pages is."""
    chosen = min(one, other, key=lambda term: (-term.units, order(term.edge.observation)))
    return Term(chosen.voice, chosen.edge, chosen.authority, chosen.units, one.trusted or other.trusted)

"""The arithmetic behind a strength, term by term, for everyone who asks why."""

from typing import Literal, NamedTuple

from pathfinder.protocols.evidence.strength import Term, base_units, bonus_units, strength, term_units, terms
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId


class VoiceShare(NamedTuple):
    """What one voice adds or takes."""

    side: Literal["SUPPORTS", "CONTRADICTS"]
    term: Term
    change: float


class StrengthTerms(NamedTuple):
    """strength = base + shares + bonus, held between 0 and 1."""

    base: float
    shares: tuple[VoiceShare, ...]
    bonus: float
    trusted: int
    """Trusted voices that support it; they give the bonus."""
    total: float


def strength_terms(graph: CogniGraph, hypothesis: HypothesisId) -> StrengthTerms:
    """Each term of a hypothesis's strength: what supports it first, voice by voice."""
    sides: tuple[Literal["SUPPORTS", "CONTRADICTS"], ...] = ("SUPPORTS", "CONTRADICTS")
    support = terms(graph, hypothesis, "SUPPORTS")
    return StrengthTerms(
        base=base_units(graph, hypothesis) / 1_000_000,
        shares=tuple(
            VoiceShare(side, term, term_units(term, side) / 1_000_000)
            for side in sides
            for term in terms(graph, hypothesis, side)
        ),
        bonus=bonus_units(support) / 1_000_000,
        trusted=sum(term.trusted for term in support),
        total=strength(graph, hypothesis),
    )

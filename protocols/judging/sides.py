"""The two sides of a finding and what they weigh: voices, not heads, in whole units."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pathfinder.protocols.evidence.status import CONFLICT_STRENGTH
from pathfinder.protocols.evidence.strength import Term, authority_of, side_units, strength, terms
from pathfinder.protocols.graph.judgement import Finding, Opinion, Side, Stance
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judging.stances import holders

OUTWEIGHS_BY, OUTWEIGHS_TIMES = 6_000, 1.5
"""A side outweighs another if it is 0.6 ahead (authority x weight, in ten-thousandths, as sides are summed; a
direct quote of a paper has it) and weighs 1.5 times as much (ADR 37)."""
SEVERAL, SEVERAL_WEIGH, SEVERAL_OUTWEIGH_BY, SEVERAL_TIMES = 2, 6_000, 2_000, 2
"""So many voices that weigh so much together need to be only this much ahead, but weigh twice as much."""
BETTER = 0.6
"""The authority of news. What is under it costs its author nothing to put up once more in other words."""
STANDS_FROM = 3
"""Opposition stands when it weighs one in this many of what it opposes."""


@dataclass(frozen=True, slots=True)
class SideCase:
    """What one side of a finding rests on: who holds it, and the evidence nobody answered."""

    side: Side
    terms: tuple[Term, ...]
    """One per voice."""
    holders: tuple[Stance, ...]
    """One per lineage."""

    @property
    def units(self) -> int:
        """Its weight, in ten-thousandths."""
        return side_units(self.terms)

    @property
    def trusted(self) -> int:
        """How many of its voices are trusted."""
        return sum(term.trusted for term in self.terms)


@dataclass(frozen=True, slots=True)
class SideLead:
    """The side that outweighs the other, and by what."""

    side: Side
    voices: int
    units: int
    other_units: int


def opposite(side: Side) -> Side:
    """The other side."""
    return "against" if side == "for" else "for"


def edge_type(side: Side) -> Literal["SUPPORTS", "CONTRADICTS"]:
    """The edges that speak for a side."""
    return "SUPPORTS" if side == "for" else "CONTRADICTS"


def case(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, side: Side) -> SideCase:
    """One side of a finding. Those who hold it without a quote that was found give it no weight."""
    return SideCase(side, terms(graph, hypothesis, edge_type(side), standing=True), holders(finding, side))


def stands(opposing_units: int, opposed_units: int) -> bool:
    """Opposition of this weight stands; what is lighter is a minority opinion."""
    return opposing_units > 0 and opposed_units <= STANDS_FROM * opposing_units


def outweighs(ours: Sequence[Term], opposing_units: int) -> bool:
    """Clearly more than what opposes it: 1.5 times as much and 0.6 ahead.

    Two voices or more that weigh 0.6 together need to be only 0.2 ahead, if they weigh twice as much.
    """
    weight = side_units(ours)
    ahead = weight - opposing_units
    if ahead >= OUTWEIGHS_BY:
        return weight >= OUTWEIGHS_TIMES * opposing_units
    several = len(ours) >= SEVERAL and weight >= SEVERAL_WEIGH
    return several and ahead >= SEVERAL_OUTWEIGH_BY and weight >= SEVERAL_TIMES * opposing_units


def outweighing(graph: CogniGraph, hypothesis: HypothesisId) -> SideLead | None:
    """The side that outweighs the other, unless the better sources alone say otherwise.

    Both the ratio and the difference count: a side must weigh clearly more, and light evidence decides
    nothing. In a conflict only a claim that can be believed is ahead, and only if no rival has as much
    support, or two rivals might both be.
    """
    if _contested(graph, hypothesis) and strength(graph, hypothesis) < CONFLICT_STRENGTH:
        return _lead(graph, hypothesis, "against")
    return _lead(graph, hypothesis, "for") or _lead(graph, hypothesis, "against")


def rivals(
    graph: CogniGraph, hypothesis: HypothesisId, *, least: float = 0.0
) -> tuple[tuple[HypothesisId, int], ...]:
    """The live claims in unresolved conflict with a hypothesis that have support, and what it weighs.

    A rival is judged by what supports it, never by its strength: that falls with every quote on our own
    side, since what supports one of two rivals contradicts the other.
    """
    found = (
        (name, side_units(terms(graph, name, "SUPPORTS", least=least)))
        for name in _contested(graph, hypothesis)
    )
    return tuple((name, units) for name, units in found if units)


def observations(graph: CogniGraph, hypothesis: HypothesisId, side: Side) -> tuple[ObservationId, ...]:
    """The evidence of a side that counts; against a hypothesis, that of its rivals too."""
    found = set(_weighing(graph, hypothesis, side))
    if side == "against":
        for rival, _ in rivals(graph, hypothesis):
            found |= set(_weighing(graph, rival, "for"))
    return tuple(sorted(found, key=order))


def opinion(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, side: Side) -> Opinion | None:
    """One side's case for the reader; None where no investigator holds it and no evidence supports it."""
    quoted = observations(graph, hypothesis, side)
    held_by = tuple(stance.lineage for stance in holders(finding, side))
    return Opinion(side=side, observations=quoted, lineages=held_by) if quoted or held_by else None


def _lead(graph: CogniGraph, hypothesis: HypothesisId, side: Side) -> SideLead | None:
    ours, opposing = _scales(graph, hypothesis, side)
    better, better_opposing = _scales(graph, hypothesis, side, least=BETTER)
    if not outweighs(ours, opposing) or side_units(better) < better_opposing:
        return None
    if side == "for" and any(units >= side_units(ours) for _, units in rivals(graph, hypothesis)):
        return None
    return SideLead(side, len(ours), side_units(ours), opposing)


def _scales(
    graph: CogniGraph, hypothesis: HypothesisId, side: Side, *, least: float = 0.0
) -> tuple[tuple[Term, ...], int]:
    """The voices of a side and what opposes it: against a claim, the support of its heaviest rival too.

    Only a rival that can be believed must be outweighed; one whose own evidence speaks against it need only
    be lighter. Its strength is worked out here: in the middle of an iteration the stored one may be old.

    An answered contradiction still weighs against the hypothesis here, but not in favour of denying it:
    an answer is a model's word, and must not make a verdict firmer on its own.
    """
    support = terms(graph, hypothesis, "SUPPORTS", least=least)
    if side == "against":
        return terms(graph, hypothesis, "CONTRADICTS", standing=True, least=least), side_units(support)
    opposing = [side_units(terms(graph, hypothesis, "CONTRADICTS", least=least))]
    opposing += [
        units
        for name, units in rivals(graph, hypothesis, least=least)
        if strength(graph, name) >= CONFLICT_STRENGTH
    ]
    return support, max(opposing)


def _contested(graph: CogniGraph, hypothesis: HypothesisId) -> tuple[HypothesisId, ...]:
    """The live claims in unresolved conflict with a hypothesis, however well supported."""
    unresolved = (edge for edge in graph.conflicts(hypothesis) if not edge.resolved)
    names = {end for edge in unresolved for end in (edge.first, edge.second)} - {hypothesis}
    return tuple(name for name in sorted(names, key=order) if graph.hypotheses[name].alive)


def _weighing(graph: CogniGraph, hypothesis: HypothesisId, side: Side) -> Iterator[ObservationId]:
    for edge in graph.evidence(hypothesis):
        standing = edge.type == edge_type(side) and edge.answered is None
        if standing and authority_of(graph, edge.observation) > 0:
            yield edge.observation

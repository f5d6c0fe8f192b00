"""The two sides of a finding and what they weigh: voices, not heads, in whole units."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judgement import Finding, Opinion, Side, Stance
from pathfinder.protocols.rules.stances import holders
from pathfinder.protocols.rules.status import CONFLICT_STRENGTH
from pathfinder.protocols.rules.strength import Term, authority_of, side_units, strength, terms

OUTWEIGHS_TIMES = 3
OUTWEIGHS_BY = 6_000
"""0.6 of authority x weight, in the ten-thousandths in which sides are summed."""
STANDS_FROM = 3
"""Opposition stands when it weighs one in this many of what it opposes."""


@dataclass(frozen=True, slots=True)
class Case:
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


def opposite(side: Side) -> Side:
    """The other side."""
    return "against" if side == "for" else "for"


def edge_type(side: Side) -> Literal["SUPPORTS", "CONTRADICTS"]:
    """The edges that speak for a side."""
    return "SUPPORTS" if side == "for" else "CONTRADICTS"


def case(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, side: Side) -> Case:
    """One side of a finding. Those who hold it without a quote that was found give it no weight."""
    return Case(side, terms(graph, hypothesis, edge_type(side), standing=True), holders(finding, side))


def stands(opposing_units: int, opposed_units: int) -> bool:
    """Opposition of this weight stands; what is lighter is a minority opinion."""
    return opposing_units > 0 and opposed_units <= STANDS_FROM * opposing_units


def outweighs(heavier_units: int, lighter_units: int) -> bool:
    """At least three times the weight, and 0.6 more."""
    ahead = heavier_units - lighter_units
    return heavier_units >= OUTWEIGHS_TIMES * lighter_units and ahead >= OUTWEIGHS_BY


def outweighing(graph: CogniGraph, hypothesis: HypothesisId) -> Side | None:
    """The side that outweighs the other; a rival's support weighs against the hypothesis.

    An answered contradiction still weighs against the hypothesis here, but not in favour of denying it:
    an answer is a model's word, and must not make a verdict firmer on its own.
    """
    support = side_units(terms(graph, hypothesis, "SUPPORTS"))
    opposition = [side_units(terms(graph, hypothesis, "CONTRADICTS"))]
    opposition += [units for _, units in rival_units(graph, hypothesis)]
    if outweighs(support, max(opposition)):
        return "for"
    denial = side_units(terms(graph, hypothesis, "CONTRADICTS", standing=True))
    return "against" if outweighs(denial, support) else None


def rival_units(graph: CogniGraph, hypothesis: HypothesisId) -> tuple[tuple[HypothesisId, int], ...]:
    """The live claims in unresolved conflict with a hypothesis that can be believed, and what supports each.

    Their strength is worked out here and not read from the graph: in the middle of an iteration the stored
    one may be older than the evidence.
    """
    unresolved = (edge for edge in graph.conflicts(hypothesis) if not edge.resolved)
    names = {end for edge in unresolved for end in (edge.first, edge.second)} - {hypothesis}
    return tuple(
        (name, side_units(terms(graph, name, "SUPPORTS")))
        for name in sorted(names, key=order)
        if graph.hypotheses[name].alive and strength(graph, name) >= CONFLICT_STRENGTH
    )


def observations(graph: CogniGraph, hypothesis: HypothesisId, side: Side) -> tuple[ObservationId, ...]:
    """The evidence of a side that counts; against a hypothesis, that of its rivals too."""
    found = set(_weighing(graph, hypothesis, side))
    if side == "against":
        for rival, _ in rival_units(graph, hypothesis):
            found |= set(_weighing(graph, rival, "for"))
    return tuple(sorted(found, key=order))


def opinion(graph: CogniGraph, hypothesis: HypothesisId, finding: Finding, side: Side) -> Opinion | None:
    """One side's case for the reader; None where nobody holds it and nothing speaks for it."""
    quoted = observations(graph, hypothesis, side)
    held_by = tuple(stance.lineage for stance in holders(finding, side))
    return Opinion(side=side, observations=quoted, lineages=held_by) if quoted or held_by else None


def _weighing(graph: CogniGraph, hypothesis: HypothesisId, side: Side) -> Iterator[ObservationId]:
    for edge in graph.evidence(hypothesis):
        standing = edge.type == edge_type(side) and edge.answered is None
        if standing and authority_of(graph, edge.observation) > 0:
            yield edge.observation

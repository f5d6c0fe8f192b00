"""Which reported claims are one claim, and which hypothesis each of them is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pathfinder.protocols.calls.explorer_reports import ClaimRef, PairLabel, ReportedClaim
from pathfinder.protocols.graph.index import same_form
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order


@dataclass(frozen=True, slots=True)
class Group:
    """Claims that say the same, in the order they were reported."""

    members: tuple[ClaimRef, ...]
    hypothesis: HypothesisId | None
    """The hypothesis of the graph that says it already."""


def groups(
    claims: Mapping[ClaimRef, ReportedClaim], labels: Iterable[PairLabel], graph: CogniGraph
) -> tuple[Group, ...]:
    """Claims joined by their form and by the Judge's word "same", whatever order the labels are in.

    A claim may join a rejected hypothesis. Where a group meets several hypotheses the lowest id takes it:
    merging known hypotheses is the business of a resolution.
    """
    same = [label for label in labels if label.label == "same" and label.claim in claims]
    leader = {ref: ref for ref in claims}
    place = {ref: number for number, ref in enumerate(claims)}

    def lead(ref: ClaimRef) -> ClaimRef:
        while leader[ref] != ref:
            ref = leader[ref]
        return ref

    def join(one: ClaimRef, other: ClaimRef) -> None:
        first, second = sorted((lead(one), lead(other)), key=place.__getitem__)
        leader[second] = first

    first_of: dict[str, ClaimRef] = {}
    for ref, claim in claims.items():
        join(ref, first_of.setdefault(same_form(claim.summary), ref))
    for label in same:
        if isinstance(label.other, ClaimRef) and label.other in claims:
            join(label.claim, label.other)

    members: dict[ClaimRef, list[ClaimRef]] = {}
    met: dict[ClaimRef, set[HypothesisId]] = {}
    for ref, claim in claims.items():
        members.setdefault(lead(ref), []).append(ref)
        known = graph.index.claims.get(same_form(claim.summary))
        met.setdefault(lead(ref), set()).update(_alive_names(graph, known))
    for label in same:
        if not isinstance(label.other, ClaimRef):
            met[lead(label.claim)].update(_alive_names(graph, label.other))
    return tuple(
        Group(tuple(refs), min(met[first], key=order, default=None)) for first, refs in members.items()
    )


def surviving(graph: CogniGraph, name: HypothesisId) -> HypothesisId | None:
    """The hypothesis a name stands for today: itself, or what it was merged into; None if unknown."""
    known = graph.hypotheses.get(name)
    while known is not None and known.merged_into is not None:
        name, known = known.merged_into, graph.hypotheses.get(known.merged_into)
    return name if known is not None else None


def _alive_names(graph: CogniGraph, name: HypothesisId | None) -> tuple[HypothesisId, ...]:
    found = None if name is None else surviving(graph, name)
    return () if found is None else (found,)

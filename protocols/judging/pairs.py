"""Pairs of claims that the Judge labelled: which exclude each other, and which are shown side by side."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from pathfinder.protocols.calls.explorer_reports import ClaimRef, PairLabel
from pathfinder.protocols.evidence.identity import surviving
from pathfinder.protocols.graph.edits import RelateHypotheses, WidenHypothesis
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge, EvidenceEdge, Weight
from pathfinder.protocols.ids import HypothesisId, Iid, ObservationId, order

OF_A_CASE: Weight = 0.5
"""The most that evidence on a case weighs for the more general claim: it is indirect."""


def opposed(
    graph: CogniGraph, names: Mapping[ClaimRef, HypothesisId], labels: Sequence[PairLabel]
) -> list[ConflictEdge]:
    """Two claims the Judge calls opposed are a conflict, once for the pair."""
    edges = [
        ConflictEdge(first=first, second=second, created_at=graph.iteration, found_by=iid)
        for (first, second), iid in _labelled(graph, names, labels, "opposes")
    ]
    return [edge for edge in edges if edge.key not in graph.index.place_of]


def related(
    graph: CogniGraph, names: Mapping[ClaimRef, HypothesisId], labels: Sequence[PairLabel]
) -> Iterator[RelateHypotheses]:
    """Two claims that say the same of different subjects; not if they are, or were, opposed."""
    excluded = {pair for pair, _ in _labelled(graph, names, labels, "opposes")}
    for (first, second), _ in _labelled(graph, names, labels, "related"):
        known = graph.hypotheses[first].related if first in graph.hypotheses else ()
        conflict = ConflictEdge(first=first, second=second, created_at=graph.iteration)
        if (first, second) in excluded or conflict.key in graph.index.place_of or second in known:
            continue
        yield RelateHypotheses(first=first, second=second)


def widened(
    graph: CogniGraph, names: Mapping[ClaimRef, HypothesisId], labels: Sequence[PairLabel]
) -> Iterator[WidenHypothesis]:
    """A claim that is a case of a more general one points at it, each pair once."""
    found: set[tuple[HypothesisId, HypothesisId]] = set()
    for label in labels:
        one, other = _ends(graph, names, label)
        if label.label not in ("narrower", "wider") or one is None or other is None or one == other:
            continue
        found.add((one, other) if label.label == "narrower" else (other, one))
    for narrow, wide in sorted(found, key=lambda pair: (order(pair[0]), order(pair[1]))):
        known = graph.hypotheses[narrow].wider if narrow in graph.hypotheses else ()
        # Two labels may call each the narrower one: then neither is.
        if wide not in known and (wide, narrow) not in found:
            yield WidenHypothesis(hypothesis=narrow, wider=wide)


def inherited(graph: CogniGraph) -> tuple[EvidenceEdge, ...]:
    """Evidence for a special case supports the more general claim indirectly, if it is not linked already."""
    found: dict[tuple[ObservationId, HypothesisId], EvidenceEdge] = {}
    for narrow, claim in graph.alive().items():
        for wide in (other for name in claim.wider if (other := surviving(graph, name)) is not None):
            linked = {edge.observation for edge in graph.evidence(wide)}
            for edge in graph.evidence(narrow):
                if wide == narrow or edge.type != "SUPPORTS" or edge.observation in linked:
                    continue
                case = {
                    "hypothesis": wide,
                    "weight": min(edge.weight, OF_A_CASE),
                    "created_at": graph.iteration,
                    "basis": f"{narrow} is a case of it",
                }
                known = edge.model_copy(update=case)
                # A link that the counter-review struck stays struck.
                if known.key not in graph.index.place_of:
                    found.setdefault((edge.observation, wide), known)
    return tuple(found.values())


def _ends(
    graph: CogniGraph, names: Mapping[ClaimRef, HypothesisId], label: PairLabel
) -> tuple[HypothesisId | None, HypothesisId | None]:
    other = names.get(label.other) if isinstance(label.other, ClaimRef) else surviving(graph, label.other)
    return names.get(label.claim), other


def _labelled(
    graph: CogniGraph,
    names: Mapping[ClaimRef, HypothesisId],
    labels: Iterable[PairLabel],
    wanted: Literal["opposes", "related"],
) -> list[tuple[tuple[HypothesisId, HypothesisId], Iid]]:
    """The pairs of hypotheses with a label, each once, with the first investigator who brought one."""
    found: dict[tuple[HypothesisId, HypothesisId], Iid] = {}
    for label in labels:
        one, other = _ends(graph, names, label)
        if label.label != wanted or one is None or other is None or one == other:
            continue
        first, second = sorted((one, other), key=order)
        found[first, second] = min(label.claim.iid, found.get((first, second), label.claim.iid))
    return sorted(found.items(), key=lambda item: (order(item[0][0]), order(item[0][1])))

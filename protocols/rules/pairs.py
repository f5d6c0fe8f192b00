"""Pairs of claims that the Judge labelled: what excludes each other, and what is told side by side."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from pathfinder.protocols.edits import RelateHypotheses
from pathfinder.protocols.graph import CogniGraph, ConflictEdge
from pathfinder.protocols.ids import HypothesisId, Iid, order
from pathfinder.protocols.reports import ClaimRef, PairLabel
from pathfinder.protocols.rules.identity import surviving


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


def _labelled(
    graph: CogniGraph,
    names: Mapping[ClaimRef, HypothesisId],
    labels: Iterable[PairLabel],
    wanted: Literal["opposes", "related"],
) -> list[tuple[tuple[HypothesisId, HypothesisId], Iid]]:
    """The pairs of hypotheses with a label, each once, with the first investigator who brought one."""
    found: dict[tuple[HypothesisId, HypothesisId], Iid] = {}
    for label in labels:
        one = names.get(label.claim)
        other = names.get(label.other) if isinstance(label.other, ClaimRef) else surviving(graph, label.other)
        if label.label != wanted or one is None or other is None or one == other:
            continue
        first, second = sorted((one, other), key=order)
        found[first, second] = min(label.claim.iid, found.get((first, second), label.claim.iid))
    return sorted(found.items(), key=lambda item: (order(item[0][0]), order(item[0][1])))

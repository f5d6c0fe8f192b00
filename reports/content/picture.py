"""The CogniGraph as it can be drawn."""

from collections.abc import Iterator

from pathfinder.protocols.evidence.strength import authority_of
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge, EvidenceEdge
from pathfinder.protocols.ids import order as by_id
from pathfinder.reports.content.model_words import Saying
from pathfinder.reports.content.record import Link, Node, Picture


def picture(say: Saying) -> Picture:
    """Every claim and every quote, and what holds them together."""
    graph = say.graph
    hypotheses = [
        Node(
            id=name,
            kind="hypothesis",
            label=say.claim(name).text,
            strength=known.strength,
            status=known.status,
            tag=None if known.verdict is None else known.verdict.tag,
            side=None if known.verdict is None else known.verdict.side,
            created=known.created_at + 1,
        )
        for name, known in sorted(graph.hypotheses.items(), key=lambda item: by_id(item[0]))
    ]
    observations = [
        Node(
            id=name,
            kind="observation",
            label=(known.quote or "") if known.verified else "",
            strength=authority_of(graph, name),
            source_type=known.source_type,
            created=known.created_at + 1,
        )
        for name, known in sorted(graph.observations.items(), key=lambda item: by_id(item[0]))
    ]
    return Picture(nodes=(*hypotheses, *observations), links=tuple(_links(graph)))


def _links(graph: CogniGraph) -> Iterator[Link]:
    for edge in graph.edges:
        match edge:
            case EvidenceEdge():
                yield Link(
                    source=edge.observation,
                    target=edge.hypothesis,
                    kind=edge.type,
                    weight=edge.weight,
                    settled=edge.answered is not None,
                    created=edge.created_at + 1,
                )
            case ConflictEdge():
                yield Link(
                    source=edge.first,
                    target=edge.second,
                    kind="CONFLICTS",
                    weight=edge.weight,
                    settled=edge.resolved,
                    created=edge.created_at + 1,
                )
    for name in sorted(graph.hypotheses, key=by_id):
        known = graph.hypotheses[name]
        if known.merged_into is not None:
            at = known.created_at if known.rejected_at is None else known.rejected_at
            yield Link(source=name, target=known.merged_into, kind="MERGED", weight=1.0, created=at + 1)

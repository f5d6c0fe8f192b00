"""What must hold of every graph, whatever was put into it. Used on loading, by `verify` and in tests."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, assert_never

from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge, Edge, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId


class Breach(NamedTuple):
    """One thing that is wrong, and where."""

    place: str
    problem: str


def breaches(graph: CogniGraph) -> Iterator[Breach]:
    """Every structural fault of a graph, in the order of the file."""
    yield from _sub_questions(graph)
    yield from _observations(graph)
    yield from _hypotheses(graph)
    yield from _edges(graph)
    yield from _concepts(graph)


def _sub_questions(graph: CogniGraph) -> Iterator[Breach]:
    for name, part in graph.sub_questions.items():
        for needed in part.depends_on:
            if needed not in graph.sub_questions:
                yield Breach(f"sub_questions.{name}", f"it depends on {needed}, which is not there")
        for answer in part.answered_by:
            if answer not in graph.hypotheses:
                yield Breach(f"sub_questions.{name}", f"it is answered by {answer}, which is not there")


def _observations(graph: CogniGraph) -> Iterator[Breach]:
    for name, observation in graph.observations.items():
        if observation.page is not None and observation.page not in graph.sources:
            yield Breach(f"observations.{name}", f"its page {observation.page[:12]} is not among the sources")


def _hypotheses(graph: CogniGraph) -> Iterator[Breach]:
    for name, hypothesis in graph.hypotheses.items():
        place = f"hypotheses.{name}"
        if hypothesis.merged_into is not None and hypothesis.merged_into not in graph.hypotheses:
            yield Breach(place, f"it is merged into {hypothesis.merged_into}, which is not there")
        if _goes_round(graph, name):
            yield Breach(place, "following what it is merged into leads back to it")
        for origin in hypothesis.derived_from:
            if origin not in graph.hypotheses and origin not in graph.observations:
                yield Breach(place, f"it is derived from {origin}, which is not there")
        finding = graph.findings.get(name)
        if finding is not None and finding.verdict != hypothesis.verdict:
            yield Breach(place, "its verdict is not that of its finding")
    for name in graph.findings:
        if name not in graph.hypotheses:
            yield Breach(f"findings.{name}", "there is no such hypothesis")


def _goes_round(graph: CogniGraph, name: HypothesisId) -> bool:
    seen: set[HypothesisId] = set()
    at: HypothesisId | None = name
    while at is not None and at not in seen:
        seen.add(at)
        known = graph.hypotheses.get(at)
        at = None if known is None else known.merged_into
    return at is not None


def _edges(graph: CogniGraph) -> Iterator[Breach]:
    times = Counter(edge.key for edge in graph.edges)
    for place, edge in enumerate(graph.edges):
        where = f"edges[{place}]"
        for name in _missing_ends(graph, edge):
            yield Breach(where, f"it leads to {name}, which is not there")
        if isinstance(edge, ConflictEdge) and edge.first == edge.second:
            yield Breach(where, f"{edge.first} conflicts with itself")
        if times[edge.key] > 1:
            yield Breach(where, f"the edge {' '.join(edge.key)} stands more than once")


def _missing_ends(graph: CogniGraph, edge: Edge) -> list[str]:
    match edge:
        case EvidenceEdge():
            missing = [] if edge.observation in graph.observations else [str(edge.observation)]
            return missing + [name for name in (edge.hypothesis,) if name not in graph.hypotheses]
        case ConflictEdge():
            return [name for name in (edge.first, edge.second) if name not in graph.hypotheses]
        case _:
            assert_never(edge)


def _concepts(graph: CogniGraph) -> Iterator[Breach]:
    for place, relation in enumerate(graph.concepts.relations):
        for end in (relation.origin, relation.to):
            if end not in graph.concepts.nodes:
                yield Breach(f"concepts.relations[{place}]", f"it names {end}, which is not there")

"""What an audit point does to the graph. The model names it; these rules check its ground.

A contradiction between two claims is a conflict at once. A fact is discounted only where the counter-review
upholds the point and code can see the ground: a later date or version, words taken from elsewhere, or a
statement without a witness against a measurement. Everything else is a caveat for the writer.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations

from pathfinder.protocols.evidence.identity import surviving
from pathfinder.protocols.evidence.strength import authority_of
from pathfinder.protocols.graph.edits import AddEdge, DiscountObservation
from pathfinder.protocols.graph.types import AuditPoint, CogniGraph, ConflictEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judging.conflicts import find_conflict

MOST_POINTS = 60
"""Points that a session keeps; of more, the older ones of the lowest rank go."""
_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:[-./년 ]{1,2}(\d{1,2}))?(?:[-./월 ]{1,2}(\d{1,2}))?(?!\d)")
_VERSION = re.compile(r"(?<![\d.])(\d+(?:\.\d+)+)")
_UNWITNESSED = ("asserted", "opinion", "promise", "secondhand")
_WITNESSED = ("measured", "documented")


def conflicts_of(graph: CogniGraph, points: Iterable[AuditPoint]) -> tuple[AddEdge, ...]:
    """A conflict for each contradiction that names two living claims, each pair once."""
    edges: dict[tuple[str, str, str], AddEdge] = {}
    for point in points:
        if point.kind != "contradiction":
            continue
        names = {surviving(graph, name) for name in point.hypotheses}
        alive = sorted(
            (name for name in names if name is not None and graph.hypotheses[name].alive), key=order
        )
        for first, second in combinations(alive[:2], 2):
            if find_conflict(graph, first, second) is None:
                edge = ConflictEdge(first=first, second=second, created_at=graph.iteration)
                edges.setdefault(edge.key, AddEdge(edge=edge))
    return tuple(edges.values())


def discounts_of(graph: CogniGraph, points: Iterable[AuditPoint]) -> tuple[DiscountObservation, ...]:
    """The facts that lose their weight: the point is upheld, and its ground can be seen."""
    found: dict[ObservationId, DiscountObservation] = {}
    for point in points:
        if not point.upheld:
            continue
        for name in point.observations:
            known = graph.observations.get(name)
            if known is None or known.discounted or name in found or name in point.shown_by:
                continue
            if any(
                _ground(graph, point, name, shown) for shown in point.shown_by if shown in graph.observations
            ):
                found[name] = DiscountObservation(observation=name, because=f"{point.kind}: {point.text}")
    return tuple(found.values())


def merged_points(earlier: Sequence[AuditPoint], new: Sequence[AuditPoint]) -> tuple[AuditPoint, ...]:
    """The points of all audits, the newest of two on the same facts; never more than a session keeps."""
    kept = {(point.kind, frozenset(point.observations)): point for point in (*earlier, *new)}
    points = list(kept.values())
    worth = sorted(
        range(len(points)), key=lambda place: (-points[place].rank, -points[place].iteration, place)
    )
    return tuple(points[place] for place in sorted(worth[:MOST_POINTS]))


def touched(graph: CogniGraph, discounted: Iterable[DiscountObservation]) -> set[HypothesisId]:
    """The hypotheses whose evidence the discounts change."""
    names = {edit.observation for edit in discounted}
    return {name for name in graph.hypotheses for edge in graph.evidence(name) if edge.observation in names}


def _ground(graph: CogniGraph, point: AuditPoint, losing: ObservationId, shown: ObservationId) -> bool:
    """Whether code can see why one fact gives way to the other."""
    one, other = graph.observations[losing], graph.observations[shown]
    match point.kind:
        case "outdated":
            return _later(_when(graph, shown), _when(graph, losing))
        case "copy":
            return one.kind == "secondhand"
        case "wrong":
            better = authority_of(graph, shown) >= authority_of(graph, losing)
            return better and one.kind in _UNWITNESSED and other.kind in _WITNESSED
        case _:
            return False


def _when(graph: CogniGraph, name: ObservationId) -> tuple[str, tuple[int, ...]] | None:
    """The date or version of a fact: what it says itself, or the date of its page."""
    known = graph.observations[name]
    page = graph.sources[known.page].date if known.page is not None else ""
    for text in (known.as_of, page):
        if found := _DATE.search(text):
            return "date", tuple(int(part) for part in found.groups() if part)
        if found := _VERSION.search(text):
            return "version", tuple(int(part) for part in found[1].split("."))
    return None


def _later(one: tuple[str, tuple[int, ...]] | None, other: tuple[str, tuple[int, ...]] | None) -> bool:
    """Whether one is certainly after the other: the same kind of time, and larger where both say it."""
    if one is None or other is None or one[0] != other[0]:
        return False
    shared = min(len(one[1]), len(other[1]))
    return one[1][:shared] > other[1][:shared]

"""What an audit point does to the graph, and what it may not do."""

import pytest

from pathfinder.protocols.evidence.strength import authority_of, strength
from pathfinder.protocols.graph.edits import AddObservation, AddSource, GraphEdit, Reject
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import AuditPoint, CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.auditing import (
    MOST_POINTS,
    conflicts_of,
    discounts_of,
    merged_points,
    touched,
)
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, an_observation, crossing, page_hash

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")
OLD, NEW = ObservationId("obs_1"), ObservationId("obs_2")


def graph_with(old: dict[str, object], new: dict[str, object], **dates: str) -> CogniGraph:
    """Two facts of two pages: the first supports hyp_A1, the second hyp_A2."""
    edits: list[GraphEdit] = []
    for number, fields in ((1, old), (2, new)):
        source = a_source(
            f"https://v{number}.example/a",
            str(fields.pop("type", "blog")),
            date=dates.get(f"page{number}", ""),
        )
        page = page_hash(f"page {number}")
        observation = an_observation(source, page, **fields)
        edits += [
            AddSource(page=page, source=source),
            AddObservation(name=ObservationId(f"obs_{number}"), observation=observation),
        ]
    claims = [(A1, a_hypothesis("A holds.")), (A2, a_hypothesis("B holds."))]
    return apply(a_graph(claims, *edits), [crossing(1, A1, "SUPPORTS"), crossing(2, A2, "SUPPORTS")])


def point(kind: str, **fields: object) -> AuditPoint:
    defaults: dict[str, object] = {
        "kind": kind,
        "text": "so",
        "observations": [OLD],
        "shown_by": [NEW],
        "upheld": True,
    }
    return AuditPoint.model_validate(defaults | fields)


@pytest.mark.parametrize(
    ("kind", "old", "new", "dates", "discounted"),
    [
        ("outdated", {"as_of": "2020-04"}, {"as_of": "2020-10-29"}, {}, True),
        ("outdated", {"as_of": "2020-10"}, {"as_of": "2020"}, {}, False),
        ("outdated", {}, {}, {"page1": "2018-01-02", "page2": "2024-05-06"}, True),
        ("outdated", {}, {}, {"page1": "2024-01-02", "page2": "2018"}, False),
        ("outdated", {"as_of": "version 1.9"}, {"as_of": "1.24.3"}, {}, True),
        ("outdated", {"as_of": "version 1.9"}, {"as_of": "2024"}, {}, False),
        ("outdated", {}, {"as_of": "2024"}, {}, False),
        ("copy", {"kind": "secondhand"}, {}, {}, True),
        ("copy", {"kind": "measured"}, {}, {}, False),
        ("wrong", {"kind": "asserted"}, {"kind": "measured"}, {}, True),
        ("wrong", {"kind": "measured"}, {"kind": "measured"}, {}, False),
        ("wrong", {"kind": "asserted", "type": "paper"}, {"kind": "measured"}, {}, False),
        ("method", {"kind": "asserted"}, {"kind": "measured"}, {}, False),
    ],
)
def test_a_fact_is_discounted_only_where_code_can_see_why(
    kind: str, old: dict[str, object], new: dict[str, object], dates: dict[str, str], *, discounted: bool
) -> None:
    graph = graph_with(dict(old), dict(new), **dates)
    edits = discounts_of(graph, [point(kind)])
    assert bool(edits) is discounted
    assert discounts_of(graph, [point(kind, upheld=False)]) == ()
    assert discounts_of(graph, [point(kind, upheld=None)]) == ()
    after = apply(graph, edits)
    assert (authority_of(after, OLD) == 0) is discounted
    assert touched(graph, edits) == ({A1} if discounted else set())
    assert discounts_of(after, [point(kind)]) == ()


def test_a_discounted_fact_moves_no_strength() -> None:
    graph = graph_with({"kind": "secondhand"}, {})
    assert strength(apply(graph, discounts_of(graph, [point("copy")])), A1) < strength(graph, A1)


def test_a_fact_that_shows_the_point_or_is_not_there_is_never_discounted() -> None:
    graph = graph_with({"kind": "secondhand"}, {"kind": "secondhand"})
    assert discounts_of(graph, [point("copy", observations=[NEW])]) == ()
    assert discounts_of(graph, [point("copy", observations=["obs_9"])]) == ()
    assert discounts_of(graph, [point("copy", shown_by=["obs_9"])]) == ()


def test_a_contradiction_of_two_living_claims_is_a_conflict_once() -> None:
    graph = graph_with({}, {})
    named = point("contradiction", hypotheses=[A2, A1])
    (edit,) = conflicts_of(graph, [named, named])
    after = apply(graph, [edit])
    assert [(edge.first, edge.second) for edge in after.active_conflicts()] == [(A1, A2)]
    assert conflicts_of(after, [named]) == ()
    assert conflicts_of(graph, [point("method", hypotheses=[A1, A2])]) == ()
    assert conflicts_of(graph, [point("contradiction", hypotheses=[A1])]) == ()
    dead = apply(graph, [Reject(hypothesis=A2, at=0, because="weak")])
    assert conflicts_of(dead, [named]) == ()


def test_a_known_conflict_is_not_opened_twice() -> None:
    graph = apply(graph_with({}, {}), [a_conflict(A1, A2, resolved=True)])
    assert conflicts_of(graph, [point("contradiction", hypotheses=[A1, A2])]) == ()


def test_points_on_the_same_facts_are_kept_once_and_the_least_go_first() -> None:
    first, again = point("method", text="old"), point("method", text="new", iteration=1)
    assert merged_points([first], [again]) == (again,)
    many = [point("method", observations=[f"obs_{n}"], rank=1) for n in range(1, MOST_POINTS + 2)]
    weighty = point("wrong", observations=["obs_500"], rank=3)
    kept = merged_points(many, [weighty])
    assert len(kept) == MOST_POINTS
    assert weighty in kept

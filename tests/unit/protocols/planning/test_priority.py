"""Priority is half strength, three tenths density in voices, two tenths recency."""

from dataclasses import dataclass
from typing import Any

import pytest

from pathfinder.protocols.graph.edits import CloseIteration, GraphEdit, Reject
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.planning.priority import active_five, priority, ranked, updated_at
from tests.builders import a_graph, a_hypothesis, a_source, evidence

A1 = HypothesisId("hyp_A1")


def one(*edits: GraphEdit, at: int = 10, **fields: Any) -> CogniGraph:
    """A graph at iteration `at` with one hypothesis of strength 0.6 made in iteration 0."""
    graph = a_graph([("hyp_A1", a_hypothesis(**{"strength": 0.6, **fields}))], *edits)
    return apply(graph, [CloseIteration()] * at)


def spoken(number: int, type_: str = "SUPPORTS", host: str | None = None, **fields: Any) -> list[GraphEdit]:
    return evidence(
        number, "hyp_A1", a_source(f"https://{host or f'h{number}'}.example/{number}"), type_, **fields
    )


def test_a_hypothesis_nothing_happened_to_has_half_its_recency() -> None:
    assert priority(one(), A1) == pytest.approx(0.3 + 0 + 0.1)


def test_two_voices_for_and_one_against_are_a_density_of_fifteen_hundredths() -> None:
    graph = one(*spoken(1), *spoken(2), *spoken(3, "CONTRADICTS"))
    assert priority(graph, A1) == pytest.approx(0.3 + 0.3 * 0.15 + 0.1)


def test_copies_of_one_publisher_count_once() -> None:
    once = one(*spoken(1, host="blog"))
    often = one(*(edit for number in range(1, 8) for edit in spoken(number, host="blog")))
    assert priority(once, A1) == priority(often, A1)


def test_density_stays_between_0_and_1() -> None:
    much = one(*(edit for number in range(1, 13) for edit in spoken(number)))
    assert priority(much, A1) == pytest.approx(0.3 + 0.3 + 0.1)
    against = one(*spoken(1, "CONTRADICTS"))
    assert priority(against, A1) == pytest.approx(0.3 + 0 + 0.1)


@dataclass(frozen=True)
class Case:
    id: str
    fields: dict[str, Any]
    linked: int
    updated: int


@pytest.mark.parametrize(
    "case",
    [
        Case("made", {"created_at": 3}, 0, 3),
        Case("visited after it was made", {"created_at": 3, "last_visited": 7}, 0, 7),
        Case("linked to evidence by another Explorer", {"created_at": 3, "last_visited": 7}, 8, 8),
        Case("visited after the last evidence", {"created_at": 3, "last_visited": 9}, 8, 9),
    ],
    ids=lambda case: case.id,
)
def test_it_is_updated_by_what_happened_last(case: Case) -> None:
    assert updated_at(one(*spoken(1, created_at=case.linked), **case.fields), A1) == case.updated


def test_two_iterations_ago_is_recent_and_three_is_not() -> None:
    recent, stale = one(last_visited=8), one(last_visited=7)
    assert priority(recent, A1) - priority(stale, A1) == pytest.approx(0.1)


def test_the_active_five_are_the_first_by_priority_and_of_equals_the_lower_id() -> None:
    strengths = {"hyp_A10": 0.6, "hyp_A2": 0.6, "hyp_B1": 0.9, "hyp_A3": 0.5, "hyp_A4": 0.4, "hyp_A5": 0.3}
    graph = a_graph([(name, a_hypothesis(name, strength=strength)) for name, strength in strengths.items()])
    assert active_five(graph) == ("hyp_B1", "hyp_A2", "hyp_A10", "hyp_A3", "hyp_A4")
    assert ranked(graph) == (*active_five(graph), "hyp_A5")


def test_the_rejected_are_out_of_focus() -> None:
    assert active_five(one(Reject(hypothesis=A1, at=0, because="refuted"))) == ()

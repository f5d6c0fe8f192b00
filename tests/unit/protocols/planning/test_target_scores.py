"""Every living hypothesis is in a class; inside it the open, the unseen and the long waiting come first."""

from dataclasses import dataclass
from typing import Any

import pytest

from pathfinder.protocols.calls.targets import KeywordTarget, code
from pathfinder.protocols.graph.edits import AddKeyword, CloseIteration, GraphEdit, UseKeyword
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Hypothesis, Keyword
from pathfinder.protocols.planning.round_robin import TargetClass
from pathfinder.protocols.planning.target_scores import (
    OVERDUE,
    candidates,
    classes_of,
    most_head_start,
    resting,
    waiting,
)
from tests.builders import a_conflict, a_graph, a_hypothesis

NOW = 50


def seen(strength: float = 0.5, last_visited: int = NOW - 1, visits: int = 1, **fields: Any) -> Hypothesis:
    return a_hypothesis(
        **{
            "status": "tested",
            "strength": strength,
            "visit_count": visits,
            "last_visited": last_visited,
            **fields,
        }
    )


def world(hypotheses: dict[str, Hypothesis], *edits: GraphEdit, at: int = NOW) -> CogniGraph:
    named = [(name, known.model_copy(update={"summary": name})) for name, known in hypotheses.items()]
    return apply(a_graph(named, *edits), [CloseIteration()] * at)


def order_in(graph: CogniGraph, class_: TargetClass) -> list[str]:
    return [code(target) for target in candidates(graph)[class_]]


@dataclass(frozen=True)
class Case:
    id: str
    hypothesis: Hypothesis
    classes: tuple[int, ...]


@pytest.mark.parametrize(
    "case",
    [
        Case("unvisited idea", a_hypothesis(type="B"), (2,)),
        Case("unvisited claim", a_hypothesis(), (3,)),
        Case("uncertain", seen(0.5), (4,)),
        Case("strong but lacking something", seen(0.7), (4,)),
        Case("weak", seen(0.3), (4,)),
        Case("too weak, and its status is due", seen(0.2), (4,)),
        Case("verified", seen(0.8, status="verified"), (7,)),
        Case("verified, nearly overdue", seen(0.8, NOW - OVERDUE + 1, status="verified"), (7,)),
        Case("verified and overdue", seen(0.8, NOW - OVERDUE, status="verified"), (4, 7)),
        Case("rejected", seen(0.1, status="rejected"), ()),
    ],
    ids=lambda case: case.id,
)
def test_the_class_of_a_hypothesis(case: Case) -> None:
    assert classes_of(case.hypothesis, NOW) == case.classes


def test_waiting_counts_from_the_last_visit_or_else_from_the_start() -> None:
    assert waiting(a_hypothesis(created_at=20), NOW) == 30
    assert waiting(seen(last_visited=45, created_at=20), NOW) == 5
    assert waiting(a_hypothesis(created_at=NOW + 3), NOW) == 0


@pytest.mark.parametrize(("attempts", "rest"), [(1, 2), (2, 4), (3, 8), (4, 16), (5, 16), (10**6, 16)])
def test_a_target_that_brought_nothing_rests_longer_each_time(attempts: int, rest: int) -> None:
    tired = seen(attempts=attempts, last_attempt=10)
    assert [resting(tired, 10 + after) for after in (1, rest, rest + 1)] == [True, True, False]


def test_without_attempts_or_without_a_date_there_is_no_rest() -> None:
    assert not resting(seen(attempts=0, last_attempt=NOW), NOW)
    assert not resting(seen(attempts=3, last_attempt=None), NOW)


def test_what_rests_is_in_no_class() -> None:
    tired: dict[str, Any] = {"attempts": 1, "last_attempt": NOW - 1}
    graph = world(
        {"hyp_A1": seen(**tired), "hyp_A2": seen(), "hyp_A3": seen()},
        a_conflict("hyp_A2", "hyp_A3", **tired),
        AddKeyword(keyword=Keyword(keyword="heat", **tired)),
    )
    assert order_in(graph, 1) == []
    assert order_in(graph, 4) == ["HYPA2", "HYPA3"]
    assert order_in(graph, 5) == []


def test_the_open_question_goes_before_the_nearly_settled_one() -> None:
    strengths = {"hyp_A1": 0.9, "hyp_A2": 0.5, "hyp_A3": 0.7}
    graph = world({name: a_hypothesis(strength=strength) for name, strength in strengths.items()})
    assert order_in(graph, 3) == ["HYPA2", "HYPA3", "HYPA1"]


def test_what_matters_more_for_the_question_goes_first_among_the_equally_open() -> None:
    graph = world({"hyp_A1": seen(importance=1), "hyp_A2": seen(importance=3), "hyp_A3": seen(importance=2)})
    assert order_in(graph, 4) == ["HYPA2", "HYPA3", "HYPA1"]


def test_the_less_visited_goes_first() -> None:
    assert order_in(world({"hyp_A1": seen(visits=5), "hyp_A2": seen(visits=4)}), 4) == ["HYPA2", "HYPA1"]


def test_ten_iterations_of_waiting_are_worth_one_point() -> None:
    ahead = a_hypothesis(strength=0.5, created_at=20)
    behind = {back: a_hypothesis(strength=1.0, created_at=20 - back) for back in (9, 10, 11)}
    assert order_in(world({"hyp_A1": ahead, "hyp_A2": behind[9]}), 3)[0] == "HYPA1"
    assert order_in(world({"hyp_A1": ahead, "hyp_A2": behind[11]}), 3)[0] == "HYPA2"
    # A tie goes by priority, and the stronger one has more of it.
    assert order_in(world({"hyp_A1": ahead, "hyp_A2": behind[10]}), 3)[0] == "HYPA2"


def test_equals_go_by_id_as_people_count() -> None:
    assert order_in(world({"hyp_A10": seen(), "hyp_A9": seen()}), 4) == ["HYPA9", "HYPA10"]


@pytest.mark.parametrize("strength", [0.35, 0.65])
def test_in_class_4_the_uncertain_come_first(strength: float) -> None:
    outside = 0.66 if strength == 0.65 else 0.34
    graph = world({"hyp_A1": seen(outside, NOW - 5), "hyp_A2": seen(strength)})
    assert order_in(graph, 4) == ["HYPA2", "HYPA1"]


def test_in_class_4_the_others_have_their_turn_after_waiting_long_enough() -> None:
    graph = world({"hyp_A1": seen(0.7, NOW - 14), "hyp_A2": seen(0.5)})
    assert order_in(graph, 4) == ["HYPA1", "HYPA2"]


def test_only_tested_hypotheses_get_the_bonus_of_the_uncertain() -> None:
    verified = seen(0.65, NOW - OVERDUE, status="verified")
    graph = world({"hyp_A1": verified, "hyp_A2": seen(0.65, NOW - OVERDUE)})
    assert order_in(graph, 4) == ["HYPA2", "HYPA1"]


def test_among_the_verified_the_one_not_seen_for_longest_goes_first() -> None:
    sure, open_ = seen(1.0, 20, 9, status="verified"), seen(0.65, 21, 2, status="verified")
    assert order_in(world({"hyp_A1": open_, "hyp_A2": sure}), 7) == ["HYPA2", "HYPA1"]


def test_pairs_go_by_openness_tries_and_age() -> None:
    strengths = {"hyp_A1": 0.5, "hyp_A2": 0.5, "hyp_A3": 0.9, "hyp_A4": 0.9}
    hypotheses = {name: seen(strength) for name, strength in strengths.items()}
    graph = world(hypotheses, a_conflict("hyp_A4", "hyp_A3"), a_conflict("hyp_A2", "hyp_A1"))
    assert order_in(graph, 1) == ["HYPA1xHYPA2", "HYPA3xHYPA4"]
    fresher = a_conflict("hyp_A2", "hyp_A1", created_at=40)
    assert order_in(world(hypotheses, a_conflict("hyp_A4", "hyp_A3"), fresher), 1)[0] == "HYPA3xHYPA4"
    tried = a_conflict("hyp_A2", "hyp_A1", attempts=2, last_attempt=30)
    assert order_in(world(hypotheses, a_conflict("hyp_A4", "hyp_A3"), tried), 1)[0] == "HYPA3xHYPA4"


def test_equal_pairs_go_by_the_stronger_priority_then_by_id() -> None:
    strengths = {"hyp_A1": 0.4, "hyp_A2": 0.4, "hyp_A3": 0.4, "hyp_A4": 0.6, "hyp_A5": 0.4, "hyp_A6": 0.4}
    hypotheses = {name: seen(strength) for name, strength in strengths.items()}
    pairs = [("hyp_A5", "hyp_A6"), ("hyp_A1", "hyp_A2"), ("hyp_A3", "hyp_A4")]
    graph = world(hypotheses, *(a_conflict(first, second) for first, second in pairs))
    assert order_in(graph, 1) == ["HYPA3xHYPA4", "HYPA1xHYPA2", "HYPA5xHYPA6"]


def noted(keyword: str, **fields: Any) -> AddKeyword:
    return AddKeyword(keyword=Keyword.model_validate({"keyword": keyword, **fields}))


def test_keywords_go_by_age_then_by_where_they_came_from_then_by_number() -> None:
    graph = world(
        {"hyp_A1": seen(0.4), "hyp_A2": seen(0.6)},
        noted("used"),
        noted("late", created_at=40),
        noted("from nowhere"),
        noted("from the weaker", origin="hyp_A1"),
        noted("from the stronger", origin="hyp_A2"),
        noted("from nowhere too", origin="hyp_A9"),
        noted("tried", attempts=1, last_attempt=40),
        UseKeyword(number=1),
    )
    assert order_in(graph, 5) == ["KW5", "KW4", "KW3", "KW6", "KW2", "KW7"]
    assert next(iter(candidates(graph)[5])) == KeywordTarget(number=5, keyword="from the stronger")


def test_the_head_start_is_ten_iterations_per_point_that_others_can_have() -> None:
    assert most_head_start("unvisited", 1000) == 11
    assert most_head_start("tested", 0) == 21
    assert most_head_start("tested", 1000) == 47


def test_nobody_further_behind_than_the_head_start_can_go_first() -> None:
    """At worst the one who waits is settled and much visited, and the other as open as can be."""
    start = most_head_start("tested", 100)
    old = seen(1.0, NOW - start, visits=100)
    for name in ("hyp_A1", "hyp_A2"):
        other = "hyp_A2" if name == "hyp_A1" else "hyp_A1"
        graph = world({name: old, other: seen(0.5, NOW, visits=0)})
        assert order_in(graph, 4)[0] == "HYP" + name[4:]

"""Closing an iteration: visits, rests, directions used up, statuses moved."""

from typing import Any

import pytest

from pathfinder.protocols.graph.edits import AddKeyword, Reject, RestHypothesis
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Keyword
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.planning.closing import Outcome, close
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, evidence

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")
CLAIM = {"kind": "hypothesis", "hypothesis": "hyp_A1"}
PAIR = {"kind": "conflict", "first": "hyp_A1", "second": "hyp_A2"}
KEYWORD = {"kind": "keyword", "number": 1, "keyword": "k"}
LENS = {"kind": "lens", "lens": "scope"}


def outcome(target: dict[str, Any], ran: bool = True, brought: bool = True) -> Outcome:
    return Outcome.model_validate({"target": target, "ran": ran, "brought": brought})


@pytest.fixture
def graph() -> CogniGraph:
    """Two rivals and a keyword."""
    return a_graph(
        [("hyp_A1", a_hypothesis("one", attempts=2, last_attempt=0)), ("hyp_A2", a_hypothesis("two"))],
        *evidence(1, "hyp_A1", a_source()),
        a_conflict("hyp_A1", "hyp_A2"),
        AddKeyword(keyword=Keyword(keyword="k")),
    )


def closed(graph: CogniGraph, *outcomes: Outcome) -> CogniGraph:
    return apply(graph, close(graph, outcomes))


def test_a_hypothesis_is_visited_once_however_many_explorers_looked(graph: CogniGraph) -> None:
    after = closed(graph, outcome(CLAIM), outcome(CLAIM), outcome(PAIR))
    assert [h.visit_count for h in after.hypotheses.values()] == [1, 1]
    assert after.hypotheses[A1].history[0].result == "obs_1 SUPPORTS"
    assert after.hypotheses[A2].history[0].result == "nothing new"
    assert (after.hypotheses[A1].status, after.iteration) == ("tested", 1)


def test_an_explorer_that_failed_is_no_visit_and_one_that_brought_nothing_is(graph: CogniGraph) -> None:
    failed = closed(graph, outcome(CLAIM, ran=False, brought=False)).hypotheses[A1]
    empty = closed(graph, outcome(CLAIM, brought=False)).hypotheses[A1]
    assert (failed.visit_count, failed.attempts, failed.status) == (0, 3, "unvisited")
    assert (empty.visit_count, empty.attempts) == (1, 3)


def test_a_target_that_pays_is_fresh_again(graph: CogniGraph) -> None:
    both = closed(graph, outcome(CLAIM, brought=False), outcome(CLAIM))
    assert both.hypotheses[A1].attempts == 0
    again = close(both, [outcome(CLAIM)])
    assert not any(isinstance(edit, RestHypothesis) for edit in again)


def test_a_conflict_that_was_not_settled_has_one_attempt_more(graph: CogniGraph) -> None:
    assert closed(graph, outcome(PAIR), outcome(PAIR)).conflicts(A1)[0].attempts == 1
    assert closed(graph, outcome(PAIR, ran=False, brought=False)).conflicts(A1)[0].attempts == 0


def test_a_conflict_that_is_no_longer_active_is_left_alone(graph: CogniGraph) -> None:
    gone = apply(graph, [Reject(hypothesis=A2, at=0, because="weak")])
    assert closed(gone, outcome(PAIR)).conflicts(A1)[0].attempts == 0
    assert closed(gone, outcome(PAIR)).hypotheses[A2].visit_count == 0
    without = a_graph([("hyp_A1", a_hypothesis("one")), ("hyp_A2", a_hypothesis("two"))])
    assert closed(without, outcome(PAIR)).edges == ()


def test_a_keyword_is_used_up_when_followed_and_rests_when_its_explorer_failed(graph: CogniGraph) -> None:
    failed = closed(graph, outcome(KEYWORD, ran=False, brought=False)).unexplored[0]
    assert (failed.used, failed.attempts, failed.last_attempt) == (False, 1, 0)
    assert closed(graph, outcome(KEYWORD, ran=False), outcome(KEYWORD)).unexplored[0].used


def test_lenses_turn_on_unless_none_of_them_ran(graph: CogniGraph) -> None:
    other = {**LENS, "lens": "cases"}
    assert closed(graph, outcome(LENS), outcome(other, ran=False)).lens_index == 2
    assert closed(graph, outcome(LENS, ran=False)).lens_index == 0


def test_evidence_moves_the_status_of_what_was_not_visited_too() -> None:
    graph = a_graph([("hyp_A1", a_hypothesis(visit_count=2, status="verified", strength=0.6))])
    assert apply(graph, close(graph, [], [A1])).hypotheses[A1].status == "tested"
    assert apply(graph, close(graph, [])).hypotheses[A1].status == "verified"

"""Conflicts: settled by quotes and rules, given up after six tries, back on a new voice."""

from typing import Any

import pytest

from pathfinder.protocols.calls.explorer_reports import Resolution
from pathfinder.protocols.evidence.status import restatus, strong_contradictions
from pathfinder.protocols.graph.edits import MergeHypotheses, Reject, UpdateConflict
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, EvidenceKey, ResolutionType, Source
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.conflicts import (
    GIVEN_UP_AFTER,
    Unsettled,
    attempted,
    find_conflict,
    reopened,
    settle,
)
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, crossing, evidence

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")
SETTLED = Reason(kind="lost", words="one in cold soil, two in warm", cites=(ObservationId("obs_1"),))


def site(number: int) -> Source:
    return a_source(f"https://site{number}.example/page")


def rivals(first: float = 0.6, second: float = 0.6, **fields: Any) -> CogniGraph:
    """Two claims; the observation that supports each contradicts the other."""
    graph = a_graph(
        [("hyp_A1", a_hypothesis("one", strength=first)), ("hyp_A2", a_hypothesis("two", strength=second))],
        *evidence(1, "hyp_A1", site(1)),
        *evidence(2, "hyp_A2", site(2)),
        a_conflict("hyp_A2", "hyp_A1", **fields),
    )
    return apply(
        graph,
        [
            evidence(1, "hyp_A2", site(1), "CONTRADICTS")[2],
            evidence(2, "hyp_A1", site(2), "CONTRADICTS")[2],
            *evidence(3, "hyp_A1", site(3), "CONTRADICTS"),
        ],
    )


def resolution(type_: ResolutionType = "condition_difference", **fields: Any) -> Resolution:
    return Resolution.model_validate(
        {
            "first": A1,
            "second": A2,
            "type": type_,
            "description": "one in cold soil, two in warm",
            "observations": ("obs_1",),
        }
        | fields
    )


@pytest.mark.parametrize("type_", ["condition_difference", "definition_mismatch", "scope_mismatch"])
def test_both_live_under_the_condition_and_answer_each_other(type_: ResolutionType) -> None:
    graph = rivals()
    edits = settle(graph, resolution(type_))
    assert not isinstance(edits, Unsettled)
    after = apply(graph, edits)
    edge = find_conflict(after, A1, A2)
    assert edge is not None
    assert (edge.resolved, edge.resolution_type, edge.resolution) == (
        True,
        type_,
        "one in cold soil, two in warm",
    )
    assert (
        after.hypotheses[A1].conditions
        == after.hypotheses[A2].conditions
        == ("one in cold soil, two in warm",)
    )
    assert [e.observation for e in strong_contradictions(after, A1)] == ["obs_3"]
    assert strong_contradictions(after, A2) == ()
    assert after.active_conflicts() == ()


def test_the_loser_must_be_weaker_by_0_15_and_under_0_45() -> None:
    for first, second, rejected in (
        (0.6, 0.449999, True),
        (0.6, 0.45, False),
        (0.55, 0.4, True),
        (0.5, 0.4, False),
    ):
        edits = settle(rivals(first, second), resolution("one_rejected", loser=A2))
        assert (not isinstance(edits, Unsettled)) is rejected, (first, second)


def test_the_loser_of_a_conflict_is_rejected_with_the_reason() -> None:
    graph = rivals(0.4, 0.6)
    edits = settle(graph, resolution("one_rejected", loser=A1))
    assert not isinstance(edits, Unsettled)
    assert edits[-1] == Reject(
        hypothesis=A1, at=0, because=SETTLED.model_copy(update={"kind": "lost", "names": (A2,)})
    )


def test_a_merge_keeps_the_lower_id() -> None:
    edits = settle(rivals(), resolution("merged", first=A2, second=A1))
    because = SETTLED.model_copy(update={"kind": "merged", "names": (A1,)})
    crossed: tuple[EvidenceKey, ...] = (
        (ObservationId("obs_1"), A2, "CONTRADICTS"),
        (ObservationId("obs_2"), A1, "CONTRADICTS"),
    )
    assert edits == (MergeHypotheses(survivor=A1, absorbed=A2, at=0, because=because, dropped=crossed),)


def test_after_a_merge_no_quote_stands_on_both_sides() -> None:
    graph = rivals()
    edits = settle(graph, resolution("merged"))
    assert not isinstance(edits, Unsettled)
    after = apply(graph, edits)
    assert {(edge.observation, edge.type) for edge in after.evidence(A1)} == {
        ("obs_1", "SUPPORTS"),
        ("obs_2", "SUPPORTS"),
        ("obs_3", "CONTRADICTS"),
    }
    assert list(breaches(after)) == []


def test_of_two_readings_of_one_quote_a_merge_keeps_the_closer_one() -> None:
    graph = apply(rivals(), [*evidence(4, "hyp_A1", site(4), weight=0.3), crossing(4)])
    edits = settle(graph, resolution("merged"))
    assert not isinstance(edits, Unsettled)
    (left,) = (edge for edge in apply(graph, edits).evidence(A1) if edge.observation == "obs_4")
    assert (left.type, left.weight) == ("CONTRADICTS", 0.8)


@pytest.mark.parametrize(
    ("graph", "asked", "words"),
    [
        (rivals(), resolution(second=HypothesisId("hyp_A9")), "no unresolved conflict"),
        (rivals(resolved=True), resolution(), "no unresolved conflict"),
        (rivals(), resolution(observations=()), "no quoted observation"),
        (rivals(), resolution(observations=("obs_9",)), "no quoted observation"),
        (rivals(), resolution("one_rejected"), "not said which"),
        (rivals(), resolution("one_rejected", loser="hyp_A9"), "not said which"),
        (rivals(), resolution("one_rejected", loser=A2), "hyp_A2 is not weak enough"),
        (
            apply(rivals(), [Reject(hypothesis=A2, at=0, because="weak")]),
            resolution(),
            "rejected already",
        ),
    ],
)
def test_a_resolution_that_the_rules_do_not_allow_changes_nothing(
    graph: CogniGraph, asked: Resolution, words: str
) -> None:
    answer = settle(graph, asked)
    assert isinstance(answer, Unsettled)
    assert words in answer.reason


def test_a_resolution_that_names_one_claim_twice_settles_nothing() -> None:
    graph = rivals()
    assert find_conflict(graph, A1, A1) is None
    assert isinstance(settle(graph, resolution("merged", second=A1)), Unsettled)


def test_a_conflict_that_never_resolves_ends_as_open_and_still_blocks_verified() -> None:
    graph = rivals()
    for tries in range(1, GIVEN_UP_AFTER + 1):
        (edge,) = graph.active_conflicts()
        graph = apply(graph, [attempted(graph, edge)])
        assert find_conflict(graph, A1, A2) is not None
        assert bool(graph.active_conflicts()) is (tries < GIVEN_UP_AFTER)
    edge_left = find_conflict(graph, A1, A2)
    assert edge_left is not None
    assert (edge_left.open, edge_left.resolved, edge_left.attempts) == (True, False, GIVEN_UP_AFTER)
    assert restatus(graph, [A1]) == ()


def test_an_open_conflict_comes_back_when_a_new_voice_speaks() -> None:
    graph = rivals(open=True, attempts=6, last_attempt=9)
    heard = apply(graph, evidence(7, "hyp_A2", site(7)))
    (woken,) = reopened(graph, heard, [A2])
    assert isinstance(woken, UpdateConflict)
    assert (woken.edge.open, woken.edge.attempts, woken.edge.last_attempt) == (False, 0, None)
    assert apply(heard, [woken]).active_conflicts() != ()


def test_a_copy_of_a_known_voice_wakes_nothing() -> None:
    graph = rivals(open=True)
    heard = apply(graph, evidence(7, "hyp_A2", a_source("https://site2.example/other")))
    assert reopened(graph, heard, [A1, A2]) == ()


def test_a_conflict_that_is_not_open_needs_no_waking() -> None:
    graph = rivals()
    heard = apply(graph, evidence(7, "hyp_A2", site(7)))
    assert reopened(graph, heard, [A2]) == ()


def test_a_resolution_by_an_unquoted_observation_is_not_enough() -> None:
    graph = rivals()
    observation = graph.observations[ObservationId("obs_1")].model_copy(update={"quote": None})
    by_hand = graph.model_copy(
        update={"observations": {**graph.observations, ObservationId("obs_1"): observation}}
    )
    assert isinstance(settle(by_hand, resolution()), Unsettled)

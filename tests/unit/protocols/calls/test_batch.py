"""A batch says what each question may cost, which ones repeat another, and how each stands."""

import pytest

from pathfinder.protocols.calls.batch import Batch, Terms, Wanted, most_usd_micros, state_of, twins
from pathfinder.protocols.graph.memory import Limits, Run, RunStatus


def _wanted(number: int, question: str, **more: int) -> Wanted:
    return Wanted.model_validate({"number": number, "question": question, **more})


def test_a_questions_own_limits_win_over_the_batchs() -> None:
    usual = Limits(max_iterations=9, budget_usd_micros=5, max_minutes=3)
    own = _wanted(1, "Why?", iterations=2, budget_usd_micros=7).limits(usual)
    assert own == Limits(max_iterations=2, budget_usd_micros=7, max_minutes=3)


def test_a_question_asked_twice_is_found_whatever_its_case_and_marks() -> None:
    asked = (_wanted(1, "Do loops pay?"), _wanted(2, "Other"), _wanted(3, "do loops PAY"), _wanted(4, "?!"))
    [twin] = twins(asked, lambda *_: 0.0)
    assert (twin.number, twin.of, twin.same) == (3, 1, True)


def test_a_similar_question_names_the_nearest_and_of_equals_the_first() -> None:
    near = {("a", "c"): 0.9, ("b", "c"): 0.95, ("a", "d"): 0.9, ("b", "d"): 0.9, ("c", "d"): 0.2}
    asked = tuple(_wanted(number, name) for number, name in enumerate("abcd", start=1))
    found = twins(asked, lambda one, other: near.get((one, other), 0.0))
    assert [(twin.number, twin.of, twin.similarity, twin.same) for twin in found] == [
        (3, 2, 0.95, False),
        (4, 1, 0.9, False),
    ]


@pytest.mark.parametrize(("whole", "most"), [(None, 12), (20, 12), (9, 9)])
def test_the_most_it_can_cost_leaves_repeats_out_and_never_passes_the_whole(
    whole: int | None, most: int
) -> None:
    asked = (_wanted(1, "a"), _wanted(2, "b", budget_usd_micros=2), _wanted(3, "a"))
    terms = Terms(limits=Limits(budget_usd_micros=10), budget_usd_micros=whole)
    assert most_usd_micros(Batch(id="b", terms=terms, questions=asked), (3,)) == most


@pytest.mark.parametrize(
    ("status", "reason", "state"),
    [
        ("initialized", "", "waiting"),
        ("running", "", "stopped"),
        ("completed", "max_iterations", "done"),
        ("stopped_by_user", "", "stopped"),
        ("budget_exceeded", "", "budget"),
        ("paused", "Paused by the user; `pathfinder resume` goes on where it was.", "stopped"),
        ("paused", "user: ended at once", "stopped"),
        ("paused", "provider: overloaded", "failed"),
        ("paused", "key: refused", "failed"),
    ],
)
def test_a_question_stands_as_its_session_was_left(status: RunStatus, reason: str, state: str) -> None:
    assert state_of(Run(status=status, reason=reason)) == state


def test_a_question_without_a_session_waits() -> None:
    assert state_of(None) == "waiting"

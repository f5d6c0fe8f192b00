"""Retry is a pure decision: what helps, how long, how often."""

from random import Random

import pytest

from pathfinder.adapters.metering.retry import (
    CALL_SECONDS,
    FIRST_PAUSE_SECONDS,
    LONGEST_PAUSE_SECONDS,
    MOST_ATTEMPTS,
    GiveUp,
    PauseRun,
    RetryAfter,
    after_failure,
)
from pathfinder.protocols.errors import AttemptFailed


def overloaded(wait_seconds: float | None = None) -> AttemptFailed:
    return AttemptFailed("overloaded", retryable=True, wait_seconds=wait_seconds)


def test_what_no_retry_helps_is_given_up_at_once() -> None:
    refused = AttemptFailed("the request is too large", retryable=False, wait_seconds=5)
    assert after_failure(refused, 1, Random(1)) == GiveUp("the request is too large")


def test_the_sixth_attempt_is_the_last() -> None:
    for attempts in range(1, MOST_ATTEMPTS):
        assert isinstance(after_failure(overloaded(), attempts, Random(1)), RetryAfter)
    assert after_failure(overloaded(), MOST_ATTEMPTS, Random(1)) == GiveUp("overloaded (6 attempts)")


def pauses(attempts: int, wait_seconds: float | None = None) -> list[float]:
    decisions = [after_failure(overloaded(wait_seconds), attempts, Random(seed)) for seed in range(2_000)]
    return [decision.after_seconds for decision in decisions if isinstance(decision, RetryAfter)]


@pytest.mark.parametrize("attempts", [1, 2, 3])
def test_pauses_are_drawn_evenly_from_nothing_to_a_bound_that_doubles(attempts: int) -> None:
    bound = FIRST_PAUSE_SECONDS * 2 ** (attempts - 1)
    drawn = pauses(attempts)
    assert len(drawn) == 2_000
    assert 0 <= min(drawn) < bound * 0.01
    assert bound * 0.99 < max(drawn) <= bound
    assert sum(drawn) / len(drawn) == pytest.approx(bound / 2, rel=0.05)


@pytest.mark.parametrize("asked", [0.5, 30.0, LONGEST_PAUSE_SECONDS])
def test_retry_after_is_obeyed(asked: float) -> None:
    assert asked <= min(pauses(1, asked))
    assert max(pauses(1, asked)) <= asked + FIRST_PAUSE_SECONDS


@pytest.mark.parametrize("attempts", [1, MOST_ATTEMPTS])
def test_a_longer_retry_after_pauses_the_run_and_says_so(attempts: int) -> None:
    decision = after_failure(overloaded(864_000), attempts, Random(1))
    assert isinstance(decision, PauseRun)
    assert "864,000 s" in decision.reason
    assert "overloaded" in decision.reason


def test_the_same_chance_gives_the_same_pause() -> None:
    assert after_failure(overloaded(), 2, Random(7)) == after_failure(overloaded(), 2, Random(7))


def test_no_pause_goes_past_the_end_of_a_call() -> None:
    assert isinstance(after_failure(overloaded(30), 1, Random(1), CALL_SECONDS - 40), RetryAfter)
    late = after_failure(overloaded(30), 1, Random(1), CALL_SECONDS - 20)
    assert late == GiveUp("overloaded (for 1,780 s)")

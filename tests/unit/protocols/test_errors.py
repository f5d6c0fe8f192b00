"""Errors speak one sentence and know their exit code."""

import pytest

from pathfinder.protocols.errors import (
    AttemptFailed,
    BudgetExceeded,
    CallNotProcessed,
    CallRefused,
    EditRefused,
    GraphFileRefused,
    Interrupted,
    KeyRefused,
    PathfinderError,
    PriceUnknown,
    ProviderFailed,
    ReplayDiverged,
    SearchFailed,
    ServerAbsent,
    ServerSilent,
    SessionLocked,
    SessionRefused,
    SharedBudgetExceeded,
    SourceUnreachable,
    StorageFailed,
    UserError,
)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UserError("x"), 2),
        (GraphFileRefused("g.json", "", "it is cut"), 6),
        (SessionRefused("x"), 6),
        (SessionLocked("s", 12), 6),
        (EditRefused("x"), 1),
        (ReplayDiverged("1/SELECT"), 1),
        (StorageFailed("x"), 6),
        (BudgetExceeded("x"), 4),
        (SharedBudgetExceeded("x"), 4),
        (Interrupted("x", "stop"), 3),
        (ProviderFailed("x"), 5),
        (KeyRefused("x"), 5),
        (PriceUnknown("x"), 2),
        (AttemptFailed("x", retryable=True), 1),
        (CallRefused("x", advice="choose another."), 1),
        (CallNotProcessed("x"), 1),
        (ServerAbsent("x"), 1),
        (ServerSilent(maybe_paid=True), 1),
        (SourceUnreachable("x"), 1),
        (SearchFailed("x"), 1),
    ],
)
def test_every_error_has_its_exit_code(error: PathfinderError, code: int) -> None:
    assert error.exit_code == code
    assert "\n" not in str(error)


def test_who_holds_a_session_is_named_if_known() -> None:
    assert "process 12" in str(SessionLocked("s", 12))
    assert "another process" in str(SessionLocked("s", None))


def test_an_attempt_says_if_another_helps_and_if_it_may_have_been_paid() -> None:
    failed = AttemptFailed("cut", retryable=True, wait_seconds=3, maybe_paid=True)
    assert (failed.helps, failed.wait_seconds, failed.maybe_paid) == (True, 3, True)
    assert Interrupted("x").kind == "pause"


def test_a_refusal_is_not_tried_again_and_an_absent_server_is() -> None:
    assert not CallRefused("no such model").helps
    assert CallRefused("no such model", advice="choose another.").advice == "choose another."
    absent = ServerAbsent("nobody listens")
    assert absent.helps
    assert not absent.maybe_paid

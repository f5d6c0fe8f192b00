"""When to try again: a pure decision about one failed attempt. Waiting is done elsewhere."""

from dataclasses import dataclass
from random import Random

from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.errors import AttemptFailed

MOST_ATTEMPTS = 6
"""At one fault in ten, one call in a million needs more."""
FIRST_PAUSE_SECONDS = 2.0
"""The longest pause after the first attempt; it doubles with each."""
LONGEST_PAUSE_SECONDS = 60.0
CALL_SECONDS = 1_800.0
"""A call that has not come to anything by then is given up, however many attempts it has left."""


@dataclass(frozen=True)
class RetryAfter:
    """Try once more, after this pause."""

    after_seconds: float


@dataclass(frozen=True)
class GiveUp:
    """This call failed for good; the run goes on without its answer."""

    reason: str


@dataclass(frozen=True)
class PauseRun:
    """The provider wants a longer rest than a call may wait; the run pauses instead."""

    reason: str


def after_failure(
    failure: AttemptFailed,
    attempts: int,
    rng: Random,
    elapsed_seconds: float = 0.0,
    most: int = MOST_ATTEMPTS,
) -> RetryAfter | GiveUp | PauseRun:
    """What to do now that `attempts` attempts have failed, the last one with `failure`.

    Full jitter: a pause is drawn evenly from 0 to its bound, so that agents which failed together do not
    come back together. What the provider asks for is added underneath.
    """
    if not failure.helps:
        return GiveUp(text_of(failure))
    asked = failure.wait_seconds or 0.0
    if asked > LONGEST_PAUSE_SECONDS:
        return PauseRun(
            Message(
                "provider-asks-to-wait-after",
                seconds=f"{asked:,.0f}",
                most=f"{LONGEST_PAUSE_SECONDS:.0f}",
                reason=failure,
            )
        )
    if attempts >= most:
        return GiveUp(Message("attempts", reason=failure, count=attempts))
    bound = min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2.0 ** (attempts - 1))
    pause = asked + rng.uniform(0.0, bound)
    if elapsed_seconds + pause > CALL_SECONDS:
        return GiveUp(Message("failed-for-seconds", reason=failure, seconds=f"{elapsed_seconds:,.0f}"))
    return RetryAfter(pause)

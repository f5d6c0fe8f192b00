"""How fast calls may go: so many in any window of time, sessions by turns, in the order they asked.

A `Limiter` has `turn(lane)` and `rest(lane, seconds)`: a lane is a model of a host, or a search engine.
"""

from asyncio_throttle.throttler import Throttler

from pathfinder.adapters.metering.fair_line import FairLine

POLL_SECONDS = 0.02


class FairLimiter:
    """At most `rate_limit` turns in any `period_seconds`, first come first served within a session.

    The throttler alone lets late callers overtake, and each of its waiters polls; behind the line only the
    first in it does.
    """

    def __init__(self, rate_limit: int, period_seconds: float = 60.0) -> None:
        # The throttler takes a rate of 0 for a wait without end.
        if rate_limit < 1 or period_seconds <= 0:
            raise ValueError("a rate is at least one call in a period longer than 0 s")
        self._throttler = Throttler(rate_limit, period_seconds, min(POLL_SECONDS, period_seconds / 4))
        self._line = FairLine()

    async def turn(self, lane: str = "") -> None:  # noqa: ARG002  (one pace for all lanes)
        """Return when it is this caller's turn; a caller that is cancelled takes none."""
        async with self._line:
            await self._throttler.acquire()  # type: ignore[no-untyped-call]  # the library annotates little

    async def rest(self, lane: str, seconds: float) -> None:
        """Within a process, whoever calls a provider keeps its rests."""


class NoLimit:
    """Every call may go at once: models on this machine, and tests."""

    async def turn(self, lane: str = "") -> None:
        """It is always your turn."""

    async def rest(self, lane: str, seconds: float) -> None:
        """Nobody is asked to."""

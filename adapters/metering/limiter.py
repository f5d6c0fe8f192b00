"""How fast calls may go: so many in any window of time, in the order they asked."""

import asyncio

from asyncio_throttle.throttler import Throttler

POLL_SECONDS = 0.02


class FairLimiter:
    """At most `rate_limit` turns in any `period_seconds`, first come first served.

    The throttler alone lets late callers overtake, and each of its waiters polls; behind the lock only the
    first in the line does.
    """

    def __init__(self, rate_limit: int, period_seconds: float = 60.0) -> None:
        # The throttler takes a rate of 0 for a wait without end.
        if rate_limit < 1 or period_seconds <= 0:
            raise ValueError("a rate is at least one call in a period longer than 0 s")
        self._throttler = Throttler(rate_limit, period_seconds, min(POLL_SECONDS, period_seconds / 4))
        self._line = asyncio.Lock()

    async def turn(self) -> None:
        """Return when it is this caller's turn; a caller that is cancelled takes none."""
        async with self._line:
            await self._throttler.acquire()  # type: ignore[no-untyped-call]  # the library annotates little


class NoLimit:
    """Every call may go at once: models on this machine, and tests."""

    async def turn(self) -> None:
        """It is always your turn."""

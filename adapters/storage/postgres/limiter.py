"""How fast all workers together may go: one row, from which each call takes its turn (GCRA); and who rests.

A provider that tells one worker to come back later (Retry-After) is left alone by all of them until then.
"""

from collections.abc import Callable

from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.protocols.calls.ports import Clock

CALLS, SEARCHES = "model calls", "searches"
"""The limits: of all model calls together, and of each search engine."""
LONGEST_REST_SECONDS = 3_600.0
"""Whatever a header says, somebody asks again after so long."""
SLICE_SECONDS = 1.0
"""Nobody waits longer than this without looking whether the user asked to stop."""


class SharedLimiter:
    """Implements `Limiter`. Whoever dies in line loses its own turn and nobody else's."""

    def __init__(
        self, lease: Lease, clock: Clock, key: str = CALLS, gate: Callable[[], None] = lambda: None
    ) -> None:
        self._lease = lease
        self._clock = clock
        self._key = key
        self._gate = gate

    async def turn(self, lane: str = "") -> None:
        """Return when it is this caller's turn, and the session still ours; heeds a stop of the user."""
        database = self._lease.database
        paced = self._key if self._key == CALLS else f"{self._key} {lane}"
        seconds = await database.one("SELECT rate_take(%s, %s, %s)", paced, self._key, self._named(lane))
        if not seconds:
            return
        while seconds:
            await self._wait(seconds)
            # Somebody may have been told to come back later in the meantime.
            seconds = await database.one("SELECT resting(%s)", self._named(lane))
        await self._lease.check()

    async def rest(self, lane: str, seconds: float) -> None:
        """See the port; all workers of the fleet share it."""
        lease, known = self._lease, min(seconds, LONGEST_REST_SECONDS)
        await lease.database.rows(
            "SELECT rest(%s, %s, %s, %s)", lease.job, lease.epoch, self._named(lane), known
        )

    async def _wait(self, seconds: float) -> None:
        until = self._clock.monotonic() + seconds
        while (left := until - self._clock.monotonic()) > 0:
            await self._clock.sleep(min(left, SLICE_SECONDS))
            self._gate()

    def _named(self, lane: str) -> str:
        return f"{self._key}: {lane}"

"""How fast calls of all workers together may go: one row, from which each call takes its turn (GCRA)."""

from pathfinder.adapters.postgres.fencing import Lease
from pathfinder.protocols.ports import Clock

CALLS = "model calls"
"""The limit that every call of a model takes a turn of."""


class SharedLimiter:
    """Implements `Limiter`. Whoever dies in line loses its own turn and nobody else's."""

    def __init__(self, lease: Lease, clock: Clock, key: str = CALLS) -> None:
        self._lease = lease
        self._clock = clock
        self._key = key

    async def turn(self) -> None:
        """Return when it is this caller's turn, and the session still ours."""
        seconds = await self._lease.database.one("SELECT rate_take(%s)", self._key)
        if seconds:
            await self._clock.sleep(seconds)
            await self._lease.check()

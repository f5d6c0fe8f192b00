"""The machine's own clock."""

import asyncio
import time
from datetime import UTC, datetime


class SystemClock:
    """Implements `Clock`; the one place where the time is read."""

    def now(self) -> datetime:
        """The time, in UTC."""
        return datetime.now(UTC)  # noqa: TID251  (this is the clock that others are given)

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

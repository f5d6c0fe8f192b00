"""A clock that stands still until somebody sleeps; sleeping takes no time."""

import asyncio
from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 1, 12, tzinfo=UTC)


class FixedClock:
    """Sleeping moves it on, and lets the others run."""

    def __init__(self, start: datetime = START) -> None:
        self._start = start
        self.slept: list[float] = []
        """Every sleep, in seconds."""

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        return sum(self.slept)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)

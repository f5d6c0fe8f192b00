"""A clock on which waiting takes a moment, and counts in full."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 1, 12, tzinfo=UTC)
MOMENT_SECONDS = 0.002


class FastClock:
    """Real time, and whatever was waited for besides."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.waited = 0.0

    def now(self) -> datetime:
        return START + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        return time.monotonic() - self._began + self.waited

    async def sleep(self, seconds: float) -> None:
        self.waited += seconds
        await asyncio.sleep(min(seconds, MOMENT_SECONDS))

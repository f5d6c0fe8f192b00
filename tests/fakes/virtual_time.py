"""An event loop whose time stands still while anybody works and jumps to the next timer when all wait.

Hours of a run take a moment.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

T = TypeVar("T")
START = datetime(2026, 11, 1, 12, tzinfo=UTC)


class _NoWaiting(selectors.SelectSelector):
    """Looks, never waits; says how long it was asked to."""

    asked: float = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "everybody waits, and nothing will ever happen"
        self.asked = max(0.0, timeout)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """Hours pass in a moment, in the right order."""

    def __init__(self) -> None:
        self._looked = _NoWaiting()
        self._passed = 0.0
        super().__init__(self._looked)

    def time(self) -> float:
        self._passed += self._looked.asked
        self._looked.asked = 0.0
        return self._passed


class VirtualClock:
    """The `Clock` of such a loop."""

    def now(self) -> datetime:
        return START + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def in_virtual_time(work: Coroutine[Any, Any, T]) -> T:
    """The result of some work, however long it says it waits."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)

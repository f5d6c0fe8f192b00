"""The same work asked for by several at once is done once, and all share what comes of it."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass
class _Flight(Generic[T]):
    task: asyncio.Task[T]
    waiting: int = 0


class SingleFlight(Generic[T]):
    """Work by key. Cancelling one who waits leaves the work to the others; the last one takes it along."""

    def __init__(self) -> None:
        self._flights: dict[str, _Flight[T]] = {}

    async def share(self, key: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of the work under this key: begun here, or joined if it is under way."""
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.create_task(work()))
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if flight.waiting == 0:
                # Out of the table first: who comes now must not join work that is being cancelled.
                del self._flights[key]
                await _ended(flight.task)


async def _ended(task: asyncio.Task[T]) -> None:
    """Nothing runs on that nobody waits for."""
    if not task.done():
        task.cancel()
        await asyncio.wait((task,))

"""Parallel work: bounded, in order, owned. Nothing runs on after this returns.

An error that ends the run waits for the calls in flight first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from pathfinder.protocols.errors import RunError

T = TypeVar("T")
R = TypeVar("R")


async def fan_out(items: Sequence[T], work: Callable[[T], Awaitable[R]], limit: int) -> list[R]:
    """The results in the order of the items, at most `limit` at a time.

    An error that ends the run (RunError) waits until the others are done: what is in flight is paid for, so
    it is let finish and be journaled. Any other error is a bug: it cancels the rest at once.
    """
    slots = asyncio.Semaphore(limit)

    async def one(item: T) -> R | RunError:
        async with slots:
            try:
                return await work(item)
            except RunError as error:
                return error

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(item)) for item in items]
    outcomes = [task.result() for task in tasks]
    results: list[R] = []
    for outcome in outcomes:
        if isinstance(outcome, RunError):
            raise outcome
        results.append(outcome)
    return results

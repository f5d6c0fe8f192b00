"""Parallel work is bounded, ordered and owned; the run's end waits for what is in flight."""

import asyncio

import pytest

from pathfinder.agents.fanout import fan_out
from pathfinder.protocols.errors import BudgetExceeded


def test_results_come_in_the_order_of_the_items_and_never_too_many_at_once() -> None:
    running, most = 0, 0

    async def work(item: int) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        for _ in range(7 - item):
            await asyncio.sleep(0)
        running -= 1
        return item * item

    assert asyncio.run(fan_out(range(7), work, 3)) == [n * n for n in range(7)]
    assert most == 3


def test_an_error_that_ends_the_run_waits_for_the_others() -> None:
    finished = []

    async def work(item: int) -> int:
        if item == 0:
            raise BudgetExceeded("no money")
        for _ in range(5):
            await asyncio.sleep(0)
        finished.append(item)
        return item

    with pytest.raises(BudgetExceeded, match="no money"):
        asyncio.run(fan_out(range(4), work, 4))
    assert finished == [1, 2, 3]


def test_a_bug_cancels_the_rest_at_once() -> None:
    finished = []

    async def work(item: int) -> int:
        if item == 0:
            raise ZeroDivisionError
        await asyncio.sleep(60)
        finished.append(item)
        return item

    with pytest.raises(ExceptionGroup):
        asyncio.run(fan_out(range(4), work, 4))
    assert finished == []


def test_nothing_to_do_is_done() -> None:
    async def work(item: int) -> int:
        return item

    assert asyncio.run(fan_out((), work, 1)) == []

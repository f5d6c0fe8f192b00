"""The limiter keeps the pace, and the order."""

import asyncio
import time

import pytest

from pathfinder.adapters.metering.limiter import FairLimiter, NoLimit

PERIOD = 0.1


def test_no_window_holds_more_than_the_rate() -> None:
    async def run() -> list[float]:
        limiter, turns = FairLimiter(5, PERIOD), []

        async def one() -> None:
            await limiter.turn()
            turns.append(time.monotonic())

        async with asyncio.TaskGroup() as group:
            for _ in range(20):
                group.create_task(one())
        return turns

    turns = asyncio.run(run())
    assert len(turns) == 20
    # The turn is taken a moment before the test reads the clock.
    assert all(later - earlier > PERIOD - 0.005 for earlier, later in zip(turns, turns[5:], strict=False))


def test_turns_come_in_the_order_of_asking_and_late_callers_do_not_overtake() -> None:
    async def run() -> list[int]:
        limiter, order = FairLimiter(3, PERIOD), []

        async def one(number: int) -> None:
            await limiter.turn()
            order.append(number)

        async with asyncio.TaskGroup() as group:
            for number in range(12):
                group.create_task(one(number))
                # Later ones ask just when the window opens.
                await asyncio.sleep(PERIOD / 8)
        return order

    assert asyncio.run(run()) == list(range(12))


def test_a_cancelled_caller_takes_no_turn_and_blocks_nobody() -> None:
    async def run() -> float:
        limiter = FairLimiter(1, PERIOD)
        await limiter.turn()
        start = time.monotonic()
        waiting = [asyncio.create_task(limiter.turn()) for _ in range(10)]
        await asyncio.sleep(0.01)
        for task in waiting[:-1]:
            task.cancel()
        await waiting[-1]
        assert all(task.cancelled() for task in waiting[:-1])
        return time.monotonic() - start

    # Nine turns taken by the cancelled would be nine periods.
    assert asyncio.run(run()) < 5 * PERIOD


@pytest.mark.parametrize(("rate", "period"), [(0, 1.0), (-1, 1.0), (1, 0.0), (1, -1.0)])
def test_a_rate_that_would_hang_is_refused(rate: int, period: float) -> None:
    with pytest.raises(ValueError, match="at least one call"):
        FairLimiter(rate, period)


def test_without_a_limit_nobody_waits() -> None:
    async def run() -> None:
        limiter = NoLimit()
        async with asyncio.timeout(5):
            for _ in range(10_000):
                await limiter.turn()

    asyncio.run(run())

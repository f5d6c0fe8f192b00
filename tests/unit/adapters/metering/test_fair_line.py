"""Sessions take turns in a line, whoever has more calls waiting; nobody is lost when one gives up."""

import asyncio
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.adapters.metering.fair_line import WHOSE, FairLine


async def _served(calls: list[str], cancelled: frozenset[int] = frozenset()) -> list[str]:
    """Who was served, in order, of calls that all wait behind one that holds the line."""
    line, served = FairLine(), list[str]()

    async def call(whose: str) -> None:
        WHOSE.set(whose)
        async with line:
            served.append(whose)
            await asyncio.sleep(0)

    async with line:
        tasks = [asyncio.create_task(call(whose)) for whose in calls]
        await asyncio.sleep(0)
        for number in cancelled:
            tasks[number].cancel()
    await asyncio.wait(tasks)
    async with asyncio.timeout(5), line:  # The line is free again.
        return served


def test_a_session_with_one_call_does_not_wait_behind_one_with_many() -> None:
    served = asyncio.run(_served(["busy"] * 20 + ["small"]))
    assert served.index("small") <= 1


def test_within_a_session_the_first_comes_first() -> None:
    order: list[int] = []

    async def all_of_them() -> None:
        line = FairLine()

        async def call(number: int) -> None:
            async with line:
                order.append(number)

        async with asyncio.TaskGroup() as group:
            for number in range(10):
                group.create_task(call(number))

    asyncio.run(all_of_them())
    assert order == list(range(10))


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=30), st.data())
def test_everybody_who_stays_is_served_and_no_session_twice_before_another_once(
    calls: list[str], data: st.DataObject
) -> None:
    gone = data.draw(st.frozensets(st.integers(0, len(calls) - 1)))
    served = asyncio.run(_served(calls, gone))
    stayed = Counter(whose for number, whose in enumerate(calls) if number not in gone)
    assert Counter(served) == stayed
    for end in range(len(served) + 1):
        so_far = Counter(served[:end])
        for one, count in so_far.items():
            waiting = [so_far[other] for other in stayed if so_far[other] < stayed[other]]
            assert all(count - other <= 2 for other in waiting), (one, served)

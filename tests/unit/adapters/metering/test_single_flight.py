"""Work under one key is done once; cancelling one who waits is nobody else's business."""

import asyncio

import pytest

from pathfinder.adapters.metering.single_flight import SingleFlight


class Work:
    """Counts how often it is begun and how it ends."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.begun = self.ended = self.cancelled = 0

    async def __call__(self) -> str:
        self.begun += 1
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            # Cleaning up takes a moment, in which somebody may ask again.
            await asyncio.sleep(0)
            raise
        self.ended += 1
        return "done"


async def soon() -> None:
    for _ in range(4):
        await asyncio.sleep(0)


def test_all_who_ask_at_once_share_one_piece_of_work() -> None:
    async def run() -> None:
        flights, work = SingleFlight[str](), Work()
        waiting = [asyncio.create_task(flights.share("k", work.__call__)) for _ in range(10)]
        other = asyncio.create_task(flights.share("other", work.__call__))
        await soon()
        work.go.set()
        assert [await task for task in (*waiting, other)] == ["done"] * 11
        assert work.begun == 2
        assert await flights.share("k", work.__call__) == "done"
        assert work.begun == 3

    asyncio.run(run())


def test_cancelling_one_does_not_cancel_the_work_of_the_others() -> None:
    async def run() -> None:
        flights, work = SingleFlight[str](), Work()
        first, second = (asyncio.create_task(flights.share("k", work.__call__)) for _ in range(2))
        await soon()
        first.cancel()
        await soon()
        assert first.cancelled()
        work.go.set()
        assert await second == "done"
        assert (work.begun, work.cancelled) == (1, 0)

    asyncio.run(run())


def test_work_that_nobody_waits_for_is_ended_and_a_newcomer_begins_anew() -> None:
    async def run() -> None:
        flights, work = SingleFlight[str](), Work()
        first = asyncio.create_task(flights.share("k", work.__call__))
        await soon()
        first.cancel()
        await asyncio.sleep(0)
        newcomer = asyncio.create_task(flights.share("k", work.__call__))
        await soon()
        work.go.set()
        assert await newcomer == "done"
        assert first.cancelled()
        assert (work.begun, work.cancelled, work.ended) == (2, 1, 1)

    asyncio.run(run())


def test_an_error_reaches_all_who_wait() -> None:
    async def run() -> None:
        flights = SingleFlight[str]()

        async def work() -> str:
            await asyncio.sleep(0)
            raise KeyError("bug")

        waiting = [asyncio.create_task(flights.share("k", work)) for _ in range(3)]
        for task in waiting:
            with pytest.raises(KeyError):
                await task

    asyncio.run(run())

"""The pace and the rests that all workers of a fleet share."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest

from pathfinder.adapters.storage.postgres.limiter import CALLS, SEARCHES, SharedLimiter
from pathfinder.adapters.storage.postgres.schema import set_rate
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.errors import Interrupted
from tests.contract.places import InDatabase, in_database
from tests.postgres import Server

REST_S = 1.0


def _in(postgres: Server, work: Callable[[InDatabase], Awaitable[None]]) -> None:
    url = postgres.database()

    async def run() -> None:
        async with in_database(url) as place:
            await work(place)

    asyncio.run(run())


@pytest.mark.parametrize("rate", [0, 60_000])
def test_who_is_told_to_come_back_later_holds_all_others_in_that_lane(postgres: Server, rate: int) -> None:
    async def work(place: InDatabase) -> None:
        await set_rate(place.database, rate)
        one, other = (SharedLimiter(place.lease, SystemClock()) for _ in range(2))
        began = time.monotonic()
        await one.rest("host opus", REST_S)
        await one.rest("host opus", 0.01)  # a shorter one takes nothing away
        await other.turn("host opus")
        assert time.monotonic() - began >= REST_S - 0.01
        lanes = await place.database.rows("SELECT lane FROM rest")
        assert lanes == [(f"{CALLS}: host opus",)]  # and no other: neither model nor engine

    _in(postgres, work)


def test_a_rest_that_begins_while_somebody_waits_is_kept_by_him_too(postgres: Server) -> None:
    async def work(place: InDatabase) -> None:
        limiter = SharedLimiter(place.lease, SystemClock())
        await limiter.rest("a", 0.3)
        began = time.monotonic()
        waiting = asyncio.create_task(limiter.turn("a"))
        await asyncio.sleep(0.1)
        await limiter.rest("a", REST_S)
        await waiting
        assert time.monotonic() - began >= REST_S

    _in(postgres, work)


def test_a_stop_ends_a_long_rest(postgres: Server) -> None:
    async def work(place: InDatabase) -> None:
        def gate() -> None:
            raise Interrupted("stopped")

        limiter = SharedLimiter(place.lease, SystemClock(), CALLS, gate)
        await limiter.rest("a", 10_000_000)
        assert await place.database.one("SELECT resting(%s)", f"{CALLS}: a") <= 3_600
        with pytest.raises(Interrupted):
            await limiter.turn("a")

    _in(postgres, work)


def test_each_search_engine_has_the_pace_that_was_set_for_all(postgres: Server) -> None:
    async def work(place: InDatabase) -> None:
        await set_rate(place.database, 120, SEARCHES)
        limiter = SharedLimiter(place.lease, SystemClock(), SEARCHES)
        began = time.monotonic()
        await limiter.turn("arxiv")
        await limiter.turn("crossref")
        await limiter.turn("arxiv")
        assert time.monotonic() - began >= 0.5 - 0.01
        kept = await place.database.rows("SELECT key FROM rate ORDER BY key")
        assert [key for (key,) in kept] == ["searches", "searches arxiv", "searches crossref"]
        await set_rate(place.database, 60_000, SEARCHES)
        assert await place.database.one("SELECT max(seconds_per_unit) FROM rate") < 0.01
        await set_rate(place.database, 0, SEARCHES)
        assert not await place.database.rows("SELECT 1 FROM rate")

    _in(postgres, work)

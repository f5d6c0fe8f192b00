"""What the guard costs: pages a second against plain httpx on one site; and what planted pages achieve."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from time import perf_counter

import httpx

from bench.figures import Figure, Group, Size, table
from pathfinder.adapters.fetch.settings import FetchSettings
from pathfinder.agents.fanout import fan_out
from tests.laundering import Attack, attacked, counted
from tests.many_pages import EXPLORERS, FAULTS, PAGES, read_all, site, url
from tests.web import WORKERS, Internet, a_fetch, serving

GROUP: Group = "speed"
ALONE = True
GOOD = tuple(number for number in range(PAGES) if number not in FAULTS)
SETTINGS = FetchSettings(pace_seconds=0.0001, parallel_per_host=EXPLORERS)


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Throughput of bytes, of text, and of whole Explorers; then flips and demotions."""
    try:
        plain, guarded, text = asyncio.run(_throughput(GOOD[:: size.of(1, 5)]))
        read = asyncio.run(read_all())
    finally:
        WORKERS.close()
    yield Figure(
        "plain httpx, 20 at once, a new connection each", plain, "pages/s", None, "loopback", better="higher"
    )
    yield Figure(
        "guarded fetch of the same bytes",
        guarded,
        "pages/s",
        None,
        "robots, checks, own limits",
        better="higher",
    )
    yield Figure("plain httpx over guarded fetch", plain / guarded, "x", 3.0, "same run")
    yield Figure("guarded fetch with text, one parser", text, "pages/s", better="higher")
    lost = PAGES - len(read.graph.sources) - sum(one.what.startswith("http") for one in read.graph.failures)
    yield Figure(
        "500 pages, 20 Explorers, 2% faults: lost silently", lost, "pages", 0, f"{read.seconds:.1f} s"
    )
    for attack in Attack:
        told = counted(attacked(attack))
        yield Figure(f"claims of 100 turned by {attack.value}", told.flipped, "claims", 0, group="injection")
        name = f"claims of 100 demoted by {attack.value}"
        yield Figure(name, told.demoted, "claims", None, "shown as open", group="injection")


async def _throughput(numbers: Sequence[int]) -> tuple[float, float, float]:
    async with serving(site) as port:
        limits = httpx.Limits(max_keepalive_connections=0)
        async with httpx.AsyncClient(trust_env=False, limits=limits) as client:

            async def plain(number: int) -> None:
                (await client.get(f"http://127.0.0.1:{port}/{number}")).raise_for_status()

            per_second = await _timed(plain, numbers)
        fetch = a_fetch(SETTINGS, internet=Internet(port))

        async def guarded(number: int) -> None:
            await fetch.fetched(url(number))

        async def text(number: int) -> None:
            await fetch.page(url(number))

        return per_second, await _timed(guarded, numbers), await _timed(text, numbers)


async def _timed(work: Callable[[int], Awaitable[None]], numbers: Sequence[int]) -> float:
    begun = perf_counter()
    await fan_out(numbers, work, EXPLORERS)
    return len(numbers) / (perf_counter() - begun)


if __name__ == "__main__":
    print(table(list(run())))

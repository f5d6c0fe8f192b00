"""A page that several sessions want is fetched once; what could not be had is tried again."""

import asyncio

import pytest

from pathfinder.adapters.metering.page_cache import CachedFetch
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.errors import SourceUnreachable
from tests.builders import a_page


class _Site:
    """Counts who comes; the first visit to a page named `late` fails."""

    def __init__(self) -> None:
        self.visits: list[str] = []

    async def page(self, url: str) -> StoredPage:
        self.visits.append(url)
        await asyncio.sleep(0)
        if url.endswith("late") and self.visits.count(url) == 1:
            raise SourceUnreachable("not yet")
        return a_page("x" * 100, url, "blog")


def test_an_address_is_fetched_once_however_it_is_spelled_and_whoever_asks() -> None:
    async def visits() -> list[str]:
        site = _Site()
        cache = CachedFetch(site)
        async with asyncio.TaskGroup() as group:
            for url in ("https://a.example/p", "https://A.example/p#top", "https://a.example/p"):
                group.create_task(cache.page(url))
        await cache.page("https://a.example/p")
        return site.visits

    assert len(asyncio.run(visits())) == 1


def test_a_failure_is_not_kept() -> None:
    async def again() -> StoredPage:
        cache = CachedFetch(_Site())
        with pytest.raises(SourceUnreachable):
            await cache.page("https://a.example/late")
        return await cache.page("https://a.example/late")

    assert asyncio.run(again()).text


def test_the_page_wanted_longest_ago_makes_room() -> None:
    async def visits() -> list[str]:
        site = _Site()
        cache = CachedFetch(site, most_characters=250)
        for name in ("a", "b", "a", "c", "a", "b"):
            await cache.page(f"https://{name}.example/p")
        return [url[8] for url in site.visits]

    assert asyncio.run(visits()) == ["a", "b", "c", "b"]

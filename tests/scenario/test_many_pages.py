"""Many pages, many Explorers, some faults: every page is either in the graph or in the failure ledger."""

import asyncio

from tests.many_pages import FAULTS, PAGES, read_all, url

KINDS = {
    17: "unreachable", 68: "unreachable", 119: "blocked", 170: "rate_limited", 221: "unreachable",
    272: "unreachable", 323: "unreadable", 374: "empty", 425: "refused", 476: "unreadable",
}  # fmt: skip


def test_of_500_pages_under_20_explorers_none_is_lost_silently() -> None:
    read = asyncio.run(read_all())
    had = {source.url for source in read.graph.sources.values()}
    failed = {
        failure.what: failure.kind for failure in read.graph.failures if failure.what.startswith("http")
    }
    assert had == {url(number) for number in range(PAGES) if number not in FAULTS}
    assert failed == {url(number): KINDS[number] for number in FAULTS}
    assert len(FAULTS) == PAGES * 0.02

"""Among search results forums come last where sources are poor."""

from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.evidence.searches import forums_last


def test_forums_go_behind_all_others_and_the_rest_keeps_its_order() -> None:
    urls = [
        "https://www.reddit.com/r/heating/comments/1",
        "https://one.example/a",
        "https://stackoverflow.com/questions/1",
        "https://arxiv.org/abs/2401.00001",
        "notes/own.md",
    ]
    found = forums_last(SearchResult(url=url, title=url) for url in urls)
    assert [one.url for one in found] == [urls[1], urls[3], urls[4], urls[0], urls[2]]

"""What an address looks like decides only where a registered name stands behind it."""

import pytest

from pathfinder.protocols.evidence.address_patterns import (
    is_personal_page,
    is_project_documentation,
    pattern_type,
)
from pathfinder.protocols.text.urls import read

DOCUMENTATION = (
    "https://docs.astral.sh/uv/",
    "https://developers.example.com/x",
    "https://support.example.com/article/7",
    "https://python-poetry.org/docs/",
    "https://example.com/ko/docs/start",
    "https://example.com/product/docs/start",
    "https://example.com/en-us/documentation",
    "https://www.structlog.org/en/stable/",
    "https://example.com/en/2.1/index.html",
    "https://www.finances.gov.bf/",
    "https://www.example.gob.pe/",
)
OTHERS = (
    ("https://docs.example.com/forum/7", "forum"),
    ("https://community.example.com/t/7", "forum"),
    ("https://example.com/questions/7", "forum"),
    ("https://docs.example.com/blog/x", "blog"),
    ("https://engineering.example.com/x", "blog"),
    ("https://example.com/ko/blog/x", "blog"),
    ("https://journals.example.com/x", "paper"),
    ("https://pubs.example.com/doi/full/10.1148/radiol.2020", "paper"),
)
NOTHING = (
    "https://www.example.com/",
    "https://example.com/doc.html",
    "https://example.com/en/",
    "https://example.com/latest/news",
    "https://support.example.com/community/7",
    "https://docs.example.com:8443/",
    "https://docs.python.org.evil.com/",
    "https://docs.example/",
    "https://docs.alice.vercel.app/",
    "https://docs.xn--e1afmkfd.com/",
    "https://example.com//docs",
    "http://192.0.2.7/docs/",
    "https://gov.bf/",
    "https://www.gov.evil.com/",
    "https://docs.com/",
)


@pytest.mark.parametrize("url", DOCUMENTATION)
def test_documentation_under_a_registered_name_is_official(url: str) -> None:
    address = read(url)
    assert address is not None
    assert pattern_type(address) == "official"


@pytest.mark.parametrize(("url", "type_"), OTHERS)
def test_of_two_patterns_the_weaker_counts(url: str, type_: str) -> None:
    address = read(url)
    assert address is not None
    assert pattern_type(address) == type_


@pytest.mark.parametrize("url", NOTHING)
def test_what_anybody_can_have_or_two_could_read_differently_fits_no_pattern(url: str) -> None:
    address = read(url)
    assert address is not None
    assert pattern_type(address) is None


@pytest.mark.parametrize("path", ["/docs/", "/tool/api/x.html", "/tool/latest/", "/tool/v1.2/x", "/doc"])
def test_documentation_of_a_project_on_its_free_site(path: str) -> None:
    assert is_project_documentation(path)


@pytest.mark.parametrize("path", ["/", "/tool/", "/2024/05/post", "/blog/docs/x", "/posts/docs-are-good"])
def test_other_pages_of_a_free_site_are_no_documentation(path: str) -> None:
    assert not is_project_documentation(path)


@pytest.mark.parametrize(
    ("url", "personal"),
    [
        ("https://people.csail.mit.edu/rivest/", True),
        ("https://www.example.edu/~alice/x", True),
        ("https://www.example.edu/people/alice", True),
        ("https://blogs.example.edu/x", True),
        ("https://www.example.edu/research/people-moving", False),
    ],
)
def test_a_page_of_a_member_is_not_one_of_the_house(url: str, personal: bool) -> None:
    address = read(url)
    assert address is not None
    assert is_personal_page(address) is personal

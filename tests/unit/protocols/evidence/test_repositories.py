"""On a code host the repository and the path decide; a thread is a voice of its own."""

import pytest

from pathfinder.protocols.evidence.records import source_record
from pathfinder.protocols.evidence.repositories import repository_page
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.text.urls import read
from tests.builders import page_hash

OFFICIAL = (
    "",
    "/releases",
    "/releases/tag/0.5.0",
    "/tags",
    "/wiki/Install",
    "/security/advisories/GHSA-1",
    "/tree/main",
    "/tree/main/docs",
    "/blob/main/README.md",
    "/blob/main/CHANGELOG.md",
    "/blob/main/LICENSE",
    "/raw/main/docs/guide.html",
    "/src/branch/main/docs/x.adoc",
)
OWN_WORK = (
    "/blob/main/src/lib.rs",
    "/blob/main/concepts/Report.md",
    "/commits/main",
    "/blob/main/_posts/2024-01-01-x.md",
    "/stargazers",
)
THREADS = (
    ("github.com/Astral-sh/UV/issues/7", "github.com/astral-sh/uv/issues/7"),
    ("github.com/astral-sh/uv/pull/7/files", "github.com/astral-sh/uv/issues/7"),
    ("github.com/astral-sh/uv/discussions/7", "github.com/astral-sh/uv/discussions/7"),
    ("github.com/astral-sh/uv/issues", "github.com/astral-sh/uv/issues"),
    ("github.com/orgs/astral-sh/discussions/7", "github.com/astral-sh/astral-sh/discussions/7"),
    ("gitlab.com/group/sub/tool/-/merge_requests/7/diffs", "gitlab.com/group/sub/tool/merge_requests/7"),
    ("bitbucket.org/team/tool/pull-requests/7", "bitbucket.org/team/tool/pull-requests/7"),
    ("huggingface.co/datasets/team/set/discussions/7", "huggingface.co/team/set/discussions/7"),
)


def kind_of(url: str) -> tuple[str, str | None]:
    address = read(f"https://{url}")
    assert address is not None
    page = repository_page(address, "github.com" if "github" in address.host else address.host)
    return ("none", None) if page is None else (page.type, page.thread)


@pytest.mark.parametrize("path", OFFICIAL)
def test_what_a_project_publishes_is_official_for_it(path: str) -> None:
    assert kind_of(f"github.com/alice/tool{path}") == ("official", None)


@pytest.mark.parametrize("path", OWN_WORK)
def test_code_and_diaries_of_a_repository_are_its_owner_s_blog(path: str) -> None:
    assert kind_of(f"github.com/alice/tool{path}") == ("blog", None)


@pytest.mark.parametrize(("url", "thread"), THREADS)
def test_a_thread_is_forum_and_has_one_name_under_all_its_addresses(url: str, thread: str) -> None:
    assert kind_of(url) == ("forum", f"thread:{thread}")


def test_raw_files_and_gitlab_pages_are_read_by_their_path() -> None:
    assert kind_of("raw.githubusercontent.com/alice/tool/main/README.md") == ("official", None)
    assert kind_of("raw.githubusercontent.com/alice/tool/main/src/a.py") == ("blog", None)
    assert kind_of("gitlab.com/group/tool/-/blob/main/docs/x.md") == ("official", None)
    assert kind_of("gitlab.com/group/sub/tool/-/tree/main") == ("official", None)


def test_a_profile_is_a_blog_and_a_page_of_the_host_has_no_owner() -> None:
    assert kind_of("github.com/alice") == ("blog", None)
    assert kind_of("github.com/") == ("none", None)
    assert kind_of("github.com/topics/python") == ("none", None)


def test_every_thread_is_a_voice_and_all_else_of_an_owner_is_one() -> None:
    urls = {
        "issue": "https://github.com/alice/tool/issues/7",
        "same issue": "https://github.com/alice/tool/pull/7",
        "other issue": "https://github.com/alice/tool/issues/8",
        "docs": "https://github.com/alice/tool/blob/main/README.md",
        "other docs": "https://github.com/alice/another/releases",
        "pages": "https://alice.github.io/tool/docs/",
        "stranger": "https://github.com/bob/tool",
    }
    sources = {page_hash(name): source_record(url, "Short.", default_table()) for name, url in urls.items()}
    heard = voices(sources)
    one = {name: heard[page_hash(name)] for name in urls}
    assert one["issue"] == one["same issue"]
    assert one["docs"] == one["other docs"] == one["pages"]
    assert len({one[name] for name in ("issue", "other issue", "docs", "stranger")}) == 4
    assert {source.publisher for source in sources.values()} == {"github.com/alice", "github.com/bob"}


def test_two_officials_by_pattern_of_one_domain_are_one_voice() -> None:
    urls = ("https://docs.example.com/a", "https://developer.example.com/b", "https://example.com/docs/c")
    sources = {page_hash(url): source_record(url, "Short.", default_table()) for url in urls}
    assert {source.authority for source in sources.values()} == {0.7}
    assert len(set(voices(sources).values())) == 1

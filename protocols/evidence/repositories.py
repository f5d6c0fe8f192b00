"""Code hosting by repository and path: what a project publishes, and where its users talk.

Documentation, releases and changelog are the project's own word about itself. Issues, pull requests and
discussions are talk, and each thread is a voice of its own whoever owns the repository.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from pathfinder.protocols.graph.types import SourceType
from pathfinder.protocols.text.urls import Address

THREAD = "thread:"
"""How the work of a thread begins."""

_NOT_OWNERS = frozenset(
    {"about", "apps", "blog", "collections", "contact", "customer-stories", "dashboard", "enterprise"}
    | {"events", "explore", "features", "groups", "help", "join", "login", "marketplace", "models", "papers"}
    | {"pricing", "readme", "resources", "search", "security", "settings", "site", "solutions", "sponsors"}
    | {"topics", "trending", "users"}
)
"""First parts of a path that are pages of the host itself."""
_BEFORE_OWNER = frozenset({"datasets", "spaces", "repos", "orgs"})
_THREADS: Mapping[str, str] = {
    "issues": "issues",
    "pull": "issues",
    "pulls": "issues",
    "discussions": "discussions",
    "pull-requests": "pull-requests",
    "merge_requests": "merge_requests",
    "work_items": "issues",
}
"""By part of the path, the row of numbers that its threads share: a pull request is an issue with code."""
_RELEASED = frozenset({"releases", "tags", "wiki", "wikis", "security"})
_FILES = frozenset({"blob", "tree", "raw", "src", "blame"})
_WORD = re.compile(r"[a-z]+")
_NAMED = re.compile(
    r"(?:readme|change(?:log|s)|history|news|releases?|security|contributing|license|copying|upgrading"
    r"|migrat(?:ion|ing))(?:[._-].*)?",
    re.IGNORECASE,
)
_FOLDERS = frozenset({"doc", "docs", "documentation", "manual"})
_DIARIES = frozenset({"_posts", "posts", "blog", "_drafts", "articles"})


class RepositoryPage(NamedTuple):
    """A page of a code host."""

    owner: str
    type: SourceType
    thread: str | None = None
    """The id of the thread it shows, the same for all of the thread's addresses."""


def repository_page(address: Address, accounts: str) -> RepositoryPage | None:
    """Whose page it is and of what kind; None for a page of the host itself.

    `accounts` is the host whose accounts own the repositories: github.com, also for its raw files.
    """
    segments = [unquote(segment) for segment in address.path.split("/") if segment]
    if segments and segments[0].lower() in _BEFORE_OWNER:
        segments = segments[1:] if segments[0].lower() != "orgs" else [*segments[1:2], *segments[1:]]
    if not segments or segments[0].lower() in _NOT_OWNERS:
        return None
    owner = segments[0].lower()
    if len(segments) < 2:
        return RepositoryPage(owner, "blog")
    # GitLab puts "-" between the name of a project, which may have many parts, and its pages.
    end = segments.index("-") if "-" in segments else 2
    name, rest = "/".join(segments[:end]).lower(), segments[end:]
    rest = rest[1:] if rest[:1] == ["-"] else rest
    if address.host.startswith("raw."):
        rest = ["raw", *rest]
    kind = _THREADS.get(rest[0]) if rest else None
    if kind is not None:
        number = [part for part in rest[1:2] if part.isdecimal()]
        return RepositoryPage(owner, "forum", THREAD + "/".join((accounts, name, kind, *number)))
    return RepositoryPage(owner, "official" if _is_published(name, rest) else "blog")


def _is_published(name: str, rest: Sequence[str]) -> bool:
    """The front page, a release, the wiki, or a file of documentation; other notes are their writer's."""
    if not rest or rest[0] in _RELEASED:
        return True
    if rest[0] not in _FILES:
        return False
    path = rest[2:]
    if not path:
        return True
    folders = {part.lower() for part in path}
    of_docs = not folders.isdisjoint(_FOLDERS) or not _FOLDERS.isdisjoint(_WORD.findall(name))
    written = _NAMED.fullmatch(path[-1]) or of_docs
    return bool(written) and folders.isdisjoint(_DIARIES)

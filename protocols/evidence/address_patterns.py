"""What kind of source an address looks like when no table knows its host.

Anybody can register `docs.something`, so a pattern never gives the trust that the table gives. Where an
address fits several patterns the weaker kind counts: `docs.example.com/forum/7` is a forum.
"""

import re

from pathfinder.protocols.graph.types import SourceType
from pathfinder.protocols.text.urls import (
    Address,
    has_known_suffix,
    is_public_suffix,
    on_free_host,
    registrable,
)

_DOCUMENTATION_LABELS = frozenset(
    {"docs", "doc", "documentation", "developer", "developers", "devdocs", "help", "support", "manual"}
    | {"manuals", "handbook", "reference", "spec", "specs", "standards"}
)
_FORUM_LABELS = frozenset(
    {"forum", "forums", "community", "discuss", "discussion", "discussions", "answers", "ask", "talk", "bbs"}
    | {"board", "boards", "lists", "groups", "bugs", "bugzilla", "issues", "jira", "tracker"}
)
_BLOG_LABELS = frozenset({"blog", "blogs", "techblog", "engineering"})
_JOURNAL_LABELS = frozenset({"journal", "journals", "proceedings", "ojs"})
_PERSONAL_LABELS = _BLOG_LABELS | {"people", "users", "students", "sites", "home", "homes", "personal"}

_DOCUMENTATION_SEGMENTS = frozenset(
    {"docs", "documentation", "manual", "manuals", "api-docs", "api-reference", "apidocs", "handbook"}
    | {"developer", "developers"}
)
_ANYWHERE = frozenset({"docs", "documentation"})
"""These count behind the name of a product, too: /product/docs."""
_PROJECT_SEGMENTS = _DOCUMENTATION_SEGMENTS | {
    "doc",
    "api",
    "reference",
    "guide",
    "guides",
    "latest",
    "stable",
}
_FORUM_SEGMENTS = frozenset(
    {"forum", "forums", "discuss", "discussion", "discussions", "thread", "threads", "questions", "answers"}
    | {"bbs"}
)
_BLOG_SEGMENTS = frozenset({"blog", "blogs"})
_TALK_SEGMENTS = frozenset({"community", "comments", "feedback", "ideas", "issues", "qa", "topic", "topics"})
"""Beside documentation these are pages of its readers; elsewhere the word says too little."""

_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][a-z]{2,4})?")
_VERSION = re.compile(r"latest|stable|v?[0-9]+(?:\.[0-9x]+)+")
_DOI_PATH = re.compile(r"/doi/(?:[a-z]{2,10}/){0,2}10\.[0-9]{4,9}/[^/]")
_GOVERNMENT = frozenset({"gov", "gob", "gouv", "govt", "gub", "mil"})


def pattern_type(address: Address) -> SourceType | None:
    """The type that host and path suggest; None where they suggest nothing, or anybody has the name free."""
    if not _registered(address) or "//" in address.path:
        return None
    segments = _segments(address.path)
    label = address.host.removesuffix(registrable(address.host)).rstrip(".")
    if _is_government(address.host):
        return "official"
    if label in _FORUM_LABELS or not _FORUM_SEGMENTS.isdisjoint(segments):
        return "forum"
    if label in _BLOG_LABELS or not _BLOG_SEGMENTS.isdisjoint(segments[:2]):
        return "blog"
    if label in _JOURNAL_LABELS or _DOI_PATH.search(address.path):
        return "paper"
    documented = label in _DOCUMENTATION_LABELS or _is_documentation(segments)
    return "official" if documented and _TALK_SEGMENTS.isdisjoint(segments) else None


def is_project_documentation(path: str) -> bool:
    """Whether a page of a project's free site is documentation: /docs/, /api/, /latest/, /v1.2/."""
    segments = _segments(path)
    said = any(segment in _PROJECT_SEGMENTS or _VERSION.fullmatch(segment) for segment in segments)
    return said and _BLOG_SEGMENTS.isdisjoint(segments)


def is_personal_page(address: Address) -> bool:
    """Whether a page of an institution is that of one of its members: /~alice/, people.example.edu."""
    labels = address.host.removesuffix(registrable(address.host)).split(".")
    segments = _segments(address.path)
    return (
        not _PERSONAL_LABELS.isdisjoint(labels)
        or any(segment.startswith("~") for segment in segments)
        or not (_BLOG_SEGMENTS | {"people", "users"}).isdisjoint(segments[:1])
    )


def _registered(address: Address) -> bool:
    """Under a name that somebody registered: no number, no port of its own, no look-alike letters."""
    host = address.host
    if address.port is not None or address.is_ip or "xn--" in host:
        return False
    return has_known_suffix(host) and not on_free_host(host)


def _segments(path: str) -> tuple[str, ...]:
    return tuple(segment for segment in path.lower().split("/") if segment)


def _is_documentation(segments: tuple[str, ...]) -> bool:
    if len(segments) > 1 and _LANGUAGE.fullmatch(segments[0]):
        if _VERSION.fullmatch(segments[1]):
            return True
        segments = segments[1:]
    return not (_DOCUMENTATION_SEGMENTS.isdisjoint(segments[:1]) and _ANYWHERE.isdisjoint(segments[1:2]))


def _is_government(host: str) -> bool:
    """Under gov.xx and its kin, where a registry gives such names to governments alone."""
    suffix = host.split(".")[-2:]
    closed = suffix[0] in _GOVERNMENT and len(suffix[-1]) == 2
    return closed and is_public_suffix(".".join(suffix)) and host != ".".join(suffix)

"""What kind of source an address is, what its word is worth, and who speaks there.

The evidence is asked in this order: the user's own table; the dated table that ships (`sources.toml`), looked
up by host and path, never by a part of a string; patterns of addresses; what the page says of itself. What
none of them knows, and every address that could be read in two ways, is `unknown`.
"""

from typing import NamedTuple, assert_never
from urllib.parse import unquote

from pathfinder.protocols.evidence.address_patterns import (
    is_personal_page,
    is_project_documentation,
    pattern_type,
)
from pathfinder.protocols.evidence.repositories import repository_page
from pathfinder.protocols.evidence.self_description import SelfDescription, described_type
from pathfinder.protocols.evidence.sources import (
    AUTHORITY,
    PATTERN_MOST,
    PLATFORM_NAMES,
    SELF_DESCRIBED_MOST,
    WEAK_MOST,
    Evidence,
    Owner,
    SourceEntry,
    SourceTable,
)
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import SourceType
from pathfinder.protocols.text.urls import Address, on_free_host, read, registrable


class SourceClass(Frozen):
    """What code says about the source at an address."""

    type: SourceType
    authority: float
    publisher: str | None
    """Who speaks: the registrable domain or, where many write, the author; None for a local file."""
    host_of_works: bool
    """The publisher only hosts: each of its works is a source of its own."""
    rules_version: str
    site: str | None
    evidence: Evidence = "none"
    self_described: bool = False
    """Nobody but the page vouches for it, or an account that anybody can open."""
    thread: str | None = None
    """The thread of a code host that the page shows: a voice of its own, whoever the publisher is."""


def classify(url: str, table: SourceTable, said: SelfDescription | None = None) -> SourceClass:
    """The class of the page at an address that says this of itself.

    Whatever is no plain http(s) address is local or unreadable: unknown.
    """
    address = read(url)
    if address is None:
        return _class_of(_Found("unknown", AUTHORITY["unknown"], "none"), table)
    said = said or SelfDescription()
    found = _by_tables(address, table) or _by_pattern(address) or _by_description(address, said)
    # A table that names a ministry or a journal knows better than a sentence on one of its pages.
    vouched = found.evidence == "user" or (found.evidence == "table" and found.type in ("paper", "official"))
    if (said.machine_made or said.second_hand) and not vouched:
        found = found._replace(authority=min(found.authority, WEAK_MOST))
    publisher = found.author or _publisher(address, table)
    return _class_of(found, table, publisher, address.host.removeprefix("www."))


class _Found(NamedTuple):
    type: SourceType
    authority: float
    evidence: Evidence
    self_described: bool = False
    author: str | None = None
    host_of_works: bool = False
    thread: str | None = None


def _class_of(
    found: _Found, table: SourceTable, publisher: str | None = None, site: str | None = None
) -> SourceClass:
    return SourceClass(
        type=found.type,
        authority=found.authority,
        publisher=publisher,
        host_of_works=found.host_of_works,
        rules_version=table.version,
        site=site,
        evidence=found.evidence,
        self_described=found.self_described,
        thread=found.thread,
    )


def _by_tables(address: Address, table: SourceTable) -> _Found | None:
    own = table.own_entry(address)
    if own is not None:
        return _by_entry(own, address)._replace(evidence="user", self_described=False)
    entry = table.built_in_entry(address)
    if entry is None:
        return None
    found = _by_entry(entry, address)
    return found._replace(self_described=False) if found.author in table.known_accounts else found


def _by_entry(entry: SourceEntry, address: Address) -> _Found:
    author = _author(entry, address)
    hosts = entry.host_of_works and author is None
    # Many may publish there under any name, and nobody reads it first.
    anybody = entry.host_of_works and entry.type == "blog"
    found = _Found(entry.type, AUTHORITY[entry.type], "table", anybody, author, hosts)
    match entry.kind:
        case None:
            return found
        case "unvetted":
            return found._replace(authority=min(found.authority, WEAK_MOST))
        case "documentation":
            return found._replace(authority=PATTERN_MOST, evidence="pattern", self_described=True)
        case "project_pages":
            if is_project_documentation(address.path):
                return found._replace(type="official", authority=PATTERN_MOST, evidence="pattern")
            return found._replace(authority=WEAK_MOST)
        case "institution":
            if is_personal_page(address):
                return found._replace(
                    type="blog", authority=AUTHORITY["blog"], evidence="pattern", self_described=True
                )
            return found._replace(authority=PATTERN_MOST, evidence="pattern")
        case "repositories":
            return _by_repository(entry, address)
        case _:
            assert_never(entry.kind)


def _by_repository(entry: SourceEntry, address: Address) -> _Found:
    accounts = entry.accounts or entry.host
    page = repository_page(address, accounts)
    if page is None:
        return _Found("blog", AUTHORITY["blog"], "table")
    return _Found(
        page.type,
        min(AUTHORITY[page.type], PATTERN_MOST),
        "pattern",
        self_described=True,
        author=f"{accounts}/{page.owner}",
        thread=page.thread,
    )


def _by_pattern(address: Address) -> _Found | None:
    type_ = pattern_type(address)
    if type_ is None:
        return None
    # A name such as blog.example.com says no more than the page itself does.
    return _Found(type_, min(AUTHORITY[type_], PATTERN_MOST), "pattern", self_described=type_ == "blog")


def _by_description(address: Address, said: SelfDescription) -> _Found:
    type_ = described_type(said, address)
    if type_ is None:
        return _Found("unknown", AUTHORITY["unknown"], "none")
    most = WEAK_MOST if on_free_host(address.host) else SELF_DESCRIBED_MOST
    return _Found(type_, min(AUTHORITY[type_], most), "page", self_described=True)


def _publisher(address: Address, table: SourceTable) -> str:
    return address.host if address.is_ip else table.publisher_of(registrable(address.host))


def _author(entry: SourceEntry, address: Address) -> str | None:
    """Who writes at this address, where the address tells it."""
    authors = (_author_by(way, entry, address) for way in entry.owner)
    return next((author for author in authors if author is not None), None)


def _author_by(way: Owner, entry: SourceEntry, address: Address) -> str | None:
    if way == "subdomain":
        name = address.host.removesuffix(entry.host).rstrip(".").rpartition(".")[2]
        if not name or name in PLATFORM_NAMES:
            return None
        return f"{entry.accounts}/{name}" if entry.accounts else f"{name}.{entry.host}"
    name = unquote(address.path.removeprefix(entry.path).lstrip("/").partition("/")[0]).lower()
    named = name.startswith("@") if way == "handle" else name and "." not in name
    return f"{entry.place}/{name}" if named else None

"""Tables of sources: which host or path is what kind of source, and who speaks there."""

import datetime
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Annotated, Literal
from zlib import crc32

from pydantic import AfterValidator, Field

from pathfinder.protocols.frozen import Frozen, is_empty
from pathfinder.protocols.graph.types import SourceType
from pathfinder.protocols.text.urls import Address, is_public_suffix, read, registrable

AUTHORITY: Mapping[SourceType, float] = {
    "paper": 0.9,
    "official": 0.85,
    "news": 0.6,
    "blog": 0.5,
    "forum": 0.3,
    "unknown": 0.2,
}

PATTERN_MOST = 0.7
"""What a pattern of addresses can give: less than the table, since anybody can choose such a name."""

SELF_DESCRIBED_MOST = 0.5
"""What a page can give itself."""

WEAK_MOST = 0.3
"""For free hosts, and for pages that say they are machine-made or summaries of another page."""

Owner = Literal["subdomain", "path", "handle"]

PlaceKind = Literal["unvetted", "project_pages", "documentation", "repositories", "institution"]

Evidence = Literal["user", "table", "pattern", "page", "none"]
"""What decided about a source; "user" is the user's own table."""

_LANGUAGE = re.compile(r"/[A-Za-z]{2}(?:-[A-Za-z]{2,4})?(?=/)")

PLATFORM_NAMES = frozenset({"www", "m", "mobile", "blog"})


def _checked_place(place: str) -> str:
    address = read(f"https://{place}")
    if address is None or place not in (address.host, address.host + address.path):
        raise ValueError(f"{place!r} is not a host, or a host and a path, in lower case")
    return place


class SourceEntry(Frozen):
    """One line of the table."""

    place: Annotated[str, AfterValidator(_checked_place)]
    """A host, standing for everything under it, or host/path; the path may end in `*`."""
    type: SourceType
    host_of_works: bool = False
    """Many independent authors publish there: its pages do not speak with one voice."""
    owner: tuple[Owner, ...] = ()
    """Where the address names the author, in the order to look."""
    suffix: bool = False
    """A public suffix under which every name counts, such as go.kr."""
    kind: PlaceKind | None = Field(default=None, exclude_if=is_empty)
    """Where the type alone does not tell what a page there is worth."""
    accounts: str = Field(default="", exclude_if=is_empty)
    """The host whose accounts own what stands here: github.com for github.io."""

    @property
    def host(self) -> str:
        return self.place.partition("/")[0]

    @property
    def path(self) -> str:
        return self.place.removeprefix(self.host)

    def covers(self, address: Address) -> bool:
        """The entry is about this address, whose host is known to be the entry's or under it."""
        if self.suffix:
            return address.host != self.host
        # What somebody registered under a public suffix is his own, whoever runs the suffix.
        within = "subdomain" in self.owner or registrable(self.host) == registrable(address.host)
        return within and self._covers_path(address.path)

    def _covers_path(self, path: str) -> bool:
        start = self.path
        if start.startswith("/~/"):
            start, path = start.removeprefix("/~"), _LANGUAGE.sub("", path, count=1)
        if start.endswith("*"):
            return path.startswith(start[:-1])
        return (path + "/").startswith(start + "/")


class SamePublisher(Frozen):
    """One speaker under several registrable domains."""

    name: str
    also: tuple[str, ...]


class SourceTable(Frozen):
    """Everything code knows about places; a pure value, so the same table gives the same classes."""

    date: datetime.date
    entries: tuple[SourceEntry, ...]
    own: tuple[SourceEntry, ...] = ()
    """The user's entries; where one applies, the built-in ones are not asked."""
    publishers: tuple[SamePublisher, ...] = ()
    known_accounts: frozenset[str] = frozenset()
    """Accounts of code hosts that are who they say they are."""

    def extended(self, entries: Iterable[SourceEntry]) -> "SourceTable":
        """The table with the user's own entries, the later of two about one place winning."""
        own = {entry.place: entry for entry in (*self.own, *entries)}
        for entry in own.values():
            if is_public_suffix(entry.host) and not entry.suffix and "subdomain" not in entry.owner:
                raise ValueError(
                    f"{entry.host!r} is a public suffix; an entry for all under it says suffix = true"
                )
        # Not model_copy: it would carry over the indexes of this table.
        return SourceTable(
            date=self.date,
            entries=self.entries,
            own=tuple(own[place] for place in sorted(own)),
            publishers=self.publishers,
            known_accounts=self.known_accounts,
        )

    @property
    def version(self) -> str:
        """The date of the table, and a mark of the user's entries if there are any."""
        if not self.own:
            return self.date.isoformat()
        written = "\n".join(entry.model_dump_json() for entry in self.own)
        return f"{self.date.isoformat()}+{crc32(written.encode()):08x}"

    def own_entry(self, address: Address) -> SourceEntry | None:
        """The most exact of the user's entries about an address: long host before long path."""
        return None if stands_apart(address) else _lookup(self._own_by_host, address)

    def built_in_entry(self, address: Address) -> SourceEntry | None:
        """The most exact of the entries that ship."""
        # Look-alike letters make an xn-- host; no place of the built-in table has one.
        apart = stands_apart(address) or "xn--" in address.host
        return None if apart else _lookup(self._by_host, address)

    def publisher_of(self, domain: str) -> str:
        """The one name of a speaker with several domains; else the domain."""
        return self._names.get(domain, domain)

    @cached_property
    def _by_host(self) -> "_Index":
        return _index(self.entries)

    @cached_property
    def _own_by_host(self) -> "_Index":
        return _index(self.own)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {domain: same.name for same in self.publishers for domain in same.also}


def parse_table(text: str) -> SourceTable:
    """The table written in TOML; raises ValueError when it is not one or names a place twice."""
    written = _File.model_validate(tomllib.loads(text))
    entries = tuple(
        SourceEntry(
            place=place,
            type=group.type,
            host_of_works=group.host_of_works,
            owner=group.owner,
            suffix=group.suffix,
            kind=group.kind,
            accounts=group.accounts,
        )
        for group in written.group
        for place in group.places
    )
    twice = sorted(place for place, count in Counter(entry.place for entry in entries).items() if count > 1)
    if twice:
        raise ValueError(f"the source table names a place twice: {', '.join(twice)}")
    return SourceTable(
        date=written.date,
        entries=entries,
        publishers=written.publisher,
        known_accounts=frozenset(written.known_accounts),
    )


@lru_cache(maxsize=1)
def default_table() -> SourceTable:
    """The table that ships with the package."""
    return parse_table(files("pathfinder.protocols.evidence").joinpath("sources.toml").read_text("utf-8"))


class _Group(Frozen):
    """Places of one kind, as the file lists them."""

    about: str
    type: SourceType
    host_of_works: bool = False
    owner: tuple[Owner, ...] = ()
    suffix: bool = False
    kind: PlaceKind | None = None
    accounts: str = ""
    places: tuple[str, ...]


class _File(Frozen):
    """The whole of `sources.toml`."""

    date: datetime.date
    known_accounts: tuple[str, ...] = ()
    group: tuple[_Group, ...]
    publisher: tuple[SamePublisher, ...] = ()


_Index = Mapping[str, tuple[SourceEntry, ...]]


def _index(entries: Iterable[SourceEntry]) -> _Index:
    by_host: dict[str, tuple[SourceEntry, ...]] = {}
    for entry in sorted(entries, key=lambda entry: (-len(entry.path), entry.path)):
        by_host[entry.host] = (*by_host.get(entry.host, ()), entry)
    return by_host


def _lookup(index: _Index, address: Address) -> SourceEntry | None:
    labels = address.host.split(".")
    hosts = (".".join(labels[start:]) for start in range(len(labels)))
    found = (entry for host in hosts for entry in index.get(host, ()) if entry.covers(address))
    return next(found, None)


def stands_apart(address: Address) -> bool:
    """No name leads to it, or a service on a port of its own that need not belong to the name's owner."""
    return address.is_ip or address.port is not None

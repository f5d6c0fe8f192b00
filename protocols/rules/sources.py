"""What kind of source an address is, what its word is worth, and who speaks there.

The answer comes from a dated table (`sources.toml`), looked up by host and path, never by a part of a
string. What the table does not know, and every address that could be read in two ways, is `unknown`.
"""

import datetime
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Annotated, Literal
from urllib.parse import unquote
from zlib import crc32

from pydantic import AfterValidator

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import SourceType
from pathfinder.protocols.rules.urls import Address, is_public_suffix, read, registrable

AUTHORITY: Mapping[SourceType, float] = {
    "paper": 0.9,
    "official": 0.85,
    "news": 0.6,
    "blog": 0.5,
    "forum": 0.3,
    "unknown": 0.2,
}

Owner = Literal["subdomain", "path", "handle"]

_LANGUAGE = re.compile(r"/[A-Za-z]{2}(?:-[A-Za-z]{2,4})?(?=/)")
_PLATFORM_NAMES = frozenset({"www", "m", "mobile", "blog"})


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

    def extended(self, entries: Iterable[SourceEntry]) -> "SourceTable":
        """The table with the user's own entries, the later of two about one place winning."""
        own = {entry.place: entry for entry in (*self.own, *entries)}
        for entry in own.values():
            if is_public_suffix(entry.host) and not entry.suffix and "subdomain" not in entry.owner:
                raise ValueError(
                    f"{entry.host!r} is a public suffix; an entry for all under it says suffix = true"
                )
        ordered = tuple(own[place] for place in sorted(own))
        # Not model_copy: it would carry over the indexes of this table.
        return SourceTable(date=self.date, entries=self.entries, own=ordered, publishers=self.publishers)

    @property
    def version(self) -> str:
        """The date of the table, and a mark of the user's entries if there are any."""
        if not self.own:
            return self.date.isoformat()
        written = "\n".join(entry.model_dump_json() for entry in self.own)
        return f"{self.date.isoformat()}+{crc32(written.encode()):08x}"

    def entry_for(self, address: Address) -> SourceEntry | None:
        """The most exact entry about an address: own before built-in, long host before long path."""
        if address.is_ip:
            return None
        # Look-alike letters make an xn-- host; no place of the built-in table has one.
        built_in = None if "xn--" in address.host else _lookup(self._by_host, address)
        return _lookup(self._own_by_host, address) or built_in

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


class SourceClass(Frozen):
    """What code says about the source at an address."""

    type: SourceType
    authority: float
    publisher: str | None
    """Who speaks: the registrable domain or, where many write, the author; None for a local file."""
    host_of_works: bool
    """The publisher only hosts: each of its works speaks for itself."""
    rules_version: str
    site: str | None


def classify(url: str, table: SourceTable) -> SourceClass:
    """The class of any address; whatever is no plain http(s) address is local or unreadable: unknown."""
    address = read(url)
    if address is None:
        return _class_of("unknown", table)
    # A service on a port of its own need not belong to the owner of the name.
    entry = table.entry_for(address) if address.port is None else None
    site = address.host.removeprefix("www.")
    author = None if entry is None else _author(entry, address)
    if entry is None or author is not None:
        publisher = author or _publisher(address, table)
        return _class_of("unknown" if entry is None else entry.type, table, publisher=publisher, site=site)
    return _class_of(entry.type, table, _publisher(address, table), site, host_of_works=entry.host_of_works)


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
        )
        for group in written.group
        for place in group.places
    )
    twice = sorted(place for place, count in Counter(entry.place for entry in entries).items() if count > 1)
    if twice:
        raise ValueError(f"the source table names a place twice: {', '.join(twice)}")
    return SourceTable(date=written.date, entries=entries, publishers=written.publisher)


@lru_cache(maxsize=1)
def default_table() -> SourceTable:
    """The table that ships with the package."""
    return parse_table(files("pathfinder.protocols.rules").joinpath("sources.toml").read_text("utf-8"))


class _Group(Frozen):
    """Places of one kind, as the file lists them."""

    about: str
    type: SourceType
    host_of_works: bool = False
    owner: tuple[Owner, ...] = ()
    suffix: bool = False
    places: tuple[str, ...]


class _File(Frozen):
    """The whole of `sources.toml`."""

    date: datetime.date
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


def _class_of(
    type_: SourceType,
    table: SourceTable,
    publisher: str | None = None,
    site: str | None = None,
    *,
    host_of_works: bool = False,
) -> SourceClass:
    return SourceClass(
        type=type_,
        authority=AUTHORITY[type_],
        publisher=publisher,
        host_of_works=host_of_works,
        rules_version=table.version,
        site=site,
    )


def _publisher(address: Address, table: SourceTable) -> str:
    return address.host if address.is_ip else table.publisher_of(registrable(address.host))


def _author(entry: SourceEntry, address: Address) -> str | None:
    """Who writes at this address, where the address tells it."""
    authors = (_author_by(way, entry, address) for way in entry.owner)
    return next((author for author in authors if author is not None), None)


def _author_by(way: Owner, entry: SourceEntry, address: Address) -> str | None:
    if way == "subdomain":
        name = address.host.removesuffix(entry.host).rstrip(".").rpartition(".")[2]
        return f"{name}.{entry.host}" if name and name not in _PLATFORM_NAMES else None
    name = unquote(address.path.removeprefix(entry.path).lstrip("/").partition("/")[0]).lower()
    named = name.startswith("@") if way == "handle" else name and "." not in name
    return f"{entry.place}/{name}" if named else None

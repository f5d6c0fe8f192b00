"""The sources of a session as references: what every bibliography format is written from."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import CogniGraph, Source, SourceType
from pathfinder.protocols.ids import PageHash

_ASCII_WORD = re.compile(r"[a-z0-9]+")
_DATE = re.compile(
    r"(?P<year>(?:1[5-9]|20)\d\d)(?:[-./년]\s*(?P<month>\d{1,2})(?:[-./월]\s*(?P<day>\d{1,2}))?)?"
)
_AUTHORS = re.compile(r"\s*(?:;|\band\b|\n)\s*")


class Person(Frozen):
    """An author. A name in one piece, Korean ones among them, is never torn apart by guess."""

    family: str = ""
    given: str = ""
    whole: str = ""

    @property
    def shown(self) -> str:
        """As bibliographies sort it."""
        return self.whole or f"{self.family}, {self.given}"


class Reference(Frozen):
    """One source."""

    key: str
    """Unique in the session, ASCII, and the same for the same sources."""
    type: SourceType
    title: str
    url: str
    site: str
    people: tuple[Person, ...]
    issued: tuple[int, ...]
    """Year, month, day, as far as they are known."""
    accessed: date | None
    doi: str | None
    language: str | None
    retracted: str | None
    note: str


def references(graph: CogniGraph) -> tuple[Reference, ...]:
    """The sources that are cited, in the order of their addresses."""
    quoted: dict[PageHash, int] = {}
    for seen in graph.observations.values():
        if seen.page is not None:
            quoted[seen.page] = quoted.get(seen.page, 0) + 1
    pages = sorted(quoted, key=lambda page: (graph.sources[page].url, page))
    taken: set[str] = set()
    made = []
    for page in pages:
        source = graph.sources[page]
        key = next(key for key in _keys(source) if key not in taken)
        taken.add(key)
        made.append(_reference(source, key, quoted[page]))
    return tuple(made)


def _reference(source: Source, key: str, quotes: int) -> Reference:
    weight = f"Pathfinder: authority {source.weight}, {quotes} observations"
    return Reference(
        key=key,
        type=source.type,
        title=line(source.title or source.url),
        url=line(source.url),
        site=line(source.site),
        people=people(source.author),
        issued=issued(source.date),
        accessed=source.retrieved_at.date() if source.retrieved_at else None,
        doi=line(source.doi) if source.doi else None,
        language=source.language,
        retracted=line(source.retracted) if source.retracted is not None else None,
        note=weight,
    )


def people(author: str) -> tuple[Person, ...]:
    """The authors a page names: "Kim, Minji; Lee, Jun" and "A. Ek and B. Ode"; one name may be a body."""
    names = (line(part) for part in _AUTHORS.split(author))
    return tuple(_person(name) for name in names if name)


def _person(name: str) -> Person:
    family, comma, given = (part.strip() for part in name.partition(","))
    return Person(family=family, given=given) if comma and family and given else Person(whole=name)


def issued(written: str) -> tuple[int, ...]:
    """Year, month and day out of a date as pages write it; nothing where it is no date."""
    found = _DATE.search(written)
    if found is None:
        return ()
    parts = [int(part) for part in found.groups() if part is not None]
    try:
        date(*(parts + [1] * (3 - len(parts))))
    except ValueError:
        return (parts[0],)
    return tuple(parts)


def line(text: str) -> str:
    """One line without controls or half characters."""
    sound = text.encode("utf-8", "replace").decode("utf-8")
    kept = "".join(" " if unicodedata.category(mark) in ("Cc", "Zl", "Zp") else mark for mark in sound)
    return " ".join(kept.split())


def _keys(source: Source) -> Iterator[str]:
    """A readable key, then the same with letters behind it: the author or the site, the year, a word."""
    named = people(source.author)
    who = _ascii(named[0].family or named[0].whole) if named else ""
    site = _ascii(source.site or source.url.partition("://")[2])
    year = str(issued(source.date)[0]) if issued(source.date) else ""
    word = next((word for word in _words(source.title) if len(word) > 3), "")
    stem = f"{who or site or 'source'}{year}{word}"
    yield stem
    number = 2
    while True:
        yield f"{stem}-{number}"
        number += 1


def _ascii(text: str) -> str:
    return "".join(_words(text))[:24]


def _words(text: str) -> list[str]:
    """Latin words and digits of a text, marks taken off; a Korean name has none, and its site stands in."""
    bare = unicodedata.normalize("NFKD", text).casefold()
    return _ASCII_WORD.findall("".join(mark for mark in bare if not unicodedata.combining(mark)))

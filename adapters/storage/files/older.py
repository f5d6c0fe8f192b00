"""What a session of an older program says, read with care: what cannot be read is listed, never guessed."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pathfinder.protocols.graph.memory import Concept, LearnedRule, Lesson, Relation, SearchRecord

LONGEST = 2_000
"""Characters of a text that are taken into the graph; the file itself is kept whole."""
MOST_READ_BYTES = 100_000_000
"""A larger file is no record of a session."""
_ADDRESS = re.compile(r"https?://[^\s)>\]\"']+")
_TEXTS = ("summary", "text", "statement", "claim", "content", "title", "keyword", "query", "question", "hole")
_PLACES = ("source_url", "url", "source", "link")


class OlderEvidence(NamedTuple):
    """Something that was found; nobody has checked that its words stand anywhere."""

    text: str
    source: str
    iteration: int
    quote: str = ""


class OlderClaim(NamedTuple):
    """A hypothesis, as the older program believed in it."""

    number: int | None
    text: str
    confidence: float
    iteration: int
    supports: tuple[OlderEvidence, ...] = ()
    contradicts: tuple[OlderEvidence, ...] = ()


class Older(NamedTuple):
    """A session of an older program."""

    version: str
    question: str
    iteration: int = 0
    parts: tuple[str, ...] = ()
    claims: tuple[OlderClaim, ...] = ()
    said: tuple[OlderEvidence, ...] = ()
    """Found, and linked to no claim."""
    keywords: tuple[str, ...] = ()
    searches: tuple[SearchRecord, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    rules: tuple[LearnedRule, ...] = ()
    concepts: Mapping[str, Concept] = {}
    relations: tuple[Relation, ...] = ()
    unread: tuple[str, ...] = ()
    """What could not be understood, `where: why`; its file is kept all the same."""


class OlderFiles:
    """Reads loosely typed JSON and remembers what it could not use."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.unread: list[str] = []

    def json(self, name: str) -> Any:  # noqa: ANN401  (whatever the older program wrote)
        """The content of a file; None if it is not there or not JSON."""
        path = self._folder / name
        if not path.is_file() or path.is_symlink() or self._too_large(name, path):
            return None
        try:
            return json.loads(path.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError, RecursionError) as error:
            self.unread.append(f"{name}: it is not JSON ({type(error).__name__})")
            return None

    def text(self, name: str) -> str:
        """A text file; empty if it cannot be read."""
        path = self._folder / name
        try:
            if path.is_symlink() or not path.is_file() or self._too_large(name, path):
                return ""
            return path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def _too_large(self, name: str, path: Path) -> bool:
        if path.stat().st_size <= MOST_READ_BYTES:
            return False
        self.skip(name, f"it is larger than {MOST_READ_BYTES // 1_000_000} MB")
        return True

    def names(self, folder: str) -> list[str]:
        """The plain files of a folder."""
        place = self._folder / folder
        if not place.is_dir() or place.is_symlink():
            return []
        found = sorted(path for path in place.iterdir() if path.is_file() and not path.is_symlink())
        return [f"{folder}/{path.name}" for path in found]

    def skip(self, where: str, why: str) -> None:
        """Remember something that could not be used."""
        self.unread.append(f"{where}: {why}")


def objects(value: object) -> Iterator[dict[str, Any]]:
    """The objects in a list; of an object by name, its values."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        yield from (one for one in value if isinstance(one, dict))


def line(value: object) -> str:
    """A text on one line; empty for anything else."""
    return " ".join(value.split())[:LONGEST] if isinstance(value, str) else ""


def texts(value: object) -> tuple[str, ...]:
    """The texts in a list: strings, or objects that have one."""
    rows = value if isinstance(value, list) else []
    found = (line(row) if isinstance(row, str) else said_in(row) for row in rows)
    return tuple(dict.fromkeys(text for text in found if text))


def said_in(value: object) -> str:
    """The text of an object, under whichever name it goes."""
    if not isinstance(value, dict):
        return ""
    return next((text for name in _TEXTS if (text := line(value.get(name)))), "")


def place_in(value: Mapping[str, Any]) -> str:
    """Where an object says it comes from."""
    return next((text for name in _PLACES if (text := line(value.get(name)))), "")


def address_in(text: str) -> str:
    """The first address in a text."""
    found = _ADDRESS.search(text)
    return found[0].rstrip(".,;") if found else ""


def unit(value: object, otherwise: float = 0.5) -> float:
    """A share between 0 and 1; 85 is read as 85 %."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    if not -1e9 < value < 1e9:  # Neither is infinity or an integer that no float can hold.
        return otherwise
    return min(1.0, max(0.0, value / 100 if 1 < value <= 100 else float(value)))


def count(value: object) -> int:
    """A number of things; 0 for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6 else 0


def before(value: object) -> int:
    """The number of an iteration as the graph has it: the first, which people call 1, is 0."""
    return max(0, count(value) - 1)

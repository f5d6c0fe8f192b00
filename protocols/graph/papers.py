"""What catalogues know of papers: a record found by a search, and what a session keeps of it."""

import re

from pydantic import Field

from pathfinder.protocols.frozen import Frozen, Worded, Words

_YEAR = re.compile(r"(1[5-9][0-9]{2}|20[0-9]{2}|21[0-9]{2})(?![0-9])")


class Paper(Worded):
    """A paper as a catalogue describes it. Its abstract can be read as a page of its own."""

    catalogue: str
    name: str
    """What the catalogue calls it."""
    authors: tuple[str, ...] = ()
    date: str = ""
    """As exact as the catalogue says it: a day, a month or a year."""
    venue: str = ""
    abstract: str = ""
    summary: str = ""
    """One sentence on it, where the catalogue has one."""
    doi: str | None = None
    pdfs: tuple[str, ...] = ()
    """Where its full text is open to all."""
    citations: int | None = Field(default=None, ge=0)
    retracted: Words | None = None
    whole: bool = False
    """Its full text is worth fetching."""

    @property
    def year(self) -> int | None:
        """The year it came out."""
        found = _YEAR.match(self.date)
        return int(found[1]) if found else None


class PaperNote(Frozen):
    """What the record of a stored page says of the paper it holds."""

    name: str
    """Names its files; unique for a work."""
    catalogue: str
    venue: str = ""
    summary: str = ""
    citations: int | None = Field(default=None, ge=0)
    whole: bool = False
    """The full text was read, not the abstract alone."""

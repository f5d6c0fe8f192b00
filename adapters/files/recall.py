"""Full-text search over what a session holds: stored pages, and the edits of closed iterations.

The index is made anew for each search and kept in memory: the record is the only thing that lasts.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

from pathfinder.adapters.files.archive import read_archive
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.layout import Session
from pathfinder.adapters.files.pages import FilePages
from pathfinder.adapters.files.store import archive_numbers
from pathfinder.adapters.local.passages import passages
from pathfinder.adapters.local.ranking import folded, match
from pathfinder.protocols import edits as e
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.ids import PageHash

MOST_FOUND = 20
AROUND = 300
"""Characters that are shown of a passage."""


class Recalled(NamedTuple):
    """A place where the words stand."""

    where: str
    """`iteration 3`, or the hash of a page."""
    what: str
    """The id of what was added there, or the page's title."""
    text: str

    @property
    def is_page(self) -> bool:
        """It stands on a stored page; otherwise in an archive."""
        return not self.where.startswith("iteration ")


def recall(session: Session, words: str, disk: Disk, most: int = MOST_FOUND) -> tuple[Recalled, ...]:
    """The passages that share the most telling words with a text, best first."""
    wanted = match(words)
    if wanted is None:
        return ()
    with closing(sqlite3.connect(":memory:")) as index:
        index.execute("CREATE VIRTUAL TABLE words USING fts5(body, content='', tokenize='porter unicode61')")
        places: list[Recalled] = []
        for place in _places(session, disk):
            places.append(place)
            index.execute("INSERT INTO words (rowid, body) VALUES (?, ?)", (len(places), folded(place.text)))
        rows = index.execute(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words), rowid", (wanted,)
        ).fetchall()
    found = [places[number - 1] for (number,) in rows]
    # What was done is told in short lines, which would crowd out the pages.
    pages = [place for place in found if place.is_page][: most // 2]
    done = [place for place in found if not place.is_page][: most - len(pages)]
    return tuple(place._replace(text=_around(place.text, words)) for place in (*pages, *done))


def _places(session: Session, disk: Disk) -> Iterator[Recalled]:
    for number in archive_numbers(session, disk):
        path = session.archive(number)
        for edit in read_archive(disk.read(path), str(path)).edits:
            for what, text in _said(edit):
                yield Recalled(f"iteration {number}", what, text)
    pages = FilePages(session, disk)
    for page, source in pages.sources().items():
        for text in _passages(pages, page):
            yield Recalled(page, source.title or source.url, text)


def _passages(pages: FilePages, page: PageHash) -> Iterator[str]:
    try:
        text = pages.text(page)
    except StorageFailed:
        return  # `verify` says so; one damaged page must not hide the others.
    for start, end in passages(text):
        yield text[start:end]


def _said(edit: e.GraphEdit) -> Iterator[tuple[str, str]]:
    """The words of an edit, where it has some worth finding."""
    match edit:
        case e.AddObservation():
            yield edit.name, f"{edit.observation.summary} {edit.observation.quote or ''}"
        case e.AddHypothesis():
            yield edit.name, edit.hypothesis.summary
        case e.AddSearch():
            yield "search", edit.search.query
        case e.AddKeyword():
            yield "keyword", edit.keyword.keyword
        case e.AddFailure():
            yield "failure", f"{edit.failure.what}: {edit.failure.reason}"
        case _:
            return


def _around(text: str, words: str) -> str:
    """As much of a passage as is shown, with the first of the words in it."""
    short = " ".join(text.split())
    found = [at for word in re.findall(r"\w+", words.casefold()) if (at := short.casefold().find(word)) >= 0]
    start = max(0, min(found, default=0) - AROUND // 3)
    cut = short[start : start + AROUND]
    return f"{'... ' if start else ''}{cut}{' ...' if start + AROUND < len(short) else ''}"

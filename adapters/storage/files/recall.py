"""Full-text search over what a session holds: stored pages, and the edits of closed iterations.

The index is a file beside the record, and only what came since the last search is put into it. Everything in
it can be made again: one that does not fit the files any more, or cannot be read, is thrown away.
"""

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from pathfinder.adapters.documents.passages import passages
from pathfinder.adapters.documents.ranking import folded, match
from pathfinder.adapters.storage.files.archive import archive_numbers, read_archive
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.graph import edits as e
from pathfinder.protocols.ids import PageHash

MOST_FOUND = 20
AROUND = 300
"""Characters that are shown of a passage."""
VERSION = 1
"""Goes up when the tables or the cutting of passages change."""
WAIT_SECONDS = 10.0
_TABLES = (
    "CREATE TABLE files (name TEXT PRIMARY KEY, stamp TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE places (id INTEGER PRIMARY KEY, place TEXT, what TEXT, text TEXT)",
    "CREATE VIRTUAL TABLE words USING fts5(body, content='', tokenize='porter unicode61')",
    f"PRAGMA user_version = {VERSION}",
)


class Recalled(NamedTuple):
    """A place where the words stand."""

    where: str
    """`iteration 3`, or the hash of a page."""
    what: str
    """The id of what was added there, or the page's title."""
    text: str

    @property
    def is_page(self) -> bool:
        """It is on a stored page; otherwise in an archive."""
        return not self.where.startswith("iteration ")


def recall(session: Session, words: str, disk: Disk, most: int = MOST_FOUND) -> tuple[Recalled, ...]:
    """The passages that share the most telling words with a text, best first."""
    wanted = match(words)
    if wanted is None:
        return ()
    with closing(_index(session, disk)) as index:
        rows = index.execute(
            "SELECT place, what, text FROM words JOIN places ON places.id = words.rowid WHERE words MATCH ? "
            "ORDER BY bm25(words), places.id",
            (wanted,),
        ).fetchall()
    found = [Recalled(*row) for row in rows]
    # What was done is told in short lines, which would crowd out the pages.
    pages = [place for place in found if place.is_page][: most // 2]
    done = [place for place in found if not place.is_page][: most - len(pages)]
    return tuple(place._replace(text=_around(place.text, words)) for place in (*pages, *done))


def _index(session: Session, disk: Disk) -> sqlite3.Connection:
    """The index with everything the session holds; in memory where the folder cannot be written."""
    files = dict(_files(session, disk))
    try:
        return _grown(session.recall, files, session, disk)
    except (OSError, sqlite3.DatabaseError):
        with suppress(OSError):
            session.recall.unlink()
    try:
        return _grown(session.recall, files, session, disk)
    except (OSError, sqlite3.DatabaseError):
        return _grown(None, files, session, disk)


def _grown(path: Path | None, files: dict[str, str], session: Session, disk: Disk) -> sqlite3.Connection:
    if path is not None:
        # SQLite would make it readable for everybody.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
    index = sqlite3.connect(":memory:" if path is None else path, timeout=WAIT_SECONDS, isolation_level=None)
    try:
        _fill(index, files, session, disk)
    except BaseException:
        index.close()
        raise
    return index


def _fill(index: sqlite3.Connection, files: dict[str, str], session: Session, disk: Disk) -> None:
    """Put in what is new; DatabaseError if a file that was put in is another now."""
    index.execute("BEGIN IMMEDIATE")
    if index.execute("PRAGMA user_version").fetchone() != (VERSION,):
        for statement in _TABLES:
            index.execute(statement)
    had = dict(index.execute("SELECT name, stamp FROM files"))
    if any(files.get(name) != stamp for name, stamp in had.items()):
        raise sqlite3.DatabaseError("the index is of other files")
    for name in sorted(files.keys() - had.keys(), key=_by_kind):
        index.execute("INSERT INTO files VALUES (?, ?)", (name, files[name]))
        _put(index, _places(name, session, disk))
    index.execute("COMMIT")


def _by_kind(name: str) -> tuple[bool, str]:
    """Archives before pages, each by name."""
    return name.endswith(".txt"), name


def _put(index: sqlite3.Connection, places: Iterable[Recalled]) -> None:
    for place in places:
        row = index.execute("INSERT INTO places (place, what, text) VALUES (?, ?, ?)", place)
        index.execute("INSERT INTO words (rowid, body) VALUES (?, ?)", (row.lastrowid, folded(place.text)))


def _files(session: Session, disk: Disk) -> Iterator[tuple[str, str]]:
    """Every file that is searched, with what would change if it did."""
    archives = [session.archive(number) for number in archive_numbers(session, disk)]
    pages = [session.pages / name for name in disk.names(session.pages) if name.endswith(".txt")]
    for path in (*archives, *pages):
        known = disk.stat(path)
        if known is not None:
            yield path.name, f"{known.st_size} {known.st_mtime_ns}"


def _places(name: str, session: Session, disk: Disk) -> Iterator[Recalled]:
    """What one file says."""
    if name.endswith(".txt"):
        page, pages = PageHash(name.removesuffix(".txt")), FilePages(session, disk)
        try:
            source = pages.source(page)
        except StorageFailed:
            return  # `verify` says so; one damaged page must not hide the others.
        for text in _passages(pages, page):
            yield Recalled(page, source.title or source.url, text)
        return
    path = session.archival / name
    number = int(name.removeprefix("iteration_").removesuffix(".json"))
    for edit in read_archive(disk.read(path), str(path)).edits:
        for what, text in _texts_of(edit):
            yield Recalled(Message("iteration-number", number=number), what, text)


def _passages(pages: FilePages, page: PageHash) -> Iterator[str]:
    try:
        text = pages.text(page)
    except StorageFailed:
        return  # `verify` says so; one damaged page must not hide the others.
    for start, end in passages(text):
        yield text[start:end]


def _texts_of(edit: e.GraphEdit) -> Iterator[tuple[str, str]]:
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

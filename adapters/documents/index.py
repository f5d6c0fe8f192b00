"""The index of a folder: one SQLite file with documents, the words of their passages, and vectors.

Everything in it can be made again from the folder. So a file that is damaged, or was made by another version,
is thrown away; and what a killed process had not committed was never there.
"""

import hashlib
import json
import os
import sqlite3
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock

from pathfinder.adapters.documents.passages import passages
from pathfinder.adapters.documents.ranking import folded
from pathfinder.adapters.documents.workers import Layout
from pathfinder.adapters.language.prose import prose
from pathfinder.locales.catalogue import packed, unpacked
from pathfinder.protocols.evidence.self_description import SelfDescription

SCHEMA = 5
"""Goes up when the tables, the parsers, the stems or the passages change: older files are made anew."""
TITLE_WEIGHT = 2.0
_WAIT_SECONDS = 60.0

_TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
    hash BLOB, kind TEXT, title TEXT, own_title TEXT, date TEXT, front TEXT, said TEXT, layout TEXT,
    text BLOB, reason TEXT, counted_as TEXT, retry INTEGER NOT NULL
);
CREATE INDEX files_by_hash ON files (hash);
CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, start INTEGER NOT NULL,
    stop INTEGER NOT NULL, key BLOB NOT NULL
);
CREATE INDEX passages_by_file ON passages (file);
CREATE INDEX passages_by_key ON passages (key);
CREATE TABLE vectors (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, vector BLOB NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(title, body, content='', tokenize='porter unicode61');
"""
_COLUMNS = (
    "name, stamp, hash, kind, title, own_title, date, front, said, layout, text, reason, counted_as, retry"
)


@dataclass(frozen=True)
class Document:
    """What is known of one file: its text, or why there is none."""

    name: str
    stamp: str
    hash: bytes | None = None
    kind: str | None = None
    title: str = ""
    own_title: str = ""
    """The title as the text has it; `title` may be the one of its front matter."""
    date: str = ""
    front: Mapping[str, str] | None = None
    said: SelfDescription = field(default_factory=SelfDescription)
    """What the markup of a web page says of it."""
    layout: Layout = field(default_factory=Layout)
    """Where its places begin, and what it hides."""
    text: str | None = None
    reason: str | None = None
    """Why it is not read, or only in part."""
    counted_as: str | None = None
    """Told as one of many of this kind."""
    retry: bool = False
    """It failed for want of time or memory, which may go better another day."""


@dataclass(frozen=True)
class Known:
    """A file as the index has it, without its text."""

    stamp: str
    reason: str | None
    counted_as: str | None
    retry: bool


@dataclass(frozen=True)
class Hit:
    """A passage to show."""

    name: str
    title: str
    text: str


class Index:
    """One open index. Threads may share it; each call is short."""

    def __init__(self, path: Path | None, marks: str) -> None:
        """`marks` is whatever else the content depends on. sqlite3.DatabaseError if the file is damaged."""
        if path is not None:
            # SQLite would make it readable for everybody; its helper files take their mode from it.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
        self._lock = RLock()
        self._written = 0
        self._db = sqlite3.connect(
            ":memory:" if path is None else path,
            timeout=_WAIT_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            self._prepare(f"{SCHEMA} {marks}")
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    @property
    def version(self) -> tuple[int, int]:
        """Changes whenever the content does, here or in another process."""
        with self._lock:
            return self._written, int(self._value("PRAGMA data_version"))

    def known(self) -> Mapping[str, Known]:
        """Every file by its name."""
        with self._lock:
            rows = self._db.execute("SELECT name, stamp, reason, counted_as, retry FROM files").fetchall()
        return {
            name: Known(stamp, reason and unpacked(reason), counted_as, bool(retry))
            for name, stamp, reason, counted_as, retry in rows
        }

    def document(self, name: str) -> Document | None:
        """One file with its text."""
        return self._one("name = ?", name)

    def same_content(self, hash_: bytes, kind: str) -> Document | None:
        """A file with these very bytes that was parsed before."""
        found = self._one("hash = ? AND text IS NOT NULL ORDER BY id", hash_)
        return found if found is not None and found.kind == kind else None

    def store(self, documents: Iterable[Document]) -> None:
        """Take in new or changed files; all or none of them."""
        with self._writing():
            for document in documents:
                self._store(document)

    def drop(self, names: Iterable[str]) -> None:
        """Forget files that are gone."""
        with self._writing():
            for name in names:
                self._forget(name)

    def lexical(self, match: str, most: int) -> list[int]:
        """The passages that share words with a query, by BM25, best first."""
        with self._lock:
            rows = self._db.execute(
                "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, ?, 1.0), rowid LIMIT ?",
                (match, TITLE_WEIGHT, most),
            ).fetchall()
        return [passage for (passage,) in rows]

    def files_of(self, found: Sequence[int]) -> Mapping[int, int]:
        """The file of each passage."""
        marks = ",".join("?" * len(found))
        with self._lock:
            rows = self._db.execute(f"SELECT id, file FROM passages WHERE id IN ({marks})", found).fetchall()
        return dict(rows)

    def hit(self, passage: int) -> Hit | None:
        """A passage with its file; None if it is gone since."""
        with self._lock:
            row = self._db.execute(
                "SELECT name, title, text, start, stop FROM passages JOIN files ON files.id = file"
                " WHERE passages.id = ?",
                (passage,),
            ).fetchone()
        if row is None:
            return None
        name, title, text, start, stop = row
        return Hit(name, title, _unpacked(text)[start:stop])

    def use_encoder(self, identity: str) -> None:
        """Vectors of another encoder mean nothing beside those of this one."""
        with self._writing():
            if self._about("encoder") != identity:
                self._db.execute("DELETE FROM vectors")
                self._db.execute("INSERT OR REPLACE INTO about VALUES ('encoder', ?)", (identity,))

    def without_vectors(self, files: int) -> list[tuple[bytes, str]]:
        """Texts that have no vector yet, by key, of some of the files."""
        with self._lock:
            rows = self._db.execute(
                "SELECT DISTINCT file FROM passages LEFT JOIN vectors USING (key)"
                " WHERE vectors.key IS NULL ORDER BY file LIMIT ?",
                (files,),
            ).fetchall()
            found: dict[bytes, str] = {}
            for (file,) in rows:
                found.update(self._lacking(file))
        return list(found.items())

    def add_vectors(self, vectors: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep vectors by the key of their text."""
        with self._writing():
            self._db.executemany("INSERT OR REPLACE INTO vectors (key, vector) VALUES (?, ?)", vectors)

    def drop_unused_vectors(self) -> None:
        """Those of texts that no file holds any more."""
        with self._writing():
            self._db.execute("DELETE FROM vectors WHERE key NOT IN (SELECT key FROM passages)")

    def settle(self) -> None:
        """Bring everything into the one file, so that nothing is left over beside it."""
        with self._lock:
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def vectors(self) -> list[tuple[int, bytes]]:
        """Every passage that has a vector."""
        with self._lock:
            return self._db.execute(
                "SELECT passages.id, vector FROM passages JOIN vectors USING (key) ORDER BY passages.id"
            ).fetchall()

    def count(self, what: str) -> int:
        """How many `documents`, `passages` or `vectors` there are."""
        counted = {
            "documents": "SELECT count(*) FROM files WHERE text IS NOT NULL",
            "passages": "SELECT count(*) FROM passages",
            "vectors": "SELECT count(*) FROM vectors",
        }
        with self._lock:
            return int(self._value(counted[what]))

    def _prepare(self, marks: str) -> None:
        if self._value("PRAGMA quick_check(1)") != "ok":
            raise sqlite3.DatabaseError("the file fails its check")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        if self._value("SELECT count(*) FROM sqlite_master") == 0:
            with self._writing():
                for statement in _TABLES.split(";\n"):
                    self._db.execute(statement)
                self._db.execute("INSERT INTO about VALUES ('marks', ?)", (marks,))
        elif self._about("marks") != marks:
            raise OtherVersion

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
            self._written += 1

    def _store(self, document: Document) -> None:
        self._forget(document.name)
        text = None if document.text is None else zlib.compress(document.text.encode(), 6)
        front = json.dumps(dict(document.front or {}), ensure_ascii=False)
        file = self._db.execute(
            f"INSERT INTO files ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(document.name, document.stamp, document.hash, document.kind),
                *(document.title, document.own_title, document.date),
                *(front, document.said.model_dump_json(exclude_defaults=True)),
                *(document.layout.model_dump_json(exclude_defaults=True), text),
                *(packed(document.reason or "") or None, document.counted_as, int(document.retry)),
            ),
        ).lastrowid
        if document.text is None:
            return
        for start, stop in passages(document.text):
            piece = document.text[start:stop]
            key = _key(_for_meaning(document.title, piece))
            passage = self._db.execute(
                "INSERT INTO passages (file, start, stop, key) VALUES (?, ?, ?, ?)", (file, start, stop, key)
            ).lastrowid
            self._db.execute(
                "INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)",
                (passage, folded(document.title), folded(piece)),
            )

    def _forget(self, name: str) -> None:
        row = self._db.execute("SELECT id, title, text FROM files WHERE name = ?", (name,)).fetchone()
        if row is None:
            return
        file, title, text = row
        if text is not None:
            whole = _unpacked(text)
            spans = self._db.execute(
                "SELECT id, start, stop FROM passages WHERE file = ?", (file,)
            ).fetchall()
            # A table without content can only forget what it is told again, word for word.
            self._db.executemany(
                "INSERT INTO words (words, rowid, title, body) VALUES ('delete', ?, ?, ?)",
                [(passage, folded(title), folded(whole[start:stop])) for passage, start, stop in spans],
            )
        self._db.execute("DELETE FROM passages WHERE file = ?", (file,))
        self._db.execute("DELETE FROM files WHERE id = ?", (file,))

    def _lacking(self, file: int) -> Iterator[tuple[bytes, str]]:
        title, text = self._db.execute("SELECT title, text FROM files WHERE id = ?", (file,)).fetchone()
        whole = _unpacked(text)
        rows = self._db.execute(
            "SELECT key, start, stop FROM passages LEFT JOIN vectors USING (key)"
            " WHERE file = ? AND vectors.key IS NULL",
            (file,),
        ).fetchall()
        return ((key, _for_meaning(title, whole[start:stop])) for key, start, stop in rows)

    def _one(self, where: str, value: str | bytes) -> Document | None:
        with self._lock:
            row = self._db.execute(f"SELECT {_COLUMNS} FROM files WHERE {where} LIMIT 1", (value,)).fetchone()
        if row is None:
            return None
        name, stamp, hash_, kind, title, own_title, date, front, said, layout, text, *rest = row
        reason, counted_as, retry = rest
        return Document(
            *(name, stamp, hash_, kind, title, own_title, date, json.loads(front)),
            SelfDescription.model_validate_json(said),
            Layout.model_validate_json(layout),
            None if text is None else _unpacked(text),
            *(reason and unpacked(reason), counted_as, bool(retry)),
        )

    def _about(self, key: str) -> str | None:
        row = self._db.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def _value(self, query: str) -> str | int:
        value: str | int = self._db.execute(query).fetchone()[0]
        return value


class OtherVersion(Exception):
    """The file is whole, but it was made under other rules."""


def remove(path: Path) -> None:
    """Throw an index away, with its helper files."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _unpacked(text: bytes) -> str:
    return zlib.decompress(text).decode()


def _for_meaning(title: str, passage: str) -> str:
    """What is given to the encoder: a passage in the middle of a text often does not name its subject."""
    text = prose(passage)
    return unicodedata.normalize("NFC", text if title in text else f"{title}\n{text}")


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:16]

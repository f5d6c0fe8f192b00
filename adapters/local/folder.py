"""A folder of text and Markdown files, searched by their words. It never looks outside the folder."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from pathfinder.protocols.errors import SearchFailed, SourceUnreachable, UserError
from pathfinder.protocols.ports import Clock, SearchResult
from pathfinder.protocols.reports import StoredPage
from pathfinder.protocols.rules.records import source_record
from pathfinder.protocols.rules.sources import SourceTable

KINDS = (".md", ".markdown", ".txt")
LARGEST_BYTES = 2_000_000
MOST_RESULTS = 10

_HANGUL = re.compile("[가-힣]{2,}")
_WORD = re.compile(r"\w+")


class Folder:
    """Search and Fetch over one folder. Addresses are `file:` and the path inside the folder."""

    engine = "local"

    def __init__(self, root: Path, table: SourceTable, clock: Clock) -> None:
        if not root.is_dir():
            raise UserError(f"{root} is not a folder; --docs takes a folder of text or Markdown files.")
        self._root = root.resolve()
        self._table = table
        self._clock = clock
        self.skipped: list[str] = []
        """What could not be read, `name: reason` each."""
        self._index = self._built()

    async def results(self, query: str) -> Sequence[SearchResult]:
        """The files that share words with the query, best first."""
        words = _WORD.findall(_split(query))
        if not words:
            return []
        try:
            wanted = " OR ".join(f'"{word}"' for word in dict.fromkeys(words))
            rows = self._index.execute(
                "SELECT path, title, start FROM docs WHERE docs MATCH ? ORDER BY bm25(docs), path LIMIT ?",
                (wanted, MOST_RESULTS),
            ).fetchall()
        except sqlite3.Error as error:
            raise SearchFailed(f"The documents could not be searched: {error}.") from error
        return [SearchResult(url=f"file:{path}", title=title, snippet=start) for path, title, start in rows]

    async def page(self, url: str) -> StoredPage:
        """One file of the folder, as text."""
        inside = (self._root / url.removeprefix("file:")).resolve()
        if not url.startswith("file:") or not self._open_to_us(inside):
            raise SourceUnreachable(f"{url} is not a file of {self._root.name}.")
        try:
            text = await asyncio.to_thread(_text, inside)
        except (OSError, ValueError) as error:
            raise SourceUnreachable(f"{url} could not be read: {error}.") from error
        title = _title(text, inside)
        record = source_record(url, text, self._table, title=title, retrieved_at=self._clock.now())
        return StoredPage(text=text, source=record)

    def close(self) -> None:
        """Let go of the index."""
        self._index.close()

    def _built(self) -> sqlite3.Connection:
        index = sqlite3.connect(":memory:", check_same_thread=False)
        index.execute(
            "CREATE VIRTUAL TABLE docs USING fts5(words, path UNINDEXED, title UNINDEXED, start UNINDEXED,"
            " tokenize='porter unicode61')"
        )
        for path in self._files():
            try:
                text, name = _text(path), path.relative_to(self._root).as_posix()
                name.encode()
            except (OSError, ValueError) as error:
                self.skipped.append(f"{path.name.encode(errors='replace').decode()}: {error}")
                continue
            title = _title(text, path)
            index.execute(
                "INSERT INTO docs VALUES (?, ?, ?, ?)", (_split(f"{title}\n{text}"), name, title, text[:300])
            )
        index.commit()
        return index

    def _files(self) -> Iterator[Path]:
        for path in sorted(self._root.rglob("*")):
            if path.suffix.lower() in KINDS and path.is_file() and self._open_to_us(path):
                yield path

    def _open_to_us(self, path: Path) -> bool:
        """Inside the folder and not hidden: `.research` holds our own views, which must not be cited."""
        inside = path.resolve()
        if not inside.is_relative_to(self._root):
            return False
        return not any(part.startswith(".") for part in inside.relative_to(self._root).parts)


def _split(text: str) -> str:
    """Hangul as syllable pairs: particles glue to nouns, so whole words would hardly ever meet."""
    return _HANGUL.sub(lambda run: " ".join(map("".join, zip(run[0], run[0][1:], strict=False))), text)


def _text(path: Path) -> str:
    if path.stat().st_size > LARGEST_BYTES:
        raise ValueError(f"it is larger than {LARGEST_BYTES:,} bytes")
    text = path.read_text(encoding="utf-8")
    if "\0" in text:
        raise ValueError("it is not text")
    return text


def _title(text: str, path: Path) -> str:
    """The first heading or line; the file's name if there is none."""
    first = next((line.strip("# ").strip() for line in text.splitlines() if line.strip("# ").strip()), "")
    return first[:200] or path.stem

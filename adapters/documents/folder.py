"""A folder of the user's documents as a source: searched, read, and looked at again between iterations."""

import asyncio
import sqlite3
import unicodedata
import zlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from threading import Event, Lock
from typing import Literal, TypeVar

from pathfinder.adapters.documents.document_source import DocumentSources
from pathfinder.adapters.documents.index import Document, Hit, Index, Known
from pathfinder.adapters.documents.listing import (
    Listed,
    inside_a_session,
    listed,
    listing,
    why,
)
from pathfinder.adapters.documents.look import Changes, Counts, batches, left_out
from pathfinder.adapters.documents.meaning import Encoder, Meaning
from pathfinder.adapters.documents.place import Place, Stopped
from pathfinder.adapters.documents.ranking import fused, match
from pathfinder.adapters.documents.reading import Reader, Reading, RefusedFile
from pathfinder.adapters.documents.workers import PARSER, Limits, Workers, command
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import EVERYTHING, Clock, SearchResult
from pathfinder.protocols.errors import SearchFailed, SourceUnreachable, StorageFailed, UserError
from pathfinder.protocols.evidence.sources import SourceTable
from pathfinder.protocols.graph.types import SourceType
from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.text.urls import canonical_url

T = TypeVar("T")

MOST_RESULTS = 10
MOST_LISTED = 100
"""Documents of a folder that is read whole."""
MOST_PASSAGES = 100
"""Passages taken from each of the two orders before they become one."""
_DAMAGE = (sqlite3.DatabaseError, zlib.error)


Progress = Callable[[Literal["reading", "vectors"], int, int], None]
"""Told the stage of indexing, how many documents are done and how many there are."""


class Folder:
    """Search and Fetch over one folder. Addresses are `file:` and the path inside the folder."""

    engine = "local"

    def __init__(
        self,
        root: Path,
        table: SourceTable,
        clock: Clock,
        *,
        index: Path | None = None,
        encoder: Callable[[], Encoder] | None = None,
        trust_front_matter: bool = False,
        source_type: SourceType | None = None,
        limits: Limits | None = None,
        worker: Sequence[str] | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Nothing is read before the first `refresh`, `results` or `page`.

        `index` is a folder for the index (None: memory). `source_type` is what the user says the documents
        are; it counts for those without an address of their own. `worker` is how a parser is started.
        `progress` is called while new documents are indexed.
        """
        if not root.is_dir():
            raise UserError(Message("docs-not-a-folder", folder=root))
        self._root = root.resolve()
        session = inside_a_session(self._root)
        if session is not None:
            raise UserError(Message("docs-inside-session", folder=root, session=session.name))
        self._sources = DocumentSources(table, clock, trust_front_matter, source_type)
        self._limits = limits or Limits()
        self._worker = worker or command(self._limits)
        self._progress = progress or (lambda *_: None)
        self._due_now = 0
        """New and changed documents of the last look."""
        self._notes: list[str] = []
        self._meaning = Meaning(encoder, self._notes.append)
        self._place = Place(
            None if index is None else index / ("trusted" if trust_front_matter else "plain"),
            f"{PARSER} {self._limits.pdf_bytes} {self._limits.text_bytes} {self._limits.characters}",
            self._notes.append,
        )
        self._looked = False
        self._looking = asyncio.Lock()
        self._stop, self._closed = Event(), False
        self._busy = Lock()
        self._workers: Workers | None = None
        self._told: frozenset[str] = frozenset()
        self.skipped: tuple[str, ...] = ()
        """What is not read, or only in part: `name: reason` each, or a kind of file and how many of it."""
        self.counts = Counts()

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about the search itself, in whole sentences."""
        gap = self._meaning.gap
        return tuple(dict.fromkeys((*self._notes, gap) if gap else self._notes))

    async def refresh(self, searchable: Callable[[], Awaitable[None]] | None = None) -> Changes:
        """Look at the folder again: read what is new or changed, forget what is gone.

        `searchable` is awaited when new documents can be found by their words and not yet by their meaning.
        """
        async with self._looking:
            changes = await self._in_thread(self._look_for_words)
        if searchable is not None and self._due_now:
            await searchable()
        await self._in_thread(self._look_for_meaning)
        return changes

    async def results(self, query: str) -> Sequence[SearchResult]:
        """The documents whose passages are nearest to the query in words and in meaning, best first.

        EVERYTHING lists a small folder.
        """
        await self._ready()
        try:
            return await asyncio.to_thread(self._found, query)
        except _DAMAGE as error:
            raise SearchFailed(Message("documents-not-searched", reason=error)) from error

    async def page(self, url: str) -> StoredPage:
        """One document as text. One that changed since the last look is read again."""
        await self._ready()
        document = await self._in_thread(lambda: self._current(url))
        if document.text is None:
            raise SourceUnreachable(
                Message("document-unreadable", url=url, reason=document.reason or Message("document-is-none"))
            )
        return StoredPage(text=document.text, source=self._sources.source(document, document.text))

    async def addressed(self) -> Mapping[str, tuple[str, ...]]:
        """By the address that documents give themselves, where that is trusted: the names they are read by.

        Two documents may give themselves one address.
        """
        await self._ready()
        return await self._in_thread(self._addressed)

    async def words(self, folded: Callable[[str], Iterable[str]]) -> frozenset[str]:
        """Every word of the documents and of their names, in the form that `folded` gives it."""
        await self._ready()
        return await self._in_thread(lambda: self._words(folded))

    def close(self) -> None:
        """Stop looking and let go of the index."""
        self._closed = True
        self._interrupt()
        with self._busy:
            self._place.close()

    async def _ready(self) -> None:
        if not self._looked:
            await self.refresh()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        """Do it beside the event loop; when nobody waits any more, it ends at the next file."""
        if not self._closed:
            self._stop.clear()
        try:
            return await asyncio.to_thread(work)
        except asyncio.CancelledError:
            self._interrupt()
            raise
        except Stopped as error:
            raise SearchFailed(Message("documents-closed")) from error
        except (sqlite3.Error, zlib.error, OSError) as error:
            raise StorageFailed(
                Message("documents-index-not-saved", folder=self._root.name, reason=error)
            ) from error

    def _addressed(self) -> Mapping[str, tuple[str, ...]]:
        def all_addresses(index: Index) -> dict[str, tuple[str, ...]]:
            found: dict[str, tuple[str, ...]] = {}
            for name in sorted(index.known()):
                if address := self._sources.address(index.document(name)):
                    key = canonical_url(address) or address
                    found[key] = (*found.get(key, ()), f"file:{name}")
            return found

        return self._mended(all_addresses)

    def _words(self, folded: Callable[[str], Iterable[str]]) -> frozenset[str]:
        def all_words(index: Index) -> frozenset[str]:
            known = (index.document(name) for name in index.known())
            texts = (f"{document.name} {document.text or ''}" for document in known if document is not None)
            return frozenset(word for text in texts for word in folded(text))

        return self._mended(all_words)

    def _interrupt(self) -> None:
        self._stop.set()
        workers = self._workers
        if workers is not None:
            workers.interrupt()

    # ------------------------------------------------------------ looking, in a thread

    def _look_for_words(self) -> Changes:
        with self._busy:
            return self._mended(self._update)

    def _look_for_meaning(self) -> None:
        with self._busy:
            self._mended(self._embed)

    def _mended(self, work: Callable[[Index], T]) -> T:
        """Do it as the one writer; an index that turns out to be damaged is made anew, once."""
        with self._place.writing(self._stop) as index:
            try:
                return work(index)
            except sqlite3.OperationalError:
                raise
            except _DAMAGE:
                self._place.throw_away(Message("documents-index-damaged"))
        with self._place.writing(self._stop) as index:
            if work != self._update:
                self._update(index)
            return work(index)

    def _update(self, index: Index) -> Changes:
        if not self._root.is_dir():
            raise StorageFailed(Message("docs-gone", folder=self._root))
        found, known = listing(self._root, self._limits), index.known()
        due = [file for file in found.files if self._due(known.get(file.name), file)]
        counts, barred = Counts(files=len(found.files)), list[RefusedFile]()
        self._due_now, done = len(due), 0
        with Workers(self._limits, self._worker) as workers:
            self._workers, reader = workers, self._reader(index, workers)
            for batch in batches(due):
                readings = self._read(reader, batch, done)
                done += len(batch)
                # What an interrupted worker says of its file is not to be kept.
                self._go_on()
                documents = [reading for reading in readings if not isinstance(reading, RefusedFile)]
                barred += [reading for reading in readings if isinstance(reading, RefusedFile)]
                index.store(reading.document for reading in documents)
                counts = replace(
                    counts,
                    opened=counts.opened + len(documents),
                    parsed=counts.parsed + sum(reading.parsed for reading in documents),
                )
        here = {file.name for file in found.files}
        closed = {file.name for file in barred}
        index.drop(sorted((known.keys() - here) | (known.keys() & closed)))
        index.settle()
        self._meaning.complete = False
        self._looked = True
        self.counts = replace(counts, documents=index.count("documents"), passages=index.count("passages"))
        self.skipped = left_out(found, index.known(), barred)
        before, self._told = self._told, self._told | set(self.skipped)
        names = [file.name for file in due if file.name not in closed]
        return Changes(
            added=tuple(name for name in names if name not in known),
            changed=tuple(name for name in names if name in known and not known[name].retry),
            removed=tuple(sorted(known.keys() - here)),
            unreadable=tuple(line for line in self.skipped if line not in before),
        )

    def _due(self, known: Known | None, file: Listed) -> bool:
        """New or changed; or it failed for want of time, and this is the first look of this run."""
        return known is None or known.stamp != file.stamp or (known.retry and not self._looked)

    def _read(self, reader: Reader, batch: Sequence[Listed], before: int) -> list[Reading | RefusedFile]:
        def one(file: Listed) -> Reading | RefusedFile:
            self._go_on()
            return reader.read(file)

        readings: list[Reading | RefusedFile] = []
        with ThreadPoolExecutor(self._limits.workers) as threads:
            for reading in threads.map(one, batch):
                readings.append(reading)
                self._progress("reading", before + len(readings), self._due_now)
        return readings

    def _reader(self, index: Index, workers: Workers) -> Reader:
        return Reader(self._root, self._limits, workers, index.same_content, trust=self._sources.trust)

    def _embed(self, index: Index) -> None:
        def done(files: int) -> None:
            if self._due_now:
                self._progress("vectors", min(files, self._due_now), self._due_now)

        vectors, embedded = self._meaning.embed(index, self._go_on, done)
        if self._meaning.complete:
            self.counts = replace(self.counts, vectors=vectors, embedded=embedded)

    def _go_on(self) -> None:
        if self._stop.is_set():
            raise Stopped

    # ------------------------------------------------------------ searching and reading, in a thread

    def _found(self, query: str) -> list[SearchResult]:
        index = self._place.index
        if index is None:
            raise sqlite3.DatabaseError("the folder was closed")
        if query == EVERYTHING:
            return self._listed_whole(index)
        wanted = match(query)
        lexical = [] if wanted is None else index.lexical(wanted, MOST_PASSAGES)
        near = self._meaning.near(index, query, MOST_PASSAGES) if wanted is not None else []
        ranked = fused(lexical, near, index.files_of([*lexical, *near]), MOST_RESULTS)
        hits = (index.hit(passage) for _, passage in ranked)
        return [self._result(hit, index.document(hit.name)) for hit in hits if hit is not None]

    def _listed_whole(self, index: Index) -> list[SearchResult]:
        """Every document that can be read, by name; none of a folder that is too large for that."""
        names = sorted(index.known())
        documents = (index.document(name) for name in names) if len(names) <= MOST_LISTED else ()
        return [
            self._result(Hit(known.name, known.title, ""), known)
            for known in documents
            if known is not None and known.text is not None
        ]

    def _result(self, hit: Hit, document: Document | None) -> SearchResult:
        text = None if document is None else document.text
        return SearchResult(
            url=f"file:{hit.name}",
            title=hit.title,
            snippet=hit.text,
            date="" if document is None else document.date,
            page=None if text is None else PageHash(sha256(text.encode("utf-8", "replace")).hexdigest()),
            cited_as=self._sources.address(document),
        )

    def _current(self, url: str) -> Document:
        name = url.removeprefix("file:")
        known = self._known_as(name) if url.startswith("file:") else None
        if known is None:
            raise SourceUnreachable(Message("document-of-another-folder", url=url, folder=self._root.name))
        try:
            now = listed(self._root, known.name)
        except OSError as error:
            raise SourceUnreachable(Message("document-unreadable", url=url, reason=why(error))) from error
        return known if known.stamp == now.stamp else self._again(url, now)

    def _known_as(self, name: str) -> Document | None:
        """A document by its name, also where its letters are composed in another way."""
        index = self._place.index
        if index is None:
            return None
        document = index.document(name)
        if document is not None:
            return document
        wanted = unicodedata.normalize("NFC", name)
        same = (known for known in index.known() if unicodedata.normalize("NFC", known) == wanted)
        other = next(same, None)
        return None if other is None else index.document(other)

    def _again(self, url: str, now: Listed) -> Document:
        with (
            self._busy,
            self._place.writing(self._stop) as index,
            Workers(replace(self._limits, workers=1), self._worker) as workers,
        ):
            reading = self._reader(index, workers).read(now)
            if isinstance(reading, RefusedFile):
                raise SourceUnreachable(Message("document-unreadable", url=url, reason=reading.reason))
            index.store([reading.document])
            return reading.document

"""A chain of hashes over what was saved, so that `verify` sees every later change of the record.

Each save adds a link to `archival/chain`, one JSON object a line: the hash of the graph it found, the hash
of the graph it wrote, and the hashes of the record files that were new (start, archives, sources of pages,
journals). A link names the hash of the link before it. The chain is written before the graph, so after a
kill between the two the graph is still the one that the last link found.

The journal of the open iteration only grows, so a link covers it up to the length it had. The texts of
pages need no link: their names are their hashes. Whoever changes the files on purpose can write a new chain
as well; against that only a backup elsewhere helps.

A new file of the record is named in `_new_files`, or `verify` does not see a change of it
(`tests/property/test_random_edits.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from typing import Annotated, NamedTuple

from pydantic import Field, ValidationError

from pathfinder.adapters.storage.files.archive import archive_numbers, read_archive
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.frames import read_log
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.problems import Problem
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.errors import GraphFileRefused, StorageFailed
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph_file import read_graph

Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class CoveredFile(Frozen):
    """A file of the record, or the beginning of one."""

    bytes: Annotated[int, Field(ge=0)]
    sha256: Hash


class ChainLink(Frozen):
    """What one save found and left."""

    iteration: Annotated[int, Field(ge=0)]
    """The last closed iteration after the save."""
    found: Hash
    """The graph file before the save."""
    graph: Hash
    """The graph file after it."""
    files: dict[str, CoveredFile]
    """Record files that no earlier link covers, or that grew."""
    previous: Hash
    hash: str = ""
    """SHA-256 of this link without this key."""

    def sealed(self) -> "ChainLink":
        """The link with its own hash."""
        return self.model_copy(update={"hash": _hash(self.model_dump_json(exclude={"hash"}).encode())})


_FIRST = "0" * 64


class BrokenLink(NamedTuple):
    """The line of a chain that does not follow from the lines before it."""

    line: int


def read_chain(written: bytes) -> tuple[tuple[ChainLink, ...], BrokenLink | None]:
    """The links up to the first that is broken, and where that is."""
    links: list[ChainLink] = []
    *whole, rest = written.split(b"\n")
    for line in whole:
        try:
            link = ChainLink.model_validate_json(line)
        except ValidationError:
            return tuple(links), BrokenLink(len(links) + 1)
        follows = link.previous == (links[-1].hash if links else _FIRST)
        if not follows or link.sealed() != link or line != link.model_dump_json().encode():
            return tuple(links), BrokenLink(len(links) + 1)
        links.append(link)
    return tuple(links), BrokenLink(len(links) + 1) if rest or not links else None


class Chain:
    """The chain of a session, for its owner."""

    def __init__(self, session: Session, disk: Disk) -> None:
        self._session = session
        self._disk = disk
        self._links: tuple[ChainLink, ...] = ()
        self._found = _FIRST

    def open(self, graph: bytes) -> None:
        """Read the chain beside a graph; the first save of a session without one covers all that is there."""
        self._found = _hash(graph)
        self._links, broken = read_chain(self._disk.read_if_there(self._session.chain) or b"")
        if broken is None and self._links[-1].graph != self._found == self._links[-1].found:
            # The save that this link was written for did not reach the graph.
            self._links = self._links[:-1]

    def add(self, graph: bytes, iteration: int) -> None:
        """A link for a graph that is about to be written.

        The whole chain is written anew, in one step: a kill leaves the old one or the new one.
        """
        files = _new_files(self._session, self._disk, covered(self._links), iteration)
        previous = self._links[-1].hash if self._links else _FIRST
        link = ChainLink(
            iteration=iteration, found=self._found, graph=_hash(graph), files=files, previous=previous
        )
        links = (*self._links, link.sealed())
        lines = b"".join(known.model_dump_json().encode() + b"\n" for known in links)
        self._disk.write(self._session.chain, lines)
        self._links = links

    def saved(self) -> None:
        """The graph of the last link is in its place."""
        self._found = self._links[-1].graph


def covered(links: Sequence[ChainLink]) -> dict[str, CoveredFile]:
    """Every file that the links cover, as the latest of them says."""
    return {name: known for link in links for name, known in link.files.items()}


def chain_problems(session: Session, disk: Disk, *, owned: bool) -> Iterator[Problem]:
    """Every file that is not as it was saved; nothing for a session that has no chain."""
    where = "archival/chain"
    try:
        written = disk.read_if_there(session.chain)
    except StorageFailed as error:
        yield Problem("chain_broken", where, text_of(error))
        return
    if written is None:
        closed = _closed(session, disk)
        if any(chained and number <= closed for number, chained in _chained(session, disk)):
            yield Problem("chain_missing", where, Message("problem-hashes-missing", where=where))
        return
    links, broken = read_chain(written)
    if broken is not None:
        yield Problem(
            "chain_broken", where, Message("problem-line-altered", line=str(broken.line), where=where)
        )
    graph = _bytes(session, disk, session.graph.name)
    found = None if graph is None else _hash(graph)  # A graph that is not there is reported elsewhere.
    yield from _graph_problems(links, found, owned=owned)
    if links and found == links[-1].found != links[-1].graph:
        links = links[:-1]
    growing = f"journal/{links[-1].iteration + 1:03}/log" if links else ""
    for name, known in sorted(covered(links).items()):
        grows = name == growing or (owned and name.startswith("journal/"))
        yield from _file_problems(session, disk, name, known, grows=grows)


def coverage_note(session: Session, disk: Disk) -> str | None:
    """What the chain cannot vouch for; None when it covers every save."""
    written = disk.read_if_there(session.chain)
    links = () if written is None else read_chain(written)[0]
    if not links:
        return Message("chain-none")
    before = [number for number, chained in _chained(session, disk) if not chained]
    if not before:
        return None
    last = max(before)
    return Message("chain-began-late", iteration=last)


def _graph_problems(links: Sequence[ChainLink], found: str | None, *, owned: bool) -> Iterator[Problem]:
    where = "cognigraph.json"
    for before, after in pairwise(links):
        if after.found != before.graph:
            told = Message("problem-changed-before-save", name=where, iteration=after.iteration)
            yield Problem("saved_differs", where, told)
    if not links or found is None or found == links[-1].graph:
        return
    if found != links[-1].found:
        yield Problem("saved_differs", where, Message("problem-saved-file-altered", name=where))
    elif not owned:
        told = Message("problem-save-unfinished", name=where)
        yield Problem("save_unfinished", where, told)


def _file_problems(
    session: Session, disk: Disk, name: str, known: CoveredFile, *, grows: bool
) -> Iterator[Problem]:
    data = _bytes(session, disk, name)
    if data is None:
        yield Problem("saved_differs", name, Message("problem-saved-file-missing", name=name))
    elif _covered(data[: known.bytes]) != known or (len(data) > known.bytes and not grows):
        yield Problem("saved_differs", name, Message("problem-saved-file-altered", name=name))


def _bytes(session: Session, disk: Disk, name: str) -> bytes | None:
    try:
        return disk.read_if_there(session.folder / name)
    except StorageFailed:
        return None


def _chained(session: Session, disk: Disk) -> Iterator[tuple[int, bool]]:
    """Of each archive that can be read, whether it was saved with a chain."""
    for number in archive_numbers(session, disk):
        written = _bytes(session, disk, f"archival/{session.archive(number).name}")
        with suppress(GraphFileRefused):
            if written is not None:
                yield number, read_archive(written, "").chained


def _closed(session: Session, disk: Disk) -> int:
    """How many iterations the graph has closed. An archive ahead of it belongs to a save that was cut short,
    perhaps before the first link was written.
    """
    written = _bytes(session, disk, session.graph.name)
    with suppress(GraphFileRefused):
        return 0 if written is None else read_graph(written, session.graph.name).iteration
    return 0


def _new_files(
    session: Session, disk: Disk, known: Mapping[str, CoveredFile], iteration: int
) -> dict[str, CoveredFile]:
    """Record files that no link covers yet, and the journals that may have grown.

    StorageFailed if one of them cannot be read: a save that does not cover it would hide what it was.
    """
    archives = (
        session.archive(number).name for number in archive_numbers(session, disk) if number <= iteration
    )
    names = [
        *(f"archival/{name}" for name in ("start.json", *archives)),
        *(f"pages/{name}" for name in disk.names(session.pages) if name.endswith(".json")),
    ]
    found: dict[str, CoveredFile] = {}
    for name in names:
        data = None if name in known else disk.read_if_there(session.folder / name)
        if data is not None:
            found[name] = _covered(data)
    for folder in disk.names(session.journals):
        name, still_open = f"journal/{folder}/log", folder.isdecimal() and int(folder) >= iteration
        closed = name in known and not still_open
        data = None if closed else disk.read_if_there(session.folder / name)
        with suppress(StorageFailed):  # A journal whose first bytes are damaged; `verify` says so.
            if data is not None:
                found[name] = _covered(read_log(data, name).whole)
    return found


def _covered(data: bytes) -> CoveredFile:
    return CoveredFile(bytes=len(data), sha256=_hash(data))


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()

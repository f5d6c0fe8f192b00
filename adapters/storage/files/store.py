"""The record of closed iterations. Renaming the new graph into its place is the one moment of commitment."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from pydantic_core import PydanticSerializationError

from pathfinder.adapters.storage.files.archive import archive_bytes, archive_numbers
from pathfinder.adapters.storage.files.chain import Chain
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import GraphFileRefused, SessionRefused, StorageFailed
from pathfinder.protocols.graph.edits import GraphEdit
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import graph_bytes, read_graph

T = TypeVar("T")


class FileStore:
    """Implements `Store`. Without the session's lock it only reads, and leaves everything as it is."""

    def __init__(self, session: Session, disk: Disk, lock: SessionLock | None = None) -> None:
        self._session = session
        self._disk = disk
        self._lock = lock
        self._closed: int | None = None
        self._chain = Chain(session, disk)
        # One thread, so that a save that nobody waits for any more still ends before the next begins.
        self._thread = ThreadPoolExecutor(1, "store")

    async def load(self) -> CogniGraph:
        """The graph of closed iterations; the owner also clears away what an interrupted save left."""
        return await self._in_order(self._load)

    async def save(self, graph: CogniGraph, edits: Sequence[GraphEdit]) -> None:
        """Commit a closed iteration: its archive, then the graph."""
        await self._in_order(lambda: self._save(graph, edits))

    async def save_run(self, graph: CogniGraph) -> None:
        """Commit a change of the run's status between iterations."""
        await self._in_order(lambda: self._save_run(graph))

    def close(self) -> None:
        """Wait for a save that is under way."""
        self._thread.shutdown()

    async def _in_order(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _load(self) -> CogniGraph:
        written = self._disk.read(self._session.graph)
        graph = read_graph(written, str(self._session.graph))
        # Whoever only reads may come in the middle of a save; what it sees then is no fault.
        if self._lock is not None:
            self._clear(graph.iteration)
            written = self._adopted(graph) or written
            self._chain.open(written)
        self._closed = graph.iteration
        return graph

    def _clear(self, closed: int) -> None:
        """An interrupted save leaves one archive without its graph. Two mean that the graph went back."""
        last = max(archive_numbers(self._session, self._disk), default=0)
        if last > closed + 1:
            problem = (
                f"it is {last - closed} iterations ahead of cognigraph.json, "
                "which was put back to an earlier state; put back the newer one"
            )
            raise GraphFileRefused(str(self._session.archive(last)), "", problem)
        if last > closed:
            self._disk.remove(self._session.archive(last))
        for folder in (self._session.folder, self._session.archival, self._session.pages):
            self._disk.sweep(folder)

    def _adopted(self, graph: CogniGraph) -> bytes | None:
        """A graph that somebody put here by hand is the start that archives are folded into."""
        for folder in (self._session.archival, self._session.journals, self._session.pages):
            self._disk.make_folder(folder)
        if self._disk.stat(self._session.start) is None and not archive_numbers(self._session, self._disk):
            written = graph_bytes(graph)
            self._disk.write(self._session.start, written)
            self._disk.write(self._session.graph, written)
            return written
        return None

    def _save(self, graph: CogniGraph, edits: Sequence[GraphEdit]) -> None:
        closed = self._owned()
        if graph.iteration != closed + 1:
            raise StorageFailed(
                Message(
                    "iteration-out-of-order",
                    iteration=graph.iteration,
                    session=self._session.id,
                    closed=closed,
                )
            )
        with_edits, alone = _bytes(lambda: (archive_bytes(graph, edits, chained=True), graph_bytes(graph)))
        self._disk.write(self._session.archive(graph.iteration), with_edits)
        self._commit(graph.iteration, alone)
        self._closed = graph.iteration

    def _save_run(self, graph: CogniGraph) -> None:
        closed = self._owned()
        if graph.iteration != closed:
            raise StorageFailed(
                Message(
                    "status-out-of-order", session=self._session.id, iteration=graph.iteration, closed=closed
                )
            )
        self._commit(closed, _bytes(lambda: graph_bytes(graph)))

    def _commit(self, iteration: int, graph: bytes) -> None:
        self._chain.add(graph, iteration)
        self._disk.write(self._session.graph, graph)
        self._chain.saved()

    def _owned(self) -> int:
        if self._lock is None:
            raise SessionRefused(Message("session-read-only", session=self._session.id))
        return self._load().iteration if self._closed is None else self._closed


def _bytes(make: Callable[[], T]) -> T:
    try:
        return make()
    except PydanticSerializationError as error:
        raise StorageFailed(Message("graph-not-unicode", reason=error)) from None

"""The record of closed iterations as rows, with the very bytes that the files of a session hold."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic_core import PydanticSerializationError

from pathfinder.adapters.storage.files.archive import archive_bytes
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.graph.edits import GraphEdit
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import graph_bytes, read_graph

T = TypeVar("T")


class PostgresStore:
    """Implements `Store`. A save is one statement, under the fence."""

    def __init__(self, lease: Lease) -> None:
        self._lease = lease
        self._closed: int | None = None

    async def load(self) -> CogniGraph:
        """The graph of closed iterations."""
        written = await self._lease.database.one("SELECT graph FROM record WHERE job = %s", self._lease.job)
        if written is None:
            raise StorageFailed(Message("database-no-session", session=self._lease.session))
        graph = read_graph(bytes(written), f"the record of {self._lease.session}")
        self._closed = graph.iteration
        return graph

    async def save(self, graph: CogniGraph, edits: Sequence[GraphEdit]) -> None:
        """Commit a closed iteration: its archive and the graph together."""
        closed = await self._last()
        if graph.iteration != closed + 1:
            raise StorageFailed(
                Message(
                    "iteration-out-of-order",
                    iteration=graph.iteration,
                    session=self._lease.session,
                    closed=closed,
                )
            )
        with_edits, alone = _bytes(lambda: (archive_bytes(graph, edits), graph_bytes(graph)))
        await self._write(graph.iteration, alone, with_edits)
        self._closed = graph.iteration

    async def save_run(self, graph: CogniGraph) -> None:
        """Commit a change of the run's status between iterations."""
        closed = await self._last()
        if graph.iteration != closed:
            raise StorageFailed(
                Message(
                    "status-out-of-order",
                    session=self._lease.session,
                    iteration=graph.iteration,
                    closed=closed,
                )
            )
        await self._write(graph.iteration, _bytes(lambda: graph_bytes(graph)), None)

    async def _write(self, iteration: int, graph: bytes, archive: bytes | None) -> None:
        lease = self._lease
        await lease.database.rows(
            "SELECT record_save(%s, %s, %s, %s, %s)", lease.job, lease.epoch, iteration, graph, archive
        )

    async def _last(self) -> int:
        return (await self.load()).iteration if self._closed is None else self._closed


def _bytes(make: Callable[[], T]) -> T:
    try:
        return make()
    except PydanticSerializationError as error:
        raise StorageFailed(Message("graph-not-unicode", reason=error)) from None

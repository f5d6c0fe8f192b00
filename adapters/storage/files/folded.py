"""The graph as it was after an iteration: the start, and the archives folded into it."""

from collections.abc import Iterator
from typing import NamedTuple

from pathfinder.adapters.storage.files.archive import read_archive
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.protocols.errors import EditRefused, GraphFileRefused
from pathfinder.protocols.graph.edits import GraphEdit
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import read_graph


class Chapter(NamedTuple):
    """One closed iteration: what it found, what it did, what it left."""

    number: int
    """As people count; 0, or the last iteration of a graph that was put here by hand, is the start."""
    before: CogniGraph
    edits: tuple[GraphEdit, ...]
    after: CogniGraph


def chapters(session: Session, last: int, disk: Disk) -> Iterator[Chapter]:
    """The start and the iterations up to `last`; GraphFileRefused names an archive that does not fit."""
    graph = read_graph(disk.read(session.start), str(session.start))
    yield Chapter(graph.iteration, graph, (), graph)
    for number in range(graph.iteration + 1, last + 1):
        path = session.archive(number)
        edits = read_archive(disk.read(path), str(path)).edits
        try:
            after = apply(graph, edits)
        except EditRefused as error:
            problem = f"an edit does not fit the graph before it ({error})"
            raise GraphFileRefused(str(path), "", problem) from None
        yield Chapter(number, graph, edits, after)
        graph = after

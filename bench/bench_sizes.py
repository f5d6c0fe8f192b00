"""From 100 to 100,000 observations: what a session does with one piece of evidence, and with all of it."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from types import FrameType

from bench.bench_merge import graph_edits, grown
from bench.figures import Figure, Group, Size
from pathfinder.adapters.storage.files.archive import archive_bytes
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.recall import recall
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.evidence.strength import strength
from pathfinder.protocols.graph.edits import AddEdge
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import EvidenceEdge
from pathfinder.protocols.graph_file import graph_bytes, read_graph
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.running import start

GROUP: Group = "growth"
ALONE = True
MOST_CALLS, MOST_EACH = 1.1, 3.0
"""Of all per piece more: a third of a load of many objects is Python looking for garbage among them."""
TIMES = 100
RUNS = 3
COPYING, STRENGTH = "an edge more", "the strength after it"
NOTES = {
    COPYING: "the new graph has a table of its own, once for a phase",
    STRENGTH: "the same work (below) on memory that is not in the processor's cache",
}
Work = Callable[[], float]
"""Does it once, and says how long it took."""


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Times as ratios: of one piece between the sizes, of all per piece."""
    least, most = size.of((100, 100_000), (100, 10_000))
    with TemporaryDirectory() as folder:
        few, many = (_works(count, Path(folder)) for count in (least, most))
        for name in few:
            whole = name.startswith("whole")
            was, is_ = (_least(works[name], 1 if whole else TIMES) for works in (few, many))
            share = most / least if whole else 1.0
            yield Figure(
                f"{name}: {most:,} over {least:,} observations{', for each' if whole else ''}",
                is_ / was / share,
                "x",
                MOST_EACH if whole else None,
                f"{1_000 * was:.3g} ms and {1_000 * is_:.3g} ms; {NOTES.get(name, '')}".rstrip("; "),
            )
        was, is_ = (_calls(works[STRENGTH]) for works in (few, many))
        yield Figure(
            f"functions called for the strength: {most:,} over {least:,} observations",
            is_ / was,
            "x",
            MOST_CALLS,
            f"{was} and {is_}",
        )


def _works(observations: int, folder: Path) -> dict[str, Work]:
    edits, graph = graph_edits(observations), grown(observations)
    written, disk = graph_bytes(graph), Disk()
    session = start("Is it so?", SystemClock(), home=folder / str(observations), disk=disk)
    session.archival.mkdir(parents=True, exist_ok=True)
    session.archive(1).write_bytes(archive_bytes(graph.model_copy(update={"iteration": 1}), edits))
    edge = EvidenceEdge(
        observation=ObservationId("obs_1"),
        hypothesis=HypothesisId("hyp_A2"),
        type="CONTRADICTS",
        weight=0.5,
        created_at=graph.iteration,
    )

    def strength_anew() -> float:
        # A graph with a new edge has worked nothing out yet for its hypothesis; making it is not timed.
        after = apply(graph, [AddEdge(edge=edge)])
        began = process_time()
        strength(after, HypothesisId("hyp_A2"))
        return process_time() - began

    return {
        COPYING: _timed(lambda: apply(graph, [AddEdge(edge=edge)])),
        STRENGTH: strength_anew,
        "whole graph to bytes": _timed(lambda: graph_bytes(graph)),
        "whole graph from bytes": _timed(lambda: read_graph(written, "graph")),
        "whole record searched again (recall)": _timed(lambda: recall(session, "claim 3 measured", disk)),
    }


def _timed(work: Callable[[], object]) -> Work:
    def seconds() -> float:
        began = process_time()
        work()
        return process_time() - began

    return seconds


def _calls(work: Work) -> int:
    """How many functions it calls, making the graph included: that is the same for all sizes."""
    counted = 0

    def count(frame: FrameType, event: str, given: object) -> None:  # noqa: ARG001  (as sys.setprofile calls it)
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


def _least(work: Work, times: int) -> float:
    """The least processor time of some runs; short work is done many times over."""
    return min(work() for _ in range(RUNS * times))

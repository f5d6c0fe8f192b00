"""From 100 to 100,000 observations: what a session does with one piece of evidence, and with all of it."""

from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.bench_merge import graph_edits
from bench.figures import Figure, Group, Size
from pathfinder.adapters.files.archive import archive_bytes
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.recall import recall
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.edits import AddEdge
from pathfinder.protocols.graph import CogniGraph, EvidenceEdge
from pathfinder.protocols.graph_file import graph_bytes, read_graph
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.reducer import apply
from pathfinder.protocols.rules.strength import strength
from pathfinder.running import start

GROUP: Group = "growth"
ALONE = True
MOST_ONE, MOST_EACH = 2.0, 1.5
Work = Callable[[], object]


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Times as ratios: of one piece between the sizes, of all per piece."""
    least, most = size.of((100, 100_000), (100, 10_000))
    with TemporaryDirectory() as folder:
        few, many = (_works(count, Path(folder)) for count in (least, most))
        for name in few:
            whole = name.startswith("whole")
            times = (size.of(3, 2), 1) if whole else (200, 200)
            was, is_ = _least(few[name], times), _least(many[name], times)
            share = most / least if whole else 1.0
            yield Figure(
                f"{name}: {most:,} over {least:,} observations{', for each' if whole else ''}",
                is_ / was / share,
                "x",
                MOST_EACH if whole else MOST_ONE,
                f"{1_000 * was:.3g} ms and {1_000 * is_:.3g} ms",
            )


def _works(observations: int, folder: Path) -> dict[str, Work]:
    edits = graph_edits(observations)
    graph = apply(CogniGraph(question="Is it so?"), edits)
    written, disk = graph_bytes(graph), Disk()
    session = start("Is it so?", SystemClock(), home=folder / str(observations), disk=disk)
    session.archival.mkdir(parents=True, exist_ok=True)
    session.archive(1).write_bytes(archive_bytes(graph.model_copy(update={"iteration": 1}), edits))
    edge = EvidenceEdge(
        observation=ObservationId("obs_1"),
        hypothesis=HypothesisId("hyp_A2"),
        type="CONTRADICTS",
        weight=0.5,
        created_at=1,
    )

    def after_it() -> object:
        # A graph with a new edge has worked nothing out yet for its hypothesis.
        return strength(apply(graph, [AddEdge(edge=edge)]), HypothesisId("hyp_A2"))

    return {
        "an edge more": lambda: apply(graph, [AddEdge(edge=edge)]),
        "an edge more and the strength after it": after_it,
        "whole graph to bytes": lambda: graph_bytes(graph),
        "whole graph from bytes": lambda: read_graph(written, "graph"),
        "whole record searched (recall)": lambda: recall(session, "claim 3 measured", disk),
    }


def _least(work: Work, times: tuple[int, int]) -> float:
    """The least processor time of some runs; short work is timed many times over."""
    runs, repeated = times
    found = []
    for _ in range(3 if repeated > 1 else runs):
        began = process_time()
        for _ in range(repeated):
            work()
        found.append((process_time() - began) / repeated)
    return min(found)

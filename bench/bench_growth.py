"""A long run stays as quick as a short one: work and context of iteration 120 against iteration 20.

Nothing is read or written here, so this is the worst case: the rules' own work is all there is. The limit on
CPU is what is reached, not what is wished for (1.2): ranking and selection walk over every living claim, the
cheap bounds over every claim, and Python's collector over every object.
"""

from collections.abc import Callable, Iterable, Sequence
from statistics import median

from bench.figures import Figure
from bench.growing import Growing, Measured
from pathfinder.protocols.graph_file import graph_bytes

EARLY, LATE = 20, 120
WINDOW = 5
"""Iterations of which the median is taken."""
MOST_CPU, MOST_CONTEXT, MOST_PAIRS = 2.2, 1.2, 1.5


def run() -> Iterable[Figure]:
    """The ratios that matter, and what they are made of."""
    world = Growing()
    world.run(EARLY)
    early = len(graph_bytes(world.graph))
    world.run(LATE)
    note = f"{len(world.graph.hypotheses)} claims, {len(world.graph.observations)} observations"
    for name, figure, unit, limit in (
        ("CPU of an iteration", lambda one: 1_000 * one.cpu_s, "ms", MOST_CPU),
        ("context of the lead", lambda one: one.brief_bytes, "bytes", MOST_CONTEXT),
        ("longest question", lambda one: one.most_bytes, "bytes", MOST_CONTEXT),
        ("pairs put to the Judge", lambda one: one.pairs, "", MOST_PAIRS),
        ("model calls", lambda one: one.calls, "", MOST_CONTEXT),
    ):
        was, is_ = _at(world.measured, EARLY, figure), _at(world.measured, LATE, figure)
        yield Figure(f"{name} at {EARLY}", was, unit)
        yield Figure(f"{name} at {LATE}", is_, unit)
        yield Figure(f"{name}: {LATE} to {EARLY}", is_ / was, "x", limit, note)
    grown = len(graph_bytes(world.graph)) / early
    yield Figure(f"size of the graph: {LATE} to {EARLY}", grown, "x", None, "6 times the evidence")


def _at(measured: Sequence[Measured], iteration: int, figure: Callable[[Measured], float]) -> float:
    return median(figure(one) for one in measured[iteration - WINDOW : iteration])

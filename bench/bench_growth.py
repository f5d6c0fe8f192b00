"""A long run stays as quick as a short one: work and context of iteration 120 against iteration 20.

The limit on CPU is what is reached and not what is wished for: each new claim is compared with every claim
there is (a pair that is missed is never found again), and that grows with the claims.
"""

from collections.abc import Callable, Iterable, Sequence
from statistics import median

from bench.figures import Figure, Group, Size
from bench.growing import Growing, Measured
from pathfinder.protocols.graph_file import graph_bytes

GROUP: Group = "growth"
WINDOW = 5
"""Iterations of which the median is taken."""
MOST_CPU, MOST_CONTEXT, MOST_PAIRS = 4.0, 1.2, 1.5


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """The ratios that matter, and what they are made of."""
    early_at, late_at = size.of((20, 120), (12, 40))
    world = Growing()
    world.run(early_at)
    early = len(graph_bytes(world.graph))
    world.run(late_at)
    note = f"{len(world.graph.hypotheses)} claims, {len(world.graph.observations)} observations"
    for name, figure, unit, limit in (
        ("CPU of an iteration", lambda one: 1_000 * one.cpu_s, "ms", MOST_CPU),
        ("context of the lead", lambda one: one.brief_bytes, "bytes", MOST_CONTEXT),
        ("longest question", lambda one: one.most_bytes, "bytes", MOST_CONTEXT),
        ("pairs put to the Judge", lambda one: one.pairs, "", MOST_PAIRS),
        ("model calls", lambda one: one.calls, "", MOST_CONTEXT),
    ):
        was, is_ = _at(world.measured, early_at, figure), _at(world.measured, late_at, figure)
        yield Figure(f"{name} at {early_at}", was, unit)
        yield Figure(f"{name} at {late_at}", is_, unit)
        yield Figure(f"{name}: {late_at} to {early_at}", is_ / was, "x", limit, note)
    grown = len(graph_bytes(world.graph)) / early
    yield Figure(
        f"size of the graph: {late_at} to {early_at}",
        grown,
        "x",
        None,
        f"{late_at / early_at:.0f} times the evidence",
    )


def _at(measured: Sequence[Measured], iteration: int, figure: Callable[[Measured], float]) -> float:
    return median(figure(one) for one in measured[iteration - WINDOW : iteration])

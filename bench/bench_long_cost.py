"""What 100 iterations with the preset `economy` cost: the demo's documents, 5 Explorers, and the answer."""

from collections.abc import Iterable

from bench.bench_cost import EXPLORERS, session
from bench.figures import Figure, Group, Size
from pathfinder.run_config import Answering

GROUP: Group = "cost"
MOST_USD = 10.0


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """The stand-in's bill of the whole run."""
    iterations = size.of(100, 5)
    paid = session(iterations, "economy", Answering())
    usd = sum(request.usd_micros for request in paid.requests) / 1e6
    closed, facts = paid.graph.iteration, len(paid.graph.observations)
    note = (
        f"{closed} closed, {EXPLORERS} Explorers, {len(paid.requests)} calls, {facts} facts, with the answer"
    )
    yield Figure(f"{iterations} iterations with economy", usd, "USD", MOST_USD * iterations / 100, note)

"""What each search engine cost, and what it found."""

from typing import NamedTuple

from pathfinder.protocols.graph.types import CogniGraph

_PAID = " search"


class EngineCount(NamedTuple):
    """One engine's share of a session."""

    engine: str
    searches: int
    results: int
    new_sources: int
    usd_micros: int
    failed: int


def engine_counts(graph: CogniGraph) -> tuple[EngineCount, ...]:
    """Every engine that was asked, by name. What the open iteration has cost is not in it yet."""
    paid = {
        name.removesuffix(_PAID): cost for name, cost in graph.run.spend.by_engine.items() if _PAID in name
    }
    failed: dict[str, int] = {}
    for failure in graph.failures:
        if failure.what.startswith("search ") and failure.what.endswith(")"):
            engine = failure.what.rpartition("(")[2].removesuffix(")")
            failed[engine] = failed.get(engine, 0) + 1
    names = sorted({search.engine for search in graph.searches} | set(paid) | set(failed))
    return tuple(_count(graph, name, paid.get(name, 0), failed.get(name, 0)) for name in names)


def _count(graph: CogniGraph, name: str, usd_micros: int, failed: int) -> EngineCount:
    made = [search for search in graph.searches if search.engine == name]
    return EngineCount(
        name,
        len(made),
        sum(search.result_count for search in made),
        sum(search.new_sources for search in made),
        usd_micros,
        failed,
    )

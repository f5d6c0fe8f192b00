"""Which searches an iteration made, once each, how much of what they found was new, and what is read last."""

from collections.abc import Iterable
from itertools import takewhile

from pathfinder.protocols.calls.explorer_reports import ExplorerReport
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.evidence.source_classes import classify
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.memory import SearchRecord
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.text.queries import normalize


def forums_last(results: Iterable[SearchResult]) -> list[SearchResult]:
    """The results in their order, but forums behind all others: what is done when sources are poor."""
    table = default_table()
    return sorted(results, key=lambda found: classify(found.url, table).type == "forum")


def searches(graph: CogniGraph, reports: Iterable[ExplorerReport]) -> tuple[SearchRecord, ...]:
    """A record per engine and query of this iteration, in the order of the reports.

    A source is new to the first search that finds it; one that the graph cites is new to none.
    """
    now = takewhile(lambda search: search.iteration == graph.iteration, reversed(graph.searches))
    recorded = {(search.normalized, search.engine) for search in now}
    known, seen = graph.index.addresses, set[str]()
    records = []
    for report in reports:
        for search in report.searches:
            key = (normalize(search.query), search.engine)
            if key in recorded:
                continue
            recorded.add(key)
            new = {url for url in search.urls if url not in known} - seen
            seen |= new
            records.append(
                SearchRecord(
                    iteration=graph.iteration,
                    query=search.query,
                    normalized=key[0],
                    strategy=search.strategy,
                    engine=search.engine,
                    result_count=len(search.urls),
                    new_sources=len(new),
                )
            )
    return tuple(records)

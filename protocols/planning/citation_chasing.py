"""Snowballing: what a strong paper cites, and who cites it, become directions to follow."""

from collections.abc import Iterable, Iterator

from pathfinder.protocols.graph.edits import AddKeyword
from pathfinder.protocols.graph.index import same_form
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, Keyword, Source
from pathfinder.protocols.ids import order

MOST_PAPERS = 2
"""Papers followed in one iteration."""
MOST_TITLES = 3
"""Directions one paper gives."""
MOST_WAITING = 20
"""With so many directions not followed yet, no paper brings more."""
BEGINNING = 0.5
"""A claim's strength before any evidence; one above it has been borne out."""
DIRECT = 0.8


def strong_papers(graph: CogniGraph) -> tuple[Source, ...]:
    """Papers whose words, new in the last iteration, directly bear out a claim that gained by them; a few."""
    waiting = sum(not keyword.used for keyword in graph.unexplored)
    if waiting >= MOST_WAITING:
        return ()
    found: dict[str, Source] = {}
    for name in sorted(graph.hypotheses, key=order):
        if graph.hypotheses[name].strength <= BEGINNING:
            continue
        for edge in graph.evidence(name):
            source = _new_paper(graph, edge)
            if source is not None:
                found.setdefault(source.work or source.url, source)
    return tuple(found.values())[:MOST_PAPERS]


def _new_paper(graph: CogniGraph, edge: EvidenceEdge) -> Source | None:
    seen = graph.observations[edge.observation]
    new = seen.created_at == graph.iteration - 1
    if edge.type != "SUPPORTS" or edge.weight < DIRECT or not new or seen.page is None:
        return None
    source = graph.sources[seen.page]
    return source if source.paper is not None and source.retracted is None else None


def directions(graph: CogniGraph, paper: Source, titles: Iterable[str]) -> Iterator[AddKeyword]:
    """The titles of papers around a strong one, as keywords nobody has noted yet."""
    seen: set[str] = set()
    for title in titles:
        form = same_form(title)
        if len(seen) == MOST_TITLES:
            return
        if form and form not in seen and form not in graph.index.keywords:
            seen.add(form)
            keyword = " ".join(title.split())
            yield AddKeyword(
                keyword=Keyword(keyword=keyword, origin=paper.work or paper.url, created_at=graph.iteration)
            )

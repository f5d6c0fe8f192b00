"""A retraction concerns every page of the work, whichever page or catalogue reported it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pathfinder.protocols.calls.explorer_reports import Pages
from pathfinder.protocols.evidence.status import restrengthen
from pathfinder.protocols.evidence.works import works_of
from pathfinder.protocols.graph.edits import GraphEdit, RetractSource
from pathfinder.protocols.graph.papers import PaperNote
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, Source
from pathfinder.protocols.ids import HypothesisId, PageHash
from pathfinder.protocols.text.urls import page_key

Reasons = Mapping[str, str]
"""Why a work has no weight, by each of its names."""


def with_details_of(first: Source, other: Source) -> Source:
    """What two records of one page say together: the first, with what only the other knows.

    Catalogues know different things of a paper, and each Explorer has asked for itself.
    """
    if first.url != other.url:
        return first
    return first.model_copy(
        update={
            "doi": first.doi or other.doi,
            "work": first.work or other.work,
            "retracted": first.retracted or other.retracted,
            "paper": _note(first.paper, other.paper),
        }
    )


def _note(first: PaperNote | None, other: PaperNote | None) -> PaperNote | None:
    if first is None or other is None:
        return first or other
    counted = [note.citations for note in (first, other) if note.citations is not None]
    return first.model_copy(update={"citations": max(counted, default=None)})


def retracted_works(sources: Iterable[Source]) -> Reasons:
    """The works that these say were retracted."""
    reasons: dict[str, str] = {}
    for source in sources:
        for name in _names(source) if source.retracted is not None else ():
            reasons.setdefault(name, source.retracted or "")
    return reasons


def without_weight(pages: Pages, graph: CogniGraph) -> Pages:
    """The pages, those of a retracted work marked as such."""
    reasons = retracted_works((*graph.sources.values(), *(page.source for page in pages.values())))
    if not reasons:
        return pages
    return {
        name: page
        if (reason := _reason(page.source, reasons)) is None
        else page.model_copy(update={"source": page.source.model_copy(update={"retracted": reason})})
        for name, page in pages.items()
    }


@dataclass(frozen=True)
class NewRetractions:
    """What a retraction that became known takes along."""

    edits: tuple[GraphEdit, ...]
    graph: CogniGraph
    """The graph with these edits."""
    claims: frozenset[HypothesisId]
    """Those that rest on it, to be judged again."""


def newly_retracted(graph: CogniGraph, pages: Pages) -> NewRetractions:
    """Pages in the graph whose work was retracted meanwhile lose their weight, and claims lose strength."""
    reasons = retracted_works((*graph.sources.values(), *(page.source for page in pages.values())))
    if not reasons:
        return NewRetractions((), graph, frozenset())
    gone = {
        page: reason
        for page, source in graph.sources.items()
        if (reason := _reason(source, reasons)) is not None
    }
    edits = [RetractSource(page=page, because=because) for page, because in gone.items()]
    claims, after = _resting_on(graph, gone), apply(graph, edits)
    weaker = restrengthen(after, claims, "MERGE")
    return NewRetractions((*edits, *weaker), apply(after, weaker), claims)


def _resting_on(graph: CogniGraph, pages: Iterable[PageHash]) -> frozenset[HypothesisId]:
    seen = [name for page in pages for name in graph.index.observations_on.get(page, ())]
    places = {place for name in seen for place in graph.index.edges_at.get(name, ())}
    edges = (graph.edges[place] for place in places)
    return frozenset(edge.hypothesis for edge in edges if isinstance(edge, EvidenceEdge))


def _reason(source: Source, reasons: Reasons) -> str | None:
    """Why a page that nobody has marked yet has no weight."""
    if source.retracted is not None:
        return None
    return next((reasons[name] for name in _names(source) if name in reasons), None)


def _names(source: Source) -> tuple[str, ...]:
    """Everything by which two pages are one work."""
    return _named(source.url, source.doi)


@lru_cache(maxsize=16_384)  # Where anything was taken back, every page of the graph is asked at every merge.
def _named(url: str, doi: str | None) -> tuple[str, ...]:
    address = page_key(url)
    return (*works_of(url, doi), *(() if address is None else (address,)))

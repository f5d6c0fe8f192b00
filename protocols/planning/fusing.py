"""What several engines found becomes one list: each page once, what many rank high first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log10

from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.evidence.works import works_of
from pathfinder.protocols.graph.papers import Paper
from pathfinder.protocols.text.queries import normalize
from pathfinder.protocols.text.urls import page_key

RANK_OFFSET = 60
"""The usual constant of reciprocal rank fusion: how little the first place differs from the second."""
SAME_TEXT = 60
"""Letters from which equal words are a copy and not a coincidence."""
FULL_TEXTS = 2
"""Papers of one query whose full text is worth fetching."""
MANY_CITATIONS = 4.0
"""Powers of ten at which more citations no longer count."""
OLD_YEARS = 20


@dataclass
class _Group:
    """One page, or one work, wherever it was found."""

    members: list[SearchResult]
    places: dict[int, int] = field(default_factory=dict)
    """Its best place in each list."""

    @property
    def score(self) -> float:
        return sum(1 / (RANK_OFFSET + place) for place in self.places.values())


def fuse(answers: Sequence[Sequence[SearchResult]], most_papers: int, year: int) -> tuple[SearchResult, ...]:
    """One list of all answers by reciprocal rank, without copies, and of the papers the best few.

    `year` is today's: among equals a newer paper is worth more.
    """
    groups: list[_Group] = []
    by_key: dict[str, _Group] = {}
    for number, results in enumerate(answers):
        for place, result in enumerate(results, start=1):
            keys = _keys(result)
            group = next((by_key[key] for key in keys if key in by_key), None)
            if group is None:
                group = _Group([])
                groups.append(group)
            group.members.append(result)
            group.places.setdefault(number, place)
            for key in keys:
                by_key.setdefault(key, group)
    ranked = sorted(groups, key=lambda group: -group.score)
    return _best_papers([merged_result(group.members) for group in ranked], most_papers, year)


def _keys(result: SearchResult) -> list[str]:
    """Everything by which two results are the same page or work."""
    keys = [page_key(result.address) or result.address, page_key(result.url) or result.url]
    keys += works_of(result.address, result.paper.doi if result.paper else None)
    words = normalize(f"{result.title} {result.snippet}")
    if len(words) >= SAME_TEXT:
        keys.append(f"text:{words}")
    if result.paper is not None:
        keys.append(f"title:{normalize(result.title)}")
    return keys


def merged_result(members: Sequence[SearchResult]) -> SearchResult:
    """The first of several results for one page, with what the others add."""
    papers = [member.paper for member in members if member.paper is not None]
    first = next((member for member in members if member.paper is not None), members[0])
    snippet = max((member.snippet for member in members), key=len)
    update = {"snippet": first.snippet or snippet, "paper": _joined(papers) if papers else None}
    return first.model_copy(update=update)


def _joined(papers: Sequence[Paper]) -> Paper:
    first = papers[0]
    counted = [paper.citations for paper in papers if paper.citations is not None]
    return first.model_copy(
        update={
            "abstract": max((paper.abstract for paper in papers), key=len),
            "summary": _first(paper.summary for paper in papers) or "",
            "venue": _first(paper.venue for paper in papers) or "",
            "doi": _first(paper.doi for paper in papers),
            "pdfs": tuple(dict.fromkeys(pdf for paper in papers for pdf in paper.pdfs)),
            "citations": max(counted, default=None),
            "retracted": _first(paper.retracted for paper in papers),
            "whole": any(paper.whole for paper in papers),
        }
    )


def _first(values: Iterable[str | None]) -> str | None:
    return next((value for value in values if value), None)


def merit(paper: Paper, place: int, of: int, year: int) -> float:
    """How much a paper promises: half by relevance, the rest by citations and age. Retracted: nothing."""
    if paper.retracted is not None:
        return 0.0
    relevance = 1 - place / of
    cited = min(1.0, log10(1 + (paper.citations or 0)) / MANY_CITATIONS)
    # A paper without a year is taken for an old one.
    age = OLD_YEARS if paper.year is None else max(0, year - paper.year)
    return 0.5 * relevance + 0.3 * cited + 0.2 * max(0.0, 1 - age / OLD_YEARS)


def _best_papers(results: Sequence[SearchResult], most: int, year: int) -> tuple[SearchResult, ...]:
    """The list with its best papers only; the very best, where they are open, are to be read whole."""
    papers = [(place, result.paper) for place, result in enumerate(results) if result.paper is not None]
    scored = sorted(papers, key=lambda known: (-merit(known[1], known[0], len(results), year), known[0]))
    kept = {place for place, _ in scored[:most]}
    open_ = [place for place, paper in scored[:most] if paper.pdfs and paper.retracted is None]
    whole = set(open_[:FULL_TEXTS])
    return tuple(
        result if result.paper is None else _with_paper(result, result.paper, whole=place in whole)
        for place, result in enumerate(results)
        if result.paper is None or place in kept
    )


def _with_paper(result: SearchResult, paper: Paper, *, whole: bool) -> SearchResult:
    return result.model_copy(update={"paper": paper.model_copy(update={"whole": whole})})

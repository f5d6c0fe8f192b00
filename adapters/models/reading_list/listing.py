"""The reading list of a session, built from its graph.

For each part of the question the passages nearest to it, near-identical ones merged; the figures in them
side by side; and pairs of passages that differ. Nothing here says which of them is right.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pathfinder.adapters.language.sentences import sentences
from pathfinder.adapters.models.reading_list.differences import (
    MOST_COMPARED,
    Compared,
    compared,
    differing,
    near_identical,
)
from pathfinder.adapters.models.reading_list.figures import figures
from pathfinder.adapters.models.reading_list.nearness import (
    Candidate,
    best_sentences,
    filing,
    parts_of,
)
from pathfinder.adapters.models.reading_list.reading import context, is_title
from pathfinder.adapters.models.reading_list.statements import plain, title
from pathfinder.protocols.answer.reading_list import (
    Difference,
    ListedFigure,
    ListedPart,
    ListedPassage,
    ListedSource,
    ReadingList,
)
from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.types import CogniGraph, Observation, Source
from pathfinder.protocols.ids import ObservationId, PageHash, SubQuestionId, order

if TYPE_CHECKING:
    from pathfinder.adapters.language.encoder import Encoder

MOST_PASSAGES = 20
"""Passages of a part that are listed."""
PER_SOURCE = 5
"""Passages of one document among those of a part."""
BELOW_BEST = 0.35
"""A passage is listed if its score is at least this share of the best one of its part."""
COPIED_WORDS = 8
MOST_FIGURES = 15
MOST_DIFFERENCES = 5


class _Known(NamedTuple):
    name: ObservationId
    seen: Observation
    page: PageHash
    source: Source
    text: str
    nearest: str = ""
    """The sentence that is nearest to the part of the question under which it is listed."""

    @property
    def candidate(self) -> Candidate:
        return Candidate(self.text, context(title(self.source.title), title(self.seen.header)))


def reading_list(graph: CogniGraph, encoder: "Encoder") -> ReadingList:
    """The list as the graph stands."""
    parts = _parts(graph, _known(graph), encoder)
    listed = [passage for part in parts for passage in part.passages]
    retracted = dict.fromkeys(
        _source(graph.sources[page]) for page in graph.pages_read if _is_retracted(graph, page)
    )
    return ReadingList(
        question=graph.question,
        engine=graph.run.engine,
        iterations=graph.iteration,
        documents=len(graph.pages_read),
        parts=parts,
        figures=_figures(listed),
        differences=_differences(listed, encoder),
        retracted=tuple(retracted),
        merged=sum(len(passage.same) for passage in listed),
    )


def _is_retracted(graph: CogniGraph, page: PageHash) -> bool:
    return page in graph.sources and graph.sources[page].retracted is not None


def _known(graph: CogniGraph) -> list[_Known]:
    """The observations that have a quote, without those that stand inside another one of their page."""
    known = [
        _Known(name, seen, seen.page, graph.sources[seen.page], plain(seen.quote))
        for name, seen in sorted(graph.observations.items(), key=lambda one: order(one[0]))
        if seen.quote is not None and seen.page is not None and seen.page in graph.sources
    ]
    by_page: dict[PageHash, list[str]] = {}
    for one in known:
        by_page.setdefault(one.page, []).append(one.text)
    return [
        one
        for one in known
        if not any(one.text != other and one.text in other for other in by_page[one.page])
    ]


def _parts(graph: CogniGraph, known: Sequence[_Known], encoder: "Encoder") -> tuple[ListedPart, ...]:
    names = sorted(graph.sub_questions)
    candidates = [one.candidate for one in known]
    parts = parts_of([graph.sub_questions[name].text for name in names], graph.question)
    about = dict(zip(names, filing(parts, candidates, encoder), strict=True))
    return tuple(
        ListedPart(
            part=name,
            text=part.text,
            passages=_of_part(_own(name, known, about), known, best_sentences(part, candidates, encoder)),
        )
        for name, part in zip(names, parts, strict=True)
    )


def _own(name: SubQuestionId, known: Sequence[_Known], about: dict[SubQuestionId, list[float]]) -> list[int]:
    """The places of passages that belong to a part more than to the others they are filed under."""
    filed = [[part for part in about if part in one.seen.parts] or list(about) for one in known]
    return [
        place for place, parts in enumerate(filed) if max(parts, key=lambda part: about[part][place]) == name
    ]


def _of_part(
    own: Sequence[int], known: Sequence[_Known], best: Sequence[tuple[float, str]]
) -> tuple[ListedPassage, ...]:
    """The passages of a part, nearest first, each with those whose nearest sentence is nearly the same."""
    near = [score for score, _ in best]
    ranked = sorted(own, key=lambda place: (-near[place], place))
    groups: list[list[_Known]] = []
    scores: list[float] = []
    for place in ranked:
        one = known[place]._replace(nearest=best[place][1])
        said = compared(one.nearest)
        pages = Counter(group[0].page for group in groups)
        same = (
            group
            for group in groups
            if group[0].page != one.page and near_identical(compared(group[0].nearest), said)
        )
        copied = next(same, None)
        if copied is not None:
            copied.append(one)
        elif (
            near[place] >= BELOW_BEST * near[ranked[0]]
            and pages[one.page] < PER_SOURCE
            and len(groups) < MOST_PASSAGES
        ):
            groups.append([one])
            scores.append(near[place])
    return tuple(_passage(group, score) for group, score in zip(groups, scores, strict=True))


def _passage(group: Sequence[_Known], score: float) -> ListedPassage:
    """The source of the highest authority speaks for a group."""
    first, *others = sorted(group, key=lambda one: -one.source.weight)
    return ListedPassage(
        text=first.text,
        quote=str(first.seen.quote),
        nearest=first.nearest,
        heading=title(first.seen.header),
        place=None if first.seen.offset is None else first.source.place_at(first.seen.offset),
        observation=first.name,
        same=tuple(one.name for one in others),
        sources=tuple(dict.fromkeys(_source(one.source) for one in (first, *others))),
        independent=_independent((first, *others)),
        score=round(score, 4),
    )


def _independent(group: Sequence[_Known]) -> int:
    """Sources, counting copies and pages of one publisher once; a long sentence word for word is a copy."""
    said = {one.page: {str(one.seen.quote)} for one in group}
    speakers = voices({one.page: one.source for one in group}, said)
    counted: set[str] = set()
    texts: set[str] = set()
    for one in group:
        words = one.nearest.casefold().split()
        text = " ".join(words) if len(words) >= COPIED_WORDS else ""
        if text not in texts:
            counted.add(speakers[one.page])
        texts |= {text} - {""}
    return len(counted)


def _source(source: Source) -> ListedSource:
    return ListedSource(
        title=_title(source),
        url=source.url,
        site=source.site,
        date=source.date,
        type=source.type,
        retracted=source.retracted or "",
    )


def _title(source: Source) -> str:
    """The title; the name of the file where the title is a piece of markup or a whole paragraph."""
    shown = title(source.title)
    return shown if is_title(shown) else source.url.rsplit("/", 1)[-1].removeprefix("file:")


def _figures(passages: Sequence[ListedPassage]) -> tuple[ListedFigure, ...]:
    """The figures of the nearest sentences; those of one unit stand together."""
    rows = [
        ListedFigure(
            value=figure.value,
            unit=figure.shown,
            what=figure.what,
            observation=passage.observation,
            source=passage.sources[0],
        )
        for passage in sorted(passages, key=lambda one: -one.score)
        for figure in figures(passage.nearest)
    ]
    distinct = list(dict.fromkeys(rows))[:MOST_FIGURES]
    units = list(dict.fromkeys(row.unit for row in distinct))
    return tuple(sorted(distinct, key=lambda row: units.index(row.unit)))


def _differences(passages: Sequence[ListedPassage], encoder: "Encoder") -> tuple[Difference, ...]:
    """Pairs of sentences that differ. A passage of several sentences is compared sentence by sentence."""
    said = [
        passage.model_copy(update={"text": sentence.text})
        for passage in passages
        for sentence in sentences(passage.text)
    ][:MOST_COMPARED]
    known: list[Compared] = [compared(one.text) for one in said]
    pairs = [
        pair
        for pair in differing(known, encoder)
        # One document rarely contradicts itself.
        if said[pair.first].sources[0].url != said[pair.second].sources[0].url
    ]
    return tuple(
        Difference(kind=pair.kind, first=said[pair.first], second=said[pair.second])
        for pair in pairs[:MOST_DIFFERENCES]
    )

"""The reading list of a session, built from its graph.

For each part of the question the passages nearest to it, near-identical ones merged; the figures in them
side by side; and pairs of passages that differ. Nothing here says which of them is right.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pathfinder.adapters.language.sentences import sentences
from pathfinder.adapters.models.reading_list.differences import (
    MOST_COMPARED,
    Compared,
    compared,
    cosine_table,
    differing,
    near_identical,
)
from pathfinder.adapters.models.reading_list.figures import figures
from pathfinder.adapters.models.reading_list.nearness import Candidate, filing, parts_of, scores
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

    @property
    def candidate(self) -> Candidate:
        heading = title(self.seen.header)
        return Candidate(self.text, context(title(self.source.title), heading), heading)


def reading_list(graph: CogniGraph, encoder: "Encoder") -> ReadingList:
    """The list as the graph stands."""
    known = _known(graph)
    groups = _grouped(known, encoder)
    parts = _parts(graph, groups, encoder)
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
        differences=_differences([_passage(group, 0.0) for group in groups], encoder),
        retracted=tuple(retracted),
        merged=sum(len(group) - 1 for group in groups),
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


def _grouped(known: Sequence[_Known], encoder: "Encoder") -> list[list[_Known]]:
    """Near-identical statements together; the source of the highest authority speaks for its group."""
    cosines = cosine_table([one.text for one in known], encoder) if known else None
    facts = [compared(one.text) for one in known]
    groups: list[list[int]] = []
    for place, fact in enumerate(facts):
        for group in groups:
            first = group[0]
            same_page = known[first].page == known[place].page
            near = float(cosines[first, place]) if cosines is not None else 0.0
            if not same_page and near_identical(facts[first], fact, near):
                group.append(place)
                break
        else:
            groups.append([place])
    ranked = [sorted(group, key=lambda at: (-known[at].source.weight, at)) for group in groups]
    return [[known[at] for at in group] for group in ranked]


def _parts(
    graph: CogniGraph, groups: Sequence[Sequence[_Known]], encoder: "Encoder"
) -> tuple[ListedPart, ...]:
    names = sorted(graph.sub_questions)
    candidates = [group[0].candidate for group in groups]
    parts = parts_of([graph.sub_questions[name].text for name in names], graph.question)
    known = dict(zip(names, parts, strict=True))
    near = {name: scores(part, candidates, encoder) for name, part in known.items()}
    about = dict(zip(names, filing(parts, candidates, encoder), strict=True))
    return tuple(
        ListedPart(
            part=name,
            text=graph.sub_questions[name].text,
            passages=tuple(_of_part(name, near[name], groups, about)),
        )
        for name in names
    )


def _of_part(
    name: SubQuestionId,
    near: Sequence[float],
    groups: Sequence[Sequence[_Known]],
    about: dict[SubQuestionId, list[float]],
) -> list[ListedPassage]:
    """The passages filed under a part that are nearer to it than to the other parts they are filed under."""
    names = list(about)
    filed = [
        (place, {part for one in group for part in one.seen.parts} or set(names))
        for place, group in enumerate(groups)
    ]
    own = [
        place
        for place, parts in filed
        if name in parts and max(parts, key=lambda part: (about[part][place], -names.index(part))) == name
    ]
    ranked = sorted(own, key=lambda place: (-near[place], place))
    per_source: dict[PageHash, int] = {}
    kept: list[ListedPassage] = []
    least = BELOW_BEST * near[ranked[0]] if ranked else 0.0
    for place in ranked:
        if near[place] < least:
            break
        page = groups[place][0].page
        per_source[page] = per_source.get(page, 0) + 1
        if per_source[page] <= PER_SOURCE and len(kept) < MOST_PASSAGES:
            kept.append(_passage(groups[place], near[place]))
    return kept


def _passage(group: Sequence[_Known], score: float) -> ListedPassage:
    first = group[0]
    return ListedPassage(
        text=first.text,
        quote=str(first.seen.quote),
        heading=title(first.seen.header),
        place=None if first.seen.offset is None else first.source.place_at(first.seen.offset),
        observation=first.name,
        same=tuple(one.name for one in group[1:]),
        sources=tuple(dict.fromkeys(_source(one.source) for one in group)),
        independent=_independent(group),
        score=round(score, 4),
    )


def _independent(group: Sequence[_Known]) -> int:
    """Sources, counting copies and pages of one publisher once; a long sentence word for word is a copy."""
    said = {one.page: {str(one.seen.quote)} for one in group}
    speakers = voices({one.page: one.source for one in group}, said)
    counted: set[str] = set()
    texts: set[str] = set()
    for one in group:
        words = one.text.casefold().split()
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
    """The figures of the nearest passages; those of one unit stand together."""
    rows = [
        ListedFigure(
            value=figure.value,
            unit=figure.shown,
            what=figure.what,
            observation=passage.observation,
            source=passage.sources[0],
        )
        for passage in sorted(passages, key=lambda one: -one.score)
        for figure in figures(passage.text)
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

"""The Writer: what it is shown of a graph and its pages, so that it can answer the question.

The pages themselves are in view, the most useful first, with the marks of their facts in the text. Every page
is shown by the passages around its facts before any is shown whole. What does not fit even then is shown as a
line for each fact.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import itemgetter
from typing import Final, NamedTuple

from pathfinder.agents.reader import numbered_parts
from pathfinder.protocols.answer.coverage import AnswerBasis
from pathfinder.protocols.answer.thesis import settled
from pathfinder.protocols.calls.questions import (
    AnswerAudit,
    AnswerClaim,
    AnswerFact,
    AnswerFacts,
    AnswerLength,
    AnswerPage,
    WriteAnswer,
)
from pathfinder.protocols.graph.judgement import READER_TAGS
from pathfinder.protocols.graph.types import AuditPoint, CogniGraph, Observation
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash, SubQuestionId, number, order
from pathfinder.protocols.judging.reader_tags import reader_tag, standing_for_readers
from pathfinder.protocols.text.languages import Language, language
from pathfinder.protocols.text.sanitize import one_line
from pathfinder.protocols.text.tokens import estimate

PAGE_TOKENS: Final = 300_000
"""Tokens of pages that the Writer has in view, unless a setting says otherwise."""
LEAST_PAGE_TOKENS: Final = 2_000
WORDS: Final[Mapping[AnswerLength, tuple[int, int]]] = {
    "short": (500, 800),
    "normal": (2_000, 2_500),
    "full": (2_400, 3_200),
}
MOST_CLAIMS, MOST_AUDIT, MOST_IDS = 80, 25, 12
AROUND = 400
"""Characters on each side of a quote, where a page is shown in passages."""
MOST_OF_ONE = 0.4
"""Of the room for pages, what a single page may take whole."""
PAGES_PER_LINE: Final = 2
"""Tokens of pages for each token of facts whose pages do not fit."""
PAGES_PER_CLAIM, PAGES_PER_AUDIT = 250, 600
"""Tokens of pages for each claim and point of the audit: a small model has little room for them as well."""
DECIDES = 3
_FORGED_MARK = re.compile(r"\[(?=\s*obs_)", re.IGNORECASE)
_BEGIN = re.compile(r"\n+|[.!?] ")
_GAP = "\n[…]\n"
_CODE = re.compile(r"^(```|~~~)[^\n]*\n.*?^\1[^\n]*$", re.DOTALL | re.MULTILINE)
LONG_CODE: Final = 600
"""Characters of a block of code that is left out of a page if no fact stands in it."""

PageTexts = Callable[[PageHash], str | None]
"""The text of a stored page; None if it cannot be read."""


@dataclass(frozen=True)
class Wanted:
    """How the answer should be."""

    language: Language | None = None
    """That of the session, if none is named."""
    today: str = ""
    length: AnswerLength = "normal"
    page_tokens: int = PAGE_TOKENS
    follow_up: str = ""
    """A question to answer from the same pages, in place of the question of the research."""


def answer_question(graph: CogniGraph, texts: PageTexts, wanted: Wanted) -> AnswerBasis | None:
    """What the Writer is asked, with what its answer is checked against; None if no quote was found yet."""
    facts = facts_by_page(graph)
    if not facts:
        return None
    parts, part_lines = numbered_parts(graph)
    audit = [place for place, point in enumerate(graph.audit) if point.upheld is not False]
    audit = sorted(audit, key=lambda place: (-graph.audit[place].rank, place))
    audit = audit[: min(MOST_AUDIT, wanted.page_tokens // PAGES_PER_AUDIT)]
    views = _in_view(graph, facts, texts, wanted.page_tokens, [graph.audit[place] for place in audit])
    ask = WriteAnswer(
        question=wanted.follow_up or graph.question,
        research=graph.question if wanted.follow_up else "",
        parts=part_lines,
        today=wanted.today,
        pages=tuple(views.pages),
        facts=tuple(_summaries(graph, views.left, wanted.page_tokens // PAGES_PER_LINE)),
        claims=tuple(_claims(graph, parts, min(MOST_CLAIMS, wanted.page_tokens // PAGES_PER_CLAIM))),
        audit=tuple(_audit(graph.audit[place], number) for number, place in enumerate(audit, start=1)),
        settled=tuple(
            one_line(f"{one.first} and {one.second} ({one.type}): {one.resolution}", 600)
            for one in settled(graph)
        ),
        not_found=_not_found(graph, parts),
        words=WORDS[wanted.length],
        language=wanted.language or graph.run.language or language(graph.question),
    )
    return AnswerBasis(
        graph=graph,
        ask=ask,
        pages=tuple(views.shown),
        texts=views.texts,
        parts=parts,
        audit=tuple(audit),
        length=wanted.length,
        page_tokens=wanted.page_tokens,
    )


def with_less(basis: AnswerBasis) -> AnswerBasis | None:
    """The same question with half of the pages that were shown; None where too little would be left."""
    shown = sum(estimate(page.text) for page in basis.ask.pages)
    page_tokens = min(basis.page_tokens, shown) // 2
    if page_tokens < LEAST_PAGE_TOKENS:
        return None
    ask = basis.ask
    wanted = Wanted(
        language=ask.language,
        today=ask.today,
        length=basis.length,
        page_tokens=page_tokens,
        follow_up=ask.question if ask.research else "",
    )
    return answer_question(basis.graph, basis.texts.get, wanted)


# Pages.

_Facts = Mapping[PageHash, Sequence[tuple[ObservationId, Observation]]]


def facts_by_page(graph: CogniGraph) -> _Facts:
    """The facts of each page, in the order they stand on it."""
    found: dict[PageHash, list[tuple[ObservationId, Observation]]] = {}
    for name, seen in graph.observations.items():
        if seen.verified and seen.page is not None:
            found.setdefault(seen.page, []).append((name, seen))
    return {
        page: sorted(some, key=lambda one: (one[1].offset or 0, order(one[0])))
        for page, some in found.items()
    }


@dataclass
class _Views:
    """The pages as they are shown."""

    pages: list[AnswerPage] = field(default_factory=list)
    shown: list[PageHash] = field(default_factory=list)
    texts: dict[PageHash, str] = field(default_factory=dict)
    left: dict[PageHash, Sequence[tuple[ObservationId, Observation]]] = field(default_factory=dict)
    """Facts of pages that are not shown."""


class _Candidate(NamedTuple):
    page: PageHash
    whole: str
    passages: str


def _in_view(
    graph: CogniGraph, facts: _Facts, texts: PageTexts, room: int, audit: Sequence[AuditPoint]
) -> _Views:
    """The passages of every page that fits, then whole pages while there is room, the most useful first."""
    views, some = _Views(), list[_Candidate]()
    useful = _usefulness(graph, audit)
    ranked = sorted(facts, key=lambda page: (-sum(useful.get(name, 1) for name, _ in facts[page]), page))
    left = room
    for page in ranked:
        text = texts(page)
        if text is not None:
            views.texts[page] = text
            one = _Candidate(page, _whole(text, facts[page]), _around_facts(text, facts[page]))
            cost = estimate(one.passages)
            if cost <= left:
                left -= cost
                some.append(one)
                continue
        views.left[page] = facts[page]
    for one in some:
        cost = estimate(one.whole)
        more = cost - estimate(one.passages)
        whole = more <= left and cost <= max(room * MOST_OF_ONE, room // max(len(facts), 1))
        left -= more if whole else 0
        _show(views, graph, one.page, one.whole if whole else one.passages, whole=whole)
    return views


def _usefulness(graph: CogniGraph, audit: Sequence[AuditPoint]) -> Mapping[ObservationId, int]:
    """How much an answer is likely to need each fact."""
    useful: dict[ObservationId, int] = {}
    for name, seen in graph.observations.items():
        useful[name] = 1 + (4 if seen.worth == DECIDES else seen.worth)
    for claim, known in graph.alive().items():
        for fact in (*_sides(graph, claim), *_limits(graph, claim)):
            useful[fact] = useful.get(fact, 0) + 3 * known.importance
    for point in audit:
        for fact in point.observations:
            useful[fact] = useful.get(fact, 0) + 3 * point.rank
    return useful


def _sides(graph: CogniGraph, name: HypothesisId) -> Iterator[ObservationId]:
    return (edge.observation for edge in graph.evidence(name))


def _limits(graph: CogniGraph, name: HypothesisId) -> tuple[ObservationId, ...]:
    finding = graph.findings.get(name)
    return () if finding is None else finding.qualified_by


def _show(views: _Views, graph: CogniGraph, page: PageHash, text: str, *, whole: bool) -> None:
    views.shown.append(page)
    views.pages.append(page_shown(graph, page, len(views.shown), text, whole=whole))


def page_shown(graph: CogniGraph, page: PageHash, number: int, text: str, *, whole: bool) -> AnswerPage:
    """A page with what is known of it; number 0: it has none."""
    source = graph.sources[page]
    retracted = "" if source.retracted is None else f"RETRACTED: {one_line(source.retracted, 200)}. "
    return AnswerPage(
        number=number,
        title=one_line(source.title, 150),
        site=one_line(source.site or source.url, 80),
        type=source.type,
        date=source.date,
        note=f"{retracted}{graph.note_on(page)}".strip(),
        text=text,
        whole=whole,
    )


def marked(text: str, facts: Sequence[tuple[ObservationId, Observation]], start: int, end: int) -> str:
    """A stretch of a page with marks where the words of each fact begin and end.

    The page's own text makes no marks.
    """
    marks: list[tuple[int, str]] = []
    for name, seen in facts:
        if seen.offset is not None and start <= seen.offset < end:
            marks += [
                (seen.offset, _mark(name, seen)),
                (min(end, seen.offset + len(seen.quote or "")), f" [/{number(name)}]"),
            ]
    pieces, at = [], start
    for place, mark in sorted(marks, key=itemgetter(0)):
        pieces += [_FORGED_MARK.sub("(", text[at:place]), mark]
        at = place
    return "".join((*pieces, _FORGED_MARK.sub("(", text[at:end])))


def _mark(name: ObservationId, seen: Observation) -> str:
    return f"[{name}: discounted, {one_line(seen.discounted, 150)}] " if seen.discounted else f"[{name}] "


def _whole(text: str, facts: Sequence[tuple[ObservationId, Observation]]) -> str:
    """A page with the marks of its facts, without long blocks of code that hold none."""
    places = [(seen.offset or 0, (seen.offset or 0) + len(seen.quote or "")) for _, seen in facts]
    pieces, at = [], 0
    for block in _CODE.finditer(text):
        read = any(start < block.end() and block.start() < end for start, end in places)
        if not read and len(block[0]) > LONG_CODE:
            pieces.append(marked(text, facts, at, block.start()).rstrip("\n"))
            at = block.end()
    return _GAP.join((*pieces, marked(text, facts, at, len(text))))


def _around_facts(text: str, facts: Sequence[tuple[ObservationId, Observation]]) -> str:
    places = [(seen.offset or 0, (seen.offset or 0) + len(seen.quote or "")) for _, seen in facts]
    return passages(text, facts, places, AROUND)


def passages(
    text: str,
    facts: Sequence[tuple[ObservationId, Observation]],
    places: Sequence[tuple[int, int]],
    around: int,
) -> str:
    """What stands around some places of a page, with the marks of its facts; passages that meet are one."""
    spans: list[tuple[int, int]] = []
    for at, end in places:
        start, stop = _back(text, at, around), _on(text, end, around)
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(stop, spans[-1][1]))
        else:
            spans.append((start, stop))
    return _GAP.join(marked(text, facts, start, stop) for start, stop in spans)


def _back(text: str, at: int, around: int) -> int:
    """Where a passage before a place begins: with the first line or sentence that begins within reach."""
    far = max(0, at - around)
    begin = _BEGIN.search(text, far, at)
    return 0 if far == 0 else at if begin is None else begin.end()


def _on(text: str, end: int, around: int) -> int:
    """Where a passage after a place ends."""
    far = min(len(text), end + around)
    return far if far == len(text) else max(text.rfind("\n", end, far), text.rfind(". ", end, far) + 1, end)


def _summaries(
    graph: CogniGraph, left: Mapping[PageHash, Sequence[tuple[ObservationId, Observation]]], room: int
) -> Iterator[AnswerFacts]:
    """A line for each fact, those of the most useful pages first, while there is room."""
    for page, facts in left.items():
        spent = accumulate(estimate(seen.summary) for _, seen in facts)
        some = [fact for fact, tokens in zip(facts, spent, strict=True) if tokens <= room]
        room -= sum(estimate(seen.summary) for _, seen in some)
        if not some:
            continue
        source = graph.sources[page]
        retracted = "" if source.retracted is None else f"RETRACTED: {one_line(source.retracted, 200)}. "
        yield AnswerFacts(
            title=one_line(source.title, 150),
            site=one_line(source.site or source.url, 80),
            type=source.type,
            date=source.date,
            note=f"{retracted}{graph.note_on(page)}".strip(),
            facts=tuple(
                AnswerFact(
                    id=name,
                    kind=seen.kind,
                    as_of=seen.as_of,
                    summary=one_line(seen.summary, 400),
                    quote=one_line(seen.quote or "", 400) if seen.worth == DECIDES else "",
                    discounted=one_line(seen.discounted, 150),
                )
                for name, seen in some
            ),
        )


# Claims, audit and gaps.


def _claims(graph: CogniGraph, parts: Sequence[SubQuestionId], most: int) -> Iterator[AnswerClaim]:
    """The claims, those that matter most first, and among equals the surest."""
    known = [
        name
        for name, claim in graph.hypotheses.items()
        if claim.merged_into is None and next(_sides(graph, name), None) is not None
    ]
    ranked = sorted(
        known,
        key=lambda name: (
            -graph.hypotheses[name].importance,
            READER_TAGS.index(reader_tag(graph, name)),
            order(name),
        ),
    )
    for name in ranked[:most]:
        claim = graph.hypotheses[name]
        yield AnswerClaim(
            id=name,
            text=one_line(claim.summary, 600),
            standing=standing_for_readers(graph, name),
            condition=one_line("; ".join(claim.conditions[-3:]), 300),
            as_of=claim.as_of,
            importance=claim.importance,
            parts=tuple(
                number
                for number, part in enumerate(parts, start=1)
                if name in graph.sub_questions[part].answered_by
            ),
            supports=_on_side(graph, name, "SUPPORTS"),
            against=_on_side(graph, name, "CONTRADICTS"),
            limits=_verified(graph, _limits(graph, name)),
        )


def _on_side(graph: CogniGraph, name: HypothesisId, side: str) -> tuple[ObservationId, ...]:
    return _verified(graph, [edge.observation for edge in graph.evidence(name) if edge.type == side])


def _verified(graph: CogniGraph, names: Collection[ObservationId]) -> tuple[ObservationId, ...]:
    """Facts with a quote, the weightiest first."""
    seen = {name: graph.observations[name] for name in names if graph.observations[name].verified}
    return tuple(sorted(seen, key=lambda name: (-seen[name].authority, -seen[name].worth, order(name))))[
        :MOST_IDS
    ]


def _audit(point: AuditPoint, number: int) -> AnswerAudit:
    return AnswerAudit(
        id=f"a{number}",
        kind=point.kind,
        rank=point.rank,
        text=one_line(point.text, 1_000),
        facts=point.observations[:MOST_IDS],
    )


def _not_found(graph: CogniGraph, parts: Sequence[SubQuestionId]) -> tuple[str, ...]:
    known = (one_line(text, 300) for part in parts for text in graph.sub_questions[part].not_found)
    return tuple(dict.fromkeys(known))

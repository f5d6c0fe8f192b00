"""Who reads a draft and who checks a revision: what each of them is shown.

The editor sees every statement, and of everything that was read and the draft does not use a line for each
fact, so that it can say what is missing. Fact checkers share the revision among them: each sees its
statements with the passages of the pages around whatever they cite, since a quote alone does not show what
stands beside it: a plan, a condition.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from pathfinder.agents.writer import facts_by_page, page_shown, passages
from pathfinder.protocols.answer.checks import why
from pathfinder.protocols.answer.coverage import AnswerBasis
from pathfinder.protocols.answer.editing import Numbered, headings, numbered
from pathfinder.protocols.answer.types import Dropped
from pathfinder.protocols.answer.written import Statement
from pathfinder.protocols.calls.questions import (
    AnswerFact,
    AnswerFacts,
    AnswerPage,
    CheckSentences,
    DraftSentence,
    EditAnswer,
    WrittenAnswer,
)
from pathfinder.protocols.evidence.quotes import PageText, find
from pathfinder.protocols.graph.types import CogniGraph, Observation
from pathfinder.protocols.ids import ObservationId, PageHash, order
from pathfinder.protocols.text.numbers import numbers
from pathfinder.protocols.text.sanitize import one_line

LEAST_WORTH: Final = 2
"""Facts of less worth are not shown to the editor."""
MOST_FACTS: Final = 300
MOST_QUOTE: Final = 700
AROUND: Final = 350
"""Characters of a page that a fact checker sees on each side of what is cited."""
MOST_CHECKED: Final = 36
"""About so many statements go to one fact checker."""


def edit_question(basis: AnswerBasis, draft: WrittenAnswer, length: int) -> EditAnswer:
    """What the editor is asked about a draft of so many words."""
    ask, graph = basis.ask, basis.graph
    told = list(numbered(draft))
    cited = {ObservationId(cite.fact) for one in told for cite in one.statement.cites if cite.fact}
    return EditAnswer(
        question=ask.question,
        parts=ask.parts,
        today=ask.today,
        points=(*ask.found, *draft.points),
        title=draft.title,
        sentences=tuple(_sentence(one) for one in told),
        unknown=tuple(gap.text for gap in draft.unknown),
        facts=tuple(_unused(graph, cited)),
        claims=tuple(
            claim
            for claim in ask.claims
            if cited.isdisjoint((*claim.supports, *claim.against, *claim.limits))
        ),
        audit=ask.audit,
        words=ask.words,
        length=length,
        language=ask.language,
    )


def check_questions(
    basis: AnswerBasis, written: WrittenAnswer, dropped: Sequence[Dropped]
) -> tuple[CheckSentences, ...]:
    """What the fact checkers are asked about a revision, each about a stretch of it.

    They are told which statements code would leave out, and why, so that they can save them. Whatever else
    neither cites anything nor has a figure is the writer's own and is not checked.
    """
    told = [
        one
        for one in numbered(written)
        if one.statement.cites or numbers(one.statement.said) or _fault(one, dropped)
    ]
    outline = tuple(f"{one.id}: {one_line(one.text, 200)}" for one in headings(written))
    return tuple(
        CheckSentences(
            question=basis.ask.question,
            today=basis.ask.today,
            outline=outline,
            sentences=tuple(
                _sentence(one, tuple(_cites(basis, one.statement)), _fault(one, dropped)) for one in some
            ),
            pages=tuple(_pages(basis, some)),
            language=basis.ask.language,
        )
        for some in _shares(told)
    )


def _shares(told: Sequence[Numbered]) -> Iterator[Sequence[Numbered]]:
    """The statements in their order, in shares of about the same size."""
    size = ceil(len(told) / max(1, round(len(told) / MOST_CHECKED)))
    return (told[start : start + size] for start in range(0, len(told), max(1, size)))


def _fault(one: Numbered, dropped: Sequence[Dropped]) -> str:
    return " ".join(why(known.fault) for known in dropped if known.text in one.statement.said)


def _sentence(one: Numbered, cites: tuple[str, ...] = (), fault: str = "") -> DraftSentence:
    return DraftSentence(
        id=one.id,
        place=one_line(one.place, 200),
        text=one_line(one.written, 3_000),
        cites=cites,
        fault=fault,
    )


def _pages(basis: AnswerBasis, told: Sequence[Numbered]) -> Iterator[AnswerPage]:
    """The passages around what is cited, page by page, in the order of the Writer's pages."""
    cites = [cite for one in told for cite in one.statement.cites]
    cited = {ObservationId(cite.fact) for cite in cites if cite.fact}
    facts = facts_by_page(basis.graph)
    numbers = {page: number for number, page in enumerate(basis.pages, start=1)}
    for page in sorted(basis.texts, key=lambda page: (numbers.get(page, len(numbers) + 1), page)):
        text, known = basis.texts[page], facts[page]
        places = [
            (seen.offset or 0, (seen.offset or 0) + len(seen.quote or ""))
            for name, seen in known
            if name in cited
        ]
        words = {cite.words for cite in cites if cite.words and cite.page == numbers.get(page)}
        if words:
            read = PageText.of(text)
            places += [(at.start, at.end) for at in (find(one, read) for one in sorted(words)) if at]
        if places:
            shown = passages(text, known, sorted(places), AROUND)
            yield page_shown(basis.graph, page, numbers.get(page, 0), shown, whole=False)


def _cites(basis: AnswerBasis, one: Statement) -> Iterator[str]:
    """What a page in view does not show of the facts that a statement cites."""
    graph = basis.graph
    for name in dict.fromkeys(cite.fact for cite in one.cites if cite.fact):
        seen = graph.observations.get(ObservationId(name))
        if seen is not None and seen.page is not None:
            about = [f"as of {seen.as_of}"] if seen.as_of else []
            about += [f"under “{one_line(seen.header, 200)}”"] if seen.header else []
            if seen.page not in basis.texts:
                words = one_line(seen.quote or "", MOST_QUOTE)
                about += [f"{_source(graph, seen.page)}: “{words}”"]
                about += [f"discounted: {one_line(seen.discounted, 150)}"] if seen.discounted else []
            if about:
                yield f"{name}: {', '.join(about)}"


def _source(graph: CogniGraph, page: PageHash) -> str:
    source = graph.sources[page]
    date = f", {source.date}" if source.date else ""
    return f"{one_line(source.title or source.url, 100)} ({one_line(source.site, 60)}{date})"


def _unused(graph: CogniGraph, cited: set[ObservationId]) -> Iterator[AnswerFacts]:
    """What was read and the draft does not use, page by page, the facts of the most worth kept."""
    unused = [
        (name, seen)
        for name, seen in graph.observations.items()
        if seen.verified
        and seen.page is not None
        and seen.worth >= LEAST_WORTH
        and name not in cited
        and graph.sources[seen.page].retracted is None
    ]
    kept = sorted(unused, key=lambda one: (-one[1].worth, order(one[0])))[:MOST_FACTS]
    by_page: dict[PageHash, list[tuple[ObservationId, Observation]]] = {}
    for name, seen in sorted(kept, key=lambda one: order(one[0])):
        if seen.page is not None:
            by_page.setdefault(seen.page, []).append((name, seen))
    for page, some in by_page.items():
        source = graph.sources[page]
        yield AnswerFacts(
            title=one_line(source.title, 150),
            site=one_line(source.site or source.url, 80),
            type=source.type,
            date=source.date,
            note=graph.note_on(page),
            facts=tuple(
                AnswerFact(
                    id=name,
                    kind=seen.kind,
                    as_of=seen.as_of,
                    summary=one_line(seen.summary, 400),
                    discounted=one_line(seen.discounted, 150),
                )
                for name, seen in some
            ),
        )

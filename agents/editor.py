"""The editor: what it is shown of a draft, so that it can say what is missing and what is not borne out.

It sees each statement, the passages of the pages around whatever the draft cites, and of everything else that
was read a line for each fact. A quote alone does not show what stands beside it: a plan, a condition.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from pathfinder.agents.writer import facts_by_page, page_shown, passages
from pathfinder.protocols.answer.checks import why
from pathfinder.protocols.answer.coverage import Ground
from pathfinder.protocols.answer.editing import Numbered, numbered
from pathfinder.protocols.answer.types import Dropped
from pathfinder.protocols.answer.written import Statement
from pathfinder.protocols.calls.questions import (
    AnswerFact,
    AnswerFacts,
    AnswerPage,
    DraftSentence,
    EditAnswer,
    WrittenAnswer,
)
from pathfinder.protocols.evidence.quotes import PageText, find
from pathfinder.protocols.graph.types import CogniGraph, Observation
from pathfinder.protocols.ids import ObservationId, PageHash, order
from pathfinder.protocols.text.sanitize import one_line

LEAST_WORTH: Final = 2
"""Facts of less worth are not shown to the editor."""
MOST_FACTS: Final = 300
MOST_QUOTE: Final = 700
AROUND: Final = 300
"""Characters of a page that the editor sees on each side of what is cited."""


def edit_question(ground: Ground, draft: WrittenAnswer) -> EditAnswer:
    """What the editor is asked about a draft."""
    ask, graph = ground.ask, ground.graph
    told = list(numbered(draft))
    pages = tuple(_pages(ground, told))
    cited = {ObservationId(cite.fact) for one in told for cite in one.statement.cites if cite.fact}
    return EditAnswer(
        question=ask.question,
        parts=ask.parts,
        today=ask.today,
        points=draft.points,
        title=draft.title,
        sentences=tuple(_sentence(ground, one) for one in told),
        unknown=tuple(gap.text for gap in draft.unknown),
        pages=pages,
        facts=tuple(_unused(graph, cited)),
        claims=tuple(
            claim
            for claim in ask.claims
            if cited.isdisjoint((*claim.supports, *claim.against, *claim.limits))
        ),
        audit=ask.audit,
        words=ask.words,
        language=ask.language,
    )


def last_look(
    ground: Ground, draft: WrittenAnswer, written: WrittenAnswer, dropped: Sequence[Dropped]
) -> EditAnswer:
    """What the editor is asked about a revision: what is new in it, and what code would leave out.

    It is told why code does, so that it can save the statement. What it has seen in the draft already is not
    shown again, unless the revision changed nothing: then what it found is still there.
    """
    told, seen = list(numbered(written)), {one.statement.said for one in numbered(draft)}
    faults = {
        one.id: " ".join(why(known.fault) for known in dropped if known.text in one.statement.said)
        for one in told
    }
    new = [one for one in told if one.statement.said not in seen or faults[one.id]] or told
    return EditAnswer(
        question=ground.ask.question,
        parts=ground.ask.parts,
        today=ground.ask.today,
        title=written.title,
        sentences=tuple(_sentence(ground, one, faults[one.id]) for one in new),
        pages=tuple(_pages(ground, new)),
        words=ground.ask.words,
        final=True,
        language=ground.ask.language,
    )


def _sentence(ground: Ground, one: Numbered, fault: str = "") -> DraftSentence:
    return DraftSentence(
        id=one.id,
        place=one_line(one.place, 200),
        text=one_line(one.written, 3_000),
        cites=tuple(_cites(ground, one.statement)),
        fault=fault,
    )


def _pages(ground: Ground, told: Sequence[Numbered]) -> Iterator[AnswerPage]:
    """The passages around what is cited, page by page, in the order of the Writer's pages."""
    cites = [cite for one in told for cite in one.statement.cites]
    cited = {ObservationId(cite.fact) for cite in cites if cite.fact}
    facts = facts_by_page(ground.graph)
    numbers = {page: number for number, page in enumerate(ground.pages, start=1)}
    for page in sorted(ground.texts, key=lambda page: (numbers.get(page, len(numbers) + 1), page)):
        text, known = ground.texts[page], facts[page]
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
            yield page_shown(ground.graph, page, numbers.get(page, 0), shown, whole=False)


def _cites(ground: Ground, one: Statement) -> Iterator[str]:
    """What a page in view does not show of the facts that a statement cites."""
    graph = ground.graph
    for name in dict.fromkeys(cite.fact for cite in one.cites if cite.fact):
        seen = graph.observations.get(ObservationId(name))
        if seen is not None and seen.page is not None:
            about = [f"as of {seen.as_of}"] if seen.as_of else []
            about += [f"under “{one_line(seen.header, 200)}”"] if seen.header else []
            if seen.page not in ground.texts:
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

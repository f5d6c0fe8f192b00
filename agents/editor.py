"""The editor: what it is shown of a draft, so that it can say what is missing and what is not borne out.

It sees each sentence beside the words it cites, and of everything else that was read only what the draft does
not use. That is a fraction of the pages, and it is what an editor needs.
"""

from collections.abc import Iterator, Sequence

from pathfinder.protocols.answer.checks import why
from pathfinder.protocols.answer.coverage import Ground
from pathfinder.protocols.answer.editing import numbered
from pathfinder.protocols.answer.types import Dropped
from pathfinder.protocols.answer.written import Statement
from pathfinder.protocols.calls.questions import (
    AnswerFact,
    AnswerFacts,
    DraftSentence,
    EditAnswer,
    WrittenAnswer,
)
from pathfinder.protocols.graph.types import CogniGraph, Observation
from pathfinder.protocols.ids import ObservationId, PageHash, order
from pathfinder.protocols.text.sanitize import one_line

LEAST_WORTH = 2
"""Facts of less worth are not shown to the editor."""
MOST_FACTS = 400
MOST_QUOTE = 700


def edit_question(
    ground: Ground, draft: WrittenAnswer, *, final: bool = False, dropped: Sequence[Dropped] = ()
) -> EditAnswer:
    """What the editor is asked about a draft; in the last look only its sentences and their citations.

    `dropped` is what code leaves out of it; the editor is told why, so that it can save the statement.
    """
    ask, graph = ground.ask, ground.graph
    told = list(numbered(draft))
    cited = {ObservationId(cite.fact) for one in told for cite in one.statement.cites if cite.fact}
    sentences = tuple(
        DraftSentence(
            id=one.id,
            place=one_line(one.place, 200),
            text=one_line(one.written, 3_000),
            cites=tuple(_cites(ground, one.statement)),
            fault=" ".join(why(known.fault) for known in dropped if known.text in one.statement.said),
        )
        for one in told
    )
    return EditAnswer(
        question=ask.question,
        parts=ask.parts,
        today=ask.today,
        points=() if final else draft.points,
        title=draft.title,
        sentences=sentences,
        unknown=tuple(gap.text for gap in draft.unknown),
        facts=() if final else tuple(_unused(graph, cited)),
        claims=()
        if final
        else tuple(
            claim
            for claim in ask.claims
            if cited.isdisjoint((*claim.supports, *claim.against, *claim.limits))
        ),
        audit=() if final else ask.audit,
        words=ask.words,
        final=final,
        language=ask.language,
    )


def _cites(ground: Ground, one: Statement) -> Iterator[str]:
    """The words behind the facts that a statement cites, and the pages of the quotes in its text."""
    graph = ground.graph
    for name in dict.fromkeys(cite.fact for cite in one.cites if cite.fact):
        seen = graph.observations.get(ObservationId(name))
        if seen is not None and seen.page is not None:
            header = f"{one_line(seen.header, 200)} / " if seen.header else ""
            dated = f", as of {seen.as_of}" if seen.as_of else ""
            gone = f" [discounted: {one_line(seen.discounted, 150)}]" if seen.discounted else ""
            words = one_line(seen.quote or "", MOST_QUOTE)
            yield f"{name}, {_source(graph, seen.page)}{dated}: “{header}{words}”{gone}"
    for number in dict.fromkeys(cite.page for cite in one.cites if cite.words):
        if 0 < number <= len(ground.pages):
            yield f"p{number} is {_source(graph, ground.pages[number - 1])}"


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

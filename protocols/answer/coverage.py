"""What an answer has to cover, and what it does not cover."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pathfinder.protocols.answer.types import KeptAnswer, KeptRow, KeptSentence, LeftOut
from pathfinder.protocols.answer.written import without_marks
from pathfinder.protocols.calls.questions import AnswerClaim, AnswerLength, WriteAnswer, WrittenAnswer
from pathfinder.protocols.evidence.strength import authority_of
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import ObservationId, PageHash, SubQuestionId
from pathfinder.protocols.text.sanitize import one_line

TOO_LONG = 1.25
"""An answer this many times as long as its limit goes back."""
SHOWN = 160
"""Characters of a text that a problem repeats."""


@dataclass(frozen=True)
class AnswerBasis:
    """What an answer may rest on."""

    graph: CogniGraph
    ask: WriteAnswer
    pages: tuple[PageHash, ...]
    """The pages of the question, in its order: page 1 comes first."""
    texts: Mapping[PageHash, str]
    parts: tuple[SubQuestionId, ...]
    """The parts of the question, in its order."""
    audit: tuple[int, ...] = ()
    """Places in the graph's audit of a1, a2, ..."""
    length: AnswerLength = "normal"
    page_tokens: int = 0


class Missing(NamedTuple):
    """What an answer does not tell."""

    left_out: LeftOut
    problems: tuple[str, ...]


def covered(basis: AnswerBasis, kept: KeptAnswer, on_purpose: Sequence[str] = ()) -> Missing:
    """What is expected in an answer and not told; what the Writer left out on purpose is no problem.

    Claims and measurements that are not told are listed for the reader. Whether one of them should have been
    told is for the editor to say, who sees them all. A follow-up covers nothing but its own question.
    """
    ask, graph = basis.ask, basis.graph
    if ask.research:
        return Missing(LeftOut(), ())
    cited = {cite for sentence in everything(kept) for cite in sentence.cites}
    told = {part for one in kept.sections for part in one.parts}
    told |= {part for gap in kept.unknown for part in gap.parts}
    parts = [name for name in basis.parts if name not in told]
    claims = [claim for claim in ask.claims if expected(claim) and cited.isdisjoint(_facts_of(claim))]
    facts = [
        name
        for name, seen in graph.observations.items()
        if seen.kind == "measured" and seen.worth == 3 and authority_of(graph, name) > 0 and name not in cited
    ]
    audit = [
        (point, place)
        for point, place in zip(ask.audit, basis.audit, strict=True)
        if point.rank == 3 and point.facts and cited.isdisjoint(point.facts)
    ]
    left_out = LeftOut(
        parts=tuple(parts),
        claims=tuple(claim.id for claim in claims),
        facts=tuple(facts),
        audit=tuple(place for _, place in audit),
    )
    numbered = {name: number for number, name in enumerate(basis.parts, start=1)}
    problems = (
        *(
            f"part {numbered[name]} of the question has no section; answer it, or name it under `unknown`."
            for name in parts
        ),
        *(
            f"audit point {point.id} is not told: {one_line(point.text, SHOWN)}"
            for point, _ in audit
            if point.id not in on_purpose
        ),
    )
    return Missing(left_out, problems)


def expected(claim: AnswerClaim) -> bool:
    """Whether an answer has to tell a claim: it is settled, and it matters."""
    return claim.importance >= 2 and claim.standing.startswith(("Confirmed", "Likely"))


def _facts_of(claim: AnswerClaim) -> tuple[ObservationId, ...]:
    return (*claim.supports, *claim.against, *claim.limits)


def everything(kept: KeptAnswer) -> Iterator[KeptSentence | KeptRow]:
    """Whatever cites something, in the order it is read."""
    yield from kept.answer
    yield from (row for table in kept.cases for row in table.rows)
    for section in kept.sections:
        yield from section.sentences
        yield from (row for table in section.tables for row in table.rows)
    yield from (row for table in kept.tables for row in table.rows)
    yield from kept.recommendations
    yield from kept.caution


def cites_in_order(kept: KeptAnswer) -> tuple[str, ...]:
    """Everything the answer cites, in the order a reader meets it."""
    return tuple(dict.fromkeys(cite for one in everything(kept) for cite in one.cites))


def length_of(written: WrittenAnswer) -> int:
    """The words of a draft as its reader would count them: without citations, bars and rules of tables."""
    texts = [written.title, written.answer, written.cases, written.recommendations, written.caution]
    texts += (gap.text for gap in written.unknown)
    for section in written.sections:
        texts += (section.title, section.body)
    plain = (without_marks(text) for text in texts)
    return sum(any(map(str.isalnum, word)) for text in plain for word in text.split())


def words_of(kept: KeptAnswer) -> int:
    """The length of an answer as a reader counts it."""
    texts = [kept.title, *(gap.text for gap in kept.unknown)]
    texts += (section.title for section in kept.sections)
    for one in everything(kept):
        texts += one.cells if isinstance(one, KeptRow) else (one.lead, one.text)
    return sum(len(text.split()) for text in texts)


def too_long(kept: KeptAnswer, ask: WriteAnswer) -> Iterator[str]:
    length, most = words_of(kept), ask.words[1]
    if length > most * TOO_LONG:
        yield f"the answer has {length} words and should have at most {most}; cut what decides least."

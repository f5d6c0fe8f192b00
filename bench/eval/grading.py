"""Grades an answer without knowing who wrote it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from bench.eval.calls import Calls
from bench.eval.cases import SEED, Case
from bench.eval.questions import (
    AskClaims,
    AskFacts,
    AskSide,
    AskStatements,
    ClaimMarks,
    FactMarks,
    Faithful,
    Right,
    Side,
    SideTaken,
    Stated,
    StatementMarks,
)
from bench.eval.systems import Answer, ToldClaim
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import ReaderTag

FACTS_A_CALL, STATEMENTS, CLAIMS_A_CALL = 15, 15, 20
SOURCE_CHARACTERS, CALL_CHARACTERS = 30_000, 200_000
_CITES = re.compile(r"\[(\d+(?:\s*,\s*\d+)*)\]")
_STATEMENT = re.compile(
    r".+?(?:[.!?。]+[\"'”’)*]*(?:\s*\[[\d, ]+\])+|[.!?。]+[\"'”’)*]*(?=\s|$)|$)(?:\s*\[[\d, ]+\])*"
)


class GradedFact(Frozen):
    fact: str
    insight: bool
    stated: Stated | None
    """None: not graded."""


class GradedStatement(Frozen):
    statement: str
    sources: tuple[str, ...]
    verdict: Faithful | None
    why: str = ""


class GradedClaim(Frozen):
    claim: str
    tag: ReaderTag
    verdict: Right | None
    """None: not graded."""
    why: str = ""


class Grades(Frozen):
    """What the graders say of one answer."""

    facts: tuple[GradedFact, ...] = ()
    statements: tuple[GradedStatement, ...] = ()
    claims: tuple[GradedClaim, ...] = ()
    """Of the session, whether its answer tells them or not."""
    side: Side | None = None
    """The side that the answer takes of a claim."""
    right: Side | None = None
    """The side that the data set says is right; None where no claim was asked."""
    usd_micros: int = 0


def cited_statements(text: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Sentences, bullets and rows of tables that cite something, with the numbers they cite."""
    for line in text.splitlines():
        pieces = [line] if "|" in line else [found[0] for found in _STATEMENT.finditer(line)]
        for piece in pieces:
            numbers = [int(one) for some in _CITES.findall(piece) for one in some.split(",")]
            words = _CITES.sub("", piece).strip(" -*#|")
            if numbers and words:
                yield words, tuple(dict.fromkeys(numbers))


async def grade(
    case: Case, answer: Answer, documents: Mapping[str, str], calls: Calls, told: Sequence[ToldClaim] = ()
) -> Grades:
    """All that its key and its citations allow. An answer that is not there states nothing."""
    spent = 0
    side: Side | None = None
    facts, paid = await _facts(case, answer, calls)
    spent += paid
    statements, paid = await _statements(case, answer, documents, calls)
    spent += paid
    claims, paid = await _claims(case, told, documents, calls)
    spent += paid
    if case.side is not None:
        side = "OPEN"
        if answer.text:
            got = await calls.answer(AskSide(report=answer.text, claim=case.claim), SideTaken)
            side, spent = None if got.value is None else got.value.side, spent + got.usd_micros
    return Grades(
        facts=facts, statements=statements, claims=claims, side=side, right=case.side, usd_micros=spent
    )


async def _facts(case: Case, answer: Answer, calls: Calls) -> tuple[tuple[GradedFact, ...], int]:
    # Insights and distractors are mixed: a grader may not know which are which.
    mixed = Random(f"{SEED} {case.name}").sample(case.facts, len(case.facts))
    graded, spent, said = list[GradedFact](), 0, _plain(answer.text)
    for start in range(0, len(mixed), FACTS_A_CALL):
        some = mixed[start : start + FACTS_A_CALL]
        marks: dict[int, Stated] = {}
        if said:
            asked = tuple(f"{number}. {one.text}" for number, one in enumerate(some, start=1))
            got = await calls.answer(AskFacts(report=answer.text, facts=asked), FactMarks)
            spent += got.usd_micros
            if got.value is None:
                graded += [GradedFact(fact=one.text, insight=one.insight, stated=None) for one in some]
                continue
            marks = {
                one.number: one.stated
                for one in got.value.marks
                if _plain(one.words) and _plain(one.words) in said
            }
        graded += [
            GradedFact(fact=one.text, insight=one.insight, stated=marks.get(number, "no"))
            for number, one in enumerate(some, start=1)
        ]
    return tuple(graded), spent


async def _statements(
    case: Case, answer: Answer, documents: Mapping[str, str], calls: Calls
) -> tuple[tuple[GradedStatement, ...], int]:
    every = list(dict.fromkeys(cited_statements(answer.text)))
    drawn = sorted(Random(f"{SEED} {case.name}").sample(range(len(every)), min(STATEMENTS, len(every))))
    graded, spent = list[GradedStatement](), 0
    for some in _packed([every[at] for at in drawn], answer, documents):
        names = {number: _source(answer, number) for _, numbers in some for number in numbers}
        sources = "\n\n".join(
            f"=== Source {number}\n{documents.get(name, '(there is no such source)')[:SOURCE_CHARACTERS]}"
            for number, name in sorted(names.items())
        )
        asked = tuple(
            f"{place}. (cites {', '.join(map(str, numbers))}) {words}"
            for place, (words, numbers) in enumerate(some, start=1)
        )
        got = await calls.answer(AskStatements(statements=asked, sources=sources), StatementMarks)
        spent += got.usd_micros
        marks = {one.number: one for one in got.value.marks} if got.value is not None else {}
        graded += [
            GradedStatement(
                statement=words,
                sources=tuple(names[number] for number in numbers),
                verdict=marks[place].verdict if place in marks else None,
                why=marks[place].why if place in marks else "",
            )
            for place, (words, numbers) in enumerate(some, start=1)
        ]
    return tuple(graded), spent


async def _claims(
    case: Case, told: Sequence[ToldClaim], documents: Mapping[str, str], calls: Calls
) -> tuple[tuple[GradedClaim, ...], int]:
    """What the documents say of each claim; the grader is not told how sure the session is of it."""
    graded, spent = list[GradedClaim](), 0
    mixed = Random(f"{SEED} {case.name}").sample(list(told), len(told))
    for start in range(0, len(mixed), CLAIMS_A_CALL):
        some = mixed[start : start + CLAIMS_A_CALL]
        asked = tuple(f"{number}. {one.text}" for number, one in enumerate(some, start=1))
        sources = _beside(some, documents)
        got = await calls.answer(AskClaims(question=case.question, claims=asked, sources=sources), ClaimMarks)
        spent += got.usd_micros
        marks = {one.number: one for one in got.value.marks} if got.value is not None else {}
        graded += [
            GradedClaim(
                claim=one.text,
                tag=one.tag,
                verdict=marks[number].verdict if number in marks else None,
                why=marks[number].why if number in marks else "",
            )
            for number, one in enumerate(some, start=1)
        ]
    return tuple(graded), spent


def _beside(claims: Sequence[ToldClaim], documents: Mapping[str, str]) -> str:
    """The documents, those first that the claims rest on, as far as there is room."""
    rests = dict.fromkeys(name for one in claims for name in one.sources if name in documents)
    shown, left = list[str](), CALL_CHARACTERS
    for name in dict.fromkeys((*rests, *documents)):
        text = documents[name][:SOURCE_CHARACTERS]
        if len(text) <= left:
            left -= len(text)
            shown.append(f"=== {name}\n{text}")
    return "\n\n".join(shown)


def _packed(
    statements: Sequence[tuple[str, tuple[int, ...]]], answer: Answer, documents: Mapping[str, str]
) -> Iterator[list[tuple[str, tuple[int, ...]]]]:
    """As many to a call as their sources leave room for."""
    held: list[tuple[str, tuple[int, ...]]] = []
    for one in statements:
        shown = {number for _, numbers in [*held, one] for number in numbers}
        size = sum(min(SOURCE_CHARACTERS, len(documents.get(_source(answer, at), ""))) for at in shown)
        if held and size > CALL_CHARACTERS:
            yield held
            held = []
        held.append(one)
    if held:
        yield held


def _source(answer: Answer, number: int) -> str:
    return answer.sources[number - 1] if 0 < number <= len(answer.sources) else ""


def _plain(text: str) -> str:
    """Words as they are compared: without citations, emphasis, case and white space."""
    return (
        " ".join(re.sub(r"[*_`|]", " ", _CITES.sub(" ", text)).split())
        .casefold()
        .replace(" .", ".")
        .replace(" ,", ",")
    )

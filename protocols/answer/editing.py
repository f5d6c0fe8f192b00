"""What an editor says of a draft goes to the Writer; what a fact checker corrects, code applies."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from pathfinder.protocols.answer.written import Passage, Statement, cells_of, marks_in, passage
from pathfinder.protocols.calls.questions import AnswerSection, Correction, Edit, WrittenAnswer
from pathfinder.protocols.calls.questions.writer import MOST_SECTION_TITLE, MOST_TITLE
from pathfinder.protocols.text.sanitize import one_line

_ID: Final = re.compile(r"(?<!\w)s\d+(?!\w)", re.ASCII)
"""ASCII, because a Korean particle follows an id without a space."""


class Heading(NamedTuple):
    """A title of a draft, with its name for the fact checker."""

    id: str
    text: str


class Numbered(NamedTuple):
    """A statement of a draft, with its name for the editor."""

    id: str
    place: str
    statement: Statement
    written: str
    """As it stands in the draft, with its citations."""


def numbered(draft: WrittenAnswer) -> Iterator[Numbered]:
    """Every statement and table row with its id and its place, in the order of reading."""
    number = 0
    for place, text in _texts(draft):
        for heading, one in _in_order(passage(text)):
            number += 1
            yield Numbered(f"s{number}", f"{place}{heading}", one, text[one.start : one.end].strip())


def headings(draft: WrittenAnswer) -> tuple[Heading, ...]:
    """The title of a draft and those of its sections: t1, t2, ..."""
    titles = (draft.title, *(one.title for one in draft.sections))
    return tuple(Heading(f"t{number}", text) for number, text in enumerate(titles, start=1))


def instructions(draft: WrittenAnswer, edit: Edit) -> tuple[str, ...]:
    """The edit in sentences for the Writer, the gravest first."""
    known = {one.id: one for one in numbered(draft)}
    return (
        *(
            f"missing: {point.text}" + (f" ({', '.join(point.facts)})" if point.facts else "")
            for point in edit.missing
        ),
        *(f"the editor remarks: {_named(remark, known)}" for remark in edit.remarks),
    )


def _named(remark: str, known: Mapping[str, Numbered]) -> str:
    """A remark with the first words of the statements that it names by id: the Writer knows no ids."""
    return _ID.sub(
        lambda name: f"“{one_line(known[name[0]].statement.said, 60)}”" if name[0] in known else name[0],
        remark,
    )


def corrected(draft: WrittenAnswer, corrections: Iterable[Correction]) -> WrittenAnswer:
    """The draft with the corrections applied: a new wording, or one statement fewer.

    A correction that names no statement, or does not keep the shape of its table row, changes nothing. The
    answer's own sentences are reworded but never all taken away, and a title never is.
    """
    changes = {one.sentence: one.text.strip() for one in corrections}
    titles = iter([_title(changes.get(one.id, ""), one) for one in headings(draft)])
    names = iter([one.id for one in numbered(draft)])

    def mended(text: str) -> str:
        statements = [one for _, one in _in_order(passage(text))]
        return _mended(text, [(one, next(names)) for one in statements], changes)

    texts = iter([mended(text) for _, text in _texts(draft)])
    return draft.model_copy(
        update={
            "title": next(titles),
            "answer": next(texts).strip() or draft.answer,
            "cases": next(texts),
            "sections": tuple(_section(one, next(titles), next(texts)) for one in draft.sections),
            "recommendations": next(texts),
            "caution": next(texts),
        }
    )


def _mended(text: str, statements: Iterable[tuple[Statement, str]], changes: Mapping[str, str]) -> str:
    """A text with the changed statements replaced, from its end so that places stay true."""
    for one, name in sorted(statements, key=lambda known: -known[0].start):
        if name not in changes:
            continue
        new = changes[name]
        if new and not marks_in(new):
            # Somebody who gives the words alone leaves the citations as they are.
            new = f"{new} {marks_in(text[one.start : one.end])}".rstrip()
        if one.cells and new and len(cells_of(new)) != len(cells_of(text[one.start : one.end])):
            continue
        before, after = text[: one.start], text[one.end :]
        if new and one.cells:
            text = f"{before}| {' | '.join(cells_of(new))} |{after}"
        elif new:
            gap = " " if before[-1:] not in ("", " ", "\n") else ""
            text = f"{before}{gap}{new}{after}"
        elif one.opens in ("bullet", "number") and not _continued(after):
            text = before[: before.rfind("\n") + 1] + after.lstrip("\n")
        else:
            text = before + after
    return text


def _continued(after: str) -> bool:
    """Whether the block of a statement goes on after it."""
    return bool(after.split("\n", 1)[0].strip())


def _title(new: str, heading: Heading) -> str:
    """A title as corrected, if it is no longer than a title may be."""
    most = MOST_TITLE if heading.id == "t1" else MOST_SECTION_TITLE
    return one_line(new, most) if 0 < len(new) <= most else heading.text


def _section(section: AnswerSection, title: str, body: str) -> AnswerSection:
    return section.model_copy(update={"title": title, "body": body})


def _texts(draft: WrittenAnswer) -> Iterator[tuple[str, str]]:
    """The texts of a draft, each with its place."""
    yield "answer", draft.answer
    yield "cases", draft.cases
    yield from ((f"section “{one.title}”", one.body) for one in draft.sections)
    yield "recommendation", draft.recommendations
    yield "caution", draft.caution


def _in_order(known: Passage) -> Iterator[tuple[str, Statement]]:
    """Statements and rows, each with what its place adds."""
    yield from (("", one) for one in known.statements)
    for table in known.tables:
        heading = f", table “{table.caption.said}” ({' | '.join(table.columns)})"
        yield from ((heading, row) for row in table.rows)

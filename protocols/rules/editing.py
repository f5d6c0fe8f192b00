"""What an editor says of a draft: instructions to the Writer, or corrections that code applies."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from pathfinder.protocols.questions import (
    AnswerRow,
    AnswerSection,
    AnswerSentence,
    AnswerTable,
    Correction,
    Edit,
    WrittenAnswer,
)
from pathfinder.protocols.rules.lines import one_line

Cited = TypeVar("Cited", AnswerSentence, AnswerRow)
CELL = " | "
"""Between the cells of a table row, where it is shown as one line."""


def numbered(draft: WrittenAnswer) -> Iterator[tuple[str, str, AnswerSentence | AnswerRow]]:
    """Every sentence and table row with its id and its place, in the order of reading."""
    for number, (place, one) in enumerate(_in_order(draft), start=1):
        yield f"s{number}", place, one


def line_of(one: AnswerSentence | AnswerRow) -> str:
    """A sentence, or a row with its cells side by side."""
    return CELL.join(one.cells) if isinstance(one, AnswerRow) else one.text


def instructions(draft: WrittenAnswer, edit: Edit) -> tuple[str, ...]:
    """The edit in sentences for the Writer, the gravest first."""
    known = {name: (place, one) for name, place, one in numbered(draft)}
    return (
        *(
            f"{place} (“{one_line(line_of(one), 160)}”): {one_line(correction.problem, 200)} "
            + (f"Better: {correction.text}" if correction.text else "Leave it out.")
            for correction in edit.corrections
            if correction.sentence in known
            for place, one in (known[correction.sentence],)
        ),
        *(
            f"missing: {point.text}" + (f" ({', '.join(point.facts)})" if point.facts else "")
            for point in edit.missing
        ),
        *(f"the editor remarks: {remark}" for remark in edit.remarks),
    )


def corrected(draft: WrittenAnswer, corrections: Iterable[Correction]) -> WrittenAnswer:
    """The draft with the corrections applied: a new wording on the same citations, or one sentence fewer.

    A correction that does not fit its row, or names no sentence, changes nothing. The answer's own sentences
    are reworded but never all taken away.
    """
    changes = {one.sentence: one.text.strip() for one in corrections}
    names = iter([name for name, _, _ in numbered(draft)])

    def mended(some: Sequence[Cited]) -> tuple[Cited, ...]:
        kept = [_mended(one, next(names), changes) for one in some]
        return tuple(one for one in kept if one is not None)

    answer = mended(draft.answer)
    return draft.model_copy(
        update={
            "answer": answer or draft.answer,
            "tables": tuple(_table(one, mended(one.rows)) for one in draft.tables),
            "sections": tuple(_section(one, mended(one.sentences)) for one in draft.sections),
            "recommendations": mended(draft.recommendations),
            "caution": mended(draft.caution),
        }
    )


def _mended(one: Cited, name: str, changes: Mapping[str, str]) -> Cited | None:
    if name not in changes:
        return one
    text = changes[name]
    if not text:
        return None
    if isinstance(one, AnswerSentence):
        return one.model_copy(update={"text": text})
    cells = tuple(cell.strip() for cell in text.split(CELL.strip()))
    return one.model_copy(update={"cells": cells}) if len(cells) == len(one.cells) else one


def _table(table: AnswerTable, rows: tuple[AnswerRow, ...]) -> AnswerTable:
    return table.model_copy(update={"rows": rows})


def _section(section: AnswerSection, sentences: tuple[AnswerSentence, ...]) -> AnswerSection:
    return section.model_copy(update={"sentences": sentences})


def _in_order(draft: WrittenAnswer) -> Iterator[tuple[str, AnswerSentence | AnswerRow]]:
    yield from (("answer", one) for one in draft.answer)
    for table in draft.tables:
        columns = CELL.join(table.columns)
        yield from ((f"table “{table.title}” ({columns})", row) for row in table.rows)
    for section in draft.sections:
        yield from ((f"section “{section.title}”", one) for one in section.sentences)
    yield from (("recommendation", one) for one in draft.recommendations)
    yield from (("caution", one) for one in draft.caution)

"""The answer as plain lines, for a terminal."""

from collections.abc import Iterator, Sequence

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.text.languages import Language
from pathfinder.reports.content.answer import (
    AnswerSource,
    ReportAnswer,
    ToldRow,
    ToldSentence,
    ToldTable,
    blocks,
    report_answer,
)
from pathfinder.reports.content.model_words import Saying

MOST_SOURCES = 20
MOST_PLACES = 5
"""Places that are named beside a source."""


def answer_content(graph: CogniGraph, kept: KeptAnswer) -> ReportAnswer:
    """The answer with the labels of its sources."""
    return report_answer(Saying(graph, kept.dropped, kept.language), kept)


def answer_lines(told: ReportAnswer, spoken: Language, *, whole: bool = False) -> Iterator[str]:
    """Title, answer, cases, steps, gaps and sources; with `whole`, findings and cautions too."""
    t = translator(spoken)
    yield told.title
    yield ""
    yield from _prose(told.answer, "")
    yield from _tables(told.cases)
    if whole:
        for section in told.sections:
            yield from ("", section.title)
            for sentences, table in section.pieces():
                yield from _prose(sentences)
                yield from _tables((table,) if table else ())
            if section.sure:
                yield f"  {t('answer-sure')}: {section.sure}"
        yield from _tables(told.tables)
    yield from _block(t("answer-recommendations"), _prose(told.recommendations))
    if whole:
        yield from _block(t("answer-caution"), _prose(told.caution))
    yield from _block(t("answer-unknown"), (f"  - {gap.text}" for gap in told.unknown))
    cited = {label for one in _shown(told, whole=whole) for label in one.cites}
    sources = [one for one in told.sources if whole or any(quote.label in cited for quote in one.quotes)]
    rows = (
        f"  [{one.number}] {one.title or one.site}: {one.url}{_places(one)}" for one in sources[:MOST_SOURCES]
    )
    yield from _block(t("answer-cites"), rows)


def _places(source: AnswerSource) -> str:
    """Where in the document the quotes stand."""
    places = dict.fromkeys(quote.place for quote in source.quotes if quote.place)
    return f" ({'; '.join([*places][:MOST_PLACES])})" if places else ""


def _shown(told: ReportAnswer, *, whole: bool) -> Sequence[ToldSentence | ToldRow]:
    rows = (row for table in told.cases for row in table.rows)
    return () if whole else (*told.answer, *rows, *told.recommendations)


def _block(title: str, rows: Iterator[str]) -> Iterator[str]:
    shown = list(rows)
    if shown:
        yield from ("", f"{title}:", *shown)


def _prose(sentences: Sequence[ToldSentence], indent: str = "  ") -> Iterator[str]:
    number = 0
    for block in blocks(sentences):
        number = number + 1 if block.kind == "number" else 0
        mark = {"bullet": "- ", "number": f"{number}. "}.get(block.kind, "")
        yield f"{indent}{mark}{' '.join(_said(one) for one in block.sentences)}"


def _tables(tables: Sequence[ToldTable]) -> Iterator[str]:
    for table in tables:
        yield from ("", f"  {table.title}") if table.title else ("",)
        yield f"  {' | '.join(table.columns)}"
        yield from (f"  {' | '.join(row.cells)} {_labels(row.cites)}".rstrip() for row in table.rows)


def _said(one: ToldSentence) -> str:
    text = "".join(f"{piece} {_labels(cites)}" if cites else piece for piece, cites in one.pieces())
    return f"{one.lead} {text}".strip()


def _labels(cites: Sequence[str]) -> str:
    return " ".join(f"[{cite}]" for cite in cites)

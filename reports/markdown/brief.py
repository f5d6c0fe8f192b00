"""The brief: the answer on one printed page of fewer than 500 words."""

from collections.abc import Iterator, Sequence

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.answer.written import sentence_ends
from pathfinder.protocols.text.languages import Language
from pathfinder.reports.content.answer import ReportAnswer, ToldRow, ToldSentence, ToldTable
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.markdown.answer import lead, prose
from pathfinder.reports.markdown.escaping import address, plain, short

MOST_WORDS = 495
"""As `split` counts them in Markdown, which has more of them than the page."""
MOST_TITLE = 80
"""Characters of a source's title."""
FEWEST_STEPS = 3


def brief(told: ReportAnswer, language: Language) -> ReportAnswer:
    """Title, answer, cases, steps and the sources they cite, shortened until they fit."""
    first = told.model_copy(update={"sections": (), "tables": (), "caution": (), "unknown": ()})
    shorter = [_with_own_sources(one) for one in _shorter(first)]
    return next((one for one in shorter if _words(one, language) <= MOST_WORDS), shorter[-1])


def brief_markdown(report: JudgeReport, told: ReportAnswer) -> str:
    """brief.md."""
    lines = list(_lines(told, report.language))
    if report.simple:
        lines[2:2] = [f"**{translator(report.language)('judge-simple')}**", ""]
    return "\n".join(lines) + "\n"


def _lines(told: ReportAnswer, language: Language) -> Iterator[str]:
    t = translator(language)
    yield from (f"# {plain(told.title)}", "")
    if told.question != told.title:
        yield from (f"_{plain(told.question)}_", "")
    yield from lead(told, language)
    if told.recommendations:
        yield from ("", f"## {t('answer-recommendations')}", "", *prose(told.recommendations, language))
    yield from ("", f"## {t('answer-cites')}", "")
    for one in told.sources:
        date = f" ({plain(one.date)})" if one.date else ""
        gone = "" if one.retracted is None else f" **{t('answer-retracted', reason=plain(one.retracted))}**"
        yield f"{one.number}. {plain(one.title or one.site or one.url)}{date}: {address(one.url)}{gone}"
    yield from ("", t("answer-written-by", name=plain(told.written_by)) if told.written_by else "")
    yield from ("", t("answer-whole"))


def _words(told: ReportAnswer, language: Language) -> int:
    return len(" ".join(_lines(told, language)).split())


def _shorter(told: ReportAnswer) -> Iterator[ReportAnswer]:
    """The same answer with less and less: steps of one sentence, fewer steps, cases and statements."""
    yield told
    for at in reversed(range(len(told.recommendations))):
        steps = told.recommendations
        less = (_first_sentence(steps[at]),) if steps[at].opens else ()
        told = told.model_copy(update={"recommendations": (*steps[:at], *less, *steps[at + 1 :])})
        yield told
    while len(told.recommendations) > FEWEST_STEPS:
        told = told.model_copy(update={"recommendations": told.recommendations[:-1]})
        yield told
    while told.cases:
        told = told.model_copy(update={"cases": _one_row_less(told.cases)})
        yield told
    while told.recommendations:
        told = told.model_copy(update={"recommendations": told.recommendations[:-1]})
        yield told
    while len(told.answer) > 1:
        told = told.model_copy(update={"answer": told.answer[:-1]})
        yield told


def _first_sentence(one: ToldSentence) -> ToldSentence:
    end = sentence_ends(one.text)[0]
    kept = [(label, at) for label, at in zip(one.cites, one.at, strict=True) if at <= end]
    return one.model_copy(
        update={
            "text": one.text[:end].rstrip(),
            "cites": tuple(label for label, _ in kept),
            "at": tuple(at for _, at in kept),
        }
    )


def _one_row_less(tables: tuple[ToldTable, ...]) -> tuple[ToldTable, ...]:
    rows = tables[-1].rows[:-1]
    return (*tables[:-1], *([tables[-1].model_copy(update={"rows": rows})] if rows else []))


def _with_own_sources(told: ReportAnswer) -> ReportAnswer:
    """With the sources and quotes that are cited in what is left."""
    rows = (row for table in told.cases for row in table.rows)
    said: Sequence[ToldSentence | ToldRow] = (*told.answer, *rows, *told.recommendations)
    cited = {label for one in said for label in one.cites}
    kept = (
        one.model_copy(
            update={
                "title": short(one.title, MOST_TITLE),
                "quotes": tuple(quote for quote in one.quotes if quote.label in cited),
            }
        )
        for one in told.sources
    )
    return told.model_copy(update={"sources": tuple(one for one in kept if one.quotes)})

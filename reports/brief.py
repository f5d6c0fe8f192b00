"""The brief: the answer on one printed page of fewer than 500 words."""

from collections.abc import Iterator

from pathfinder.protocols.rules.languages import Language
from pathfinder.reports.answer_content import ReportAnswer, ToldTable
from pathfinder.reports.answer_markdown import definitions, lead, prose
from pathfinder.reports.answer_words import answer_words
from pathfinder.reports.judge_content import JudgeReport
from pathfinder.reports.judge_words import judge_words
from pathfinder.reports.markdown import address, plain, short

MOST_WORDS = 480
"""Fewer than 500, with room for what the page has and Markdown has not."""
MOST_TITLE = 120
"""Characters of a source's title."""
FEWEST_STEPS = 3


def brief(told: ReportAnswer, language: Language) -> ReportAnswer:
    """Title, answer, cases, steps and the sources they cite, shortened until they fit."""
    shorter = _shorter(told.model_copy(update={"sections": (), "tables": (), "caution": (), "unknown": ()}))
    tried = (_with_own_sources(one) for one in shorter)
    return next(one for one in tried if _words(one, language) <= MOST_WORDS or not one.recommendations)


def brief_markdown(report: JudgeReport, told: ReportAnswer) -> str:
    """brief.md."""
    lines = list(_lines(told, report.language))
    if report.simple:
        lines[2:2] = [f"**{judge_words(report.language).simple}**", ""]
    return "\n".join([*lines, "", *definitions(told)]).rstrip() + "\n"


def _lines(told: ReportAnswer, language: Language) -> Iterator[str]:
    w = answer_words(language)
    yield from (f"# {plain(told.title)}", "", f"_{plain(told.question)}_", "", *lead(told, w))
    if told.recommendations:
        yield from ("", f"## {w.recommendations}", "", *prose(told.recommendations, w))
    yield from ("", f"## {w.cites}", "")
    for one in told.sources:
        about = ", ".join(plain(part) for part in (one.site, one.date) if part)
        gone = "" if one.retracted is None else f" **{w.retracted.format(reason=plain(one.retracted))}**"
        yield f"{one.number}. {plain(one.title or one.site or one.url)} ({about}): {address(one.url)}{gone}"
    yield from ("", w.written_by.format(name=plain(told.written_by)) if told.written_by else "")
    yield from ("", w.whole)


def _words(told: ReportAnswer, language: Language) -> int:
    return len(" ".join(_lines(told, language)).split())


def _shorter(told: ReportAnswer) -> Iterator[ReportAnswer]:
    """The same answer with less and less: what steps add, late steps, late statements, late cases."""
    yield told
    steps, said, cases = told.recommendations, told.answer, told.cases
    for at in reversed(range(len(steps))):
        if not steps[at].opens:
            steps = steps[:at] + steps[at + 1 :]
            yield told.model_copy(update={"recommendations": steps})
    while len(steps) > FEWEST_STEPS:
        steps = steps[:-1]
        yield told.model_copy(update={"recommendations": steps})
    while len(said) > 1:
        said = said[:-1]
        yield told.model_copy(update={"recommendations": steps, "answer": said})
    while cases:
        cases = _one_row_less(cases)
        yield told.model_copy(update={"recommendations": steps, "answer": said, "cases": cases})
    yield told.model_copy(update={"recommendations": (), "answer": said, "cases": ()})


def _one_row_less(tables: tuple[ToldTable, ...]) -> tuple[ToldTable, ...]:
    rows = tables[-1].rows[:-1]
    return (*tables[:-1], *([tables[-1].model_copy(update={"rows": rows})] if rows else []))


def _with_own_sources(told: ReportAnswer) -> ReportAnswer:
    """With the sources and quotes that are cited in what is left."""
    rows = (row for table in told.cases for row in table.rows)
    cited = {label for one in (*told.answer, *rows, *told.recommendations) for label in one.cites}
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

"""The answer on paper: the page that a PDF is printed from, and the brief. Neither has a script."""

from collections.abc import Iterator

from pathfinder.reports.content.answer import AnswerSource, ReportAnswer
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.html.answer import answer
from pathfinder.reports.html.document import asset, page, parts, section
from pathfinder.reports.html.markup import Child, Html, el, web_address
from pathfinder.reports.html.sections import Telling
from pathfinder.reports.html.written_answer import told_answer
from pathfinder.reports.locales.answer_words import AnswerWords, answer_words
from pathfinder.reports.locales.judge_words import judge_words


def printed(report: JudgeReport, *, appendix: bool) -> str:
    """The answer and its sources; with `appendix` also the verdicts, all sources and the record."""
    tell = Telling(report)
    first, folded = parts(tell)
    shown: list[Html] = [answer(tell)]
    if report.answer is None:
        shown += map(section, first)
    else:
        shown.append(_sources(report.answer, answer_words(report.language)))
        if appendix:
            shown.append(el("div", *map(section, (*first, *folded)), class_="appendix"))
    return _page(report, *shown)


def brief_page(report: JudgeReport, told: ReportAnswer) -> str:
    """The brief as a page."""
    w, words = judge_words(report.language), answer_words(report.language)
    top = el(
        "section",
        el("p", w.question, class_="over"),
        el("h1", told.question, class_="text"),
        *told_answer(told, report.language),
        el("p", w.simple, class_="alarm", role="note") if report.simple else None,
        class_="answer",
    )
    return _page(report, top, _sources(told, words), el("p", words.whole.replace("`", ""), class_="under"))


def _page(report: JudgeReport, *shown: Html) -> str:
    return page(
        report.metadata.question, report.language, asset("report.css"), [el("main", *shown, class_="sheet")]
    )


def _sources(told: ReportAnswer, w: AnswerWords) -> Html:
    """The sources that the answer cites, under the numbers it cites them by."""
    rows = (el("li", *_source(one, w)) for one in told.sources)
    return el("section", el("h2", w.cites), el("ol", *rows, class_="cited"))


def _source(one: AnswerSource, w: AnswerWords) -> Iterator[Child]:
    yield from (el("span", id=f"quote-{quote.label}") for quote in one.quotes)
    yield el("b", f"[{one.number}] ")
    yield el("span", one.title or one.site or one.url, class_="text")
    places = (f"{quote.label}: {quote.place}" for quote in one.quotes if quote.place)
    about = ", ".join(part for part in (one.date, *places) if part)
    yield el("span", f" ({about}) ", class_="under text") if about else " "
    if one.retracted is not None:
        yield el("b", w.retracted.format(reason=one.retracted), " ")
    link = web_address(one.url, "")
    yield el("a", link, href=link, rel="noopener noreferrer nofollow", class_="address") if link else one.url

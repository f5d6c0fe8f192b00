"""The answer that a Writer wrote, as the first page; numbers lead from its sentences to their quotes."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pathfinder.protocols.text.languages import Language
from pathfinder.reports.content.answer import ReportAnswer, ToldRow, ToldSentence, ToldTable, blocks
from pathfinder.reports.html.markup import Child, Html, el, joined
from pathfinder.reports.html.sections import Section, Telling, bullets, table
from pathfinder.reports.locales.answer_words import AnswerWords, answer_words


def told_answer(told: ReportAnswer, language: Language) -> Iterator[Html]:
    """Title, answer, cases, findings by part, steps, cautions and gaps."""
    w = answer_words(language)
    yield el("p", told.title, class_="conclusion text")
    yield from _prose(told.answer, w)
    yield from _tables(told.cases, w)
    for section in told.sections:
        yield el("h2", section.title, class_="small text")
        for sentences, one in section.pieces():
            yield from _prose(sentences, w)
            yield from _tables((one,) if one else (), w)
        if section.sure:
            yield el("p", f"{w.sure}: {section.sure}", class_="under text")
    yield from _tables(told.tables, w)
    if told.recommendations:
        yield el("h2", w.recommendations, class_="small")
        yield from _prose(told.recommendations, w)
    if told.caution:
        yield el("h2", w.caution, class_="small")
        yield from _prose(told.caution, w)
    if told.unknown:
        yield el("h2", w.unknown, class_="small")
        yield bullets(_gaps(told, w))
    who = [w.written_by.format(name=told.written_by)] if told.written_by else []
    if not told.revised:
        who.append(w.unrevised)
    yield el("p", " ".join(who), class_="under")


def not_told(tell: Telling) -> Section | None:
    """What the answer leaves out."""
    told, w = tell.report.answer, answer_words(tell.report.language)
    if told is None or not told.not_told:
        return None
    left = told.not_told
    rows: list[Child] = [
        *(_titled(w.not_told_parts, el("span", text, class_="text")) for text in left.parts),
        *(_titled(w.not_told_claims, tell.claim(name)) for name in left.claims),
        *(
            _titled(
                w.not_told_facts, el("q", tell.report.quotes[name].quote, class_="text"), tell.cites([name])
            )
            for name in left.facts
        ),
        *(_titled(w.not_told_audit, el("span", text, class_="text")) for text in left.audit),
    ]
    return Section("not-told", w.not_told, joined([el("p", w.not_told_intro), bullets(rows)]))


def _titled(title: str, *children: Child) -> Html:
    return joined([el("b", title), ": ", *children])


def _prose(sentences: Sequence[ToldSentence], w: AnswerWords) -> Iterator[Html]:
    """Paragraphs and lists; items of one kind that follow each other are one list."""
    for kind, some in groupby(blocks(sentences), key=lambda block: block.kind):
        runs = [[part for one in block.sentences for part in (_sentence(one, w), " ")] for block in some]
        if kind == "number":
            yield el("ol", *(el("li", *run) for run in runs), class_="steps")
        elif kind == "bullet":
            yield el("ul", *(el("li", *run) for run in runs), class_="rows")
        else:
            yield from (el("p", *run, class_="told") for run in runs)


def _tables(tables: Sequence[ToldTable], w: AnswerWords) -> Iterator[Html]:
    for one in tables:
        yield el("h2", one.title, class_="small text") if one.title else Html("")
        cited = any(row.cites for row in one.rows)
        rows = [
            (*(el("span", cell, class_="text") for cell in row.cells), *([_behind(row, w)] if cited else []))
            for row in one.rows
        ]
        yield table((*one.columns, w.cites) if cited else one.columns, rows)


def _sentence(one: ToldSentence, w: AnswerWords) -> Html:
    bold: list[Child] = [el("b", one.lead, class_="text"), " "] if one.lead else []
    text: list[Child] = [
        part for piece, cites in one.pieces() for part in (el("span", piece, class_="text"), *_links(cites))
    ]
    return joined([*bold, *text, *_sums(one, w)])


def _behind(row: ToldRow, w: AnswerWords) -> Html:
    """The labels of what a row rests on, and the calculations behind its figures."""
    return joined([*_links(row.cites), *_sums(row, w)])


def _links(cites: Sequence[str]) -> Iterator[Child]:
    for label in cites:
        yield from (" ", el("a", label, href=f"#quote-{label}", class_="cite"))


def _sums(one: ToldSentence | ToldRow, w: AnswerWords) -> Iterator[Child]:
    if one.derived:
        yield from (" ", el("span", f"({w.sums}: {'; '.join(one.derived)})", class_="under text"))


def _gaps(told: ReportAnswer, w: AnswerWords) -> Iterator[Html]:
    for one in told.unknown:
        more = el("span", f" {w.to_research}: {one.query}", class_="under text") if one.query else None
        yield joined([el("span", one.text, class_="text"), more])

"""The answer that a Writer wrote, as the first page; numbers lead from its sentences to their quotes."""

from collections.abc import Iterator, Sequence

from pathfinder.reports.answer_content import ReportAnswer, ToldRow, ToldSentence
from pathfinder.reports.answer_words import AnswerWords, answer_words
from pathfinder.reports.html.markup import Child, Html, el, joined
from pathfinder.reports.html.telling import Section, Telling, bullets, table


def told_answer(tell: Telling, told: ReportAnswer) -> Iterator[Html]:
    """Title, answer, recommendations, findings by part, tables, cautions and gaps."""
    w = answer_words(tell.report.language)
    yield el("p", told.title, class_="conclusion text")
    yield el("p", *_run(told.answer, w), class_="told")
    yield from _block(w.recommendations, _lines(told.recommendations, w), tag="ol")
    for section in told.sections:
        yield el("h2", section.title, " ", el("span", section.sure, class_="under"), class_="small text")
        yield el("p", *_run(section.sentences[:1], w), class_="told")
        yield bullets(_lines(section.sentences[1:], w))
    for one in told.tables:
        yield el("h2", one.title, class_="small text") if one.title else Html("")
        rows = [
            (*(el("span", cell, class_="text") for cell in row.cells), _behind(row, w)) for row in one.rows
        ]
        yield table((*one.columns, w.cites), rows)
    yield from _block(w.caution, _lines(told.caution, w))
    yield from _block(w.unknown, _gaps(told, w))
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


def _block(title: str, rows: Iterator[Html], tag: str = "ul") -> Iterator[Html]:
    shown = list(rows)
    if shown:
        yield el("h2", title, class_="small")
        yield el(tag, *(el("li", row) for row in shown), class_="rows" if tag == "ul" else "steps")


def _run(sentences: Sequence[ToldSentence], w: AnswerWords) -> Iterator[Child]:
    for one in sentences:
        yield from (_sentence(one, w), " ")


def _lines(sentences: Sequence[ToldSentence], w: AnswerWords) -> Iterator[Html]:
    return (_sentence(one, w) for one in sentences)


def _sentence(one: ToldSentence, w: AnswerWords) -> Html:
    return joined([el("span", one.text, class_="text"), _behind(one, w)])


def _behind(one: ToldSentence | ToldRow, w: AnswerWords) -> Html:
    """The labels of what it rests on, and the calculations behind its figures."""
    links = [el("a", label, href=f"#quote-{label}", class_="cite") for label in one.cites]
    parts: list[Child] = [part for link in links for part in (" ", link)]
    if one.derived:
        parts += [" ", el("span", f"({w.sums}: {'; '.join(one.derived)})", class_="under text")]
    return joined(parts)


def _gaps(told: ReportAnswer, w: AnswerWords) -> Iterator[Html]:
    for one in told.unknown:
        more = el("span", f" {w.to_research}: {one.query}", class_="under text") if one.query else None
        yield joined([el("span", one.text, class_="text"), more])

"""The answer as a Word file, as a brief and on paper."""

import re
import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import count

import docx
import lxml.html  # type: ignore[import-untyped]  # it ships no types
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement

from pathfinder.protocols.answer.types import KeptRow, KeptTable
from pathfinder.protocols.errors import UserError
from pathfinder.reports.content.answer import ReportAnswer, ToldRow, ToldSentence
from pathfinder.reports.content.judge_assembly import ReportContext, judge_report
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.export.word import word_file
from pathfinder.reports.html.document import brief_page, printed
from pathfinder.reports.markdown.brief import brief, brief_markdown
from pathfinder.reports.markdown.summary import Tongue
from tests.browser.hostile import hostile, naughty
from tests.judge_reports import a_judged_graph, around
from tests.large_session import large_answer, large_graph

MOST_WORDS = 500
CASES = tuple(
    KeptTable(
        title="Cases",
        columns=("If", "Then"),
        rows=tuple(KeptRow(cells=(f"case {n}", "wait and see"), cites=()) for n in range(40)),
    )
    for _ in range(2)
)


def a_report(language: Tongue = "en", *, steps: int = 1) -> JudgeReport:
    """A large session with an answer that is too long for a page."""
    kept = large_answer()
    kept = kept.model_copy(update={"cases": CASES, "recommendations": kept.recommendations * steps})
    return judge_report(large_graph(), ReportContext(session="large", answer=kept, language=language))


def text_of(element: BaseOxmlElement) -> str:
    return "".join(one.text or "" for one in element.iter(qn("w:t")))


def told_of(report: JudgeReport) -> ReportAnswer:
    assert report.answer is not None
    return report.answer


def said_in(told: ReportAnswer) -> Sequence[ToldSentence | ToldRow]:
    tables = (*told.cases, *told.tables, *(one for section in told.sections for one in section.tables))
    return (
        *told.answer,
        *(row for table in tables for row in table.rows),
        *(one for section in told.sections for one in section.sentences),
        *told.recommendations,
        *told.caution,
    )


def reworded(told: ReportAnswer, text: Callable[[], str]) -> ReportAnswer:
    """The answer with other words in its title, sections, cells, gaps and sources."""
    return told.model_copy(
        update={
            "title": text(),
            "question": text(),
            "written_by": text(),
            "sections": tuple(
                one.model_copy(update={"title": text(), "sure": text()}) for one in told.sections
            ),
            "tables": tuple(
                one.model_copy(
                    update={
                        "title": text(),
                        "columns": tuple(text() for _ in one.columns),
                        "rows": tuple(
                            row.model_copy(update={"cells": tuple(text() for _ in row.cells)})
                            for row in one.rows
                        ),
                    }
                )
                for one in told.tables
            ),
            "answer": tuple(
                one.model_copy(update={"text": text(), "lead": text(), "cites": (), "at": ()})
                for one in told.answer
            ),
            "unknown": tuple(
                one.model_copy(update={"text": text(), "query": text()}) for one in told.unknown
            ),
            "sources": tuple(
                one.model_copy(
                    update={
                        "title": text(),
                        "site": text(),
                        "url": text(),
                        "retracted": text(),
                        "quotes": tuple(
                            quote.model_copy(update={"quote": text(), "place": text()})
                            for quote in one.quotes
                        ),
                    }
                )
                for one in told.sources
            ),
        }
    )


def test_every_citation_of_the_word_file_leads_to_its_quote() -> None:
    report = a_report()
    told = told_of(report)
    read = docx.Document(BytesIO(word_file(report, told)))
    body = read.element.body
    part = next(one.target_part for one in read.part.rels.values() if one.reltype.endswith("/footnotes"))
    notes = parse_xml(part.blob)
    said = {note.get(qn("w:id")): text_of(note) for note in notes if note.get(qn("w:type")) is None}
    marks = [mark.get(qn("w:id")) for mark in body.iter(qn("w:footnoteReference"))]
    # Every group of citations has a note, in the order of the text; the first note of a quote holds it.
    assert marks == list(said) == [str(number) for number in range(1, len(marks) + 1)]
    assert sum(text.count("[") for text in said.values()) == sum(len(one.cites) for one in said_in(told))
    quotes = {quote.label: quote.quote for one in told.sources for quote in one.quotes}
    seen: dict[str, str] = {}
    for number, text in said.items():
        for label, words in re.findall(r"\[(\d+[a-z]*)\] ([^[]*)", text):
            if label in seen:
                assert words.startswith(f"as in note {seen[label]}.")
            else:
                seen[label] = number
                assert words.startswith(f"“{quotes[label][:30]}")
    assert set(seen) == set(quotes)
    addresses = {one.target_ref for one in read.part.rels.values() if one.is_external}
    assert addresses == {one.url for one in told.sources}


def test_the_parts_of_the_word_file_keep_the_order_of_their_schema() -> None:
    """Word refuses a file whose elements stand in another order (ECMA-376, parts 1 and 4)."""
    report = a_report("ko")
    read = docx.Document(BytesIO(word_file(report, told_of(report))))
    part = next(one.target_part for one in read.part.rels.values() if one.reltype.endswith("/footnotes"))
    assert (str(part.partname), part.content_type.rpartition(".")[2]) == (
        "/word/footnotes.xml",
        "footnotes+xml",
    )
    notes = parse_xml(part.blob)
    assert [(one.get(qn("w:type")), one.get(qn("w:id"))) for one in list(notes)[:2]] == [
        ("separator", "-1"),
        ("continuationSeparator", "0"),
    ]
    for note in list(notes)[2:]:
        (paragraph,) = note
        assert [one.tag for one in paragraph] == [qn("w:pPr"), qn("w:r"), qn("w:r")]
        assert [one.tag for one in paragraph[1]] == [qn("w:rPr"), qn("w:footnoteRef")]
    for mark in read.element.body.iter(qn("w:footnoteReference")):
        assert [one.tag for one in mark.getparent()] == [qn("w:rPr"), qn("w:footnoteReference")]
    styles = {one.style_id for one in read.styles}
    used = {one.get(qn("w:val")) for one in notes.iter(qn("w:pStyle"), qn("w:rStyle"))}
    assert used <= styles
    settings = [one.tag.rpartition("}")[2] for one in read.settings.element]
    place = settings.index("footnotePr")
    assert set(settings[:place]).isdisjoint({"endnotePr", "compat", "rsids", "mathPr", "themeFontLang"})
    assert "characterSpacingControl" not in settings[place:]
    assert {one.get(qn("w:id")) for one in read.settings.element[place]} == {"-1", "0"}


def test_the_word_file_has_every_part_of_the_answer_and_its_tables() -> None:
    report = a_report("ko")
    told = told_of(report)
    read = docx.Document(BytesIO(word_file(report, told)))
    assert read.core_properties.title == told.title
    assert (read.paragraphs[0].text, read.paragraphs[1].text) == (told.title, told.question)
    heads = [one.text for one in read.paragraphs if one.style is not None and one.style.name == "Heading 1"]
    assert heads == [
        *(one.title for one in told.sections),
        "권고",
        "주의해서 읽을 것",
        "알 수 없는 것",
        "출처",
    ]
    tables = (*told.cases, *told.tables)
    assert [len(one.rows) for one in read.tables] == [len(one.rows) + 1 for one in tables]
    assert [cell.text for cell in read.tables[0].rows[1].cells] == ["case 0", "wait and see"]
    assert told.tables[0].rows[0].cites
    assert len(list(read.tables[2].rows[1]._tr.iter(qn("w:footnoteReference")))) == 1
    fonts = read.styles["Title"].element.rPr.rFonts
    assert fonts.get(qn("w:eastAsia")) == "Malgun Gothic"


@pytest.mark.parametrize("start", range(0, 900, 150))
def test_hostile_text_makes_no_broken_word_file(start: int) -> None:
    strings = [*naughty(), *hostile(300), "\x00\ufffe\ud800", "a\uffff\x1b[2J"]
    turn = count(start)
    report = a_report()
    told = reworded(told_of(report), lambda: strings[next(turn) % len(strings)])
    plain_ = docx.Document(BytesIO(word_file(report, told_of(report))))
    read = docx.Document(BytesIO(word_file(report, told)))
    assert len(read.tables) == len(plain_.tables)
    assert all(
        one.target_ref.startswith(("http://", "https://"))
        for one in read.part.rels.values()
        if one.is_external
    )


def test_without_its_package_a_word_file_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "docx", None)
    report = a_report()
    with pytest.raises(UserError, match=r"^A Word file needs more packages: pip install '.+\[office\]'\.$"):
        word_file(report, told_of(report))


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("steps", [1, 20])
def test_a_brief_has_fewer_than_500_words_and_the_sources_it_cites(language: Tongue, steps: int) -> None:
    report = a_report(language, steps=steps)
    told = brief(told_of(report), report.language)
    text = brief_markdown(report, told)
    page = lxml.html.document_fromstring(brief_page(report, told))
    assert len(text.split()) < MOST_WORDS
    assert len(page.xpath("//main")[0].text_content().split()) < MOST_WORDS
    assert told.answer == told_of(report).answer
    assert len(told.recommendations) == 3
    cited = {label for one in said_in(told) for label in one.cites}
    assert {quote.label for one in told.sources for quote in one.quotes} == cited
    assert {link[1:] for link in page.xpath("//a[@class='cite']/@href")} <= set(page.xpath("//@id"))
    assert f"# {told.title}" in text


def test_an_answer_far_too_long_keeps_its_first_statement() -> None:
    report = a_report()
    whole = told_of(report)
    long = whole.model_copy(update={"answer": whole.answer * 20, "recommendations": whole.recommendations})
    told = brief(long, "en")
    assert told.answer[0] == whole.answer[0]
    assert (told.cases, told.recommendations) == ((), ())
    assert len(brief_markdown(report, told).split()) < MOST_WORDS


def test_a_simple_report_says_so_in_its_brief() -> None:
    report = a_report().model_copy(update={"simple": True})
    told = brief(told_of(report), "en")
    shown = (brief_markdown(report, told), brief_page(report, told))
    assert all("cross-check" in text for text in shown)
    assert "cross-check" in "".join(
        one.text for one in docx.Document(BytesIO(word_file(report, told))).paragraphs
    )


def test_the_printed_page_has_no_script_and_an_appendix_only_on_request() -> None:
    report = a_report()
    short, long = (
        lxml.html.document_fromstring(printed(report, appendix=appendix)) for appendix in (False, True)
    )
    assert not short.xpath("//script | //*[@class='appendix']")
    assert long.xpath("//*[@class='appendix']//*[@id='findings']")
    assert {link[1:] for link in short.xpath("//a[@class='cite']/@href")} <= set(short.xpath("//@id"))
    unwritten = printed(judge_report(a_judged_graph(), around()), appendix=False)
    assert lxml.html.document_fromstring(unwritten).xpath("//*[@id='findings']")

"""The answer as a Word file. Citations are links to numbered quotes: python-docx (1.2) makes no footnotes."""

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.reports.content.answer import (
    AnswerSource,
    ReportAnswer,
    ToldRow,
    ToldSentence,
    ToldTable,
    blocks,
)
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.html.rendering import clean
from pathfinder.reports.locales.answer_words import answer_words
from pathfinder.reports.locales.judge_words import judge_words
from pathfinder.reports.markdown.answer import MOST_QUOTE
from pathfinder.reports.markdown.escaping import short, unmarked, web_address

if TYPE_CHECKING:
    from docx.text.paragraph import Paragraph

LATIN, KOREAN = "Calibri", "Malgun Gothic"
_STYLES = ("Normal", "Title", "Subtitle", "Heading 1", "Heading 2")
_THEMES = ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme")
_NOT_IN_XML = str.maketrans("", "", "\ufffe\uffff")
_LINK_COLOUR = "2456C7"


def word_file(report: JudgeReport, told: ReportAnswer) -> bytes:
    """The answer with its title, cases, sections, steps, cautions, gaps and numbered sources."""
    if find_spec("docx") is None:
        raise UserError(Message("word-needs-packages"))
    return _Making(report, told).made()


def _text(text: str) -> str:
    """One line that XML can hold."""
    return clean(" ".join(text.split())).translate(_NOT_IN_XML)


class _Making:
    def __init__(self, report: JudgeReport, told: ReportAnswer) -> None:
        from docx import Document

        self.report, self.told, self.w = report, told, answer_words(report.language)
        self.document = Document()
        self.bookmarks = 0

    def made(self) -> bytes:
        told, w, document = self.told, self.w, self.document
        self._fonts()
        document.core_properties.title = _text(told.title)[:255]
        document.core_properties.author = "Pathfinder"
        document.core_properties.comments = ""
        document.add_paragraph(_text(told.title), "Title")
        document.add_paragraph(_text(told.question), "Subtitle")
        if self.report.simple:
            self._run(document.add_paragraph(), judge_words(self.report.language).simple, bold=True)
        self._prose(told.answer)
        self._tables(told.cases)
        for section in told.sections:
            document.add_heading(_text(section.title), 1)
            for sentences, table in section.pieces():
                self._prose(sentences)
                self._tables((table,) if table else ())
            if section.sure:
                self._run(document.add_paragraph(), f"{w.sure}: {section.sure}", italic=True)
        self._tables(told.tables)
        for title, said in ((w.recommendations, told.recommendations), (w.caution, told.caution)):
            if said:
                document.add_heading(title, 1)
                self._prose(said)
        if told.unknown:
            document.add_heading(w.unknown, 1)
        for gap in told.unknown:
            more = f" {w.to_research}: {gap.query}" if gap.query else ""
            self._run(document.add_paragraph(style="List Bullet"), gap.text + more)
        document.add_heading(w.cites, 1)
        for source in told.sources:
            self._source(source)
        who = [w.written_by.format(name=told.written_by)] if told.written_by else []
        self._run(document.add_paragraph(), " ".join([*who, *([] if told.revised else [w.unrevised])]))
        file = BytesIO()
        document.save(file)
        return file.getvalue()

    def _fonts(self) -> None:
        """Fonts with Hangul: the fonts that the template's theme names have none."""
        from docx.oxml.ns import qn

        for name in _STYLES:
            fonts = self.document.styles[name].element.get_or_add_rPr().get_or_add_rFonts()
            for theme in _THEMES:
                fonts.attrib.pop(qn(f"w:{theme}"), None)
            for script in ("ascii", "hAnsi", "cs"):
                fonts.set(qn(f"w:{script}"), LATIN)
            fonts.set(qn("w:eastAsia"), KOREAN)

    def _prose(self, sentences: Sequence[ToldSentence]) -> None:
        number = 0
        for block in blocks(sentences):
            number = number + 1 if block.kind == "number" else 0
            paragraph = self.document.add_paragraph(style="List Bullet" if block.kind == "bullet" else None)
            if number:
                # Word would count on through the whole file.
                self._run(paragraph, f"{number}. ")
            for one in block.sentences:
                self._sentence(paragraph, one)
                paragraph.add_run(" ")

    def _sentence(self, paragraph: "Paragraph", one: ToldSentence) -> None:
        if one.lead:
            self._run(paragraph, one.lead, bold=True)
            paragraph.add_run(" ")
        for piece, cites in one.pieces():
            self._run(paragraph, piece)
            self._cites(paragraph, cites)
        self._sums(paragraph, one)

    def _cites(self, paragraph: "Paragraph", cites: Sequence[str]) -> None:
        for label in cites:
            paragraph.add_run(" ")
            self._link(paragraph, f"[{label}]", anchor=f"cite_{label}")

    def _sums(self, paragraph: "Paragraph", one: ToldSentence | ToldRow) -> None:
        if one.derived:
            self._run(paragraph, f" ({self.w.sums}: {'; '.join(one.derived)})", italic=True)

    def _tables(self, tables: Sequence[ToldTable]) -> None:
        from docx.oxml import OxmlElement

        for one in tables:
            if one.title:
                self.document.add_heading(_text(one.title), 2)
            cited = any(row.cites or row.derived for row in one.rows)
            head = (*one.columns, self.w.cites) if cited else one.columns
            table = self.document.add_table(1, len(head), "Table Grid")
            table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
            for cell, name in zip(table.rows[0].cells, head, strict=True):
                self._run(cell.paragraphs[0], name, bold=True)
            for row in one.rows:
                cells = table.add_row().cells
                for cell, text in zip(cells, row.cells, strict=False):
                    self._run(cell.paragraphs[0], text)
                if cited:
                    self._cites(cells[-1].paragraphs[0], row.cites)
                    self._sums(cells[-1].paragraphs[0], row)
            self.document.add_paragraph()

    def _source(self, one: AnswerSource) -> None:
        """A source, and under it the quotes that the answer cites."""
        paragraph = self.document.add_paragraph()
        about = ", ".join(part for part in (one.site, one.date) if part)
        self._run(paragraph, f"[{one.number}] {one.title or one.site or one.url} ({about}): ")
        if web_address(one.url):
            self._link(paragraph, one.url, url=one.url)
        else:
            self._run(paragraph, one.url)
        if one.retracted is not None:
            self._run(paragraph, f" {self.w.retracted.format(reason=one.retracted)}", bold=True)
        for quote in one.quotes:
            under = self.document.add_paragraph(style="List Bullet 2")
            self._bookmark(under, f"cite_{quote.label}")
            place = f" ({quote.place})" if quote.place else ""
            self._run(under, f"[{quote.label}] “{short(unmarked(quote.quote), MOST_QUOTE)}”{place}")

    def _run(self, paragraph: "Paragraph", text: str, *, bold: bool = False, italic: bool = False) -> None:
        before, after = (" " if text[:1] == " " else ""), (" " if text[1:] and text[-1] == " " else "")
        run = paragraph.add_run(f"{before}{_text(text)}{after}")
        run.bold, run.italic = bold or None, italic or None

    def _link(self, paragraph: "Paragraph", text: str, *, anchor: str = "", url: str = "") -> None:
        """A link to a bookmark of this file, or to an address of the web."""
        from docx.opc.constants import RELATIONSHIP_TYPE
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn
        from docx.shared import RGBColor

        link = OxmlElement("w:hyperlink")
        if anchor:
            link.set(qn("w:anchor"), anchor)
        else:
            id_ = self.document.part.relate_to(url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
            link.set(qn("r:id"), id_)
        run = paragraph.add_run(_text(text))
        run.font.color.rgb = RGBColor.from_string(_LINK_COLOUR)
        link.append(run._r)
        paragraph._p.append(link)

    def _bookmark(self, paragraph: "Paragraph", name: str) -> None:
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        self.bookmarks += 1
        for tag in ("w:bookmarkStart", "w:bookmarkEnd"):
            mark = OxmlElement(tag)
            mark.set(qn("w:id"), str(self.bookmarks))
            if tag == "w:bookmarkStart":
                mark.set(qn("w:name"), name)
            paragraph._p.append(mark)

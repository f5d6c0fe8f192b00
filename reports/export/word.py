"""The answer as a Word file. A citation is a footnote with the quote and its source."""

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from pathfinder.locales.catalogue import Message, translator
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
from pathfinder.reports.export.footnotes import TEXT, Footnotes
from pathfinder.reports.html.rendering import clean
from pathfinder.reports.markdown.escaping import short, unmarked, web_address

if TYPE_CHECKING:
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run

LATIN, KOREAN = "Calibri", "Malgun Gothic"
_STYLES = ("Normal", "Title", "Subtitle", "Heading 1", "Heading 2", TEXT)
_THEMES = ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme")
_NOT_IN_XML = str.maketrans("", "", "\ufffe\uffff")
_LINK_COLOUR = "2456C7"
_MOST_QUOTE = 220
"""Letters of a quote in a footnote; the stored page has all of it."""
_MARGIN_CM, _TEXT_PT, _TITLE_PT, _AFTER_PT = 2.0, 10.5, 18, 4


def word_file(report: JudgeReport, told: ReportAnswer) -> bytes:
    """The answer with its title, cases, sections, steps, cautions, gaps and numbered sources."""
    if find_spec("docx") is None:
        raise UserError(Message("word-needs-packages"))
    return _WordFile(report, told).made()


def _text(text: str) -> str:
    """One line that XML can hold."""
    return clean(" ".join(text.split())).translate(_NOT_IN_XML)


class _WordFile:
    def __init__(self, report: JudgeReport, told: ReportAnswer) -> None:
        from docx import Document

        self.report, self.told, self.t = report, told, translator(report.language)
        self.document = Document()
        self.notes = Footnotes(self.document)
        self.cited = {quote.label: (one, quote) for one in told.sources for quote in one.quotes}

    def made(self) -> bytes:
        told, t, document = self.told, self.t, self.document
        self._fonts()
        self._sizes()
        document.core_properties.title = _text(told.title)[:255]
        document.core_properties.author = "Pathfinder"
        document.core_properties.comments = ""
        document.add_paragraph(_text(told.title), "Title")
        if told.question != told.title:
            document.add_paragraph(_text(told.question), "Subtitle")
        if self.report.simple:
            self._run(document.add_paragraph(), t("judge-simple"), bold=True)
        self._prose(told.answer)
        self._tables(told.cases)
        for section in told.sections:
            document.add_heading(_text(section.title), 1)
            for sentences, table in section.pieces():
                self._prose(sentences)
                self._tables((table,) if table else ())
            if section.sure:
                self._run(document.add_paragraph(), f"{t('answer-sure')}: {section.sure}", italic=True)
        self._tables(told.tables)
        for title, said in (
            (t("answer-recommendations"), told.recommendations),
            (t("answer-caution"), told.caution),
        ):
            if said:
                document.add_heading(title, 1)
                self._prose(said)
        if told.unknown:
            document.add_heading(t("answer-unknown"), 1)
        for gap in told.unknown:
            more = f" {t('answer-to-research')}: {gap.query}" if gap.query else ""
            self._run(document.add_paragraph(style="List Bullet"), gap.text + more)
        document.add_heading(t("answer-cites"), 1)
        for source in told.sources:
            self._source(source)
        who = [t("answer-written-by", name=told.written_by)] if told.written_by else []
        self._run(
            document.add_paragraph(), " ".join([*who, *([] if told.revised else [t("answer-unrevised")])])
        )
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

    def _sizes(self) -> None:
        """Smaller than the template's, so that an answer is a few pages."""
        from docx.shared import Cm, Pt

        for section in self.document.sections:
            section.left_margin = section.right_margin = Cm(_MARGIN_CM)
            section.top_margin = section.bottom_margin = Cm(_MARGIN_CM)
        normal = self.document.styles["Normal"]
        normal.font.size, normal.paragraph_format.space_after = Pt(_TEXT_PT), Pt(_AFTER_PT)
        self.document.styles["Title"].font.size = Pt(_TITLE_PT)

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
        """One footnote; a quote that has a note already is named by the number of that note."""
        if cites:
            self.notes.add(paragraph, cites, _text(" ".join(map(self._note, cites))))

    def _note(self, label: str) -> str:
        source, quote = self.cited[label]
        if (known := self.notes.number_of(label)) is not None:
            return f"[{label}] {Message('answer-same-note', number=known).to(self.report.language)}."
        at = f" ({quote.place})" if quote.place else ""
        return f"[{label}] “{short(unmarked(quote.quote), _MOST_QUOTE)}”{at} {_about(source)}"

    def _sums(self, paragraph: "Paragraph", one: ToldSentence | ToldRow) -> None:
        if one.derived:
            self._run(paragraph, f" ({self.t('answer-sums')}: {'; '.join(one.derived)})", italic=True)

    def _tables(self, tables: Sequence[ToldTable]) -> None:
        from docx.oxml import OxmlElement

        for one in tables:
            if one.title:
                self.document.add_heading(_text(one.title), 2)
            table = self.document.add_table(1, len(one.columns), "Table Grid")
            table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
            for cell, name in zip(table.rows[0].cells, one.columns, strict=True):
                self._run(cell.paragraphs[0], name, bold=True)
            for row in one.rows:
                cells = table.add_row().cells
                for cell, text in zip(cells, row.cells, strict=False):
                    self._run(cell.paragraphs[0], text)
                self._cites(cells[-1].paragraphs[0], row.cites)
                self._sums(cells[-1].paragraphs[0], row)
            self.document.add_paragraph()

    def _source(self, one: AnswerSource) -> None:
        paragraph = self.document.add_paragraph()
        self._run(paragraph, f"[{one.number}] {_about(one)} ")
        if web_address(one.url):
            self._link(paragraph, one.url)
        else:
            self._run(paragraph, one.url)
        if one.retracted is not None:
            self._run(paragraph, f" {self.t('answer-retracted', reason=one.retracted)}", bold=True)

    def _run(self, paragraph: "Paragraph", text: str, *, bold: bool = False, italic: bool = False) -> "Run":
        before, after = (" " if text[:1] == " " else ""), (" " if text[1:] and text[-1] == " " else "")
        run = paragraph.add_run(f"{before}{_text(text)}{after}")
        run.bold, run.italic = bold or None, italic or None
        return run

    def _link(self, paragraph: "Paragraph", url: str) -> None:
        """A link to an address of the web."""
        from docx.opc.constants import RELATIONSHIP_TYPE
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn
        from docx.shared import RGBColor

        link = OxmlElement("w:hyperlink")
        link.set(qn("r:id"), self.document.part.relate_to(url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
        run = paragraph.add_run(_text(url))
        run.font.color.rgb = RGBColor.from_string(_LINK_COLOUR)
        link.append(run._r)
        paragraph._p.append(link)


def _about(one: AnswerSource) -> str:
    about = ", ".join(part for part in (one.site, one.date) if part)
    return f"{one.title or one.site or one.url} ({about})." if about else f"{one.title or one.url}."

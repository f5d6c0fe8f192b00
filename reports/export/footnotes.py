"""Footnotes in a Word file: python-docx (1.2) makes none, so their part is written here with its classes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docx.document import Document
    from docx.opc.part import XmlPart
    from docx.oxml.xmlchemy import BaseOxmlElement
    from docx.text.paragraph import Paragraph

TEXT, REFERENCE = "footnote text", "footnote reference"
"""Names of the styles, as Word knows them."""
_SEPARATORS = (("separator", -1), ("continuationSeparator", 0))
"""Word keeps the line above footnotes as two notes of its own."""
_BEHIND = ("endnotePr", "compat", "docVars", "rsids", "mathPr", "themeFontLang", "clrSchemeMapping")
"""What may follow `footnotePr` in the settings of a document, as far as a file of python-docx has it."""


class Footnotes:
    """The footnotes of one document, numbered in the order in which they are added."""

    def __init__(self, document: "Document") -> None:
        from docx.enum.style import WD_STYLE_TYPE
        from docx.shared import Pt

        self._document = document
        self._part: XmlPart | None = None
        self._count = 0
        self._places: dict[str, int] = {}
        text = document.styles.add_style(TEXT, WD_STYLE_TYPE.PARAGRAPH, builtin=True)
        text.font.size = Pt(8)
        text.paragraph_format.space_after = Pt(0)
        reference = document.styles.add_style(REFERENCE, WD_STYLE_TYPE.CHARACTER, builtin=True)
        reference.font.superscript = True
        self._text, self._reference = text.style_id, reference.style_id

    def number_of(self, name: str) -> int | None:
        """The number of the first footnote with this name."""
        return self._places.get(name)

    def add(self, paragraph: "Paragraph", names: Sequence[str], text: str) -> None:
        """A footnote at the end of a paragraph; its text is one line that XML can hold."""
        if self._part is None:
            self._part = self._made()
        self._count += 1
        self._places = dict.fromkeys(names, self._count) | self._places
        run = paragraph.add_run()
        run.style = REFERENCE
        run._r.append(_element("w:footnoteReference", id=self._count))
        note, inner = _element("w:footnote", id=self._count), _element("w:p")
        inner.append(_holding("w:pPr", _element("w:pStyle", val=self._text)))
        mark = _holding("w:rPr", _element("w:rStyle", val=self._reference))
        inner.append(_holding("w:r", mark, _element("w:footnoteRef")))
        said = _element("w:t")
        said.text = f" {text}"
        said.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        inner.append(_holding("w:r", said))
        note.append(inner)
        self._part.element.append(note)

    def _made(self) -> "XmlPart":
        """The part, with the lines above the notes, named by the settings and related to the document."""
        from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
        from docx.opc.packuri import PackURI
        from docx.opc.part import XmlPart

        notes, named = _element("w:footnotes"), _element("w:footnotePr")
        for kind, number in _SEPARATORS:
            line = _holding("w:p", _holding("w:r", _element(f"w:{kind}")))
            notes.append(_holding("w:footnote", line, type=kind, id=number))
            named.append(_element("w:footnote", id=number))
        self._document.settings.element.insert_element_before(named, *(f"w:{one}" for one in _BEHIND))
        place, kind = PackURI("/word/footnotes.xml"), CONTENT_TYPE.WML_FOOTNOTES
        part = XmlPart(place, kind, notes, self._document.part.package)
        self._document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
        return part


def _element(tag: str, **attributes: str | int) -> "BaseOxmlElement":
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    made = OxmlElement(tag)
    for name, value in attributes.items():
        made.set(qn(f"w:{name}"), str(value))
    return made


def _holding(tag: str, *inner: "BaseOxmlElement", **attributes: str | int) -> "BaseOxmlElement":
    made = _element(tag, **attributes)
    for one in inner:
        made.append(one)
    return made

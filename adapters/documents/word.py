"""Word files: paragraphs, tables, notes and text boxes as a reader sees them. Only the worker imports this.

python-docx opens the package; its `paragraph.text` leaves out insertions and text boxes and keeps hidden
runs, so the elements are walked here.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any, NamedTuple

from pathfinder.adapters.documents.hiding import says_something, without_invisible
from pathfinder.adapters.documents.layout import BETWEEN
from pathfinder.adapters.documents.parsing import Parsed
from pathfinder.adapters.documents.rows import filled, names_columns, with_names

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_CHOICES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
Element = Any
"""An lxml element, which has no types."""
_OFF = ("0", "false", "off")
_LARGEST_CELL = 300
"""Characters of a cell from which on a table only arranges text on the page."""
_TINY = 3
"""Half points: letters of less are seen by nobody."""
_FIRST_ROW = 0x20
_GONE = (f"{_W}del", f"{_W}moveFrom")
_NO_TEXT = (f"{_W}pPr", f"{_W}rPr", f"{_W}tblPr", f"{_W}trPr", f"{_W}tcPr", f"{_W}sectPr", f"{_W}sdtPr")


class _Look(NamedTuple):
    """What the properties of a run say about whether it is seen; None where they say nothing."""

    vanish: bool | None = None
    white: bool | None = None
    tiny: bool | None = None
    shaded: bool | None = None

    def over(self, other: "_Look") -> "_Look":
        """These properties, and the other ones where these say nothing."""
        return _Look(*(other[at] if value is None else value for at, value in enumerate(self)))


def read_word(content: bytes, most: int) -> Parsed:
    """The text of a Word file."""
    from docx import Document

    document = Document(BytesIO(content))
    reader = _Reader(document.styles.element, document.element)
    blocks, length, cut = list[str](), 0, False
    for block in (*reader.blocks(document.element.body), *reader.notes(document.part)):
        if length > most:
            cut = True
            break
        blocks.append(block)
        length += len(block) + len(BETWEEN)
    for words in _comments(document.part):
        reader.hidden += says_something(words)
    text, invisible = without_invisible(BETWEEN.join(blocks))
    named = str(document.core_properties.title or "")
    title = "" if named.lower() in ("word document", "untitled") else named
    first = next((block.lstrip("# ") for block in blocks if any(map(str.isalnum, block))), "")
    return Parsed(text, title or first, "", {}, cut=cut, hidden=reader.hidden + invisible)


class _Reader:
    def __init__(self, styles: Element, document: Element) -> None:
        self.hidden = 0
        """Pieces of text that were left out because nobody sees them."""
        self._styles = {style.get(f"{_W}styleId"): style for style in styles.iterfind(f"{_W}style")}
        self._default = next(
            (
                name
                for name, style in self._styles.items()
                if style.get(f"{_W}type") == "paragraph" and style.get(f"{_W}default") in ("1", "true")
            ),
            None,
        )
        self._looks: dict[str | None, _Look] = {None: _Look()}
        # What is behind the letters is only known where the page itself is white.
        self._unsure = int(document.find(f"{_W}background") is not None)
        self._unseen: list[str] = []

    def blocks(self, parent: Element) -> Iterator[str]:
        """The paragraphs and rows below an element, in order."""
        for element in parent:
            if element.tag == f"{_W}p":
                yield from self._paragraph(element)
            elif element.tag == f"{_W}tbl":
                yield from self._table(element)
            elif element.tag in _GONE:
                self._count(_text_of(element))
            elif element.tag not in _NO_TEXT and isinstance(element.tag, str):
                yield from self.blocks(element)

    def notes(self, part: Element) -> Iterator[str]:
        """Footnotes and endnotes, which stand at the foot of the page."""
        for kind in ("footnotes", "endnotes"):
            for root in _related(part, kind):
                for note in root:
                    # Separators are notes of a type of their own.
                    if note.get(f"{_W}type") is None:
                        yield from self.blocks(note)

    def _count(self, text: str) -> None:
        self.hidden += says_something(text)

    def _paragraph(self, paragraph: Element) -> Iterator[str]:
        style = _value(paragraph.find(f"{_W}pPr/{_W}pStyle")) or self._default
        shaded = _shade(paragraph.find(f"{_W}pPr/{_W}shd"))
        look = _Look(shaded=shaded).over(self._of_style(style))
        pieces, boxes, outer = list[str](), list[Element](), self._unseen
        self._unseen = []
        self._inline(paragraph, look, pieces, boxes)
        self._count("".join(self._unseen))
        self._unseen = outer
        text = "\n".join(" ".join(line.split()) for line in "".join(pieces).split("\n")).strip()
        if text:
            yield self._mark(paragraph, style) + text
        self._unsure += 1
        for box in boxes:
            yield from self.blocks(box)
        self._unsure -= 1

    def _inline(self, parent: Element, look: _Look, pieces: list[str], boxes: list[Element]) -> None:
        for element in parent:
            if element.tag == f"{_W}r":
                self._run(element, look, pieces, boxes)
            elif element.tag in _GONE:
                self._unseen.append(_text_of(element) + " ")
            elif element.tag == f"{_M}t":
                pieces.append(element.text or "")
            elif element.tag not in _NO_TEXT and isinstance(element.tag, str):
                self._inline(element, look, pieces, boxes)

    def _run(self, run: Element, look: _Look, pieces: list[str], boxes: list[Element]) -> None:
        properties = run.find(f"{_W}rPr")
        if properties is not None:
            own = _look(properties)
            look = own.over(self._of_style(_value(properties.find(f"{_W}rStyle")))).over(look)
        into = self._unseen if self._nobody_sees(look) else pieces
        for element in run:
            if element.tag == f"{_W}t":
                into.append(element.text or "")
            elif element.tag in (f"{_W}tab", f"{_W}ptab"):
                into.append(" ")
            elif element.tag in (f"{_W}br", f"{_W}cr"):
                into.append("\n")
            elif element.tag == f"{_W}noBreakHyphen":
                into.append("-")
            elif element.tag == f"{_W}delText":
                self._unseen.append(element.text or "")
            elif element.tag == f"{_CHOICES}AlternateContent":
                # The same box twice, for newer and for older programs.
                boxes += list(element.iterfind(f"{_CHOICES}Choice//{_W}txbxContent")) or list(
                    element.iterfind(f".//{_W}txbxContent")
                )
            elif element.tag in (f"{_W}drawing", f"{_W}pict"):
                boxes += element.iterfind(f".//{_W}txbxContent")

    def _nobody_sees(self, look: _Look) -> bool:
        white = bool(look.white) and not look.shaded and not self._unsure
        return bool(look.vanish) or bool(look.tiny) or white

    def _of_style(self, name: str | None) -> _Look:
        """What a style says, with the styles it is based on."""
        if name not in self._looks:
            self._looks[name] = _Look()
            style = self._styles.get(name)
            if style is not None:
                own = style.find(f"{_W}rPr")
                look = _Look() if own is None else _look(own)
                look = look.over(_Look(shaded=_shade(style.find(f"{_W}pPr/{_W}shd"))))
                self._looks[name] = look.over(self._of_style(_value(style.find(f"{_W}basedOn"))))
        return self._looks[name]

    def _mark(self, paragraph: Element, style: str | None) -> str:
        """Headings and list items as in Markdown, so that a heading begins a passage."""
        known = self._styles.get(style)
        name = "" if known is None else (_value(known.find(f"{_W}name")) or "").lower()
        if name == "title":
            return "# "
        if name.startswith("heading ") and name[8:].isdigit():
            return "#" * min(6, int(name[8:])) + " "
        listed = paragraph.find(f"{_W}pPr/{_W}numPr") is not None or name.startswith("list ")
        return "- " if listed else ""

    def _table(self, table: Element) -> Iterator[str]:
        style = table.find(f"{_W}tblPr/{_W}tblStyle") is not None
        self._unsure += style
        rows = [_Row(*self._cells(row)) for row in table.iterfind(f"{_W}tr")]
        self._unsure -= style
        if any(len(cell) > _LARGEST_CELL for row in rows for cell in row.cells):
            yield from (cell for row in rows for cell in row.cells if cell)
            return
        names = filled(rows[0].cells) if len(rows) > 1 and _has_names(table) else {}
        names = names if names_columns(names) else {}
        above: dict[int, str] = {}
        for number, row in enumerate(rows):
            # A cell that is merged with the one above says what that one says.
            cells = [above.get(at, "") if at in row.merged else cell for at, cell in enumerate(row.cells)]
            above = dict(enumerate(cells))
            text = with_names(filled(cells), names if number else {})
            if text:
                yield text

    def _cells(self, row: Element) -> tuple[list[str], frozenset[int]]:
        if row.find(f"{_W}trPr/{_W}del") is not None:
            self._count(_text_of(row))
            return [], frozenset()
        cells, merged = list[str](), set[int]()
        for cell in row.iter(f"{_W}tc"):
            if cell.getparent() is not row and cell.getparent().tag == f"{_W}tr":
                continue  # It belongs to a table inside this one.
            properties = cell.find(f"{_W}tcPr")
            shaded = properties is not None and bool(_shade(properties.find(f"{_W}shd")))
            self._unsure += shaded
            if properties is not None:
                above = properties.find(f"{_W}vMerge")
                if above is not None and above.get(f"{_W}val", "continue") == "continue":
                    merged.add(len(cells))
            cells.append(BETWEEN.join(self.blocks(cell)))
            self._unsure -= shaded
            span = _value(cell.find(f"{_W}tcPr/{_W}gridSpan")) or "1"
            cells += [""] * (min(int(span), 100) - 1 if span.isdigit() else 0)
        return cells, frozenset(merged)


class _Row(NamedTuple):
    cells: list[str]
    merged: frozenset[int]


def _has_names(table: Element) -> bool:
    """Whether the table says that its first row names its columns."""
    if table.find(f"{_W}tr/{_W}trPr/{_W}tblHeader") is not None:
        return True
    look = table.find(f"{_W}tblPr/{_W}tblLook")
    if look is None:
        return False
    first = look.get(f"{_W}firstRow")
    return first not in _OFF if first else bool(int(look.get(f"{_W}val") or "0", 16) & _FIRST_ROW)


def _look(properties: Element) -> _Look:
    vanish, size = properties.find(f"{_W}vanish"), _value(properties.find(f"{_W}sz"))
    colour = _value(properties.find(f"{_W}color"))
    marked = properties.find(f"{_W}highlight") is not None
    return _Look(
        vanish=None if vanish is None else (_value(vanish) or "1") not in _OFF,
        white=None if colour is None else _is_white(colour),
        tiny=None if size is None else size.isdigit() and int(size) < _TINY,
        shaded=True if marked else _shade(properties.find(f"{_W}shd")),
    )


def _is_white(colour: str) -> bool:
    pairs = [colour[at : at + 2].lower() for at in (0, 2, 4)]
    return len(colour) == 6 and all(pair in ("fc", "fd", "fe", "ff") for pair in pairs)


def _shade(shading: Element) -> bool | None:
    """Whether something coloured is behind the letters; None where nothing is said."""
    if shading is None:
        return None
    fill = shading.get(f"{_W}fill", "auto")
    return fill != "auto" and not _is_white(fill)


def _value(element: Element) -> str | None:
    return None if element is None else element.get(f"{_W}val")


def _text_of(element: Element) -> str:
    return " ".join(found.text or "" for found in element.iter(f"{_W}t", f"{_W}delText"))


def _related(part: Element, kind: str) -> Iterator[Element]:
    from docx.oxml.parser import parse_xml

    for relation in part.rels.values():
        if relation.reltype.endswith(f"/{kind}") and not relation.is_external:
            yield parse_xml(relation.target_part.blob)


def _comments(part: Element) -> Iterable[str]:
    return (_text_of(comment) for root in _related(part, "comments") for comment in root)

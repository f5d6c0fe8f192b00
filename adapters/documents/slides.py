"""PowerPoint files: the slides that are shown, each under its title. Only the worker imports this."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from pathfinder.adapters.documents.hiding import says_something, without_invisible
from pathfinder.adapters.documents.layout import BETWEEN, Piece, laid_out
from pathfinder.adapters.documents.parsing import Parsed
from pathfinder.adapters.documents.rows import CELLS, filled, names_columns, with_names

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_TINY = 150
"""Hundredths of a point: letters of less are seen by nobody."""
_ENDS = (".", "!", "?", "。", "…")
_MOST_POINTS = 500
"""Values of a chart that are read."""

Untyped = Any
"""An lxml element, which has no types, or a shape, whose type depends on what it holds."""


def read_slides(content: bytes, most: int) -> Parsed:
    """The text of a presentation."""
    from pptx import Presentation

    deck = Presentation(BytesIO(content))
    reader = _Reader(deck.slide_width or 0, deck.slide_height or 0)
    laid = laid_out((reader.piece(number, slide) for number, slide in enumerate(deck.slides, start=1)), most)
    named = str(deck.core_properties.title or "")
    first = next((str(run["first"]["name"]) for run in laid.runs if isinstance(run["first"], dict)), "")
    title = "" if named.lower() in ("powerpoint presentation", "untitled") else named
    return Parsed.laid(laid, title or first, hidden=reader.hidden)


class _Reader:
    def __init__(self, width: int, height: int) -> None:
        self.hidden = 0
        """Pieces of text that were left out because nobody sees them."""
        self._width, self._height = width, height

    def piece(self, number: int, slide: Untyped) -> Piece:
        """A slide with its title above it; without text if it is hidden."""
        self._beside(slide)
        head = slide.shapes.title
        paper = _background(slide)
        title = "" if head is None else " ".join(" ".join(self._lines(head, paper)).split())
        rest = [shape for shape in slide.shapes if head is None or shape.shape_id != head.shape_id]
        blocks = [_item(block) for shape in rest for block in self._shape(shape, paper)]
        text, invisible = without_invisible(BETWEEN.join([f"# {title}", *blocks] if title else blocks))
        self.hidden += invisible
        if slide.element.get("show") in ("0", "false"):
            self.hidden += says_something(text)
            return Piece("", "slide", number)
        return Piece(text, "slide", number, title)

    def _beside(self, slide: Untyped) -> None:
        """Count the notes of the speaker and the comments of reviewers, which the audience does not see."""
        from pptx.oxml import parse_xml

        if slide.has_notes_slide:
            notes = slide.notes_slide.notes_text_frame
            self.hidden += notes is not None and says_something(notes.text)
        for relation in slide.part.rels.values():
            if relation.reltype.endswith("/comments") and not relation.is_external:
                # One form keeps a comment in `text`, the newer one in a body of paragraphs.
                for comment in parse_xml(relation.target_part.blob):
                    self.hidden += says_something(" ".join(comment.itertext()))

    def _shape(self, shape: Untyped, paper: str) -> Iterator[str]:
        if self._unseen(shape):
            self.hidden += says_something(" ".join(_words(shape.element)))
        elif _is_furniture(shape):
            return
        elif hasattr(shape, "shapes"):
            for inner in shape.shapes:
                yield from self._shape(inner, paper)
        elif getattr(shape, "has_table", False):
            yield from _rows(shape.table)
        elif getattr(shape, "has_chart", False):
            yield from _chart(shape.chart)
        elif shape.has_text_frame:
            yield from self._lines(shape, paper)
        else:
            yield from _diagram(shape)

    def _unseen(self, shape: Untyped) -> bool:
        """Marked as hidden, or beside the slide."""
        named = shape.element.find(f"*/{_P}cNvPr")
        if named is not None and named.get("hidden") in ("1", "true"):
            return True
        if None in (shape.left, shape.top, shape.width, shape.height) or not self._width:
            return False
        outside = shape.left + shape.width <= 0 or shape.top + shape.height <= 0
        # Shapes of a group are placed by the group, so only what is far out is out for sure.
        return bool(outside or shape.left >= self._width or shape.top >= self._height) and _is_direct(shape)

    def _lines(self, shape: Untyped, paper: str) -> Iterator[str]:
        behind = _fill(shape.element.find(f"{_P}spPr")) or paper
        for paragraph in shape.text_frame.paragraphs:
            seen, unseen = list[str](), list[str]()
            for run in paragraph._p:
                if run.tag == f"{_A}br":
                    seen.append("\n")
                elif run.tag in (f"{_A}r", f"{_A}fld"):
                    (unseen if _nobody_sees(run, behind) else seen).append(run.findtext(f"{_A}t") or "")
            self.hidden += says_something("".join(unseen))
            line = "".join(seen).strip()
            if line:
                yield line


def _item(line: str) -> str:
    """A line of a slide is a statement of its own, also where it is no sentence."""
    return line if line.startswith("- ") or line.endswith(_ENDS) else f"- {line}"


def _nobody_sees(run: Untyped, behind: str) -> bool:
    """Too small, or in the colour of what is behind it; what is behind it may not be known (empty)."""
    properties = run.find(f"{_A}rPr")
    if properties is None:
        return False
    size = properties.get("sz", "")
    if size.isdigit() and int(size) < _TINY:
        return True
    colour = properties.find(f"{_A}solidFill/{_A}srgbClr")
    return colour is not None and bool(behind) and colour.get("val", "").upper() == behind


def _fill(properties: Untyped) -> str:
    """The one colour that a shape is filled with; `?` for a filling of another kind, empty for none."""
    if properties is None:
        return ""
    colour = properties.find(f"{_A}solidFill/{_A}srgbClr")
    if colour is not None:
        return str(colour.get("val", "")).upper()
    others = ("solidFill", "gradFill", "blipFill", "pattFill", "grpFill")
    return "?" if any(properties.find(f"{_A}{kind}") is not None for kind in others) else ""


def _background(slide: Untyped) -> str:
    """The colour of an empty slide; empty if something may lie between it and the letters."""
    layers = (slide, slide.slide_layout, slide.slide_layout.slide_master)
    if any(_covers(shape) for layer in layers for shape in layer.shapes):
        return ""
    for layer in layers:
        found = layer.element.find(f"{_P}cSld/{_P}bg")
        if found is not None:
            colour = found.find(f"{_P}bgPr/{_A}solidFill/{_A}srgbClr")
            scheme = found.find(f"*//{_A}schemeClr")
            scheme = found.find(f"{_P}bgRef/{_A}schemeClr") if scheme is None else scheme
            if colour is not None:
                return str(colour.get("val", "")).upper()
            return "" if scheme is None else _of_theme(layers[-1], scheme.get("val", ""))
    return ""


def _covers(shape: Untyped) -> bool:
    """Whether a shape may be what letters of others stand on."""
    if shape.element.tag in (f"{_P}pic", f"{_P}grpSp"):
        return True
    return bool(_fill(shape.element.find(f"{_P}spPr"))) or shape.element.find(f"{_P}style") is not None


def _of_theme(master: Untyped, name: str) -> str:
    from pptx.oxml import parse_xml

    mapped = master.element.find(f"{_P}clrMap")
    name = name if mapped is None else mapped.get(name, name)
    for relation in master.part.rels.values():
        if relation.reltype.endswith("/theme") and not relation.is_external:
            slot = parse_xml(relation.target_part.blob).find(f"*/{_A}clrScheme/{_A}{name}")
            if slot is not None and len(slot):
                return str(slot[0].get("lastClr") or slot[0].get("val") or "").upper()
    return ""


def _is_furniture(shape: Untyped) -> bool:
    """The date, the footer and the number that stand on every slide."""
    from pptx.enum.shapes import PP_PLACEHOLDER

    everywhere = (PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER)
    return shape.is_placeholder and shape.placeholder_format.type in everywhere


def _is_direct(shape: Untyped) -> bool:
    return bool(shape.element.getparent().tag == f"{_P}spTree")


def _rows(table: Untyped) -> Iterator[str]:
    rows = [filled([cell.text for cell in row.cells]) for row in table.rows]
    names = rows[0] if len(rows) > 1 and table.first_row and names_columns(rows[0]) else {}
    for number, row in enumerate(rows):
        text = with_names(row, names if number else {})
        if text:
            yield text


def _chart(chart: Untyped) -> Iterator[str]:
    """The title of a chart and its values, as the rows of a table."""
    if chart.has_title and chart.chart_title.has_text_frame:
        yield chart.chart_title.text_frame.text
    for plot in chart.plots:
        labels = [str(label) for label in plot.categories]
        series = [(one.name, list(one.values)) for one in plot.series]
        for at, label in enumerate(labels[:_MOST_POINTS]):
            values = ((name, row[at]) for name, row in series if at < len(row) and row[at] is not None)
            yield CELLS.join([label, *(f"{name}: {value:.15g}" for name, value in values)])


def _diagram(shape: Untyped) -> Iterator[str]:
    """The words of a diagram (SmartArt), which stand in a part of their own."""
    from pptx.oxml import parse_xml

    for found in shape.element.iter(f"{_DIAGRAM}relIds"):
        part = shape.part.related_part(found.get(f"{_R}dm"))
        for point in parse_xml(part.blob).iter(f"{_DIAGRAM}pt"):
            line = " ".join(" ".join(_words(point)).split())
            if line:
                yield line


def _words(element: Untyped) -> Iterable[str]:
    return (found.text or "" for found in element.iter(f"{_A}t"))

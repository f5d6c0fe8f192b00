"""What is painted on a page of a PDF and where, in plain values: all that asks PDFium for it is here."""

import ctypes
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pypdfium2.raw as pdf  # type: ignore[import-untyped]  # the package ships no types

from pathfinder.adapters.documents.pdf_boxes import PLAIN, Box, Matrix

Handle = Any
"""A page, an object or a mark of the library: pointers that it gives no types."""
Colour = tuple[int, int, int]
SMALLEST_POINTS = 1.5
"""Letters under this size are for nobody; the smallest print of contracts is about 4."""
FLAT_POINTS = 3.0
"""Text that is higher than this has letters of a size; a row of dots may be flatter and have them, too."""
SAME_COLOUR = 10
"""Steps of 255 by which two colours may differ and look the same."""
DEEPEST = 4
"""Forms inside forms that are looked into."""
MOST_OBJECTS = 100_000
_NO_INK = (3, 7)
_STROKED = (1, 5)


class Text(NamedTuple):
    """A piece of text as it is drawn."""

    place: int
    """In the order in which the page is painted."""
    raw: Handle
    holder: Handle
    """The form it is in; None on the page itself."""
    box: Box
    tiny: bool
    no_ink: bool
    inks: tuple[Colour, ...]
    """The colours it is drawn in; none: it is clear."""
    patterned: bool


class Shape(NamedTuple):
    """What is painted over an area: a filled box of one colour, or anything else (None)."""

    place: int
    box: Box
    colour: Colour | None
    """None where it is not the same all over, or not known."""
    opaque: bool
    """It surely lets nothing through, anywhere in its box."""
    picture: bool = False


def painted(page: Handle) -> tuple[list[Text], list[Shape]]:
    """Everything on a page that matters for what is seen of it, in the order in which it is painted."""
    texts, shapes = list[Text](), list[Shape]()
    for place, (raw, holder, matrix) in enumerate(_objects(page)):
        kind = pdf.FPDFPageObj_GetType(raw)
        box = _box(raw, matrix)
        if box is None:
            continue
        if kind == pdf.FPDF_PAGEOBJ_TEXT:
            texts.append(_text(place, raw, holder, box, matrix))
        elif (shape := _shape(place, raw, kind, box)) is not None:
            shapes.append(shape)
    return texts, shapes


def paper(page: Handle) -> Box:
    """The part of a page that is shown."""
    found = pdf.FS_RECTF()
    pdf.FPDF_GetPageBoundingBox(page, found)
    return Box(found.left, found.bottom, found.right, found.top)


def remove(page: Handle, text: Text) -> None:
    """Take a text off its page for good."""
    if text.holder is None:
        pdf.FPDFPage_RemoveObject(page, text.raw)
    else:
        pdf.FPDFFormObj_RemoveObject(text.holder, text.raw)
    pdf.FPDFPageObj_Destroy(text.raw)


def take_read_instead(text: Text, longest: int) -> Iterator[str]:
    """What is to be read in place of a text (`ActualText`) and is longer than that: taken off, and given."""
    for number in reversed(range(pdf.FPDFPageObj_CountMarks(text.raw))):
        mark = pdf.FPDFPageObj_GetMark(text.raw, number)
        if len(words := _actual_text(mark)) > longest:
            pdf.FPDFPageObj_RemoveMark(text.raw, mark)
            yield words


def all_words(page: Handle) -> str:
    """Every word of a page."""
    words = pdf.FPDFText_LoadPage(page)
    try:
        count = max(0, pdf.FPDFText_CountChars(words))
        buffer = (ctypes.c_ushort * (count + 1))()
        pdf.FPDFText_GetText(words, 0, count, buffer)
        return _decoded(buffer)
    finally:
        pdf.FPDFText_ClosePage(words)


def words_of(texts: Sequence[Text], page: Handle) -> list[str]:
    """The words of each text of a page."""
    words = pdf.FPDFText_LoadPage(page)
    try:
        return [_words(text.raw, words) for text in texts]
    finally:
        pdf.FPDFText_ClosePage(words)


def _objects(page: Handle) -> Iterator[tuple[Handle, Handle, Matrix]]:
    """Everything that is painted, in its order, with the form it is in and how that is placed."""
    count = min(MOST_OBJECTS, pdf.FPDFPage_CountObjects(page))
    for number in range(count):
        yield from _inside(pdf.FPDFPage_GetObject(page, number), None, PLAIN, DEEPEST)


def _inside(
    raw: Handle, holder: Handle, matrix: Matrix, deep: int
) -> Iterator[tuple[Handle, Handle, Matrix]]:
    if not raw:
        return
    if pdf.FPDFPageObj_GetType(raw) != pdf.FPDF_PAGEOBJ_FORM or deep == 0:
        yield raw, holder, matrix
        return
    placed = _matrix(raw).then(matrix)
    for number in range(min(MOST_OBJECTS, max(0, pdf.FPDFFormObj_CountObjects(raw)))):
        yield from _inside(pdf.FPDFFormObj_GetObject(raw, number), raw, placed, deep - 1)


def _text(place: int, raw: Handle, holder: Handle, box: Box, matrix: Matrix) -> Text:
    mode = pdf.FPDFTextObj_GetTextRenderMode(raw)
    getters = [pdf.FPDFPageObj_GetStrokeColor if mode in _STROKED else pdf.FPDFPageObj_GetFillColor]
    if mode in (2, 6):
        getters.append(pdf.FPDFPageObj_GetStrokeColor)
    colours = [_colour(raw, getter) for getter in getters]
    return Text(
        place,
        raw,
        holder,
        box,
        box.top - box.bottom < FLAT_POINTS and _size(raw, matrix) < SMALLEST_POINTS,
        mode in _NO_INK,
        tuple(colour[:3] for colour in colours if colour is not None and colour[3] > SAME_COLOUR),
        patterned=None in colours,
    )


def _size(raw: Handle, matrix: Matrix) -> float:
    """The size of the letters on the paper, in points."""
    size = ctypes.c_float()
    pdf.FPDFTextObj_GetFontSize(raw, size)
    return abs(size.value) * _matrix(raw).then(matrix).scale


def _shape(place: int, raw: Handle, kind: int, box: Box) -> Shape | None:
    """What an object paints all over, if it is large enough to matter behind or before letters."""
    if box.width < SMALLEST_POINTS or box.area < SMALLEST_POINTS**2:
        return None
    whole = not pdf.FPDFPageObj_HasTransparency(raw) and not _is_cut(raw)
    if kind == pdf.FPDF_PAGEOBJ_IMAGE:
        return Shape(place, box, None, opaque=whole, picture=True)
    if kind != pdf.FPDF_PAGEOBJ_PATH:
        return Shape(place, box, None, opaque=False)
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not pdf.FPDFPath_GetDrawMode(raw, fill, stroke) or not fill.value:
        return None
    colour = _colour(raw, pdf.FPDFPageObj_GetFillColor)
    if colour is None or not whole or not _is_rectangle(raw):
        return Shape(place, box, None, opaque=False)
    return Shape(place, box, colour[:3], opaque=True)


def _is_cut(raw: Handle) -> bool:
    """Whether something keeps a part of it from being painted."""
    return bool(pdf.FPDFClipPath_CountPaths(pdf.FPDFPageObj_GetClipPath(raw)) > 0)


def _is_rectangle(raw: Handle) -> bool:
    """Whether a path fills its box: four corners, and sides along the page."""
    count = pdf.FPDFPath_CountSegments(raw)
    if not 4 <= count <= 5:
        return False
    xs, ys = set[float](), set[float]()
    for number in range(count):
        segment, x, y = pdf.FPDFPath_GetPathSegment(raw, number), ctypes.c_float(), ctypes.c_float()
        if not pdf.FPDFPathSegment_GetPoint(segment, x, y):
            return False
        xs.add(round(x.value, 1))
        ys.add(round(y.value, 1))
    return len(xs) == len(ys) == 2


def _matrix(raw: Handle) -> Matrix:
    found = pdf.FS_MATRIX()
    if not pdf.FPDFPageObj_GetMatrix(raw, found):
        return Matrix()
    return Matrix(found.a, found.b, found.c, found.d, found.e, found.f)


def _box(raw: Handle, matrix: Matrix) -> Box | None:
    sides = [ctypes.c_float() for _ in range(4)]
    if not pdf.FPDFPageObj_GetBounds(raw, *sides):
        return None
    box = Box(*(side.value for side in sides))
    return box if matrix == PLAIN else matrix.moved(box)


def _colour(raw: Handle, getter: Callable[..., Any]) -> tuple[int, int, int, int] | None:
    """Red, green, blue and how opaque; None for a pattern."""
    parts = [ctypes.c_uint() for _ in range(4)]
    if not getter(raw, *parts):
        return None
    return parts[0].value, parts[1].value, parts[2].value, parts[3].value


def _actual_text(mark: Handle) -> str:
    size = ctypes.c_ulong()
    if not pdf.FPDFPageObjMark_GetParamStringValue(mark, b"ActualText", None, 0, size) or not size.value:
        return ""
    buffer = (ctypes.c_ushort * (size.value // 2 + 1))()
    pdf.FPDFPageObjMark_GetParamStringValue(mark, b"ActualText", buffer, size.value, size)
    return _decoded(buffer)


def _words(raw: Handle, words: Handle) -> str:
    size = pdf.FPDFTextObj_GetText(raw, words, None, 0)
    buffer = (ctypes.c_ushort * max(1, size // 2 + 1))()
    pdf.FPDFTextObj_GetText(raw, words, buffer, size)
    return _decoded(buffer)


def _decoded(buffer: "ctypes.Array[ctypes.c_ushort]") -> str:
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")

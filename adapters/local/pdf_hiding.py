"""Text of a PDF that nobody sees who looks at its pages; taken out of a page before its words are read.

Hidden are words in the colour of what is behind them or without any, words drawn in no ink (render modes 3
and 7), words under a picture or a box, words of no size, words off the page, and words that are to be read
in place of those drawn. One exception: a page that is a picture, with hardly a word of its own, is a scan,
and the unseen words on it are what a machine read there. They are kept, for there is nothing else to read,
and that is said.
"""

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import pypdfium2.raw as pdf  # type: ignore[import-untyped]  # the package ships no types

from pathfinder.adapters.local.hiding import FEWEST_WORDS
from pathfinder.adapters.local.pdf_boxes import PLAIN, Box, Matrix

SMALLEST_POINTS = 1.5
"""Letters under this size are for nobody; the smallest print of contracts is about 4."""
FLAT_POINTS = 3.0
"""Text that is higher than this has letters of a size; a row of dots may be flatter and have them, too."""
ROW_POINTS = 24
MOST_ROWS = 1_000
SAME_COLOUR = 10
"""Steps of 255 by which two colours may differ and look the same."""
DEEPEST = 4
"""Forms inside forms that are looked into."""
MOST_OBJECTS = 100_000
MOST_SHAPES = 1_000
SCAN_SHARE = 0.5
"""A picture over so much of a page may be a scan of it."""
FEW_WORDS = 0.2
"""Of a scan's words at most so many are seen: a page number, a stamp."""
LONGEST_WORD = 24
"""Letters of an `ActualText` that may stand for what is drawn."""
_NO_INK = (3, 7)
_STROKED = (1, 5)
WHITE = (255, 255, 255)

Colour = tuple[int, int, int]


class _Text(NamedTuple):
    """A piece of text as it is drawn."""

    place: int
    """In the order in which the page is painted."""
    raw: Any
    holder: Any
    """The form it is in; None on the page itself."""
    box: Box
    tiny: bool
    no_ink: bool
    inks: tuple[Colour, ...]
    """The colours it is drawn in; none: it is clear."""
    patterned: bool


class _Shape(NamedTuple):
    """What is painted over an area: a filled box of one colour, or anything else (None)."""

    place: int
    box: Box
    colour: Colour | None
    """None where it is not the same all over, or not known."""
    opaque: bool
    """It surely lets nothing through, anywhere in its box."""
    picture: bool = False


class _Shapes:
    """The shapes of a page by the height at which they stand: few of them are near a letter."""

    def __init__(self, shapes: Sequence[_Shape], paper: Box) -> None:
        largest = sorted(shapes, key=lambda shape: -shape.box.area)[:MOST_SHAPES]
        self._rows: dict[int, list[_Shape]] = {}
        for shape in sorted(largest, key=lambda shape: shape.place):
            low, high = max(shape.box.bottom, paper.bottom), min(shape.box.top, paper.top)
            for row in range(int(low // ROW_POINTS), min(int(high // ROW_POINTS), MOST_ROWS) + 1):
                self._rows.setdefault(row, []).append(shape)
        self.pictured = sum(shape.box.area for shape in largest if shape.picture)
        """Points of paper under pictures."""

    def around(self, text: _Text) -> list[_Shape]:
        """Those that hold the middle of a text, in the order in which they are painted."""
        middle = (text.box.bottom + text.box.top) / 2
        row = self._rows.get(int(middle // ROW_POINTS), ())
        return [shape for shape in row if shape.box.holds_middle_of(text.box)]


class Hidden(NamedTuple):
    """What was taken out of a page."""

    pieces: int
    scanned: bool
    """The words left are those that a machine read on a scan."""
    looked_at: int
    """Pieces of text that were looked at."""


def take_out_hidden(page: Any) -> Hidden:  # noqa: ANN401  (a raw handle of the library)
    """Remove from a page what nobody sees. A text page of it is to be made after that."""
    texts, shapes = _painted(page)
    paper = _paper(page)
    layer = [text for text in texts if _on_a_scan(text, shapes, paper)]
    scanned = shapes.pictured >= SCAN_SHARE * paper.area and _is_scan(layer, texts)
    kept = {text.place for text in layer} if scanned else set()
    unseen = (
        text
        for text in texts
        if text.no_ink or _unseen(text, shapes, paper) or _under(text, shapes.around(text))
    )
    gone = [text for text in unseen if text.place not in kept]
    pieces = _pieces(gone, page) if gone else 0
    for text in gone:
        if text.holder is None:
            pdf.FPDFPage_RemoveObject(page, text.raw)
        else:
            pdf.FPDFFormObj_RemoveObject(text.holder, text.raw)
        pdf.FPDFPageObj_Destroy(text.raw)
    replaced = _other_words([text for text in texts if text.place not in {one.place for one in gone}], page)
    return Hidden(pieces + replaced, scanned, len(texts))


def _other_words(texts: Sequence[_Text], page: Any) -> int:  # noqa: ANN401  (likewise)
    """Take away what is to be read in place of what is drawn (`ActualText`), where it is more than a word.

    Short ones are honest work: ligatures, words parted at the end of a line. Long ones are counted unless
    the page shows the same.
    """
    said = set[str]()
    for text in texts:
        for number in reversed(range(pdf.FPDFPageObj_CountMarks(text.raw))):
            mark = pdf.FPDFPageObj_GetMark(text.raw, number)
            if len(words := _actual_text(mark)) > LONGEST_WORD:
                pdf.FPDFPageObj_RemoveMark(text.raw, mark)
                said.add("".join(words.split()))
    if not said:
        return 0
    drawn = "".join(_all_words(page).split())
    return sum(words not in drawn for words in said)


def _actual_text(mark: Any) -> str:  # noqa: ANN401  (likewise)
    size = ctypes.c_ulong()
    if not pdf.FPDFPageObjMark_GetParamStringValue(mark, b"ActualText", None, 0, size) or not size.value:
        return ""
    buffer = (ctypes.c_ushort * (size.value // 2 + 1))()
    pdf.FPDFPageObjMark_GetParamStringValue(mark, b"ActualText", buffer, size.value, size)
    return _decoded(buffer)


def _all_words(page: Any) -> str:  # noqa: ANN401  (likewise)
    words = pdf.FPDFText_LoadPage(page)
    try:
        count = max(0, pdf.FPDFText_CountChars(words))
        buffer = (ctypes.c_ushort * (count + 1))()
        pdf.FPDFText_GetText(words, 0, count, buffer)
        return _decoded(buffer)
    finally:
        pdf.FPDFText_ClosePage(words)


def _painted(page: Any) -> tuple[list[_Text], _Shapes]:  # noqa: ANN401  (likewise)
    texts, shapes = list[_Text](), list[_Shape]()
    for place, (raw, holder, matrix) in enumerate(_objects(page)):
        kind = pdf.FPDFPageObj_GetType(raw)
        box = _box(raw, matrix)
        if box is None:
            continue
        if kind == pdf.FPDF_PAGEOBJ_TEXT:
            texts.append(_text(place, raw, holder, box, matrix))
        elif (shape := _shape(place, raw, kind, box)) is not None:
            shapes.append(shape)
    return texts, _Shapes(shapes, _paper(page))


def _objects(page: Any) -> Iterator[tuple[Any, Any, Matrix]]:  # noqa: ANN401  (likewise)
    """Everything that is painted, in its order, with the form it is in and how that is placed."""
    count = min(MOST_OBJECTS, pdf.FPDFPage_CountObjects(page))
    for number in range(count):
        yield from _inside(pdf.FPDFPage_GetObject(page, number), None, PLAIN, DEEPEST)


def _inside(raw: Any, holder: Any, matrix: Matrix, deep: int) -> Iterator[tuple[Any, Any, Matrix]]:  # noqa: ANN401  (likewise)
    if not raw:
        return
    if pdf.FPDFPageObj_GetType(raw) != pdf.FPDF_PAGEOBJ_FORM or deep == 0:
        yield raw, holder, matrix
        return
    placed = _matrix(raw).then(matrix)
    for number in range(min(MOST_OBJECTS, max(0, pdf.FPDFFormObj_CountObjects(raw)))):
        yield from _inside(pdf.FPDFFormObj_GetObject(raw, number), raw, placed, deep - 1)


def _text(place: int, raw: Any, holder: Any, box: Box, matrix: Matrix) -> _Text:  # noqa: ANN401  (likewise)
    mode = pdf.FPDFTextObj_GetTextRenderMode(raw)
    getters = [pdf.FPDFPageObj_GetStrokeColor if mode in _STROKED else pdf.FPDFPageObj_GetFillColor]
    if mode in (2, 6):
        getters.append(pdf.FPDFPageObj_GetStrokeColor)
    colours = [_colour(raw, getter) for getter in getters]
    return _Text(
        place,
        raw,
        holder,
        box,
        box.top - box.bottom < FLAT_POINTS and _size(raw, matrix) < SMALLEST_POINTS,
        mode in _NO_INK,
        tuple(colour[:3] for colour in colours if colour is not None and colour[3] > SAME_COLOUR),
        patterned=None in colours,
    )


def _size(raw: Any, matrix: Matrix) -> float:  # noqa: ANN401  (likewise)
    """The size of the letters on the paper, in points."""
    size = ctypes.c_float()
    pdf.FPDFTextObj_GetFontSize(raw, size)
    return abs(size.value) * _matrix(raw).then(matrix).scale


def _shape(place: int, raw: Any, kind: int, box: Box) -> _Shape | None:  # noqa: ANN401  (likewise)
    """What an object paints all over, if it is large enough to matter behind or before letters."""
    if box.width < SMALLEST_POINTS or box.area < SMALLEST_POINTS**2:
        return None
    whole = not pdf.FPDFPageObj_HasTransparency(raw) and not _is_cut(raw)
    if kind == pdf.FPDF_PAGEOBJ_IMAGE:
        return _Shape(place, box, None, opaque=whole, picture=True)
    if kind != pdf.FPDF_PAGEOBJ_PATH:
        return _Shape(place, box, None, opaque=False)
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not pdf.FPDFPath_GetDrawMode(raw, fill, stroke) or not fill.value:
        return None
    colour = _colour(raw, pdf.FPDFPageObj_GetFillColor)
    if colour is None or not whole or not _is_rectangle(raw):
        return _Shape(place, box, None, opaque=False)
    return _Shape(place, box, colour[:3], opaque=True)


def _is_cut(raw: Any) -> bool:  # noqa: ANN401  (likewise)
    """Whether something keeps a part of it from being painted."""
    return bool(pdf.FPDFClipPath_CountPaths(pdf.FPDFPageObj_GetClipPath(raw)) > 0)


def _is_rectangle(raw: Any) -> bool:  # noqa: ANN401  (likewise)
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


def _unseen(text: _Text, shapes: _Shapes, paper: Box) -> bool:
    """Of no size, off the page, clear, or in the colour of what is behind it."""
    if text.tiny or text.box.apart_from(paper):
        return True
    if text.patterned:
        return False
    behind = [shape for shape in shapes.around(text) if shape.place < text.place]
    ground = behind[-1].colour if behind else WHITE
    return not text.inks or (ground is not None and all(_alike(ink, ground) for ink in text.inks))


def _under(text: _Text, shapes: Iterable[_Shape]) -> bool:
    """Whether something that lets nothing through is painted over the text later."""
    return any(shape.place > text.place and shape.opaque and shape.box.covers(text.box) for shape in shapes)


def _on_a_scan(text: _Text, shapes: _Shapes, paper: Box) -> bool:
    """Whether it may be what a machine read: on the page, of a size, without ink or under a picture."""
    if text.tiny or text.box.apart_from(paper):
        return False
    return text.no_ink or _under(text, (shape for shape in shapes.around(text) if shape.picture))


def _is_scan(layer: Sequence[_Text], texts: Sequence[_Text]) -> bool:
    """Whether nearly all words of the page are such as nobody sees."""
    unseen = sum(text.box.width for text in layer)
    seen = sum(text.box.width for text in texts) - unseen
    return bool(layer) and seen <= FEW_WORDS * unseen


def _pieces(gone: Sequence[_Text], page: Any) -> int:  # noqa: ANN401  (likewise)
    """How many pieces of several words these are: what is painted one after the other is one."""
    words = pdf.FPDFText_LoadPage(page)
    try:
        pieces, said, last = 0, "", -2
        for text in gone:
            if text.place != last + 1:
                pieces += _tells(said)
                said = ""
            said, last = f"{said} {_words(text.raw, words)}", text.place
        return pieces + _tells(said)
    finally:
        pdf.FPDFText_ClosePage(words)


def _tells(said: str) -> bool:
    """Enough words to say something; Korean and Chinese need few spaces."""
    return len(said.split()) >= FEWEST_WORDS or len("".join(said.split())) >= 4 * FEWEST_WORDS


def _words(raw: Any, words: Any) -> str:  # noqa: ANN401  (likewise)
    size = pdf.FPDFTextObj_GetText(raw, words, None, 0)
    buffer = (ctypes.c_ushort * max(1, size // 2 + 1))()
    pdf.FPDFTextObj_GetText(raw, words, buffer, size)
    return _decoded(buffer)


def _decoded(buffer: "ctypes.Array[ctypes.c_ushort]") -> str:
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")


def _matrix(raw: Any) -> Matrix:  # noqa: ANN401  (likewise)
    found = pdf.FS_MATRIX()
    if not pdf.FPDFPageObj_GetMatrix(raw, found):
        return Matrix()
    return Matrix(found.a, found.b, found.c, found.d, found.e, found.f)


def _box(raw: Any, matrix: Matrix) -> Box | None:  # noqa: ANN401  (likewise)
    sides = [ctypes.c_float() for _ in range(4)]
    if not pdf.FPDFPageObj_GetBounds(raw, *sides):
        return None
    box = Box(*(side.value for side in sides))
    return box if matrix == PLAIN else matrix.moved(box)


def _paper(page: Any) -> Box:  # noqa: ANN401  (likewise)
    found = pdf.FS_RECTF()
    pdf.FPDF_GetPageBoundingBox(page, found)
    return Box(found.left, found.bottom, found.right, found.top)


def _colour(raw: Any, getter: Any) -> tuple[int, int, int, int] | None:  # noqa: ANN401  (likewise)
    """Red, green, blue and how opaque; None for a pattern."""
    parts = [ctypes.c_uint() for _ in range(4)]
    if not getter(raw, *parts):
        return None
    return parts[0].value, parts[1].value, parts[2].value, parts[3].value


def _alike(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= SAME_COLOUR for a, b in zip(one, other, strict=True))

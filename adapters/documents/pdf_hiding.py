"""Text of a PDF that nobody sees who looks at its pages; taken out of a page before its words are read.

Hidden are words in the colour of what is behind them or without any, words drawn in no ink (render modes 3
and 7), words under a picture or a box, words of no size, words off the page, and words that are to be read
in place of those drawn. One exception: a page that is a picture, with hardly a word of its own, is a scan,
and the unseen words on it are what a machine read there. They are kept, for there is nothing else to read,
and that is said.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pathfinder.adapters.documents.hiding import FEWEST_WORDS
from pathfinder.adapters.documents.pdf_boxes import Box
from pathfinder.adapters.documents.pdf_painted import (
    SAME_COLOUR,
    Colour,
    Handle,
    Shape,
    Text,
    all_words,
    painted,
    paper,
    remove,
    take_read_instead,
    words_of,
)

ROW_POINTS = 24
MOST_ROWS = 1_000
MOST_SHAPES = 1_000
SCAN_SHARE = 0.5
"""A picture over so much of a page may be a scan of it."""
FEW_WORDS = 0.2
"""Of a scan's words at most so many are seen: a page number, a stamp."""
LONGEST_WORD = 24
"""Letters of an `ActualText` that may stand for what is drawn."""
WHITE = (255, 255, 255)


class _Shapes:
    """The shapes of a page by the height at which they stand: few of them are near a letter."""

    def __init__(self, shapes: Sequence[Shape], paper: Box) -> None:
        largest = sorted(shapes, key=lambda shape: -shape.box.area)[:MOST_SHAPES]
        self._rows: dict[int, list[Shape]] = {}
        for shape in sorted(largest, key=lambda shape: shape.place):
            low, high = max(shape.box.bottom, paper.bottom), min(shape.box.top, paper.top)
            for row in range(int(low // ROW_POINTS), min(int(high // ROW_POINTS), MOST_ROWS) + 1):
                self._rows.setdefault(row, []).append(shape)
        self.pictured = sum(shape.box.area for shape in largest if shape.picture)
        """Points of paper under pictures."""

    def around(self, text: Text) -> list[Shape]:
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


def take_out_hidden(page: Handle) -> Hidden:
    """Remove from a page what nobody sees. A text page of it is to be made after that."""
    texts, painted_shapes = painted(page)
    sheet = paper(page)
    shapes = _Shapes(painted_shapes, sheet)
    layer = [text for text in texts if _on_a_scan(text, shapes, sheet)]
    scanned = shapes.pictured >= SCAN_SHARE * sheet.area and _is_scan(layer, texts)
    kept = {text.place for text in layer} if scanned else set()
    unseen = (
        text
        for text in texts
        if text.no_ink or _unseen(text, shapes, sheet) or _under(text, shapes.around(text))
    )
    gone = [text for text in unseen if text.place not in kept]
    pieces = _pieces(gone, page) if gone else 0
    for text in gone:
        remove(page, text)
    replaced = _other_words([text for text in texts if text.place not in {one.place for one in gone}], page)
    return Hidden(pieces + replaced, scanned, len(texts))


def _other_words(texts: Sequence[Text], page: Handle) -> int:
    """Take away what is to be read in place of what is drawn (`ActualText`), where it is more than a word.

    Short ones are honest work: ligatures, words parted at the end of a line. Long ones are counted unless
    the page shows the same.
    """
    said = {"".join(words.split()) for text in texts for words in take_read_instead(text, LONGEST_WORD)}
    if not said:
        return 0
    drawn = "".join(all_words(page).split())
    return sum(words not in drawn for words in said)


def _unseen(text: Text, shapes: _Shapes, paper: Box) -> bool:
    """Of no size, off the page, clear, or in the colour of what is behind it."""
    if text.tiny or text.box.apart_from(paper):
        return True
    if text.patterned:
        return False
    behind = [shape for shape in shapes.around(text) if shape.place < text.place]
    ground = behind[-1].colour if behind else WHITE
    return not text.inks or (ground is not None and all(_alike(ink, ground) for ink in text.inks))


def _under(text: Text, shapes: Iterable[Shape]) -> bool:
    """Whether something that lets nothing through is painted over the text later."""
    return any(shape.place > text.place and shape.opaque and shape.box.covers(text.box) for shape in shapes)


def _on_a_scan(text: Text, shapes: _Shapes, paper: Box) -> bool:
    """Whether it may be what a machine read: on the page, of a size, without ink or under a picture."""
    if text.tiny or text.box.apart_from(paper):
        return False
    return text.no_ink or _under(text, (shape for shape in shapes.around(text) if shape.picture))


def _is_scan(layer: Sequence[Text], texts: Sequence[Text]) -> bool:
    """Whether nearly all words of the page are such as nobody sees."""
    unseen = sum(text.box.width for text in layer)
    seen = sum(text.box.width for text in texts) - unseen
    return bool(layer) and seen <= FEW_WORDS * unseen


def _pieces(gone: Sequence[Text], page: Handle) -> int:
    """How many pieces of several words these are: what is painted one after the other is one."""
    pieces, said, last = 0, "", -2
    for text, words in zip(gone, words_of(gone, page), strict=True):
        if text.place != last + 1:
            pieces += _tells(said)
            said = ""
        said, last = f"{said} {words}", text.place
    return pieces + _tells(said)


def _tells(said: str) -> bool:
    """Enough words to say something; Korean and Chinese need few spaces."""
    return len(said.split()) >= FEWEST_WORDS or len("".join(said.split())) >= 4 * FEWEST_WORDS


def _alike(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= SAME_COLOUR for a, b in zip(one, other, strict=True))

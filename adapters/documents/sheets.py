"""Tables: the rows of Excel workbooks and of CSV files. Only the worker imports this."""

import csv
import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from io import BytesIO, StringIO
from typing import Any, NamedTuple
from zipfile import ZipFile

from pathfinder.adapters.documents.hiding import says_something, without_invisible
from pathfinder.adapters.documents.layout import Piece, laid_out
from pathfinder.adapters.documents.parsing import Parsed, Unreadable, decoded
from pathfinder.adapters.documents.rows import MOST_BLANK_ROWS, MOST_CELLS, MOST_ROWS, Row, filled, told
from pathfinder.locales.catalogue import Message

Untyped = Any
"""A workbook or sheet in read-only mode; the published types know the other mode only."""
_YES = ("1", "true")
_COMMENTS = re.compile(r"xl/comments[^/]*\.xml|xl/comments/[^/]*\.xml")


class _Counts:
    """What was met on the way through a file."""

    def __init__(self) -> None:
        self.hidden = self.rows = self.blank = 0
        self.cut = False

    def full(self) -> bool:
        """Whether no further row may be read."""
        self.cut = self.cut or self.rows >= MOST_ROWS or self.blank >= MOST_BLANK_ROWS
        return self.cut

    @property
    def unread(self) -> str:
        return Message("document-first-rows", rows=self.rows) if self.cut else ""


def read_table(content: bytes, most: int, charset: str) -> Parsed:
    """The rows of a CSV file."""
    text, hidden = without_invisible(decoded(content, charset or None))
    counts = _Counts()
    counts.hidden = hidden
    try:
        laid = laid_out((Piece(row, "row", number) for number, row in told(_lines(text, counts))), most)
    except csv.Error as error:
        raise Unreadable(Message("document-rows-unclear")) from error
    return Parsed.laid(laid, hidden=counts.hidden, unread=counts.unread)


def _lines(text: str, counts: _Counts) -> Iterator[Row]:
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    first = text[:4_096].partition("\n")[0]
    reader = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t|", key=first.count))
    for number, cells in enumerate(reader, start=1):
        if counts.full():
            return
        row = Row(number, filled(cells))
        counts.rows, counts.blank = counts.rows + bool(row.cells), counts.blank + (not row.cells)
        yield row


def read_sheets(content: bytes, package: ZipFile, most: int) -> Parsed:
    """The rows of a workbook, sheet by sheet, as its readers see them."""
    from openpyxl import load_workbook

    # Hidden rows are only known to the parser beneath `iter_rows`, so that one is used.
    book: Untyped = load_workbook(BytesIO(content), read_only=True, data_only=True)
    counts = _Counts()
    counts.hidden = sum(map(says_something, _comments(package)))
    laid = laid_out(_pieces(book, package, counts), most)
    return Parsed.laid(laid, str(book.properties.title or ""), hidden=counts.hidden, unread=counts.unread)


def _pieces(book: Untyped, package: ZipFile, counts: _Counts) -> Iterator[Piece]:
    for sheet in book.worksheets:
        seen = _Sheet(
            sheet.sheet_state == "visible", _has_table(package, sheet._worksheet_path), set(), set()
        )
        for number, row in told(_rows(book, sheet, seen, counts)):
            text, invisible = without_invisible(row)
            counts.hidden += invisible
            yield Piece(text, "row", number, sheet.title)
        pieces = len(seen.hidden_columns) + len(seen.hidden_rows)
        counts.hidden += pieces if seen.visible else bool(pieces)


class _Sheet(NamedTuple):
    visible: bool
    coloured: bool
    """It has a table, whose style may colour what is behind the letters."""
    hidden_rows: set[int]
    hidden_columns: set[int]
    """Those of them that hold something."""


def _rows(book: Untyped, sheet: Untyped, seen: _Sheet, counts: _Counts) -> Iterator[Row]:
    from openpyxl.worksheet._reader import WorkSheetParser

    looks = _Looks(book)
    with sheet._get_source() as source:
        parser = WorkSheetParser(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        before = 0
        for number, cells in parser.parse():
            if counts.full():
                return
            hidden_row = parser.row_dimensions.pop(str(number), {}).get("hidden") in _YES
            columns = _hidden_columns(parser.column_dimensions)
            values: dict[int, str] = {}
            for cell in cells[:MOST_CELLS]:
                value = looks.shown(cell["value"], cell["style_id"])
                if value and any(first <= cell["column"] <= last for first, last in columns):
                    seen.hidden_columns.add(cell["column"])
                elif value and looks.unseen(cell["style_id"], sure=not seen.coloured):
                    counts.hidden += says_something(value)
                elif value:
                    values[cell["column"]] = value
            if values and (hidden_row or not seen.visible):
                seen.hidden_rows.add(number)
                values = {}
            if number > before + 1:
                yield Row(before + 1, {})
            before = number
            counts.rows, counts.blank = counts.rows + bool(values), counts.blank + (not values)
            if values or not hidden_row:
                yield Row(number, values)


def _has_table(package: ZipFile, path: str) -> bool:
    folder, _, name = path.rpartition("/")
    relations = f"{folder}/_rels/{name}.rels"
    return relations in package.namelist() and b"relationships/table" in package.read(relations)


def _hidden_columns(written: Mapping[str, Mapping[str, str]]) -> list[tuple[int, int]]:
    hidden = (column for column in written.values() if column.get("hidden") in _YES)
    return [(int(column["min"]), int(column["max"])) for column in hidden]


class _Looks:
    """How the styles of a workbook show a value."""

    def __init__(self, book: Untyped) -> None:
        self._book = book
        self._white: dict[int, bool] = {}
        self._formats: dict[int, str] = {}

    def shown(self, value: object, style: int) -> str:
        """A value as a reader would write it down."""
        match value:
            case None:
                return ""
            case bool():
                return str(value).upper()
            case datetime() if value.time() == time():
                return value.date().isoformat()
            case datetime():
                return value.isoformat(" ", "seconds")
            case date() | time():
                return value.isoformat()
            case timedelta():
                return str(value)
            case int() | float() if "%" in self._format(style):
                return f"{round(value * 100, 10):.15g}%"
            case float():
                return f"{value:.15g}"
            case _:
                return " ".join(str(value).split())

    def unseen(self, style: int, *, sure: bool) -> bool:
        """Whether nobody sees a cell: a format that shows nothing, or white letters without a filling."""
        if self._format(style).replace('"', "").strip() == ";;;":
            return True
        if style not in self._white:
            array = self._book._cell_styles[style]
            colour = self._book._fonts[array.fontId].color
            rgb = str(colour.rgb) if colour is not None and colour.type == "rgb" else ""
            theme = colour is not None and colour.type == "theme" and colour.theme == 0 and not colour.tint
            unfilled = self._book._fills[array.fillId].fill_type is None
            self._white[style] = unfilled and (theme or rgb.upper() in ("FFFFFFFF", "00FFFFFF"))
        return sure and self._white[style]

    def _format(self, style: int) -> str:
        if style not in self._formats:
            from openpyxl.styles.numbers import BUILTIN_FORMATS, BUILTIN_FORMATS_MAX_SIZE

            number = self._book._cell_styles[style].numFmtId
            own = number - BUILTIN_FORMATS_MAX_SIZE
            known = self._book._number_formats
            self._formats[style] = known[own] if 0 <= own < len(known) else BUILTIN_FORMATS.get(number, "")
        return self._formats[style]


def _comments(package: ZipFile) -> Iterator[str]:
    """The comments beside cells, which only those see who open them."""
    from lxml import etree  # type: ignore[import-untyped]  # the package ships no types

    for name in filter(_COMMENTS.fullmatch, package.namelist()):
        tree = etree.fromstring(package.read(name), etree.XMLParser(resolve_entities=False, no_network=True))
        for comment in tree.iterfind(".//{*}comment"):
            yield " ".join(comment.itertext())

"""Rows of a table as text that is understood on its own: each value stands with the name of its column."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

MOST_ROWS = 20_000
"""Rows of one file that are read."""
MOST_BLANK_ROWS = 200_000
"""Empty rows of one file that are stepped over."""
MOST_CELLS = 500
"""Cells of one row that are read."""
LONGEST_NAME = 120
CELLS = " | "
"""Between two cells; a semicolon would end a sentence for the reading list."""
_FIGURE = re.compile(r"[-+(]?\s*[$€£¥₩]?\s*[-+]?\d[\d.,:/ -]*\s*[%)]?")

_YEAR = re.compile("(?:19|20)[0-9]{2}")


class Row(NamedTuple):
    """One row: its number, and its filled cells by column."""

    number: int
    cells: Mapping[int, str]


def told(rows: Iterable[Row]) -> Iterator[tuple[int, str]]:
    """The number and the text of every filled row: `- Item: Pump | Price: 300`.

    The first row of words alone names the columns. An empty row ends a table, and the next row of words
    alone names the columns anew, unless it looks like one more row of the same table.
    """
    names: Mapping[int, str] = {}
    figures, ended = False, True
    for row in rows:
        if not row.cells:
            ended = True
            continue
        if ended and names_columns(row.cells) and (not names or figures or row.cells.keys() != names.keys()):
            names, figures, ended = row.cells, False, False
            yield row.number, CELLS.join(row.cells.values())
        else:
            # A title of one cell may stand above the names of the columns, with no empty row between them.
            ended = ended and len(row.cells) == 1
            figures = figures or any(map(_is_figure, row.cells.values()))
            yield row.number, with_names(row.cells, names)


def names_columns(cells: Mapping[int, str]) -> bool:
    """Whether a row may name the columns below it: several words, all different; of figures only years."""
    values = [value.casefold() for value in cells.values()]
    if len(values) < 2 or len(set(values)) < len(values) or _is_figure(values[0]):
        return False
    return all(len(value) <= LONGEST_NAME and not _is_figure(_YEAR.sub("", value)) for value in values)


def with_names(cells: Mapping[int, str], names: Mapping[int, str]) -> str:
    """The cells of a row, each after the name of its column; a lone cell in a wide table is a caption."""
    if len(cells) == 1 and len(names) > 2:
        return CELLS.join(cells.values())
    named = ((names.get(column, ""), value) for column, value in cells.items())
    text = CELLS.join(f"{name.rstrip(': ')}: {value}" if name else value for name, value in named)
    # As an item of a list it is a statement of its own, although no full stop ends it.
    return f"- {text}" if names else text


def filled(cells: Sequence[str]) -> Mapping[int, str]:
    """The cells that hold something, by column, each on one line."""
    lines = ((column, " ".join(cell.split())) for column, cell in enumerate(cells[:MOST_CELLS]))
    return {column: line for column, line in lines if line}


def _is_figure(value: str) -> bool:
    return _FIGURE.fullmatch(value) is not None

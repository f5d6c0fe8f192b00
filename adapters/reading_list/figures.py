"""The figures of a statement: value, unit, and the words around it."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pathfinder.protocols.rules.numbers import Quantity, numbers
from pathfinder.protocols.rules.units import DAY_OF_MONTH, DECADE, MONTH_OF_YEAR, ORDINAL

WIDTH = 90
"""Characters of a statement that tell what a figure is."""

_NO_MEASURE: Final = frozenset({ORDINAL, DECADE, MONTH_OF_YEAR, DAY_OF_MONTH})
_YEAR: Final = re.compile(r"(?:1[5-9]|20)\d\d")
_COUNTED: Final = re.compile(r"\s*(?P<word>(?:[a-z][a-z-]+)|(?:[가-힣]+))")


class Figure(NamedTuple):
    """A figure of a statement."""

    value: str
    unit: str
    """The unit, or the word that is counted; empty if neither is plain."""
    what: str
    exact: float


def figures(text: str) -> Iterator[Figure]:
    """The measured and counted figures of a statement, in order; years, dates and ranks are left out."""
    for number in numbers(text):
        if not isinstance(number, Quantity) or number.unit in _NO_MEASURE:
            continue
        if number.unit is None and not any(letter.isdigit() for letter in number.raw):
            continue
        if number.unit is None and _YEAR.fullmatch(number.raw):
            continue
        unit = number.unit or _counted(text, number.span.end)
        if unit:
            yield Figure(
                _value(number.raw),
                unit,
                around(text, number.span.start, number.span.end),
                float(number.value),
            )


def _value(raw: str) -> str:
    """The figure as it is written, without its unit where the unit stands behind it."""
    found = re.match(r"[^\d]*[\d.,  ]*\d(?:\s?(?:million|billion|thousand|만|억|천))?", raw)
    return (found[0] if found else raw).strip()


def _counted(text: str, end: int) -> str:
    """The word after a bare number: "120 roofs" counts roofs."""
    found = _COUNTED.match(text, end)
    word = found["word"] if found else ""
    return word if len(word) > 2 or (word and "가" <= word[0] <= "힣") else ""


def around(text: str, start: int, end: int) -> str:
    """The words around a figure, cut between words."""
    room = max(0, WIDTH - (end - start)) // 2
    left, right = max(0, start - room), min(len(text), end + room)
    if left:
        left = text.find(" ", left, start) + 1 or start
    if right < len(text):
        right = max(text.rfind(" ", end, right), end)
    return f"{'…' if left else ''}{text[left:right].strip()}{'…' if right < len(text) else ''}"

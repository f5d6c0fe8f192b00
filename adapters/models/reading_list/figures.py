"""The figures of a statement: value, unit, and the words around it."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pathfinder.adapters.language.korean import is_hangul, noun, without_particle
from pathfinder.adapters.language.stop_words import ENGLISH, KOREAN
from pathfinder.protocols.text.numbers import Quantity, numbers
from pathfinder.protocols.text.units import DAY_OF_MONTH, DECADE, MONTH_OF_YEAR, ORDINAL, RATIO

WIDTH = 60
"""Characters of a statement that tell what a figure is."""

_NO_MEASURE: Final = frozenset({ORDINAL, DECADE, MONTH_OF_YEAR, DAY_OF_MONTH})
_YEAR: Final = re.compile(r"(?:1[5-9]|20)\d\d")
_COUNTED: Final = re.compile(r"\s*(?P<word>(?:[a-z][a-z-]+)|(?:[가-힣]+))")
_WRITTEN: Final = re.compile(
    r"[^\d]*\d[\d.,  ]*(?:\s?(?:million|billion|thousand|[십백천만억조]))*"
    r"(?:\s?\d[\d,]*\s?[십백천만억])*"
)
_NAME: Final = re.compile(r"\b[A-Z][A-Za-z]+ $")
_RANGE: Final = re.compile(r"\s*(?:to|and|or|[-–~∼]|에서|부터)\s*", re.IGNORECASE)
_COMPARED: Final = re.compile(r"\b(?:against|versus|vs\.?|compared (?:with|to)|than)\s*$", re.IGNORECASE)


class Figure(NamedTuple):
    """A figure of a statement."""

    value: str
    unit: str
    """The unit, or the word that is counted."""
    what: str
    exact: float
    shown: str
    """The unit as the statement writes it, where it writes a sign or a Korean word."""
    start: int = 0
    end: int = 0
    """Where it stands in the statement."""


def figures(text: str) -> Iterator[Figure]:
    """The measured and counted figures of a statement, in order; years, dates and ranks are left out."""
    before: Figure | None = None
    waiting: Quantity | None = None
    for number in numbers(text):
        if not isinstance(number, Quantity) or not _measures(number) or _is_of_a_name(text, number):
            continue
        if waiting is not None and _RANGE.fullmatch(text[waiting.span.end : number.span.start]) is None:
            waiting = None
        unit, shown = _unit(text, number)
        if not unit and before is not None and _COMPARED.search(text[: number.span.start]):
            # "408 marels against 161": what is compared has the same unit.
            unit, shown = before.unit, before.shown
        if not unit:
            waiting = number
            continue
        if waiting is not None:
            # "395 to 430 marels": both ends of a range have the unit of the second.
            yield _figure(text, waiting, unit, shown)
            waiting = None
        before = _figure(text, number, unit, shown)
        yield before


def _measures(number: Quantity) -> bool:
    if number.unit in _NO_MEASURE:
        return False
    digits = any(letter.isdigit() for letter in number.raw)
    if not digits and is_hangul(number.raw):
        return False  # "두 배 반" goes on after what was read of it.
    return digits and _YEAR.fullmatch(number.raw) is None if number.unit in (None, RATIO) else True


def _is_of_a_name(text: str, number: Quantity) -> bool:
    """ "Vite 6", "Oracle 10g": a number after a capitalised word that does not open an English sentence."""
    found = _NAME.search(text[: number.span.start])
    return found is not None and (found.start() > 0 or is_hangul(text))


def _figure(text: str, number: Quantity, unit: str, shown: str) -> Figure:
    start, end = number.span.start, number.span.end
    return Figure(_split(number)[0], unit, around(text, start, end), float(number.value), shown, start, end)


def _unit(text: str, number: Quantity) -> tuple[str, str]:
    """The unit of a figure, and how it is shown; empty if nothing says it."""
    sign = _split(number)[1]
    if number.unit or sign:
        return number.unit or sign, sign or number.unit or ""
    counted = _counted(text, number.span.end)
    return counted, counted


def _split(number: Quantity) -> tuple[str, str]:
    """The figure in digits, and its unit where that is a sign or a Korean word."""
    found = _WRITTEN.match(number.raw)
    if found is None:
        exact = float(number.value)
        return (f"{exact:g}" if exact < 1e6 else f"{exact:,.0f}"), ""
    rest = number.raw[found.end() :].strip()
    written = found[0].strip().rstrip(".,")
    return written, rest if rest and (is_hangul(rest) or not rest.isascii() or rest == "%") else ""


def _counted(text: str, end: int) -> str:
    """The word after a bare number: "120 roofs" counts roofs."""
    found = _COUNTED.match(text, end)
    if found is None:
        return ""
    word = found["word"]
    if "가" <= word[0] <= "힣":
        if noun(f"가{word}") == "가" or noun(f"각{word}") == "각":
            return ""  # a lone particle
        bare = without_particle(f"가{word}")[1:]
        return "" if bare in KOREAN or word in KOREAN else bare
    return word if len(word) > 2 and word not in ENGLISH else ""


def around(text: str, start: int, end: int) -> str:
    """The words around a figure, cut between words."""
    room = max(0, WIDTH - (end - start)) // 2
    left, right = max(0, start - room), min(len(text), end + room)
    if left:
        left = text.find(" ", left, start) + 1 or start
    if right < len(text):
        right = max(text.rfind(" ", end, right), end)
    return f"{'…' if left else ''}{text[left:right].strip()}{'…' if right < len(text) else ''}"

"""Ranges a text names on a scale: under ten, past the thirteenth, from year nine upwards, 22도를 넘은.

A number is a range by the word before or after it, whatever it counts. Two claims whose ranges on one scale
do not meet speak of different cases.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import Final, NamedTuple

from pathfinder.adapters.embedded.condition_patterns import PEOPLE
from pathfinder.protocols.rules.numbers import Quantity, numbers
from pathfinder.protocols.rules.units import DAY_OF_MONTH, DECADE, FOLD, MONTH_OF_YEAR, ORDINAL, RATIO

FAR_APART: Final = 0.25
"""Single values of one unit that differ by this share of the larger are other values."""
OLDEST: Final = 120
"""A bare number above this is no age and no grade."""
MOST_KEPT: Final = 8_192

_ABOUT: Final = r"(?:(?:about|around|roughly|some|the|age|age of|an?|their|his|her)\s+)*"
_LED: Final = r"(?:(?P<scale>year|grade|form|class|level|stage|floor|day|week|month)\s+)?$"
_UNDER: Final = re.compile(
    r"\b(?:under|below|less than|fewer than|lower than|younger than|shorter than|smaller than"
    r"|shallower than|lighter than|thinner than|narrower than|colder than|cooler than|nearer than|closer than"
    r"|weaker than|slower than|up to|at most"
    rf"|no more than|no older than|within|until|before)\s+{_ABOUT}{_LED}",
    re.IGNORECASE,
)
_OVER: Final = re.compile(
    r"\b(?:over|above|beyond|past|more than|higher than|older than|longer than|larger than"
    r"|deeper than|heavier than|thicker than|wider than|warmer than|hotter than|farther than|further than"
    r"|stronger than|faster than|bigger than|taller than|steeper than|at least"
    rf"|exceed(?:s|ed|ing)|topped|passed|upwards of|after)\s+{_ABOUT}{_LED}",
    re.IGNORECASE,
)
_FROM: Final = re.compile(rf"\b(?:(?:from|of|at|amounts of)\s+)?{_ABOUT}{_LED}", re.IGNORECASE)
_AT: Final = re.compile(
    rf"\b(?:at|on|aged|with|of)\s+(?:(?:about|around|roughly|age)\s+)?{_LED}", re.IGNORECASE
)
_AND_MORE: Final = re.compile(
    r"^(?:[\s-]*(?:years?|olds?))*(?:,? (?:or|and) (?:more|over|above|older|upwards?|longer|higher)"
    r"|,? (?:and )?(?:upwards?|onwards?)|\+)"
    r"|^\s?(?:[가-힣]{0,3}[을를이가]?\s?)?(?:이상|초과|넘[은는긴게어을]|웃[도돈]|지난)"
    r"|^\s?보다 (?:깊|높|크|큰|많|길|긴|멀|먼|두꺼|무거|나이)|^(?:학년|살|세)?부터",
    re.IGNORECASE,
)
_AND_LESS: Final = re.compile(
    r"^(?:[\s-]*(?:years?|olds?))*,? (?:or|and) (?:less|under|below|younger|fewer|lower|shorter)\b"
    r"|^\s?(?:[가-힣]{0,3}[을를이가에]?\s?)?(?:이하|미만|이내|안쪽|아래|밑[도돈]|안 [된되]"
    r"|못 (?:[된되]|미[치친]))|^\s?보다 (?:얕|낮|작|적|짧|가까|얇|가벼|어린|젊)"
    r"|^(?:학년|살|세)?까지",
    re.IGNORECASE,
)
_OLD: Final = re.compile(
    r"^(?:-| )?(?:years?[- ])?olds?\b|^(?:[- ](?:and|to|or) [a-z]+)?-year-olds?\b|^\s?[살세](?= |의)"
)
_COUNTER: Final = re.compile(r"^\s?(?P<scale>학년|층|등급|단계|birthday)")
# A bare number is a range of its own where nothing that is counted follows it.
_ALONE: Final = re.compile(
    r"^(?:\s*[,.;:)]|\s*$|\s+(?:who|that|which|and|or|were|was|are|is|had|have|has|did|do|does|can|will|in"
    r"|on|at"
    r"|with|from|upwards?|onwards?|birthday)\b)",
    re.IGNORECASE,
)
# "Dogs past the age of ten": whoever a sentence begins with may have an age.
_SOMEBODY: Final = re.compile(
    rf"(?:\b{PEOPLE}|^[A-Z]?[a-z]+s)\s+(?:aged\s+)?(?:under|below|over|above|past"
    rf"|of)\s+(?:the age of\s+)?$",
    re.IGNORECASE,
)
# How long something was watched, when it was, and how it compares: no state that a claim holds in.
_NO_SCALE: Final = frozenset(
    (
        "second",
        "minute",
        "hour",
        "day",
        "week",
        "month",
        "year",
        MONTH_OF_YEAR,
        DAY_OF_MONTH,
        DECADE,
        FOLD,
        RATIO,
    )
)
_GRADES: Final = frozenset(("year", "grade", "form", "class", "학년"))
_REACH: Final = 32


class Bound(NamedTuple):
    """A range on a scale, and the words that give it."""

    scale: str
    low: float
    high: float
    start: int
    end: int


@lru_cache(maxsize=MOST_KEPT)
def bounds(text: str) -> tuple[Bound, ...]:
    """The ranges of a text, in order; a figure without a word that makes it a range is none."""
    return tuple(_bounds(text))


def apart_in_range(one: str, other: str) -> bool:
    """Whether both name a range on one scale and no range of the one meets a range of the other."""
    first, second = bounds(one), bounds(other)
    shared = {bound.scale for bound in first} & {bound.scale for bound in second}
    return any(
        not any(
            _meet(mine, theirs) for mine in first for theirs in second if mine.scale == theirs.scale == scale
        )
        for scale in shared
    )


def _meet(mine: Bound, theirs: Bound) -> bool:
    if mine.low == mine.high and theirs.low == theirs.high:
        return abs(mine.low - theirs.low) <= FAR_APART * max(abs(mine.low), abs(theirs.low))
    return mine.low < theirs.high and theirs.low < mine.high


def _bounds(text: str) -> Iterator[Bound]:
    for number in numbers(text):
        if isinstance(number, Quantity):
            found = _bound(text, number)
            if found is not None:
                yield found


def _bound(text: str, number: Quantity) -> Bound | None:
    begin, end = number.span.start, number.span.end
    before, after = text[max(0, begin - _REACH) : begin], text[end : end + _REACH]
    under, over, at = _UNDER.search(before), _OVER.search(before), _AT.search(before)
    more, less, old = _AND_MORE.match(after), _AND_LESS.match(after), _OLD.match(after)
    led = next((found for found in (under, over, at, _FROM.search(before)) if found), None)
    scale = _scale(text, number, led["scale"] if led else None)
    if scale is None:
        return None
    value, shift = float(number.value), begin - len(before)
    starts = shift + led.start() if led and led.group().strip() else begin
    ends = end + max((found.end() for found in (more, less, old) if found), default=0)
    if more:
        return Bound(scale, value, inf, starts, ends)
    if less or under:
        return Bound(scale, -inf, value, starts, ends)
    if over:
        return Bound(scale, value, inf, starts, ends)
    if old or _counts_age(number) or (at and (number.unit not in (None, ORDINAL) or (led and led["scale"]))):
        return Bound(scale, value, value, begin if old and not at else starts, ends)
    return None


def _counts_age(number: Quantity) -> bool:
    return number.unit == "year" and number.raw.rstrip()[-1:] in "살세"


def _scale(text: str, number: Quantity, led: str | None) -> str | None:
    """What a number is a place on; None for one that only counts things."""
    before, after = text[: number.span.start], text[number.span.end :]
    counter = _COUNTER.match(after)
    named = led.lower() if led else counter["scale"] if counter else None
    if named is not None:
        return "grade" if named in _GRADES else "age" if named == "birthday" else named
    if number.raw.endswith("도"):
        return "°C"
    if _OLD.match(after) or _counts_age(number):
        return "age"
    if number.unit not in (None, ORDINAL):
        return None if number.unit in _NO_SCALE else number.unit
    alone = _ALONE.match(after) or _SOMEBODY.search(before[-_REACH:])
    return "age" if alone and abs(number.value) <= OLDEST else None

"""Figures in a form in which two texts can be compared: what is measured, and how much of it.

`protocols.rules.numbers` binds a sentence to its quote and forgives nothing. Here two sources are compared,
who round and count differently: a third and 34%, 2.5 times and two and a half, 57 months and five years.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from pathfinder.adapters.language.terms import terms
from pathfinder.protocols.rules.numbers import Quantity, numbers
from pathfinder.protocols.rules.units import PERCENT, RATIO

MOST_KEPT: Final = 2_048
CLOSE: Final = 0.06
"""Figures that differ by less are one figure, rounded differently."""
POINTS: Final = 0.021
"""... and shares no more than two points apart, however large they are."""
_YEARS: Final = (1800, 2100)
_COMMON: Final = frozenset((("share", 0.95), ("share", 1.0), ("share", 0.5), ("share", 0.0)))
"""Confidence levels, halves and wholes say nothing about the matter."""
_AFTER: Final = re.compile(
    r"\s*(?P<degrees>degrees?\b|°|도(?![가-힣]*[로시내])|℃)|\s*(?P<fold>times\b|-?fold\b|배(?![가-힣]{2}))"
    r"|\s*(?P<years>years?\b|해(?![가-힣]{2})|년(?!대))|\s*(?P<months>months?\b|개월|달(?![가-힣]))"
    r"|\s*(?P<noun>[^\W\d_]{3,})"
)
_HALF: Final = re.compile(r"\s*배 반")
_LARGE: Final = 1_000_000
"""A sum of millions is told by its size, whatever the coin is called."""
_ROUNDED: Final = frozenset(("large", "share", "fold", "degrees", "years", "metres"))
_LENGTHS: Final = {"km": 1_000.0, "m": 1.0, "cm": 0.01, "mm": 0.001}
_SPANS: Final = {"minute": 1.0, "hour": 60.0}
_TIMES_OF_DAY: Final = frozenset((15.0, 30.0, 60.0))
"""Spans of time that are told whatever was measured: a quarter of an hour, half an hour, an hour."""
WEAK: Final = 0.12
"""What is mixed in makes up less than this; a larger share is one of people, things or money."""
# A share of what is mixed in ("1.5 percent syrup", "2% 당액", "containing 3%") says how strong, not how much
# came of it.
_STRENGTH: Final = re.compile(
    r"\s+(?!(?:of|in|on|at|to|by|for|from|with|without|than|as|and|or|but|more|less|fewer|lower|higher"
    r"|below|above"
    r"|under|over|longer|shorter|faster|slower|better|worse|smaller|larger|greater|cheaper|reductions?"
    r"|increases?"
    r"|decreases?|falls?|drops?|rises?|cuts?|declines?|gains?|loss(?:es)?|were|was|are|is|had|have|has"
    r"|did|do|does"
    r"|said|lost|gone|down|up|after|before|during|when|while|against|compared|versus|who|which|that|lay"
    r"|went|died"
    r"|survived|failed|reported|showed|would|could|never|now|each|per|on average)\b)(?=[a-z]{3,})"
    r"|\s+(?:처리|당액|용액|농도|희석)",
)
_MIXED: Final = re.compile(
    r"(?:contain(?:s|ing|ed)?|holding|strength of|diluted to|농도)\s+(?:about |some )?$"
)


class Measure(NamedTuple):
    """One figure of a text."""

    kind: str
    """share, fold, degrees, years, metres, a unit, or the thing that is counted."""
    value: float
    raw: str


_COUNT: Final = {
    word: value
    for value, words in enumerate(
        (
            "one a 한 하나", "two 두 둘", "three 세 셋", "four 네 넷", "five 다섯", "six 여섯", "seven 일곱",
            "eight 여덟", "nine 아홉", "ten 열", "eleven 열한", "twelve 열두",
        ),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
_NUMERAL: Final = "(?:" + "|".join((r"\d+", *sorted(_COUNT, key=len, reverse=True))) + ")"
# "One car in eight", "four of every five", "two out of ten", "세 편 가운데 한 편", "열에 일곱".
_PART: Final = re.compile(
    rf"\b(?P<part>{_NUMERAL}) (?:[a-z]+ )?(?:in|of every|out of(?: every)?|in every) (?P<whole>{_NUMERAL}"
    rf"|a hundred)\b"
    rf"|(?P<whole_ko>{_NUMERAL}) ?(?:[가-힣]{{1,2}} )?(?:가운데|중"
    rf"|중에) (?P<part_ko>{_NUMERAL}) ?[가-힣]{{1,2}}"
    rf"|(?P<whole_ten>열)에 (?P<part_ten>{_NUMERAL})"
    rf"|(?P<whole_each>{_NUMERAL}) (?:[가-힣]{{1,2}})에 (?P<part_each>{_NUMERAL}) [가-힣]{{1,2}}꼴",
    re.IGNORECASE,
)
# "Forty-one tarns in every hundred", "88 of every hundred", "걷은 돈 백 탄 가운데 마흔한 탄".
_OF_HUNDRED: Final = re.compile(
    r"^\s*(?:[a-z]+ )?(?:in|of|out of) (?:every|each|a|one) hundred\b", re.IGNORECASE
)
_HUNDRED_BEFORE: Final = re.compile(r"(?<![가-힣])백 ?[가-힣]{1,3} (?:가운데|중에?서?) $")
# "About a quarter", "by a tenth", "an eighth of": the article counts one.
_ONE_PART: Final = re.compile(
    r"(?<!hour and )(?<!hours and )\b(?:a|an) (?P<name>third|quarter|fifth|sixth|seventh|eighth|ninth"
    r"|tenth)\b"
    r"(?! (?:of an hour|of a century|time|year|day|week|month|paper|study|trial|party|person))",
    re.IGNORECASE,
)
_PARTS: Final = {
    "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
_TENTHS: Final = re.compile(r"(?P<tenths>[1-9](?:\.\d)?)할")
_FOLD: Final = re.compile(
    r"\b(?P<two>twice(?= (?:as|the|what|its|their|his|her|that|those)\b)|doubled?|doubles|doubling"
    r"|double)\b|\b(?P<three>tripled?|triples|threefold|thrice)\b"
    r"|(?P<ko>두 배|2배)",
    re.IGNORECASE,
)


def _parts(text: str) -> Iterator[Measure]:
    """Shares told by counting, and multiples told by a word."""
    for found in _PART.finditer(text):
        part = found["part"] or found["part_ko"] or found["part_ten"] or found["part_each"]
        whole = found["whole"] or found["whole_ko"] or found["whole_ten"] or found["whole_each"]
        share = _counted(part) / max(1, _counted(whole))
        if 0 < share < 1 and _counted(whole) <= 100:
            yield Measure("share", share, found.group())
    for found in _ONE_PART.finditer(text):
        yield Measure("share", 1 / _PARTS[found["name"].lower()], found.group())
    for found in _TENTHS.finditer(text):
        yield Measure("share", float(found["tenths"]) / 10, found.group())
    for found in _FOLD.finditer(text):
        yield Measure("fold", 3.0 if found["three"] else 2.0, found.group())


def _counted(word: str) -> int:
    lower = word.lower()
    return 100 if "hundred" in lower else int(lower) if lower.isdigit() else _COUNT[lower]


@lru_cache(maxsize=MOST_KEPT)  # Each sentence of a page is held against thirty claims.
def measures(text: str) -> tuple[Measure, ...]:
    """The figures of a text that say how much; years of the calendar and confidence levels do not."""
    told = tuple(_parts(text))
    found = (
        *(_measure(text, number) for number in numbers(text) if isinstance(number, Quantity)),
        *told,
    )
    return tuple(
        known for known in found if known is not None and (known.kind, round(known.value, 4)) not in _COMMON
    )


def same_figure(one: str, other: str, question: str = "") -> tuple[Measure, Measure] | None:
    """The first figure of the one that the other gives too, the exact before the rounded.

    Those of the question are left out: every text on it has them.
    """
    asked = measures(question)
    pairs = [
        (mine, theirs)
        for mine in measures(one)
        if not any(mine.kind == told.kind and _close(mine, told) for told in asked)
        for theirs in measures(other)
        if mine.kind == theirs.kind != "strength" and _close(mine, theirs)
        if not (_is_name(mine) or _is_name(theirs))
    ]
    return min(pairs, key=lambda pair: abs(pair[0].value - pair[1].value), default=None)


def _is_name(figure: Measure) -> bool:
    """Whether it tells of what kind a thing is, and not what was measured: an eight-hour shift."""
    return "-" in figure.raw and figure.kind in ("minutes", "metres", "years")


def _measure(text: str, number: Quantity) -> Measure | None:
    value, raw = float(number.value), number.raw
    if number.unit in (PERCENT, RATIO):
        share = value / 100 if number.unit == PERCENT else value
        return Measure("strength" if share < WEAK and _is_strength(text, number) else "share", share, raw)
    if number.unit in _SPANS:
        minutes = value * _SPANS[number.unit]
        return None if minutes in _TIMES_OF_DAY else Measure("minutes", minutes, raw)
    if _OF_HUNDRED.match(text[number.span.end :]) or _HUNDRED_BEFORE.search(text[: number.span.start]):
        return Measure("share", value / 100, raw) if value < 100 else None
    if number.unit in _LENGTHS:
        return Measure("metres", value * _LENGTHS[number.unit], raw)
    if number.unit in ("year", "month"):
        return Measure("years", value / (12 if number.unit == "month" else 1), raw)
    if number.unit == "°C":
        return Measure("degrees", value, raw)
    if number.unit == "fold":
        return Measure("fold", value + (0.5 if _HALF.match(text, number.span.end - 1) else 0), raw)
    after = _AFTER.match(text, number.span.end)
    if after is None or after.lastgroup is None:
        return None
    if after.lastgroup == "months":
        return Measure("years", value / 12, raw)
    if after.lastgroup != "noun":
        return Measure(after.lastgroup, value, raw)
    if value >= _LARGE:
        return Measure("large", value, raw)
    counted = terms(after["noun"])
    year = number.unit is None and _YEARS[0] <= value <= _YEARS[1]
    return None if year or not counted or value <= 3 else Measure(counted[0], value, raw)


def _is_strength(text: str, number: Quantity) -> bool:
    """Whether a share tells how strong a mixture is."""
    mixed = _MIXED.search(text[: number.span.start])
    return mixed is not None or _STRENGTH.match(text, number.span.end) is not None


def _close(one: Measure, other: Measure) -> bool:
    """Things that are counted are the same figure only if they are the same number."""
    if one.kind not in _ROUNDED:
        return one.value == other.value
    most = CLOSE * max(abs(one.value), abs(other.value))
    return abs(one.value - other.value) <= (min(most, POINTS) if one.kind == "share" else most)

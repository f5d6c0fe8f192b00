"""Whether the figures of an answer stand in what it cites, or are calculated from figures that do."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pathfinder.protocols.evidence.citing import ID
from pathfinder.protocols.text.arithmetic import Calculation, calculated
from pathfinder.protocols.text.numbers import Name, Number, Quantity, numbers, unbound
from pathfinder.protocols.text.units import PERCENT

CONSTANTS: Final = frozenset(
    {1, 2, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1_000, 1_024, 3_600, 86_400, 1_000_000}
)
"""What a calculation may use without a source: seconds in a minute, days in a year, bytes in a kilobyte."""
_MANTISSA = re.compile(r"\d+(?:\.\d+)?")
_PERCENTILE = re.compile(r"p(?:50|75|90|95|99)", re.IGNORECASE)
"""Names of a measure, as the median is one; a table may call them "99%" in a heading that is not cited."""
_SHARE = re.compile(r"(\d+)/(\d{2,})")
"""So many of ten or more; 1/3 is a fraction."""
_STEPS: Final = tuple(Fraction(10) ** power for power in range(9, -5, -1))
_TIMES: Final = ("year", "month", "week", "day", "hour", "minute", "second")
_VERSION = re.compile(r"^(?:version|release|v|버전)\.? ?", re.IGNORECASE)
_VERSION_NUMBER = re.compile(r"\d+(?:\.\d+)+")


@dataclass(frozen=True)
class Support:
    """What a sentence rests on."""

    cites: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    """Everything a figure may stand in."""
    results: frozenset[Fraction] = frozenset()
    """Results of its calculations, and what they were made of."""
    derived: tuple[str, ...] = ()
    """The calculations as they were written."""


def together(some: Iterable[Support]) -> Support:
    """What several sentences rest on: the support of a heading over them."""
    all_of = list(some)
    return Support(
        tuple(dict.fromkeys(cite for one in all_of for cite in one.cites)),
        tuple(dict.fromkeys(text for one in all_of for text in one.texts)),
        frozenset(result for one in all_of for result in one.results),
    )


def loose(text: str, support: Support, always: Sequence[str]) -> list[Number]:
    """The figures of a text that stand in nothing it cites, are no result and count no cited source."""
    blank = ID.sub(lambda mark: " " * len(mark[0]), text)
    return [
        number
        for number in unbound(blank, (*support.texts, *always))
        if not (
            isinstance(number, Quantity)
            and (
                any(_rounds(number.value, one) or _nearly(number.value, one) for one in support.results)
                or _counts_sources(number, support)
                or _is_one(number, support.texts)
                or _is_written_otherwise(number, support.texts)
                or _is_rounded(number, support.texts)
                or is_version(number.raw, (*support.texts, *always))
            )
        )
        and not (
            isinstance(number, Name)
            and (_PERCENTILE.fullmatch(number.raw) or is_version(number.raw, (*support.texts, *always)))
        )
    ]


def calculation(written: str, support: Support, always: Sequence[str]) -> Calculation | None:
    """A calculation that comes out, of figures that stand in what is cited."""
    known = calculated(written)
    if known is None:
        return None
    said = [one for text in (*support.texts, *always) for one in numbers(text)]
    values = {one.value for one in said if isinstance(one, Quantity)}
    values |= {one.value / 100 for one in said if isinstance(one, Quantity) and one.unit == PERCENT}
    # "31.8K against 6.9K" is a ratio of 31.8 and 6.9 as well.
    values |= {Fraction(found[0]) for one in said if (found := _MANTISSA.search(one.raw))}
    cited = [one.value in values for one in known.operands]
    free = [one.value in CONSTANTS or _is_power_of_ten(one.value) for one in known.operands]
    sound = any(cited) and all(stands or constant for stands, constant in zip(cited, free, strict=True))
    return known if sound else None


def _is_power_of_ten(value: Fraction) -> bool:
    return re.fullmatch(r"10*", str(value)) is not None


def used(text: str, support: Support, always: Sequence[str]) -> tuple[str, ...]:
    """The calculations behind figures that nothing cited says."""
    unsaid = unbound(text, (*support.texts, *always))
    values = {number.value for number in unsaid if isinstance(number, Quantity)}
    sums = {written: calculation(written, support, always) for written in support.derived}
    return tuple(
        written
        for written, sum_ in sums.items()
        if sum_ is not None
        and any(_rounds(value, sum_.result.value) or _nearly(value, sum_.result.value) for value in values)
    )


def is_version(raw: str, texts: Sequence[str]) -> bool:
    """Whether a text calls this a version: "since 9.5" rests on "version 9.5" or "v9.5.2"."""
    if _VERSION.match(raw) and raw[-1].isdigit():
        # "version 24" rests on "Node.js 24", "v24" and "24.x".
        number = re.escape(_VERSION.sub("", raw))
        named = re.compile(
            rf"\bv{number}(?!\d)|[a-z] {number}(?![\d.,%]*\d|%)|(?<![\d.]){number}\.x", re.IGNORECASE
        )
        if any(named.search(text) for text in texts):
            return True
    raw = _VERSION.sub("", raw)
    if not _VERSION_NUMBER.fullmatch(raw):
        return False
    named = re.compile(
        rf"(?:(?:version|release|\bv|버전)\.? ?|(?<![\d.])(?=\d+\.\d+\.\d)){re.escape(raw)}(?!\d)",
        re.IGNORECASE,
    )
    return any(named.search(text) for text in texts)


def _is_rounded(number: Quantity, texts: Sequence[str]) -> bool:
    """Whether a text says this figure more exactly: 110,000 for 109,846.64."""
    said = (one for text in texts for one in numbers(text))
    return any(
        isinstance(one, Quantity) and number.unit in (one.unit, None) and _rounds(number.value, one.value)
        for one in said
    )


def _rounds(value: Fraction, exact: Fraction) -> bool:
    """Whether it is this figure, or this figure rounded; two digits at least are kept."""
    if value == exact:
        return True
    step = next((one for one in _STEPS if (value / one).denominator == 1), None)
    return step is not None and abs(value) >= 10 * step and abs(exact - value) * 2 <= step


def _nearly(value: Fraction, result: Fraction) -> bool:
    """Whether it is the result of a calculation to one digit, if that changes it little: 9 hours for 8.95."""
    step = next((one for one in _STEPS if (value / one).denominator == 1), None)
    return step is not None and abs(result - value) * 2 <= step and abs(result - value) * 50 <= abs(result)


def _is_written_otherwise(number: Quantity, texts: Sequence[str]) -> bool:
    """Whether a text has it in "22/22" (22 of 22), "32m" (32 minutes) or "384d" (384 dimensions)."""
    said = [one for text in texts for one in numbers(text)]
    names = {one.raw.lower() for one in said if isinstance(one, Name)}
    figures = [one for one in said if isinstance(one, Quantity)]
    if number.unit is None:
        shares = (_SHARE.fullmatch(one.raw) for one in figures if one.unit == "ratio")
        said_of = {part for share in shares if share is not None for part in share.groups()}
        return f"{number.value}d" in names or str(number.value) in said_of
    return number.unit == "minute" and any(one.unit == "m" and one.value == number.value for one in figures)


def _is_one(number: Quantity, texts: Sequence[str]) -> bool:
    """Whether a text says "a year" where the sentence says 1 year, or "a decade" for 10 years."""
    words = {(1, unit): rf"an? (?:\w+ )?{unit}" for unit in _TIMES} | {(10, "year"): "decade"}
    said = words.get((int(number.value) if number.value.denominator == 1 else 0, number.unit or ""))
    return said is not None and any(re.search(rf"\b{said}\b", text, re.IGNORECASE) for text in texts)


def _counts_sources(number: Quantity, support: Support) -> bool:
    """ "Two of them agree": a number word, no larger than the number of things that are cited."""
    in_words = number.unit is None and not any(mark.isdigit() for mark in number.raw)
    return in_words and number.value <= max(len(support.cites), 1)

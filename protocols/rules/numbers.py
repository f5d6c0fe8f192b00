"""Promise 7, numbers rest on quotes: which numbers does a sentence say, and which stand in no quote?

A number is a `Quantity` (an exact value and, where it shows, a unit) or a `Name` (digits that belong to a
name: "GPT-4", "PM2.5", "Section 3", a DOI, a clock time, digits nobody can read for sure). A quantity is
bound by an equal value of a unit that does not contradict it, a name only by the same name, so that GPT-4
does not become GPT-5.

Writing may differ ("1,234,567", "1 234 567", "1.2 million", "120만", "a hundred and twenty"), the value may
not: no rounding, no change of unit ("1.5 km" does not bind "1500 m"), no change of sign. Per cent,
percentage points, ranks, decades and plain numbers are different things; a fraction and a per cent of the
same ratio are the same ("half", "절반", "½", "50%"), since nobody misreads the one for the other.

A point with three digits after it is a decimal point; a comma that is no thousands separator is a decimal
comma. Marks of citation in a sentence ("[3]", "[1, 2]", "obs_12", "hyp_A3") are not numbers it says.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from pathfinder.protocols.rules.folding import Span, fold
from pathfinder.protocols.rules.number_scan import NameFound, QuantityFound, scan
from pathfinder.protocols.rules.units import PERCENT, RATIO, compatible

__all__ = ["Name", "Number", "Quantity", "Span", "numbers", "unbound"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number that counts or measures."""

    value: Fraction
    """Exact; a fraction, because two thirds has no decimal form."""
    unit: str | None
    raw: str
    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    """Digits that are part of a name, or cannot be read as one number: to be found again as they are."""

    raw: str
    span: Span


Number = Quantity | Name

_CITATION = re.compile(r"\[\s*\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\s*\]|\b(?:obs_|hyp_[AB]?)\d+\b")
_CHUNK = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)*|[^\w\s-]")
_SAME_NAME = {"코로나19": "covid19", "코로나바이러스감염증19": "covid19"}


@lru_cache(maxsize=8_192)
def numbers(text: str) -> tuple[Number, ...]:
    """The numbers a text says, in order; their spans lie in the text and do not overlap."""
    return tuple(_numbers(text))


def unbound(sentence: str, quotes: Sequence[str]) -> tuple[Number, ...]:
    """The numbers of the sentence that stand in none of the quotes."""
    said = numbers(_CITATION.sub(lambda mark: " " * len(mark[0]), sentence))
    if not said:
        return ()
    quoted = [number for quote in quotes for number in numbers(quote)]
    texts = [_name_text(quote) for quote in quotes]
    return tuple(number for number in said if not _bound(number, quoted, texts))


def _numbers(text: str) -> Iterator[Number]:
    folded = fold(text)
    for found in scan(folded.text):
        span = folded.span(found.start, found.end)
        raw = text[span.start : span.end]
        match found:
            case QuantityFound():
                yield Quantity(found.value, found.unit, raw, span)
            case NameFound():
                yield Name(raw, span)
            case _:
                assert_never(found)


def _bound(number: Number, quoted: Sequence[Number], texts: Sequence[str]) -> bool:
    match number:
        case Quantity():
            return any(isinstance(other, Quantity) and _same(number, other) for other in quoted)
        case Name():
            pattern = _name_pattern(number.raw)
            return any(isinstance(other, Name) and other.raw == number.raw for other in quoted) or any(
                pattern.search(text) for text in texts
            )
        case _:
            assert_never(number)


def _same(said: Quantity, quoted: Quantity) -> bool:
    if {said.unit, quoted.unit} == {PERCENT, RATIO}:
        return _ratio(said) == _ratio(quoted)
    return said.value == quoted.value and compatible(said.unit, quoted.unit)


def _ratio(quantity: Quantity) -> Fraction:
    return quantity.value / 100 if quantity.unit == PERCENT else quantity.value


def _name_text(quote: str) -> str:
    text = fold(quote).text.casefold()
    for other, name in _SAME_NAME.items():
        text = re.sub(re.sub(r"(?=19)", "[ -]?", other), f" {name} ", text)
    return text


def _name_pattern(raw: str) -> re.Pattern[str]:
    """The name, whole; what joins its letters and digits is free ("GPT 4", "GPT-4")."""
    chunks = _CHUNK.findall(_name_text(raw))
    return re.compile(
        r"(?<![0-9a-z])" + r"[\s_-]?".join(map(re.escape, chunks)) + r"(?![0-9a-z]|\.\d|[-_]\d)"
    )

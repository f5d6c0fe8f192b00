"""Promise 7, numbers rest on quotes: which numbers does a sentence say, and which stand in no quote?

A number is a `Quantity` (an exact value and, where it shows, a unit), a `Wording` (a figure in words that
`figure_words` reads: "halved", "hundreds", "XLII per cent") or a `Name` (digits that belong to a name:
"GPT-4", "PM2.5", "Section 3", a clock time, digits nobody can read for sure; and an address). A quantity is
bound by an equal value of a unit that does not contradict it, a name only by the same name, so that GPT-4
does not become GPT-5; a wording by what it means or by the same words.

Writing may differ ("1,234,567", "1 234 567", "1.2 million", "120만", "a hundred and twenty"), the value may
not: no rounding, no change of unit ("1.5 km" does not bind "1500 m"), no change of sign. Per cent,
percentage points, ranks, decades and plain numbers are different things; a fraction and a per cent of the
same ratio are the same ("half", "절반", "½", "50%"), since nobody misreads the one for the other.

A point with three digits after it is a decimal point; a comma that is no thousands separator is a decimal
comma. A citation is the id of something that is known ("obs_12", "hyp_A3"); "[42]" is a figure. Number words
that count the cited sources ("two studies", "a third report") are no figures.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from pathfinder.protocols.text.figure_words import Meaning, WordingFound, figure_words
from pathfinder.protocols.text.folding import Span, fold
from pathfinder.protocols.text.number_scan import LABELLED_ROMAN, NameFound, QuantityFound, scan
from pathfinder.protocols.text.roman import roman_value
from pathfinder.protocols.text.units import ORDINAL, PERCENT, QUARTER_OF_YEAR, RATIO, compatible

__all__ = ["Name", "Number", "Quantity", "Span", "Wording", "numbers", "unbound"]


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


@dataclass(frozen=True, slots=True)
class Wording:
    """A figure in words, and the values with units that it may stand for."""

    means: tuple[Meaning, ...]
    raw: str
    span: Span


Number = Quantity | Name | Wording

_CHUNK = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)*|[^\w\s-]")
_THIRD_PARTY = re.compile(r"제 ?[3삼](?=자|의)|\b(?:third|3rd)(?=[- ]part(?:y|ies))", re.IGNORECASE)
"""Somebody else, and no figure."""
_SAME_NAME = {"코로나19": "covid19", "코로나바이러스감염증19": "covid19"}
_QUARTER = re.compile(r"[Qq]([1-4])")
_PERCENTILE = re.compile(r"(\d+)(?:st|nd|rd|th)[ -]percentile")
_KINDS_OF = "of[ ]the|other|further|more|independent|separate|cited|different|recent|such"
_SOURCE = (
    r"(?:source|stud(?:y|ies)|report|paper|article|page|document|review|trial|survey|analys[ei]s|evaluation"
    r"|publication|text|quote|observation|experiment)s?"
)
_COUNTS_SOURCES = re.compile(
    rf"[ ](?:(?:{_KINDS_OF})[ ]){{0,3}}{_SOURCE}\b"
    r"|(?:[ ]?(?:개|편|건|곳))?의?[ ]?(?:연구|출처|보고서|논문|문서|자료|기사|조사|문헌|시험)",
    re.IGNORECASE,
)
_SOURCES_COUNTED = re.compile(r"(?:연구|출처|보고서|논문|문서|자료|기사|조사|문헌|시험)[ ]$")


@lru_cache(maxsize=8_192)
def numbers(text: str) -> tuple[Number, ...]:
    """The numbers a text says, in order; their spans lie in the text and do not overlap."""
    return tuple(_numbers(text))


def unbound(
    sentence: str, quotes: Sequence[str], *, known: Collection[str] = (), sources: int = 0
) -> tuple[Number, ...]:
    """The numbers of the sentence that stand in none of the quotes.

    Names that are known (ids of the graph, sites of the cited pages) say no number, and neither does a word
    that counts up to as many sources as are cited.
    """
    said = numbers(_without(sentence, known))
    if not said:
        return ()
    quoted = [number for quote in quotes for number in numbers(quote)]
    texts = [_name_text(quote) for quote in quotes]
    return tuple(
        number
        for number in said
        if not _counts_sources(number, sentence, sources) and not _bound(number, quoted, texts)
    )


def _without(sentence: str, known: Collection[str]) -> str:
    """The sentence with the known names and third parties in it blanked; places stay where they are."""

    def blank(token: re.Match[str]) -> str:
        return " " * len(token[0]) if token[0] in known else token[0]

    sentence = _THIRD_PARTY.sub(lambda found: " " * len(found[0]), sentence)
    return re.sub(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?", blank, sentence) if known else sentence


def _counts_sources(number: Number, sentence: str, sources: int) -> bool:
    """Whether this is a small number in words or digits that counts sources, no more than are cited."""
    if not isinstance(number, Quantity) or number.unit not in (None, ORDINAL):
        return False
    counted = _COUNTS_SOURCES.match(sentence, number.span.end) or _SOURCES_COUNTED.search(
        sentence[: number.span.start]
    )
    return number.value <= sources and counted is not None


def _numbers(text: str) -> Iterator[Number]:
    folded = fold(text)
    scanned = scan(folded.text)
    words = figure_words(folded.text, [(found.start, found.end) for found in scanned])
    for found in sorted((*scanned, *words), key=lambda one: one.start):
        span = folded.span(found.start, found.end)
        raw = text[span.start : span.end]
        match found:
            case QuantityFound():
                yield Quantity(found.value, found.unit, raw, span)
            case NameFound():
                yield Name(raw, span)
            case WordingFound():
                yield Wording(found.means, raw, span)
            case _:
                assert_never(found)


def _bound(number: Number, quoted: Sequence[Number], texts: Sequence[str]) -> bool:
    if any(_same(mine, theirs) for mine in _means(number) for other in quoted for theirs in _means(other)):
        return True
    if isinstance(number, Quantity):
        return False
    pattern = _name_pattern(number.raw)
    return any(not isinstance(other, Quantity) and other.raw == number.raw for other in quoted) or any(
        pattern.search(text) for text in texts
    )


def _means(number: Number) -> tuple[Meaning, ...]:
    match number:
        case Quantity():
            return ((number.value, number.unit),)
        case Wording():
            return number.means
        case Name():
            quarter = _QUARTER.fullmatch(number.raw)
            return ((Fraction(quarter[1]), QUARTER_OF_YEAR),) if quarter else ()
        case _:
            assert_never(number)


def _same(said: Meaning, quoted: Meaning) -> bool:
    if {said[1], quoted[1]} == {PERCENT, RATIO}:
        return _ratio(said) == _ratio(quoted)
    return said[0] == quoted[0] and compatible(said[1], quoted[1])


def _ratio(meaning: Meaning) -> Fraction:
    return meaning[0] / 100 if meaning[1] == PERCENT else meaning[0]


def _name_text(quote: str) -> str:
    text = LABELLED_ROMAN.sub(
        lambda part: f"{part['label']} {roman_value(part['roman']) or part['roman']}", fold(quote).text
    ).casefold()
    text = _PERCENTILE.sub(r"p\1", text)
    for other, name in _SAME_NAME.items():
        text = re.sub(re.sub(r"(?=19)", "[ -]?", other), f" {name} ", text)
    return text


def _name_pattern(raw: str) -> re.Pattern[str]:
    """The name, whole; what joins its letters and digits is free ("GPT 4", "GPT-4")."""
    chunks = _CHUNK.findall(_name_text(raw))
    return re.compile(
        r"(?<![0-9a-z])" + r"[\s_(-]?".join(map(re.escape, chunks)) + r"(?![0-9a-z]|\.\d|[-_]\d)"
    )

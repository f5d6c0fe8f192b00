"""Finds the numbers and the names with digits in a folded text, from left to right.

A token that may be several things is read as the first of: an address (URL, DOI, e-mail), a date, a
labelled part ("Section 3"), a name with digits, digits with sign, currency, scale and unit, a number word.
Letters glued to digits make a name unless they are a known unit, scale or ending: "5kg", "1990s" and "3rd"
are numbers, "5G" and "16S" are names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pathfinder.protocols.text.digits import VULGAR, vulgar_value, with_power
from pathfinder.protocols.text.korean_numerals import korean, with_korean_scales
from pathfinder.protocols.text.numerals import NUMBER_WORD, english, with_scale
from pathfinder.protocols.text.units import (
    CURRENCY_SIGN,
    DAY_OF_MONTH,
    DECADE,
    FOLD,
    MONTH_OF_YEAR,
    ORDINAL,
    RATIO,
    currency,
    measured,
)

__all__ = ["LABELLED_ROMAN", "NameFound", "QuantityFound", "scan"]


@dataclass(frozen=True, slots=True)
class QuantityFound:
    """A value with its place; `scale` is the part of it that a scale word gave ("million")."""

    value: Fraction
    unit: str | None
    start: int
    end: int
    scale: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class NameFound:
    """The place of a name with digits."""

    start: int
    end: int


Found = QuantityFound | NameFound

_MONTH_NAMES: Final = "January February March April May June July August September October November December"
_MONTHS: Final = {month: number for number, month in enumerate(_MONTH_NAMES.split(), start=1)}
_SHORT_MONTHS: Final = {month[:3]: number for month, number in _MONTHS.items()} | {"Sept": 9}
_MONTH: Final = rf"(?:{'|'.join([*_MONTHS, *_SHORT_MONTHS])})\b\.?"
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th)?(?![\d%]|[.,]\d|[ ]?%)"
# "may" and "march" are verbs as well: alone, these two need a word before them that makes them months.
_MAKES_A_MONTH: Final = "|".join(
    rf"(?<=\b{word}[ ])" for word in ("in", "In", "by", "By", "of", "since", "Since", "until", "last")
)
_LONE_MONTH: Final = rf"(?:(?:{_MAKES_A_MONTH})(?:March|May)|(?!March|May)(?:{'|'.join(_MONTHS)}))\b"
_LABEL: Final = (
    r"(?:(?:section|chapter|table|figure|appendix|equation|article|phase|stage|type|grade|version|volume|part"
    r"|step|class|tier|scenario|page|question|item)\b|(?:fig|eq|vol|no)\.)"
)
_ROMAN: Final = r"[ ](?:[IVX]{2,5}|[VX])[a-z]?(?![\w'-])"
LABELLED_ROMAN: Final = re.compile(
    rf"\b(?P<label>(?i:{_LABEL}))[ ](?P<roman>[IVX]{{2,5}}|[VX])(?=[a-z]?(?![\w'-]))"
)
"""A labelled part that is numbered in Roman letters ("Phase III")."""
# Endings that make a bare name of a host one; most endings of two letters are those of files as well.
_HOST: Final = (
    r"(?<![\w.@/-])(?:[A-Za-z0-9-]+\.)+(?:com|org|net|edu|gov|mil|info|biz|xyz|dev|app|online|site|shop|top|club"
    r"|example|test|io|ai|kr|jp|cn|uk|de|fr|eu|ru)\b(?!\.\w)(?:[:/]\S*)?"
)
_QUANTITY_PREFIX: Final = (
    r"(?:mid|pre|post|under|over|top|sub|early|late|about|ages?|aged|minus|nearly|around)"
)
_NUMBER: Final = (
    r"(?:[1-9]\d{0,2}(?:[ ]\d{3})+(?:[.,]\d+)?(?![ ]?\d|[.,'/:]\d|[A-Za-z])|\d+(?:[.,']\d+)*|\.\d+)"
)

_TOKEN: Final = re.compile(
    rf"""(?P<address> (?:\bhttps?://|\bwww\.|\bdoi:[ ]?)\S+ | \b10\.\d{{4,9}}/\S+
        | (?<![\w.+-])[\w.+-]++@[\w.-]+ | {_HOST} )
    | (?P<date>
          (?<![\w.-])(?P<y1>\d{{4}})(?P<dot>[-/.])(?P<m1>\d{{1,2}})(?P=dot)(?P<d1>\d{{1,2}})(?![\w-]|[./]\d)
        | (?<![\d.,]) (?:(?P<y2>\d{{4}})년[ ]?)? (?P<m2>\d{{1,2}})월 (?:[ ]?(?P<d2>\d{{1,2}})일)?
        | \b(?P<m3>{_MONTH})[ ](?P<d3>{_DAY})(?:,?[ ](?P<y3>\d{{4}})(?![\d%]|[.,]\d))?
        | (?<![\w.,])(?P<d4>{_DAY})[ ](?:of[ ])?(?P<m4>{_MONTH})(?:,?[ ](?P<y4>\d{{4}})(?![\d%]|[.,]\d))?
        | \b(?P<m5>{_MONTH}),?[ ](?P<y5>\d{{4}})(?![\d%]|[.,]\d)
        | \b(?P<m6>{_LONE_MONTH}) )
    | (?P<label> \b(?i:{_LABEL})(?:[ ]?\d+(?:\.\d+)*[a-z]?(?![\w%-]|[.,]\d|[ ]?%)|{_ROMAN}) )
    | (?P<name> (?<![\w-]) (?!(?i:{_QUANTITY_PREFIX})-\d|(?:USD|KRW|EUR|GBP|JPY|CNY|US\$)\d)
        [A-Za-z_]++(?:-[A-Za-z_]++){{0,3}}+[-_]?\d(?:[A-Za-z0-9_]|\.(?=\d)|-(?=[A-Z0-9]))*+ )
    | (?P<glued> (?<![^\W_])(?!영하|마이너스)[가-힣]++-?(?=\d) )
    | (?P<literal> (?P<minus>(?<![\w)\]%-])-|(?:\bminus[ ]|마이너스[ ]?|영하[ ]?))?
        (?:(?P<currency>{CURRENCY_SIGN})[ ]?(?P<debit>-)?)? (?P<number>{_NUMBER}) )
    | (?P<vulgar> {VULGAR} )
    | (?P<english> \b(?i:{NUMBER_WORD}) )
    | (?P<hangul> (?<![^\W_])[일이삼사오육칠팔구십백천만억절열스서마쉰예여아하한둘두셋세넷네다석넉] )
    """,
    re.VERBOSE,
)

_CODE: Final = re.compile(r"(?::\d+)+|(?:-\d+){2,}|\^[-+\d]+|[⁰¹²³⁴-⁹⁺⁻]+")
_OVER: Final = re.compile(r"/(\d{1,4})(?![\d/]|[.,]\d)|[ ]?분의[ ]?(\d{1,4})(?!\d)")
_AND_VULGAR: Final = re.compile(f"[ ]?({VULGAR})")
_RANK: Final = re.compile(r"(?:st|nd|rd|th)(?![A-Za-z])")
_PLURAL: Final = re.compile(r"'?s(?![A-Za-z])")
_FOLDS: Final = re.compile(r"[x×](?![ ]?\w)")
_LETTERS: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|-[A-Z]{2}[A-Z0-9]*")
_BEFORE: Final = (
    "약 총 만 제 최대 최소 연 월 각 전 단 평균 누적 오전 오후 섭씨 향후 매 상위 하위 및 또는 무려 불과 연간"
)
_BEFORE_NUMBERS: Final = frozenset(_BEFORE.split())
_TO: Final = re.compile(r"[ ]?(?:-|~|to|에서|부터)[ ]?(?:약[ ]?)?")


def scan(text: str) -> tuple[Found, ...]:
    """The numbers of the text, in order, without overlap; both ends of a range have its unit and scale."""
    found = list(_scan(text))
    for at in range(len(found) - 1):
        left, right = found[at], found[at + 1]
        if isinstance(left, QuantityFound) and isinstance(right, QuantityFound):
            found[at : at + 2] = _shared(left, right) if _is_range(text, left, right) else (left, right)
    return tuple(found)


def _scan(text: str) -> Iterator[Found]:
    at = 0
    while token := _TOKEN.search(text, at):
        at = token.end()
        for found in _read(text, token):
            yield found
            at = max(at, found.end)


def _read(text: str, token: re.Match[str]) -> Iterator[Found]:
    match token.lastgroup:
        case "address" | "label" | "name":
            yield NameFound(token.start(), token.start() + len(token[0].rstrip(".,;:!?)]'")))
        case "date":
            yield from _date(token)
        case "glued":
            yield from _glued(text, token)
        case "literal":
            yield _literal(text, token)
        case "vulgar":
            yield QuantityFound(vulgar_value(token[0]), RATIO, token.start(), token.end())
        case _:
            yield from _words(text, token)


def _words(text: str, token: re.Match[str]) -> Iterator[QuantityFound]:
    read = english if token.lastgroup == "english" else korean
    numeral = read(text, token.start())
    if numeral is None:
        return
    after = measured(text, numeral.end)
    if numeral.doubtful and (after is None or after.unit is None):
        return
    unit, end = (after.unit, after.end) if after and not numeral.unit else (numeral.unit, numeral.end)
    yield QuantityFound(numeral.value, unit, token.start(), end)


def _date(token: re.Match[str]) -> Iterator[Found]:
    parts = [
        (name, token[name])
        for name in token.re.groupindex
        if token[name] and re.fullmatch("[ymd][1-6]", name)
    ]
    values = {name: _date_value(part) for name, part in parts}
    if any(
        (name[0] == "m" and value > 12) or (name[0] == "d" and value > 31) for name, value in values.items()
    ):
        yield NameFound(*token.span())
        return
    for name, _ in sorted(parts, key=lambda part: token.start(part[0])):
        unit = {"y": None, "m": MONTH_OF_YEAR, "d": DAY_OF_MONTH}[name[0]]
        yield QuantityFound(Fraction(values[name]), unit, *token.span(name))


def _date_value(part: str) -> int:
    digits = re.match(r"\d+", part)
    if digits:
        return int(digits[0])
    month = part.rstrip(".")
    return _MONTHS[month] if month in _MONTHS else _SHORT_MONTHS[month]


def _glued(text: str, token: re.Match[str]) -> Iterator[Found]:
    """Digits glued to Hangul: a name ("코로나19"), unless a unit follows or numbers follow such a word."""
    literal = _TOKEN.match(text, token.end())
    if literal is None or literal.lastgroup != "literal":
        return
    found = _literal(text, literal)
    if isinstance(found, NameFound):
        yield found
    elif token[0] in _BEFORE_NUMBERS:
        rank = token[0] == "제"
        yield replace(
            found,
            unit=ORDINAL if rank else found.unit,
            value=found.value / found.scale if rank else found.value,
        )
    elif found.end > literal.end() or measured(text, literal.end()):
        yield found
    else:
        yield NameFound(token.start(), found.end)


def _literal(text: str, token: re.Match[str]) -> Found:
    start, at = token.start("number"), token.end("number")
    value, at = with_power(token["number"], text, at)
    if value is None:
        return NameFound(start, at)
    if code := _CODE.match(text, at):
        return NameFound(start, code.end())
    sign = token["currency"]
    found = _measured_literal(
        text, QuantityFound(value, currency(sign) if sign else None, start, at), money=bool(sign)
    )
    if found.end == at and (letters := _LETTERS.match(text, at)):
        return NameFound(start, letters.end())
    negative = token["minus"] or token["debit"]
    return replace(found, value=-found.value if negative else found.value, start=token.start())


def _measured_literal(text: str, bare: QuantityFound, *, money: bool) -> QuantityFound:
    """The number with what follows it: a denominator, an ending, a scale, a unit."""
    if (over := _OVER.match(text, bare.end)) and bare.value.denominator == 1:
        above, below = (bare.value, Fraction(over[1])) if over[1] else (Fraction(over[2]), bare.value)
        if below:
            return replace(bare, value=above / below, unit=bare.unit or RATIO, end=over.end())
    if vulgar := _AND_VULGAR.match(text, bare.end):
        bare = replace(bare, value=bare.value + vulgar_value(vulgar[1]), end=vulgar.end())
    if rank := _RANK.match(text, bare.end):
        return replace(bare, unit=ORDINAL, end=rank.end())
    if folds := _FOLDS.match(text, bare.end):
        return replace(bare, unit=FOLD, end=folds.end())
    if (plural := _PLURAL.match(text, bare.end)) and bare.value % 10 == 0:
        return _decade(text, bare, plural.end())
    scaled = with_korean_scales(bare.value, text, bare.end)
    if scaled.end == bare.end:
        scaled = with_scale(bare.value, text, bare.end, money=money)
    found = replace(
        bare,
        value=scaled.value,
        end=scaled.end,
        scale=scaled.value / bare.value if bare.value else Fraction(1),
    )
    after = measured(text, found.end)
    return replace(found, unit=found.unit or after.unit, end=after.end) if after else found


def _decade(text: str, bare: QuantityFound, end: int) -> QuantityFound:
    if bare.end - bare.start == 4:
        return replace(bare, unit=DECADE, end=end)
    if text[bare.start - 1 : bare.start] == "'":
        return replace(bare, value=bare.value + 1900, unit=DECADE, end=end)
    return replace(bare, end=end)


def _is_range(text: str, left: QuantityFound, right: QuantityFound) -> bool:
    between = text[left.end : right.start]
    if between == " and ":
        return text[max(0, left.start - 8) : left.start].lower() == "between "
    year_like = left.unit is None and left.value.denominator == 1 and 1000 <= left.value <= 2999
    return bool(_TO.fullmatch(between)) and not (year_like and right.value < 1000)


def _shared(left: QuantityFound, right: QuantityFound) -> tuple[QuantityFound, QuantityFound]:
    """Both ends with the unit and the scale that stand at one: "5-10%", "$2-3 million", "3~5만 명"."""
    if left.scale == 1 and right.scale != 1 and left.value <= right.value / right.scale:
        left = replace(left, value=left.value * right.scale, scale=right.scale)
    return replace(left, unit=left.unit or right.unit), replace(right, unit=right.unit or left.unit)

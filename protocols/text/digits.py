"""Digits as they are written, with their value: groups, decimals, powers of ten, vulgar fractions."""

import re
import unicodedata
from fractions import Fraction
from typing import Final

__all__ = ["VULGAR", "digits_value", "vulgar_value", "with_power"]

VULGAR: Final = "[¼-¾⅐-⅞]"
_PLAIN: Final = re.compile(r"\d+|\d*\.\d+")
_GROUPED: Final = re.compile(r"[1-9]\d{0,2}(?:(?P<mark>[, '])\d{3})(?:(?P=mark)\d{3})*(?:\.\d+)?")
_CONTINENTAL: Final = re.compile(
    r"[1-9]\d{0,2}(?:\.\d{3}){2,}(?:,\d+)?|[1-9]\d{0,2}(?:[. ]\d{3})+,\d+|\d+,\d+"
)
# Longer digits are keys, not amounts; without a bound a page could make us compute with a million digits.
_MOST_DIGITS: Final = 40

_RAISED: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_LOWERED: Final = str.maketrans(_RAISED, "0123456789+-")
_TEN_TO: Final = re.compile(rf"(?:\^\(?([+-]?\d{{1,3}})\)?|([⁺⁻]?[⁰¹²³⁴-⁹]{{1,3}}))(?![\d{_RAISED}])")
_TIMES_TEN: Final = re.compile(r"[ ]?[×x*·][ ]?10(?=[\^⁰¹²³⁴-⁹⁺⁻])")
_EXPONENT: Final = re.compile(r"[eE]([+-]?\d{1,3})(?![\w.])")


def digits_value(digits: str) -> Fraction | None:
    """The value of digits with points, commas, blanks or apostrophes; None when no one reading is right."""
    if len(digits) > _MOST_DIGITS:
        return None
    if _PLAIN.fullmatch(digits):
        return Fraction(digits if digits[0] != "." else "0" + digits)
    if _GROUPED.fullmatch(digits):
        return Fraction(re.sub("[, ']", "", digits))
    if _CONTINENTAL.fullmatch(digits):
        return Fraction(re.sub("[. ]", "", digits).replace(",", "."))
    return None


def with_power(digits: str, text: str, at: int) -> tuple[Fraction | None, int]:
    """The value of the digits that end at this place with the power of ten after them, and its end."""
    value = digits_value(digits)
    times = _TIMES_TEN.match(text, at)
    power = _TEN_TO.match(text, times.end() if times else at) if times or digits == "10" else None
    power = power or _EXPONENT.match(text, at)
    if value is None or power is None:
        return value, at
    exponent = next(filter(None, power.groups())).translate(_LOWERED)
    return (value if times or power.re is _EXPONENT else Fraction(1)) * Fraction(10) ** int(
        exponent
    ), power.end()


def vulgar_value(char: str) -> Fraction:
    """The value of one vulgar fraction, like "¾"."""
    return Fraction(unicodedata.normalize("NFKC", char).replace("⁄", "/"))

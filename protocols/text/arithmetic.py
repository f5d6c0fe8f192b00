"""Calculations that a writer gives for a figure: "40,000,000 / 86,400 = 463". Read and repeated, never run.

The grammar is numbers, + - * / and brackets; "x", "×", "·" and "÷" are read too. A number may carry a factor
(k, M, thousand, million, billion, 천, 만, 억, 조) or a per cent sign; words such as units are passed over.
The result may be rounded to the digits it is written with, but by no more than 5 per cent.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction

MOST_CHARACTERS = 200
MOST_OFF = Fraction(1, 20)
"""However it is rounded, the result is no further from the truth than this."""

_FACTORS = {
    "k": 1_000,
    "thousand": 1_000,
    "천": 1_000,
    "만": 10_000,
    "m": 1_000_000,
    "million": 1_000_000,
    "억": 100_000_000,
    "b": 1_000_000_000,
    "bn": 1_000_000_000,
    "billion": 1_000_000_000,
    "조": 1_000_000_000_000,
}
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?"
_FACTOR = r"(?i:thousand|million|billion|bn|[kb])\b|M\b|[천만억조]"
_NUMBER = rf"(?P<digits>{_DIGITS})\s?(?P<factor>{_FACTOR})?\s?(?P<percent>%)?"
_TOKEN = re.compile(rf"{_NUMBER}|(?P<mark>[-+*/()×÷·−–]|(?<=[\d\s)%])x(?=[\s\d(]))|(?P<word>[^\W\d_]+\.?)")
_RESULT = re.compile(_NUMBER)
_SAME_MARK = {"×": "*", "·": "*", "x": "*", "÷": "/", "−": "-", "–": "-"}


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """A number as it is written in a calculation."""

    value: Fraction
    """Without the per cent sign: 25 % is 25."""
    step: Fraction
    """What the last digit that says something is worth."""
    percent: bool


@dataclass(frozen=True, slots=True)
class Calculation:
    """A calculation that comes out."""

    operands: tuple[WrittenNumber, ...]
    result: WrittenNumber


def calculated(text: str) -> Calculation | None:
    """The calculation if it can be read and comes out; None otherwise."""
    left, equals, right = re.sub("≈|≃|=~", "=", text[:MOST_CHARACTERS]).partition("=")
    said = _RESULT.search(right)
    reader = _Reader.of(left)
    if not equals or said is None or reader is None:
        return None
    value, result = reader.whole(), _written(said)
    if value is None or not _comes_out(value, result):
        return None
    return Calculation(tuple(reader.operands), result)


def _comes_out(value: Fraction, result: WrittenNumber) -> bool:
    """Whether the result is the value, rounded to what is written; a share may be written in per cent."""
    meant = (value, value * 100) if result.percent else (value,)
    return any(
        abs(one - result.value) <= min(result.step / 2, abs(one) * MOST_OFF) or one == result.value
        for one in meant
    )


def _written(found: re.Match[str]) -> WrittenNumber:
    digits, factor = found["digits"], _FACTORS[(found["factor"] or "").casefold()] if found["factor"] else 1
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        digits = digits.replace(",", "")
    digits = digits.replace(",", ".")
    whole, _, decimals = digits.partition(".")
    step = (
        Fraction(1, 10 ** len(decimals))
        if decimals
        else Fraction(10 ** (len(whole) - len(whole.rstrip("0"))) if whole.strip("0") else 1)
    )
    return WrittenNumber(Fraction(digits) * factor, step * factor, found["percent"] is not None)


@dataclass
class _Reader:
    """Works a calculation out, from left to right and brackets first."""

    tokens: list[WrittenNumber | str]
    at: int = 0
    operands: list[WrittenNumber] = field(default_factory=list)

    @classmethod
    def of(cls, text: str) -> "_Reader | None":
        tokens: list[WrittenNumber | str] = []
        place = 0
        for found in _TOKEN.finditer(text):
            if text[place : found.start()].strip(" ,\u00a0$€£₩~≈"):
                return None
            place = found.end()
            if found["digits"]:
                tokens.append(_written(found))
            elif found["mark"]:
                tokens.append(_SAME_MARK.get(found["mark"], found["mark"]))
        return None if text[place:].strip() else cls(tokens)

    def whole(self) -> Fraction | None:
        """The value of all of it."""
        value = self._sum()
        return value if self.at == len(self.tokens) else None

    def _next(self) -> WrittenNumber | str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _sum(self) -> Fraction | None:
        value = self._product()
        while value is not None and (mark := self._next()) in ("+", "-"):
            self.at += 1
            other = self._product()
            if other is None:
                return None
            value = value + other if mark == "+" else value - other
        return value

    def _product(self) -> Fraction | None:
        value = self._single()
        while value is not None and (mark := self._next()) in ("*", "/"):
            self.at += 1
            other = self._single()
            if other is None or (mark == "/" and other == 0):
                return None
            value = value * other if mark == "*" else value / other
        return value

    def _single(self) -> Fraction | None:
        token = self._next()
        self.at += 1
        if isinstance(token, WrittenNumber):
            self.operands.append(token)
            return token.value / 100 if token.percent else token.value
        if token == "-":
            value = self._single()
            return None if value is None else -value
        if token != "(":
            return None
        value = self._sum()
        closed = self._next() == ")"
        self.at += 1
        return value if closed else None

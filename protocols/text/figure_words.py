"""Figures that are written without digits and without a plain number word.

`number_scan` reads digits and number words. What it leaves is read here, so that no spelling of a figure
escapes the check against the quotes:

- characters with a numeric value (`unicodedata`): superscript and circled digits, Han numerals;
- Roman numerals: a quantity before a unit ("XLII per cent"), else a name ("Louis XIV");
- multiples and parts: halved, doubled, twelvefold, a quarter, 갑절, 반값;
- round numbers without a value: dozens, several million, double-digit, 수백, 서너;
- number words written as one ("fortytwo"), and a token before "per cent" that cannot be read ("lO%").

Ordinary words are left alone: "the quarter", "double-blind", "half-life", a lone "IV", and circled digits
that only number the parts of a sentence (①, ②, ③).
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pathfinder.protocols.text.korean_numerals import han_value, sino_value
from pathfinder.protocols.text.numerals import ORDINAL_WORDS, english
from pathfinder.protocols.text.roman import roman_value
from pathfinder.protocols.text.units import (
    ABOUT,
    ABOUT_FOLD,
    ABOUT_PERCENT,
    COUNTER,
    CURRENCY_SIGN,
    DECADE,
    FOLD,
    PARTICLE_OR_END,
    PERCENT,
    PLACES,
    POINT,
    RATIO,
    currency,
    is_symbol,
    measured,
)

__all__ = ["Meaning", "WordingFound", "figure_words"]

Meaning = tuple[Fraction, str | None]
"""A value and its unit."""
Means = tuple[Meaning, ...]
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WordingFound:
    """The place of a figure in words, and what it may stand for; nothing when only the same word binds it."""

    means: Means
    start: int
    end: int


_MULTIPLES: Final = {
    "doubl": 2, "tripl": 3, "trebl": 3, "quadrupl": 4, "quintupl": 5, "sextupl": 6, "septupl": 7,
    "octupl": 8, "decupl": 10, "centupl": 100,
}  # fmt: skip
_SCALES: Final = {
    "ten": 10, "dozen": 12, "hundred": 10**2, "thousand": 10**3, "lakh": 10**5, "million": 10**6,
    "crore": 10**7, "billion": 10**9, "trillion": 10**12, "quadrillion": 10**15, "quintillion": 10**18,
}  # fmt: skip
_DECADES: Final = {
    "twent": 20, "thirt": 30, "fort": 40, "fift": 50, "sixt": 60, "sevent": 70, "eight": 80, "ninet": 90,
}  # fmt: skip
_DIGITS: Final = {"single": 1, "double": 2, "triple": 3, "한": 1, "두": 2, "세": 3, "네": 4}
_PLAIN: Final = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand"
    " million billion"
)
_MISSPELT: Final = {"fourty": "forty", "ninty": "ninety"}
_MORPHEME: Final = "|".join(sorted([*_PLAIN.split(), *_MISSPELT], key=len, reverse=True))
_SCALE_WORD: Final = "|".join(word for word in _SCALES if word != "ten")
_SOME: Final = r"(?:several|few|many|some|multiple|numerous|countless|couple of|couple)"
# What is called double without anybody having counted.
_DOUBLE_TERMS: Final = (
    "blind|glaz|bond|helix|standard|check|bind|count|strand|jeopardy|deck|click|bass|room|bed"
)
_KOREAN_RANGES: Final = (
    "한두|두세|두서너|두어(?!도)|서너|너댓|네댓|네다섯|대여섯|예닐곱|일고여덟|엳아홉|열댓|여남은|스무남은"
)
_COUNTED: Final = rf"(?:(?=여|{COUNTER})|{PARTICLE_OR_END})"
_PERCENT_KO: Final = r"(?:퍼센트|프로(?!그|젝|세|필|토|듀)|%)"


def _exactly(value: Fraction | int, unit: str | None = None) -> Means:
    return ((Fraction(value), unit),)


def _fold(found: re.Match[str]) -> Means:
    numeral = english(found["times"].lower(), 0)
    return _exactly(numeral.value, FOLD) if numeral else _exactly(1, ABOUT_FOLD)


def _glued(found: re.Match[str]) -> Means:
    """Number words written as one: "fortytwo" is read as "forty two"."""
    words = re.findall(_MORPHEME, found["glued"].lower())
    numeral = english(" ".join(_MISSPELT.get(word, word) for word in words), 0)
    return _exactly(numeral.value) if numeral else ()


def _decade(found: re.Match[str]) -> Means:
    value = Fraction(_DECADES[found["decade"].lower()])
    return (value + 1900, DECADE), (value, None)


def _scale(word: str) -> int:
    return _SCALES[word.lower().rstrip("s")]


Rule = tuple[str, Callable[[re.Match[str]], Means]]

_ENGLISH_RULES: Final[tuple[Rule, ...]] = (
    (
        r"halv(?:es?|ed|ing)|half-(?:price|century|hour|year|day|decade|point|size|mile)s?",
        lambda _: _exactly(Fraction(1, 2), RATIO),
    ),
    (
        r"an? quarter(?![ -](?:final|back))|quarter(?:s|ed|ing)?(?= of\b| the\b| as\b)|quarter(?:ed|ing)",
        lambda _: _exactly(Fraction(1, 4), RATIO),
    ),
    (
        r"(?P<places>single|double|triple)[ -](?:digit|figure)s?",
        lambda found: _exactly(_DIGITS[found["places"].lower()], PLACES),
    ),
    (
        rf"(?P<stem>{'|'.join(_MULTIPLES)})(?:e|es|ed|ing|y)(?!-[a-z]|[ ](?:{_DOUBLE_TERMS}))",
        lambda found: _exactly(_MULTIPLES[found["stem"].lower()], FOLD),
    ),
    (
        rf"(?P<times>{_MORPHEME}|several|many|multi)[ -]?fold",
        _fold,
    ),
    (r"orders?[ -]of[ -]magnitude", lambda _: _exactly(10, ABOUT_FOLD)),
    (
        rf"{_SOME}[ -](?:(?:percentage[ -]points?|per[ ]?cent)\b|%)",
        lambda _: _exactly(1, ABOUT_PERCENT),
    ),
    (
        r"(?:several|many) times(?= (?:more|less|fewer|as|the|[a-z]+er)\b)",
        lambda _: _exactly(1, ABOUT_FOLD),
    ),
    (
        r"(?P<outer>tens|hundreds|thousands) of (?P<inner>thousands|millions|billions|trillions)",
        lambda found: _exactly(_scale(found["outer"]) * _scale(found["inner"]), ABOUT),
    ),
    (
        rf"(?:{_SOME}[ -])?(?:multi-?)?(?P<scale>(?:{_SCALE_WORD})s?|tens(?= of\b))",
        lambda found: _exactly(_scale(found["scale"]), ABOUT),
    ),
    (rf"(?:{ORDINAL_WORDS})s", lambda _: ()),
    (rf"(?P<decade>{'|'.join(_DECADES)})ies", _decade),
    (rf"(?P<glued>(?:{_MORPHEME}){{2,8}}|{'|'.join(_MISSPELT)})", _glued),
    (r"nil|nought|naught", lambda _: _exactly(0)),
    (r"(?:three|four)score|umpteen|(?<=\bby )scores|(?<![a-z] )scores(?= of [a-z])", lambda _: ()),
)
_KOREAN_RULES: Final[tuple[Rule, ...]] = (
    (
        # "할 수만 있다면" is no number.
        rf"(?:수(?!만은? ?(?:있|없))|몇 ?)(?P<about>[십백천만억]+|조(?= ?(?:원|달러))){_COUNTED}",
        lambda found: _exactly(sino_value(found["about"]), ABOUT),
    ),
    (
        rf"(?P<over>[일이삼사오육칠팔구십백천만억]+)여(?= ?{COUNTER})",
        lambda found: _exactly(sino_value(found["over"])),
    ),
    (rf"(?:수 |몇 ?|여러 ?)배{PARTICLE_OR_END}", lambda _: _exactly(1, ABOUT_FOLD)),
    (rf"(?:수 ?|몇 ?){_PERCENT_KO}", lambda _: _exactly(1, ABOUT_PERCENT)),
    (r"반의 ?반", lambda _: _exactly(Fraction(1, 4), RATIO)),
    (
        r"반(?:토막|값|년|세기|나절|으로|감(?=되|됐|된|했|하|한|시)"
        r"|(?= (?:이상|이하|가까이|정도|가량|쯤|넘|미만|줄[었인어]|깎))"
        r"|(?=[이을은도] (?:넘|줄|안|차지|잃|깎)))",
        lambda _: _exactly(Fraction(1, 2), RATIO),
    ),
    (
        r"갑절|곱절|배증|배가(?=되|됐|된|했|하|한|시)"
        r"|배로(?= (?:늘|증가|뛰|오르|올|커|불|많|높|빨|빠|비싸|줄))"
        r"|배(?= (?:이상|가까이|가량|늘|증가|뛰|높|많))",
        lambda _: _exactly(2, FOLD),
    ),
    (r"(?P<places_ko>[한두세네]) ?자릿수", lambda found: _exactly(_DIGITS[found["places_ko"]], PLACES)),
    (
        # "구할 수 있다", "일할 사람" and "칠할 생각" are verbs.
        rf"(?P<tenths>[이삼사오육팔]|[일칠구](?!할 ))할(?:(?=푼)|{PARTICLE_OR_END})",
        lambda found: _exactly(10 * sino_value(found["tenths"]), PERCENT),
    ),
    (rf"다스{PARTICLE_OR_END}", lambda _: _exactly(12)),
    (rf"(?:영|공|제로) ?{_PERCENT_KO}", lambda _: _exactly(0, PERCENT)),
    (rf"(?P<round>[십백천]){_PERCENT_KO}", lambda found: _exactly(sino_value(found["round"]), PERCENT)),
    (rf"(?:{_KOREAN_RANGES})(?= ?(?:{COUNTER}|곳|군데|차례|해))", lambda _: ()),
)
_HALF_MORE: Final = re.compile(rf"(?:(?<=[년월달배시간개주일] )|(?<=의 ))반(?![대전]){PARTICLE_OR_END}")
"""Half of something; 반대 and 반전 are no halves."""


def _either(rules: Sequence[Rule], frame: str, flags: int) -> re.Pattern[str]:
    return re.compile(frame % "|".join(f"(?P<rule{at}>{rule[0]})" for at, rule in enumerate(rules)), flags)


# In ASCII, or "doublİng" would match and be in no table.
_ENGLISH: Final = _either(_ENGLISH_RULES, r"\b(?:%s)(?!\w)", re.IGNORECASE | re.ASCII)
_KOREAN: Final = _either(_KOREAN_RULES, r"(?<![^\W_])(?:%s)", 0)
_ROMAN: Final = re.compile(
    rf"(?P<sign>{CURRENCY_SIGN}[ ]?)?(?<![A-Za-z0-9])(?P<roman>[IVXLCDM]{{1,12}})"
    r"(?![A-Za-z0-9]|[-'][A-Za-z0-9])"
)
_ACRONYMS: Final = frozenset({"IV", "XL", "XX", "LV", "LI", "LX"})
"""Roman numerals that are more often something else."""
_BEFORE_PERCENT: Final = re.compile(
    r"(?<![\w-])(?P<token>[\w-]{1,24})(?:%|[ ](?:per[ ]?cent\b|%|percentage point))"
)
_SMALL_ROMAN: Final = re.compile("[ivxl]+")
_PLAIN_WORD: Final = re.compile(r"[A-Z]?[a-z-]+|[가-힣]+|[A-Z]{2,}")
_ENUMERATED: Final = re.compile("[①-⑳⑴-⒇⒈-⒛❶-❿➀-➓]")


def figure_words(text: str, taken: Sequence[Place]) -> Iterator[WordingFound]:
    """The figures of a folded text that lie outside the places where numbers were read already."""
    found: list[WordingFound] = []
    for one in _candidates(text):
        clear = all(one.end <= start or end <= one.start for start, end in taken)
        if clear and all(one.end <= other.start or other.end <= one.start for other in found):
            found.append(one)
    yield from sorted(found, key=lambda one: one.start)


def _candidates(text: str) -> Iterator[WordingFound]:
    yield from _characters(text)
    for pattern, rules in ((_ENGLISH, _ENGLISH_RULES), (_KOREAN, _KOREAN_RULES)):
        for match in pattern.finditer(text):
            mean = next(rule for at, (_, rule) in enumerate(rules) if match[f"rule{at}"] is not None)
            yield WordingFound(mean(match), *match.span())
    for match in _HALF_MORE.finditer(text):
        yield WordingFound(_exactly(Fraction(1, 2), RATIO), *match.span())
    yield from _roman(text)
    for match in _BEFORE_PERCENT.finditer(text):
        token = match["token"]
        glued = match[0] == f"{token}%"
        roman = _SMALL_ROMAN.fullmatch(token) and roman_value(token.upper())
        if glued or roman or not _PLAIN_WORD.fullmatch(token):
            yield WordingFound((), *match.span())


def _roman(text: str) -> Iterator[WordingFound]:
    for match in _ROMAN.finditer(text):
        letters, sign = match["roman"], match["sign"]
        value = roman_value(letters)
        if value is None:
            continue
        after = measured(text, match.end())
        unit = currency(sign.strip()) if sign else after.unit if after else None
        if unit in (PERCENT, POINT) or sign or (unit and len(letters) > 1):
            end = after.end if after and not sign else match.end()
            yield WordingFound(_exactly(value, unit), match.start(), end)
        elif len(letters) > 1 and letters not in _ACRONYMS and not set(letters) & set("CDM"):
            yield WordingFound((), *match.span())


def _characters(text: str) -> Iterator[WordingFound]:
    """Runs of characters that have a numeric value and are no decimal digits."""
    numeric = {char for char in set(text) if not char.isdecimal() and char.isnumeric()}
    if not numeric:
        return
    numbered = _numbered(text)
    for run in re.finditer(f"[{''.join(map(re.escape, sorted(numeric)))}]+", text):
        start, end = run.span()
        after = measured(text, end)
        if run[0] in numbered or (_is_han(run[0]) and not after and _in_a_han_word(text, start, end)):
            continue
        letters = re.search(r"[^\W\d_]+$", text[:start])
        if letters and not _is_han(run[0]):
            # "m²" is a unit; "R²" and "costs²" are names.
            if not is_symbol(letters[0] + run[0]):
                yield WordingFound((), letters.start(), end)
            continue
        value = _value(run[0])
        unit = after.unit if after else None
        means = () if value is None else _exactly(value, unit)
        yield WordingFound(means, start, after.end if after else end)


def _numbered(text: str) -> frozenset[str]:
    """The circled digits of a text when they only number its parts: from one on, in order, without a unit."""
    marks = list(_ENUMERATED.finditer(text))
    values = [unicodedata.numeric(mark[0]) for mark in marks]
    in_order = len(marks) > 1 and values == [float(at) for at in range(1, len(marks) + 1)]
    alone = all(measured(text, mark.end()) is None for mark in marks)
    return frozenset(mark[0] for mark in marks) if in_order and alone else frozenset()


def _value(run: str) -> Fraction | None:
    """The value of a run of numeric characters; None when there is more than one reading."""
    if _is_han(run):
        return han_value(run)
    if all(unicodedata.digit(char, None) is not None for char in run):
        return Fraction("".join(str(unicodedata.digit(char)) for char in run))
    return Fraction(unicodedata.numeric(run)).limit_denominator(1000) if len(run) == 1 else None


def _is_han(run: str) -> bool:
    return all(unicodedata.name(char, "").startswith("CJK") or char == "〇" for char in run)


def _in_a_han_word(text: str, start: int, end: int) -> bool:
    return any(_is_han(char) for char in (text[start - 1 : start], text[end : end + 1]) if char)

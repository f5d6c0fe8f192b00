"""Whether two conditions cannot hold together: other months, bounds or groups, or one denies the other.

`exclusion` looks for another time or state in what a page says; here two phrases that are known to be
conditions are set against each other, so that their plain words may count: low and above, never and heavy.
"""

import re
from collections.abc import Iterator
from itertools import pairwise, product, takewhile
from typing import Final

from pathfinder.adapters.embedded.bounds import apart_in_range, bounds
from pathfinder.adapters.embedded.circumstances import circumstances
from pathfinder.adapters.embedded.condition_kinds import SIZES, TABLE
from pathfinder.adapters.embedded.condition_patterns import MONTHS
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import terms
from pathfinder.protocols.rules.numbers import Quantity, numbers

SAME_BUT_DENIED: Final = 0.5
"""How near a condition and a denied one must be, the denial left out, where they share no word."""
_LONG_STEM: Final = 4
FAR_APART: Final = 0.25
"""Figures of one unit that differ by this share of the larger are other figures."""

_NEGATION: Final = re.compile(
    r"\b(?:not|never|no longer|no|without|non|un|free of|free from|off)\b[\s-]*|n['’]t\b"
    r"|\bnon-?(?=[a-z]{4})|\bex-|-free\b"
    r"|\bformer\b|지\s?(?:는|도)?\s?(?:않|못)[가-힣]*|(?<![가-힣])(?:비|무|미)(?=[가-힣]{2,4}(?:자|인"
    r"|군))|없[는을이]|아닌|끊은",
    re.IGNORECASE,
)
# Words that say who or when in general, and make no condition the same as another.
_SETTING: Final = frozenset(
    terms(
        "people person persons participant patient customer adult those who group year month week day night"
        " season time study trial survey use user take"
        " 사람 참가자 환자 집단 기간 시간 경우 때 날 해 연구 조사 교직원 주민"
    )
)
_MONTH: Final = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b|(?<!\d)(?:1[0-2]|[1-9])월", re.IGNORECASE)
_THROUGH: Final = re.compile(r"^\s*(?:to|and|until|till|through|-|–|~|부터|에서)\s*$", re.IGNORECASE)
_RANGE: Final = re.compile(r"\b(?:from|between)\b|부터|~|에서", re.IGNORECASE)


def contrasted(one: str, other: str, encoder: Encoder) -> tuple[str, str] | None:
    """A condition of each of two sentences that cannot hold together; None where there is none."""
    pairs = list(product(circumstances(one), circumstances(other)))
    if _all_months(one) & _all_months(other):
        pairs = [pair for pair in pairs if not (_months(pair[0]) and _months(pair[1]))]
    # Of several doses in one sentence two always differ: none of the one may meet any of the other.
    if not (bounds(one) and bounds(other)) or apart_in_range(one, other):
        return next((pair for pair in pairs if exclusive(*pair, encoder)), None)
    return next((pair for pair in pairs if _exclusive_in_words(*pair, encoder)), None)


def exclusive(one: str, other: str, encoder: Encoder) -> bool:
    """Whether two condition phrases cannot hold together, as far as their words tell."""
    first, second = _months(one), _months(other)
    if first and second:
        return first.isdisjoint(second)
    if _exclusive_in_words(one, other, encoder):
        return True
    return apart_in_range(one, other) or other_figures(one, other)


def _exclusive_in_words(one: str, other: str, encoder: Encoder) -> bool:
    first, second = _months(one), _months(other)
    if first and second:
        return first.isdisjoint(second)
    return _denied(one, other, encoder) or _of_other_kinds(one, other)


def _of_other_kinds(one: str, other: str) -> bool:
    """Of one kind at least, and not the same of any: a dry night and a dry day are one thing less apart.

    Over 0.9 m/s and under eight metres stand on different scales.
    """
    first, second = dict(_figures(one)), dict(_figures(other))
    on_other_scales = bool(first and second) and first.keys().isdisjoint(second)
    return any(
        _disjoint(kind, one, other) for kind in TABLE if not (on_other_scales and kind is TABLE[SIZES])
    )


def _disjoint(kind: tuple[re.Pattern[str], ...], one: str, other: str) -> bool:
    mine, theirs = ({at for at, words in enumerate(kind) if words.search(text)} for text in (one, other))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _denied(one: str, other: str, encoder: Encoder) -> bool:
    """One denies what the other says: non-smokers and smokers, without rinsing and rinsed."""
    if (_NEGATION.search(one) is None) == (_NEGATION.search(other) is None):
        return False
    bare = [" ".join(_NEGATION.sub(" ", text).split()) for text in (one, other)]
    first, second = (frozenset(terms(text)) - _SETTING for text in bare)
    if not first or not second:
        return False
    if any(_kin(mine, theirs) for mine in first for theirs in second):
        return True
    return _told_near(bare, encoder)


def _kin(one: str, other: str) -> bool:
    """Forms of one word: smoke and smoker."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return one == other or same >= max(_LONG_STEM, 0.6 * max(len(one), len(other)))


def _told_near(bare: list[str], encoder: Encoder) -> bool:
    """What the two name without the denial means the same: 담배를 피우는 and 흡연자, or two languages."""
    names = [" ".join(_NAMED.sub(" ", text).split()) or text for text in bare]
    return encoder.similarity(*names) >= SAME_BUT_DENIED


_NAMED: Final = re.compile(
    r"\b(?:in|among|amongst|for|the|people|persons|those|who|do|does|did|customers|participants)\b|\d+"
    r"|(?:사람|교직원|직원|주민|환자|참가자|\d*명)(?:들)?(?:은|는|이|가|에게는|에게|의 경우)?(?=\s|$)",
    re.IGNORECASE,
)


def other_figures(one: str, other: str) -> bool:
    """Both name a figure of one unit, and they are far from each other."""
    first, second = dict(_figures(one)), dict(_figures(other))
    return any(
        abs(first[unit] - second[unit]) > FAR_APART * max(abs(first[unit]), abs(second[unit]))
        for unit in first.keys() & second.keys()
    )


def _figures(text: str) -> Iterator[tuple[str, float]]:
    for number in numbers(text):
        if isinstance(number, Quantity) and number.unit is not None:
            yield number.unit, float(number.value)


def _months(text: str) -> frozenset[int]:
    """The months a phrase names, those between the ends of a range with them."""
    found = [(_number(match.group()), match.start(), match.end()) for match in _MONTH.finditer(text)]
    named = {month for month, _, _ in found}
    for (first, _, end), (last, start, _) in pairwise(found):
        if _THROUGH.match(text[end:start]) and _RANGE.search(text):
            named |= {(first - 1 + step) % 12 + 1 for step in range((last - first) % 12 + 1)}
    return frozenset(named)


def _all_months(sentence: str) -> frozenset[int]:
    return frozenset(month for phrase in circumstances(sentence) for month in _months(phrase))


def _number(month: str) -> int:
    return int(month[:-1]) if korean.is_hangul(month) else MONTHS.index(month.lower()) + 1

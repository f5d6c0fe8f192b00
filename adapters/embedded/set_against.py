"""Which way figures point that a sentence sets against each other, though no word of it may say so.

"Called twice, as against 23 times before" is fewer, "31% of the thickness without" is less, and "declined by
6% in ports with a curtain and by 7% in ports without" is no difference, whatever "declined" says.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from pathfinder.adapters.language.terms import terms
from pathfinder.protocols.rules.numbers import Quantity, numbers
from pathfinder.protocols.rules.units import PERCENT, RATIO

Way = Literal[1, 0, -1]

MOST_KEPT: Final = 8_192
ALIKE: Final = 0.06
"""Figures that differ by no more than this share of the larger are no difference."""
A_POINT, FROM_SHARE = 1.0, 5.0
"""Nor are two shares of so many per cent or more that are a point apart."""
_YEARS: Final = (1800, 2100)
_NEXT: Final = 3
_REACH: Final = 32
"""How far before a figure the words stand that say whose it is."""

_AGAINST: Final = re.compile(
    r"\b(?:(?:as )?against|compared (?:with|to)|versus|vs\.?|as opposed to|in place of|instead of)\b",
    re.IGNORECASE,
)
_AGAINST_KO: Final = re.compile(r"(?:보다|에 (?:비해|비하여|비하면|견주어|견줘|견주면)|와 견주어|대비)")
_ASIDE: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
# Where the words of the one figure end and those of the other begin.
_BETWEEN: Final = re.compile(
    r",|;|\b(?:and|but|while|whereas|yet)\b|(?<=[가-힣][고며])\s|(?<=지만)\s|(?<=으나)\s|(?<=는데)\s",
    re.IGNORECASE,
)
# Those who did without: what the others are held against.
_WITHOUT: Final = re.compile(
    r"\b(?:without|untreated|unfed|unwashed|un\w{3,}ed|controls?|placebo|elsewhere|other(?:s|wise)?|the rest"
    r"|comparison|before(?:hand)?|previously|formerly|earlier|(?:switched|turned) off"
    r"|no(?! more| less| fewer)"
    r"|not|never|did not)\b|n['’]t\b"
    r"|없[는던이을]|없었|않[는은던]|(?<![가-힣])안 (?=[가-힣])|못한|이전|예전|종전|전에는|대조|다른 |나머지"
    r"|일반 |쉬었을|쉬는|멈춘|멈췄을|껐을|끈 |기존|보통",
    re.IGNORECASE,
)
# "31% of the thickness measured without", "a third of what it would be": held against a whole that is named.
_PART_OF: Final = re.compile(
    r"\s+of (?:what (?:it|they|he|she|(?:the|its|their|an?|other) \w+) (?:was|were|had|did|would|used)\b"
    r"|(?:the|its|their|that|those) (?:usual|normal|ordinary|former|previous|untreated|controls?)\b"
    r"|(?:the|that|those)(?: \w+)? (?:measured|found|seen|recorded|counted|in|of|on|at)\b[^,;.]{0,60}"
    r"\b(?:without|before|elsewhere|untreated|controls?)\b)",
    re.IGNORECASE,
)
# "3분의 1에 지나지 않았다", "28%에 그쳤다": less than what it is held against.
_NO_MORE_KO: Final = re.compile(r"^(?:에|밖에)\s?(?:지나지 않|그쳤|그친|불과|머물렀|머문|되지 않)")
_RANGE: Final = re.compile(r"^\s?(?:to|[-–—~]|and|에서|부터)\s?$", re.IGNORECASE)


class Compared(NamedTuple):
    """Which way what a sentence is about goes by its figures; 0 for no difference."""

    way: Way
    words: str


@lru_cache(maxsize=MOST_KEPT)
def set_against(text: str, asked: frozenset[str] = frozenset()) -> Compared | None:
    """What the figures of a sentence say of each other; None where none are set against each other.

    Of two groups the one that is named by words that are asked about is the one that matters.
    """
    rules = (_by_word(text), _by_word_ko(text), _by_groups(text, asked), _by_part(text))
    return next((found for rule in rules for found in rule), None)


def no_difference(text: str) -> str | None:
    """The words by which two figures say that there is none."""
    found = set_against(text)
    return found.words if found is not None and found.way == 0 else None


def _figures(text: str) -> list[Quantity]:
    return [one for one in numbers(text) if isinstance(one, Quantity) and not _is_year(one)]


def _is_year(one: Quantity) -> bool:
    return one.unit is None and _YEARS[0] <= one.value <= _YEARS[1] and len(one.raw) == 4


def _by_word(text: str) -> Iterator[Compared]:
    """34 days compared with 29 days."""
    found = _AGAINST.search(text)
    told = _figures(text)
    after = next((one for one in told if found is not None and one.span.start >= found.end()), None)
    if found is None or after is None:
        return
    before = [one for one in told if one.span.end <= found.start() and _comparable(one, after)]
    if before:
        near = before[-1].span.end >= found.start() - _NEXT
        mine = before[-1] if near else max(before, key=lambda one: (one.unit == after.unit, one.span.start))
        yield _compared(text, mine, after)


def _by_word_ko(text: str) -> Iterator[Compared]:
    """쉬었을 때의 19 cm에 견주어: the figure right before the word is the one the other is held against."""
    for found in _AGAINST_KO.finditer(text):
        told = _figures(text)
        held = next((one for one in told if text[one.span.end : found.start()].strip() in ("", "치")), None)
        if held is None:
            continue
        others = [one for one in told if one is not held and one.unit == held.unit is not None]
        if others:
            nearest = min(others, key=lambda one: abs(one.span.start - found.start()))
            yield _compared(text, nearest, held)


def _by_groups(text: str, asked: frozenset[str]) -> Iterator[Compared]:
    """64% in weeks with it and 63% in weeks without; 5.2 for moss and 3.4 for gauze, if moss is asked of."""
    text = _ASIDE.sub(lambda found: " " * len(found.group()), text)
    told = _figures(text)
    for one, other in pairwise(told):
        if sum(figure.unit == one.unit is not None for figure in told) > 2:
            continue  # of three groups it is not told which are compared
        middle = text[one.span.end : other.span.start]
        if not _measured_alike(text, one, other) or _RANGE.match(middle):
            continue
        cut = _BETWEEN.search(middle)
        end = one.span.end + (cut.start() if cut else len(middle))
        first, second = text[max(0, one.span.start - _REACH) : end], text[end : _end(text, other)]
        without = [_WITHOUT.search(words) is not None for words in (first, second)]
        if without[0] == without[1]:
            mine, theirs = (frozenset(terms(words)) & asked for words in (first, second))
            without = [bool(theirs - mine), bool(mine - theirs)]
        if without[0] != without[1]:
            yield _compared(text, *((other, one) if without[0] else (one, other)))


def _by_part(text: str) -> Iterator[Compared]:
    """31% of the thickness measured without."""
    held = _AGAINST_KO.search(text)
    for one in _figures(text):
        if one.unit not in (PERCENT, RATIO) or one.value >= (100 if one.unit == PERCENT else 1):
            continue
        no_more = held is not None and _NO_MORE_KO.match(text[one.span.end :])
        if no_more or _PART_OF.match(text, one.span.end):
            yield Compared(-1, one.raw)


def _end(text: str, figure: Quantity) -> int:
    """Where the words of a figure end: with its clause, or with the next figure."""
    after = [one.span.start for one in _figures(text) if one.span.start > figure.span.end]
    found = re.search(r"[,;]\s", text[figure.span.end :])
    return min(*after, len(text), figure.span.end + found.start() if found else len(text))


def _comparable(one: Quantity, other: Quantity) -> bool:
    return one.unit == other.unit or None in (one.unit, other.unit)


_NUMERAL: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")


def _measured_alike(text: str, one: Quantity, other: Quantity) -> bool:
    """In numerals, and of one unit, of one thing counted, or both to the decimal."""
    raws = [_NUMERAL.match(figure.raw) for figure in (one, other)]
    if _is_difference(text, one) != _is_difference(text, other):
        return False
    if raws[0] is None or raws[1] is None or not _comparable(one, other):
        return False
    if one.unit == other.unit is not None or all("." in raw.group() for raw in raws if raw):
        return True
    counted = [text[figure.span.end :].split(maxsplit=1)[:1] for figure in (one, other)]
    return bool(counted[0]) and counted[0] == counted[1]


# "64 talens less", "예전보다 72탈렌을 더": by how much, not how much.
_BY_SO_MUCH: Final = re.compile(
    r"^\s?(?:[a-z]+\s)?(?:more|less|fewer"
    r"|(?!(?:after|other|under|over|ever|never|per|either|neither|rather|together|winter|summer)\b)[a-z]+er)\b|^[가-힣]{0,4}\s(?:더|덜)\s"
)
_THAN_KO: Final = re.compile(r"보다(?: 평균| 약)?\s$")


def _is_difference(text: str, figure: Quantity) -> bool:
    before, after = text[: figure.span.start], text[figure.span.end :]
    return _THAN_KO.search(before) is not None or _BY_SO_MUCH.match(after) is not None


def _compared(text: str, mine: Quantity, theirs: Quantity) -> Compared:
    one, other = float(mine.value), float(theirs.value)
    words = text[min(mine.span.start, theirs.span.start) : max(mine.span.end, theirs.span.end)]
    apart = abs(one - other)
    shares = PERCENT in (mine.unit, theirs.unit) and min(one, other) >= FROM_SHARE
    if apart <= ALIKE * max(abs(one), abs(other)) or (shares and apart <= A_POINT):
        return Compared(0, words)
    return Compared(1 if one > other else -1, words)

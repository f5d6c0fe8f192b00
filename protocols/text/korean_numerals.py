"""Numbers in Korean words and scales: "삼천오백만", "1만 2천", "열두 명", "삼분의 이", "절반".

Numeral syllables are everywhere in Korean words, so a Hangul numeral counts only as a whole token, never
inside an eojeol:

- before a counter or unit ("오만 명", "스물다섯 살"); but one syllable glued to one syllable never counts
  ("사회", "일부", "조건", "구분", "열차", "세대"), nor "이" before what a demonstrative may stand before
  ("이 점", "이 단계");
- or alone, with at most a particle, when it is long and well formed enough to be nothing else ("이십오",
  "백이십", "다섯").

"한" is like English "one": doubtful until a unit follows. "수십" and "반" are read by `figure_words`.
"""

import re
import unicodedata
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from pathfinder.protocols.text.numerals import Numeral
from pathfinder.protocols.text.units import COUNTER, PARTICLE_OR_END, RATIO

__all__ = ["han_value", "korean", "sino_value", "with_korean_scales"]

_DIGITS: Final = dict(zip("일이삼사오육칠팔구", range(1, 10), strict=True))
_SMALL: Final = {"십": 10, "백": 100, "천": 1000}
_BIG: Final = {"만": 10**4, "억": 10**8, "조": 10**12, "경": 10**16}
_SCALE: Final = "[십백천만억조경]"
_SYLLABLE: Final = "[일이삼사오육칠팔구십백천만억조경]"

_LITERAL: Final = r"(?:\d{1,3}(?:,\d{3})+|\d{1,16}(?:\.\d{1,16})?)"
_MIXED: Final = re.compile(
    # A scale that begins another word is none; a bare number after "만" is its rest, unless it is a year.
    rf"(?!백신|백분|조사|조건|조직|조각|조항|조합|조치|만약|만족|천연|천체|억제|경기|경우|경제|경찰){_SCALE}{{1,8}}"
    rf"(?:[ ]?{_LITERAL}{_SCALE}{{1,8}}|(?<=만)[ ]?(?!\d{{4}}년){_LITERAL}){{0,8}}"
)
_PIECE: Final = re.compile(rf"{_LITERAL}|{_SCALE}")

_COUNTED: Final = re.compile(rf"( ?)({COUNTER}){PARTICLE_OR_END}")
_END: Final = re.compile(PARTICLE_OR_END)
# "삼조 오천억 원": a group after a blank needs a scale and a counter, or "십만 이상" would be read on.
_SINO: Final = re.compile(
    rf"{_SYLLABLE}+(?:(?<=[억조경만]) {_SYLLABLE}*+(?<=[십백천만억])(?= ?{COUNTER})){{0,8}}"
)
_FRACTION: Final = re.compile(rf"({_SYLLABLE}+) ?분의 ?({_SYLLABLE}+)")
_HALF: Final = re.compile(rf"절반{PARTICLE_OR_END}")
# Alone, these are nothing but numbers; "이천" and "사천" are also towns, "구천" and "천만(에)" other words.
_ALONE: Final = re.compile(
    r"[일이삼사오육칠팔구][십백]|[삼오육칠팔]천|[십백]만"
    r"|(?![이사구]천이$)[일이삼사오육칠팔구][십백천].+|[십백천].{2,}"
)
_LONG_UNITS: Final = frozenset(
    {
        "퍼센트포인트",
        "퍼센트",
        "개월",
        "달러",
        "유로",
        "킬로그램",
        "킬로미터",
        "밀리그램",
        "밀리미터",
        "센티미터",
        "미터",
        "헥타르",
    }
)
_ROUND_COUNTERS: Final = frozenset(
    {
        "명",
        "개",
        "원",
        "년",
        "달러",
        "가구",
        "건",
        "배",
        "마리",
        "사람",
        "권",
        "톤",
        "개국",
        "곳",
        "회",
        "번",
        "가지",
    }
)
_MONEY: Final = frozenset({"원", "달러", "유로", "엔", "위안"})

_NATIVE_TENS: Final = dict(
    zip(("열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"), range(10, 100, 10), strict=True)
)
_NATIVE_ONES: Final = {
    word: value
    for value, words in enumerate(
        ("하나 한", "둘 두", "셋 세 석", "넷 네 넉", "다섯", "여섯", "일곱", "여덟", "아홉"), start=1
    )
    for word in words.split()
}
_NATIVE: Final = re.compile(rf"(스무)|({'|'.join(_NATIVE_TENS)})?({'|'.join(_NATIVE_ONES)})?")
_GLUED_TO_ONE_SYLLABLE: Final = frozenset({"명", "개", "살", "달"})


def korean(text: str, at: int) -> Numeral | None:
    """The Hangul numeral that begins at this place, the beginning of an eojeol, if any."""
    if half := _HALF.match(text, at):
        return Numeral(Fraction(1, 2), half.start() + 2, RATIO)
    return _fraction(text, at) or _sino(text, at) or _native(text, at)


def with_korean_scales(value: Fraction, text: str, at: int) -> Numeral:
    """The value with the Korean scales that follow it, and further groups ("1만 2천", "3조 5000억")."""
    found = _MIXED.match(text, at)
    if not found:
        return Numeral(value, at)
    pieces = list(_PIECE.finditer(found[0]))
    tokens = [
        value,
        *(piece[0] if piece[0] in _SMALL or piece[0] in _BIG else _literal(piece[0]) for piece in pieces),
    ]
    total, used = _value(tokens)
    # What is left over after a group of its own ("3천 5천") begins another number.
    while used > 1 and isinstance(tokens[used - 1], Fraction) and used < len(tokens):
        total, used = _value(tokens[: used - 1])
    return Numeral(total, at + pieces[used - 2].end() if used > 1 else at)


def sino_value(syllables: str) -> Fraction:
    """The value of numeral syllables, as far as they are well formed."""
    return _value(_syllables(syllables))[0]


def han_value(characters: str) -> Fraction | None:
    """The value of Han numerals ("四十二", "四二"); None when they are not well formed."""
    values = [Fraction(unicodedata.numeric(char)) for char in characters]
    if all(value < 10 for value in values):
        return Fraction("".join(map(str, values)))
    scales = {Fraction(scale): syllable for syllable, scale in (_SMALL | _BIG).items()}
    total, used = _value([scales.get(value, value) for value in values])
    return total if used == len(values) else None


def _literal(digits: str) -> Fraction:
    return Fraction(digits.replace(",", ""))


def _value(tokens: Iterable[Fraction | str]) -> tuple[Fraction, int]:
    """The value of the longest well-formed beginning (scales descend, digits do not meet), and its tokens."""
    total, section, current = Fraction(0), Fraction(0), None
    limit: float = float("inf")
    big_limit, used = limit, 0
    for token in tokens:
        if isinstance(token, Fraction):
            if current is not None or token >= limit:
                break
            current = token
        elif token in _SMALL:
            if _SMALL[token] >= limit:
                break
            section += (1 if current is None else current) * _SMALL[token]
            current, limit = None, _SMALL[token]
        else:
            group = section + (current or 0)
            if _BIG[token] >= big_limit or (used and not group):
                break
            total += (group or 1) * _BIG[token]
            section, current, limit, big_limit = Fraction(0), None, _BIG[token], _BIG[token]
        used += 1
    return total + section + (current or 0), used


def _syllables(run: str) -> list[Fraction | str]:
    return [
        Fraction(_DIGITS[syllable]) if syllable in _DIGITS else syllable
        for syllable in run
        if syllable != " "
    ]


def _fraction(text: str, at: int) -> Numeral | None:
    found = _FRACTION.match(text, at)
    if not found:
        return None
    below, whole = _value(_syllables(found[1]))
    above, used = _value(_syllables(found[2]))
    end = found.start(2) + used
    return Numeral(above / below, end, RATIO) if whole == len(found[1]) and _END.match(text, end) else None


def _sino(text: str, at: int) -> Numeral | None:
    found = _SINO.match(text, at)
    if not found:
        return None
    value, used = _value(_syllables(found[0]))
    end = at + [place for place, syllable in enumerate(found[0], start=1) if syllable != " "][used - 1]
    numeral = text[at:end]
    counted = _COUNTED.match(text, end)
    if counted and _counts(numeral, spaced=bool(counted[1]), counter=counted[2]):
        return Numeral(value, end)
    # "백만이": after a big scale the last syllable is the particle, not two.
    if re.fullmatch(".*[만억조]이", numeral):
        value, end, numeral = value - 2, end - 1, numeral[:-1]
    return Numeral(value, end) if _ALONE.fullmatch(numeral) and _END.match(text, end) else None


def _counts(numeral: str, *, spaced: bool, counter: str) -> bool:
    """Is this Sino-Korean numeral before this counter a number, and not a word or a demonstrative?"""
    if numeral in _DIGITS:
        return counter in _LONG_UNITS and (numeral != "이" or counter in ("퍼센트", "퍼센트포인트", "개월"))
    if len(numeral) == 1:
        return spaced and counter in _ROUND_COUNTERS | _LONG_UNITS
    if len(numeral) == 2 and numeral[1] == "조":
        return counter in _MONEY
    return counter != "시" and not (len(numeral) == 2 and numeral[0] in _BIG)


def _native(text: str, at: int) -> Numeral | None:
    found = _NATIVE.match(text, at)
    if not found or not found[0]:
        return None
    value = 20 if found[1] else _NATIVE_TENS.get(found[2], 0) + _NATIVE_ONES.get(found[3], 0)
    counted = _COUNTED.match(text, found.end())
    numeral = Numeral(Fraction(value), found.end(), doubtful=value == 1)
    if counted and (
        len(found[0]) > 1
        or counted[1]
        or counted[2] in _GLUED_TO_ONE_SYLLABLE
        or found[0] + counted[2] == "두배"
    ):
        return numeral
    alone = value > 2 and found[0] not in ("열", "쉰", "열세", "세", "석", "네", "넉")
    return numeral if alone and _END.match(text, found.end()) else None

"""Numbers in English words: "a hundred and twenty", "two thirds", "half a million", "twenty-first".

Words that are numbers only sometimes are read with care, since a false number would demand a quote that
cannot exist: "one" is doubtful until a unit follows ("one of the", "no one"), and so is "zero" in a
compound ("zero-shot"); "first" is never read, "second" only before a superlative ("second-largest"); ranks
before a comma only order a text ("Third, ..."). Round plurals ("millions of") and bare scales ("several
hundred") have no value; `figure_words` reads them.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from pathfinder.protocols.text.units import FOLD, ORDINAL, RATIO

__all__ = ["NUMBER_WORD", "ORDINAL_WORDS", "Numeral", "english", "with_scale"]


class Numeral(NamedTuple):
    """A value read from words, up to `end`; `doubtful` when it is one only if a unit follows."""

    value: Fraction
    end: int
    unit: str | None = None
    doubtful: bool = False


_BELOW_TWENTY: Final = (
    "zero one two three four five six seven eight nine ten"
    " eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_ROUND: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES: Final = {word: value for value, word in enumerate(_BELOW_TWENTY.split())}
_TENS: Final = {word: 10 * value for value, word in enumerate(_ROUND.split(), start=2)}
_SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SHORT_SCALES: Final = {
    "k": 10**3,
    "K": 10**3,
    "mn": 10**6,
    "M": 10**6,
    "bn": 10**9,
    "B": 10**9,
    "tn": 10**12,
    "T": 10**12,
}
_RANKS: Final = (
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_ORDINALS: Final = {
    word: value
    for value, word in enumerate(
        _RANKS.split(),
        start=3,
    )
} | {"thirtieth": 30, "fortieth": 40, "fiftieth": 50, "hundredth": 100, "thousandth": 1000}
ORDINAL_WORDS: Final = "|".join(_ORDINALS)
_LAST_PARTS: Final = _ORDINALS | {"first": 1, "second": 2}
_PARTS: Final = _ORDINALS | {"half": 2, "quarter": 4}

# In ASCII, or "thİrd" would match and be in no table.
_ANY_CASE: Final = re.IGNORECASE | re.ASCII
_WORD: Final = "|".join([*_ONES, *_TENS, *_SCALES, "hundred", "dozen"])
_RUN: Final = re.compile(
    rf"(?:an?[ ](?:hundred|thousand|million|billion|trillion|dozen)|{'|'.join([*_ONES, *_TENS])})\b"
    # Bounded, since every word of a run may begin a reading of its own.
    rf"(?:(?:[ ]and[ ]|[ -]|[ ]point[ ])(?:{_WORD})\b){{0,30}}",
    _ANY_CASE,
)
_PART: Final = re.compile(rf"[ -]({'|'.join(_PARTS)})(s?)\b|[ -](halves)\b", _ANY_CASE)
_LAST: Final = re.compile(rf"[ -]({'|'.join(_LAST_PARTS)})\b", _ANY_CASE)
_AND_A_HALF: Final = re.compile(r" and a half\b", _ANY_CASE)
_HALF: Final = re.compile(
    r"(?<!first )(?<!second )(?<!other )(?<!latter )(?<!last )(?<!time )\bhalf\b(?!-[a-z]| time)"
    r"(?: (?:of )?(?:an? )?(million|billion|trillion|thousand|dozen)\b)?",
    _ANY_CASE,
)
_A_PART: Final = re.compile(
    r"\ba (third|quarter|fifth|sixth|eighth|tenth) (?=of|as|more|less|fewer)", _ANY_CASE
)
_RANK: Final = re.compile(
    rf"\b(?:(second)(?=[ -](?:\w+est|most|place)\b)|({'|'.join(_ORDINALS)})\b(?!,))", _ANY_CASE
)
_TIMES: Final = {
    "twice": 2,
    "thrice": 3,
    "twofold": 2,
    "threefold": 3,
    "fourfold": 4,
    "fivefold": 5,
    "tenfold": 10,
}
_TIMES_WORD: Final = re.compile(rf"\b(?:{'|'.join(_TIMES)})\b", _ANY_CASE)
# Where an English number may begin; what it is, `english` says.
NUMBER_WORD: Final = rf"(?:an?(?=[ ])|half|second|{'|'.join([*_TIMES, *_ONES, *_TENS, *_ORDINALS])})\b"
_SCALE: Final = re.compile(
    r"[ -]?(?i:(hundred|thousand|million|billion|trillion|dozen))\b|[ ]?(mn|bn|tn)\b|([kKMBT])(?![A-Za-z0-9])"
)


def english(text: str, at: int) -> Numeral | None:
    """The English number word, fraction or rank that begins at this place, if any."""
    if half := _HALF.match(text, at):
        scale = _scale(half[1]) if half[1] else None
        return Numeral(Fraction(scale or 1, 2), half.end(), None if scale else RATIO)
    if part := _A_PART.match(text, at):
        return Numeral(Fraction(1, _PARTS[part[1].lower()]), part.end() - 1, RATIO)
    if times := _TIMES_WORD.match(text, at):
        return Numeral(
            Fraction(_TIMES[times[0].lower()]), times.end(), FOLD if "fold" in times[0].lower() else None
        )
    if rank := _RANK.match(text, at):
        return Numeral(Fraction(2 if rank[1] else _ORDINALS[rank[2].lower()]), rank.end(), ORDINAL)
    run = _RUN.match(text, at)
    return _cardinal(text, run) if run else None


def with_scale(value: Fraction, text: str, at: int, *, money: bool) -> Numeral:
    """The value times the scale that follows ("million", "bn", "K"); "m" is a million only of money."""
    found = _SCALE.match(text, at)
    if found:
        word = found[1] or found[2] or found[3]
        return Numeral(value * _scale(word), found.end())
    if money and re.match(r" ?m\b", text[at : at + 3]):
        return Numeral(value * 10**6, text.index("m", at) + 1)
    return Numeral(value, at)


def _scale(word: str) -> int:
    if word in _SHORT_SCALES:
        return _SHORT_SCALES[word]
    return {"hundred": 100, "dozen": 12, **_SCALES}[word.lower()]


def _cardinal(text: str, run: re.Match[str]) -> Numeral:
    words = list(re.finditer(r"[a-z]+", run[0].lower()))
    names = [word[0] for word in words]
    value, used = _english_value(names)
    end = run.start() + words[used - 1].end()
    small = used == 1 and value < 100
    if small and (part := _PART.match(text, end)) and (value == 1) != bool(part[2] or part[3]):
        return Numeral(Fraction(value, _PARTS[part[1].lower()] if part[1] else 2), part.end(), RATIO)
    if names[used - 1] in _TENS and (last := _LAST.match(text, end)) and _LAST_PARTS[last[1].lower()] < 10:
        return Numeral(Fraction(value + _LAST_PARTS[last[1].lower()]), last.end(), ORDINAL)
    if half := _AND_A_HALF.match(text, end):
        return with_scale(Fraction(value) + Fraction(1, 2), text, half.end(), money=False)
    doubtful = used == 1 and (value == 1 or (value == 0 and text[end : end + 1] == "-"))
    return Numeral(Fraction(value), end, doubtful=doubtful)


def _english_value(words: Sequence[str]) -> tuple[Fraction, int]:
    """The value of the longest well-formed beginning of these words, and how many it takes."""
    total, at, limit = Fraction(0), 0, 10**15
    while True:
        skip = at + (at > 0 and words[at : at + 1] == ["and"])
        part, after = _below_thousand(words, skip)
        scale = _SCALES.get(words[after]) if after < len(words) else None
        # "between two million and three million": after "and", what has its own scale is another number.
        if after == skip or part >= limit or (skip > at and (part >= 100 or scale)):
            return total, at
        if words[after : after + 1] == ["dozen"]:
            return total + part * 12, after + 1
        if scale is None or scale >= limit:
            return (total + part, after) if scale is None else (total, at)
        total, at, limit = total + part * scale, after + 1, scale


def _below_thousand(words: Sequence[str], at: int) -> tuple[Fraction, int]:
    value, after = (
        (Fraction(1), at + 1) if words[at : at + 1] in (["a"], ["an"]) else _below_hundred(words, at)
    )
    if after > at and words[after : after + 1] == ["point"]:
        return _with_decimals(value, words, after)
    if after == at or words[after : after + 1] != ["hundred"]:
        return value, after
    after += 1
    rest_at = after + (words[after : after + 1] == ["and"])
    rest, rest_end = _below_hundred(words, rest_at)
    if rest_end == rest_at or words[rest_end : rest_end + 1] == ["hundred"]:
        return value * 100, after
    return value * 100 + rest, rest_end


def _with_decimals(value: Fraction, words: Sequence[str], point: int) -> tuple[Fraction, int]:
    after, step = point + 1, Fraction(1)
    while after < len(words) and _ONES.get(words[after], 10) < 10:
        step /= 10
        value += _ONES[words[after]] * step
        after += 1
    return (value, after) if after > point + 1 else (value, point)


def _below_hundred(words: Sequence[str], at: int) -> tuple[Fraction, int]:
    word = words[at] if at < len(words) else ""
    if word in _ONES:
        return Fraction(_ONES[word]), at + 1
    if word not in _TENS:
        return Fraction(0), at
    one = _ONES.get(words[at + 1], 0) if at + 1 < len(words) else 0
    return Fraction(_TENS[word] + one * (one < 10)), at + 1 + (0 < one < 10)

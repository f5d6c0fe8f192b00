"""Promise 1, words on a page: is this quote in this page, word for word, and where exactly?

`find` compares without white space and checks the white space afterwards, so a page is prepared once and
searched by `str.find`. It never scores: a quote is on the page or it is not. What it gives back is the
place in the page as stored, and that slice, not the model's typing of it, is the quote to keep.

**Typing is forgiven**: everything `folding` folds, and case (the kept slice is the page's own, so no case
is lost; models change the first letter freely). Quotation marks around the whole quote are left out.

**Gaps between letters must agree.** A run of white space is one space, and a space never meets nothing: "no
table" is not "notable". Only what typesetting makes ambiguous is open: a hyphen at a line end may be a
hyphen or none ("exam-\\nple"), a line break beside Hangul, Han or kana, or after a hyphen may be a space or
none, any space between two Han or kana means nothing. A hyphen inside a line is a letter of its word:
"re-sign" is not "resign".

**A quote begins and ends where the page lets it**: not inside a word (nor inside an eojeol: a Korean ending
may turn the sentence round, so its end is the end of the eojeol or a punctuation mark; Han and kana
likewise), not inside a compound or a contraction ("can" in "can't", "effective" in "non-effective"), not
inside a number nor between a number and its sign, currency, per cent or multiplier, not straight after a
negation ("not | effective", "안 | 먹는다") nor straight before a Korean one ("있지 | 않다").

An ellipsis is three dots like any others: a quote with a gap is not one quote, and is found only where the
page has the dots. A quote with fewer than three letters or digits says nothing and is never found.
"""

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, islice
from operator import add
from typing import Final, NamedTuple, Self, cast

from pathfinder.protocols.text.folding import Folded, Span, fold

__all__ = ["PageText", "Span", "find", "find_all"]

FEWEST_LETTERS: Final = 3
# A page made to hold a quote a million times inside other words must not cost minutes: after these we stop.
MOST_PLACES: Final = 20_000

# What stands between two neighbouring characters, one byte each.
_NOTHING, _SPACE, _BREAK, _HYPHEN, _LINE_HYPHEN, _HYPHEN_SPACE = range(6)
_SHOWN: Final = ("", " ", " ", "-", "-", "- ")
# Pairs that may face each other although they differ, in either order.
_OPEN: Final = frozenset(
    pair
    for one, others in {
        _BREAK: (_NOTHING, _SPACE),
        _LINE_HYPHEN: (_NOTHING, _HYPHEN, _HYPHEN_SPACE),
    }.items()
    for other in others
    for pair in ((one, other), (other, one))
)

_HAN_KANA: Final = (
    r"\u3005\u3006\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNSPACED: Final = rf"\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e{_HAN_KANA}"
_LINE: Final = r"(?:(?<=\n)|\ *+\n)\ *+"
# The first character stands alone before every condition, so that the search leaps from gap to gap.
_GAP: Final = re.compile(
    rf"""[\ \n-](?:
      (?<=[^\W\d_]-) (\ *+\n[\ \n]*+|\ *+) (?=[^\W\d_])
    | (?<=[\ \n]) (?: ( (?<=[{_HAN_KANA}].) [\ \n]*+ (?=[{_HAN_KANA}])
                      | (?<=[{_UNSPACED}].) {_LINE} (?!\n)
                      | (?<=\w-.) {_LINE} (?=\w)
                      | {_LINE} (?=[{_UNSPACED}]) )
                    | ([\ \n]*+) ) )""",
    re.VERBOSE | re.DOTALL,
)

# A zero byte marks the cut in what the patterns below see: no page has one, while tables are full of bars.
_CUT: Final = "\0"
_LETTER: Final = rf"[^\W\d_{_UNSPACED}]"
_INSIDE: Final = rf"""
      \w-\ ?\x00\w | \w\x00-\ ?\w                          # a compound, a range, a name with a number
    | {_LETTER}'\x00{_LETTER} | {_LETTER}\x00'{_LETTER}    # a contraction
    | \)\x00\w                                           # (in)effective
    | [-+±<>≤≥~≈$€£¥₩.]\x00\d                            # sign, currency, decimal point
    | \d[.,:/×^']\x00\d | \d\x00[.,:/×^']\d
    | (?<!\d)\d{{1,3}}\ ?\x00\ ?\d{{3}}(?!\d)            # 1 234
    | \d\x00\ ?(?:[%‰°$€£¥₩^×]|per\ ?cent|hundred|thousand|million|billion|trillion)
    | \d\x00\ (?:퍼센트|프로(?![그젝세토필덕])|[백천만억조](?![가-힣]))
    | %\x00(?:\w|\ ?-?points?)"""
_BAD_START: Final = re.compile(
    rf"{_INSIDE} | (?:\b(?:not|never|no|cannot|without|nor|neither|안|못)|n't)\ \x00", re.VERBOSE
)
_BAD_END: Final = re.compile(rf"{_INSIDE} | \x00\ (?:않|못|아니|아닌|아님|아닙|없)", re.VERBOSE)
_VIEW: Final = 12


@dataclass(frozen=True, slots=True)
class PageText:
    """A page made ready to be searched: its characters without the gaps, the gaps, and the way back."""

    folded: Folded
    key: str
    gaps: bytes
    """The kind of gap before each character of `key`, and one more for the end of the page."""
    key_runs: "array[int]"
    """Where in `key` each stretch without gaps begins, and in `text_runs` where in the folded text."""
    text_runs: "array[int]"

    @classmethod
    def of(cls, text: str) -> Self:
        folded = fold(text)
        # Split gives, in turn, a stretch and what follows the first character of a hyphen, open or plain gap.
        parts: list[str | None] = _GAP.split(_lowered(folded.text))
        runs = cast("list[str]", parts[0::4])
        tails = list(zip(parts[1::4], parts[2::4], parts[3::4], strict=True))
        key = "".join(runs)
        key_runs = array("I", accumulate(map(len, runs[:-1]), initial=0))
        gap_sizes = (1 + len(hyphen or is_open or space or "") for hyphen, is_open, space in tails)
        text_runs = array("I", map(add, key_runs, accumulate(gap_sizes, initial=0)))
        gaps = bytearray(len(key) + 1)
        for at, tail in zip(key_runs[1:], tails, strict=True):
            gaps[at] = (
                _SPACE if tail[2] is not None else _BREAK if tail[1] is not None else _hyphen_kind(tail[0])
            )
        return cls(folded, key, bytes(gaps), key_runs, text_runs)

    def span(self, start: int, end: int) -> Span:
        """The place in the page as stored of `key[start:end]`, which is not empty."""
        return self.folded.span(self._text_at(start), self._text_at(end - 1) + 1)

    def _text_at(self, at: int) -> int:
        run = bisect_right(self.key_runs, at) - 1
        return self.text_runs[run] + at - self.key_runs[run]


class _Needle(NamedTuple):
    key: str
    gaps: bytes


def find(quote: str, page: PageText) -> Span | None:
    """The first place of the quote in the page, or None when its words do not stand there."""
    return next(find_all(quote, page), None)


def find_all(quote: str, page: PageText) -> Iterator[Span]:
    """Each place of the quote in the page, in order."""
    needle = _needle(quote)
    if needle is None:
        return
    for at in islice(_places(needle.key, page.key), MOST_PLACES):
        end = at + len(needle.key)
        if _agree(page.gaps[at + 1 : end], needle.gaps) and _may_start(page, at) and _may_end(page, end):
            yield page.span(at, end)


def _places(part: str, whole: str) -> Iterator[int]:
    at = whole.find(part)
    while at >= 0:
        yield at
        at = whole.find(part, at + 1)


@lru_cache(maxsize=2048)
def _needle(quote: str) -> _Needle | None:
    """The quote as it is looked for, without the marks around it; None when too short to say anything."""
    asked = PageText.of(quote)
    bare = asked.key.strip("'")
    if sum(map(str.isalnum, bare)) < FEWEST_LETTERS:
        return None
    start = len(asked.key) - len(asked.key.lstrip("'"))
    return _Needle(bare, asked.gaps[start + 1 : start + len(bare)])


def _agree(page: bytes, quote: bytes) -> bool:
    return page == quote or all(
        one == other or (one, other) in _OPEN for one, other in zip(page, quote, strict=True)
    )


def _may_start(page: PageText, at: int) -> bool:
    if at == 0:
        return True
    if _inside_word(page, at):
        return False
    shown = f"{_shown(page, at - _VIEW, at)}{_SHOWN[page.gaps[at]]}{_CUT}{_shown(page, at, at + _VIEW)}"
    return not _BAD_START.search(shown)


def _may_end(page: PageText, at: int) -> bool:
    if at == len(page.key):
        return True
    if _inside_word(page, at):
        return False
    shown = f"{_shown(page, at - _VIEW, at)}{_CUT}{_SHOWN[page.gaps[at]]}{_shown(page, at, at + _VIEW)}"
    return not _BAD_END.search(shown)


def _inside_word(page: PageText, at: int) -> bool:
    return page.gaps[at] == _NOTHING and _of_a_word(page.key[at - 1]) and _of_a_word(page.key[at])


def _of_a_word(char: str) -> bool:
    # Marks count: a Hindi vowel sign is no letter to `isalnum`, and yet the word goes on.
    return char == "_" or unicodedata.category(char)[0] in "LMN"


def _shown(page: PageText, start: int, end: int) -> str:
    """A few characters of the page with their gaps, for the patterns that say where it may not be cut."""
    start, end = max(start, 0), min(end, len(page.key))
    return "".join(_SHOWN[page.gaps[at]] * (at > start) + page.key[at] for at in range(start, end))


def _hyphen_kind(after: str | None) -> int:
    if not after:
        return _HYPHEN
    return _LINE_HYPHEN if "\n" in after else _HYPHEN_SPACE


def _lowered(text: str) -> str:
    """Lower case, one character for one: the few that grow ("İ") stay as they are."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)

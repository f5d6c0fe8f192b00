"""Near-duplicate texts: a small MinHash signature that is stored with each page.

One-permutation hashing: every shingle falls into one of 128 bins by its CRC, each bin keeps its
smallest value, and the share of equal bins estimates how much of the two texts is the same (Jaccard
similarity of their shingle sets). CRC-32 is the same in every process, unlike hash().
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NewType
from zlib import crc32

Signature = NewType("Signature", str)
"""128 bins of two hexadecimal digits each, so 256 characters; kept in the graph file."""

MOST_KEPT = 8_192
BINS = 128
FEWEST_SHINGLES = 30
"""Below this a text is too short to call it a copy of another."""

WORD_SHINGLE = 2
SYLLABLE_SHINGLE = 4
"""Four Hangul syllables (or Han, kana, Thai letters) touch two words, about as a pair of words does."""

NEAR_DUPLICATE = 0.52
"""Measured: copies with 8% of their words changed lie at 0.72 (lowest 0.57), half a text quoted at 0.34."""

PARTLY_COPIED = 0.3
"""Enough of a text to call it a copy, where the words that are cited from both are the same as well."""

LONG_RUN = 8, 16
"""So many words, or letters of scripts without spaces, in a row are not written twice by chance."""

BAND = 2
"""Bins per band. More than half of all bins being equal, both of some band are: no pair is missed."""

_DIGITS = 2
_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u1100-\u11ff\uac00-\ud7ff"  # Hangul: spaced, but the spacing of one text varies
    "\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff"  # kana, Han
)
_UNIT = re.compile(rf"(?P<letter>[{_SPACELESS}])|(?P<word>[^\W_{_SPACELESS}]+)")


def signature(text: str) -> Signature | None:
    """The signature of a text, or None when the text is too short for a judgement."""
    shingles = _shingles(text)
    if len(shingles) < FEWEST_SHINGLES:
        return None
    bins = _smallest_per_bin(shingles)
    values = (bins[_lender(place, bins)] for place in range(BINS))
    return Signature("".join(f"{value & 0xFF:02x}" for value in values))


def similarity(a: Signature, b: Signature) -> float:
    """How much of two texts is the same, from 0 to 1."""
    return sum(x == y for x, y in zip(_bins(a), _bins(b), strict=True)) / BINS


def partly_copied(a: Signature, b: Signature) -> bool:
    """A good part of one text is in the other: a copy that was cut, or has much of its own added."""
    return similarity(a, b) >= PARTLY_COPIED


@lru_cache(maxsize=MOST_KEPT)
def long_runs(text: str) -> frozenset[int]:
    """All runs of words that are too long to be written twice by chance; texts that share one are not two."""
    words, letters = _units(text)
    most, most_letters = LONG_RUN
    return frozenset(
        crc32(run.encode()) for run in (*_runs(words, most, " "), *_runs(letters, most_letters, ""))
    )


def near_duplicate(a: Signature, b: Signature) -> bool:
    """One text is a copy of the other, but for small edits, a byline or a paragraph more."""
    return similarity(a, b) >= NEAR_DUPLICATE


def bands(of: Signature) -> tuple[str, ...]:
    """Keys to group by: near-duplicates always share one, unrelated texts seldom do."""
    width = BAND * _DIGITS
    return tuple(f"{start // width:02d}:{of[start : start + width]}" for start in range(0, len(of), width))


def _bins(of: Signature) -> tuple[str, ...]:
    return tuple(of[start : start + _DIGITS] for start in range(0, len(of), _DIGITS))


def _shingles(text: str) -> frozenset[int]:
    """CRCs of all runs of words, and of all runs of letters in scripts that do not part words by spaces."""
    words, letters = _units(text)
    return frozenset(
        crc32(run.encode())
        for run in (*_runs(words, WORD_SHINGLE, " "), *_runs(letters, SYLLABLE_SHINGLE, ""))
    )


def _units(text: str) -> tuple[list[str], list[str]]:
    """The words of a text, and its letters of scripts that do not part words by spaces."""
    words: list[str] = []
    letters: list[str] = []
    for unit in _UNIT.finditer(unicodedata.normalize("NFKC", text).casefold()):
        (letters if unit["word"] is None else words).append(unit[0])
    return words, letters


def _runs(units: list[str], length: int, joint: str) -> Iterator[str]:
    return (joint.join(units[start : start + length]) for start in range(len(units) - length + 1))


def _smallest_per_bin(shingles: Iterable[int]) -> dict[int, int]:
    bins: dict[int, int] = {}
    for shingle in shingles:
        place = shingle % BINS
        bins[place] = min(shingle // BINS, bins.get(place, shingle // BINS))
    return bins


def _lender(place: int, bins: dict[int, int]) -> int:
    """The bin whose value stands at `place`: its own, or for an empty one a fixed pseudo-random other.

    The order of asking depends on the place alone, so two texts ask alike (optimal densification).
    """
    asked = place
    attempt = 0
    while asked not in bins:
        attempt += 1
        asked = crc32(f"{place}/{attempt}".encode()) % BINS
    return asked

"""Conditions a sentence names, and whether two statements point in opposite directions."""

from collections.abc import Iterator
from functools import lru_cache

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.condition_patterns import ENGLISH, KOREAN, LEAD_IN, NOT_ENGLISH, NOT_KOREAN
from pathfinder.adapters.embedded.marks import Mark, in_common, marks
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.terms import terms

MOST_KEPT = 8_192


@lru_cache(maxsize=MOST_KEPT)  # Each sentence is held against many claims.
def conditions(sentence: str) -> tuple[str, ...]:
    """The condition phrases of the sentence as they stand there, in order, none inside another."""
    spans = sorted(set(_spans(sentence)), key=lambda span: (span[0], -span[1]))
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
        elif end > kept[-1][1]:
            kept[-1] = (kept[-1][0], end)
    return tuple(sentence[start:end] for start, end in kept)


def _spans(sentence: str) -> Iterator[tuple[int, int]]:
    tables = [(ENGLISH, NOT_ENGLISH)]
    if korean.is_hangul(sentence):
        tables.append((KOREAN, NOT_KOREAN))
    for patterns, refused in tables:
        for pattern in patterns:
            for found in pattern.finditer(sentence):
                start = found.start() + (lead.end() if (lead := LEAD_IN.match(found.group())) else 0)
                text = sentence[start : found.end()].strip()
                if text and not refused.search(text):
                    begin = sentence.index(text, start)
                    yield begin, begin + len(text)


def opposed(one: str, other: str) -> bool:
    """True when the two statements say opposite things of what they share.

    Both have to be about one thing already; what is compared is only the way they point.
    """
    pairs = [(mine, theirs) for mine in marks(one) for theirs in marks(other) if mine.axis == theirs.axis]
    common = [in_common(mine, theirs) or len(mine.about & theirs.about) for mine, theirs in pairs]
    best = max(common, default=0)
    if best:
        return all(_opposite(*pair) for pair, shared in zip(pairs, common, strict=True) if shared == best)
    if len(set(terms(one)) & set(terms(other))) < _FEWEST_SHARED:
        return False
    return _says_nothing(one) != _says_nothing(other)


_FEWEST_SHARED = 2


def _says_nothing(text: str) -> bool:
    return cues.NULL.search(text.lower()) is not None or cues.NOT_ANYWHERE.search(text.lower()) is not None


def _opposite(mine: Mark, theirs: Mark) -> bool:
    if mine.negated != theirs.negated:
        return mine.sign == theirs.sign
    return not mine.negated and mine.sign != theirs.sign

"""Under what a claim is said to hold: its conditions, and more widely its ranges and what it opens with.

A stance looks at conditions alone. Two claims that may both be true are also told apart by what each opens
with: "With the cabbage, ..." and "With the tea ...", "Below the tenth birthday" and "Past the thirteenth".
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from pathfinder.adapters.embedded.bounds import bounds
from pathfinder.adapters.embedded.condition_patterns import MONTHS
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import terms

MOST_KEPT: Final = 8_192
SAME_CIRCUMSTANCE: Final = 0.75
"""Phrases of one shape this near name the same circumstance in other words."""

FIRST_WORDS: Final = 24
"""A claim begins with a circumstance that starts within so many characters."""

_HEADS: Final = (
    r"(?:with|without|in|at|on|among|amongst|for|under|below|above|past|beyond|before|after|from|during"
    r"|within|near"
    r"|inside|outside|along|eaten|taken|used|kept|given|left|grown|stored|boiled|fed|washed)"
)
_NO_ENDS: Final = ("in", "on", "at", "of", "to", "by", "for", "with", "from", "under", "until", "and", "or")
_HANGING: Final = "".join(f"(?<! {word})" for word in _NO_ENDS)
_OPENING: Final = re.compile(
    rf"^(?:Only |Even )?{_HEADS}\s+(?:(?:the|an?)\s+)?(?:[a-z\d-]+\s+){{0,5}}?[a-z\d-]+{_HANGING}"
    r"(?=,| (?:it|they|he|she|there|the) )"
    rf"|^(?:Only |Even )?{_HEADS}\s+[^,;.:()]{{2,70}}?(?=,)",
    re.IGNORECASE,
)
"""Up to the comma, or to where the sentence begins; a preposition is no end."""
# What tells where a finding comes from or hangs sentences together, not when it holds.
_NO_OPENING: Final = re.compile(
    r"^(?:in|of|for|on) (?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen"
    r"|[a-z]+ty)\b)"
    r"|\b(?:randomi[sz]ed|stud(?:y|ies)|trials?|surveys?|papers?|experiments?|reports?|articles?|reviews?"
    r"|data|analys[ei]s|figures?"
    r"|addition|example|instance|fact|general|total|average|contrast|short|particular|reality|practice"
    r"|most cases"
    r"|order to|the end|the same|comparison|conclusion|summary|response|return|view|terms of|spite|one"
    r"|the other hand"
    r"|(?:1[89]|20)\d{2}|adjust\w+|round|letters?|interviews?|opinion|this|that|these|those|which)\b",
    re.IGNORECASE,
)
# Since the river topped four metres, on the ninth of June
_MONTH: Final = f"(?:{'|'.join(MONTHS)})"
_SINCE: Final = re.compile(
    rf"^(?:since|as soon as|now that) (?:the|an?) [^,;.:]{{3,60}}(?=,)"
    rf"|\b(?:on|in|since|by|until) (?:the )?(?:[a-z]+(?:st|nd|rd|th) of |early |late |mid-)?{_MONTH}"
    r"\b(?! \d{4})",
    re.IGNORECASE,
)
_RESULT_KO: Final = re.compile(r"(?:[가-힣A-Za-z\d%]+\s+){1,4}[가-힣]+(?:았|었|했|랐|렀|갔|왔)더니(?=[\s,])")
_SHAPES: Final = (
    (
        "case",
        re.compile(
            r"^(?:only |except |even )?(?:when|whenever|if|unless|once|where|while|as long as|with|eaten"
            r"|taken|used|kept"
            r"|given|left|grown|stored|among|amongst|for|in (?:people|those|patients|children|women|men))\b"
            r"|(?:면|때|때는|때에는|더니|들은|들에게는|에게는|자는|분은|집은)$|함께|같이",
            re.IGNORECASE,
        ),
    ),
    ("time", re.compile(r"^(?:during|after|before|within|since|until)\b", re.IGNORECASE)),
    ("place", re.compile(r"^(?:in|at|on|near|inside|outside|under)\b|(?:에서는|에는|에선)$", re.IGNORECASE)),
)
"""Circumstances of one shape may stand in each other's place: who or with what, and where."""


@lru_cache(maxsize=MOST_KEPT)
def circumstances(sentence: str) -> tuple[str, ...]:
    """The phrases that say under what a sentence holds, as they stand there, none inside another."""
    found = [*conditions(sentence), *_wider(sentence)]
    longest = sorted(dict.fromkeys(found), key=lambda phrase: (-len(phrase), sentence.find(phrase)))
    kept: list[str] = []
    for phrase in longest:
        if not any(phrase in other for other in kept):
            kept.append(phrase)
    return tuple(sorted(kept, key=sentence.find))


def _wider(sentence: str) -> Iterator[str]:
    yield from (sentence[bound.start : bound.end].strip() for bound in bounds(sentence))
    opening = _OPENING.match(sentence)
    # A condition that is known by its words ends where they end; a comma may come much later.
    known = opening is not None and any(opening.group().startswith(told) for told in conditions(sentence))
    if opening is not None and not known and not _NO_OPENING.search(opening.group()):
        yield opening.group()
    yield from (found.group() for found in _SINCE.finditer(sentence))
    if korean.is_hangul(sentence):
        yield from (found.group() for found in _RESULT_KO.finditer(sentence))


def without_circumstances(claim: str) -> str:
    """A claim without them: what is left says what happens, and which way."""
    for phrase in circumstances(claim):
        claim = claim.replace(phrase, " ", 1)
    return claim


def instead(one: str, other: str, encoder: Encoder) -> tuple[str, str] | None:
    """A circumstance of each of two claims that stands in the place of the other: with tea, with cabbage."""
    if korean.is_hangul(one) != korean.is_hangul(other):
        return None
    for mine in _leading(one):
        for theirs in _leading(other):
            if _replaces(mine, theirs, encoder):
                return mine, theirs
    return None


def _leading(claim: str) -> list[str]:
    """Those a claim begins with: what comes later may be a mere place or time of something in it."""
    return [phrase for phrase in circumstances(claim) if claim.find(phrase) <= FIRST_WORDS]


def _replaces(mine: str, theirs: str, encoder: Encoder) -> bool:
    shape = _shape(mine)
    if shape is None or shape != _shape(theirs):
        return False
    first, second = frozenset(terms(mine)), frozenset(terms(theirs))
    if not (first - second and second - first):
        return False
    # Hard water and soft water: what they share is the scale they stand on.
    if first & second:
        return True
    return encoder.similarity(mine, theirs) < SAME_CIRCUMSTANCE


def _shape(phrase: str) -> str | None:
    return next((name for name, pattern in _SHAPES if pattern.search(phrase.strip())), None)

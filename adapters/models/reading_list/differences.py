"""Candidates for disagreement: statements on the same thing whose figures or whose denial differ."""

import re
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from pathfinder.adapters.language.terms import terms
from pathfinder.adapters.models.reading_list.figures import Figure, figures

if TYPE_CHECKING:
    from pathfinder.adapters.language.encoder import Encoder

NEAR, NEAR_FOR_NEGATION = 0.5, 0.75
"""The cosine from which two statements may be on the same thing."""
SHARED, SHARED_FOR_NEGATION = 0.2, 0.6
"""The share of the words of both statements that both must have."""
FEWEST_SHARED = 4
NEAR_CHARACTERS = 80
"""How far to each side of a figure the words stand that tell what it measures."""
FEWEST_AROUND = 2
"""Words that two figures must have around them in common."""
SAME_WORDS = 0.8
"""The share of all words from which two statements are near-identical."""
MOST_COMPARED = 300

_NOT: Final = re.compile(
    r"\b(?:no|not|never|none|neither|nor|without|cannot|nothing|fails? to|unable)\b|n[’']t\b"
    r"|않|없|못하|못했|아니|불가능|안 (?:된|되|됩)",
    re.IGNORECASE,
)


class Compared(NamedTuple):
    """A statement as it is compared with others."""

    text: str
    words: frozenset[str]
    figures: tuple["Measured", ...]
    denies: bool

    @property
    def values(self) -> list[tuple[str, float]]:
        """The figures without their surroundings."""
        return sorted((known.unit, known.value) for known in self.figures)


class Measured(NamedTuple):
    """A figure as it is compared: two figures on the same thing have words around them in common."""

    unit: str
    value: float
    around: frozenset[str]


def compared(text: str) -> Compared:
    """What two statements are compared by."""
    return Compared(
        text,
        frozenset(terms(text)),
        tuple(Measured(figure.unit, figure.exact, _surroundings(text, figure)) for figure in figures(text)),
        len(_NOT.findall(text)) % 2 == 1,
    )


def _surroundings(text: str, figure: Figure) -> frozenset[str]:
    near = text[max(0, figure.start - NEAR_CHARACTERS) : figure.end + NEAR_CHARACTERS]
    return frozenset(terms(near)) - frozenset(terms(figure.unit))


def near_identical(one: Compared, other: Compared) -> bool:
    """Whether two statements say the same in nearly the same words: the figures and the denial agree too."""
    if one.denies != other.denies or one.values != other.values:
        return False
    union = one.words | other.words
    return bool(union) and len(one.words & other.words) / len(union) >= SAME_WORDS


class Pair(NamedTuple):
    """Two statements that differ, by their places."""

    kind: str
    first: int
    second: int
    nearness: float


def differing(known: Sequence[Compared], encoder: "Encoder") -> list[Pair]:
    """The pairs of statements that differ, the nearest in subject first; each statement in one pair."""
    some = known[:MOST_COMPARED]
    if len(some) < 2:
        return []
    vectors = encoder.vectors([one.text for one in some])
    cosines = vectors @ vectors.T
    found: list[Pair] = []
    for first, second in combinations(range(len(some)), 2):
        cosine = float(cosines[first, second])
        kind = _kind(some[first], some[second], cosine) if cosine >= NEAR else ""
        if kind:
            found.append(Pair(kind, first, second, cosine))
    found.sort(key=lambda pair: (-pair.nearness, pair.first, pair.second))
    taken: set[int] = set()
    kept = []
    for pair in found:
        if not {pair.first, pair.second} & taken:
            taken |= {pair.first, pair.second}
            kept.append(pair)
    return kept


def _kind(one: Compared, other: Compared, cosine: float) -> str:
    both, either = one.words & other.words, one.words | other.words
    share = len(both) / len(either) if len(both) >= FEWEST_SHARED else 0.0
    if share >= SHARED and _figures_differ(one, other):
        return "figures"
    near = cosine >= NEAR_FOR_NEGATION and share >= SHARED_FOR_NEGATION
    if near and one.denies != other.denies:
        return "negation"
    return ""


def _figures_differ(one: Compared, other: Compared) -> bool:
    """No figure of a unit is in both, and two of that unit have words around them in common."""
    units = {known.unit for known in one.figures} & {known.unit for known in other.figures}
    agreed = {unit for unit, value in one.values if (unit, value) in other.values}
    return any(
        first.unit == second.unit and len(first.around & second.around) >= FEWEST_AROUND
        for first in one.figures
        for second in other.figures
        if first.unit in units - agreed
    )

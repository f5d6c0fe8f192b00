"""Figures over worlds: rates, calibration, and paired bootstrap intervals."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from bench.truth_worlds.scoring import Tally

DRAWS = 2_000


class Interval(NamedTuple):
    """A figure and where it lies in 95 of 100 draws of the worlds."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1f} [{self.low:.1f}, {self.high:.1f}]"


Figure = Callable[[Sequence[Tally]], float]


def wrong_confirmed(tallies: Sequence[Tally]) -> float:
    """Per 100 claims of the worlds."""
    return 100 * sum(one.confirmed_wrong for one in tallies) / max(1, sum(one.claims for one in tallies))


def confirmed(tallies: Sequence[Tally]) -> float:
    """Right and wrong together, per 100 claims."""
    both = sum(one.confirmed_right + one.confirmed_wrong for one in tallies)
    return 100 * both / max(1, sum(one.claims for one in tallies))


def precision(tallies: Sequence[Tally]) -> float | None:
    """Of Confirmed, in per cent; None where nothing is."""
    right, wrong = sum(one.confirmed_right for one in tallies), sum(one.confirmed_wrong for one in tallies)
    return 100 * right / (right + wrong) if right + wrong else None


def likely_precision(tallies: Sequence[Tally]) -> float | None:
    """Of Likely that is not Confirmed, in per cent; None where nothing is."""
    right, wrong = sum(one.likely_right for one in tallies), sum(one.likely_wrong for one in tallies)
    return 100 * right / (right + wrong) if right + wrong else None


def found(tallies: Sequence[Tally]) -> float:
    """Claims decided right, per 100."""
    return 100 * sum(one.found for one in tallies) / max(1, sum(one.claims for one in tallies))


def true_found(tallies: Sequence[Tally]) -> float:
    """Of the claims that hold, those found, in per cent."""
    return 100 * sum(one.true_found for one in tallies) / max(1, sum(one.true_claims for one in tallies))


def calls(tallies: Sequence[Tally]) -> float:
    """Model calls per world."""
    return sum(one.calls for one in tallies) / max(1, len(tallies))


def meanings(tallies: Sequence[Tally]) -> dict[str, float]:
    """What each word stood for on these worlds: how often the claim held, with one of each added."""
    said: dict[str, list[bool]] = defaultdict(list)
    for one in tallies:
        for word, holds in one.outcomes:
            said[word].append(holds)
    return {word: (sum(held) + 1) / (len(held) + 2) for word, held in said.items()}


def brier(tallies: Sequence[Tally], stands_for: Mapping[str, float]) -> float:
    """Mean squared distance of what the words stand for from what is so."""
    pairs = [(stands_for.get(word, 0.5), holds) for one in tallies for word, holds in one.outcomes]
    return sum((chance - holds) ** 2 for chance, holds in pairs) / max(1, len(pairs))


def calibration_error(tallies: Sequence[Tally], stands_for: Mapping[str, float]) -> float:
    """Expected calibration error; each word is a bin of its own."""
    said: dict[str, list[bool]] = defaultdict(list)
    for one in tallies:
        for word, holds in one.outcomes:
            said[word].append(holds)
    total = sum(len(held) for held in said.values())
    return sum(
        abs(sum(held) / len(held) - stands_for.get(word, 0.5)) * len(held) / total
        for word, held in said.items()
    )


def interval(tallies: Sequence[Tally], figure: Figure, seed: int = 1) -> Interval:
    """A figure, with worlds drawn again."""
    return paired(tallies, None, figure, seed)


def paired(
    tallies: Sequence[Tally], others: Sequence[Tally] | None, figure: Figure, seed: int = 1
) -> Interval:
    """The figure of one way less that of another on the same worlds, drawn together."""
    rng, size = Random(seed), len(tallies)
    drawn = []
    for _ in range(DRAWS):
        places = [rng.randrange(size) for _ in range(size)]
        drawn.append(
            _difference([tallies[at] for at in places], others and [others[at] for at in places], figure)
        )
    drawn.sort()
    low, high = drawn[int(0.025 * DRAWS)], drawn[int(0.975 * DRAWS) - 1]
    return Interval(_difference(tallies, others, figure), low, high)


def _difference(tallies: Sequence[Tally], others: Sequence[Tally] | None, figure: Figure) -> float:
    return figure(tallies) - (figure(others) if others else 0.0)

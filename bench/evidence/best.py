"""How well anybody could tell disputed claims from what a reader that errs so often has read.

The chance that a claim is disputed, given the labels read, by Bayes: before reading, it is like one of the
other claims of the data set with as many texts; the reader's errors are known. It is told more than any
product can know (how often the reader errs, how common disputes are here, and which bar does best on these
very rows), so it is a ceiling and not a rival.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from math import comb

import numpy as np

from bench.bootstrap import Vector
from bench.evidence.topics import LABELS, Label

Counts = tuple[int, int, int]
"""Texts that support, contradict, say nothing."""


def counts(labels: Sequence[Label]) -> Counts:
    """How often each label is there."""
    found = Counter(labels)
    return found[LABELS[0]], found[LABELS[1]], found[LABELS[2]]


def chances(gold: Sequence[Counts], read: Sequence[Counts], accuracy: float) -> Vector:
    """The chance of a dispute for each claim that was read, from all other claims with as many texts."""
    alike = Counter(gold)
    every = sum(_disputed(one) for one in gold) / len(gold)
    return np.array(
        [_chance(mine, own, alike, accuracy, every) for mine, own in zip(read, gold, strict=True)]
    )


def _chance(read: Counts, own: Counts, alike: Counter[Counts], accuracy: float, every: float) -> float:
    total = disputed = 0.0
    for other, times in alike.items():
        if sum(other) == sum(read):
            likely = (times - (other == own)) * _reading(other, accuracy).get(read, 0.0)
            total += likely
            disputed += likely * _disputed(other)
    return disputed / total if total else every


def best_bar(chances: Vector, disputed: Vector) -> float:
    """The bar over which F1 is highest."""

    def f1(bar: float) -> float:
        said = chances >= bar
        return float(2 * (said * disputed).sum() / (said.sum() + disputed.sum()))

    bars: list[float] = sorted(set(chances.tolist()))
    return max(bars, key=f1)


def _disputed(gold: Counts) -> bool:
    return min(gold[:2]) > 0


@cache
def _reading(gold: Counts, accuracy: float) -> dict[Counts, float]:
    """How likely each reading of texts with these labels is."""
    found: dict[Counts, float] = {(0, 0, 0): 1.0}
    for own, many in enumerate(gold):
        added: dict[Counts, float] = defaultdict(float)
        for so_far, chance in found.items():
            for more, times in _of_one(own, many, accuracy).items():
                at = (so_far[0] + more[0], so_far[1] + more[1], so_far[2] + more[2])
                added[at] += chance * times
        found = added
    return found


@cache
def _of_one(own: int, many: int, accuracy: float) -> dict[Counts, float]:
    """The same for texts of one label: right, or either of the other two as often."""
    wrong = (1 - accuracy) / 2
    one, other = (at for at in range(3) if at != own)
    found: dict[Counts, float] = {}
    for right in range(many + 1):
        for first in range(many - right + 1):
            read = [0, 0, 0]
            read[own], read[one], read[other] = right, first, many - right - first
            ways = comb(many, right) * comb(many - right, first)
            found[read[0], read[1], read[2]] = ways * accuracy**right * wrong ** (many - right)
    return found

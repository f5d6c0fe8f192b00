"""Paired bootstrap: how far a figure, and its lead over another way, hang on which rows were drawn.

Every figure here is made of sums over rows (a rate, a precision, an F1), so a draw is a row of weights and
all draws are one product of matrices. Two ways are drawn together: the same rows, the same weights.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.figures import Baseline, Better, Bounds, Figure

Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]
DRAWS = 2_000
SEED = 20261116


@dataclass(frozen=True)
class Way:
    """One way row by row: what each row adds to the sums, and the figure that sums come to."""

    counts: Matrix
    """Rows by parts."""
    figure: Callable[[Matrix], Vector]
    """From draws by parts to one figure for each draw."""

    @property
    def value(self) -> float:
        """On the rows as they are."""
        return float(self.figure(self.counts.sum(axis=0, keepdims=True))[0])

    def drawn(self, weights: Matrix) -> Vector:
        """On each draw."""
        return self.figure(weights @ self.counts)


def of_rows(rows: Sequence[Sequence[float]], figure: Callable[[Matrix], Vector]) -> Way:
    """A way from what its rows add."""
    return Way(np.array(rows, dtype=np.float64), figure)


def mean(values: Sequence[float]) -> Way:
    """The mean over rows."""
    return of_rows([(value, 1.0) for value in values], share)


def share(sums: Matrix) -> Vector:
    """The first sum over the second; 0 where there is nothing to divide by."""
    return np.divide(sums[:, 0], sums[:, 1], out=np.zeros(len(sums)), where=sums[:, 1] != 0)


def f1(sums: Matrix) -> Vector:
    """Of sums `right`, `said`, `true`, once or class after class (then their mean)."""
    parts = []
    for at in range(0, sums.shape[1], 3):
        either = sums[:, at + 1] + sums[:, at + 2]
        parts.append(np.divide(2 * sums[:, at], either, out=np.zeros(len(sums)), where=either != 0))
    return np.asarray(np.mean(parts, axis=0), dtype=np.float64)


def compared(
    name: str,
    ours: Way,
    others: Mapping[str, Way],
    *,
    better: Better = "higher",
    unit: str = "",
    limit: float | None = None,
    note: str = "",
    guarded: bool = False,
    seed: int = SEED,
) -> Figure:
    """A figure with its interval, beside the other ways on the same rows."""
    weights = _weights(len(ours.counts), seed)
    drawn = ours.drawn(weights)
    beside = []
    for title, way in others.items():
        if len(way.counts) != len(ours.counts):
            raise ValueError(f"{title} has {len(way.counts)} rows, {name} has {len(ours.counts)}.")
        theirs = way.drawn(weights)
        beside.append(Baseline(title, way.value, _bounds(theirs), _bounds(drawn - theirs)))
    return Figure(
        name,
        ours.value,
        unit,
        limit,
        note,
        better=better,
        interval=_bounds(drawn),
        baselines=tuple(beside),
        rows=len(ours.counts),
        seed=seed,
        guarded=guarded,
    )


def _weights(rows: int, seed: int) -> Matrix:
    """How often each row is in each draw."""
    draws = np.random.default_rng(seed).multinomial(rows, np.full(rows, 1 / rows), size=DRAWS)
    return draws.astype(np.float64)


def _bounds(drawn: Vector) -> Bounds:
    low, high = np.quantile(drawn, (0.025, 0.975))
    return float(low), float(high)

"""What a benchmark reports: a figure, what stands beside it, and how sure it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeVar, get_args

A = TypeVar("A")
Group = Literal["evidence", "truth worlds", "injection", "overlap", "growth", "cost", "speed"]
GROUPS: tuple[Group, ...] = get_args(Group)
Better = Literal["lower", "higher"]
Bounds = tuple[float, float]
"""Where a figure lies in 95 of 100 draws of its rows: from, to."""


class Size(StrEnum):
    """How long a benchmark may take: all of them together about 20 minutes, or about 3."""

    FULL = "full"
    QUICK = "quick"

    def of(self, full: A, quick: A) -> A:
        """What to measure with at this size."""
        return full if self is Size.FULL else quick


@dataclass(frozen=True)
class Baseline:
    """Another way on the same rows in the same run."""

    name: str
    value: float
    interval: Bounds | None = None
    ahead: Bounds | None = None
    """Of the figure less this one, drawn together; without 0 in it the difference is no accident."""


@dataclass(frozen=True)
class Figure:
    """One measured number. A value on the wrong side of its limit fails the benchmark."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    note: str = ""
    better: Better = "lower"
    group: Group | None = None
    """Where it differs from the group of its benchmark."""
    interval: Bounds | None = None
    baselines: tuple[Baseline, ...] = ()
    rows: int | None = None
    seed: int | None = None
    guarded: bool = False
    """It may not get worse without a line in the changelog: see bench/guarded.json."""

    @property
    def within(self) -> bool:
        """True when the figure keeps its limit, or has none."""
        return self.limit is None or not worse(self.value, self.limit, self.better)


def worse(value: float, other: float, better: Better) -> bool:
    """Whether a value is worse than another."""
    return value > other if better == "lower" else value < other


def number(value: float) -> str:
    """Four digits that matter."""
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"


def bounds(interval: Bounds | None) -> str:
    """An interval in brackets, nothing where there is none."""
    return "" if interval is None else f"[{interval[0]:.3g}, {interval[1]:.3g}]"


def table(figures: Sequence[Figure]) -> str:
    """The figures as aligned lines of text, each with its baselines below it."""
    rows = [("figure", "value", "95 %", "limit", "", "note")]
    for figure in figures:
        rows.append(_row(figure))
        rows += [
            (
                f"  beside it: {one.name}",
                number(one.value),
                bounds(one.interval),
                "",
                "",
                f"ahead {bounds(one.ahead)}" if one.ahead else "",
            )
            for one in figure.baselines
        ]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[5]]).rstrip()
        for row in rows
    )


def _row(figure: Figure) -> tuple[str, str, str, str, str, str]:
    sign = "at most" if figure.better == "lower" else "at least"
    limit = "" if figure.limit is None else f"{sign} {figure.limit:g}"
    verdict = "" if figure.limit is None else "ok" if figure.within else "BROKEN"
    rows = "" if figure.rows is None else f"n={figure.rows:,}"
    note = "; ".join(part for part in (rows, figure.note) if part)
    value = f"{number(figure.value)} {figure.unit}".rstrip()
    return figure.name, value, bounds(figure.interval), limit, verdict, note

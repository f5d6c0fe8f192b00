"""Disputed claims of HealthVer and Climate-FEVER: one session for each claim, read by a reader that errs.

A claim is disputed where the labels of the data set have a text that supports it and one that refutes it. The
reader's error is fixed for each claim and text. Beside what the product says of a dispute stand, on the very
same readings: some support and some refute, a majority that is a tie, and the best anybody could do.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from bench.bootstrap import SEED, Matrix, Vector, Way, compared, f1, mean, of_rows, share
from bench.evidence.best import best_bar, chances, counts
from bench.evidence.conflicts import Claim, climate_fever, healthver, topic
from bench.evidence.marks import Said, said
from bench.evidence.session import played
from bench.evidence.topics import Label
from bench.figures import Figure, Group, Size
from pathfinder.protocols.graph.types import SourceType

GROUP: Group = "evidence"


@dataclass(frozen=True)
class Trial:
    """A data set read by one reader: how many of its claims get a session."""

    name: str
    claims: Callable[[], list[Claim]]
    type: SourceType
    """HealthVer quotes papers; Climate-FEVER quotes Wikipedia, which the source table counts as a blog."""
    accuracy: float
    full: int
    quick: int


TRIALS = (
    Trial("HealthVer, reader 81 %", healthver, "paper", 0.81, 460, 24),
    Trial("HealthVer, reader 88 %", healthver, "paper", 0.88, 150, 0),
    Trial("Climate-FEVER, reader 81 %", climate_fever, "blog", 0.81, 300, 0),
)


@dataclass(frozen=True)
class Rows:
    """The claims that were tried, what was read and said of each, and its chance at best."""

    claims: Sequence[Claim]
    read: Sequence[tuple[Label, ...]]
    said: Sequence[Said]
    chances: Vector

    @property
    def disputed(self) -> Vector:
        """Which are, by the labels of the data set."""
        return np.array([claim.disputed for claim in self.claims], dtype=np.float64)


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Precision, recall and F1 of the mark, and which side is taken of claims that are not disputed."""
    for trial in TRIALS:
        if size.of(trial.full, trial.quick):
            rows = tried(trial, size.of(trial.full, trial.quick))
            yield from _marks(trial, rows)
            yield from _sides(trial, rows)


def tried(trial: Trial, many: int) -> Rows:
    """Sessions on so many claims, drawn with a fixed seed."""
    every = trial.claims()
    at = sorted(Random(SEED).sample(range(len(every)), min(many, len(every))))
    read = [claim.read(trial.accuracy) for claim in every]
    best = chances(
        [counts([label for _, label in claim.texts]) for claim in every],
        [counts(labels) for labels in read],
        trial.accuracy,
    )
    told = []
    for place in at:
        with TemporaryDirectory() as folder:
            graph = played(topic(every[place], read[place], trial.type), Path(folder) / "home")
        told.append(said(graph, every[place].words))
    return Rows([every[place] for place in at], [read[place] for place in at], told, best[at])


def _marks(trial: Trial, rows: Rows) -> Iterable[Figure]:
    truth = rows.disputed
    ways = {
        "some support and some refute": np.array([_some(read) for read in rows.read]),
        "majority is a tie": np.array([_tie(read) for read in rows.read]),
        "opposition of a third of the weight (class)": np.array([one.opposed for one in rows.said]),
        "best possible, bar chosen on these rows": rows.chances >= best_bar(rows.chances, truth),
    }
    ours = np.array([one.disputed for one in rows.said])
    heard = sum(one.heard for one in rows.said)
    stances = sum(label != "NONE" for read in rows.read for label in read)
    twice = sum(min(counts([label for _, label in claim.texts])[:2]) > 1 for claim in rows.claims)
    note = (
        f"{truth.sum():.0f} of {len(truth)} disputed, {twice} by two texts on each side; "
        f"{heard} of {stances} stances reached the Judge"
    )
    for title, columns, figure in (
        ("precision", (0, 1), share),
        ("recall", (0, 2), share),
        ("F1", (0, 1, 2), f1),
    ):
        yield compared(
            f"disputes/{trial.name}: {title}",
            _way(ours, truth, columns, figure),
            {name: _way(marked, truth, columns, figure) for name, marked in ways.items()},
            note=note if title == "precision" else "",
            guarded=title in ("precision", "F1") and trial.accuracy < 0.85,
        )


def _way(marked: Vector, truth: Vector, columns: Sequence[int], figure: Callable[[Matrix], Vector]) -> Way:
    counted = np.stack([marked * truth, marked, truth], axis=1).astype(np.float64)
    return Way(counted[:, list(columns)], figure)


def _some(read: Sequence[Label]) -> bool:
    return min(counts(read)[:2]) > 0


def _tie(read: Sequence[Label]) -> bool:
    pro, con, _ = counts(read)
    return pro == con > 0


def _sides(trial: Trial, rows: Rows) -> Iterable[Figure]:
    """Claims with one side only: is it the one that is taken, and how often is Confirmed wrong?"""
    plain = [
        (_side(counts([label for _, label in claim.texts])), _majority(read), told)
        for claim, read, told in zip(rows.claims, rows.read, rows.said, strict=True)
        if not claim.disputed and _side(counts([label for _, label in claim.texts]))
    ]
    decided = [told.side if told.tag in ("Confirmed", "Likely") else None for _, _, told in plain]
    ways: Mapping[str, list[str | None]] = {
        "ours": list(decided),
        "majority": [major for _, major, _ in plain],
    }
    right = {
        name: mean([float(gold == took) for (gold, _, _), took in zip(plain, taken, strict=True)])
        for name, taken in ways.items()
    }
    yield compared(f"sides/{trial.name}: taken right, of all", right["ours"], {"majority": right["majority"]})
    wrong = {
        name: of_rows(
            [
                (float(took not in (None, gold)), float(took is not None))
                for (gold, _, _), took in zip(plain, taken, strict=True)
            ],
            share,
        )
        for name, taken in ways.items()
    }
    confirmed = [told.side if told.tag == "Confirmed" else None for _, _, told in plain]
    sure = of_rows(
        [
            (float(took not in (None, gold)), float(took is not None))
            for (gold, _, _), took in zip(plain, confirmed, strict=True)
        ],
        share,
    )
    yield compared(
        f"sides/{trial.name}: wrong, of what is Confirmed",
        sure,
        {"majority, of what it decides": wrong["majority"], "Likely and Confirmed together": wrong["ours"]},
        better="lower",
        note=f"{sum(took is not None for took in confirmed)} Confirmed",
    )


def _side(labels: tuple[int, int, int]) -> str | None:
    pro, con, _ = labels
    return "for" if pro > con else "against" if con > pro else None


def _majority(read: Sequence[Label]) -> str | None:
    return _side(counts(read))

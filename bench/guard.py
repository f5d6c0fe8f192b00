"""Guarded figures: what they were when they were last kept, and whether they got worse since.

A fall is a failure unless the newest part of the changelog names the figure: then it was meant. After that
`python -m bench.guard` writes down what the last runs in build/ measured.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from bench.figures import Figure, Size, number, worse
from bench.results import ROOT, Outcome, file_of
from bench.results import read as read_results

KEPT = ROOT / "bench" / "guarded.json"
CHANGELOG = ROOT / "CHANGELOG.md"
TOLERANCE = 0.02
"""Of the value, for a figure that is kept the first time."""


@dataclass(frozen=True)
class Kept:
    """A guarded figure, and by how much it may be worse without being a fall."""

    value: float
    tolerance: float


Guarded = dict[Size, dict[str, Kept]]
_GUARDED = TypeAdapter(Guarded)


@dataclass(frozen=True)
class Fall:
    """A guarded figure that is worse than it was."""

    name: str
    was: float
    value: float
    told: bool
    """The changelog names it."""

    def __str__(self) -> str:
        end = "which the changelog tells" if self.told else "and no line of the changelog names it"
        return f"FELL: {self.name} was {number(self.was)} and is {number(self.value)}, {end}."


def read(path: Path = KEPT) -> Guarded:
    """The kept figures of each size."""
    return _GUARDED.validate_json(path.read_bytes()) if path.is_file() else {}


def falls(figures: Iterable[Figure], kept: Mapping[str, Kept], changelog: str) -> list[Fall]:
    """What is worse than kept by more than its tolerance."""
    newest = "\n## ".join(changelog.split("\n## ")[:2])
    return [
        Fall(figure.name, was.value, figure.value, figure.name in newest)
        for figure in figures
        if figure.guarded and (was := kept.get(figure.name)) is not None and _fell(figure, was)
    ]


def unguarded(figures: Iterable[Figure], kept: Mapping[str, Kept]) -> list[str]:
    """Figures that ask to be guarded and were never kept."""
    return [figure.name for figure in figures if figure.guarded and figure.name not in kept]


def unmeasured(outcomes: Sequence[Outcome], kept: Mapping[str, Kept]) -> list[str]:
    """Kept figures that a run of everything did not give."""
    given = {figure.name for one in outcomes for figure in one.figures}
    return sorted(kept.keys() - given)


def keep(figures: Iterable[Figure], size: Size, path: Path = KEPT) -> None:
    """Write down the guarded figures as they are; a tolerance that was set by hand stays."""
    guarded = read(path)
    kept = guarded.setdefault(size, {})
    for figure in figures:
        if figure.guarded:
            was = kept.get(figure.name)
            tolerance = was.tolerance if was else round(TOLERANCE * abs(figure.value), 6)
            kept[figure.name] = Kept(round(figure.value, 6), tolerance)
    ordered = {size: dict(sorted(guarded[size].items())) for size in sorted(guarded)}
    text = json.dumps(_GUARDED.dump_python(ordered, mode="json"), indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def _fell(figure: Figure, was: Kept) -> bool:
    slack = was.tolerance if figure.better == "lower" else -was.tolerance
    return worse(figure.value, was.value + slack, figure.better)


def main() -> int:
    """Keep the guarded figures of the last run of each size."""
    for size in Size:
        figures = [figure for one in read_results(file_of(size)) for figure in one.figures]
        keep(figures, size)
        print(f"{size}: {sum(figure.guarded for figure in figures)} figures kept")
    return 0


if __name__ == "__main__":
    sys.exit(main())

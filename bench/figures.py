"""What a benchmark reports, and how its figures are shown and kept."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Figure:
    """One measured number. With a limit, a value above it fails the benchmark."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    note: str = ""

    @property
    def within(self) -> bool:
        """True when the figure keeps its limit, or has none."""
        return self.limit is None or self.value <= self.limit


def table(figures: Sequence[Figure]) -> str:
    """The figures as aligned lines of text."""
    rows = [("figure", "value", "limit", "", "note"), *map(_row, figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[4]]).rstrip()
        for row in rows
    )


def _row(figure: Figure) -> tuple[str, str, str, str, str]:
    limit = "-" if figure.limit is None else f"{figure.limit:g}"
    verdict = "ok" if figure.within else "OVER"
    return figure.name, f"{figure.value:.4g} {figure.unit}".rstrip(), limit, verdict, figure.note


def keep(figures: Sequence[Figure], path: Path) -> None:
    """Write the figures as JSON, for a comparison with the next run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(figure) for figure in figures], indent=2) + "\n", encoding="utf-8")

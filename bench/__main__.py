"""`python -m bench` runs every `bench_*.py`, prints one table and exits with 1 when a limit is broken."""

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from bench.figures import Figure, keep, table

HERE = Path(__file__).resolve().parent
RESULTS = HERE.parent / "build" / "bench.json"


class Benchmark(Protocol):
    """What a module `bench_*.py` offers."""

    def run(self) -> Iterable[Figure]:
        """Measure and give the figures."""
        ...


def main() -> int:
    """Measure everything and say whether all limits hold."""
    names = sorted(path.stem for path in HERE.glob("bench_*.py"))
    figures = [figure for name in names for figure in cast("Benchmark", import_module(f"bench.{name}")).run()]
    print(table(figures))
    keep(figures, RESULTS)
    return 0 if all(figure.within for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())

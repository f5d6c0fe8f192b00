"""`python -m bench.one MODULE full|quick FILE` runs one benchmark and writes each figure as it comes.

In a process of its own, so that what one leaves behind (memory, threads, a crash) is not another's.
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from bench.data import LeftOut
from bench.figures import Figure, Group, Size


class Benchmark(Protocol):
    """What a module `bench_*.py` offers."""

    GROUP: Group
    """Of its figures, where they do not say otherwise."""

    def run(self, size: Size) -> Iterable[Figure]:
        """Measure and give the figures; LeftOut where something it needs is absent."""
        ...


def main(name: str, size: Size, path: Path) -> int:
    """Run it; every line of the file is a figure, or the sentence why there are none."""
    module = cast("Benchmark", import_module(name))
    with path.open("w", encoding="utf-8") as lines:
        try:
            for figure in module.run(size):
                line = {"figure": asdict(replace(figure, group=figure.group or module.GROUP))}
                lines.write(json.dumps(line) + "\n")
                lines.flush()
        except LeftOut as missing:
            lines.write(json.dumps({"left_out": str(missing)}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Size(sys.argv[2]), Path(sys.argv[3])))

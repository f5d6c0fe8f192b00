"""`python -m bench.truth_worlds` measures the truth worlds at length and prints Markdown tables.

Every world is kept as it is done, so a measurement that was stopped goes on where it was.
"""

import argparse
import sys
from pathlib import Path

from bench.truth_worlds.compare import compare, compare_parts
from bench.truth_worlds.keeping import ROOT, digest, kept
from bench.truth_worlds.parameters import BASE, OTHERS, READERS
from bench.truth_worlds.tables import Measured, base_table, others_table, parts_table

FIRST_CALIBRATION = 1_000
KEPT = ROOT / "build" / "truth_worlds"


def main(arguments: list[str]) -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="bench.truth_worlds", description=__doc__)
    parser.add_argument("--worlds", type=int, default=8, help="of the base recipe, for each reader")
    parser.add_argument("--first", type=int, default=1, help="the first seed of all worlds that are scored")
    parser.add_argument("--calibration", type=int, default=4, help="worlds on which tags get a probability")
    parser.add_argument("--others", type=int, default=3, help="worlds of each other recipe")
    parser.add_argument("--parts", type=int, default=4, help="worlds with each part switched off")
    parser.add_argument("--reader", type=float, choices=READERS, action="append", help="only this one")
    parser.add_argument("--keep", type=Path, default=KEPT, help="folder of the tallies")
    asked = parser.parse_args(arguments)
    asked.keep /= digest()
    for accuracy in asked.reader or READERS:
        test = kept(asked.keep, BASE, range(asked.first, asked.first + asked.worlds), accuracy, compare)
        apart = range(FIRST_CALIBRATION, FIRST_CALIBRATION + asked.calibration)
        if test:
            print(base_table(Measured(accuracy, test, kept(asked.keep, BASE, apart, accuracy, compare))))
    seeds = range(asked.first, asked.first + asked.others)
    if seeds:
        rows = {recipe.name: kept(asked.keep, recipe, seeds, READERS[0], compare) for recipe in OTHERS}
        print(others_table(rows))
    seeds = range(asked.first, asked.first + asked.parts)
    if seeds:
        print(parts_table(kept(asked.keep, BASE, seeds, READERS[0], compare_parts)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

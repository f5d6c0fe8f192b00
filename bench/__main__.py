"""`python -m bench` measures everything; it exits with 1 when a limit is broken or a guarded figure fell.

Results go to build/bench.json (build/bench-quick.json with --quick), tables to the screen. A full run of
everything also writes docs/benchmarks.md. With names only those are measured, and put beside the others.
"""

import argparse
import sys
from collections.abc import Sequence

from bench import guard
from bench.figures import GROUPS, Size, table
from bench.page import PAGE, page
from bench.results import Outcome, file_of, keep, read
from bench.running import Bench
from bench.verdict import verdict
from pathfinder.adapters.system import SystemClock


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, show, keep, and say whether all is as good as it was."""
    when = SystemClock().now().isoformat(timespec="minutes")
    names = Bench(Size.FULL, when).names
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}")
    parser.add_argument("--quick", action="store_true", help="the same with few rows: about 4 minutes")
    asked = parser.parse_args(arguments)
    unknown = sorted(set(asked.names) - set(names))
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(names)}")
    size = Size.QUICK if asked.quick else Size.FULL
    new = []
    for one in Bench(size, when).run(asked.names or names):
        print(_ended(one), flush=True)
        # At once: a run that is stopped has what it measured until then.
        keep([one], file_of(size))
        new.append(one)
    print(_tables(new))
    if size is Size.FULL and not asked.names:
        PAGE.write_text(page(read(file_of(size))), encoding="utf-8")
        print(f"Wrote {PAGE.relative_to(PAGE.parents[1])}.")
    kept, changelog = guard.read().get(size, {}), guard.CHANGELOG.read_text(encoding="utf-8")
    found = verdict(new, kept, changelog, whole=not asked.names)
    print("\n".join([*found.remarks, *(found.wrong or ["All limits hold, and no guarded figure fell."])]))
    return 1 if found.wrong else 0


def _ended(one: Outcome) -> str:
    end = f"FAILED: {one.failed}" if one.failed else one.left_out or f"{len(one.figures)} figures"
    return f"{one.bench}: {one.seconds:.0f} s, {end}"


def _tables(outcomes: Sequence[Outcome]) -> str:
    parts = []
    for group in GROUPS:
        figures = [figure for one in outcomes for figure in one.figures if figure.group == group]
        if figures:
            parts.append(f"\n== {group} ==\n{table(figures)}")
    return "\n".join(parts)


if __name__ == "__main__":
    sys.exit(main())

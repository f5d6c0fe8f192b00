"""`python -m bench.page [RESULTS [PAGE]]` writes docs/benchmarks.md from what a run kept in build/."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.figures import GROUPS, Baseline, Figure, Group, Size, bounds, number
from bench.results import ROOT, Machine, Outcome, file_of, read

PAGE = ROOT / "docs" / "benchmarks.md"
ABOUT: dict[Group, str] = {
    "evidence": "Public data that nobody here wrote. Readers are simulated ones "
    "whose error is fixed for each claim and text, so that asking again does not help.",
    "truth worlds": "Made-up worlds whose truth is known; see [truth-worlds.md](truth-worlds.md).",
    "injection": "Pages that give orders or spread falsehood.",
    "overlap": "Whether calls wait together, and what the client adds.",
    "growth": "What an iteration costs as a session grows.",
    "cost": "What is paid for.",
    "speed": "Single parts, timed.",
}
HEAD = "| figure | value | 95 % | ours less it | rows | limit | note |\n|---|---|---|---|---|---|---|"


def page(outcomes: Sequence[Outcome]) -> str:
    """The page of a run."""
    parts = [_opening(outcomes)]
    for group in GROUPS:
        figures = [figure for one in outcomes for figure in one.figures if figure.group == group]
        if figures:
            rows = [row for figure in figures for row in _rows(figure)]
            parts.append("\n".join([f"## {group.capitalize()}", ABOUT[group], "", HEAD, *rows]))
    parts.append("\n".join(_ran(outcomes)))
    return "\n\n".join(parts) + "\n"


def _opening(outcomes: Sequence[Outcome]) -> str:
    sizes = sorted({str(one.size) for one in outcomes})
    seeds = sorted({figure.seed for one in outcomes for figure in one.figures if figure.seed is not None})
    broken = sum(not figure.within for one in outcomes for figure in one.figures)
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench`; not by hand. `make bench-quick` is the same with few rows.",
        "",
        f"- When: {' to '.join(_ends(one.when for one in outcomes))}; size {', '.join(sizes)}.",
        *(f"- Machine: {_machine(machine)}" for machine in _machines(outcomes)),
        f"- Intervals: 95 %, paired bootstrap over rows, seed {', '.join(map(str, seeds)) or '-'}.",
        '- "Ours less it" is the difference on the same rows, drawn together: an interval without 0 in it is '
        "no accident.",
        f"- {broken} limits broken." if broken else "- All limits hold.",
        "- Guarded figures (marked with a star) may not get worse without a line in the changelog.",
    ]
    return "\n".join(lines)


def _ends(values: Iterable[str]) -> list[str]:
    ordered = sorted(set(values))
    return ordered[:1] + ordered[1:][-1:]


def _machines(outcomes: Sequence[Outcome]) -> list[Machine]:
    found: list[Machine] = []
    for one in outcomes:
        if one.machine not in found:
            found.append(one.machine)
    return found


def _machine(machine: Machine) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in machine.packages.items())
    commit = f"; commit {machine.commit}" if machine.commit else ""
    return f"{machine.cores} cores, {machine.system}, Python {machine.python}, {packages}{commit}."


def _rows(figure: Figure) -> Iterator[str]:
    star = " *" if figure.guarded else ""
    sign = "≤" if figure.better == "lower" else "≥"
    limit = "" if figure.limit is None else f"{sign} {figure.limit:g}"
    if not figure.within:
        limit = f"**broken: {limit}**"
    rows = "" if figure.rows is None else f"{figure.rows:,}"
    value = f"{number(figure.value)} {figure.unit}".rstrip()
    yield _cells(f"{figure.name}{star}", value, bounds(figure.interval), "", rows, limit, figure.note)
    for one in figure.baselines:
        yield _beside(one)


def _beside(one: Baseline) -> str:
    return _cells(
        f"&nbsp;&nbsp;beside it: {one.name}", number(one.value), bounds(one.interval), bounds(one.ahead)
    )


def _cells(*cells: str) -> str:
    padded = [*cells, *[""] * (7 - len(cells))]
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in padded) + " |"


def _ran(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield "## What ran"
    yield "The load is that of the machine as a benchmark began; on two cores, more than 2 makes times long."
    yield ""
    yield "| benchmark | when | seconds | load | figures | |\n|---|---|---|---|---|---|"
    for one in outcomes:
        end = f"failed: {one.failed}" if one.failed else one.left_out and f"left out: {one.left_out}"
        numbers = f"{one.seconds:.0f} | {one.load:.1f} | {len(one.figures)}"
        yield f"| {one.bench} | {one.when} | {numbers} | {end.replace('|', chr(92) + '|')} |"


def main(arguments: Sequence[str]) -> int:
    """Write the page anew from results that are there."""
    results = Path(arguments[0]) if arguments else file_of(Size.FULL)
    outcomes = read(results)
    if not outcomes:
        print(f"There are no results in {results}: run `make bench` first.")
        return 1
    path = Path(arguments[1]) if len(arguments) > 1 else PAGE
    path.write_text(page(outcomes), encoding="utf-8")
    print(f"Wrote {path}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

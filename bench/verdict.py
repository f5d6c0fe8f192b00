"""Whether a run is as good as it has to be: limits, guarded figures, benchmarks that broke."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bench.guard import Kept, falls, unguarded, unmeasured
from bench.results import Outcome, told_twice


class Verdict(NamedTuple):
    """What makes a run a failure, and what is only said."""

    wrong: list[str]
    remarks: list[str]


def verdict(outcomes: Sequence[Outcome], kept: Mapping[str, Kept], changelog: str, *, whole: bool) -> Verdict:
    """Judge a run; of a `whole` one every guarded figure is expected, unless a data set was absent."""
    figures = [figure for one in outcomes for figure in one.figures]
    fell = falls(figures, kept, changelog)
    wrong = [
        *(
            f"FAILED: {one.bench}: {one.failed}; see build/bench/{one.bench}.log"
            for one in outcomes
            if one.failed
        ),
        *(
            f"LIMIT BROKEN: {figure.name}: {figure.value:.4g}, limit {figure.limit:g}"
            for figure in figures
            if not figure.within
        ),
        *(f"TOLD TWICE: {name} is the name of two figures" for name in told_twice(outcomes)),
        *(str(fall) for fall in fell if not fall.told),
    ]
    remarks = [
        *(f"LEFT OUT: {one.bench}: {one.left_out}" for one in outcomes if one.left_out),
        *(str(fall) for fall in fell if fall.told),
        *(
            f"NOT KEPT YET: {name}; `python -m bench.guard` writes it into bench/guarded.json"
            for name in unguarded(figures, kept)
        ),
    ]
    if whole:
        missing = [f"NOT MEASURED: {name} is guarded" for name in unmeasured(outcomes, kept)]
        (remarks if any(one.left_out for one in outcomes) else wrong).extend(missing)
    return Verdict(wrong, remarks)

"""All is well."""

from collections.abc import Iterable

from bench.figures import Baseline, Figure, Group, Size

GROUP: Group = "cost"
ALONE = True


def run(size: Size) -> Iterable[Figure]:
    yield Figure("rows", size.of(100, 10), "", baselines=(Baseline("floor", 2.0, (1.0, 3.0)),))
    yield Figure("other", 3, "", group="growth")

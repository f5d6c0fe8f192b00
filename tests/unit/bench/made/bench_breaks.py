"""Gives one figure and breaks."""

from collections.abc import Iterable

from bench.figures import Figure, Group, Size

GROUP: Group = "cost"


def run(size: Size) -> Iterable[Figure]:
    yield Figure("before it broke", size.of(2, 1), "")
    raise ValueError("it broke")

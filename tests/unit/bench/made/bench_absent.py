"""Lacks what it needs."""

from collections.abc import Iterable

from bench.data import LeftOut
from bench.figures import Figure, Group, Size

GROUP: Group = "cost"


def run(size: Size) -> Iterable[Figure]:
    raise LeftOut(f"{size.of('The sun', 'The moon')} is not here.")

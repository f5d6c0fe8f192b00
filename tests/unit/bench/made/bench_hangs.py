"""Gives one figure and never ends."""

from collections.abc import Iterable
from threading import Event

from bench.figures import Figure, Group, Size

GROUP: Group = "cost"


def run(size: Size) -> Iterable[Figure]:
    yield Figure("before it hung", size.of(8, 7), "")
    Event().wait()

"""Which observations are still shown whole: those of the last ten iterations; older ones shrink to a line."""

from collections.abc import Iterable

from pathfinder.protocols.graph.types import CogniGraph, Observation
from pathfinder.protocols.ids import ObservationId, number

WINDOW = 10
"""Iterations shown in full: the last ten closed ones, and the open one."""


def unmasked(graph: CogniGraph) -> tuple[ObservationId, ...]:
    """The observations that agents still read whole, newest first. Health counts them, context shows them."""
    since = graph.iteration - WINDOW
    late = (names for iteration, names in graph.index.observed_in.items() if iteration >= since)
    return _newest_first((name, graph.observations[name]) for names in late for name in names)


def masked(graph: CogniGraph) -> tuple[ObservationId, ...]:
    """The older ones, newest first."""
    since = graph.iteration - WINDOW
    return _newest_first((name, seen) for name, seen in graph.observations.items() if seen.created_at < since)


def _newest_first(observations: Iterable[tuple[ObservationId, Observation]]) -> tuple[ObservationId, ...]:
    dated = [(seen.created_at, number(name), name) for name, seen in observations]
    return tuple(name for _, _, name in sorted(dated, reverse=True))

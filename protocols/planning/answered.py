"""When a question counts as answered, and when going on brings nothing new."""

from typing import Literal

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.planning.sub_questions import part_state

StopWhen = Literal["limit", "saturated", "answered", "dry"]
"""What ends a run by itself, beside its limits. Dry: no new fact in an iteration, or every part searched."""
DRY = 3
"""Iterations in a row without a new fact."""
DECIDES = 3
"""The importance of a claim that changes the decision."""


def answered(graph: CogniGraph) -> bool:
    """Every part is answered or exhausted, and no conflict is open that the decision depends on."""
    if not graph.iteration or not graph.sub_questions:
        return False
    if any(part_state(graph, name) == "open" for name in graph.sub_questions):
        return False
    return not any(
        graph.hypotheses[name].importance >= DECIDES
        for edge in graph.active_conflicts()
        for name in (edge.first, edge.second)
    )


def dry_iterations(graph: CogniGraph) -> int:
    """How many of the last iterations brought no new fact."""
    count = 0
    for iteration in range(graph.iteration - 1, -1, -1):
        if graph.index.observed_in.get(iteration):
            break
        count += 1
    return count


def _dry(graph: CogniGraph) -> str | None:
    if dry_iterations(graph):
        return Message("ended-nothing-new")
    parts = [part_state(graph, name) for name in graph.sub_questions]
    return Message("ended-all-searched") if parts and "open" not in parts else None


def ended(graph: CogniGraph, stop_when: StopWhen, *, attended: bool = True) -> str | None:
    """Why a run ends by itself; None if it goes on.

    A run that nobody watches also ends when it is dry: nobody is there to decide whether it should go on.
    """
    if stop_when == "dry":
        return _dry(graph)
    if stop_when == "limit" and attended:
        return None
    if stop_when == "answered" and answered(graph):
        return Message("ended-answered")
    if stop_when != "limit" and "SATURATED" in graph.health.issues:
        return Message("ended-saturated")
    if dry_iterations(graph) >= DRY:
        return Message("ended-dry", count=DRY)
    return None

"""How a session is labelled whose model answers were recorded earlier (`pathfinder tour`)."""

from datetime import date

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.graph.types import CogniGraph

LABEL = "model answers recorded on "
"""How the message begins, in the English of the record."""


def recorded_label(on: date, model: str) -> str:
    """Who answers, for every screen and report. The day comes first: a narrow screen cuts the end."""
    return Message("engine-recorded", day=on.isoformat(), model=model)


def is_recorded(graph: CogniGraph) -> bool:
    """Whether a session's answers were replayed from a recording."""
    return graph.run.engine.startswith(LABEL)

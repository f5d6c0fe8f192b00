"""How often files for people are written during a run."""

import pytest

from pathfinder.orchestrator.run import FACTS_WRITTEN_EACH_TIME, views_due
from pathfinder.protocols.graph.types import CogniGraph
from tests.builders import a_graph, a_hypothesis, a_source, evidence


def session_of(facts: int) -> CogniGraph:
    """A graph with as many facts; they are all alike."""
    graph = a_graph([("hyp_A1", a_hypothesis("Loops pay"))], *evidence(1, "hyp_A1", a_source()))
    fact = next(iter(graph.observations.values()))
    return graph.model_copy(update={"observations": {f"obs_{n}": fact for n in range(1, facts + 1)}})


@pytest.mark.parametrize(
    ("facts", "every"),
    [
        (0, 1),
        (FACTS_WRITTEN_EACH_TIME - 1, 1),
        (FACTS_WRITTEN_EACH_TIME, 2),
        (5 * FACTS_WRITTEN_EACH_TIME, 6),
    ],
)
def test_a_session_of_usual_size_is_written_every_time_and_a_large_one_as_often_as_it_can_afford(
    facts: int, every: int
) -> None:
    graph = session_of(facts)
    due = [views_due(graph.model_copy(update={"iteration": number})) for number in range(1, 13)]
    assert due == [number % every == 0 for number in range(1, 13)]

"""The label of a session whose model answers were recorded earlier."""

from datetime import date

from pathfinder.protocols.answer.recorded import is_recorded, recorded_label
from pathfinder.protocols.graph.edits import SetRun
from pathfinder.protocols.graph.reducer import apply
from tests.builders import a_graph


def test_a_session_is_known_as_recorded_by_its_label() -> None:
    label = recorded_label(date(2026, 11, 18), "some-model")
    graph = a_graph()
    assert label == "model answers recorded on 2026-11-18 (some-model)"
    assert not is_recorded(graph)
    assert is_recorded(apply(graph, [SetRun(run=graph.run.model_copy(update={"engine": label}))]))

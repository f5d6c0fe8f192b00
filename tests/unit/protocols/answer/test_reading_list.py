"""Which sessions have a reading list instead of verdicts."""

import pytest

from pathfinder.protocols.answer.reading_list import ENGINE, is_reading_list
from pathfinder.protocols.graph.edits import SetFinding, SetRun
from pathfinder.protocols.graph.judgement import Finding, Verdict
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.ids import HypothesisId
from tests.builders import a_graph, a_hypothesis

A1 = HypothesisId("hyp_A1")


@pytest.mark.parametrize(
    ("engine", "judged", "expected"),
    [
        (ENGINE, False, True),
        (f"{ENGINE}; search: exa", False, True),
        (ENGINE, True, False),
        ("claude-opus-5-5", False, False),
        ("embedded engine, no language model", True, False),
    ],
)
def test_a_session_that_was_judged_keeps_its_verdicts(engine: str, judged: bool, expected: bool) -> None:
    verdict = Verdict.model_validate({"tag": "Likely", "side": "for", "because": "so"})
    edits = [SetFinding(hypothesis=A1, finding=Finding(verdict=verdict))] if judged else []
    graph = a_graph([(A1, a_hypothesis("A holds."))], *edits)
    run = graph.run.model_copy(update={"engine": engine})
    assert is_reading_list(apply(graph, [SetRun(run=run)])) is expected

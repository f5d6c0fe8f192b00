"""Claims as agents are shown them."""

from pathfinder.protocols.graph.edits import SetFinding
from pathfinder.protocols.graph.judgement import Finding, Verdict
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.planning.claim_views import claim_view, claim_views
from pathfinder.protocols.text.queries import similarity
from tests.builders import a_graph, a_hypothesis

A1, A2, A3 = (HypothesisId(f"hyp_A{n}") for n in (1, 2, 3))


def graph() -> CogniGraph:
    claims = [
        (A1, a_hypothesis("Loops save money.", conditions=("in sand",), as_of="2024", importance=3)),
        (A2, a_hypothesis("Wells never freeze.")),
        (A3, a_hypothesis("Loops save heat.")),
        ("hyp_A4", a_hypothesis("Gone.", status="rejected", merged_into=A1)),
    ]
    return a_graph(claims)


def judged(side: str) -> CogniGraph:
    verdict = Verdict.model_validate({"tag": "Likely", "side": side, "because": "so"})
    return apply(graph(), [SetFinding(hypothesis=A1, finding=Finding(verdict=verdict))])


def test_a_claim_is_shown_with_its_standing_and_its_condition() -> None:
    view = claim_view(graph(), A1)
    assert (view.standing, view.condition, view.as_of, view.importance) == ("unvisited", "in sand", "2024", 3)
    assert claim_view(judged("for"), A1).standing == "Likely"
    assert claim_view(judged("against"), A1).standing == "Likely: it does not hold"


def test_the_target_comes_first_and_then_the_nearest_without_merged_ones() -> None:
    shown = claim_views(graph(), "loops save", (A2,), similarity, most=2)
    assert [view.id for view in shown] == [A2, A3]
    assert [view.id for view in claim_views(graph(), "x", (), similarity)] == [A1, A2, A3]

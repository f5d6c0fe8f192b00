"""A settled claim is looked at again by whoever has not, and then in another light."""

from pathfinder.protocols.graph.edits import RecordVisit, SetFinding
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, Strategy
from pathfinder.protocols.planning.angles import SearchAngle, falsifying, other_lens
from tests.builders import a_graph, a_hypothesis

NAME = HypothesisId("hyp_A1")
WEB: tuple[Strategy, ...] = ("WEB", "ACADEMIC", "SKEPTIC")


def heard(*lineages: str) -> CogniGraph:
    stances = [
        {"lineage": one, "iid": f"{one}-S1-I1-R1.0", "side": "for", "evidence": "STRONG", "confidence": 0.9}
        for one in lineages
    ]
    graph = a_graph([("hyp_A1", a_hypothesis("a"))])
    finding = Finding.model_validate({"stances": stances})
    return apply(graph, [SetFinding(hypothesis=NAME, finding=finding)])


def test_a_skeptic_goes_first_then_who_has_not_looked() -> None:
    assert falsifying(a_graph([("hyp_A1", a_hypothesis("a"))]), NAME, WEB) == SearchAngle("SKEPTIC")
    assert falsifying(heard("WEB-HYPA1"), NAME, WEB) == SearchAngle("SKEPTIC")
    assert falsifying(heard("SKEPTIC-HYPA1", "WEB-HYPA1"), NAME, WEB) == SearchAngle("ACADEMIC")
    # Who was sent for something else and happened to speak on it has not looked at it.
    assert falsifying(heard("SKEPTIC-HYPA2"), NAME, WEB) == SearchAngle("SKEPTIC")


def test_once_everybody_has_a_skeptic_looks_through_another_lens_each_time() -> None:
    graph = heard(*(f"{one}-HYPA1" for one in WEB))
    first = falsifying(graph, NAME, WEB)
    second = falsifying(apply(graph, [RecordVisit(hypothesis=NAME, at=1)]), NAME, WEB)
    assert {first.strategy, second.strategy} == {"SKEPTIC"}
    assert first.lens is not None
    assert first.lens != second.lens


def test_another_lens_is_never_the_one_in_use() -> None:
    assert other_lens(0, None) == "definition"
    assert other_lens(0, "definition") == "scope"
    assert other_lens(5, "application") == "definition"

"""The nearest claims are found without a look at each."""

from hashlib import sha256

import pytest

from pathfinder.protocols.evidence.likeness import WordSimilarity
from pathfinder.protocols.evidence.nearest import Similarity, claims_of
from pathfinder.protocols.graph.edits import AddHypothesis
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.text.queries import similarity
from tests.builders import a_graph, a_hypothesis


class Counting(WordSimilarity):
    """Counts the comparisons."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, one: str, other: str) -> float:
        self.made += 1
        return super().__call__(one, other)


def said(number: int) -> str:
    digits = sha256(str(number).encode()).hexdigest()
    letters = "".join("abcdefghijklmnop"[int(digit, 16)] for digit in digits)
    return f"The {letters[:7]} of {letters[7:14]} feeds on {letters[14:21]}."


def a_world(claims: int) -> CogniGraph:
    return a_graph([(f"hyp_A{n}", a_hypothesis(said(n))) for n in range(1, claims + 1)])


@pytest.mark.parametrize("claims", [100, 1_000])
def test_a_new_claim_is_compared_with_a_few_of_the_claims(claims: int) -> None:
    graph, measure, asked = a_world(claims), Counting(), 20
    for number in range(5_000, 5_000 + asked):
        assert len(claims_of(graph, measure).nearest(graph, said(number), 0.3, 5)) == 5
    assert measure.made <= asked * (10 + claims // 20)


def test_another_measure_keeps_claims_of_its_own() -> None:
    graph, one = a_world(3), Counting()
    kept = claims_of(graph, one)
    assert claims_of(graph, one) is kept
    assert claims_of(graph, Counting()) is not kept


def test_what_was_merged_away_is_not_found_and_one_form_is_as_near_as_can_be() -> None:
    graph = a_graph(
        [
            ("hyp_A1", a_hypothesis("heatpump saves")),
            ("hyp_A2", a_hypothesis("heat pump saves", status="rejected", merged_into="hyp_A1")),
            ("hyp_B1", a_hypothesis("tram")),
        ]
    )
    for measure in (WordSimilarity(), similarity):
        found = claims_of(graph, measure).nearest(graph, "heat pump saves", 0.3, 5)
        assert [(near.name, near.score) for near in found] == [("hyp_A1", 1.0)]


def test_of_equals_the_lower_ids_are_taken_whatever_came_first() -> None:
    names = ("hyp_B1", "hyp_A9", "hyp_A10", "hyp_A2", "hyp_B2")
    graph = a_graph([(name, a_hypothesis(f"heat pump saves {name[-1]} much")) for name in names])
    measures: tuple[Similarity, ...] = (lambda _one, _other: 0.5, lambda _one, _other: 1.0)
    for measure in measures:
        found = claims_of(graph, measure).nearest(graph, "x", 0.3, 3)
        assert [near.name for near in found] == ["hyp_A2", "hyp_A9", "hyp_A10"]


def test_another_graph_of_the_same_beginning_has_claims_of_its_own() -> None:
    start, measure = a_world(2), WordSimilarity()
    kept = claims_of(start, measure)
    assert claims_of(a_world(2).model_copy(update={"hypotheses": start.hypotheses}), measure) is not kept
    one = apply(start, [AddHypothesis(name=HypothesisId("hyp_A3"), hypothesis=a_hypothesis("One."))])
    assert claims_of(one, measure) is kept
    assert claims_of(start, measure) is not kept
    other = apply(start, [AddHypothesis(name=HypothesisId("hyp_A4"), hypothesis=a_hypothesis("Other."))])
    other.__dict__["claims on a shelf"] = kept
    assert claims_of(other, measure) is not kept
    empty = a_graph([])
    assert claims_of(empty, measure).nearest(empty, "heat", 0.3, 3) == []
    assert claims_of(empty, measure) is claims_of(empty, measure)


def test_what_cannot_come_among_the_nearest_is_not_compared() -> None:
    said = ("heat pump saves much", "heat pump", "heat")
    graph = a_graph([(f"hyp_A{number}", a_hypothesis(text)) for number, text in enumerate(said, start=1)])
    measure = Counting()
    (found,) = claims_of(graph, measure).nearest(graph, said[0], 0.3, 1)
    assert (found.name, measure.made) == ("hyp_A1", 1)

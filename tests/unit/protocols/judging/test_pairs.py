"""A claim that is a case of a more general one points at it."""

from pathfinder.protocols.calls.explorer_reports import ClaimRef, PairLabel
from pathfinder.protocols.graph.edits import AddEdge
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, Iid
from pathfinder.protocols.judging.pairs import inherited, widened
from tests.builders import a_graph, a_hypothesis, a_source, crossing, evidence

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")
ONE = ClaimRef(iid=Iid("WEB-KW1-S1-I1-R1.0"), key="c1")
TWO = ClaimRef(iid=Iid("WEB-KW1-S1-I1-R1.0"), key="c2")
NAMES = {ONE: A1, TWO: A2}


def graph() -> CogniGraph:
    return a_graph([(A1, a_hypothesis("A holds.")), (A2, a_hypothesis("A holds here."))])


def label(claim: ClaimRef, other: ClaimRef | HypothesisId, said: str) -> PairLabel:
    return PairLabel.model_validate({"claim": claim, "other": other, "label": said})


def test_the_narrower_claim_points_at_the_wider_one_once() -> None:
    labels = [label(TWO, A1, "narrower"), label(ONE, TWO, "wider"), label(ONE, A2, "same")]
    edits = list(widened(graph(), NAMES, labels))
    after = apply(graph(), edits)
    assert (after.hypotheses[A2].wider, after.hypotheses[A1].wider) == ((A1,), ())
    assert list(widened(after, NAMES, labels)) == []


def test_labels_that_contradict_each_other_or_name_one_claim_say_nothing() -> None:
    assert list(widened(graph(), NAMES, [label(ONE, A2, "narrower"), label(TWO, A1, "narrower")])) == []
    assert list(widened(graph(), NAMES, [label(ONE, A1, "narrower")])) == []
    assert list(widened(graph(), {}, [label(ONE, A1, "narrower")])) == []


def test_a_new_claim_may_be_the_narrower_one() -> None:
    new = {ONE: A1, TWO: HypothesisId("hyp_A9")}
    (edit,) = widened(graph(), new, [label(TWO, ONE, "narrower")])
    assert (edit.hypothesis, edit.wider) == ("hyp_A9", A1)


def test_evidence_for_a_case_speaks_indirectly_for_the_general_claim_and_once() -> None:
    known = a_graph(
        [(A1, a_hypothesis("A holds.")), (A2, a_hypothesis("A holds here.", wider=(A1,)))],
        *evidence(1, A2, a_source("https://one.example/a")),
        *evidence(2, A2, a_source("https://two.example/a"), weight=0.3),
        *evidence(3, A2, a_source("https://three.example/a"), "CONTRADICTS"),
        *evidence(4, A2, a_source("https://four.example/a")),
        crossing(4, A1, "SUPPORTS"),
        *evidence(5, A2, a_source("https://five.example/a")),
        crossing(5, A1, "SUPPORTS", struck="it does not bear on it"),
    )
    edges = inherited(known)
    assert [(one.observation, one.hypothesis, one.weight) for one in edges] == [
        ("obs_1", A1, 0.5),
        ("obs_2", A1, 0.3),
    ]
    assert inherited(apply(known, [AddEdge(edge=edge) for edge in edges])) == ()

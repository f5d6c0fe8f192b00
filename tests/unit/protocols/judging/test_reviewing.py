"""What a counter-review does to a claim."""

import pytest

from pathfinder.protocols.errors import EditRefused
from pathfinder.protocols.evidence.nearest import claims_of
from pathfinder.protocols.evidence.strength import strength
from pathfinder.protocols.graph.edits import DiscountObservation, Reject, StrikeEvidence, WidenHypothesis
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.reviewing import merged, reworded, struck_links
from pathfinder.protocols.text.queries import similarity
from tests.builders import a_graph, a_hypothesis, a_source, evidence

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")


def graph() -> CogniGraph:
    claims = [(A1, a_hypothesis("Loops save 40 %.")), (A2, a_hypothesis("Loops save much."))]
    edits = [edit for n in (1, 2) for edit in evidence(n, A1, a_source(f"https://v{n}.example/a"))]
    return a_graph(claims, *edits, *evidence(3, A2, a_source("https://v3.example/a")))


def test_an_amended_wording_replaces_the_claim_and_the_old_one_stays_in_its_history() -> None:
    known = graph()
    claims_of(known, similarity)
    (edit,) = reworded(known, A1, "Loops  save 12 in 31 houses.", "", "one trial")
    after = apply(known, [edit])
    assert after.hypotheses[A1].summary == "Loops save 12 in 31 houses."
    assert after.hypotheses[A1].unbound == ("12", "31")
    assert "Loops save 40 %." in after.hypotheses[A1].history[-1].result
    assert after.index.claims["loops save 12 in 31 houses."] == A1
    near = claims_of(after, similarity).nearest(after, "Loops save 12 in 31 houses.", 0.9, 1)
    assert [found.name for found in near] == [A1]


def test_the_same_words_again_change_nothing() -> None:
    assert reworded(graph(), A1, " loops save 40 %. ", "", "so") == ()
    assert reworded(graph(), A1, " ", " ", "so") == ()


def test_a_condition_replaces_what_stood_there() -> None:
    known = graph()
    after = apply(known, reworded(known, A1, "", "in  sand", "so"))
    assert after.hypotheses[A1].conditions == ("in sand",)
    assert after.hypotheses[A1].summary == known.hypotheses[A1].summary
    assert reworded(after, A1, "", "In sand", "so") == ()
    narrower = apply(after, reworded(after, A1, "", "in wet sand", "so"))
    assert narrower.hypotheses[A1].conditions == ("in wet sand",)


def test_a_struck_link_no_longer_counts_but_the_last_one_stays() -> None:
    known = graph()
    after = apply(known, struck_links(known, A1, [ObservationId("obs_1")], "it is about pumps"))
    assert [edge.observation for edge in after.evidence(A1)] == ["obs_2"]
    assert strength(after, A1) < strength(known, A1)
    assert struck_links(after, A1, [ObservationId("obs_2")], "so") == ()
    assert len(struck_links(known, A1, [ObservationId("obs_1"), ObservationId("obs_2")], "so")) == 1


def test_two_claims_that_say_the_same_become_the_one_with_the_lower_id() -> None:
    known = graph()
    after = apply(known, merged(known, A2, A1))
    assert after.hypotheses[A2].merged_into == A1
    assert len(after.evidence(A1)) == 3
    assert merged(after, A2, A1) == ()
    assert merged(known, A1, HypothesisId("hyp_A9")) == ()
    dead = apply(known, [Reject(hypothesis=A2, at=0, because="weak")])
    assert merged(dead, A1, A2) == ()


def test_edits_on_what_is_not_there_are_refused() -> None:
    with pytest.raises(EditRefused, match="cannot be discounted"):
        apply(graph(), [DiscountObservation(observation=ObservationId("obs_9"), because="so")])
    with pytest.raises(EditRefused, match="no edge"):
        apply(graph(), [StrikeEvidence(key=(ObservationId("obs_9"), A1, "SUPPORTS"), because="so")])
    with pytest.raises(EditRefused, match="a case of itself"):
        apply(graph(), [WidenHypothesis(hypothesis=A1, wider=A1)])

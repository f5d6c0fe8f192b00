"""Candidates: similarity proposes a few pairs per new claim and decides nothing."""

from pathfinder.protocols.calls.explorer_reports import ClaimRef, ExplorerReport
from pathfinder.protocols.judging.candidates import ALIKE, MOST_PER_CLAIM, candidate_pairs
from pathfinder.protocols.text.queries import similarity
from tests.builders import a_graph, a_hypothesis, a_report


def claim(slot: int, *summaries: str, status: str = "success") -> ExplorerReport:
    claims = [{"key": f"c{n}", "summary": summary} for n, summary in enumerate(summaries, 1)]
    return a_report(slot, claims=claims, status=status)


def test_a_new_claim_meets_the_nearest_hypotheses_and_the_other_new_claims() -> None:
    graph = a_graph(
        [("hyp_A1", a_hypothesis("Heat pumps save money")), ("hyp_A2", a_hypothesis("달은 둥글다"))]
    )
    one, other = claim(1, "Heat pumps save much money"), claim(2, "Heat pumps save no money")
    pairs = candidate_pairs(graph, [other, one], similarity)
    met = [(pair.claim.iid, pair.other if isinstance(pair.other, str) else pair.other.iid) for pair in pairs]
    assert met == [(one.iid, "hyp_A1"), (one.iid, other.iid), (other.iid, "hyp_A1")]
    assert pairs == candidate_pairs(graph, [one, other], similarity)
    assert all(pair.similarity >= ALIKE for pair in pairs)


def test_what_stands_word_for_word_or_says_nothing_needs_no_look() -> None:
    graph = a_graph([("hyp_A1", a_hypothesis("Heat pumps save money"))])
    reports = [
        claim(1, "heat  pumps save money", " "),
        claim(2, "Heat pumps save some money", "heat pumps save some  money", status="failure"),
        claim(3, "Loops cost", "loops  cost"),
    ]
    assert candidate_pairs(graph, reports, lambda _one, _other: 1.0) == candidate_pairs(
        graph, reports[2:], lambda _one, _other: 1.0
    )


def test_a_merged_hypothesis_is_not_proposed_and_a_rejected_one_is() -> None:
    graph = a_graph(
        [
            ("hyp_A1", a_hypothesis("Heat pumps save money", status="rejected")),
            ("hyp_A2", a_hypothesis("Heat pumps save money a lot", status="rejected", merged_into="hyp_A1")),
        ]
    )
    pairs = candidate_pairs(graph, [claim(1, "Heat pumps save much money")], similarity)
    assert [pair.other for pair in pairs] == ["hyp_A1"]


def test_a_claim_meets_only_a_few() -> None:
    graph = a_graph([(f"hyp_A{n}", a_hypothesis(f"Heat pump {n} saves")) for n in range(1, 20)])
    pairs = candidate_pairs(graph, [claim(1, "Heat pumps save")], lambda _one, _other: 0.5)
    assert [pair.other for pair in pairs] == [f"hyp_A{n}" for n in range(1, MOST_PER_CLAIM + 1)]
    assert all(isinstance(pair.claim, ClaimRef) for pair in pairs)

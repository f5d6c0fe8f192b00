"""Status: verified is what stood up to contradiction, and it can be lost and won again."""

from typing import Any

import pytest

from pathfinder.protocols.evidence.status import (
    lacking,
    next_status,
    restatus,
    restrengthen,
    strong_contradictions,
)
from pathfinder.protocols.graph.edits import (
    AnswerContradiction,
    GraphEdit,
    RecordVisit,
    Reject,
    Revive,
    SetStatus,
)
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import Answer, CogniGraph, Hypothesis, Source
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.wording import worded
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, evidence

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")


def site(number: int, type_: str = "paper") -> Source:
    return a_source(f"https://site{number}.example/page", type_)


def support(first: int, count: int, type_: str = "paper", weight: float = 0.8) -> list[GraphEdit]:
    return [
        edit
        for n in range(first, first + count)
        for edit in evidence(n, "hyp_A1", site(n, type_), weight=weight)
    ]


def settled(graph: CogniGraph) -> CogniGraph:
    """The graph with strengths and statuses worked out."""
    graph = apply(graph, restrengthen(graph, graph.hypotheses))
    return apply(graph, restatus(graph, graph.hypotheses))


def a_case(*edits: GraphEdit, visits: int = 2, **fields: Any) -> CogniGraph:
    return settled(a_graph([("hyp_A1", a_hypothesis(visit_count=visits, **fields))], *edits))


def one(graph: CogniGraph) -> Hypothesis:
    return graph.hypotheses[A1]


def test_two_arxiv_papers_verify_a_claim_of_others() -> None:
    papers = [
        edit
        for n in (1, 2)
        for edit in evidence(
            n, "hyp_A1", a_source(f"https://arxiv.org/abs/{n}", work=f"arxiv:{n}", publisher=None)
        )
    ]
    assert one(a_case(*papers)).status == "verified"


def test_five_unknown_domains_verify_nothing() -> None:
    assert one(a_case(*support(1, 5, "unknown"), status="tested")).status == "tested"
    many = a_case(*support(1, 20, "unknown"), status="tested")
    assert one(many).strength == 0.82
    assert [worded(reason) for reason in lacking(many, A1)] == ["no trusted voice supports it"]
    assert one(many).status == "tested"


def test_ten_copies_of_one_blog_verify_nothing() -> None:
    copies = [
        e for n in range(10) for e in evidence(n + 1, "hyp_A1", a_source(f"https://b.example/{n}", "blog"))
    ]
    assert one(a_case(*copies, status="tested")).status == "tested"


@pytest.mark.parametrize(
    ("visits", "status"), [(0, "unvisited"), (1, "tested"), (2, "verified"), (3, "verified")]
)
def test_verified_needs_two_visits(visits: int, status: str) -> None:
    before = "unvisited" if visits == 0 else "tested"
    assert one(a_case(*support(1, 3), visits=visits, status=before)).status == status


def test_an_untrusted_contradiction_does_not_take_verified_away() -> None:
    graph = a_case(*support(1, 3), *evidence(9, "hyp_A1", site(9, "forum"), "CONTRADICTS"), status="tested")
    assert one(graph).status == "verified"


def test_a_trusted_strong_contradiction_takes_verified_away_and_its_answer_gives_it_back() -> None:
    verified = a_case(*support(1, 2), *support(3, 1, "official"), status="tested")
    assert one(verified).status == "verified"
    contradicted = settled(apply(verified, evidence(9, "hyp_A1", site(9), "CONTRADICTS")))
    assert one(contradicted).status == "tested"
    assert [worded(reason) for reason in lacking(contradicted, A1)] == [
        "a strong contradiction is unanswered"
    ]
    answer = AnswerContradiction(
        observation=ObservationId("obs_9"), hypothesis=A1, answer=Answer(by="quote", reason="other soil")
    )
    answered = settled(apply(contradicted, [answer]))
    assert one(answered).status == "verified"
    assert one(answered).strength == one(contradicted).strength


@pytest.mark.parametrize(
    ("weight", "type_", "papers", "strong"),
    [
        (0.8, "paper", 3, True),
        (0.5, "paper", 1, True),
        (0.5, "blog", 1, True),
        (0.3, "paper", 1, False),
        (0.8, "forum", 1, False),
        (0.8, "paper", 4, False),
    ],
)
def test_a_contradiction_is_strong_if_direct_trusted_and_a_third_of_the_support(
    weight: float, type_: str, papers: int, strong: bool
) -> None:
    against = evidence(9, "hyp_A1", site(9, type_), "CONTRADICTS", weight)
    graph = a_graph([("hyp_A1", a_hypothesis())], *support(1, papers), *against)
    assert bool(strong_contradictions(graph, A1)) is strong


def test_a_third_exactly_is_strong() -> None:
    graph = a_graph(
        [("hyp_A1", a_hypothesis())], *support(1, 3), *evidence(9, "hyp_A1", site(9), "CONTRADICTS")
    )
    assert [edge.observation for edge in strong_contradictions(graph, A1)] == ["obs_9"]


@pytest.mark.parametrize(
    ("rival", "fields", "status"),
    [
        (0.55, {}, "tested"),
        (0.55, {"open": True}, "tested"),
        (0.54, {}, "verified"),
        (0.9, {"resolved": True}, "verified"),
    ],
)
def test_a_strong_rival_keeps_a_claim_from_being_verified(
    rival: float, fields: dict[str, bool], status: str
) -> None:
    graph = a_graph(
        [
            ("hyp_A1", a_hypothesis("one", visit_count=2, status="tested", strength=0.806)),
            ("hyp_A2", a_hypothesis("two", strength=rival)),
        ],
        *support(1, 3),
        a_conflict("hyp_A2", "hyp_A1", **fields),
    )
    assert one(apply(graph, restatus(graph, [A1]))).status == status


def test_a_rejected_rival_is_no_rival() -> None:
    graph = a_graph(
        [
            ("hyp_A1", a_hypothesis("one", visit_count=2, status="tested", strength=0.806)),
            ("hyp_A2", a_hypothesis("two", strength=0.9, status="rejected", rejected_at=0)),
        ],
        *support(1, 3),
        a_conflict("hyp_A1", "hyp_A2"),
    )
    assert lacking(graph, A1) == ()


def test_the_rival_moves_too_when_a_claim_changes() -> None:
    graph = a_graph(
        [
            ("hyp_A1", a_hypothesis("one", strength=0.3, visit_count=1, status="tested")),
            ("hyp_A2", a_hypothesis("two", strength=0.806, visit_count=2, status="tested")),
        ],
        *[e for n in (1, 2, 3) for e in evidence(n, "hyp_A2", site(n))],
        a_conflict("hyp_A1", "hyp_A2"),
    )
    assert restatus(graph, [A1]) == (SetStatus(hypothesis=A2, status="verified"),)


@pytest.mark.parametrize(
    ("strength", "visits", "rejected"), [(0.249999, 1, True), (0.25, 1, False), (0.1, 0, False)]
)
def test_a_weak_claim_is_rejected_once_it_was_visited(strength: float, visits: int, rejected: bool) -> None:
    claim = a_hypothesis(strength=strength, visit_count=visits, status="tested" if visits else "unvisited")
    moves = next_status(a_graph([("hyp_A1", claim)]), A1)
    assert any(isinstance(move, Reject) for move in moves) is rejected


def rejected_claim(*edits: GraphEdit, **fields: Any) -> CogniGraph:
    claim = a_hypothesis(status="rejected", rejected_at=3, strength=0.2, visit_count=2, **fields)
    graph = a_graph([("hyp_A1", claim)], *evidence(1, "hyp_A1", site(1), "CONTRADICTS", created_at=3), *edits)
    return apply(graph, restrengthen(graph, [A1]))


def later(number: int, site_number: int, **fields: Any) -> list[GraphEdit]:
    return evidence(number, "hyp_A1", site(site_number), created_at=5, **fields)


@pytest.mark.parametrize(
    ("edits", "fields", "back"),
    [
        (later(2, 2) + later(3, 3), {}, True),
        (later(2, 2), {}, False),
        (later(2, 2) + later(3, 1), {}, False),
        (later(2, 2) + later(3, 3), {"revived": True}, False),
        (
            later(2, 2, weight=0.3)
            + later(3, 3, weight=0.3)
            + [e for n in range(4, 9) for e in evidence(n, "hyp_A1", site(n), "CONTRADICTS", created_at=5)],
            {},
            False,
        ),
    ],
    ids=["two new voices", "one", "one new and one known", "for the second time", "not lifted"],
)
def test_a_rejected_claim_comes_back_once_by_two_new_voices(
    edits: list[GraphEdit], fields: dict[str, bool], back: bool
) -> None:
    assert next_status(rejected_claim(*edits, **fields), A1) == ((Revive(hypothesis=A1),) if back else ())


def test_a_claim_rejected_by_hand_counts_every_voice_as_new() -> None:
    claim = a_hypothesis(status="rejected", strength=0.7)
    assert next_status(a_graph([("hyp_A1", claim)], *support(1, 2)), A1) == (Revive(hypothesis=A1),)


def test_a_merged_claim_never_comes_back() -> None:
    merged = a_hypothesis(status="rejected", strength=0.7, merged_into="hyp_A2")
    graph = a_graph([("hyp_A2", a_hypothesis("two")), ("hyp_A1", merged)], *support(1, 2))
    assert next_status(graph, A1) == ()


def test_only_strengths_that_changed_are_written_with_their_history() -> None:
    graph = a_graph([("hyp_A1", a_hypothesis()), ("hyp_A2", a_hypothesis("two"))], *support(1, 1))
    after = apply(graph, restrengthen(graph, [A1, A2], "JUDGE"))
    assert one(after).history[0].change == 0.102
    assert one(after).history[0].action == "JUDGE"
    assert after.hypotheses[A2].history == ()
    assert restrengthen(after, [A1, A2]) == ()


def test_a_first_visit_makes_a_claim_tested() -> None:
    graph = apply(a_graph([("hyp_A1", a_hypothesis())]), [RecordVisit(hypothesis=A1, at=0)])
    assert one(graph).status == "tested"
    assert next_status(graph, A1) == ()


def test_the_bars_themselves_are_enough() -> None:
    at_bar = a_hypothesis(strength=0.65, visit_count=2, status="tested")
    assert lacking(a_graph([("hyp_A1", at_bar)], *support(1, 1)), A1) == ()
    back = a_hypothesis(strength=0.4, status="rejected", rejected_at=3)
    fresh = [*later(1, 1), *later(2, 2), *later(3, 3)]
    assert next_status(a_graph([("hyp_A1", back)], *fresh), A1) == (Revive(hypothesis=A1),)


def test_a_voice_heard_long_before_the_rejection_is_not_new() -> None:
    claim = a_hypothesis(strength=0.7, status="rejected", rejected_at=3)
    early = evidence(1, "hyp_A1", site(1), created_at=1)
    graph = a_graph([("hyp_A1", claim)], *early, *later(2, 2), *evidence(3, "hyp_A1", site(1), created_at=5))
    assert next_status(graph, A1) == ()


def test_a_rival_far_above_the_bar_blocks_too() -> None:
    graph = a_graph(
        [
            ("hyp_A1", a_hypothesis("one", visit_count=2, status="tested", strength=0.806)),
            ("hyp_A2", a_hypothesis("two", strength=0.9)),
        ],
        *support(1, 3),
        a_conflict("hyp_A1", "hyp_A2"),
    )
    assert [worded(reason) for reason in lacking(graph, A1)] == [
        "a conflict with a strong hypothesis is unresolved"
    ]


def test_what_was_answered_lends_no_weight_to_what_was_not() -> None:
    answered = evidence(8, "hyp_A1", site(8), "CONTRADICTS", answered={"by": "quote", "reason": "r"})
    light = evidence(9, "hyp_A1", site(9, "blog"), "CONTRADICTS", 0.5)
    graph = a_graph([("hyp_A1", a_hypothesis())], *support(1, 3), *answered, *light)
    assert strong_contradictions(graph, A1) == ()


def test_a_contradiction_lowers_the_strength_and_the_history_says_by_how_much() -> None:
    graph = a_graph(
        [("hyp_A1", a_hypothesis())], *evidence(1, "hyp_A1", site(1, "official"), "CONTRADICTS", 0.3)
    )
    after = apply(graph, restrengthen(graph, [A1]))
    assert one(after).strength == 0.46175
    assert one(after).history[0].change == -0.03825
    tiny = a_graph([("hyp_A1", a_hypothesis(strength=0.499999))])
    assert one(apply(tiny, restrengthen(tiny, [A1]))).history[0].change == 0.000001

"""CHECK finds what is wrong, in a fixed order, and thins a graph that has grown too large."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from pathfinder.protocols.evidence.status import next_status, restrengthen
from pathfinder.protocols.graph.edits import (
    AddEdge,
    AddHistory,
    AddObservation,
    AddSource,
    AnswerContradiction,
    GraphEdit,
    Reject,
    RetractSource,
    Revive,
    SetHealth,
    SetSubQuestions,
)
from pathfinder.protocols.graph.judgement import Verdict
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import (
    Answer,
    CogniGraph,
    EvidenceEdge,
    Health,
    Hypothesis,
    Observation,
    SubQuestion,
)
from pathfinder.protocols.ids import HypothesisId, ObservationId, SubQuestionId
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.planning.health import (
    check,
    data_explosion,
    due,
    examine,
    low_quality,
    new_voices,
    response,
    saturated,
    stalemate,
)
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, an_observation, evidence, page_hash

A1 = HypothesisId("hyp_A1")


def at(iteration: int, graph: CogniGraph) -> CogniGraph:
    """The graph with so many iterations closed."""
    return graph.model_copy(update={"iteration": iteration})


def one_claim(*edits: Iterable[GraphEdit]) -> CogniGraph:
    """A graph with hyp_A1 and what the edits bring."""
    return a_graph([("hyp_A1", a_hypothesis())], *(edit for some in edits for edit in some))


def heard(
    number: int, host: str, type_: str, iteration: int, *, claim: str = "hyp_A1", weight: float = 0.8
) -> list[GraphEdit]:
    """A page of a host speaks for a claim in an iteration."""
    source = a_source(f"https://{host}/{number}", type_)
    return evidence(number, claim, source, weight=weight, created_at=iteration)


def linked(number: int, claim: str) -> GraphEdit:
    """A known observation speaks for another claim too, in iteration 4."""
    edge = {"from": f"obs_{number}", "to": claim, "type": "SUPPORTS", "weight": 0.5, "created_at": 4}
    return AddEdge(edge=EvidenceEdge.model_validate(edge))


def unread(count: int, created_at: int, first: int = 1) -> list[GraphEdit]:
    """Observations that bear on nothing."""
    observation = Observation(
        summary="Seen.",
        source_url="https://a.example",
        source_type="blog",
        authority=0.5,
        created_at=created_at,
    )
    return [
        AddObservation(name=ObservationId(f"obs_{number}"), observation=observation)
        for number in range(first, first + count)
    ]


@pytest.mark.parametrize(
    ("iteration", "expected"), [(0, False), (1, False), (4, False), (5, True), (6, False), (10, True)]
)
def test_a_check_follows_every_fifth_iteration(iteration: int, expected: bool) -> None:
    assert due(at(iteration, a_graph())) is expected


@pytest.mark.parametrize("iteration", [0, 5, 15, 100])
def test_an_empty_graph_is_healthy_at_any_age(iteration: int) -> None:
    assert check(at(iteration, a_graph())) == ()


def test_forum_voices_alone_are_low_quality() -> None:
    assert check(at(5, one_claim(heard(1, "a.example", "forum", 4)))) == ("LOW_QUALITY",)


def test_an_average_of_exactly_one_half_is_not_low_quality() -> None:
    assert not low_quality(at(5, one_claim(heard(1, "a.example", "blog", 0))))


def test_good_voices_of_long_ago_do_not_hide_poor_new_ones() -> None:
    papers = [edit for number in range(1, 9) for edit in heard(number, f"p{number}.example", "paper", 0)]
    assert low_quality(at(6, one_claim(papers, heard(9, "a.example", "forum", 5))))


def test_poor_voices_of_long_ago_do_not_count() -> None:
    forums = [edit for number in range(1, 9) for edit in heard(number, f"f{number}.example", "forum", 0)]
    assert not low_quality(at(6, one_claim(forums, heard(9, "a.example", "paper", 1))))


def test_ten_pages_of_one_forum_are_one_voice() -> None:
    forum = [edit for number in range(1, 11) for edit in heard(number, "f.example", "forum", 4)]
    assert not low_quality(at(5, one_claim(forum, heard(11, "a.example", "paper", 4))))


def test_one_page_on_three_hypotheses_is_one_voice() -> None:
    names = ("hyp_A1", "hyp_A2", "hyp_A3")
    forum, paper = heard(1, "f.example", "forum", 4), heard(2, "p.example", "paper", 4)
    also = [linked(1, name) for name in names[1:]]
    graph = a_graph([(name, a_hypothesis()) for name in names], *forum, *also, *paper)
    assert not low_quality(at(5, graph))


def test_one_page_is_one_voice_whatever_its_voice_said_before() -> None:
    names = ("hyp_A1", "hyp_A2", "hyp_A3")
    before = [heard(number, "f.example", "forum", 0, claim=name) for number, name in enumerate(names[:2], 1)]
    now = [*heard(9, "f.example", "forum", 6), *(linked(9, name) for name in names[1:])]
    paper = heard(10, "p.example", "paper", 6)
    graph = a_graph([(name, a_hypothesis()) for name in names], *before[0], *before[1], *now, *paper)
    assert not low_quality(at(7, graph))


def test_a_voice_is_worth_its_best_page_wherever_it_was_heard() -> None:
    first, second = sorted((1, 2), key=lambda number: page_hash(f"https://one.example/{number} {number}"))
    forum, paper = heard(first, "one.example", "forum", 4), heard(second, "one.example", "paper", 4)
    graph = a_graph(
        [("hyp_A1", a_hypothesis()), ("hyp_A2", a_hypothesis())], *forum, *paper, linked(first, "hyp_A2")
    )
    assert not low_quality(at(5, graph))


def test_a_retracted_page_is_worth_nothing_in_the_average() -> None:
    gone = RetractSource(page=page_hash("https://a.example/1 1"), because="withdrawn")
    graph = one_claim(heard(1, "a.example", "paper", 4), heard(2, "b.example", "paper", 4))
    assert low_quality(at(5, apply(graph, [gone])))


def test_what_has_no_checked_quote_has_no_voice() -> None:
    graph = one_claim(unread(1, 4), [linked(1, "hyp_A1")])
    assert not low_quality(at(5, graph))
    assert set(new_voices(at(5, graph)).values()) == {0}


def test_a_page_without_a_checked_quote_has_no_voice() -> None:
    source, page = a_source("https://f.example/1", "forum"), page_hash("f")
    edits: list[GraphEdit] = [
        AddSource(page=page, source=source),
        AddObservation(name=ObservationId("obs_1"), observation=an_observation(source, page, offset=None)),
        linked(1, "hyp_A1"),
    ]
    assert not low_quality(at(5, one_claim(edits)))


@dataclass(frozen=True)
class Weak:
    id: str
    claims: tuple[tuple[str, float], ...]
    expected: bool


@pytest.mark.parametrize(
    "case",
    [
        Weak("three weak ones", (("tested", 0.34), ("tested", 0.3), ("tested", 0.26)), True),
        Weak("two are too few", (("tested", 0.34), ("tested", 0.3)), False),
        Weak("0.35 is not weak", (("tested", 0.34), ("tested", 0.3), ("tested", 0.35)), False),
        Weak("unvisited ones say nothing", (("tested", 0.3),) * 3 + (("unvisited", 0.5),), True),
        Weak("unvisited ones do not count", (("tested", 0.3),) * 2 + (("unvisited", 0.3),), False),
        Weak("rejected ones do not count", (("tested", 0.3),) * 2 + (("rejected", 0.1),), False),
        Weak("a verified one is not weak", (("tested", 0.3),) * 3 + (("verified", 0.7),), False),
    ],
    ids=lambda case: case.id,
)
def test_all_weak_looks_at_tested_hypotheses(case: Weak) -> None:
    claims = [
        (f"hyp_A{number}", a_hypothesis(status=status, strength=strength))
        for number, (status, strength) in enumerate(case.claims, 1)
    ]
    assert ("ALL_WEAK" in check(at(5, a_graph(claims)))) is case.expected


@dataclass(frozen=True)
class Conflict:
    id: str
    iteration: int
    expected: bool
    edge: tuple[tuple[str, Any], ...] = ()
    loser: str = "tested"


@pytest.mark.parametrize(
    "case",
    [
        Conflict("older than three iterations", 4, True),
        Conflict("three iterations are not old", 3, False),
        Conflict("resolved", 9, False, (("resolved", True),)),
        Conflict("given up", 9, False, (("open", True),)),
        Conflict("one side is rejected", 9, False, loser="rejected"),
    ],
    ids=lambda case: case.id,
)
def test_stalemate_is_an_old_active_conflict(case: Conflict) -> None:
    claims = [("hyp_A1", a_hypothesis()), ("hyp_A2", a_hypothesis(status=case.loser))]
    graph = a_graph(claims, a_conflict("hyp_A1", "hyp_A2", **dict(case.edge)))
    assert stalemate(at(case.iteration, graph)) is case.expected


@pytest.mark.parametrize(("count", "expected"), [(250, False), (251, True)])
def test_data_explodes_over_250_observations(count: int, expected: bool) -> None:
    assert data_explosion(at(10, a_graph((), *unread(count, 0)))) is expected


def test_masked_observations_are_out_of_the_count() -> None:
    graph = a_graph((), *unread(2, 0), *unread(250, 1, first=3))
    assert data_explosion(at(10, graph))
    assert not data_explosion(at(11, graph))


def test_a_question_in_parts_may_have_more_observations_and_hypotheses() -> None:
    parts = {SubQuestionId(f"sq_{n}"): SubQuestion(text="Why?") for n in range(1, 5)}
    in_parts = SetSubQuestions(sub_questions=parts)
    crowd = [(f"hyp_A{n}", a_hypothesis(f"claim {n}")) for n in range(1, 202)]
    assert not data_explosion(a_graph(crowd[:-1], *unread(1000, 0), in_parts))
    assert data_explosion(a_graph(crowd, in_parts))
    assert data_explosion(a_graph((), *unread(1001, 0), in_parts))


@pytest.mark.parametrize(("count", "expected"), [(125, False), (126, True)])
def test_data_explodes_over_125_live_hypotheses(count: int, expected: bool) -> None:
    claims = [(f"hyp_A{number}", a_hypothesis()) for number in range(1, count + 1)]
    dead = [(f"hyp_B{number}", a_hypothesis(type="B", status="rejected")) for number in range(1, 9)]
    assert data_explosion(a_graph(claims + dead)) is expected


def against(name: str, first: int, voices: int, type_: str = "forum") -> list[GraphEdit]:
    """So many voices contradict a hypothesis."""
    return [
        edit
        for number in range(first, first + voices)
        for edit in evidence(number, name, a_source(f"https://c{number}.example/", type_), "CONTRADICTS")
    ]


def worn(**fields: object) -> Hypothesis:
    """Tested, visited twice, at 0.29."""
    return a_hypothesis("It is worn.", **{"status": "tested", "visit_count": 2, "strength": 0.29} | fields)


def test_thinning_rejects_what_evidence_has_worn_down() -> None:
    graph = at(10, a_graph([("hyp_A1", worn())], *against("hyp_A1", 1, 2)))
    reject, noted = response(graph, ("DATA_EXPLOSION",))
    assert isinstance(reject, Reject)
    assert isinstance(noted, AddHistory)
    assert (reject.hypothesis, reject.at, noted.entry.action) == ("hyp_A1", 9, "CHECK")
    assert "0.29" in worded(reject.because)


@dataclass(frozen=True)
class Spared:
    id: str
    fields: tuple[tuple[str, Any], ...] = ()
    voices: int = 2


@pytest.mark.parametrize(
    "case",
    [
        Spared("at 0.3", (("strength", 0.3),)),
        Spared("visited once", (("visit_count", 1),)),
        Spared("one voice against it", voices=1),
        Spared("never tested", (("status", "unvisited"),)),
        Spared("rejected already", (("status", "rejected"),)),
    ],
    ids=lambda case: case.id,
)
def test_thinning_spares(case: Spared) -> None:
    graph = a_graph([("hyp_A1", worn(**dict(case.fields)))], *against("hyp_A1", 1, case.voices))
    assert response(graph, ("DATA_EXPLOSION",)) == ()


def test_thinning_counts_voices_not_pages() -> None:
    pages = [
        edit
        for number in (1, 2)
        for edit in evidence(number, "hyp_A1", a_source(f"https://c.example/{number}"), "CONTRADICTS")
    ]
    assert response(a_graph([("hyp_A1", worn())], *pages), ("DATA_EXPLOSION",)) == ()


def test_an_answered_contradiction_thins_nothing() -> None:
    answered = AnswerContradiction(
        observation=ObservationId("obs_1"), hypothesis=A1, answer=Answer(by="quote", reason="another year")
    )
    graph = a_graph([("hyp_A1", worn())], *against("hyp_A1", 1, 2), answered)
    assert response(graph, ("DATA_EXPLOSION",)) == ()


def test_other_issues_reject_nothing() -> None:
    graph = a_graph([("hyp_A1", worn())], *against("hyp_A1", 1, 2))
    assert response(graph, ("LOW_QUALITY", "ALL_WEAK", "STALEMATE", "SATURATED")) == ()


def test_the_iteration_after_a_thinning_can_bring_a_hypothesis_back() -> None:
    graph = at(10, a_graph([("hyp_A1", worn())], *against("hyp_A1", 1, 2)))
    graph = apply(graph, response(graph, ("DATA_EXPLOSION",)))
    fresh = [edit for number in range(3, 7) for edit in heard(number, f"n{number}.example", "paper", 10)]
    graph = apply(graph, fresh)
    graph = apply(graph, restrengthen(graph, [A1]))
    assert next_status(graph, A1) == (Revive(hypothesis=A1),)


def test_no_check_is_made_between() -> None:
    assert examine(at(4, one_claim(heard(1, "a.example", "forum", 3)))) == ()


def test_a_check_notes_what_it_found() -> None:
    edits = examine(at(5, one_claim(heard(1, "a.example", "forum", 4))))
    assert edits == (SetHealth(health=Health(last_check=5, issues=("LOW_QUALITY",))),)


def test_a_check_thins_a_crowded_graph() -> None:
    crowd = [(f"hyp_B{number}", a_hypothesis(type="B", created_at=10)) for number in range(1, 126)]
    graph = at(10, a_graph([("hyp_A1", worn()), *crowd], *against("hyp_A1", 1, 2)))
    edits = examine(graph)
    assert edits[0] == SetHealth(health=Health(last_check=10, issues=("DATA_EXPLOSION",)))
    assert edits[1:] == response(graph, ("DATA_EXPLOSION",))
    assert not apply(graph, edits).hypotheses[A1].alive


def settled_graph(*edits: GraphEdit, **changes: Hypothesis) -> CogniGraph:
    """Three settled hypotheses at iteration 15, and nothing new."""
    confirmed = Verdict(tag="Confirmed", side="for", because="three voices")
    claims = {
        "hyp_A1": a_hypothesis(status="verified", strength=0.7),
        "hyp_A2": a_hypothesis(status="verified", strength=0.7),
        "hyp_A3": a_hypothesis(status="tested", strength=0.6, verdict=confirmed),
    } | changes
    return at(15, a_graph(claims.items(), *edits))


def test_a_settled_graph_is_saturated() -> None:
    assert check(settled_graph()) == ("SATURATED",)


def test_saturation_waits_for_iteration_15() -> None:
    assert not saturated(at(14, settled_graph()))


@pytest.mark.parametrize(
    "third",
    [
        a_hypothesis(status="tested", strength=0.6),
        a_hypothesis(status="tested", verdict=Verdict(tag="Likely", side="for", because="one voice")),
        a_hypothesis(
            status="rejected", verdict=Verdict(tag="Confirmed", side="against", because="three voices")
        ),
    ],
    ids=["no verdict", "only likely", "confirmed to be wrong, and rejected"],
)
def test_two_settled_hypotheses_are_not_enough(third: Hypothesis) -> None:
    assert not saturated(settled_graph(hyp_A3=third))


@pytest.mark.parametrize(("created_at", "expected"), [(9, False), (10, True)])
def test_an_unvisited_hypothesis_older_than_five_keeps_research_going(
    created_at: int, expected: bool
) -> None:
    assert saturated(settled_graph(hyp_B1=a_hypothesis(type="B", created_at=created_at))) is expected


def test_one_new_voice_in_each_iteration_is_still_saturated() -> None:
    news = [edit for number in range(10, 15) for edit in heard(number, f"p{number}.example", "paper", number)]
    assert saturated(settled_graph(*news))


def test_two_new_voices_in_one_iteration_keep_research_going() -> None:
    graph = settled_graph(
        *heard(1, "p1.example", "paper", 12), *heard(2, "p2.example", "blog", 12, weight=0.5)
    )
    assert new_voices(graph) == {10: 0, 11: 0, 12: 2, 13: 0, 14: 0}
    assert not saturated(graph)


@pytest.mark.parametrize(
    ("type_", "weight", "expected"),
    [("blog", 0.5, 1), ("blog", 0.3, 0), ("forum", 0.8, 0), ("paper", 0.3, 0)],
)
def test_a_voice_of_weight_is_trusted_and_direct_enough(type_: str, weight: float, expected: int) -> None:
    assert new_voices(settled_graph(*heard(1, "a.example", type_, 12, weight=weight)))[12] == expected


def test_a_voice_heard_before_on_the_hypothesis_is_not_new() -> None:
    before, again = heard(1, "p.example", "paper", 2, weight=0.3), heard(2, "p.example", "paper", 12)
    assert new_voices(settled_graph(*before, *again))[12] == 0


def test_a_voice_that_began_without_weight_does_not_become_new_later() -> None:
    began, grew = heard(1, "p.example", "paper", 12, weight=0.3), heard(2, "p.example", "paper", 13)
    assert set(new_voices(settled_graph(*began, *grew)).values()) == {0}


def test_a_voice_is_new_on_each_hypothesis_it_had_not_spoken_to() -> None:
    before, here = heard(1, "p.example", "paper", 2, claim="hyp_A2"), heard(2, "p.example", "paper", 12)
    assert new_voices(settled_graph(*before, *here))[12] == 1


def test_three_pages_of_one_voice_in_one_iteration_are_one_new_voice() -> None:
    pages = [edit for number in (1, 2, 3) for edit in heard(number, "p.example", "paper", 12)]
    assert new_voices(settled_graph(*pages))[12] == 1


def test_issues_come_in_a_fixed_order() -> None:
    claims = [(f"hyp_A{number}", worn()) for number in (1, 2, 3)]
    edits = [*heard(300, "f.example", "forum", 4), a_conflict("hyp_A1", "hyp_A2"), *unread(251, 0)]
    assert check(at(5, a_graph(claims, *edits))) == ("LOW_QUALITY", "ALL_WEAK", "STALEMATE", "DATA_EXPLOSION")

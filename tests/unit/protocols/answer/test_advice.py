"""Recommendations follow from verdicts and open ends by rule."""

import pytest

from pathfinder.protocols.answer.advice import advice
from pathfinder.protocols.graph.edits import (
    AddCondition,
    RetractSource,
    SetFinding,
    SetHealth,
    SetSubQuestions,
)
from pathfinder.protocols.graph.judgement import Finding, Verdict
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Health, SubQuestion
from pathfinder.protocols.ids import SubQuestionId
from pathfinder.protocols.planning.health import concerns
from tests.builders import a_conflict, a_source, page_hash
from tests.judging import A1, A2, a_stance, against, linked, voices, world


def under(tag: str, side: str | None = "for", *, unchallenged: bool = False) -> SetFinding:
    verdict = Verdict.model_validate(
        {"tag": tag, "side": side, "because": "so", "unchallenged": unchallenged}
    )
    return SetFinding(hypothesis=A1, finding=Finding(verdict=verdict))


def told(graph: CogniGraph) -> list[tuple[str, str]]:
    return [(one.kind, one.reason) for one in advice(graph)]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (under("Confirmed"), ("act", "confirmed")),
        (under("Confirmed", "against"), ("act", "confirmed")),
        (under("Confirmed", unchallenged=True), ("look", "unchallenged")),
        (under("Likely"), ("watch", "likely")),
        (under("Likely", "against"), ("watch", "likely")),
        (under("Uncertain", None), ("look", "uncertain")),
    ],
)
def test_each_verdict_has_its_advice(given: SetFinding, wanted: tuple[str, str]) -> None:
    assert told(world(*voices("paper"), given)) == [wanted]


def test_what_was_not_judged_is_looked_at_only_if_a_verdict_was_due() -> None:
    assert told(world(*voices("paper"))) == []
    assert told(world(SetFinding(hypothesis=A1, finding=Finding(stances=(a_stance(),))))) == []
    assert told(world(SetFinding(hypothesis=A1, finding=Finding(unjudged="unread")))) == [
        ("look", "unjudged")
    ]


def test_a_condition_is_said_of_what_holds_and_not_of_what_nobody_knows() -> None:
    condition = AddCondition(hypothesis=A1, condition="in sand")
    assert advice(world(condition, under("Confirmed")))[0].conditional
    assert not advice(world(condition, under("Uncertain", None)))[0].conditional
    assert not advice(world(under("Confirmed")))[0].conditional


def test_a_confirmed_claim_that_stood_on_a_retracted_page_is_not_acted_on() -> None:
    retract = RetractSource(page=page_hash("https://v1.example/a 1"), because="made up")
    graph = world(*voices("paper", "paper"), retract, under("Confirmed"))
    assert told(graph) == [("look", "withdrawn"), ("watch", "retracted")]
    assert advice(graph)[1].hypotheses == (A1,)
    opposing = RetractSource(page=page_hash("https://v51.example/a 51"), because="made up")
    graph = world(*voices("paper"), *against("paper"), opposing, under("Confirmed"))
    assert told(graph) == [("act", "confirmed"), ("watch", "retracted")]


def test_a_retracted_page_that_nothing_rests_on_needs_no_watching() -> None:
    source = a_source("https://alone.example/a")
    graph = world(*voices("paper"))
    alone = {**graph.sources, page_hash("alone"): source.model_copy(update={"retracted": "made up"})}
    assert told(graph.model_copy(update={"sources": alone})) == []


def test_one_retracted_page_is_told_once_with_all_claims_it_was_cited_on() -> None:
    retract = RetractSource(page=page_hash("https://v1.example/a 1"), because="made up")
    graph = world(*voices("paper"), linked(1, A2), retract)
    assert [(one.reason, one.hypotheses) for one in advice(graph)] == [("retracted", (A1, A2))]


def test_open_conflicts_and_unanswered_parts_come_before_what_is_merely_uncertain() -> None:
    parts = {
        SubQuestionId("sq_1"): SubQuestion(text="cost?", answered_by=(A2,)),
        SubQuestionId("sq_2"): SubQuestion(text="risk?"),
    }
    answer = SetFinding(hypothesis=A2, finding=under("Likely").finding)
    graph = world(under("Uncertain", None), answer, a_conflict(A1, A2), SetSubQuestions(sub_questions=parts))
    assert told(graph) == [("look", "conflict"), ("look", "part"), ("look", "uncertain"), ("watch", "likely")]
    assert advice(graph)[0].hypotheses == (A1, A2)
    assert advice(graph)[1].part == "sq_2"


def test_where_no_answer_was_noted_no_part_is_called_open() -> None:
    parts = {SubQuestionId("sq_1"): SubQuestion(text="cost?")}
    assert told(apply(world(), [SetSubQuestions(sub_questions=parts)])) == []


def test_a_saturated_research_is_written_up_and_a_stalemate_is_looked_into_once() -> None:
    health = SetHealth(health=Health(last_check=5, issues=("STALEMATE", "SATURATED")))
    graph = world(a_conflict(A1, A2), health)
    stuck = graph.model_copy(update={"iteration": 5})
    assert told(stuck) == [("act", "saturated"), ("look", "stalemate")]
    assert advice(stuck)[1].hypotheses == (A1, A2)
    fresh = graph.model_copy(update={"iteration": 2})
    assert [one.issue for one in concerns(fresh)] == ["SATURATED"], "no conflict is that old any more"
    assert told(fresh) == [("act", "saturated"), ("look", "conflict")]
    assert concerns(world()) == ()

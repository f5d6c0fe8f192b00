"""What a list of edits means, also where several edits of one list touch the same hypothesis."""

from pathfinder.orchestrator.edit_events import events_for
from pathfinder.protocols.calls.events import (
    FindingClassified,
    HypothesisRaised,
    QuestionSplit,
    StatusMoved,
    StrengthMoved,
    VerdictGiven,
)
from pathfinder.protocols.graph.edits import (
    AddHypothesis,
    GraphEdit,
    Reject,
    Revive,
    SetFinding,
    SetStatus,
    SetStrength,
    SetSubQuestions,
)
from pathfinder.protocols.graph.judgement import Classified, Finding, Verdict
from pathfinder.protocols.graph.types import HistoryEntry, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from tests.builders import a_graph, a_hypothesis

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")


def strength(name: HypothesisId, to: float) -> SetStrength:
    entry = HistoryEntry(iteration=0, action="EXPLORE", result="-")
    return SetStrength(hypothesis=name, strength=to, entry=entry)


def test_a_claim_is_raised_and_then_moved_from_where_it_was() -> None:
    graph = a_graph([("hyp_A1", a_hypothesis())])
    new = AddHypothesis(name=A2, hypothesis=a_hypothesis("B holds."))
    events = list(events_for(graph, [new, strength(A2, 0.6), strength(A2, 0.7), strength(A1, 0.4)]))
    assert events == [
        HypothesisRaised(hypothesis=A2, summary="B holds.", strength=0.5),
        StrengthMoved(hypothesis=A2, before=0.5, after=0.6),
        StrengthMoved(hypothesis=A2, before=0.6, after=0.7),
        StrengthMoved(hypothesis=A1, before=0.5, after=0.4),
    ]


def test_a_status_moves_on_from_the_last_one() -> None:
    graph = a_graph([("hyp_A1", a_hypothesis())])
    edits: list[GraphEdit] = [
        SetStatus(hypothesis=A1, status="verified"),
        Reject(hypothesis=A1, at=0, because="weak"),
        Revive(hypothesis=A1),
    ]
    moves = [
        (event.before, event.after) for event in events_for(graph, edits) if isinstance(event, StatusMoved)
    ]
    assert moves == [("unvisited", "verified"), ("verified", "rejected"), ("rejected", "tested")]


def test_a_finding_that_is_classified_and_decided_in_one_go_is_told_both() -> None:
    ruled = Classified.model_validate(
        {"iteration": 0, "round": 2, "class": "AGREED", "because": "two voices"}
    )
    classified = Finding(classes=(ruled,))
    decided = classified.model_copy(update={"verdict": Verdict(tag="Likely", side="for", because="-")})
    edits = [SetFinding(hypothesis=A1, finding=finding) for finding in (classified, decided, decided)]
    kinds = [type(event) for event in events_for(a_graph([("hyp_A1", a_hypothesis())]), edits)]
    assert kinds == [FindingClassified, VerdictGiven]


def test_the_parts_of_the_question_are_told() -> None:
    parts = {SubQuestionId("sq_1"): SubQuestion(text="one"), SubQuestionId("sq_2"): SubQuestion(text="two")}
    assert list(events_for(a_graph(), [SetSubQuestions(sub_questions=parts)])) == [
        QuestionSplit(parts=("one", "two"))
    ]

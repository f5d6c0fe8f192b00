"""When a question counts as answered, and when going on brings nothing."""

import pytest

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.graph.edits import CloseIteration, GraphEdit, SetFinding, SetHealth, SetSubQuestions
from pathfinder.protocols.graph.judgement import Finding, Verdict
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Health, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from pathfinder.protocols.planning.answered import DRY, StopWhen, answered, dry_iterations, ended
from pathfinder.protocols.planning.sub_questions import open_parts, part_state
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, evidence

A1, A2, PART = HypothesisId("hyp_A1"), HypothesisId("hyp_A2"), SubQuestionId("sq_1")


def a_world(
    *edits: GraphEdit, tag: str | None = None, side: str = "for", importance: int = 0, **part: object
) -> CogniGraph:
    """A closed iteration with one part of the question, which hyp_A1 bears on."""
    claims = [
        (A1, a_hypothesis("A holds.", importance=importance)),
        (A2, a_hypothesis("B holds.")),
    ]
    known = SubQuestion.model_validate({"text": "Does it?", "answered_by": [A1], "searched": 1} | part)
    verdict = [] if tag is None else [_given(tag, side)]
    return a_graph(claims, *edits, *verdict, SetSubQuestions(sub_questions={PART: known}), CloseIteration())


def _given(tag: str, side: str) -> SetFinding:
    verdict = Verdict.model_validate({"tag": tag, "side": side, "because": "so"})
    return SetFinding(hypothesis=A1, finding=Finding(verdict=verdict))


ONE = evidence(1, A1, a_source("https://v1.example/a"))
TWO = [*ONE, *evidence(2, A1, a_source("https://v2.example/a"))]
AGAINST = [
    edit for n in (3, 4) for edit in evidence(n, A1, a_source(f"https://v{n}.example/a"), "CONTRADICTS")
]


@pytest.mark.parametrize(
    ("graph", "state"),
    [
        (a_world(*TWO, tag="Likely"), "answered"),
        (a_world(*ONE, tag="Likely"), "open"),
        (a_world(*ONE, tag="Likely", searched=2), "answered"),
        (a_world(*ONE, searched=2), "answered"),
        (a_world(*ONE), "open"),
        (a_world(*AGAINST, tag="Confirmed", side="against"), "answered"),
        (a_world(searched=2), "open"),
        (a_world(searched=2, exhausted=True), "exhausted"),
        (a_world(exhausted=True), "open"),
        (a_world(searched=3), "exhausted"),
        (a_world(*ONE, *AGAINST, searched=2), "open"),
    ],
)
def test_a_part_is_answered_by_two_sources_or_by_one_after_a_second_search(
    graph: CogniGraph, state: str
) -> None:
    assert part_state(graph, PART) == state
    assert (PART in open_parts(graph)) is (state == "open")
    assert answered(graph) is (state != "open")


def test_parts_nobody_looked_into_come_first() -> None:
    parts = {
        SubQuestionId("sq_1"): SubQuestion(text="a", searched=1, priority=1),
        SubQuestionId("sq_2"): SubQuestion(text="b", priority=5),
    }
    assert open_parts(a_graph([], SetSubQuestions(sub_questions=parts))) == ("sq_2", "sq_1")


def test_a_question_without_parts_or_iterations_is_not_answered() -> None:
    assert not answered(a_graph())
    assert not answered(a_graph([], CloseIteration()))


def test_an_open_conflict_that_the_decision_hangs_on_keeps_it_open() -> None:
    conflict = a_conflict(A1, A2)
    assert not answered(a_world(*TWO, conflict, importance=3, tag="Likely", searched=2))
    assert answered(a_world(*TWO, conflict, importance=2, tag="Likely", searched=2))


def test_iterations_without_a_new_fact_are_counted_from_the_last() -> None:
    graph = a_world(*ONE)
    assert dry_iterations(graph) == 0
    assert dry_iterations(apply(graph, [CloseIteration(), CloseIteration()])) == 2


def id_of(why: str | None) -> str:
    return why.id if isinstance(why, Message) else ""


@pytest.mark.parametrize(
    ("stop_when", "why"), [("limit", ""), ("saturated", "ended-dry"), ("answered", "ended-answered")]
)
def test_what_ends_a_run_by_itself(stop_when: StopWhen, why: str) -> None:
    graph = apply(a_world(*TWO, tag="Likely"), [CloseIteration()] * 3)
    assert id_of(ended(graph, stop_when)) == why


def test_a_saturated_run_ends_and_an_open_one_goes_on() -> None:
    graph = a_world(*ONE)
    assert ended(graph, "answered") is None
    full = apply(graph, [SetHealth(health=Health(issues=("SATURATED",)))])
    assert id_of(ended(full, "saturated")) == "ended-saturated"
    assert ended(full, "limit") is None


def test_a_session_that_never_found_anything_is_dry_from_the_start() -> None:
    assert dry_iterations(a_graph([], CloseIteration(), CloseIteration())) == 2


def test_a_reading_list_ends_when_an_iteration_is_dry_or_every_part_was_searched() -> None:
    assert ended(a_world(searched=1), "dry") == "the last iteration found nothing new"
    assert ended(a_world(*ONE, searched=1), "dry") is None
    assert ended(a_world(*TWO, tag="Likely"), "dry") == "every part of the question was searched"
    assert ended(a_graph(), "dry") is None


def test_a_run_that_nobody_watches_ends_when_it_is_dry_and_for_nothing_else() -> None:
    dry = apply(a_world(*TWO, tag="Likely"), [CloseIteration()] * DRY)
    assert ended(dry, "limit", attended=False) == "3 iterations in a row found nothing new"
    assert ended(dry, "limit") is None
    full = apply(a_world(*TWO, tag="Likely"), [SetHealth(health=Health(issues=("SATURATED",)))])
    assert ended(full, "limit", attended=False) is None

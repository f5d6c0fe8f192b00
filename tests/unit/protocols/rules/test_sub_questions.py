"""Parts of the question come after what they depend on, the important ones first."""

from pathfinder.protocols.edits import GraphEdit, MergeHypotheses, Reject, SetSubQuestions
from pathfinder.protocols.graph import CogniGraph, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from pathfinder.protocols.reducer import apply
from pathfinder.protocols.rules.sub_questions import in_order, unanswered
from tests.builders import a_graph, a_hypothesis

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")


def parted(*edits: GraphEdit, **parts: SubQuestion) -> CogniGraph:
    named = {SubQuestionId(name): part for name, part in parts.items()}
    hypotheses = [("hyp_A1", a_hypothesis("One.")), ("hyp_A2", a_hypothesis("Two."))]
    return apply(a_graph(hypotheses), [SetSubQuestions(sub_questions=named), *edits])


def a_part(priority: int = 3, *depends_on: str, answered_by: tuple[HypothesisId, ...] = ()) -> SubQuestion:
    needs = tuple(SubQuestionId(name) for name in depends_on)
    return SubQuestion(text="Why?", priority=priority, depends_on=needs, answered_by=answered_by)


def test_priority_1_comes_first_and_equals_by_name() -> None:
    graph = parted(sq_3=a_part(2), sq_1=a_part(2), sq_2=a_part(1))
    assert in_order(graph) == ("sq_2", "sq_1", "sq_3")


def test_a_part_comes_after_what_it_depends_on_even_if_it_matters_more() -> None:
    graph = parted(sq_1=a_part(1, "sq_2"), sq_2=a_part(5, "sq_3"), sq_3=a_part(5))
    assert in_order(graph) == ("sq_3", "sq_2", "sq_1")


def test_a_circle_is_opened_by_priority() -> None:
    graph = parted(sq_1=a_part(3, "sq_2"), sq_2=a_part(1, "sq_1"), sq_3=a_part(2, "sq_3"))
    assert in_order(graph) == ("sq_2", "sq_1", "sq_3")


def test_a_part_is_answered_while_a_hypothesis_that_answers_it_lives() -> None:
    graph = parted(sq_1=a_part(answered_by=(A1,)), sq_2=a_part())
    assert unanswered(graph) == ("sq_2",)
    rejected = apply(graph, [Reject(hypothesis=A1, at=0, because="refuted")])
    assert unanswered(rejected) == ("sq_1", "sq_2")


def test_a_merged_hypothesis_answers_through_its_survivor() -> None:
    graph = parted(MergeHypotheses(survivor=A1, absorbed=A2, at=0), sq_1=a_part(answered_by=(A2,)))
    assert unanswered(graph) == ()


def test_an_answer_that_is_not_in_the_graph_answers_nothing() -> None:
    assert unanswered(parted(sq_1=a_part(answered_by=(HypothesisId("hyp_A9"),)))) == ("sq_1",)

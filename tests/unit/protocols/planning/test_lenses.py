"""Lenses go over the open parts of the question, each combination once before one comes back."""

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.calls.targets import LENSES
from pathfinder.protocols.graph.edits import AdvanceLens, SetSubQuestions
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from pathfinder.protocols.planning.lenses import lens_targets
from tests.builders import a_graph, a_hypothesis


def with_parts(count: int, lens_index: int = 0, answered: int = 0) -> CogniGraph:
    parts = {
        SubQuestionId(f"sq_{n}"): SubQuestion(
            text="Why?", answered_by=(HypothesisId("hyp_A1"),) if n <= answered else ()
        )
        for n in range(1, count + 1)
    }
    graph = apply(
        a_graph([("hyp_A1", a_hypothesis(status="verified"))]), [SetSubQuestions(sub_questions=parts)]
    )
    return apply(graph, [AdvanceLens(by=lens_index)]) if lens_index else graph


@given(parts=st.integers(0, 9), lens_index=st.integers(0, 10_000))
def test_every_combination_comes_once(parts: int, lens_index: int) -> None:
    targets = lens_targets(with_parts(parts, lens_index))
    assert len(set(targets)) == len(targets) == 6 * max(1, parts)


@given(parts=st.integers(1, 9), lens_index=st.integers(0, 10_000))
def test_neighbours_differ_in_the_lens(parts: int, lens_index: int) -> None:
    targets = lens_targets(with_parts(parts, lens_index))
    assert [target.lens for target in targets] == [
        LENSES[(lens_index + step) % 6] for step in range(len(targets))
    ]


def test_the_first_iteration_looks_at_every_part_before_one_twice() -> None:
    first = lens_targets(with_parts(5))[:5]
    assert [target.sub_question for target in first] == ["sq_1", "sq_2", "sq_3", "sq_4", "sq_5"]


def test_the_next_iteration_goes_on_where_the_last_one_ended() -> None:
    assert lens_targets(with_parts(4, lens_index=5))[0] == lens_targets(with_parts(4))[5]


def test_without_parts_the_question_itself_is_looked_at() -> None:
    targets = lens_targets(with_parts(0, lens_index=4))
    assert {target.sub_question for target in targets} == {None}
    assert targets[0].lens == "limitations"


def test_answered_parts_are_left_out_until_all_are_answered() -> None:
    assert {target.sub_question for target in lens_targets(with_parts(3, answered=2))} == {"sq_3"}
    assert {target.sub_question for target in lens_targets(with_parts(2, answered=2))} == {"sq_1", "sq_2"}

"""What a user adds to a session, and the plan they approved."""

from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from pathfinder.protocols.planning.frameworks import framework_hint
from pathfinder.protocols.planning.steering import Steer, numbered, parts_of, steer_hints, steered

STEERS = (
    Steer(kind="note", text="look at clay"),
    Steer(kind="keyword", text="clay  soil"),
    Steer(kind="hypothesis", text="Clay halves the gain."),
)


def test_a_keyword_and_a_hypothesis_of_the_user_enter_the_graph() -> None:
    graph = apply(CogniGraph(question="q"), steered(CogniGraph(question="q"), STEERS))
    known = graph.hypotheses[HypothesisId("hyp_B1")]
    assert (known.type, known.reasoning_tool, known.summary) == ("B", "user", "Clay halves the gain.")
    assert [(one.keyword, one.origin) for one in graph.unexplored] == [
        ("clay soil", "user"),
        ("Clay halves the gain.", "hyp_B1"),
    ]


def test_what_is_said_twice_is_added_once() -> None:
    graph = CogniGraph(question="q")
    once = apply(graph, steered(graph, STEERS))
    assert steered(once, [STEERS[1], Steer(kind="keyword", text=" ")]) == ()
    again = apply(once, steered(once, STEERS[2:]))
    assert again.hypotheses == once.hypotheses
    assert [failure.reason for failure in again.failures] == ["it is hyp_B1 already"]
    both = apply(graph, steered(graph, [*STEERS, *STEERS]))
    assert both.hypotheses == once.hypotheses


def test_the_lead_hears_all_of_it() -> None:
    assert steer_hints(STEERS) == (
        "look at clay",
        "search for: clay  soil",
        "test this: Clay halves the gain.",
    )


def test_an_approved_plan_keeps_what_its_parts_depend_on() -> None:
    proposed = numbered(
        [SubQuestion(text="a?"), SubQuestion(text="b?", depends_on=(SubQuestionId("sq_1"),), priority=2)]
    )
    kept = parts_of(["a?", "new?", "b?", "a?"], proposed)
    assert [(part.text, part.priority, part.depends_on) for part in kept] == [
        ("a?", 1, ()),
        ("new?", 2, ()),
        ("b?", 3, ("sq_1",)),
    ]
    # Put before what it depends on, a part stands alone: a plan has to have a beginning.
    assert [part.depends_on for part in parts_of(["b?", "a?"], proposed)] == [(), ()]
    assert parts_of([str(number) for number in range(7)], {})[-1].priority == 5


def test_the_scientific_way_needs_no_hint() -> None:
    assert framework_hint("scientific") == ()
    assert "refute" in framework_hint("falsification")[0]

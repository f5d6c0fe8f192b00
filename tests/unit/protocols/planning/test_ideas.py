"""Ideas: every third iteration, as type B, with what they rest on."""

from pathfinder.protocols.graph.edits import CloseIteration
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.planning.ideas import TOOLS, Idea, adopt_idea, ideas_due, missing_tools
from tests.builders import a_graph, a_hypothesis, a_source, evidence

B1 = HypothesisId("hyp_B1")


def test_the_thinker_is_asked_in_the_third_iteration_after_the_first_three() -> None:
    graph, due = CogniGraph(question="Q"), []
    for _ in range(11):
        due.append(ideas_due(graph))
        graph = apply(graph, [CloseIteration()])
    assert [n for n, asked in enumerate(due) if asked] == [3, 6, 9]


def test_an_idea_becomes_an_unvisited_hypothesis_of_our_own() -> None:
    graph = a_graph([("hyp_A1", a_hypothesis("one"))], *evidence(1, "hyp_A1", a_source()))
    idea = Idea.model_validate(
        {
            "summary": "It was  measured 3 times",
            "reasoning_tool": "scamper",
            "derived_from": ["obs_1", "hyp_A1", "obs_9"],
            "verify_keywords": ["Shared  loops", "shared loops", "cost", ""],
        }
    )
    after = apply(graph, adopt_idea(graph, idea))
    hypothesis = after.hypotheses[B1]
    assert (hypothesis.type, hypothesis.strength, hypothesis.status) == ("B", 0.4, "unvisited")
    assert (hypothesis.summary, hypothesis.reasoning_tool) == ("It was measured 3 times", "scamper")
    assert hypothesis.derived_from == ("obs_1", "hyp_A1")
    assert len(hypothesis.unbound) == 1
    assert [(k.keyword, k.origin) for k in after.unexplored] == [
        ("Shared loops", "hyp_B1"),
        ("cost", "hyp_B1"),
    ]
    assert (
        list(apply(after, adopt_idea(after, idea.model_copy(update={"summary": "Another"}))).hypotheses)[-1]
        == "hyp_B2"
    )


def test_an_idea_the_graph_holds_already_or_an_empty_one_is_only_noted() -> None:
    graph = a_graph([("hyp_A1", a_hypothesis("One holds"))])
    for summary, reason in (("one  holds", "it is hyp_A1 already"), (" ", "it is empty")):
        idea = Idea(summary=summary, reasoning_tool="inversion")
        after = apply(graph, adopt_idea(graph, idea))
        assert list(after.hypotheses) == ["hyp_A1"]
        assert after.failures[0].reason == reason
        assert adopt_idea(after, idea) == ()


def test_all_six_tools_are_due_each_time() -> None:
    assert missing_tools(TOOLS) == ()
    assert missing_tools(()) == TOOLS
    assert missing_tools(("pattern", "user", "scamper", "pattern")) == (
        "analogy",
        "first_principles",
        "causal_chain",
        "inversion",
    )

"""The tool to think with is told by the graph, and so is what the lead hears of it."""

from typing import Any

import pytest

from pathfinder.protocols.graph.edits import (
    AddEdge,
    AddLesson,
    AddSearch,
    CloseIteration,
    SetHealth,
    SetLearnedRules,
)
from pathfinder.protocols.graph.memory import LearnedRule, Lesson, SearchRecord
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge, Health
from pathfinder.protocols.planning.switches import Switches
from pathfinder.protocols.planning.thinking import MANY_ALIVE, advised, thinking
from tests.builders import a_graph, a_hypothesis

CLAIMS = [("hyp_A1", a_hypothesis("a")), ("hyp_A2", a_hypothesis("b"))]


def issue(name: Any) -> SetHealth:
    return SetHealth(health=Health(issues=(name,)))


def conflict() -> AddEdge:
    edge = {"from": "hyp_A1", "to": "hyp_A2", "created_at": 0}
    return AddEdge(edge=ConflictEdge.model_validate(edge))


def vain(count: int) -> list[AddLesson]:
    return [AddLesson(lesson=Lesson(iteration=at, action="a", outcome="failure")) for at in range(count)]


@pytest.mark.parametrize(
    ("graph", "reason", "tool"),
    [
        (a_graph(CLAIMS), "usual", "scientific"),
        (a_graph([("hyp_A1", a_hypothesis("a", strength=0.85))]), "sure", "falsification"),
        (apply(a_graph(CLAIMS), [issue("ALL_WEAK")]), "new_direction", "scamper"),
        (apply(a_graph(CLAIMS), [issue("SATURATED")]), "new_direction", "scamper"),
        (apply(a_graph(CLAIMS), [issue("DATA_EXPLOSION")]), "overloaded", "occam"),
        (
            a_graph([(f"hyp_A{n}", a_hypothesis(f"claim {n}")) for n in range(1, MANY_ALIVE + 2)]),
            "overloaded",
            "occam",
        ),
        (apply(a_graph(CLAIMS), [conflict()]), "contradiction", "bayesian_update"),
        (apply(a_graph(CLAIMS), [conflict(), issue("STALEMATE")]), "stalemate", "triz"),
        (apply(a_graph(CLAIMS), vain(3)), "stuck", "first_principles"),
        (apply(a_graph(CLAIMS), vain(2)), "usual", "scientific"),
        (apply(a_graph(CLAIMS), [CloseIteration()] * 5), "stuck", "first_principles"),
    ],
)
def test_the_situation_chooses_the_tool(graph: CogniGraph, reason: str, tool: str) -> None:
    chosen = thinking(graph)
    assert (chosen.reason, chosen.tool) == (reason, tool)


def test_the_lead_hears_of_a_dry_spell_and_of_what_was_learned_for_it() -> None:
    rule = LearnedRule(rule="web first", confidence=0.9)
    graph = apply(a_graph(CLAIMS), [*[CloseIteration()] * 5, SetLearnedRules(rules=(rule,))])
    assert thinking(graph).advice.startswith("First principles")
    heard = advised(graph)
    assert heard == ("5 iterations in a row brought no new observation", "web first")
    assert advised(graph, Switches(reflexion=False)) == heard[:1]
    assert advised(graph, Switches(drift=False)) == ()
    assert advised(apply(graph, [SetLearnedRules(rules=())])) == heard[:1]


def test_nothing_is_advised_where_nothing_stands_out() -> None:
    graph = a_graph(CLAIMS)
    assert (thinking(graph).advice, advised(graph)) == ("", ())


def test_advice_speaks_korean_to_a_korean_question() -> None:
    graph = apply(CogniGraph(question="재택 근무는 효과가 있는가?"), [CloseIteration()] * 5)
    assert thinking(graph).advice == (
        "제1원칙: 당연하게 여긴 가정을 버리고, 무엇이 성립해야 하는지 묻는다. (한동안 새로운 것이 없었다)"
    )
    assert advised(graph) == ("5번 연속 새로운 관찰이 없다",)


def searches(*new_sources: int, iteration: int = 0) -> list[AddSearch]:
    return [
        AddSearch(
            search=SearchRecord(
                iteration=iteration,
                query=f"query {number}",
                normalized=f"query{number}",
                strategy="web",
                engine="web",
                result_count=1,
                new_sources=new,
            )
        )
        for number, new in enumerate(new_sources, start=1)
    ]


def test_the_lead_hears_which_searches_of_the_last_iteration_found_no_new_page() -> None:
    graph = apply(a_graph(CLAIMS), [*searches(0, 0, 3, 0), CloseIteration()])
    assert advised(graph) == (
        "3 of the last 4 searches found no new page (“query 1”, “query 2”, “query 4”): "
        "search for something else, not for the same in other words",
    )
    assert advised(graph, Switches(reflexion=False)) == ()
    assert advised(apply(a_graph(CLAIMS), [*searches(0, 0, 3, 1), CloseIteration()])) == ()
    closed = apply(a_graph(CLAIMS), [*searches(0, 0, 0, 0), CloseIteration()])
    later = apply(closed, [*searches(1, 1, 1, 1, iteration=1), CloseIteration()])
    assert advised(later) == (), "what is older is over"

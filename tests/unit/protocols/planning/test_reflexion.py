"""What an iteration teaches, which rules come of it, and how they gain and lose."""

from typing import Any, get_args

import pytest

from pathfinder.protocols.graph.edits import (
    AddLesson,
    AddObservation,
    AddSearch,
    AddSource,
    AddThought,
    GraphEdit,
    RecordActions,
    SetLearnedRules,
    UseKeyword,
)
from pathfinder.protocols.graph.memory import Action, LearnedRule, Lesson, SearchRecord, Thought, Turn, Yield
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import ObservationId, Strategy
from pathfinder.protocols.planning.drift import consult
from pathfinder.protocols.planning.reflexion import MOST_RULES, learned, reflect_on
from tests.builders import a_graph, a_source, an_observation, page_hash

KOREAN = CogniGraph(question="재택 근무는 생산성을 높이는가?")


def sent(*strategies: Strategy) -> RecordActions:
    actions = (Action(target_class=4, strategy=one, engine="web") for one in strategies)
    return RecordActions(actions=tuple(actions))


def found(number: int, strategy: str, slot: int = 1, round_: int = 1) -> list[GraphEdit]:
    source = a_source(f"https://site{number}.example/a")
    page = page_hash(source.url)
    by = f"{strategy}-HYPA1-S{slot}-I1-R{round_}.0"
    seen = an_observation(source, page, found_by=by)
    return [
        AddSource(page=page, source=source),
        AddObservation(name=ObservationId(f"obs_{number}"), observation=seen),
    ]


def lesson_of(edits: list[GraphEdit], graph: CogniGraph | None = None) -> Lesson:
    first, *_ = reflect_on(graph or a_graph([]), edits, ["HYPA1"])
    assert isinstance(first, AddLesson)
    return first.lesson


def search(new_sources: int = 1) -> AddSearch:
    record = SearchRecord(
        iteration=0,
        query="q",
        normalized="q",
        strategy="web",
        engine="web",
        result_count=1,
        new_sources=new_sources,
    )
    return AddSearch(search=record)


def test_an_iteration_that_brought_nothing_failed() -> None:
    made = lesson_of([sent("WEB", "SKEPTIC"), search(), UseKeyword(number=1)])
    assert (made.outcome, made.lesson) == ("failure", "Nobody brought anything new.")
    assert made.action == "2 Explorers (1 SKEPTIC, 1 WEB), 1 searches"
    assert made.reason == "no new observation; 2 of 2 Explorers brought nothing new"
    assert (made.goal, made.adjustment) == ("HYPA1", "Other words, other strategies.")


def test_what_brought_most_and_what_brought_nothing_is_remembered() -> None:
    made = lesson_of([sent("WEB", "ACADEMIC"), *found(1, "WEB"), *found(2, "WEB")])
    assert made.outcome == "success"
    assert made.lesson == "the open web brought most. papers brought nothing."
    assert made.yields == (
        Yield(strategy="ACADEMIC", sent=1, observations=0),
        Yield(strategy="WEB", sent=1, observations=2),
    )


def test_what_came_in_is_counted_by_where_it_was_searched_and_not_by_who_went() -> None:
    made = lesson_of([sent("WEB", "ACADEMIC"), *found(1, "WEB", slot=2)])
    assert made.yields == (
        Yield(strategy="ACADEMIC", sent=1, observations=1),
        Yield(strategy="WEB", sent=1, observations=0),
    )


def test_few_that_brought_something_are_a_part_success() -> None:
    made = lesson_of([sent("WEB", "WEB", "WEB"), *found(1, "WEB")])
    assert (made.outcome, made.lesson, made.adjustment) == (
        "partial",
        "All strategies brought about the same.",
        "Go on like this.",
    )


def test_what_the_judge_sent_for_says_nothing_of_the_plan() -> None:
    made = lesson_of([sent("WEB"), *found(1, "SKEPTIC", round_=3)])
    assert made.yields == (Yield(strategy="WEB", sent=1, observations=0),)


def test_a_lesson_speaks_the_language_of_the_question() -> None:
    made = lesson_of([sent("WEB")], KOREAN)
    assert (made.lesson, made.adjustment) == (
        "아무도 새로운 것을 가져오지 못했다.",
        "다른 말과 다른 전략으로 찾는다.",
    )


def lessons(*brought: dict[str, int]) -> list[Lesson]:
    return [
        Lesson.model_validate(
            {
                "iteration": at,
                "action": "a",
                "outcome": "partial",
                "yields": [
                    {"strategy": one, "sent": 1, "observations": count} for one, count in made.items()
                ],
            }
        )
        for at, made in enumerate(brought)
    ]


def rules(
    past: list[Lesson], known: tuple[LearnedRule, ...] = (), turns: tuple[Turn, ...] = ()
) -> tuple[LearnedRule, ...]:
    return learned(past, known, turns, a_graph([]))


def test_a_strategy_that_brought_nothing_three_times_is_avoided_for_the_one_that_pays() -> None:
    dry = {"ACADEMIC": 0, "WEB": 2}
    assert rules(lessons(dry, dry)) == ()
    avoid, prefer = rules(lessons(dry, dry, dry))
    assert (avoid.avoid, avoid.prefer) == ("ACADEMIC", "WEB")
    assert avoid.rule == "papers brought nothing three times in a row: use the open web instead"
    assert (prefer.prefer, prefer.avoid, prefer.learned_iteration) == ("WEB", None, 2)
    assert set(avoid.situations) == {"repeated_query", "same_pattern", "dry_spell", "no_new_search"}


def test_where_nothing_pays_there_is_nothing_to_use_instead() -> None:
    (rule,) = rules(lessons({"WEB": 0}, {"WEB": 0}, {"WEB": 0}))
    assert (rule.avoid, rule.prefer) == ("WEB", None)


def test_the_documents_are_never_to_be_avoided() -> None:
    """Where they are searched there is nothing else to search."""
    dry = {"LOCAL": 0, "SKEPTIC": 1}
    assert all(rule.avoid is None for rule in rules(lessons(dry, dry, dry)))
    old = LearnedRule(rule="avoid the documents", confidence=0.9, avoid="LOCAL")
    assert old not in rules(lessons({"LOCAL": 1}), (old,)), "a rule of an older session is dropped"


def test_a_lesson_counts_the_searches_that_found_no_new_page() -> None:
    edits = [sent("WEB", "WEB"), *found(1, "WEB"), *found(2, "WEB", slot=2)]
    made = lesson_of([*edits, search(1), search(0), search(0), search(0)])
    assert made.reason.endswith("; 3 of 4 searches found no new page")
    assert made.lesson == (
        "All strategies brought about the same. Most searches found only pages that were known."
    )
    assert made.adjustment == "Other words, other strategies."
    half = lesson_of([*edits, search(1), search(1), search(0), search(0)])
    few = lesson_of([*edits, search(0), search(0), search(0)])
    assert {half.adjustment, few.adjustment} == {"Go on like this."}
    assert "searches" not in half.reason + few.reason


def test_what_is_learned_again_is_surer() -> None:
    dry = {"ACADEMIC": 0, "WEB": 0}
    once = rules(lessons(dry, dry, dry))
    again = rules(lessons(dry, dry, dry, dry), once)
    assert [rule.confidence for rule in once] == [0.6, 0.6]
    assert [rule.confidence for rule in again] == [0.65, 0.65]


def test_what_is_learned_overrules_what_was_learned_the_other_way_round() -> None:
    old = LearnedRule(rule="papers first", confidence=0.9, prefer="ACADEMIC")
    dry = {"ACADEMIC": 0, "WEB": 1}
    assert old not in rules(lessons(dry, dry, dry), (old,))
    shunned = LearnedRule(rule="no web", confidence=0.9, avoid="WEB")
    assert shunned not in rules(lessons(dry, dry, dry), (shunned,))


@pytest.mark.parametrize(
    ("brought", "prefer", "success", "confidence"),
    [
        ({"WEB": 3}, "WEB", 1, 0.7),
        ({"WEB": 3}, "ACADEMIC", 0, 0.5),
        ({"WEB": 3}, None, 1, 0.7),
        ({"WEB": 0}, None, 0, 0.5),
    ],
)
def test_a_rule_that_was_followed_is_judged_by_what_came_of_it(
    brought: dict[str, int], prefer: Any, success: int, confidence: float
) -> None:
    rule = LearnedRule(rule="r", confidence=0.6, prefer=prefer)
    turn = Turn(situation="dry_spell", reason="dry", change="lens", rule="r")
    (after,) = rules(lessons(brought), (rule,), (turn,))
    assert (after.applied_count, after.success_count, after.confidence) == (1, success, confidence)
    (untouched,) = rules(lessons(brought), (rule,))
    assert untouched == rule


def test_a_rule_that_fell_too_low_is_forgotten_and_there_are_never_too_many() -> None:
    turn = Turn(situation="dry_spell", reason="dry", change="lens", rule="r")
    assert rules(lessons({"WEB": 0}), (LearnedRule(rule="r", confidence=0.25),), (turn,)) == ()
    many = tuple(LearnedRule(rule=f"r{n}", confidence=0.9) for n in range(MOST_RULES + 5))
    assert len(rules(lessons({"WEB": 1}), many)) == MOST_RULES


def test_lessons_and_rules_enter_the_graph_and_are_found_by_situation() -> None:
    graph = a_graph([])
    for at in range(3):
        turns = (Turn(situation="dry_spell", reason="r", change="c"),)
        thought = Thought(iteration=graph.iteration, turns=turns)
        graph = apply(graph, [AddThought(thought=thought)])
        edits = reflect_on(graph, [sent("ACADEMIC", "WEB"), *found(at + 1, "WEB", 2)], [])
        graph = apply(graph, edits)
        assert any(isinstance(edit, SetLearnedRules) for edit in edits) == (at == 2)
    assert len(graph.reflexion.iterations) == len(graph.thoughts) == 3
    rule = consult(graph.reflexion, "same_pattern")
    assert rule is not None
    assert rule.prefer == "WEB"
    assert rule.prefer in get_args(Strategy)

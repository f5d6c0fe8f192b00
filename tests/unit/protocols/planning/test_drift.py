"""Drift rules fire when research goes in circles, and only then."""

from dataclasses import dataclass

import pytest

from pathfinder.protocols.graph.edits import AddSearch, GraphEdit, RecordActions, TurnAwayQuery
from pathfinder.protocols.graph.memory import Action, LearnedRule, Reflexion, SearchRecord
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.ids import Strategy
from pathfinder.protocols.planning.drift import (
    ChangeApproach,
    ChangeStrategy,
    Go,
    Vary,
    consult,
    dry_spell,
    other_engine,
    other_strategy,
    pattern_advice,
    query_advice,
)
from pathfinder.protocols.planning.query_history import SearchHistory
from pathfinder.protocols.text.queries import normalize
from tests.builders import a_graph, a_hypothesis, a_source, evidence

QUERY = "remote work productivity"


def run(query: str, iteration: int = 0, engine: str = "hybrid") -> SearchRecord:
    """A search that was run."""
    return SearchRecord(
        iteration=iteration,
        query=query,
        normalized=normalize(query),
        strategy="web",
        engine=engine,
        result_count=3,
        new_sources=1,
    )


def test_a_new_query_may_run() -> None:
    assert isinstance(
        query_advice(QUERY, SearchHistory((run("battery recycling"),), {"solar panels": 2})), Go
    )


def test_the_second_proposal_is_varied() -> None:
    assert isinstance(query_advice(QUERY, SearchHistory((run(QUERY),), {})), Vary)


def test_the_third_proposal_changes_the_strategy() -> None:
    advice = query_advice(QUERY, SearchHistory((run(QUERY),), {QUERY: 1}))
    assert isinstance(advice, ChangeStrategy)
    assert advice.situation == "repeated_query"


def test_spelling_does_not_make_a_query_new() -> None:
    assert isinstance(query_advice('  "Productivity" REMOTE work!', SearchHistory((run(QUERY),), {})), Vary)
    assert isinstance(query_advice("원격 근무, 생산성", SearchHistory((run("원격 근무 생산성"),), {})), Vary)


def test_an_ending_does_not_make_a_long_query_new() -> None:
    long = "measured productivity of remote software engineering team"
    assert isinstance(query_advice(long + "s", SearchHistory((run(long),), {})), Vary)


def test_another_meaning_is_a_new_query() -> None:
    assert isinstance(query_advice("원격 근무 외로움", SearchHistory((run("원격 근무 생산성"),), {})), Go)
    assert isinstance(
        query_advice(
            "remote work productivity 2024", SearchHistory((run("remote work productivity 2023"),), {})
        ),
        Go,
    )


def test_one_query_on_two_engines_is_one_proposal() -> None:
    assert SearchHistory((run(QUERY, 3, "exa"), run(QUERY, 3, "claude")), {}).proposals(QUERY) == 1


def test_one_query_in_two_iterations_is_two_proposals() -> None:
    assert SearchHistory((run(QUERY, 3), run(QUERY, 4)), {}).proposals(QUERY) == 2


def test_a_session_remembers_what_it_turned_away() -> None:
    edits: list[GraphEdit] = [AddSearch(search=run(QUERY)), TurnAwayQuery(query=QUERY)]
    graph = apply(a_graph(), edits)
    assert graph.drift.turned_away == {QUERY: 1}
    assert isinstance(
        query_advice(QUERY, SearchHistory(graph.searches, graph.drift.turned_away)), ChangeStrategy
    )
    assert apply(graph, [TurnAwayQuery(query=QUERY)]).drift.turned_away == {QUERY: 2}


def test_engines_that_found_something_of_late_take_turns_alone() -> None:
    silent = run("x", 4, "mute").model_copy(update={"result_count": 0})
    searches = (run("a", 1, "gone"), run("b", 3, "exa"), run("c", 4, "arxiv"), run("c", 4, "exa"), silent)
    assert [other_engine(searches, 2, turn) for turn in range(3)] == ["arxiv", "exa", "arxiv"]
    assert other_engine(searches, 0, 1) == "exa"
    assert other_engine(searches[:2], 2, 1) is None
    assert other_engine((), 0, 0) is None


WEB = Action(target_class=4, strategy="WEB", engine="hybrid")
OTHERS = (
    Action(target_class=3, strategy="WEB", engine="hybrid"),
    Action(target_class=4, strategy="ACADEMIC", engine="hybrid"),
    Action(target_class=4, strategy="WEB", engine="exa"),
)


def test_what_three_iterations_did_is_not_done_a_fourth_time() -> None:
    advice = pattern_advice(WEB, ((WEB,), (WEB, OTHERS[0]), (OTHERS[1], WEB)))
    assert isinstance(advice, ChangeStrategy)
    assert advice.situation == "same_pattern"


def test_two_iterations_are_not_a_pattern() -> None:
    assert isinstance(pattern_advice(WEB, ((WEB,), (WEB,))), Go)


@pytest.mark.parametrize("other", OTHERS, ids=["class", "strategy", "engine"])
@pytest.mark.parametrize("place", [1, 2, 3])
def test_one_iteration_that_did_something_else_breaks_the_pattern(other: Action, place: int) -> None:
    recent = [(WEB,)] * 4
    recent[place] = (other,)
    assert isinstance(pattern_advice(WEB, recent), Go)


def test_only_the_last_three_iterations_make_a_pattern() -> None:
    assert isinstance(pattern_advice(WEB, ((OTHERS[0],), (WEB,), (WEB,), (WEB,))), ChangeStrategy)


def test_a_session_remembers_what_three_iterations_did() -> None:
    graph = apply(a_graph(), [RecordActions(actions=(action,)) for action in (WEB, *OTHERS)])
    assert graph.drift.actions == tuple((action,) for action in OTHERS)


@pytest.mark.parametrize(("iteration", "expected"), [(0, None), (1, None), (7, None), (8, 5), (11, 8)])
def test_five_iterations_without_an_observation_change_the_approach(
    iteration: int, expected: int | None
) -> None:
    edits = evidence(1, "hyp_A1", a_source(), created_at=2)
    graph = a_graph([("hyp_A1", a_hypothesis())], *edits).model_copy(update={"iteration": iteration})
    advice = dry_spell(graph)
    assert (advice.iterations if isinstance(advice, ChangeApproach) else None) == expected


@pytest.mark.parametrize(("iteration", "expected"), [(4, Go), (5, ChangeApproach)])
def test_a_session_that_never_found_anything_is_dry(iteration: int, expected: type) -> None:
    assert isinstance(dry_spell(a_graph().model_copy(update={"iteration": iteration})), expected)


def rule(text: str, **fields: object) -> LearnedRule:
    """A learned rule for a dry spell."""
    defaults = {"rule": text, "confidence": 0.8, "situations": ("dry_spell",)}
    return LearnedRule.model_validate(defaults | fields)


@dataclass(frozen=True)
class Case:
    id: str
    rules: tuple[LearnedRule, ...]
    expected: str | None


@pytest.mark.parametrize(
    "case",
    [
        Case("nothing learned", (), None),
        Case("learned for something else", (rule("a", situations=("same_pattern",)),), None),
        Case("more confident", (rule("a", confidence=0.7), rule("b", confidence=0.9)), "b"),
        Case(
            "more successful",
            (rule("a", applied_count=8, success_count=2), rule("b", applied_count=8, success_count=6)),
            "b",
        ),
        Case(
            "success outdoes confidence",
            (
                rule("a", confidence=0.9, applied_count=8, success_count=1),
                rule("b", confidence=0.6, applied_count=8, success_count=8),
            ),
            "b",
        ),
        Case("untried before a poor one", (rule("a", applied_count=8, success_count=2), rule("b")), "b"),
        Case("never helped", (rule("a", applied_count=3, success_count=0),), None),
        Case("helped once in many", (rule("a", applied_count=9, success_count=1),), "a"),
        Case(
            "proven before untried",
            (rule("a"), rule("b", applied_count=8, success_count=8)),
            "b",
        ),
        Case(
            "more successes than trials prove no more than all",
            (
                rule("a", applied_count=1, success_count=9),
                rule("b", applied_count=8, success_count=8),
            ),
            "b",
        ),
        Case("failed twice only", (rule("a", applied_count=2, success_count=0),), "a"),
        Case("specific first", (rule("a", situations=(), confidence=1.0), rule("b", confidence=0.1)), "b"),
        Case("general if nothing else", (rule("a", situations=()),), "a"),
        Case("older of equals", (rule("a", learned_iteration=5), rule("b", learned_iteration=2)), "b"),
        Case("then by its words", (rule("b"), rule("a")), "a"),
    ],
    ids=lambda case: case.id,
)
def test_reflexion_is_consulted_for_the_rule_that_promises_most(case: Case) -> None:
    advised = consult(Reflexion(learned_rules=case.rules), "dry_spell")
    assert (None if advised is None else advised.rule) == case.expected


def test_a_change_is_to_the_next_strategy_that_was_not_used_as_long() -> None:
    planned = Action(target_class=4, strategy="WEB", engine="web")
    papers = planned.model_copy(update={"strategy": "ACADEMIC"})
    ways: tuple[Strategy, ...] = ("WEB", "ACADEMIC", "SKEPTIC")
    assert other_strategy(planned, [[planned]] * 3, ways) == "ACADEMIC"
    assert other_strategy(planned, [[planned, papers]] * 3, ways) == "SKEPTIC"
    assert other_strategy(planned, [[planned, papers]] * 3, ways[:2]) is None
    assert other_strategy(planned.model_copy(update={"strategy": "LOCAL"}), (), ways) == "WEB"


def test_a_learned_rule_says_what_to_change_to() -> None:
    planned = Action(target_class=4, strategy="WEB", engine="web")
    ways: tuple[Strategy, ...] = ("WEB", "ACADEMIC", "SKEPTIC")
    prefer = LearnedRule(rule="r", confidence=0.9, prefer="SKEPTIC")
    avoid = LearnedRule(rule="r", confidence=0.9, avoid="ACADEMIC")
    assert other_strategy(planned, (), ways, prefer) == "SKEPTIC"
    assert other_strategy(planned, (), ways, avoid) == "SKEPTIC"

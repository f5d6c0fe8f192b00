"""Who follows the advice does not go in circles."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.graph.memory import Action, LearnedRule, Reflexion, SearchRecord
from pathfinder.protocols.planning.drift import (
    ChangeApproach,
    Go,
    consult,
    dry_spell,
    pattern_advice,
    query_advice,
)
from pathfinder.protocols.planning.query_history import SearchHistory
from pathfinder.protocols.text.queries import is_repeat, normalize
from tests.builders import a_graph, a_hypothesis, a_source, evidence

words = st.sampled_from(
    ("remote", "work", "works", "productivity", "2023", "2024", "원격", "근무는", "근무를")
)
queries = st.lists(words, min_size=1, max_size=5).map(" ".join)
actions = st.builds(
    Action,
    target_class=st.sampled_from((1, 4)),
    strategy=st.sampled_from(("WEB", "SKEPTIC")),
    engine=st.sampled_from(("exa", "claude")),
)


def search(iteration: int, query: str) -> SearchRecord:
    """A search that was run."""
    return SearchRecord(
        iteration=iteration,
        query=query,
        normalized=normalize(query),
        strategy="web",
        engine="exa",
        result_count=0,
        new_sources=0,
    )


@given(st.lists(queries, max_size=25))
def test_a_query_that_waits_for_the_green_light_is_never_run_twice(proposed: list[str]) -> None:
    searches: list[SearchRecord] = []
    turned_away: dict[str, int] = {}
    for iteration, query in enumerate(proposed):
        earlier = [old for old in proposed[:iteration] if is_repeat(query, (old,)) is not None]
        advice = query_advice(query, SearchHistory(searches, turned_away))
        assert advice.kind == ("go", "vary", "change_strategy")[min(len(earlier), 2)]
        if isinstance(advice, Go):
            searches.append(search(iteration, query))
        else:
            turned_away[query] = turned_away.get(query, 0) + 1
    run = [known.query for known in searches]
    assert all(is_repeat(query, run[:place]) is None for place, query in enumerate(run))


@given(queries, st.lists(queries, max_size=8), st.dictionaries(queries, st.integers(1, 3), max_size=4))
def test_every_alike_proposal_counts_however_long_it_is(
    query: str, run: list[str], turned_away: dict[str, int]
) -> None:
    searches = [search(iteration, old) for iteration, old in enumerate(run)]
    alike = [old for old in run if is_repeat(query, (old,)) is not None]
    refused = sum(times for old, times in turned_away.items() if is_repeat(query, (old,)) is not None)
    assert SearchHistory(searches, turned_away).proposals(query) == len(alike) + refused


@given(st.lists(st.lists(actions, min_size=1, max_size=3), max_size=20))
def test_who_follows_the_advice_never_does_one_thing_four_times_running(plans: list[list[Action]]) -> None:
    done: list[tuple[Action, ...]] = []
    for plan in plans:
        done.append(tuple(action for action in plan if isinstance(pattern_advice(action, done), Go)))
    for place in range(len(done) - 3):
        first, *others = (set(iteration) for iteration in done[place : place + 4])
        assert not first.intersection(*others)


@given(st.lists(st.integers(0, 20), max_size=5), st.integers(0, 30))
def test_a_dry_spell_is_five_closed_iterations_without_an_observation(
    seen: list[int], iteration: int
) -> None:
    edits = [
        edit
        for number, created_at in enumerate(seen, 1)
        for edit in evidence(number, "hyp_A1", a_source(), created_at=created_at)
    ]
    graph = a_graph([("hyp_A1", a_hypothesis())], *edits).model_copy(update={"iteration": iteration})
    dry = iteration >= 5 and not any(created_at >= iteration - 5 for created_at in seen)
    assert isinstance(dry_spell(graph), ChangeApproach) is dry


rules = st.builds(
    LearnedRule,
    rule=st.sampled_from("abc"),
    situations=st.sampled_from(((), ("dry_spell",), ("same_pattern",), ("same_pattern", "dry_spell"))),
    confidence=st.sampled_from((0.0, 0.5, 1.0)),
    applied_count=st.integers(0, 5),
    success_count=st.integers(0, 5),
    learned_iteration=st.integers(0, 3),
)


@given(st.lists(rules, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_learning_does_not_change_the_advice(learned: list[LearnedRule], random: Random) -> None:
    shuffled = random.sample(learned, len(learned))
    one, other = (consult(Reflexion(learned_rules=tuple(some)), "dry_spell") for some in (learned, shuffled))
    assert (one is None) is (other is None)
    assert one is None or other is None or one.rule == other.rule
    assert one is None or not one.situations or "dry_spell" in one.situations

"""Selection starves nobody: hundreds of iterations in worlds that do their worst, against the stated bounds.

In each iteration a world changes strengths and statuses at will, rejects some hypotheses and fills up to its
limit with new ones, opens and settles conflicts, notes keywords and, if it is pressed, raises health issues.
The dodging world also looks ahead: the visited hypothesis that has waited longest takes on the status in
which selection will not meet it, as long as there is one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pathfinder.protocols.calls.targets import ConflictTarget, KeywordTarget, conflict_target, hypotheses_of
from pathfinder.protocols.graph.edits import (
    AddEdge,
    AddHypothesis,
    AddKeyword,
    CloseIteration,
    GraphEdit,
    RecordVisit,
    Reject,
    SetHealth,
    SetStatus,
    SetStrength,
    SetSubQuestions,
    UpdateConflict,
    UseKeyword,
)
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge, Health, Keyword, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from pathfinder.protocols.judging.conflicts import attempted, find_conflict
from pathfinder.protocols.planning.round_robin import CLASSES, TargetClass, slots_for
from pathfinder.protocols.planning.selection import SelectionOutcome, select
from pathfinder.protocols.planning.target_scores import candidates, waiting
from tests.builders import a_graph, a_hypothesis
from tests.waiting_bounds import class_waiting_bound, waiting_bound

ITERATIONS = 150
STRENGTHS = (0.0, 0.25, 0.3, 0.35, 0.5, 0.65, 0.7, 1.0)
# A world takes a tenth of a second or two; the profile counts examples that take a thousandth.
WORLDS = settings(max_examples=max(12, settings.default.max_examples // 100 if settings.default else 0))


@dataclass(frozen=True)
class World:
    """How bad things get."""

    seed: int
    slots: int
    most_alive: int
    most_conflicts: int
    turnover: float
    """The part of the hypotheses that is rejected in an iteration."""
    ideas: float
    """The part of the new ones that is invented."""
    flips: float
    """The part of the visited whose status changes in an iteration."""
    steady: bool
    """Strengths stay as they are, so that some are always more interesting than others."""
    dodging: bool
    pressed: bool

    @property
    def claimed(self) -> bool:
        """Slots may be claimed outside the round: by health issues, or by conflicts nobody looked into."""
        return self.pressed or self.most_conflicts > 0


worlds = st.builds(
    World,
    seed=st.integers(0, 2**32),
    slots=st.integers(1, 10),
    most_alive=st.integers(1, 20),
    most_conflicts=st.integers(0, 6),
    turnover=st.sampled_from((0.0, 0.02, 0.2)),
    ideas=st.sampled_from((0.0, 0.2, 1.0)),
    flips=st.sampled_from((0.0, 0.1, 0.5)),
    steady=st.booleans(),
    dodging=st.booleans(),
    pressed=st.booleans(),
)


def beginning() -> CogniGraph:
    parts = {SubQuestionId(f"sq_{n}"): SubQuestion(text="Why?", searched=3) for n in (1, 2, 3)}
    return apply(a_graph(), [SetSubQuestions(sub_questions=parts)])


def lived(world: World, iterations: int = ITERATIONS) -> Iterator[tuple[CogniGraph, SelectionOutcome]]:
    """Every iteration of a world: the graph selection saw, and what it chose."""
    chance = Random(world.seed)
    graph = beginning()
    for _ in range(iterations):
        graph = apply(graph, unrest(graph, world, chance))
        if world.dodging:
            graph = dodged(graph, world)
        outcome = select(graph, world.slots)
        yield graph, outcome
        graph = apply(graph, [*outcome.edits, *explored(graph, outcome), CloseIteration()])


def unrest(graph: CogniGraph, world: World, chance: Random) -> list[GraphEdit]:
    """Whatever else happens between two selections."""
    now, edits = graph.iteration, list[GraphEdit]()
    alive = list(graph.alive())
    gone = {name for name in alive if chance.random() < world.turnover}
    for name in alive:
        if not world.steady:
            edits.append(SetStrength(hypothesis=name, strength=chance.choice(STRENGTHS)))
        if graph.hypotheses[name].visit_count > 0 and chance.random() < world.flips:
            edits.append(SetStatus(hypothesis=name, status=chance.choice(("tested", "verified"))))
    edits += [Reject(hypothesis=name, at=now, because="so it is") for name in gone]
    for number in range(world.most_alive - len(alive) + len(gone)):
        type_ = "B" if chance.random() < world.ideas else "A"
        name = HypothesisId(f"hyp_{type_}{len(graph.hypotheses) + number + 1}")
        strength = chance.choice(STRENGTHS)
        new = a_hypothesis(name, type=type_, strength=strength, created_at=now)
        edits.append(AddHypothesis(name=name, hypothesis=new))
    staying = [name for name in alive if name not in gone]
    return edits + disputes(graph, world, staying, chance) + directions(graph, world, chance)


def disputes(graph: CogniGraph, world: World, staying: list[HypothesisId], chance: Random) -> list[GraphEdit]:
    """One conflict is settled now and then, and another opened while there is room."""
    active = graph.active_conflicts()
    if active and chance.random() < 0.2:
        return [UpdateConflict(edge=chance.choice(active).model_copy(update={"resolved": True}))]
    if len(staying) < 2 or len(active) >= world.most_conflicts:
        return []
    edge = ConflictEdge.model_validate(
        dict(zip(("first", "second"), chance.sample(staying, 2), strict=True), created_at=graph.iteration)
    )
    return [] if edge.key in graph.index.place_of else [AddEdge(edge=edge)]


def directions(graph: CogniGraph, world: World, chance: Random) -> list[GraphEdit]:
    """Ten unused keywords at least, so that class 5 has a target at every slot; and health issues."""
    unused = sum(not keyword.used for keyword in graph.unexplored)
    edits: list[GraphEdit] = [
        AddKeyword(keyword=Keyword(keyword=f"direction {graph.iteration} {n}", created_at=graph.iteration))
        for n in range(12 - unused)
    ]
    if world.pressed:
        issues = [issue for issue in ("STALEMATE", "ALL_WEAK") if chance.random() < 0.8]
        edits.append(SetHealth(health=Health.model_validate({"issues": issues})))
    return edits


def dodged(graph: CogniGraph, world: World) -> CogniGraph:
    """The graph in which the one that waited longest is not met, if some status of it brings that about."""
    visited = [name for name, known in graph.alive().items() if known.visit_count > 0]
    if not visited:
        return graph
    dodger = max(visited, key=lambda name: waiting(graph.hypotheses[name], graph.iteration))
    ways = [graph, *(apply(graph, [SetStatus(hypothesis=dodger, status=s)]) for s in ("tested", "verified"))]
    return next((way for way in ways if dodger not in met(select(way, world.slots))), graph)


def met(outcome: SelectionOutcome) -> set[HypothesisId]:
    return {name for slot in outcome.targets for name in hypotheses_of(slot.target)}


def explored(graph: CogniGraph, outcome: SelectionOutcome) -> list[GraphEdit]:
    """Every Explorer runs and brings something; nothing has to rest. No conflict is settled by it."""
    tried = [
        attempted(graph, edge)
        for slot in outcome.targets
        if isinstance(slot.target, ConflictTarget)
        and (edge := find_conflict(graph, slot.target.first, slot.target.second)) is not None
    ]
    visits = [RecordVisit(hypothesis=name, at=graph.iteration) for name in met(outcome)]
    keywords = [
        UseKeyword(number=slot.target.number)
        for slot in outcome.targets
        if isinstance(slot.target, KeywordTarget)
    ]
    return [*tried, *visits, *keywords]


def longest_wait(graph: CogniGraph, *, visited: bool) -> int:
    waits = [
        waiting(known, graph.iteration)
        for known in graph.alive().values()
        if (known.visit_count > 0) == visited
    ]
    return max(waits, default=0)


@WORLDS
@given(world=worlds)
def test_no_living_hypothesis_waits_longer_than_the_bound(world: World) -> None:
    for graph, _ in lived(world):
        visits = sum(known.visit_count for known in graph.hypotheses.values())
        for visited in (False, True):
            bound = waiting_bound(
                world.most_alive, world.slots, visits, visited=visited, pressed=world.claimed
            )
            assert longest_wait(graph, visited=visited) <= bound


@pytest.mark.parametrize("turnover", [0.0, 0.3])
def test_the_uninteresting_are_met_within_the_bound_among_favourites(turnover: float) -> None:
    world = World(2, 1, 8, 0, turnover, 0.0, 0.0, steady=True, dodging=False, pressed=False)
    for graph, _ in lived(world, 300):
        for visited in (False, True):
            assert longest_wait(graph, visited=visited) <= waiting_bound(8, 1, 300, visited=visited) < 150


@pytest.mark.parametrize("pressed", [False, True])
def test_a_status_that_dodges_every_turn_of_its_class_is_met_within_the_bound(pressed: bool) -> None:
    """With one Explorer it can be in the other class each time; selection must meet it all the same."""
    world = World(1, 1, 3, 0, 0.0, 0.0, 0.0, steady=False, dodging=True, pressed=pressed)
    bound = waiting_bound(3, 1, 300, visited=True, pressed=pressed)
    assert max(longest_wait(graph, visited=True) for graph, _ in lived(world, 300)) <= bound < 300


@pytest.mark.parametrize("pressed", [False, True])
@pytest.mark.parametrize("slots", [3, 5])
def test_no_conflict_waits_for_a_third_iteration(slots: int, pressed: bool) -> None:
    world = World(1, slots, 25, 4, 0.02, 0.2, 0.1, steady=False, dodging=False, pressed=pressed)
    for graph, _ in lived(world):
        unseen = [edge for edge in graph.active_conflicts() if edge.attempts == 0]
        assert all(graph.iteration - edge.created_at <= 2 for edge in unseen)


@WORLDS
@given(world=worlds)
def test_no_class_with_a_target_is_left_out(world: World) -> None:
    """Classes 5 and 6 have a target at every slot; the others count where the round starts with one."""
    bounds: dict[TargetClass, int] = {class_: slots_for(1, class_) for class_ in CLASSES}
    bounds |= {class_: class_waiting_bound(class_, world.slots, pressed=world.claimed) for class_ in (5, 6)}
    waited = dict.fromkeys(CLASSES, 0)
    for graph, outcome in lived(world):
        served = {slot.class_ for slot in outcome.targets}
        forced = [name for slot in outcome.targets if slot.forced_by for name in hypotheses_of(slot.target)]
        round_runs = any(slot.forced_by is None for slot in outcome.targets)
        for class_, targets in candidates(graph).items():
            has_one = any(set(forced).isdisjoint(hypotheses_of(target)) for target in targets)
            if class_ in served or not has_one:
                waited[class_] = 0
            elif round_runs or class_ in (5, 6):
                waited[class_] += 1
            assert waited[class_] < bounds[class_]


MOST_WAITING = 3


@WORLDS
@given(world=worlds)
def test_no_conflict_waits_more_than_three_iterations_for_its_first_explorer(world: World) -> None:
    """With three Explorers or more, a new conflict an iteration, and nothing claimed by health issues."""
    if world.slots <= 2 or world.pressed:
        return
    for graph, outcome in lived(world):
        looked_into = [slot.target for slot in outcome.targets if isinstance(slot.target, ConflictTarget)]
        for edge in graph.active_conflicts():
            if edge.attempts == 0 and conflict_target(edge.first, edge.second) not in looked_into:
                assert graph.iteration - edge.created_at < MOST_WAITING


@WORLDS
@given(world=worlds)
def test_every_slot_is_used_once_and_no_hypothesis_is_visited_twice(world: World) -> None:
    for _, outcome in lived(world):
        targets = [slot.target for slot in outcome.targets]
        visited = [name for target in targets for name in hypotheses_of(target)]
        assert len(targets) == len(set(targets)) == world.slots
        assert len(visited) == len(set(visited))


@WORLDS
@given(world=worlds)
def test_a_hypothesis_of_the_users_own_is_looked_into_at_once(world: World) -> None:
    """Whatever else presses, and however few Explorers there are."""
    mine = HypothesisId("hyp_B999")
    for graph, _ in lived(world):
        new = a_hypothesis("mine", type="B", reasoning_tool="user", created_at=graph.iteration)
        wished = select(apply(graph, [AddHypothesis(name=mine, hypothesis=new)]), world.slots).targets
        visited = [name for slot in wished for name in hypotheses_of(slot.target)]
        assert visited[0] == mine
        assert len(visited) == len(set(visited))
        assert len(wished) == world.slots


@WORLDS
@given(world=worlds, iterations=st.integers(1, 20), seed=st.integers(0, 2**32))
def test_the_order_of_mappings_and_edges_does_not_matter(world: World, iterations: int, seed: int) -> None:
    *_, (graph, _) = lived(world, iterations)
    written = graph.model_dump(mode="json")
    chance = Random(seed)
    for field in ("hypotheses", "sub_questions"):
        items = list(written[field].items())
        written[field] = dict(chance.sample(items, len(items)))
    written["edges"] = chance.sample(written["edges"], len(written["edges"]))
    assert select(CogniGraph.model_validate(written), world.slots) == select(graph, world.slots)

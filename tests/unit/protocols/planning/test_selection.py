"""Each iteration goes to the targets the classes, the scores and the last health check ask for."""

from collections import Counter
from typing import Any

import pytest

from pathfinder.protocols.calls.targets import LensTarget, PartTarget, code, hypotheses_of
from pathfinder.protocols.graph.edits import (
    AddEdge,
    AddHypothesis,
    AddKeyword,
    CloseIteration,
    GraphEdit,
    RecordVisit,
    RestHypothesis,
    SetHealth,
    SetSelection,
    SetSubQuestions,
)
from pathfinder.protocols.graph.judgement import Verdict
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Health, Hypothesis, Keyword, Selection, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from pathfinder.protocols.planning.round_robin import WEIGHTS
from pathfinder.protocols.planning.selection import SelectionOutcome, select
from pathfinder.protocols.planning.switches import Switches
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, evidence

PARTS = SetSubQuestions(
    sub_questions={SubQuestionId(f"sq_{n}"): SubQuestion(text="Why?", searched=3) for n in (1, 2, 3)}
)


def seen(strength: float = 0.5, **fields: Any) -> Hypothesis:
    return a_hypothesis(
        **{"status": "tested", "strength": strength, "visit_count": 1, "last_visited": 0, **fields}
    )


def world(hypotheses: dict[str, Hypothesis], *edits: GraphEdit, at: int = 1) -> CogniGraph:
    named = [(name, known.model_copy(update={"summary": name})) for name, known in hypotheses.items()]
    return apply(a_graph(named, PARTS, *edits), [CloseIteration()] * at)


def ill(*issues: str) -> SetHealth:
    return SetHealth(health=Health.model_validate({"issues": issues}))


def codes(outcome: SelectionOutcome) -> list[str]:
    return [code(slot.target) for slot in outcome.targets]


def explored(graph: CogniGraph, n: int, *edits: GraphEdit) -> CogniGraph:
    """The graph after an iteration in which every Explorer ran, and these edits came."""
    outcome = select(graph, n)
    visits = [
        RecordVisit(hypothesis=name, at=graph.iteration)
        for slot in outcome.targets
        for name in hypotheses_of(slot.target)
    ]
    return apply(graph, [*outcome.edits, *visits, *edits, CloseIteration()])


def everything() -> CogniGraph:
    """Ten targets at least in every class, none in another's way."""
    hypotheses: dict[str, Hypothesis] = {}
    conflicts: list[AddEdge] = []
    for n in range(1, 11):
        hypotheses[f"hyp_B{n}"] = a_hypothesis(type="B")
        hypotheses[f"hyp_A{n}"] = a_hypothesis()
        hypotheses[f"hyp_A{n + 100}"] = seen()
        hypotheses[f"hyp_A{n + 200}"] = seen(0.8, status="verified", visit_count=2)
        hypotheses[f"hyp_A{n + 300}"] = hypotheses[f"hyp_A{n + 400}"] = seen(
            0.5, attempts=9, last_attempt=10**6
        )
        conflicts.append(a_conflict(f"hyp_A{n + 300}", f"hyp_A{n + 400}"))
    keywords = [AddKeyword(keyword=Keyword(keyword=f"direction {n}")) for n in range(10)]
    return world(hypotheses, *conflicts, *keywords)


@pytest.mark.parametrize("n", range(1, 11))
def test_eighteen_iterations_with_all_classes_give_exactly_5_3_3_4_1_1_1_per_slot(n: int) -> None:
    graph, given_to = everything(), Counter[int]()
    for _ in range(18):
        outcome = select(graph, n)
        given_to.update(slot.class_ for slot in outcome.targets)
        graph = apply(graph, outcome.edits)
    assert given_to == {class_: weight * n for class_, weight in WEIGHTS.items()}


def test_the_credits_go_on_where_the_last_iteration_ended() -> None:
    graph = everything()
    at_once = [slot.class_ for slot in select(graph, 6).targets]
    one_by_one = []
    for _ in range(6):
        outcome = select(graph, 1)
        one_by_one += [slot.class_ for slot in outcome.targets]
        graph = apply(graph, outcome.edits)
    assert one_by_one == at_once == [1, 4, 2, 3, 1, 4]


@pytest.mark.parametrize("n", [0, 11])
def test_there_are_one_to_ten_explorers(n: int) -> None:
    with pytest.raises(ValueError, match="1 to 10"):
        select(world({}), n)


def test_when_nothing_is_known_lenses_look_at_every_part() -> None:
    outcome = select(world({}, at=0), 5)
    assert [slot.class_ for slot in outcome.targets] == [6] * 5
    assert [slot.target for slot in outcome.targets] == [
        LensTarget(lens="definition", sub_question=SubQuestionId("sq_1")),
        LensTarget(lens="scope", sub_question=SubQuestionId("sq_2")),
        LensTarget(lens="comparison", sub_question=SubQuestionId("sq_3")),
        LensTarget(lens="cases", sub_question=SubQuestionId("sq_1")),
        LensTarget(lens="limitations", sub_question=SubQuestionId("sq_2")),
    ]


def test_when_everything_rests_lenses_fill_the_slots() -> None:
    tired = seen(attempts=2, last_attempt=1)
    assert codes(select(world({"hyp_A1": tired}), 4)) == ["LENS1", "LENS2", "LENS3", "LENS4"]


def test_there_are_fewer_targets_than_slots_when_no_more_are_left() -> None:
    bare = a_graph([("hyp_A1", a_hypothesis())])
    targets = [slot.target for slot in select(bare, 10).targets]
    assert len(set(targets)) == len(targets) == 1 + 6


def test_no_two_targets_share_a_hypothesis() -> None:
    names = ("hyp_A1", "hyp_A2", "hyp_A3")
    pairs = [a_conflict("hyp_A1", "hyp_A2"), a_conflict("hyp_A2", "hyp_A3"), a_conflict("hyp_A1", "hyp_A3")]
    outcome = select(world(dict.fromkeys(names, seen()), *pairs), 10)
    visited = [name for slot in outcome.targets for name in hypotheses_of(slot.target)]
    assert sorted(visited) == sorted(names)
    assert [slot.class_ for slot in outcome.targets][:2] == [1, 4]


def test_a_failing_target_rests_and_the_others_go_on() -> None:
    graph = world({"hyp_A1": seen(0.5), "hyp_A2": seen(0.9)})
    order: list[str] = []
    for _ in range(8):
        outcome = select(graph, 1)
        order += [name for slot in outcome.targets for name in hypotheses_of(slot.target)]
        now = graph.iteration
        attempts = graph.hypotheses[HypothesisId("hyp_A1")].attempts
        failed = [
            RestHypothesis(hypothesis=name, attempts=attempts + 1, at=now)
            for slot in outcome.targets
            for name in hypotheses_of(slot.target)
            if name == "hyp_A1"
        ]
        looked = [
            RecordVisit(hypothesis=name, at=now)
            for slot in outcome.targets
            for name in hypotheses_of(slot.target)
            if name != "hyp_A1"
        ]
        graph = apply(graph, [*outcome.edits, *failed, *looked, CloseIteration()])
    # It fails in the first iteration, rests two, fails again and rests four; one slot in five is a lens's.
    assert order == ["hyp_A1", "hyp_A2", "hyp_A1", "hyp_A2", "hyp_A2", "hyp_A2"]


@pytest.mark.parametrize("n", [1, 3, 5])
def test_a_hypothesis_at_07_after_one_visit_gets_its_second(n: int) -> None:
    """Every Explorer brings a new claim, so in strict order of classes the second visit would never come."""
    strong = HypothesisId("hyp_A1")
    graph = world({"hyp_A1": seen(0.7)}, *evidence(1, "hyp_A1", a_source()))
    iterations = 0
    while graph.hypotheses[strong].visit_count < 2:
        new = [
            AddHypothesis(
                name=HypothesisId(f"hyp_A{100 * graph.iteration + place}"),
                hypothesis=a_hypothesis(f"{graph.iteration} {place}", created_at=graph.iteration),
            )
            for place in range(n)
        ]
        graph = explored(graph, n, *new)
        iterations += 1
        assert iterations <= 5
    assert "visited 1 of 2 times" in select(world({"hyp_A1": seen(0.7)}), 1).targets[0].reason


TRIED: dict[str, Any] = {"attempts": 1, "last_attempt": 1}
"""An Explorer was sent to it before, and it no longer rests."""


def three_conflicts(*issues: str, at: int = 4, **oldest: Any) -> CogniGraph:
    names = [f"hyp_A{n}" for n in range(1, 7)]
    return world(
        dict.fromkeys(names, seen()),
        a_conflict("hyp_A1", "hyp_A2", created_at=3, **TRIED),
        a_conflict("hyp_A6", "hyp_A5", **{"created_at": 1, **TRIED, **oldest}),
        a_conflict("hyp_A3", "hyp_A4", created_at=1, **TRIED),
        AddKeyword(keyword=Keyword(keyword="heat")),
        AddKeyword(keyword=Keyword(keyword="soil")),
        ill(*issues),
        at=at,
    )


def forced(graph: CogniGraph, n: int) -> dict[str, str]:
    return {slot.forced_by: code(slot.target) for slot in select(graph, n).targets if slot.forced_by}


def test_a_stalemate_sends_an_explorer_to_the_oldest_conflict() -> None:
    outcome = select(three_conflicts("STALEMATE"), 2)
    assert forced(three_conflicts("STALEMATE"), 2) == {"STALEMATE": "HYPA3xHYPA4"}
    assert outcome.targets[0].class_ == 1
    assert outcome.targets[0].reason == "conflicts are stuck; they exclude each other, at 0.50 and 0.50"
    assert forced(three_conflicts(), 2) == {}


def test_a_stalemate_does_not_let_the_oldest_conflict_rest() -> None:
    tired = three_conflicts("STALEMATE", created_at=0, attempts=4, last_attempt=3)
    assert forced(tired, 3) == {"STALEMATE": "HYPA5xHYPA6"}


def test_with_one_explorer_a_stalemate_has_every_second_iteration() -> None:
    claimed = [bool(forced(three_conflicts("STALEMATE", at=at), 1)) for at in range(4, 8)]
    assert claimed == [True, False, True, False]


def test_a_stalemate_without_a_conflict_left_claims_nothing() -> None:
    assert forced(world({"hyp_A1": seen()}, ill("STALEMATE")), 5) == {}


def test_when_all_are_weak_one_slot_more_goes_to_new_directions() -> None:
    graph = three_conflicts("ALL_WEAK")
    assert forced(graph, 2) == {"ALL_WEAK": "KW1"}
    assert select(graph, 2).targets[0].reason == (
        "every tested hypothesis is weak; a direction nobody has followed"
    )
    usual = Counter(slot.class_ for slot in select(three_conflicts(), 4).targets)
    weak = Counter(slot.class_ for slot in select(graph, 5).targets)
    assert weak == usual + Counter({5: 1})


def test_when_all_are_weak_and_no_direction_is_left_a_lens_has_the_slot() -> None:
    assert forced(world({"hyp_A1": seen(0.3)}, ill("ALL_WEAK")), 2) == {"ALL_WEAK": "LENS1"}


def test_claimed_slots_cost_no_class_its_turn() -> None:
    ill_ = select(three_conflicts("STALEMATE", "ALL_WEAK"), 4)
    assert [slot.forced_by for slot in ill_.targets] == ["STALEMATE", "ALL_WEAK", None, None]
    assert ill_.edits == select(three_conflicts(), 2).edits


@pytest.mark.parametrize(
    ("n", "kept"), [(1, [0, 0, 0, 1]), (2, [1, 0, 1, 1]), (3, [1, 1, 1, 1]), (10, [8] * 4)]
)
def test_the_round_keeps_slots_whatever_the_health(n: int, kept: list[int]) -> None:
    free = [
        sum(
            slot.forced_by is None
            for slot in select(three_conflicts("STALEMATE", "ALL_WEAK", at=at), n).targets
        )
        for at in range(4, 8)
    ]
    assert free == kept


@pytest.mark.parametrize(("alive", "mode"), [(4, "broad"), (5, "deep")])
def test_five_living_hypotheses_are_enough_to_go_deep(alive: int, mode: str) -> None:
    hypotheses = {f"hyp_A{n}": seen() for n in range(alive)} | {"hyp_A99": seen(0.1, status="rejected")}
    assert (
        select(world({f"hyp_A{n + 1}": known for n, known in enumerate(hypotheses.values())}), 1).mode == mode
    )


def test_every_slot_says_why() -> None:
    lone = {
        "hyp_B1": a_hypothesis(type="B"),
        "hyp_A1": a_hypothesis(),
        "hyp_A2": seen(0.7, visit_count=2),
        "hyp_A3": seen(0.8, status="verified", visit_count=2),
    }
    graph = world(lone, *evidence(1, "hyp_A2", a_source()), AddKeyword(keyword=Keyword(keyword="heat")), at=3)
    reasons = {code(slot.target): slot.reason for slot in select(graph, 6).targets}
    assert reasons == {
        "HYPB1": "an idea nobody has tested",
        "HYPA1": "a claim nobody has tested",
        "HYPA2": "not verified: its status is due",
        "HYPA3": "verified, not seen for 3 iterations: try to falsify it",
        "KW1": "a direction nobody has followed",
        "LENS1": "a wider look: definition",
    }


def test_equal_graphs_select_the_same_whatever_the_order_of_their_mappings() -> None:
    graph = everything()
    written = graph.model_dump(mode="json")
    for field in ("hypotheses", "sub_questions"):
        written[field] = dict(reversed(written[field].items()))
    written["edges"] = written["edges"][::-1]
    assert select(CogniGraph.model_validate(written), 10) == select(graph, 10)


def test_credits_survive_the_way_through_a_file() -> None:
    graph = explored(everything(), 4)
    read = CogniGraph.model_validate_json(graph.model_dump_json())
    assert read.selection == graph.selection
    assert select(read, 10) == select(graph, 10)


def carrying(*names: str, at: int = 1, **hypotheses: Hypothesis) -> CogniGraph:
    kept = Selection(carried=tuple(HypothesisId(name) for name in names))
    known = {f"hyp_A{n}": seen() for n in range(1, 9)} | hypotheses
    return world(known, SetSelection(selection=kept), at=at)


def test_what_round_three_had_no_explorer_for_competes_like_any_other() -> None:
    graph = carrying("hyp_A7", "hyp_A5", "hyp_A3")
    chosen = select(graph, 10)
    assert codes(chosen) == codes(select(carrying(), 10))
    assert {slot.forced_by for slot in chosen.targets} == {None}
    reasons = {code(slot.target): slot.reason for slot in chosen.targets}
    assert reasons["HYPA5"] == "round 3 had no Explorer left for it"
    assert reasons["HYPA4"].startswith("not verified")
    assert apply(graph, chosen.edits).selection.carried == ()


def unseen_conflicts(*conflicts: AddEdge, at: int, issues: tuple[str, ...] = ()) -> CogniGraph:
    return world({f"hyp_A{n}": seen() for n in range(1, 9)}, *conflicts, ill(*issues), at=at)


def test_a_conflict_that_nobody_looked_into_has_a_slot_two_iterations_after_it_came_up() -> None:
    found = a_conflict("hyp_A1", "hyp_A2", created_at=1)
    assert [forced(unseen_conflicts(found, at=at), 3) for at in (2, 3)] == [{}, {"UNSEEN": "HYPA1xHYPA2"}]
    assert [forced(unseen_conflicts(found, at=3), n) for n in (1, 2)] == [{}, {"UNSEEN": "HYPA1xHYPA2"}]
    assert forced(unseen_conflicts(found, at=4), 1) == {"UNSEEN": "HYPA1xHYPA2"}
    tried = a_conflict("hyp_A1", "hyp_A2", created_at=1, attempts=1, last_attempt=1)
    assert forced(unseen_conflicts(tried, at=9), 3) == {}
    [slot] = [slot for slot in select(unseen_conflicts(found, at=3), 3).targets if slot.forced_by]
    assert slot.reason.startswith("a conflict that nobody has looked into; they exclude each other")


def test_of_many_conflicts_the_oldest_and_most_important_two_have_a_slot() -> None:
    graph = unseen_conflicts(
        a_conflict("hyp_A1", "hyp_A2", created_at=2),
        a_conflict("hyp_A3", "hyp_A4", created_at=1),
        a_conflict("hyp_A4", "hyp_A5", created_at=1),
        a_conflict("hyp_A6", "hyp_A7", created_at=2),
        at=5,
    )
    important = graph.hypotheses[HypothesisId("hyp_A7")].model_copy(update={"importance": 3})
    graph = graph.model_copy(update={"hypotheses": {**graph.hypotheses, HypothesisId("hyp_A7"): important}})
    claimed = [code(slot.target) for slot in select(graph, 5).targets if slot.forced_by]
    assert claimed == ["HYPA3xHYPA4", "HYPA6xHYPA7"]


def test_health_and_conflicts_together_claim_two_slots() -> None:
    pairs = [a_conflict(f"hyp_A{n}", f"hyp_A{n + 1}", created_at=0) for n in (1, 3, 5)]
    graph = unseen_conflicts(*pairs, at=5, issues=("STALEMATE",))
    assert [slot.forced_by for slot in select(graph, 5).targets] == ["STALEMATE", "UNSEEN", None, None, None]
    assert [slot.forced_by for slot in select(graph, 2).targets] == ["STALEMATE", None]


def test_a_claim_that_is_settled_as_false_is_settled_and_not_unverified() -> None:
    false = Verdict(tag="Confirmed", side="against", because="two papers say otherwise")
    likely = Verdict(tag="Likely", side="against", because="one paper says otherwise")
    graph = world({"hyp_A1": seen(0.3, verdict=false), "hyp_A2": seen(0.3, verdict=likely)})
    slots = {code(slot.target): slot for slot in select(graph, 5).targets}
    assert (slots["HYPA1"].class_, slots["HYPA2"].class_) == (7, 4)
    assert slots["HYPA1"].reason == (
        "settled as false, not seen for 1 iterations: look for what speaks for it"
    )
    assert slots["HYPA2"].reason.startswith("not verified")


def test_without_falsification_nothing_that_is_verified_is_visited() -> None:
    graph = world({"hyp_A1": seen(0.8, status="verified", visit_count=2)})
    whole = {slot.class_ for slot in select(graph, 3).targets}
    without = {slot.class_ for slot in select(graph, 3, Switches(falsification=False)).targets}
    assert (7 in whole, 7 in without) == (True, False)


def test_without_the_round_the_first_class_takes_every_slot_it_can() -> None:
    graph = everything()
    classes = [slot.class_ for slot in select(graph, 5, Switches(round_robin=False)).targets]
    assert classes == sorted(classes)
    assert classes[0] == 1


def wish(**fields: Any) -> Hypothesis:
    return a_hypothesis(**{"type": "B", "reasoning_tool": "user", **fields})


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_what_the_user_wants_tested_goes_first_one_an_iteration_and_once_each(n: int) -> None:
    hypotheses = {f"hyp_A{at}": seen(0.6) for at in range(1, 9)}
    hypotheses |= {"hyp_B1": wish(), "hyp_B2": wish(), "hyp_B3": a_hypothesis(type="B")}
    pressing = (a_conflict("hyp_A1", "hyp_A2"), ill("STALEMATE", "ALL_WEAK"))
    graph = world(hypotheses, *pressing)
    first = select(graph, n)
    assert (codes(first)[0], first.targets[0].forced_by) == ("HYPB1", "USER")
    assert [slot.forced_by for slot in first.targets].count("USER") == 1
    assert len(first.targets) == n
    graph = explored(graph, n)
    waits = graph.hypotheses[HypothesisId("hyp_B2")].visit_count == 0
    assert waits == (codes(select(graph, n))[0] == "HYPB2")
    for _ in range(4):
        graph = explored(graph, n)
    assert all(slot.forced_by != "USER" for slot in select(graph, n).targets)


def test_a_conflict_of_the_users_own_hypothesis_is_not_visited_beside_it() -> None:
    hypotheses = {"hyp_A1": seen(0.6), "hyp_B1": wish()}
    graph = world(hypotheses, a_conflict("hyp_A1", "hyp_B1"), ill("STALEMATE"))
    outcome = select(graph, 3)
    visited = [name for slot in outcome.targets for name in hypotheses_of(slot.target)]
    assert visited.count(HypothesisId("hyp_B1")) == 1


def test_a_wish_that_brought_nothing_rests_like_others() -> None:
    graph = world({"hyp_B1": wish()}, RestHypothesis(hypothesis=HypothesisId("hyp_B1"), at=0, attempts=1))
    assert all(slot.forced_by != "USER" for slot in select(graph, 2).targets)


def test_every_part_of_the_question_gets_an_explorer_before_anything_else() -> None:
    parts = {SubQuestionId(f"sq_{n}"): SubQuestion(text="Why?") for n in (1, 2, 3)}
    graph = a_graph([("hyp_A1", a_hypothesis())], SetSubQuestions(sub_questions=parts))
    assert [slot.target for slot in select(graph, 2).targets] == [
        PartTarget(part=SubQuestionId("sq_1")),
        PartTarget(part=SubQuestionId("sq_2")),
    ]
    chosen = select(graph, 5).targets
    assert [slot.target.kind for slot in chosen[:3]] == ["part", "part", "part"]
    assert "part" not in {slot.target.kind for slot in chosen[3:]}


def test_an_open_part_competes_with_the_conflicts_until_it_is_exhausted() -> None:
    part = SubQuestion(text="Why?", searched=1, last_searched=0)
    open_ = a_graph([], SetSubQuestions(sub_questions={SubQuestionId("sq_1"): part}))
    (first, *_) = select(open_, 2).targets
    assert (first.class_, first.target) == (1, PartTarget(part=SubQuestionId("sq_1")))
    assert first.reason == "a part of the question that is still open"
    done = part.model_copy(update={"searched": 2, "exhausted": True})
    exhausted = a_graph([], SetSubQuestions(sub_questions={SubQuestionId("sq_1"): done}))
    assert {slot.target.kind for slot in select(exhausted, 2).targets} == {"lens"}

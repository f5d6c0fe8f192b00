"""Slots go round the classes by weight, spread out, and no class waits for ever."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.planning.round_robin import (
    CLASSES,
    WEIGHTS,
    Credits,
    TargetClass,
    most_credit,
    next_slot,
    opening,
    slots_for,
)

FRESH: Credits = dict.fromkeys(CLASSES, 0)
availabilities = st.lists(st.sets(st.sampled_from(CLASSES), min_size=1), min_size=1, max_size=200)


def test_eighteen_slots_give_each_class_its_weight_and_leave_nobody_in_debt() -> None:
    credits, given_to = FRESH, Counter[int]()
    for _ in range(18):
        class_, credits = next_slot(credits, CLASSES)
        given_to[class_] += 1
    assert given_to == WEIGHTS
    assert credits == FRESH


def test_the_slots_of_a_class_come_spread_out() -> None:
    credits, order = FRESH, list[int]()
    for _ in range(18):
        class_, credits = next_slot(credits, CLASSES)
        order.append(class_)
    assert order == [1, 4, 2, 3, 1, 4, 5, 6, 1, 2, 3, 4, 7, 1, 2, 3, 4, 1]


def test_of_equals_the_lower_class_goes_first() -> None:
    assert next_slot(FRESH, (3, 2))[0] == 2


def test_a_class_without_a_target_neither_earns_nor_pays() -> None:
    class_, credits = next_slot({**FRESH, 1: 20, 2: -20}, (4, 5))
    assert class_ == 4
    assert credits == {**FRESH, 1: 20, 2: -20, 4: -1, 5: 1}


def test_a_lone_class_stays_where_it_is() -> None:
    lenses: TargetClass = 6
    assert next_slot(FRESH, [lenses]) == (lenses, FRESH)


@dataclass(frozen=True)
class Case:
    id: str
    stored: Mapping[int, int]
    opened: Mapping[int, int]


@pytest.mark.parametrize(
    "case",
    [
        Case("nothing stored", {}, FRESH),
        Case("classes left out are at 0", {1: 5, 4: -5}, {**FRESH, 1: 5, 4: -5}),
        Case("the most one class can hold", {1: 27, 4: -27}, {**FRESH, 1: 27, 4: -27}),
        Case("more than one class can hold", {1: 28, 4: -28}, FRESH),
        Case("more than three can hold", {1: 26, 2: 26, 3: 26, 4: -26, 5: -26, 6: -26}, FRESH),
        Case("not balanced", {1: 5}, FRESH),
        Case("not balanced, in debt", {1: -5}, FRESH),
    ],
    ids=lambda case: case.id,
)
def test_credits_no_selection_can_have_left_start_anew(case: Case) -> None:
    assert opening(case.stored) == case.opened


def test_the_bounds_are_those_of_the_decision_record() -> None:
    assert [most_credit(count) for count in range(8)] == [0, 27, 45, 54, 54, 45, 27, 0]
    once = {class_: slots_for(1, class_) for class_ in CLASSES}
    assert once == {1: 11, 2: 19, 3: 19, 4: 14, 5: 55, 6: 55, 7: 55}
    assert slots_for(10, 4) == (54 + 9 * 18) // 4 + 1


@given(available=availabilities)
def test_whoever_has_targets_when_credits_stay_sound(available: list[set[TargetClass]]) -> None:
    credits = FRESH
    for classes in available:
        _, credits = next_slot(credits, classes)
        assert opening(credits) == credits


@given(available=availabilities, always=st.sampled_from(CLASSES), turns=st.integers(1, 5))
def test_a_class_that_always_has_a_target_gets_its_turns_within_the_bound(
    available: list[set[TargetClass]], always: TargetClass, turns: int
) -> None:
    credits, got = FRESH, list[bool]()
    for classes in available:
        class_, credits = next_slot(credits, classes | {always})
        got.append(class_ == always)
    window = slots_for(turns, always)
    assert all(sum(got[start : start + window]) >= turns for start in range(len(got) - window + 1))

"""The bounds as numbers; that they hold is shown in tests/property/test_selection_laws.py."""

from dataclasses import dataclass

import pytest

from tests.waiting_bounds import class_waiting_bound, waiting_bound


@dataclass(frozen=True)
class Case:
    id: str
    slots: int
    pressed: bool
    first: int
    next: int
    lens: int


@pytest.mark.parametrize(
    "case",
    [
        Case("one Explorer", 1, False, 11 + 73 - 1, 42 + 55 - 1, 55),
        Case("five Explorers", 5, False, 11 + 15 - 1, 42 + 11 - 1, 11),
        Case("ten Explorers", 10, False, 11 + 8 - 1, 42 + 6 - 1, 6),
        Case("one Explorer, health issues", 1, True, 11 + 292 - 1, 42 + 220 - 1, 220),
        Case("two Explorers, health issues", 2, True, 11 + 100 - 1, 42 + 76 - 1, 76),
        Case("ten Explorers, health issues", 10, True, 11 + 10 - 1, 42 + 7 - 1, 7),
    ],
    ids=lambda case: case.id,
)
def test_with_ten_alive_after_a_hundred_visits(case: Case) -> None:
    first = waiting_bound(10, case.slots, 100, visited=False, pressed=case.pressed)
    following = waiting_bound(10, case.slots, 100, visited=True, pressed=case.pressed)
    assert (first, following) == (case.first, case.next)
    assert class_waiting_bound(6, case.slots, pressed=case.pressed) == case.lens


def test_before_many_visits_a_verified_hypothesis_waits_until_it_is_overdue() -> None:
    assert waiting_bound(1, 10, 0, visited=True) == 40 + 2 - 1

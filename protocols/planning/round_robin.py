"""Who gets the next slot: smooth weighted round-robin over the classes of targets.

At each slot every class that has a target earns its weight; the richest takes the slot and pays what all
earned together. So over a long run each class gets its share, and it comes spread out, not in a block.
A class without a target neither earns nor pays. Why no class can be kept waiting is docs/adr/0003.
"""

from collections.abc import Collection, Mapping
from itertools import accumulate
from typing import Final, Literal

TargetClass = Literal[1, 2, 3, 4, 5, 6, 7]
Credits = dict[int, int]

CLASSES: Final[tuple[TargetClass, ...]] = (1, 2, 3, 4, 5, 6, 7)
WEIGHTS: Final[Mapping[TargetClass, int]] = {1: 5, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1, 7: 1}

_HEAVIEST_PAIR = sum(sorted(WEIGHTS.values())[-2:])


def most_credit(classes: int) -> int:
    """The most that so many classes can hold together, whichever had targets when: 9/2 k (7 - k).

    Nothing for all seven, since what one pays the others have earned.
    """
    return _HEAVIEST_PAIR * classes * (len(CLASSES) - classes) // 2


def slots_for(turns: int, class_: TargetClass) -> int:
    """A class that has a target at each of so many slots in a row gets at least `turns` of them.

    It earns its weight at each slot and pays 18 at most for a turn, and holds between -27 and 27.
    """
    most_paid = (turns - 1) * sum(WEIGHTS.values())
    return (2 * most_credit(1) + most_paid) // WEIGHTS[class_] + 1


def opening(stored: Mapping[int, int]) -> Credits:
    """The credits to go on from; those no selection can have left (a file edited by hand) start anew at 0."""
    credits: Credits = {class_: stored.get(class_, 0) for class_ in CLASSES}
    held = accumulate(sorted(credits.values(), reverse=True))
    sound = all(sum_ <= most_credit(count) for count, sum_ in enumerate(held, start=1))
    return credits if sound and sum(credits.values()) == 0 else dict.fromkeys(CLASSES, 0)


def next_slot(credits: Credits, available: Collection[TargetClass]) -> tuple[TargetClass, Credits]:
    """The class that gets the slot, of equals the lower one, and the credits afterwards."""
    earned: Credits = {
        class_: credits[class_] + WEIGHTS[class_] * (class_ in available) for class_ in CLASSES
    }
    chosen = min(available, key=lambda class_: (-earned[class_], class_))
    paid = sum(WEIGHTS[class_] for class_ in available)
    return chosen, {**earned, chosen: earned[chosen] - paid}

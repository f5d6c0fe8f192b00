"""How long anything can be kept waiting by selection, at worst. The proofs are in docs/adr/0003.

`pressed` stands for the worst that health issues and conflicts nobody looked into can do: with STALEMATE and
ALL_WEAK both there, an iteration of more than two slots leaves all but two to the round, one of two slots
leaves one in three iterations of four, and one of a single slot leaves it in one iteration of four.
"""

from pathfinder.protocols.planning.round_robin import TargetClass, slots_for
from pathfinder.protocols.planning.target_scores import OVERDUE, most_head_start


def waiting_bound(alive: int, slots: int, visits: int, *, visited: bool, pressed: bool = False) -> int:
    """No hypothesis waits more iterations than this for its next visit, or, not yet `visited`, for its first.

    Holds with at most `alive` hypotheses alive at any time and `visits` visits in the whole graph, while it
    does not rest and none comes back from rejection. After the head start only those who were seen before
    it can still go first, each once, and its class gets so many turns in a known number of slots.
    """
    if visited:
        # From OVERDUE on a visited hypothesis stays in class 4, whatever its status does.
        start, needed = max(OVERDUE, most_head_start("tested", visits)), slots_for(alive, 4)
    else:
        start, needed = most_head_start("unvisited", visits), slots_for(alive, 3)
    return start + _iterations(needed, slots, pressed=pressed) - 1


def class_waiting_bound(class_: TargetClass, slots: int, *, pressed: bool = False) -> int:
    """A class that has a target at every slot gets one at the latest in this iteration from now on."""
    return _iterations(slots_for(1, class_), slots, pressed=pressed)


def _iterations(needed: int, slots: int, *, pressed: bool) -> int:
    """How many iterations bring the round the slots it needs."""
    if not pressed:
        return -(-needed // slots)
    if slots > 2:
        return -(-needed // (slots - 2))
    return 4 * needed if slots == 1 else 4 * -(-needed // 3)

"""How long an answer may be: the free money of a budget, divided by what calls are likely to need.

Nobody knows what an answer will cost before it is there; it is bounded by the tokens it is given room for.
Room for everything a model might think would leave a small budget unused, so a call gets what its share of
the free money pays for. The database divides by the same rule (`ledger_take` in `functions.sql`).
"""

from pathfinder.protocols.calls.ports import Room

AMPLE = 3
"""So many times the likely length and few answers are cut. Who can have it by waiting for calls in flight
waits; when nothing is in flight, `Room.least` is enough to be sent."""


def likely_usd_micros(worst_usd_micros: int, room: Room | None) -> int:
    """What a call is likely to need, its prompt counted at its worst."""
    return worst_usd_micros + (room.usd_micros(min(room.likely, room.most)) if room is not None else 0)


def ample_tokens(room: Room) -> int:
    """How many tokens a call waits for while others are in flight."""
    return min(room.most, max(room.least, AMPLE * room.likely))


def granted_tokens(
    free_usd_micros: int, worst_usd_micros: int, room: Room, likely_of_others: int, *, others: bool
) -> int | None:
    """How many tokens a call gets; None if it cannot go now.

    `likely_of_others` is what all who wait or are in flight are likely to need; `others`: somebody is in
    flight, whose money may come free.
    """
    if worst_usd_micros > free_usd_micros:
        return None
    affordable = room.tokens(free_usd_micros - worst_usd_micros)
    ample = ample_tokens(room)
    if affordable < (ample if others else min(room.least, room.most)):
        return None
    likely = likely_usd_micros(worst_usd_micros, room)
    share = free_usd_micros * likely // max(1, likely + likely_of_others)
    return min(affordable, max(ample, room.tokens(share - worst_usd_micros)))

"""Where in a session a call is made. The key is a place, never a counter of what finished first."""

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ids import StepKey


class Step(Frozen):
    """The place of one call: `iteration/phase/slot/round.pass/turn/call/item`."""

    iteration: int
    """As people count: the first is 1. 0 is before the first iteration."""
    phase: str
    slot: int = 0
    round: int = 1
    pass_: int = 0
    turn: int = 0
    call: str
    item: str = "-"
    """What the call is about: a page hash, a hypothesis, a pair; `-` where one call does it."""

    @property
    def key(self) -> StepKey:
        """Its name in the journal, the log, the events and the ledger."""
        place = f"{self.slot}/{self.round}.{self.pass_}/{self.turn}"
        return StepKey(f"{self.iteration}/{self.phase}/{place}/{self.call}/{self.item}")

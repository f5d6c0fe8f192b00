"""One cap over many sessions: a call is held by its own session's ledger and by the one they share."""

from pathfinder.locales.catalogue import text_of
from pathfinder.protocols.calls.ports import Entry, Hold, Ledger, Room
from pathfinder.protocols.errors import BudgetExceeded, SharedBudgetExceeded
from pathfinder.protocols.graph.memory import Spend
from pathfinder.protocols.ids import StepKey


class PooledLedger:
    """Implements `Ledger` for one session among several. What it tells of spending is the session's own."""

    def __init__(self, own: Ledger, shared: Ledger) -> None:
        self._own = own
        self._shared = shared
        self._both: dict[int, tuple[Hold, Hold]] = {}
        """The session's own hold and the shared one, by the number of the own."""

    async def reserve(
        self, step: StepKey, worst_usd_micros: int, *, room: Room | None = None, closing: bool = False
    ) -> Hold:
        """Fits under both caps, or is refused; SharedBudgetExceeded if the shared one does it. See the port.

        The session's own hold comes first: what does not fit there must not keep room from others. An answer
        may be as long as both allow.
        """
        own = await self._own.reserve(step, worst_usd_micros, room=room, closing=closing)
        if room is not None:
            room = room.model_copy(update={"most": own.tokens})
        try:
            shared = await self._shared.reserve(step, worst_usd_micros, room=room, closing=closing)
        except BaseException as error:
            self._own.settle(own, 0)
            if isinstance(error, BudgetExceeded):
                raise SharedBudgetExceeded(text_of(error)) from None
            raise
        self._both[own.number] = own, shared
        return shared.model_copy(update={"number": own.number})

    def settle(
        self,
        hold: Hold,
        spent_usd_micros: int,
        *,
        role: str = "",
        engine: str = "",
        tokens: tuple[int, int] = (0, 0),
    ) -> None:
        """Close both holds with what it came to."""
        own, shared = self._both.pop(hold.number)
        self._own.settle(own, spent_usd_micros, role=role, engine=engine, tokens=tokens)
        self._shared.settle(shared, spent_usd_micros, role=role, engine=engine, tokens=tokens)

    def take_up(self, entry: Entry, tokens: int) -> Hold:
        """From both caps."""
        own = self._own.take_up(entry, tokens)
        self._both[own.number] = own, self._shared.take_up(entry, tokens)
        return own

    @property
    def spent_usd_micros(self) -> int:
        """Of this session."""
        return self._own.spent_usd_micros

    @property
    def spend(self) -> Spend:
        """Of this session, by role and by engine."""
        return self._own.spend

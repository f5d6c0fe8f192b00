"""A model whose calls are remembered, retried, paid for and paced.

The wrapping is fixed, outside in: journal > retry > budget > throttle > one attempt; the loop and the single
attempt are those of `attempts.py`. A retry waits its pause, then for the shared retry budget, then behind the
breaker of its host and model (`recovery.py`). Where an engine is paid by the length of its answers, the hold
says how long one may be (`grants.py`), and a request that came back unfinished is followed by a second one
under a hold of its own, if the money allows. An attempt that waits for a batch of the provider's
(`overnight.py`) comes under no limit of its pace; one that an earlier process has sent is taken up and not
sent again.
"""

from typing import TypeVar

from pathfinder.adapters.metering.attempts import Meter, event_of
from pathfinder.adapters.metering.grants import likely_usd_micros
from pathfinder.adapters.metering.ledger import in_flight
from pathfinder.adapters.metering.model_call import CLOSING_PHASE, IN_FLIGHT, Engine, ModelCall
from pathfinder.adapters.metering.outcomes import digest, read
from pathfinder.protocols.calls.asks import Answered, Ask, Unable
from pathfinder.protocols.calls.ports import Attempt, Entry
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import BudgetExceeded
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ids import StepKey

__all__ = ["CLOSING_PHASE", "MeteredModel"]

A = TypeVar("A", bound=Frozen)


class MeteredModel:
    """The `Model` that roles ask, around one engine's single attempts."""

    def __init__(self, attempt: Attempt, meter: Meter) -> None:
        self._engine = Engine(attempt, meter.journal)
        self._meter = meter
        self._asked: set[StepKey] = set()

    async def answer(self, ask: Ask[A], step: Step) -> Answered[A] | Unable:
        """The outcome of this step, from the journal if it is there."""
        name = digest(ask, self._engine.attempt)
        known = self._meter.journal.done(step.key, name)
        if known is not None:
            self._meter.tell(event_of(known, "replayed"))
            return read(ask, known)
        if step.key in self._asked:
            raise ValueError(f"{step.key} is asked twice at once: a step is one place, and one call")
        self._asked.add(step.key)
        try:
            call = ModelCall(ask, step, name, self._engine, self._meter)
            await call.take_up()
            return await call.outcome()
        finally:
            self._asked.remove(step.key)

    async def can_ask(self, ask: Ask[A], step: Step, *, keeping: int) -> bool:
        """Whether a call is answered already, or the money is there for it and `keeping` more like it."""
        if self._meter.journal.done(step.key, digest(ask, self._engine.attempt)) is not None:
            return True
        by_turns = self._engine.by_turns
        if by_turns is None:
            likely = self._engine.attempt.worst_usd_micros(ask)
        else:
            cost = by_turns.cost(ask, None)
            likely = likely_usd_micros(cost.usd_micros, cost.room)
        ledger, closing = self._meter.ledger, step.phase == CLOSING_PHASE
        try:
            hold = await ledger.reserve(step.key, (1 + keeping) * likely, closing=closing)
        except BudgetExceeded:
            return False
        ledger.settle(hold, 0)
        return True

    async def charge_in_flight(self) -> tuple[Entry, ...]:
        """Put on record that what was in flight at the end of the last process counts at its worst case. What
        waits for a batch is still to be had.

        Returns every such charge of the open iteration, those of earlier resumes too: none of them is in the
        saved graph yet. The ledger has counted them already (`CapLedger.from_entries`).
        """
        for entry in in_flight(self._meter.journal.entries):
            if entry.custom_id and self._meter.overnight is not None:
                continue
            await self._meter.record(entry.model_copy(update={"kind": "charged", "outcome": IN_FLIGHT}))
        return tuple(entry for entry in self._meter.journal.entries if entry.kind == "charged")

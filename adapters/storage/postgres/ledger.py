"""The cap of a submitted batch, shared by all workers: held in the database before a call is sent."""

import asyncio

from pathfinder.adapters.metering.grants import ample_tokens
from pathfinder.adapters.storage.postgres.database import SessionTakenOver
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Entry, Hold, Room
from pathfinder.protocols.errors import BudgetExceeded, StorageFailed
from pathfinder.protocols.graph.memory import Spend
from pathfinder.protocols.ids import StepKey

LOOK_SECONDS = 0.5
"""How often a call that waits for room asks again."""


class SharedLedger:
    """Implements `Ledger` over all jobs of a batch; the session keeps its own cap beside it.

    A settling is on its way when `settle` returns. Until it arrives the hold counts at its worst case, and
    one that never arrives is made up for by the next start of the job, from its journal.
    """

    def __init__(self, lease: Lease) -> None:
        self._lease = lease
        self._given = 0
        self._open: dict[int, Hold] = {}
        self._spent = 0
        self._settling: set[asyncio.Task[None]] = set()

    async def open(self, spent_usd_micros: int) -> None:
        """What the job has cost so far, by its record and journal; holds of earlier starts are void."""
        lease = self._lease
        await lease.database.rows("SELECT ledger_open(%s, %s, %s)", lease.job, lease.epoch, spent_usd_micros)

    async def reserve(
        self, step: StepKey, worst_usd_micros: int, *, room: Room | None = None, closing: bool = False
    ) -> Hold:
        """See the port. Who waits asks again and again; workers are not served in the order they came."""
        if worst_usd_micros < 0:
            raise ValueError(f"a worst case of {worst_usd_micros} micro-dollars for {step}")
        self._given += 1
        tokens = room.most if room is not None else 0
        hold = Hold(number=self._given, step=step, usd_micros=worst_usd_micros, tokens=tokens)
        if worst_usd_micros or (room is not None and room.usd_micros_per_million):
            hold = await self._take(hold, room, closing)
        self._open[hold.number] = hold
        return hold

    def settle(
        self,
        hold: Hold,
        spent_usd_micros: int,
        *,
        role: str = "",  # noqa: ARG002  (told by the session's own ledger)
        engine: str = "",  # noqa: ARG002  (told by the session's own ledger)
        tokens: tuple[int, int] = (0, 0),  # noqa: ARG002  (told by the session's own ledger)
    ) -> None:
        """Close a hold with what it came to."""
        if spent_usd_micros < 0:
            raise ValueError(f"{hold.step} cannot have cost {spent_usd_micros} micro-dollars")
        if self._open.pop(hold.number, None) != hold:
            raise ValueError(f"hold {hold.number} of {hold.step} is not open: it was settled before")
        self._spent += spent_usd_micros
        if hold.usd_micros:
            task = asyncio.get_running_loop().create_task(self._close(hold, spent_usd_micros))
            self._settling.add(task)
            task.add_done_callback(self._settling.discard)

    def take_up(self, entry: Entry, tokens: int) -> Hold:  # noqa: ARG002  (the port's)
        """No call of a fleet waits for a batch."""
        raise ValueError(f"{entry.step} was not sent by a fleet")

    @property
    def spent_usd_micros(self) -> int:
        """Of this start of the job."""
        return self._spent

    @property
    def spend(self) -> Spend:
        """Of this start of the job, in one sum: the session's own ledger has the details."""
        return Spend(total_usd_micros=self._spent)

    async def settled(self) -> None:
        """Wait until everything that is on its way has arrived, or never will."""
        while self._settling:
            await asyncio.wait(tuple(self._settling))

    async def _take(self, hold: Hold, room: Room | None, closing: bool) -> Hold:
        """The hold as the database gives it: with as long an answer as the money of the batch allows."""
        lease, prompt = self._lease, hold.usd_micros
        lengths = (0, 0, 0, 0, 0) if room is None else _lengths(room)
        try:
            while True:
                rows = await lease.database.rows(
                    "SELECT answer, open, granted "
                    "FROM ledger_take(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
                    lease.job,
                    lease.epoch,
                    hold.number,
                    hold.step,
                    prompt,
                    closing,
                    *lengths,
                )
                answer, left, tokens = rows[0]
                if answer == "held":
                    more = room.usd_micros(tokens) if room is not None else 0
                    return hold.model_copy(update={"usd_micros": prompt + more, "tokens": tokens})
                if answer == "refused":
                    least = prompt + (room.usd_micros(min(room.least, room.most)) if room is not None else 0)
                    raise BudgetExceeded(
                        Message(
                            "budget-of-batch-too-small",
                            step=hold.step,
                            least=f"{least / 1000000:.6f}",
                            left=f"{max(0, left) / 1000000:.6f}",
                        )
                    )
                await asyncio.sleep(LOOK_SECONDS)
        except asyncio.CancelledError:
            # The hold may have been given a moment ago.
            await asyncio.shield(self._close(hold, 0))
            raise

    async def _close(self, hold: Hold, spent_usd_micros: int) -> None:
        lease = self._lease
        try:
            await lease.database.rows(
                "SELECT ledger_settle(%s, %s, %s, %s)", lease.job, lease.epoch, hold.number, spent_usd_micros
            )
        except (SessionTakenOver, StorageFailed):
            return  # Counted at its worst case until the next start of the job reads the journal.


def _lengths(room: Room) -> tuple[int, int, int, int, int]:
    """Price, and the lengths of an answer that the database goes by."""
    least, likely = min(room.least, room.most), min(room.likely, room.most)
    return room.usd_micros_per_million, least, likely, ample_tokens(room), room.most

"""The cap on money: set aside at worst case before a call is sent, settled from usage after.

`spent + open holds + kept back + the next worst case <= cap` holds whenever a hold is given. A worst case is
that of the prompt and of an answer that fills its room; how much room an answer gets is what the free money
allows (`grants.py`). What is kept back, max(3 %, the worst case of the closing report), only the closing
report may take.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pathfinder.adapters.metering.grants import granted_tokens, likely_usd_micros
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Entry, Hold, Room
from pathfinder.protocols.errors import BudgetExceeded
from pathfinder.protocols.graph.memory import Spend
from pathfinder.protocols.ids import StepKey

KEPT_BACK_PERCENT = 3


def in_flight(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The attempts that were sent and of which nothing more is known: they may have been paid for."""
    known = tuple(entries)
    ended = {(entry.step, entry.attempt) for entry in known if entry.kind != "sent"}
    return tuple(
        entry for entry in known if entry.kind == "sent" and (entry.step, entry.attempt) not in ended
    )


@dataclass(frozen=True, eq=False)
class _Waiter:
    step: StepKey
    worst: int
    room: Room | None
    closing: bool
    hold: asyncio.Future[Hold]

    @property
    def least(self) -> int:
        """What it cannot go without."""
        return self.worst + (self.room.usd_micros(min(self.room.least, self.room.most)) if self.room else 0)

    @property
    def likely(self) -> int:
        return likely_usd_micros(self.worst, self.room)


class CapLedger:
    """Keeps one cap for everybody who shares it. Waiters are served in the order they came."""

    def __init__(
        self,
        cap_usd_micros: int | None,
        closing_worst_usd_micros: int = 0,
        spent_before: Spend | None = None,
        *,
        higher: str = "--budget",
        before_refusal: Callable[[], None] = lambda: None,
    ) -> None:
        """`cap_usd_micros` None counts without a limit; `higher`: what to raise when it is used up.

        `before_refusal` is called before a call is refused, and may change the cap.
        """
        self._higher = higher
        self._before_refusal = before_refusal
        self._cap = cap_usd_micros
        self._closing_worst = closing_worst_usd_micros
        self._kept_back = _kept_back(cap_usd_micros, closing_worst_usd_micros)
        before = spent_before or Spend()
        self._spent = before.total_usd_micros
        self._by_role = Counter(before.by_role)
        self._by_engine = Counter(before.by_engine)
        self._tokens = (0, 0)
        self._overrun = 0
        self._given = 0
        self._open: dict[int, Hold] = {}
        self._held = 0
        self._likely: dict[int, int] = {}
        """What each call in flight is likely to need, and whoever sent it for the next."""
        self._line: deque[_Waiter] = deque()

    @classmethod
    def from_entries(
        cls,
        entries: Sequence[Entry],
        cap_usd_micros: int | None,
        closing_worst_usd_micros: int = 0,
        spent_before: Spend | None = None,
        *,
        higher: str = "--budget",
        before_refusal: Callable[[], None] = lambda: None,
    ) -> "CapLedger":
        """The ledger of a session that goes on: `spent_before` up to its last closed iteration, and the
        journal of the open one. What was in flight counts at its worst case from the start.
        """
        ledger = cls(
            cap_usd_micros,
            closing_worst_usd_micros,
            spent_before,
            higher=higher,
            before_refusal=before_refusal,
        )
        for entry in (*(known for known in entries if known.kind != "sent"), *in_flight(entries)):
            ledger._spend(entry.usd_micros, entry.role, entry.engine, entry.tokens)
        return ledger

    @property
    def spent_usd_micros(self) -> int:
        """Everything settled so far."""
        return self._spent

    @property
    def held_usd_micros(self) -> int:
        """Everything set aside and not settled yet."""
        return self._held

    @property
    def overrun_usd_micros(self) -> int:
        """By how much calls went above their worst case. Anything but 0 says that a price is wrong."""
        return self._overrun

    @property
    def spend(self) -> Spend:
        """What was spent, by role and by engine."""
        return Spend(
            total_usd_micros=self._spent, by_role=dict(self._by_role), by_engine=dict(self._by_engine)
        )

    @property
    def tokens(self) -> tuple[int, int]:
        """Tokens in and out, of this open iteration and what came after it."""
        return self._tokens

    def change_cap(self, cap_usd_micros: int) -> int:
        """Set another cap, but never less than what is spent and held; the cap as it is now."""
        self._cap = max(cap_usd_micros, self._spent + self._held)
        self._kept_back = _kept_back(self._cap, self._closing_worst)
        self._serve()
        return self._cap

    async def reserve(
        self, step: StepKey, worst_usd_micros: int, *, room: Room | None = None, closing: bool = False
    ) -> Hold:
        """Set the worst case aside; see the port. What costs nothing never waits."""
        if worst_usd_micros < 0:
            raise ValueError(f"a worst case of {worst_usd_micros} micro-dollars for {step}")
        waiter = _Waiter(step, worst_usd_micros, room, closing, asyncio.get_running_loop().create_future())
        if waiter.likely == 0 or self._cap is None:
            return self._hold(waiter, room.most if room is not None else 0)
        self._line.append(waiter)
        self._serve()
        try:
            return await waiter.hold
        except asyncio.CancelledError:
            self._withdraw(waiter)
            raise

    def settle(
        self,
        hold: Hold,
        spent_usd_micros: int,
        *,
        role: str = "",
        engine: str = "",
        tokens: tuple[int, int] = (0, 0),
    ) -> None:
        """Close a hold with what it came to, be it more than was held: the bill is the bill."""
        if spent_usd_micros < 0:
            raise ValueError(f"{hold.step} cannot have cost {spent_usd_micros} micro-dollars")
        if self._open.get(hold.number) != hold:
            raise ValueError(f"hold {hold.number} of {hold.step} is not open: it was settled before")
        self._overrun += max(0, spent_usd_micros - hold.usd_micros)
        self._spend(spent_usd_micros, role, engine, tokens)
        self._release(hold)

    def take_up(self, entry: Entry, tokens: int) -> Hold:
        """See the port."""
        self._spent -= entry.usd_micros
        for counted, name in ((self._by_role, entry.role), (self._by_engine, entry.engine)):
            counted[name] -= entry.usd_micros
            if counted[name] <= 0:
                del counted[name]
        return self._opened(entry.step, entry.usd_micros, tokens, entry.usd_micros)

    def _spend(self, usd_micros: int, role: str, engine: str, tokens: tuple[int, int]) -> None:
        self._spent += usd_micros
        self._tokens = (self._tokens[0] + tokens[0], self._tokens[1] + tokens[1])
        if usd_micros:
            self._by_role[role] += usd_micros
            self._by_engine[engine] += usd_micros

    def _hold(self, waiter: _Waiter, tokens: int) -> Hold:
        worst = waiter.worst + (waiter.room.usd_micros(tokens) if waiter.room is not None else 0)
        return self._opened(waiter.step, worst, tokens, waiter.likely)

    def _opened(self, step: StepKey, usd_micros: int, tokens: int, likely: int) -> Hold:
        self._given += 1
        hold = Hold(number=self._given, step=step, usd_micros=usd_micros, tokens=tokens)
        self._open[hold.number] = hold
        self._likely[hold.number] = likely
        self._held += usd_micros
        return hold

    def _release(self, hold: Hold) -> None:
        del self._open[hold.number], self._likely[hold.number]
        self._held -= hold.usd_micros
        self._serve()

    def _withdraw(self, waiter: _Waiter) -> None:
        """Forget a cancelled waiter; it may have been given its hold, or refused, a moment ago."""
        if waiter in self._line:
            self._line.remove(waiter)
            self._serve()
        elif not waiter.hold.cancelled() and waiter.hold.exception() is None:
            self._release(waiter.hold.result())

    def _serve(self) -> None:
        """Give the first in the line its hold, and so on until one has to wait.

        Refusing waits until nothing is open, even where no settling could make enough room: the refusal ends
        the run, and calls in flight should come home first.
        """
        while self._line:
            head = self._line[0]
            if head.hold.done():  # Cancelled, and not yet told so.
                self._line.popleft()
            elif (tokens := self._granted(head)) is not None:
                self._line.popleft()
                head.hold.set_result(self._hold(head, tokens))
            elif self._held:
                return
            elif not self._has_new_cap():
                self._line.popleft()
                head.hold.set_exception(BudgetExceeded(self._refusal(head)))

    def _has_new_cap(self) -> bool:
        """Whether the cap was changed since it was looked at last, just before a refusal."""
        before = self._cap
        self._before_refusal()
        return self._cap != before

    def _granted(self, head: _Waiter) -> int | None:
        """How long the answer of the first in the line may be; None if it cannot go now."""
        free = self._free(closing=head.closing)
        if head.room is None:
            return 0 if head.worst <= free else None
        others = sum(self._likely.values()) + sum(
            waiter.likely for waiter in self._line if waiter is not head
        )
        return granted_tokens(free, head.worst, head.room, others, others=self._held > 0)

    def _free(self, *, closing: bool) -> int:
        return (self._cap or 0) - self._spent - self._held - (0 if closing else self._kept_back)

    def _refusal(self, waiter: _Waiter) -> str:
        cap = self._cap or 0
        left = max(0, cap - self._spent - (0 if waiter.closing else self._kept_back))
        sums = {"least": _usd(waiter.least), "left": _usd(left), "budget": _usd(cap)}
        if waiter.closing:
            return Message("budget-too-small", step=waiter.step, option=self._higher, **sums)
        kept = _usd(self._kept_back)
        return Message("budget-too-small-kept", step=waiter.step, option=self._higher, kept=kept, **sums)


def _kept_back(cap: int | None, closing_worst: int) -> int:
    if cap is None:
        return 0
    share = -(-cap * KEPT_BACK_PERCENT // 100)
    return min(cap, max(share, closing_worst))


def _usd(micros: int) -> str:
    """Dollars to the cent, or as many places as a small sum needs."""
    return f"${micros / 1_000_000:.2f}" if micros % 10_000 == 0 else f"${micros / 1_000_000:.6f}".rstrip("0")

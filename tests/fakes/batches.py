"""A provider with batches in virtual time, and what waits for them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.overnight import Candidate, Deferral, Params, Submission
from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unfinished
from pathfinder.protocols.calls.ports import Cost, Room
from pathfinder.protocols.calls.questions import PageChoice
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import CallNotProcessed
from tests.fakes.virtual_time import VirtualClock

HOUR = 3_600.0
CHOICE = PageChoice(numbers=(3, 1))
CLOCK = VirtualClock()


class MemoryLog:
    def __init__(self, *known: Submission) -> None:
        self.written = list(known)

    @property
    def submissions(self) -> Sequence[Submission]:
        return self.written

    async def write(self, submission: Submission) -> None:
        self.written.append(submission)


class Provider:
    """Batches that take some hours; every answer is the name of its request."""

    provider = "test"

    def __init__(self, hours: float = 1.0) -> None:
        self.seconds = hours * HOUR
        self.made: dict[str, tuple[float, tuple[str, ...]]] = {}
        self.cancelled: dict[str, float] = {}
        self.known_before: list[bool] = []
        self.log: MemoryLog | None = None
        self.refuses: Exception | None = None
        self.asks: Exception | None = None

    async def submit(self, requests: Mapping[str, Params], mark: str) -> str:
        if self.log is not None:
            self.known_before.append(any(one.mark == mark for one in self.log.written))
        if self.refuses is not None and not getattr(self.refuses, "maybe_paid", False):
            raise self.refuses
        name = f"b{len(self.made) + 1}"
        self.made[name] = CLOCK.monotonic(), tuple(requests)
        if self.refuses is not None:
            raise self.refuses
        return name

    async def ended(self, batch: str) -> bool:
        if self.asks is not None:
            raise self.asks
        over = CLOCK.monotonic() - self.made[batch][0] >= self.seconds
        return over or batch in self.cancelled

    async def results(self, batch: str) -> Mapping[str, Any]:
        if batch in self.cancelled:
            return dict.fromkeys(self.made[batch][1], CallNotProcessed("called back"))
        return {name: f"answer to {name}" for name in reversed(self.made[batch][1])}

    async def cancel(self, batch: str) -> None:
        self.cancelled[batch] = CLOCK.monotonic()

    async def made_since(self, then: datetime, mark: str, size: int) -> Sequence[Candidate]:
        return [Candidate(name, False) for name, (_, names) in self.made.items() if len(names) == size]


class Priced:
    """An attempt for 1,000, or 500 by way of a batch."""

    identity = "test/one"

    def __init__(self, provider: Provider, deferral: Deferral | None = None) -> None:
        self.provider = provider
        self.may_wait = True
        self._deferral = deferral
        self.usual: list[float] = []
        """When calls went the usual way."""

    @property
    def _price(self) -> int:
        return 1_000 if self._deferral is None else 500

    def fingerprint(self, ask: Ask[Any]) -> str:
        return "p1"

    def worst_usd_micros(self, ask: Ask[Any]) -> int:
        raise AssertionError("it is asked by turns")

    async def reply(self, ask: Ask[Any], step: Step) -> Reply[Any]:
        raise AssertionError("it is asked by turns")

    def cost(self, ask: Ask[Any], after: Unfinished | None) -> Cost:
        return Cost(
            usd_micros=2 * self._price, room=Room(usd_micros_per_million=0, least=1, likely=1, most=9)
        )

    async def counted(self, ask: Ask[Any]) -> bool:
        return False

    def deferred(self, ask: Ask[Any], deferral: Deferral) -> "Priced | None":
        return Priced(self.provider, deferral) if deferral.open(self.provider) else None

    async def turn(self, ask: Ask[Any], max_tokens: int, after: Unfinished | None) -> Reply[Any]:
        assert max_tokens == 9 or (self._deferral is not None and self._deferral.collects)
        if self._deferral is None:
            self.usual.append(CLOCK.monotonic())
        else:
            await self._deferral.result(self.provider, {"max_tokens": max_tokens})
        return Reply[Any](outcome=Answered[Any](value=CHOICE), spent_usd_micros=self._price)


class Turns(NoLimit):
    """Counts the calls that come under the limit of the pace."""

    def __init__(self) -> None:
        self.taken = 0

    async def turn(self, lane: str = "") -> None:
        self.taken += 1

"""The one loop of attempts, for models (`model_call.py`) and search engines (`search_call.py`).

Budget and journal go together: money is held before an attempt leaves, `sent` is on disk with the hold before
the request goes out, the outcome is on disk before anybody uses it, and the hold is settled at what the
attempt came to. An attempt of which nothing more is known counts at its worst case. The kind of call decides
what follows a failure: a model waits behind the breaker of its host, a search leaves its place to other
engines.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from random import Random
from typing import Generic, Literal, NamedTuple, TypeVar

from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.outcomes import plain
from pathfinder.adapters.metering.overnight import Overnight
from pathfinder.adapters.metering.recording import record
from pathfinder.adapters.metering.recovery import Recovery
from pathfinder.locales.catalogue import text_of
from pathfinder.protocols.calls.ports import Clock, Entry, Hold, Journal, Ledger, Limiter
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed
from pathfinder.protocols.ids import StepKey

T = TypeVar("T")

SLICE_SECONDS = 1.0
"""Nobody waits longer than this without looking whether the user asked to stop."""

TellKind = Literal[
    "replayed", "sent", "failed", "done", "charged", "waiting", "resting", "back", "schema_refused"
]


class CallEvent(NamedTuple):
    """What an observer receives: each entry written, each outcome reused, each wait that is felt."""

    step: StepKey
    kind: TellKind
    attempt: int = 0
    usd_micros: int = 0
    tokens: tuple[int, int] = (0, 0)
    reason: str = ""
    seconds: float = 0.0
    """waiting: how long."""
    engine: str = ""
    """waiting, resting, back: the search engine that does not answer, is left out, or answers again.
    schema_refused: the call. done, failed: who was asked."""
    model: str = ""
    """done, failed: the model that was asked."""
    took: float | None = None
    """done, failed: seconds from sending the request to its outcome; None: nothing was sent."""


@dataclass(frozen=True)
class Meter:
    """What all models and search engines of a session share."""

    journal: Journal
    ledger: Ledger
    limiter: Limiter
    """Of model calls."""
    clock: Clock
    rng: Random
    gate: Callable[[], None] = lambda: None
    """Raises Interrupted once the user asked to stop: nothing is sent from then on."""
    observer: Callable[[CallEvent], None] | None = None
    recovery: Recovery = field(default_factory=Recovery)
    """Shared by all models that call the same providers."""
    searches: Limiter = field(default_factory=NoLimit)
    """Of searches that leave the machine, beside each engine's own pace."""
    overnight: Overnight | None = None
    """Where calls wait for a batch of the provider's, at half the price."""

    def tell(self, event: CallEvent) -> None:
        """Emit an event, if anybody listens."""
        if self.observer is not None:
            self.observer(event)

    async def record(self, entry: Entry, model: str = "", took: float | None = None) -> None:
        """Write an entry to the journal and emit it."""
        await record(self.journal, entry)
        self.tell(event_of(entry, entry.kind, model, took))

    async def wait(self, seconds: Callable[[float], float]) -> None:
        """Wait while `seconds`, asked with the time, says more than 0; a stop of the user ends it."""
        while (left := seconds(self.clock.monotonic())) > 0:
            await self.clock.sleep(min(left, SLICE_SECONDS))
            self.gate()


def event_of(entry: Entry, kind: TellKind, model: str = "", took: float | None = None) -> CallEvent:
    """An entry as whoever watches receives it; `took` where a request was sent."""
    reason = entry.outcome if kind in ("failed", "charged") else ""
    event = CallEvent(entry.step, kind, entry.attempt, entry.usd_micros, entry.tokens, reason)
    return event if took is None else event._replace(engine=entry.engine, model=model, took=round(took, 3))


class AttemptNumbers:
    """Counted over the life of the session, so that every attempt has a name of its own."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def next(self, step: StepKey) -> int:
        """The number of the attempt that is made now."""
        self._last[step] = self._last.get(step, 0) + 1
        return self._last[step]

    @cached_property
    def _last(self) -> dict[StepKey, int]:
        return {entry.step: entry.attempt for entry in self._journal.entries}


class Returned(NamedTuple, Generic[T]):
    """What an attempt brought, as the journal keeps it."""

    outcome: T
    entry: Entry
    """With what was spent."""


@dataclass
class Bill:
    """What an attempt comes to if it ends now."""

    usd_micros: int = 0
    tokens: tuple[int, int] = (0, 0)


class MeteredCall(ABC, Generic[T]):
    """One question or query, attempted until it has an outcome."""

    role: str
    """For the ledger."""
    payee: str
    """Who is paid."""
    model = ""

    def __init__(self, meter: Meter, step: StepKey, digest: str, numbers: AttemptNumbers) -> None:
        self.meter, self.step, self.digest = meter, step, digest
        self._numbers = numbers
        self.number = 0
        """Of the attempt under way."""

    async def outcome(self) -> T:
        """Attempts until one comes back or no further one would help; failing for good is an outcome too."""
        for attempts in count(1):
            await self.before_attempt()
            try:
                outcome = await self.attempt()
            except AttemptFailed as failure:
                outcome = await self.after_failure(failure, attempts)
            except ProviderFailed as failure:
                outcome = await self.without_provider(failure)
            if outcome is not None:
                return outcome
        raise AssertionError("count() has no end")

    async def attempt(self) -> T | None:
        """One attempt under its own hold, settled once it is on record; None: another has to follow."""
        meter, bill = self.meter, Bill()
        meter.gate()
        hold = await self.reserve()
        try:
            async with self.admitted():
                return await self._sent(hold, bill)
        finally:
            meter.ledger.settle(hold, bill.usd_micros, role=self.role, engine=self.payee, tokens=bill.tokens)

    async def _sent(self, hold: Hold, bill: Bill) -> T | None:
        # From here on, whatever cuts this short (a cancellation, a bug), the provider may have been paid.
        bill.usd_micros = hold.usd_micros
        if self.is_announced(hold):
            await self.meter.record(self.entry("sent", hold.usd_micros))
        clock = self.meter.clock
        started = clock.monotonic()
        try:
            returned = await self.send(hold)
        except (AttemptFailed, ProviderFailed) as failure:
            if self.is_still_out(failure):
                raise
            bill.usd_micros = paid(failure, hold.usd_micros)
            failed = self.entry("failed", bill.usd_micros, plain(text_of(failure)))
            await self.record_failure(failed, hold, clock.monotonic() - started)
            raise
        bill.usd_micros, bill.tokens = returned.entry.usd_micros, returned.entry.tokens
        await self.meter.record(returned.entry, self.model, clock.monotonic() - started)
        return returned.outcome

    @abstractmethod
    async def before_attempt(self) -> None:
        """Wait until an attempt may be made, and give it its number."""

    @abstractmethod
    async def reserve(self) -> Hold:
        """Hold what the next attempt can cost at most."""

    @abstractmethod
    def admitted(self) -> AbstractAsyncContextManager[None]:
        """Wait for the pace that limits allow, and look at the gate once more."""

    @abstractmethod
    async def send(self, hold: Hold) -> Returned[T | None]:
        """The request itself; AttemptFailed or ProviderFailed if nothing came back."""

    @abstractmethod
    async def after_failure(self, failure: AttemptFailed, attempts: int) -> T | None:
        """What is left to say when no further attempt would help; None: try again."""

    async def without_provider(self, failure: ProviderFailed) -> T:
        """What is left to say when the provider never will; raises where the run cannot go on without it."""
        raise failure

    def is_announced(self, hold: Hold) -> bool:
        """Whether `sent` is written before the request."""
        return hold.usd_micros > 0

    def is_still_out(self, failure: AttemptFailed | ProviderFailed) -> bool:  # noqa: ARG002  (a batch may answer later)
        """Whether an answer may come all the same."""
        return False

    async def record_failure(self, entry: Entry, hold: Hold, took: float) -> None:  # noqa: ARG002  (what cost nothing may be left out)
        """Put a failed attempt on record."""
        await self.meter.record(entry, self.model, took)

    def entry(
        self,
        kind: Literal["sent", "failed", "done"],
        usd_micros: int = 0,
        outcome: str = "",
        tokens: tuple[int, int] = (0, 0),
    ) -> Entry:
        """A line of the journal about the attempt under way."""
        return self.marked(
            Entry(
                kind=kind,
                step=self.step,
                attempt=self.number,
                digest=self.digest,
                usd_micros=usd_micros,
                role=self.role,
                engine=self.payee,
                outcome=outcome,
                tokens=tokens,
            )
        )

    @abstractmethod
    def marked(self, entry: Entry) -> Entry:
        """A line of the journal with what this kind of call says besides."""


def paid(failure: AttemptFailed | ProviderFailed, worst_usd_micros: int) -> int:
    """What a failed attempt counts at: what it cost, or the most it can have cost."""
    if not isinstance(failure, AttemptFailed) or not failure.maybe_paid:
        return 0
    return worst_usd_micros if failure.paid_usd_micros is None else failure.paid_usd_micros

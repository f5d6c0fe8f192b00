"""One question to a model: held, sent, tried again and put on record by the loop of `attempts.py`."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Generic, TypeVar, assert_never

from pathfinder.adapters.metering.attempts import (
    SLICE_SECONDS,
    AttemptNumbers,
    CallEvent,
    Meter,
    MeteredCall,
    Returned,
)
from pathfinder.adapters.metering.ledger import in_flight
from pathfinder.adapters.metering.outcomes import plain, written
from pathfinder.adapters.metering.overnight import Deferrable, Deferral
from pathfinder.adapters.metering.recovery import REFUSALS
from pathfinder.adapters.metering.retry import GiveUp, PauseRun, RetryAfter, after_failure
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable, Unfinished, Usage
from pathfinder.protocols.calls.ports import Attempt, Entry, Hold, Journal, Paced, TurnByTurn
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import (
    AttemptFailed,
    BudgetExceeded,
    CallNotProcessed,
    CallRefused,
    ProviderFailed,
    ServerAbsent,
)
from pathfinder.protocols.evidence.addresses import without_invented_addresses
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ids import StepKey

A = TypeVar("A", bound=Frozen)

CLOSING_PHASE = "CLOSING"
"""Steps of this phase write the closing report and may take what the ledger keeps back for it."""
OUTAGE = 3
"""So many calls given up in a row are an outage: the run pauses instead of going on without answers."""
CONTACT_TRIES, CONTACT_SECONDS = 2, 0.5
"""A server that has never answered and cannot be reached is tried so often, with at most this pause between;
who has waited longer than the pause for the first try to fail does not try again."""
IN_FLIGHT = "in flight when the session ended; charged at its worst case"


@dataclass
class Engine:
    """What all calls to one engine share."""

    attempt: Attempt
    journal: Journal
    in_a_row: int = 0
    """Calls given up one after another because nobody could be reached."""
    numbers: AttemptNumbers = field(init=False)
    # Looked up once: checking whether an object has the methods of a port is slow.
    paced: Paced | None = field(init=False)
    by_turns: TurnByTurn | None = field(init=False)
    deferrable: Deferrable | None = field(init=False)

    def __post_init__(self) -> None:
        attempt = self.attempt
        self.numbers = AttemptNumbers(self.journal)
        self.paced = attempt if isinstance(attempt, Paced) else None
        self.by_turns = attempt if isinstance(attempt, TurnByTurn) else None
        self.deferrable = attempt if isinstance(attempt, Deferrable) else None

    @cached_property
    def left(self) -> dict[StepKey, Entry]:
        """What an earlier process has sent that waits for a batch."""
        return {entry.step: entry for entry in in_flight(self.journal.entries) if entry.custom_id}

    def lane(self, ask: Ask[A]) -> str:
        """A lane is a host and a model; what has no lane is one model."""
        return self.paced.lane(ask) if self.paced is not None else self.attempt.identity


class ModelCall(MeteredCall[Answered[A] | Unable], Generic[A]):
    """One question to a model."""

    def __init__(self, ask: Ask[A], step: Step, digest: str, engine: Engine, meter: Meter) -> None:
        super().__init__(meter, step.key, digest, engine.numbers)
        self._ask, self._step, self._engine = ask, step, engine
        self.role, self.payee = ask.role, engine.attempt.identity
        self._lane = engine.lane(ask)
        self.model = self._lane.rpartition(" ")[2] if engine.paced is not None else self._lane
        self._breaker = meter.recovery.breaker(self._lane)
        self._started = meter.clock.monotonic()
        self._by_turns: TurnByTurn | None = engine.by_turns
        """What the attempt under way is asked through, where it is paid by the length of its answer."""
        self._after: Unfinished | None = None
        """What the attempt before brought, if it was not finished."""
        self._left: Entry | None = None
        """What an earlier process has sent of this call and is still out."""
        self._custom_id = ""
        """Its name in a batch, where the attempt under way waits for one."""

    async def take_up(self) -> None:
        """Before the first attempt: look for one that an earlier process has sent to a batch."""
        self.meter.recovery.retries.earn()
        left = self._engine.left.pop(self.step, None) if self.meter.overnight is not None else None
        if left is not None and left.digest != self.digest:
            await self.meter.record(left.model_copy(update={"kind": "charged", "outcome": IN_FLIGHT}))
            return
        self._left = left

    async def before_attempt(self) -> None:
        """Behind the breaker of its host and model."""
        self.number = self._numbers.next(self.step) if self._left is None else self._left.attempt
        self._custom_id = ""
        await self._wait(self._breaker.wait_seconds, Message("waiting-provider-out"))

    async def attempt(self) -> Answered[A] | Unable | None:
        """One attempt; one that follows an unfinished answer and does not fit the budget ends the call."""
        try:
            return await super().attempt()
        except BudgetExceeded as error:
            if self._after is None:
                raise
            # The run may go on with calls that need less.
            return await self._give_up(Message("call-not-asked-again", reason=self._after.reason, why=error))

    async def reserve(self) -> Hold:
        """Under the cap; an attempt that is still out (`_left`) is held again at what it was held at."""
        self._by_turns = self._deferred() or self._engine.by_turns
        if self._left is not None and self.meter.overnight is not None:
            return self.meter.ledger.take_up(self._left, self.meter.overnight.room(self._left.custom_id))
        ledger, closing = self.meter.ledger, self._step.phase == CLOSING_PHASE
        if self._by_turns is None:
            worst = self._engine.attempt.worst_usd_micros(self._ask)
            return await ledger.reserve(self.step, worst, closing=closing)
        cost = self._by_turns.cost(self._ask, self._after)
        try:
            return await ledger.reserve(self.step, cost.usd_micros, room=cost.room, closing=closing)
        except BudgetExceeded:
            # A prompt is held at what it can be at most, about twice what it is.
            if not await self._by_turns.counted(self._ask):
                raise
        cost = self._by_turns.cost(self._ask, self._after)
        return await ledger.reserve(self.step, cost.usd_micros, room=cost.room, closing=closing)

    def _deferred(self) -> TurnByTurn | None:
        """The attempt by way of a batch, where calls wait for one now, or where this one does already."""
        overnight, left = self.meter.overnight, self._left
        if overnight is None or self._engine.deferrable is None:
            return None
        custom_id = (
            overnight.custom_id(self.step, self.number, self.digest) if left is None else left.custom_id
        )
        deferral = Deferral(overnight, custom_id, self.meter.gate, collects=left is not None)
        deferred = self._engine.deferrable.deferred(self._ask, deferral)
        self._custom_id = custom_id if deferred is not None else ""
        return deferred

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """In the provider's own line, if it has one, and at the session's pace; a batch has neither."""
        if self._custom_id:
            yield
            return
        paced, meter = self._engine.paced, self.meter
        if paced is not None:
            await paced.enter(self._ask, meter.gate)
        try:
            await meter.limiter.turn(self._lane)
            meter.gate()
            yield
        finally:
            if paced is not None:
                paced.leave(self._ask)

    def is_announced(self, hold: Hold) -> bool:
        """What costs money, or waits for a batch and was not sent by an earlier process."""
        return self._left is None if self._custom_id else hold.usd_micros > 0

    def is_still_out(self, failure: AttemptFailed | ProviderFailed) -> bool:
        """In a batch: who resumes the session takes it up."""
        return bool(self._custom_id) and isinstance(failure, ProviderFailed)

    async def send(self, hold: Hold) -> Returned[Answered[A] | Unable | None]:
        """What the model answered, or an answer that is not finished."""
        if self._by_turns is None:
            reply: Reply[A] | Unfinished = await self._engine.attempt.reply(self._ask, self._step)
        else:
            reply = await self._by_turns.turn(self._ask, hold.tokens, self._after)
        self._engine.in_a_row = 0
        self._breaker.answered()
        spent, tokens = reply.spent_usd_micros, _tokens(reply.usage)
        self._left = None
        if isinstance(reply, Unfinished):
            self._after = reply
            return Returned(None, self.entry("failed", spent, plain(reply.reason), tokens))
        outcome, text = written(_struck(reply.outcome, self._ask))
        if reply.schema_refused:
            said = plain(reply.schema_refused)
            self.meter.tell(
                CallEvent(self.step, "schema_refused", self.number, reason=said, engine=self._ask.name)
            )
        done = self.entry("done", spent, text, tokens)
        return Returned(outcome, done.model_copy(update={"lost": tuple(map(plain, reply.lost))}))

    async def after_failure(self, failure: AttemptFailed, attempts: int) -> Answered[A] | Unable | None:
        """Wait for the next attempt, or give the call up; ProviderFailed where the run cannot go on."""
        meter, clock, breaker = self.meter, self.meter.clock, self._breaker
        self._left = None
        if self._custom_id:
            # Hours in a batch are not hours of trying.
            self._started = clock.monotonic()
        if failure.wait_seconds:
            await meter.limiter.rest(self._lane, failure.wait_seconds)
        elapsed = clock.monotonic() - self._started
        decision = self._at_first_contact(failure, attempts, elapsed) or after_failure(
            failure, attempts, meter.rng, elapsed
        )
        if isinstance(failure, CallNotProcessed) and isinstance(decision, RetryAfter):
            return None
        if failure.helps and failure.wait_seconds is None:
            breaker.failed(clock.monotonic(), text_of(failure))
        else:
            # Who says no, or when to come back, is there.
            breaker.succeeded()
        match decision:
            case RetryAfter():
                await self._wait(_until(clock.monotonic() + decision.after_seconds), text_of(failure))
                retry = partial(meter.recovery.retry_seconds, breaker)
                await self._wait(retry, Message("waiting-many-retries"))
                return None
            case GiveUp() if failure.helps and breaker.open:
                # It is not this call that fails: it waits for the probe, or for the end of the run.
                return None
            case GiveUp():
                return await self._given_up(decision.reason, tried_again=failure.helps)
            case PauseRun():
                raise ProviderFailed(decision.reason)
            case _:
                assert_never(decision)

    async def _given_up(self, reason: str, *, tried_again: bool) -> Answered[A] | Unable:
        """The call has failed for good; ProviderFailed if it is one of several in a row."""
        self._engine.in_a_row = self._engine.in_a_row + 1 if tried_again else 0
        if self._engine.in_a_row >= OUTAGE:
            raise ProviderFailed(Message("provider-gone", count=OUTAGE, reason=reason))
        if self._after is not None:
            reason = Message("call-asked-again", reason=self._after.reason, again=reason)
        return await self._give_up(reason)

    async def _give_up(self, reason: str) -> Answered[A] | Unable:
        """The last attempt is on record with what it cost; the outcome itself costs nothing."""
        outcome, text = written(Unable(reason=plain(reason) or Message("call-failed-without-reason")))
        await self.meter.record(self.entry("done", 0, text))
        return outcome

    def _at_first_contact(
        self, failure: AttemptFailed, attempts: int, elapsed_seconds: float
    ) -> RetryAfter | None:
        """What only a server that has not answered yet is treated to; None: the usual rules apply.

        ProviderFailed if it refuses the first call, if it is not there, or if it has refused several calls
        in a row later on.
        """
        if isinstance(failure, CallRefused) and self._breaker.refused():
            raise ProviderFailed(_refusal(failure, met=self._breaker.met))
        if not isinstance(failure, ServerAbsent) or self.meter.recovery.met:
            return None
        if attempts >= CONTACT_TRIES or elapsed_seconds > CONTACT_SECONDS:
            raise ProviderFailed(Message("model-not-reached", reason=failure))
        return RetryAfter(self.meter.rng.uniform(0.0, CONTACT_SECONDS))

    async def _wait(self, turn: Callable[[float], float], why: str) -> None:
        """Wait until it is this call's turn; a wait that is long enough to be felt is emitted."""
        told = False

        def seconds(now: float) -> float:
            nonlocal told
            left = turn(now)
            if left >= SLICE_SECONDS and not told:
                told = True
                self.meter.tell(
                    CallEvent(self.step, "waiting", self.number, reason=plain(why), seconds=round(left, 1))
                )
            return left

        await self.meter.wait(seconds)

    def marked(self, entry: Entry) -> Entry:
        """`sent` has the name in a batch, `done` what shaped the answer."""
        if entry.kind == "done":
            return entry.model_copy(update={"fingerprint": self._engine.attempt.fingerprint(self._ask)})
        return entry.model_copy(update={"custom_id": self._custom_id}) if entry.kind == "sent" else entry


def _until(then: float) -> Callable[[float], float]:
    return lambda now: then - now


def _struck(outcome: Answered[A] | Unable, ask: Ask[A]) -> Answered[A] | Unable:
    """The answer without addresses of the model's own, on record and in use alike."""
    return (
        Answered(value=without_invented_addresses(outcome.value, ask))
        if isinstance(outcome, Answered)
        else outcome
    )


def _refusal(failure: CallRefused, *, met: bool) -> str:
    """Why the run ends, and what to do about it, in one sentence."""
    advice = failure.advice or Message("check-model-name")
    if not met:
        return Message("first-call-refused", reason=failure, advice=advice)
    return Message("calls-refused", count=REFUSALS, reason=failure, advice=advice)


def _tokens(usage: Usage) -> tuple[int, int]:
    """In, cached or not, and out."""
    return usage.input_tokens + usage.cache_write_tokens + usage.cache_read_tokens, usage.output_tokens

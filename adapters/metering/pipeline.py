"""A model whose calls are remembered, retried, paid for and paced.

The wrapping is fixed, outside in: journal > retry > budget > throttle > one attempt. A retry waits its pause,
then for the shared retry budget, then behind the breaker of its host and model (`recovery.py`). Outcomes,
failures too, are on disk before anybody uses them. An attempt is on disk, with its hold, before it leaves; if
nothing more is heard of it, it counts at its worst case. Where an engine is paid by the length of its
answers, the hold says how long one may be (`grants.py`), and a request that came back unfinished is followed
by a second one under a hold of its own, if the money allows. An attempt that waits for a batch of the
provider's (`overnight.py`) comes under no limit of its pace; one that an earlier process has sent is taken up
and not sent again.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import count
from random import Random
from typing import Generic, Literal, NamedTuple, TypeVar, assert_never

from pathfinder.adapters.metering.ledger import in_flight
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.outcomes import digest, plain, read, written
from pathfinder.adapters.metering.overnight import Deferrable, Deferral, Overnight
from pathfinder.adapters.metering.recording import record
from pathfinder.adapters.metering.recovery import REFUSALS, Breaker, Recovery
from pathfinder.adapters.metering.retry import Again, GiveUp, PauseRun, after_failure
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable, Unfinished, Usage
from pathfinder.protocols.calls.ports import (
    Attempt,
    Clock,
    Entry,
    Hold,
    Journal,
    Ledger,
    Limiter,
    Paced,
    TurnByTurn,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import (
    AttemptFailed,
    BudgetExceeded,
    CallRefused,
    CameBack,
    ProviderFailed,
    ServerAbsent,
)
from pathfinder.protocols.evidence.addresses import struck
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
SLICE_SECONDS = 1.0
"""Nobody waits longer than this without looking whether the user asked to stop."""
IN_FLIGHT = "in flight when the session ended; charged at its worst case"


TellKind = Literal[
    "replayed", "sent", "failed", "done", "charged", "waiting", "resting", "back", "schema_refused"
]


class CallEvent(NamedTuple):
    """What an observer hears: each entry written, each outcome from the journal, each wait that is felt."""

    step: StepKey
    kind: TellKind
    attempt: int
    usd_micros: int
    tokens: tuple[int, int]
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
    """What all models of a session share."""

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


@dataclass(frozen=True)
class _Call(Generic[A]):
    ask: Ask[A]
    step: Step
    digest: str


@dataclass
class _Bill:
    """What one attempt comes to if it ends now."""

    attempt: int
    usd_micros: int = 0
    tokens: tuple[int, int] = (0, 0)
    custom_id: str = ""
    """Its name in a batch, where it waits for one."""


class MeteredModel:
    """The `Model` that roles ask, around one engine's single attempts."""

    def __init__(self, attempt: Attempt, meter: Meter) -> None:
        self._engine = attempt
        # Asked once: looking whether an object has the methods of a port is slow.
        self._paced = attempt if isinstance(attempt, Paced) else None
        self._by_turns = attempt if isinstance(attempt, TurnByTurn) else None
        self._deferrable = attempt if isinstance(attempt, Deferrable) else None
        self._meter = meter
        self._asked: set[StepKey] = set()
        self._in_a_row = 0
        """Calls given up one after another because nobody could be reached."""

    async def answer(self, ask: Ask[A], step: Step) -> Answered[A] | Unable:
        """The outcome of this step, from the journal if it is there."""
        call = _Call(ask, step, digest(ask, self._engine))
        known = self._meter.journal.done(step.key, call.digest)
        if known is not None:
            self._tell(known, "replayed")
            return read(ask, known)
        if step.key in self._asked:
            raise ValueError(f"{step.key} is asked twice at once: a step is one place, and one call")
        self._asked.add(step.key)
        try:
            return await self._outcome(call)
        finally:
            self._asked.remove(step.key)

    async def charge_in_flight(self) -> tuple[Entry, ...]:
        """Put on record that what was in flight at the end of the last process counts at its worst case. What
        waits for a batch is still to be had.

        Returns every such charge of the open iteration, those of earlier resumes too: none of them is in the
        saved graph yet. The ledger has counted them already (`CapLedger.from_entries`).
        """
        for entry in in_flight(self._meter.journal.entries):
            if entry.custom_id and self._meter.overnight is not None:
                continue
            await self._record(entry.model_copy(update={"kind": "charged", "outcome": IN_FLIGHT}))
        return tuple(entry for entry in self._meter.journal.entries if entry.kind == "charged")

    async def _outcome(self, call: _Call[A]) -> Answered[A] | Unable:
        """Attempts until one comes back or no further one would help; failing for good is an outcome too."""
        clock, breaker = self._meter.clock, self._meter.recovery.breaker(self._lane(call.ask))
        started = clock.monotonic()
        self._meter.recovery.retries.earn()
        after: Unfinished | None = None
        left = await self._still_out(call)
        for attempts in count(1):
            bill = _Bill(self._next_attempt(call.step.key) if left is None else left.attempt)
            await self._wait(call, bill, breaker.wait_seconds, Message("waiting-provider-out"))
            try:
                got = await self._attempt(call, bill, after, left)
            except AttemptFailed as error:
                failure = error
            except BudgetExceeded as error:
                if after is None:
                    raise
                # The run may go on with calls that need less.
                return await self._give_up(
                    call, bill, Message("call-not-asked-again", reason=after.reason, why=error)
                )
            else:
                if not isinstance(got, Unfinished):
                    return got
                after, left = got, None
                continue
            left = None
            if bill.custom_id:
                # Hours in a batch are not hours of trying.
                started = clock.monotonic()
            if failure.wait_seconds:
                await self._meter.limiter.rest(self._lane(call.ask), failure.wait_seconds)
            elapsed = clock.monotonic() - started
            decision = self._at_first_contact(failure, breaker, attempts, elapsed) or after_failure(
                failure, attempts, self._meter.rng, elapsed
            )
            if isinstance(failure, CameBack) and isinstance(decision, Again):
                continue
            if failure.helps and failure.wait_seconds is None:
                breaker.failed(clock.monotonic(), text_of(failure))
            else:
                # Who says no, or when to come back, is there.
                breaker.succeeded()
            match decision:
                case Again():
                    until = partial(_seconds_until, clock.monotonic() + decision.after_seconds)
                    await self._wait(call, bill, until, text_of(failure))
                    retry = partial(self._meter.recovery.retry_seconds, breaker)
                    await self._wait(call, bill, retry, Message("waiting-many-retries"))
                case GiveUp() if failure.helps and breaker.open:
                    # It is not this call that fails: it waits for the probe, or for the end of the run.
                    continue
                case GiveUp():
                    self._in_a_row = self._in_a_row + 1 if failure.helps else 0
                    if self._in_a_row >= OUTAGE:
                        raise ProviderFailed(Message("provider-gone", count=OUTAGE, reason=decision.reason))
                    told = (
                        decision.reason
                        if after is None
                        else Message("call-asked-again", reason=after.reason, again=decision.reason)
                    )
                    return await self._give_up(call, bill, told)
                case PauseRun():
                    raise ProviderFailed(decision.reason)
                case _:
                    assert_never(decision)
        raise AssertionError("count() has no end")

    def _at_first_contact(
        self, failure: AttemptFailed, breaker: Breaker, attempts: int, elapsed_seconds: float
    ) -> Again | None:
        """What only a server that has not answered yet is treated to; None: the usual rules apply.

        ProviderFailed if it refuses the first call, if it is not there, or if it has refused several calls
        in a row later on.
        """
        if isinstance(failure, CallRefused) and breaker.refused():
            raise ProviderFailed(_refusal(failure, met=breaker.met))
        if not isinstance(failure, ServerAbsent) or self._meter.recovery.met:
            return None
        if attempts >= CONTACT_TRIES or elapsed_seconds > CONTACT_SECONDS:
            raise ProviderFailed(Message("model-not-reached", reason=failure))
        return Again(self._meter.rng.uniform(0.0, CONTACT_SECONDS))

    async def _wait(self, call: _Call[A], bill: _Bill, turn: Callable[[float], float], why: str) -> None:
        """Wait until it is this call's turn, told to whoever watches; a stop of the user ends it."""
        told = False
        while (seconds := turn(self._meter.clock.monotonic())) > 0:
            if not told and seconds >= SLICE_SECONDS and self._meter.observer is not None:
                told = True
                self._meter.observer(
                    CallEvent(
                        call.step.key, "waiting", bill.attempt, 0, (0, 0), plain(why), round(seconds, 1)
                    )
                )
            await self._meter.clock.sleep(min(seconds, SLICE_SECONDS))
            self._meter.gate()

    def _model(self, ask: Ask[A]) -> str:
        """A lane is a host and a model; what has no lane is one model."""
        return self._lane(ask).rpartition(" ")[2] if self._paced is not None else self._engine.identity

    def _lane(self, ask: Ask[A]) -> str:
        return self._paced.lane(ask) if self._paced is not None else self._engine.identity

    async def _attempt(
        self, call: _Call[A], bill: _Bill, after: Unfinished | None, left: Entry | None
    ) -> Answered[A] | Unable | Unfinished:
        """One attempt under its own hold, settled when what it came to is on record; or one that is still out
        (`left`), collected.
        """
        meter = self._meter
        meter.gate()
        deferred = self._deferred(call, bill, left)
        by_turns = deferred or self._by_turns
        if left is None or meter.overnight is None:
            hold = await self._reserved(call, after, by_turns)
        else:
            hold = meter.ledger.take_up(left, meter.overnight.room(left.custom_id))
        try:
            if deferred is not None:
                return await self._send(call, bill, hold, after, by_turns, sent=left is not None)
            async with self._admitted(call.ask):
                await meter.limiter.turn(self._lane(call.ask))
                meter.gate()
                return await self._send(call, bill, hold, after, by_turns)
        finally:
            meter.ledger.settle(
                hold,
                bill.usd_micros,
                role=call.ask.role,
                engine=self._engine.identity,
                tokens=bill.tokens,
            )

    async def _still_out(self, call: _Call[A]) -> Entry | None:
        """What an earlier process has sent of this call, and waits for a batch."""
        left = self._left.pop(call.step.key, None) if self._meter.overnight is not None else None
        if left is not None and left.digest != call.digest:
            await self._record(left.model_copy(update={"kind": "charged", "outcome": IN_FLIGHT}))
            return None
        return left

    def _deferred(self, call: _Call[A], bill: _Bill, left: Entry | None) -> TurnByTurn | None:
        """The attempt by way of a batch, where calls wait for one now, or where this one does already."""
        overnight = self._meter.overnight
        if overnight is None or self._deferrable is None:
            return None
        custom_id = (
            overnight.custom_id(call.step.key, bill.attempt, call.digest) if left is None else left.custom_id
        )
        deferral = Deferral(overnight, custom_id, self._meter.gate, collects=left is not None)
        deferred = self._deferrable.deferred(call.ask, deferral)
        bill.custom_id = custom_id if deferred is not None else ""
        return deferred

    async def _reserved(self, call: _Call[A], after: Unfinished | None, by_turns: TurnByTurn | None) -> Hold:
        closing, step = call.step.phase == CLOSING_PHASE, call.step.key
        if by_turns is None:
            worst = self._engine.worst_usd_micros(call.ask)
            return await self._meter.ledger.reserve(step, worst, closing=closing)
        cost = by_turns.cost(call.ask, after)
        try:
            return await self._meter.ledger.reserve(step, cost.usd_micros, room=cost.room, closing=closing)
        except BudgetExceeded:
            # A prompt is held at what it can be at most, about twice what it is.
            if not await by_turns.counted(call.ask):
                raise
        cost = by_turns.cost(call.ask, after)
        return await self._meter.ledger.reserve(step, cost.usd_micros, room=cost.room, closing=closing)

    @asynccontextmanager
    async def _admitted(self, ask: Ask[A]) -> AsyncIterator[None]:
        """In the provider's own line, where it has one."""
        if self._paced is None:
            yield
            return
        await self._paced.enter(ask, self._meter.gate)
        try:
            yield
        finally:
            self._paced.leave(ask)

    async def _send(
        self,
        call: _Call[A],
        bill: _Bill,
        hold: Hold,
        after: Unfinished | None,
        by_turns: TurnByTurn | None,
        *,
        sent: bool = False,
    ) -> Answered[A] | Unable | Unfinished:
        # From here on, whatever cuts this short (a cancellation, a bug), the provider may have been paid.
        bill.usd_micros = hold.usd_micros
        clock, model = self._meter.clock, self._model(call.ask)
        if (hold.usd_micros or bill.custom_id) and not sent:
            await self._record(self._entry("sent", call, bill))
        started = clock.monotonic()
        try:
            if by_turns is None:
                reply: Reply[A] | Unfinished = await self._engine.reply(call.ask, call.step)
            else:
                reply = await by_turns.turn(call.ask, hold.tokens, after)
        except (AttemptFailed, ProviderFailed) as failure:
            if bill.custom_id and isinstance(failure, ProviderFailed):
                # It may still be out: who resumes the session takes it up.
                raise
            paid = isinstance(failure, AttemptFailed) and failure.maybe_paid
            bill.usd_micros = hold.usd_micros if paid else 0
            failed = self._entry("failed", call, bill, plain(text_of(failure)))
            await self._record(failed, model, clock.monotonic() - started)
            raise
        took = clock.monotonic() - started
        self._in_a_row = 0
        self._meter.recovery.breaker(self._lane(call.ask)).answered()
        bill.usd_micros, bill.tokens = reply.spent_usd_micros, _tokens(reply.usage)
        if isinstance(reply, Unfinished):
            await self._record(self._entry("failed", call, bill, plain(reply.reason)), model, took)
            return reply
        outcome, text = written(_struck(reply.outcome, call.ask))
        if reply.schema_refused and self._meter.observer is not None:
            said = plain(reply.schema_refused)
            told = CallEvent(
                call.step.key, "schema_refused", bill.attempt, 0, (0, 0), said, engine=call.ask.name
            )
            self._meter.observer(told)
        done = self._entry("done", call, bill, text)
        await self._record(done.model_copy(update={"lost": tuple(map(plain, reply.lost))}), model, took)
        return outcome

    async def _give_up(self, call: _Call[A], bill: _Bill, reason: str) -> Answered[A] | Unable:
        """The last attempt is on record with what it cost; the outcome itself costs nothing."""
        outcome, text = written(Unable(reason=plain(reason) or Message("call-failed-without-reason")))
        await self._record(self._entry("done", call, _Bill(bill.attempt), text))
        return outcome

    def _next_attempt(self, step: StepKey) -> int:
        """Counted over the life of the session, so that every attempt has a name of its own."""
        self._attempts[step] = self._attempts.get(step, 0) + 1
        return self._attempts[step]

    @cached_property
    def _left(self) -> dict[StepKey, Entry]:
        """What an earlier process has sent that waits for a batch."""
        return {entry.step: entry for entry in in_flight(self._meter.journal.entries) if entry.custom_id}

    @cached_property
    def _attempts(self) -> dict[StepKey, int]:
        return {entry.step: entry.attempt for entry in self._meter.journal.entries}

    def _entry(
        self, kind: Literal["sent", "failed", "done"], call: _Call[A], bill: _Bill, outcome: str = ""
    ) -> Entry:
        return Entry(
            kind=kind,
            step=call.step.key,
            attempt=bill.attempt,
            digest=call.digest,
            usd_micros=bill.usd_micros,
            role=call.ask.role,
            engine=self._engine.identity,
            outcome=outcome,
            tokens=bill.tokens,
            fingerprint=self._engine.fingerprint(call.ask) if kind == "done" else "",
            custom_id=bill.custom_id if kind == "sent" else "",
        )

    async def _record(self, entry: Entry, model: str = "", took: float | None = None) -> None:
        await record(self._meter.journal, entry)
        self._tell(entry, entry.kind, model, took)

    def _tell(self, entry: Entry, kind: TellKind, model: str = "", took: float | None = None) -> None:
        if self._meter.observer is None:
            return
        reason = entry.outcome if kind in ("failed", "charged") else ""
        told = CallEvent(entry.step, kind, entry.attempt, entry.usd_micros, entry.tokens, reason)
        if took is not None:
            told = told._replace(engine=entry.engine, model=model, took=round(took, 3))
        self._meter.observer(told)


def _struck(outcome: Answered[A] | Unable, ask: Ask[A]) -> Answered[A] | Unable:
    """The answer without addresses of the model's own, on record and in use alike."""
    return Answered(value=struck(outcome.value, ask)) if isinstance(outcome, Answered) else outcome


def _refusal(failure: CallRefused, *, met: bool) -> str:
    """Why the run ends, and what to do about it, in one sentence."""
    advice = failure.advice or Message("check-model-name")
    if not met:
        return Message("first-call-refused", reason=failure, advice=advice)
    return Message("calls-refused", count=REFUSALS, reason=failure, advice=advice)


def _seconds_until(then: float, now: float) -> float:
    return then - now


def _tokens(usage: Usage) -> tuple[int, int]:
    """In, cached or not, and out."""
    return usage.input_tokens + usage.cache_write_tokens + usage.cache_read_tokens, usage.output_tokens

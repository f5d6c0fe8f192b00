"""One query at one search engine: held, sent, tried again and put on record by the loop of `attempts.py`."""

from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from pathfinder.adapters.metering.attempts import (
    AttemptNumbers,
    CallEvent,
    Meter,
    MeteredCall,
    Returned,
    TellKind,
    event_of,
)
from pathfinder.adapters.metering.outcomes import FailedOutcome, plain
from pathfinder.adapters.metering.retry import RetryAfter, after_failure
from pathfinder.adapters.metering.step_digest import step_digest
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.ports import Entry, Hold, SearchEngine, SearchResult
from pathfinder.protocols.errors import AttemptFailed, FailureKind, ProviderFailed, ReplayDiverged
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ids import StepKey

ROLE = "search"
MOST_TRIES = 3
"""Of one query at one engine: there are other engines and other queries, and the user waits."""
SILENT = 3
"""Queries that an engine left unanswered one after another, after which it rests until the next iteration."""


class EngineAnswer(Frozen):
    """An engine answered, even if with nothing."""

    kind: Literal["found"] = "found"
    results: tuple[SearchResult, ...]


_OUTCOMES: TypeAdapter[EngineAnswer | FailedOutcome] = TypeAdapter(
    Annotated[EngineAnswer | FailedOutcome, Field(discriminator="kind")]
)


def read(entry: Entry) -> EngineAnswer | FailedOutcome:
    """A recorded outcome; ReplayDiverged if it no longer fits its type."""
    try:
        return _OUTCOMES.validate_json(entry.outcome)
    except ValidationError as error:
        raise ReplayDiverged(entry.step) from error


class EngineHealth:
    """Which engines of a run answer, in one iteration; every change is emitted once."""

    def __init__(self, engines: Iterable[str], meter: Meter) -> None:
        self._engines = frozenset(engines)
        self._meter = meter
        self.left_out: dict[str, FailedOutcome] = {}
        """Engines that are asked no more, and what their queries come to."""
        self._silent: Counter[str] = Counter()
        self._troubled: set[str] = set()
        """Engines that were reported as not answering."""

    def is_last(self, engine: str) -> bool:
        """Whether all the others have refused: then the run waits for a key, and goes on where it was."""
        refused = {name for name, outcome in self.left_out.items() if outcome.failure == "refused"}
        return self._engines - {engine} <= refused

    def answered(self, engine: str, step: StepKey) -> None:
        """It is there."""
        self._silent[engine] = 0
        if engine in self._troubled:
            self._troubled.discard(engine)
            self._tell(step, "back", engine)

    def waited_for(self, engine: str, step: StepKey, why: str, seconds: float) -> None:
        """It is tried again after a pause."""
        self._troubled.add(engine)
        self._tell(step, "waiting", engine, why, seconds)

    def failed(self, engine: str, step: StepKey, outcome: FailedOutcome) -> None:
        """Leave an engine out that refuses, or that nobody can reach."""
        self._silent[engine] += outcome.failure == "unreachable"
        if outcome.failure != "refused" and self._silent[engine] < SILENT:
            return
        if engine not in self.left_out:
            self._tell(step, "resting", engine, outcome.reason)
        self.left_out[engine] = outcome

    def _tell(
        self, step: StepKey, kind: TellKind, engine: str, reason: str = "", seconds: float = 0.0
    ) -> None:
        event = CallEvent(step, kind, reason=plain(reason), seconds=round(seconds, 1), engine=engine)
        self._meter.tell(event)


class SearchCall(MeteredCall[EngineAnswer | FailedOutcome]):
    """One query at one engine."""

    role = ROLE

    def __init__(
        self,
        engine: SearchEngine,
        query: str,
        step: StepKey,
        meter: Meter,
        numbers: AttemptNumbers,
        health: EngineHealth,
    ) -> None:
        super().__init__(meter, step, step_digest(step), numbers)
        self._engine, self._query, self._health = engine, query, health
        # An engine for searching is not the model of the same name.
        self.payee = f"{engine.engine} search"

    async def without_asking(self, outcome: FailedOutcome) -> FailedOutcome:
        """Put on record that the engine is not asked."""
        await self.meter.record(self.entry("done", 0, outcome.model_dump_json()))
        return outcome

    async def before_attempt(self) -> None:
        """An engine is asked at once."""
        self.number = self._numbers.next(self.step)

    async def attempt(self) -> EngineAnswer | FailedOutcome | None:
        """One attempt; an engine that answers is not left out any more."""
        found = await super().attempt()
        self._health.answered(self._engine.engine, self.step)
        return found

    async def reserve(self) -> Hold:
        """What the engine costs at most."""
        return await self.meter.ledger.reserve(self.step, self._engine.worst_usd_micros(self._query))

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """At the pace of searches that leave the machine."""
        if self._engine.remote:
            await self.meter.searches.turn(self._engine.engine)
        self.meter.gate()
        yield

    async def send(self, hold: Hold) -> Returned[EngineAnswer | FailedOutcome | None]:  # noqa: ARG002  (a query has no length to buy)
        """What the engine found."""
        answer = await self._engine.find(self._query)
        found = EngineAnswer(results=answer.results)
        try:
            text = found.model_dump_json()
        except PydanticSerializationError:
            not_text = Message("search-answer-not-unicode")
            raise AttemptFailed(not_text, retryable=False, maybe_paid=True) from None
        return Returned(found, self.entry("done", answer.spent_usd_micros, text, answer.tokens))

    async def record_failure(self, entry: Entry, hold: Hold, took: float) -> None:
        """A failure that cost nothing is emitted, but not journaled."""
        if hold.usd_micros > 0:
            await self.meter.record(entry, took=took)
        else:
            self.meter.tell(event_of(entry, "failed", took=took))

    async def after_failure(self, failure: AttemptFailed, attempts: int) -> FailedOutcome | None:
        """Wait for the next attempt, or leave the query to the other engines."""
        name, meter = self._engine.engine, self.meter
        if failure.wait_seconds:
            await meter.searches.rest(name, failure.wait_seconds)
        decision = after_failure(failure, attempts, meter.rng, most=MOST_TRIES)
        if isinstance(decision, RetryAfter):
            until = meter.clock.monotonic() + decision.after_seconds
            self._health.waited_for(name, self.step, text_of(failure), decision.after_seconds)
            await meter.wait(lambda now: until - now)
            return None
        return await self._give_up(
            decision.reason, "rate_limited" if "HTTP 429" in decision.reason else "unreachable"
        )

    async def without_provider(self, failure: ProviderFailed) -> FailedOutcome:
        """A refused key stays refused: the engine is left out until the next iteration."""
        if self._health.is_last(self._engine.engine):
            raise failure
        return await self._give_up(text_of(failure), "refused")

    async def _give_up(self, reason: str, kind: FailureKind) -> FailedOutcome:
        outcome = FailedOutcome(reason=plain(reason) or Message("search-failed-without-reason"), failure=kind)
        self._health.failed(self._engine.engine, self.step, outcome)
        return await self.without_asking(outcome)

    def marked(self, entry: Entry) -> Entry:
        """What cost nothing names the engine alone."""
        if entry.usd_micros:
            return entry
        return entry.model_copy(update={"role": "", "engine": self._engine.engine})

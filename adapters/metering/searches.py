"""Searches, shared by a session: each engine is asked once per query and iteration, paid for and recorded.

Several engines may be asked together; those that fail are told, and what the others found is one list. Only
when all of them fail are the engines asked that stand by. What each engine said is on record by itself, so a
resume repeats none of it.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from pathfinder.adapters.metering.outcomes import plain
from pathfinder.adapters.metering.pipeline import SLICE_SECONDS, CallEvent, Meter, TellKind
from pathfinder.adapters.metering.recording import record
from pathfinder.adapters.metering.retry import Again, after_failure
from pathfinder.adapters.metering.single_flight import SingleFlight
from pathfinder.adapters.metering.step_digest import step_digest
from pathfinder.agents.fanout import fan_out
from pathfinder.locales.catalogue import Message, joined, text_of
from pathfinder.protocols.calls.ports import (
    EngineFailed,
    EngineFound,
    Entry,
    Search,
    SearchAnswer,
    Searched,
    SearchEngine,
    SearchResult,
)
from pathfinder.protocols.errors import (
    AttemptFailed,
    FailureKind,
    ProviderFailed,
    ReplayDiverged,
    SearchFailed,
)
from pathfinder.protocols.frozen import Frozen, Worded, Words
from pathfinder.protocols.ids import StepKey
from pathfinder.protocols.planning.fusing import fuse
from pathfinder.protocols.text.queries import normalize

ROLE = "search"
MOST_TRIES = 3
"""Of one query at one engine: there are other engines and other queries, and the user waits."""
SILENT = 3
"""Queries that an engine left unanswered one after another, after which it rests until the next iteration."""
_SITE = re.compile(r"(?:^|\s)(-?site:\S+)", re.IGNORECASE)


class Found(Frozen):
    """An engine answered, even if with nothing."""

    kind: Literal["found"] = "found"
    results: tuple[SearchResult, ...]


class NotFound(Worded):
    """It gave no answer, and why."""

    kind: Literal["not_had"] = "not_had"
    reason: Words
    failure: FailureKind = "unreachable"


_OUTCOMES: TypeAdapter[Found | NotFound] = TypeAdapter(
    Annotated[Found | NotFound, Field(discriminator="kind")]
)


@dataclass(frozen=True)
class EngineSet:
    """Which engines a run asks."""

    engine: str
    """All of them in a word: `hybrid+academic`."""
    together: tuple[SearchEngine, ...]
    instead: tuple[SearchEngine, ...] = ()
    """Asked one after another when all the others failed."""
    most_papers: int = 5
    """Papers of one query that are shown."""

    @property
    def asks(self) -> tuple[str, ...]:
        """Each engine that every query goes to."""
        return tuple(engine.engine for engine in self.together)


class OneSearch:
    """A `Search` of this machine as an engine: it costs nothing, and nothing leaves."""

    remote = False

    def __init__(self, search: Search) -> None:
        self._search = search

    @property
    def engine(self) -> str:
        """Who answers."""
        return self._search.engine

    def worst_usd_micros(self, query: str) -> int:  # noqa: ARG002  (whatever is asked)
        """Nothing."""
        return 0

    async def find(self, query: str) -> SearchAnswer:
        """What it finds; trying again would not help."""
        try:
            # Documents stand on no site: one that the query is aimed at would only be one more word to find.
            words = _SITE.sub(" ", query).strip() or query
            return SearchAnswer(results=tuple(await self._search.results(words)))
        except SearchFailed as error:
            raise AttemptFailed(text_of(error) or type(error).__name__, retryable=False) from error


def as_written(query: str) -> str | None:
    """A query that may leave the machine as it is."""
    return query


def engine_set(search: Search | EngineSet) -> EngineSet:
    """One engine is a plan, too."""
    return search if isinstance(search, EngineSet) else EngineSet(search.engine, (OneSearch(search),))


class SharedSearch:
    """One search per engine, query and iteration, under the session's cap."""

    def __init__(
        self,
        search: Search | EngineSet,
        meter: Meter,
        sayable: Callable[[str], str | None] = as_written,
        year: int | None = None,
    ) -> None:
        """`sayable` takes out of a query what must not leave the machine; None if nothing would be left.

        `year` is the one in which the iteration began: a resume after New Year ranks papers as before.
        """
        self._plan = engine_set(search)
        self._meter = meter
        self._sayable = sayable
        self._year = meter.clock.now().year if year is None else year
        self._flights: SingleFlight[Found | NotFound] = SingleFlight()
        self._gone: dict[str, NotFound] = {}
        self._silent: Counter[str] = Counter()
        self._troubled: set[str] = set()
        """Engines that were told of as not answering."""

    @property
    def engine(self) -> str:
        """Who answers."""
        return self._plan.engine

    async def search_on(self, engine: str, query: str, iteration: int) -> Searched:
        """What one engine found; where it gave no answer, or is not of the plan, all are asked."""
        for known in self._plan.together:
            if known.engine == engine:
                outcome = await self._outcome(known, query, iteration)
                if isinstance(outcome, Found):
                    return self._searched([(known, outcome)])
        return await self.search(query, iteration)

    async def search(self, query: str, iteration: int, *, again: bool = False) -> Searched:
        """What was found and who found it; SearchFailed with all reasons if no engine gave an answer.

        `again` asks the engines that failed on this query in this iteration once more; the second failure is
        on record like the first.
        """

        async def ask(engine: SearchEngine) -> tuple[SearchEngine, Found | NotFound]:
            outcome = await self._outcome(engine, query, iteration)
            if again and isinstance(outcome, NotFound):
                outcome = await self._outcome(engine, query, iteration, "/again")
            return engine, outcome

        plan = self._plan
        answers = list(await fan_out(plan.together, ask, max(1, len(plan.together))))
        for engine in plan.instead:
            if any(isinstance(outcome, Found) for _, outcome in answers):
                break
            answers.append(await ask(engine))
        return self._searched(answers)

    def _searched(self, answers: Sequence[tuple[SearchEngine, Found | NotFound]]) -> Searched:
        failed = tuple(
            EngineFailed(engine=engine.engine, reason=outcome.reason, kind=outcome.failure)
            for engine, outcome in answers
            if isinstance(outcome, NotFound)
        )
        found = [(engine, outcome) for engine, outcome in answers if isinstance(outcome, Found)]
        if not found:
            alone = len(failed) == 1
            told = [
                known.reason if alone else Message("list-colon", first=known.engine, second=known.reason)
                for known in failed
            ]
            raise SearchFailed(
                joined("list-then", told or [""]),
                tuple((known.engine, known.reason, known.kind) for known in failed),
            )
        lists = [outcome.results for _, outcome in found]
        one_list = len(lists) == 1 and not any(result.paper for result in lists[0])
        results = lists[0] if one_list else fuse(lists, self._plan.most_papers, self._year)
        return Searched(
            results=results,
            found=tuple(
                EngineFound(engine=engine.engine, urls=tuple(known.address for known in outcome.results))
                for engine, outcome in found
            ),
            failed=failed,
        )

    async def _outcome(
        self, engine: SearchEngine, query: str, iteration: int, attempt: str = ""
    ) -> Found | NotFound:
        step = StepKey(f"{iteration}/search/{engine.engine}/{_asked(query)}{attempt}")
        return await self._flights.share(step, lambda: self._had(engine, query, step))

    async def _had(self, engine: SearchEngine, query: str, step: StepKey) -> Found | NotFound:
        known = self._meter.journal.done(step, step_digest(step))
        if known is not None:
            return _read(known)
        said = self._sayable(query) if engine.remote else query
        if said is None:
            kept_back = Message("query-stays-here")
            outcome = NotFound(reason=kept_back, failure="blocked")
        elif engine.engine in self._gone:
            outcome = self._gone[engine.engine]
        else:
            return await self._asked_for(engine, said, step)
        await self._record(_entry("done", engine, step, 0, outcome.model_dump_json()))
        return outcome

    async def _asked_for(self, engine: SearchEngine, query: str, step: StepKey) -> Found | NotFound:
        """Attempts until one comes back or no further one would help; failing for good is an outcome too."""
        for attempts in count(1):
            number = self._next_attempt(step)
            try:
                found = await self._attempt(engine, query, step, number)
                self._answers(engine.engine, step)
                return found
            except AttemptFailed as failure:
                if failure.wait_seconds:
                    await self._meter.searches.rest(engine.engine, failure.wait_seconds)
                decision = after_failure(failure, attempts, self._meter.rng, most=MOST_TRIES)
                if isinstance(decision, Again):
                    self._troubled.add(engine.engine)
                    self._tell(step, "waiting", engine.engine, text_of(failure), decision.after_seconds)
                    await self._pause(decision.after_seconds)
                    continue
                reason = decision.reason
                kind: FailureKind = "rate_limited" if "HTTP 429" in reason else "unreachable"
            except ProviderFailed as failure:
                if self._nobody_but(engine.engine):
                    raise
                # A refused key stays refused: the engine is left out until the next iteration.
                reason, kind = text_of(failure), "refused"
            outcome = NotFound(reason=plain(reason) or Message("search-failed-without-reason"), failure=kind)
            self._rest(engine.engine, outcome, step)
            await self._record(_entry("done", engine, step, number, outcome.model_dump_json()))
            return outcome
        raise AssertionError("count() has no end")

    def _nobody_but(self, engine: str) -> bool:
        """Whether all the others have refused: then the run waits for a key, and goes on where it was."""
        others = {known.engine for known in (*self._plan.together, *self._plan.instead)} - {engine}
        refused = {name for name, outcome in self._gone.items() if outcome.failure == "refused"}
        return others <= refused

    def _answers(self, engine: str, step: StepKey) -> None:
        self._silent[engine] = 0
        if engine in self._troubled:
            self._troubled.discard(engine)
            self._tell(step, "back", engine)

    def _rest(self, engine: str, outcome: NotFound, step: StepKey) -> None:
        """Leave an engine out that refuses, or that nobody can reach; who watches hears of it once."""
        self._silent[engine] += outcome.failure == "unreachable"
        if outcome.failure != "refused" and self._silent[engine] < SILENT:
            return
        if engine not in self._gone:
            self._tell(step, "resting", engine, outcome.reason)
        self._gone[engine] = outcome

    def _tell(
        self, step: StepKey, kind: TellKind, engine: str, reason: str = "", seconds: float = 0.0
    ) -> None:
        if self._meter.observer is not None:
            self._meter.observer(
                CallEvent(step, kind, 0, 0, (0, 0), plain(reason), round(seconds, 1), engine)
            )

    async def _pause(self, seconds: float) -> None:
        """Wait before another attempt; a stop of the user ends it."""
        clock = self._meter.clock
        until = clock.monotonic() + seconds
        while (left := until - clock.monotonic()) > 0:
            await clock.sleep(min(left, SLICE_SECONDS))
            self._meter.gate()

    async def _attempt(self, engine: SearchEngine, query: str, step: StepKey, number: int) -> Found:
        """One attempt under its own hold, settled when what it came to is on record."""
        meter = self._meter
        meter.gate()
        worst = engine.worst_usd_micros(query)
        hold = await meter.ledger.reserve(step, worst)
        spent, tokens = 0, (0, 0)
        try:
            if engine.remote:
                await meter.searches.turn(engine.engine)
            meter.gate()
            # From here on, whatever cuts this short, the engine may have been paid.
            spent = worst
            if worst:
                await self._record(_entry("sent", engine, step, number, "", worst))
            started = meter.clock.monotonic()
            try:
                answer = await engine.find(query)
                took = meter.clock.monotonic() - started
                text = Found(results=answer.results).model_dump_json()
            except (AttemptFailed, ProviderFailed) as failure:
                spent, took = _paid(failure, worst), meter.clock.monotonic() - started
                failed = _entry("failed", engine, step, number, plain(text_of(failure)), spent)
                await self._record(failed, took, keep=worst > 0)
                raise
            except PydanticSerializationError:
                failed = _entry("failed", engine, step, number, "not Unicode text", worst)
                await self._record(failed, meter.clock.monotonic() - started, keep=worst > 0)
                raise AttemptFailed(Message("search-answer-not-unicode"), retryable=False) from None
            spent, tokens = answer.spent_usd_micros, answer.tokens
            await self._record(_entry("done", engine, step, number, text, spent, tokens), took)
            return Found(results=answer.results)
        finally:
            meter.ledger.settle(hold, spent, role=ROLE, engine=_payee(engine), tokens=tokens)

    def _next_attempt(self, step: StepKey) -> int:
        """Counted over the life of the session, so that every attempt has a name of its own."""
        self._attempts[step] = self._attempts.get(step, 0) + 1
        return self._attempts[step]

    @cached_property
    def _attempts(self) -> dict[StepKey, int]:
        return {entry.step: entry.attempt for entry in self._meter.journal.entries}

    async def _record(self, entry: Entry, took: float | None = None, *, keep: bool = True) -> None:
        """Report an entry. One that cost nothing and failed is reported without a place in the journal."""
        if keep:
            await record(self._meter.journal, entry)
        if self._meter.observer is not None:
            kind: TellKind = entry.kind
            reason = entry.outcome if kind == "failed" else ""
            told = CallEvent(entry.step, kind, entry.attempt, entry.usd_micros, entry.tokens, reason)
            if took is not None:
                told = told._replace(engine=entry.engine, took=round(took, 3))
            self._meter.observer(told)


def _asked(query: str) -> str:
    """What makes two queries one: their words, and the sites they keep to."""
    sites = sorted({site.lower() for site in _SITE.findall(query)})
    words = normalize(query) or query.strip()
    return f"{words} {' '.join(sites)}" if sites else words


def _paid(failure: AttemptFailed | ProviderFailed, worst: int) -> int:
    """What a failed attempt counts at: what it cost, or the most it can have cost."""
    if not isinstance(failure, AttemptFailed) or not failure.maybe_paid:
        return 0
    return worst if failure.paid_usd_micros is None else failure.paid_usd_micros


def _payee(engine: SearchEngine) -> str:
    """Who is paid: an engine for searching is not the model of the same name."""
    return f"{engine.engine} search"


def _read(entry: Entry) -> Found | NotFound:
    try:
        return _OUTCOMES.validate_json(entry.outcome)
    except ValidationError as error:
        raise ReplayDiverged(entry.step) from error


def _entry(
    kind: Literal["sent", "failed", "done"],
    engine: SearchEngine,
    step: StepKey,
    attempt: int,
    outcome: str,
    usd_micros: int = 0,
    tokens: tuple[int, int] = (0, 0),
) -> Entry:
    return Entry(
        kind=kind,
        step=step,
        attempt=max(1, attempt),
        digest=step_digest(step),
        usd_micros=usd_micros,
        role=ROLE if usd_micros else "",
        engine=_payee(engine) if usd_micros else engine.engine,
        outcome=outcome,
        tokens=tokens,
    )

"""Searches, shared by a session: each engine is asked once per query and iteration, paid for and recorded.

Several engines may be asked together; those that fail are told, and what the others found is one list. Only
when all of them fail are the engines asked that stand by. What each engine said is on record by itself, so a
resume repeats none of it.

A new engine is one module behind `SearchEngine` in `adapters/search` (one attempt, its worst case and its
bill), a wire in `tests/standin/engines/wires.py` and a line in `pathfinder/assembly.py`. The engines of an
iteration are journaled with its inputs.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pathfinder.adapters.metering.attempts import AttemptNumbers, Meter
from pathfinder.adapters.metering.outcomes import FailedOutcome
from pathfinder.adapters.metering.search_call import (
    EngineAnswer,
    EngineHealth,
    SearchCall,
    read,
)
from pathfinder.adapters.metering.single_flight import SingleFlight
from pathfinder.adapters.metering.step_digest import step_digest
from pathfinder.agents.fanout import fan_out
from pathfinder.locales.catalogue import Message, joined, text_of
from pathfinder.protocols.calls.ports import (
    EngineFailed,
    EngineFound,
    Search,
    SearchAnswer,
    Searched,
    SearchEngine,
)
from pathfinder.protocols.errors import (
    AttemptFailed,
    SearchFailed,
)
from pathfinder.protocols.ids import StepKey
from pathfinder.protocols.planning.fusing import fuse
from pathfinder.protocols.text.queries import normalize

_SITE = re.compile(r"(?:^|\s)(-?site:\S+)", re.IGNORECASE)


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
        self._flights: SingleFlight[EngineAnswer | FailedOutcome] = SingleFlight()
        plan = self._plan
        self._health = EngineHealth((one.engine for one in (*plan.together, *plan.instead)), meter)
        self._numbers = AttemptNumbers(meter.journal)

    @property
    def engine(self) -> str:
        """Who answers."""
        return self._plan.engine

    async def search_on(self, engine: str, query: str, iteration: int) -> Searched:
        """What one engine found; where it gave no answer, or is not of the plan, all are asked."""
        for known in self._plan.together:
            if known.engine == engine:
                outcome = await self._outcome(known, query, iteration)
                if isinstance(outcome, EngineAnswer):
                    return self._searched([(known, outcome)])
        return await self.search(query, iteration)

    async def search(self, query: str, iteration: int, *, again: bool = False) -> Searched:
        """What was found and who found it; SearchFailed with all reasons if no engine gave an answer.

        `again` asks the engines that failed on this query in this iteration once more; the second failure is
        on record like the first.
        """

        async def ask(engine: SearchEngine) -> tuple[SearchEngine, EngineAnswer | FailedOutcome]:
            outcome = await self._outcome(engine, query, iteration)
            if again and isinstance(outcome, FailedOutcome):
                outcome = await self._outcome(engine, query, iteration, "/again")
            return engine, outcome

        plan = self._plan
        answers = list(await fan_out(plan.together, ask, max(1, len(plan.together))))
        for engine in plan.instead:
            if any(isinstance(outcome, EngineAnswer) for _, outcome in answers):
                break
            answers.append(await ask(engine))
        return self._searched(answers)

    def _searched(self, answers: Sequence[tuple[SearchEngine, EngineAnswer | FailedOutcome]]) -> Searched:
        failed = tuple(
            EngineFailed(engine=engine.engine, reason=outcome.reason, kind=outcome.failure)
            for engine, outcome in answers
            if isinstance(outcome, FailedOutcome)
        )
        found = [(engine, outcome) for engine, outcome in answers if isinstance(outcome, EngineAnswer)]
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
    ) -> EngineAnswer | FailedOutcome:
        step = StepKey(f"{iteration}/search/{engine.engine}/{_asked(query)}{attempt}")
        return await self._flights.share(step, lambda: self._result(engine, query, step))

    async def _result(self, engine: SearchEngine, query: str, step: StepKey) -> EngineAnswer | FailedOutcome:
        known = self._meter.journal.done(step, step_digest(step))
        if known is not None:
            return read(known)
        said = self._sayable(query) if engine.remote else query
        call = SearchCall(engine, said or "", step, self._meter, self._numbers, self._health)
        if said is None:
            return await call.without_asking(
                FailedOutcome(reason=Message("query-stays-here"), failure="blocked")
            )
        if engine.engine in self._health.left_out:
            return await call.without_asking(self._health.left_out[engine.engine])
        return await call.outcome()


def _asked(query: str) -> str:
    """What makes two queries one: their words, and the sites they keep to."""
    sites = sorted({site.lower() for site in _SITE.findall(query)})
    words = normalize(query) or query.strip()
    return f"{words} {' '.join(sites)}" if sites else words

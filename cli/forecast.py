"""What a run will cost, as far as anybody can say before it: by what was paid here, or by assumption."""

from dataclasses import dataclass
from math import ceil
from typing import Literal, NamedTuple

from pathfinder.adapters.claude.expected import shipped
from pathfinder.adapters.claude.prices import PriceTable
from pathfinder.adapters.claude.settings import Seat
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.glance import glance
from pathfinder.adapters.files.sessions import Sessions
from pathfinder.adapters.metering.searches import SearchPlan
from pathfinder.adapters.search.claude import ClaudeSearch
from pathfinder.cli.shown import money
from pathfinder.protocols.errors import PathfinderError
from pathfinder.protocols.memory import Limits
from pathfinder.protocols.rules.depth import REACH, Reach
from pathfinder.reports.summary import Tongue

Basis = Literal["free", "measured", "assumed"]
AFFORDED = 0.75
"""The first iteration may be expected to cost so much of the budget: it is only an expectation."""


class Shape(NamedTuple):
    """What of a run decides how many calls it makes."""

    explorers: int
    reach: Reach
    quick: bool = False


@dataclass(frozen=True)
class Search:
    """What a query costs, over all the engines it goes to."""

    usd_micros: int = 0


FREE_SEARCH = Search()
SENT_AGAIN = 2.0
"""With round 3, for each Explorer that is sent out one more is."""
TURNS = 0.075
"""Of the further turns an Explorer may take, so many are taken."""
QUERIES = 2.2
"""New queries of a turn; the same query is asked once."""


def calls(shape: Shape) -> dict[str, float]:
    """How often each call is made in an iteration: measured over runs of many kinds (docs/budget.md)."""
    turns = shape.explorers * (1.0 if shape.quick else SENT_AGAIN) * (1 + TURNS * (shape.reach.turns - 1))
    made = {
        "lead.decompose": 0.5,
        "lead.brief": 1.0 if shape.quick else 2.3,
        "explorer.choose": turns,
        "explorer.read": turns * shape.reach.pages,
        "explorer.conclude": turns,
        "judge.facets": 1.0 if shape.quick else 1.4 + 0.3 * shape.explorers,
        "thinker.ideate": 1 / 3,
    }
    return made if shape.quick else {**made, "counter_reviewer.challenge": 0.3 * shape.explorers}


@dataclass(frozen=True)
class Forecast:
    """Cost of one iteration and of the whole run."""

    basis: Basis
    iteration_usd_micros: int
    limits: Limits

    @property
    def iterations(self) -> int:
        """How many fit: the limit, or what the budget pays for, whichever comes first."""
        each = self.iteration_usd_micros
        paid = self.limits.budget_usd_micros // each if each else self.limits.max_iterations
        return min(self.limits.max_iterations, paid)

    @property
    def total_usd_micros(self) -> int:
        """Never over the budget, which holds whatever was forecast."""
        return min(self.limits.budget_usd_micros, self.limits.max_iterations * self.iteration_usd_micros)

    def sentence(self, speak: Tongue) -> str:
        """For the first screen."""
        if self.basis == "free":
            return _FREE[speak]
        return _SENTENCES[speak].format(
            each=money(self.iteration_usd_micros),
            total=money(self.total_usd_micros),
            iterations=self.iterations,
            basis=_BASES[speak][self.basis],
        )


def forecast(
    limits: Limits, known_usd_micros: int | None, shape: Shape, prices: "Prices", search: Search = FREE_SEARCH
) -> Forecast:
    """By what an iteration cost here on the same models, else by the shipped figures of each call.

    Paid searches count, whoever answers the questions.
    """
    if prices.free and not search.usd_micros:
        return Forecast("free", 0, limits)
    if known_usd_micros is not None:
        return Forecast("measured", known_usd_micros, limits)
    return Forecast("assumed", ceil(iteration_usd_micros(shape, prices, search)), limits)


def iteration_usd_micros(shape: Shape, prices: "Prices", search: Search) -> float:
    """What an iteration of this shape is expected to cost."""
    asked = sum(times * prices.usd_micros(call) for call, times in calls(shape).items())
    return asked + calls(shape)["explorer.choose"] * QUERIES * search.usd_micros


def affordable(limits: Limits, shape: Shape, prices: "Prices", search: Search) -> Shape:
    """The shape, with fewer Explorers where the budget would end in the middle of the first iteration."""
    enough = AFFORDED * limits.budget_usd_micros
    smaller = (shape._replace(explorers=number) for number in range(shape.explorers, 0, -1))
    for known in (*smaller, shape._replace(explorers=1, reach=REACH["shallow"])):
        if iteration_usd_micros(known, prices, search) <= enough:
            return known
    return known


def search_usd_micros(plan: SearchPlan) -> int:
    """What a query costs on the engines it is sent to: what they usually charge, not what they might."""
    return sum(
        engine.usual_usd_micros() if isinstance(engine, ClaudeSearch) else engine.worst_usd_micros("")
        for engine in plan.together
    )


@dataclass(frozen=True)
class Prices:
    """What calls cost; None: nothing does."""

    table: PriceTable | None
    seats: dict[str, Seat]

    @property
    def free(self) -> bool:
        """No call costs anything."""
        table = self.table
        return (
            table is None
            or table.free
            or all(
                tier.input == tier.output == 0
                for seat in self.seats.values()
                for tier in table.tiers(seat.model)
            )
        )

    def usd_micros(self, call: str) -> float:
        """One call at list price, as long as such calls are, with what the provider's cache has of it."""
        if self.table is None or self.table.free:
            return 0
        seat = self.seats.get(call) or self.seats[call.partition(".")[0]]
        usual = shipped(call)
        price = self.table.price(seat.model, usual.prompt)
        prompt = (usual.prompt - usual.cached) * price.input + usual.cached * price.cache_read
        return float(prompt + (usual.answer + usual.thinking) * price.output)


def paid_per_iteration(sessions: Sessions, engine: str) -> int | None:
    """What an iteration cost on average in the sessions here that the same models answered."""
    spent = iterations = 0
    for row in sessions.lines():
        try:
            seen = glance(sessions.resolve(row.id), Disk())
        except PathfinderError:
            continue
        if seen.run.engine == engine and seen.iteration:
            spent += seen.run.spend.total_usd_micros
            iterations += seen.iteration
    return ceil(spent / iterations) if iterations else None


_FREE: dict[Tongue, str] = {
    "en": "Forecast: nothing; no call costs money.",
    "ko": "예상 비용: 없음. 돈이 드는 호출이 없습니다.",
}
_SENTENCES: dict[Tongue, str] = {
    "en": "Forecast: about {each} an iteration ({basis}), {total} for {iterations} iterations.",
    "ko": "예상 비용: 반복 한 번에 약 {each}({basis}), {iterations}회에 {total}.",
}
_BASES: dict[Tongue, dict[Basis, str]] = {
    "en": {"measured": "paid here before", "assumed": "assumed; nothing was measured here yet", "free": ""},
    "ko": {"measured": "이곳에서 낸 평균", "assumed": "가정값, 아직 측정 없음", "free": ""},
}

"""What a run will cost, as far as anybody can say before it: by what was paid here, or by assumption."""

from dataclasses import dataclass
from math import ceil
from typing import Literal, NamedTuple

from pathfinder.adapters.claude.prices import PriceTable
from pathfinder.adapters.claude.settings import Seat
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.glance import glance
from pathfinder.adapters.files.sessions import Sessions
from pathfinder.cli.shown import money
from pathfinder.protocols.errors import PathfinderError
from pathfinder.protocols.memory import Limits
from pathfinder.protocols.rules.depth import Reach
from pathfinder.reports.summary import Tongue

Basis = Literal["free", "measured", "assumed"]


class Typical(NamedTuple):
    """How often a call is made in an iteration, and how many tokens it takes."""

    call: str
    times: float
    prompt_tokens: int
    answer_tokens: int


def typical(explorers: int, reach: Reach) -> tuple[Typical, ...]:
    """Assumed, not measured: about half of what the caps allow. It gives way to what was paid here."""
    turns = explorers * (1 + reach.turns) / 2
    return (
        Typical("lead.brief", 1, 12_000, 2_500),
        Typical("explorer.choose", turns, 1_500, 150),
        Typical("explorer.read", explorers * reach.pages, 5_000, 900),
        Typical("explorer.conclude", turns, 2_500, 500),
        Typical("judge.pairs", 2, 4_000, 800),
        Typical("judge.facets", 2, 4_000, 800),
        Typical("counter_reviewer.challenge", explorers / 2, 3_000, 800),
        Typical("thinker.ideate", 1 / 3, 12_000, 2_500),
    )


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
    limits: Limits, known_usd_micros: int | None, explorers: int, reach: Reach, prices: "Prices"
) -> Forecast:
    """By what an iteration cost here on the same models, else by the assumptions above."""
    if prices.free:
        return Forecast("free", 0, limits)
    if known_usd_micros is not None:
        return Forecast("measured", known_usd_micros, limits)
    micros = sum(
        one.times * prices.usd_micros(one.call, one.prompt_tokens, one.answer_tokens)
        for one in typical(explorers, reach)
    )
    return Forecast("assumed", ceil(micros), limits)


@dataclass(frozen=True)
class Prices:
    """What calls cost; None: nothing does."""

    table: PriceTable | None
    seats: dict[str, Seat]

    @property
    def free(self) -> bool:
        """No call costs anything."""
        return self.table is None or self.table.free

    def usd_micros(self, call: str, prompt_tokens: int, answer_tokens: int) -> float:
        """One call at list price, without the provider's cache."""
        if self.table is None:
            return 0
        seat = self.seats.get(call) or self.seats[call.partition(".")[0]]
        price = self.table.price(seat.model, prompt_tokens)
        return float(prompt_tokens * price.input + answer_tokens * price.output)


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

"""What a run will cost, as far as anybody can say before it: by what was paid here, or by assumption."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Literal, NamedTuple

from pathfinder.adapters.documents.listing import listing
from pathfinder.adapters.documents.workers import Limits as FolderLimits
from pathfinder.adapters.metering.searches import EngineSet
from pathfinder.adapters.models.expected import Usual, shipped
from pathfinder.adapters.models.prices import PriceTable
from pathfinder.adapters.models.settings import Seat
from pathfinder.adapters.search.claude import ClaudeSearch
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.agents.writer import PAGE_TOKENS
from pathfinder.cli.screen.output import money
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import PathfinderError
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.planning.depth import REACH
from pathfinder.run_config import RunConfig

Basis = Literal["free", "measured", "assumed"]
LONGEST_BYTES = 48_000
"""Of a larger file (a PDF with pictures) no more is likely to be read."""
BYTES_A_TOKEN = 3
AFFORDED = 0.75
"""The first iteration may be expected to cost so much of the budget: it is only an expectation."""


@dataclass(frozen=True)
class Search:
    """What a query costs, over all the engines it goes to."""

    usd_micros: int = 0


FREE_SEARCH = Search()
CHECKS = 3.0
"""Fact checkers that share an answer of the usual length."""
SENT_AGAIN = 0.7
"""For each Explorer of an iteration, so many conclude in round 3."""
FURTHER_TURNS = 0.1
"""Of the further turns an Explorer may take, so many are taken."""
IDEAS_EVERY = 3
"""Iterations from one new hypothesis of the Thinker's to the next."""
QUERIES = 2.2
"""New queries of a turn; the same query is asked once."""
FOUND = 0.8
"""Of a folder's documents, so many bear on the question and are read in the end."""
NEW_PAGES = 12
"""New pages that an Explorer finds in an iteration, where it may read as many."""
USUAL_FACTS = 300
"""The facts behind the shipped lengths of the calls that are shown facts."""
LEAST_SHOWN = 0.2
"""Of such a call's shipped length, what stands there before the first fact."""
MOST_FACTS = 1.5
"""Times the usual number: then only the most relevant facts are shown."""
SHOWN_FACTS = frozenset(
    {
        "explorer.conclude",
        "judge.audit",
        "counter_reviewer.challenge",
        "writer.edit",
        "writer.check",
        "thinker.ideate",
    }
)
READING_PROMPT = 2_100
"""Tokens of a reading besides the page."""
BESIDE_PAGES = 20_000
"""Tokens of claims and audit beside the pages of the answer, with the usual number of facts."""
COUNTED = 0.8
"""Of our own estimate of a text, which is on the high side, so much is billed."""


class Material(NamedTuple):
    """What there is to read."""

    documents: int | None = None
    """Files of a folder; None: the web."""
    tokens_each: int = 4_000

    @property
    def facts_each(self) -> float:
        """What a page of this length is likely to hold on a question."""
        return min(self.tokens_each / 60, 6.6 + self.tokens_each / 2_000)


WEB = Material()


class _Run(NamedTuple):
    """How much a run of some iterations reads and asks."""

    config: RunConfig
    material: Material
    iterations: int

    @property
    def pages(self) -> float:
        """Pages read in all; each once."""
        most = self.most_pages * self.iterations
        known = self.material.documents
        return float(most) if known is None else min(most, FOUND * known)

    @property
    def size(self) -> float:
        """The facts, by the usual number of them."""
        return min(MOST_FACTS, self.pages * self.material.facts_each / USUAL_FACTS)

    @property
    def most_pages(self) -> int:
        """What the Explorers may read in an iteration."""
        return self.config.parallel * min(NEW_PAGES, REACH[self.config.depth].pages)

    @property
    def audits(self) -> float:
        """One in each iteration that reads enough that is new."""
        return min(float(self.iterations), max(1.0, self.pages / NEW_PAGES))

    def every_iteration(self) -> dict[str, float]:
        """How often each call is made in an iteration: measured over runs of many kinds (docs/budget.md)."""
        explorers, turns = self.config.parallel, REACH[self.config.depth].turns
        concluding = explorers * (1 + FURTHER_TURNS * (turns - 1))
        made = {
            "lead.brief": 1.0,
            "explorer.choose": concluding * self.pages / (self.most_pages * self.iterations),
            "explorer.read": self.pages / self.iterations,
            "explorer.conclude": concluding,
            "judge.facets": 0.3,
            "judge.audit": self.audits / self.iterations,
            "thinker.ideate": (self.iterations - 1) // IDEAS_EVERY / self.iterations,
        }
        if self.config.quick:
            return made
        return {
            **made,
            "lead.brief": 2.0,
            "explorer.conclude": concluding + SENT_AGAIN * explorers,
            "judge.facets": 2.0,
            "counter_reviewer.challenge": 0.6 * explorers,
        }

    def once(self) -> dict[str, float]:
        """The parts of the question, and the answer."""
        written = {"lead.decompose": 1.0, "writer.answer": 1.0 if self.config.quick else 3.0}
        return written if self.config.quick else {**written, "writer.edit": 1.0, "writer.check": CHECKS}

    def lengths(self, call: str) -> Usual:
        """The tokens of a call, by how much there is to show in it."""
        usual = shipped(call)
        if call == "explorer.read":
            answer = round(usual.answer * self.material.facts_each / 8)
            return usual.model_copy(
                update={"prompt": READING_PROMPT + self.material.tokens_each, "answer": max(50, answer)}
            )
        if call == "writer.answer":
            pages = min(COUNTED * PAGE_TOKENS, self.pages * self.material.tokens_each)
            whole = round(pages + BESIDE_PAGES * self.size)
            # The draft and the revision find in the cache what the first reader was shown.
            cached = round(whole * (1 - 1 / self.once()[call]))
            answer = round(usual.answer * (1 + min(1.0, self.size)) / 2)
            return usual.model_copy(update={"prompt": whole, "cached": cached, "answer": answer})
        if call not in SHOWN_FACTS:
            return usual
        share = LEAST_SHOWN + (1 - LEAST_SHOWN) * self.size
        return usual.model_copy(
            update={"prompt": round(usual.prompt * share), "answer": max(50, round(usual.answer * share))}
        )


@dataclass(frozen=True)
class Forecast:
    """Cost of one iteration and of the whole run."""

    basis: Basis
    iteration_usd_micros: int
    limits: Limits
    once_usd_micros: int = 0
    """The parts of the question and the answer."""

    @property
    def iterations(self) -> int:
        """How many fit: the limit, or what the budget pays for, whichever comes first."""
        each, left = self.iteration_usd_micros, self.limits.budget_usd_micros - self.once_usd_micros
        paid = max(0, left) // each if each else self.limits.max_iterations
        return min(self.limits.max_iterations, paid)

    @property
    def total_usd_micros(self) -> int:
        """Never over the budget, which holds whatever was forecast."""
        whole = self.limits.max_iterations * self.iteration_usd_micros + self.once_usd_micros
        return min(self.limits.budget_usd_micros, whole)

    @property
    def sentence(self) -> Message:
        """For the first screen."""
        if self.basis == "free":
            return Message("forecast-free")
        return Message(
            "forecast-run",
            each=money(self.iteration_usd_micros),
            basis=Message(f"forecast-{self.basis}"),
            total=money(self.total_usd_micros),
            iterations=self.iterations,
        )


def forecast(
    config: RunConfig,
    known_usd_micros: int | None,
    prices: "Prices",
    search: Search = FREE_SEARCH,
    material: Material = WEB,
) -> Forecast:
    """By what an iteration cost here on the same models, else by the shipped figures of each call.

    Paid searches count, whoever answers the questions.
    """
    limits = config.limits
    if prices.free and not search.usd_micros:
        return Forecast("free", 0, limits)
    if known_usd_micros is not None:
        return Forecast("measured", known_usd_micros, limits)
    run = _Run(config, material, limits.max_iterations)
    return Forecast(
        "assumed",
        ceil(_iteration_usd_micros(run, prices, search)),
        limits,
        ceil(_usd_micros(run, run.once(), prices)),
    )


def _usd_micros(run: _Run, calls: Mapping[str, float], prices: "Prices") -> float:
    return sum(times * prices.usd_micros(call, run.lengths(call)) for call, times in calls.items())


def _iteration_usd_micros(run: _Run, prices: "Prices", search: Search) -> float:
    """What an iteration is expected to cost, on average over the run."""
    calls = run.every_iteration()
    return _usd_micros(run, calls, prices) + calls["explorer.conclude"] * QUERIES * search.usd_micros


def usual_usd_micros(prices: "Prices") -> int:
    """A question on the web: one iteration of five Explorers, and the answer; searches come on top."""
    run = _Run(RunConfig(), WEB, 1)
    return ceil(_iteration_usd_micros(run, prices, FREE_SEARCH) + _usd_micros(run, run.once(), prices))


def affordable(config: RunConfig, prices: "Prices", search: Search, material: Material = WEB) -> RunConfig:
    """The same, with fewer Explorers where the budget would end in the middle of the first iteration."""
    enough = AFFORDED * config.limits.budget_usd_micros
    smaller = (replace(config, parallel=number) for number in range(config.parallel, 0, -1))
    for known in (*smaller, replace(config, parallel=1, depth="shallow")):
        run = _Run(known, material, 1)
        if _iteration_usd_micros(run, prices, search) + _usd_micros(run, run.once(), prices) <= enough:
            return known
    return known


def material_of(folder: Path | None) -> Material:
    """How many documents a folder has and how long they are, by their sizes alone; the web without one."""
    if folder is None:
        return WEB
    sizes = [min(file.size, LONGEST_BYTES) for file in listing(folder, FolderLimits()).files]
    if not sizes:
        return Material(0)
    return Material(len(sizes), max(1, sum(sizes) // len(sizes) // BYTES_A_TOKEN))


def search_usd_micros(plan: EngineSet) -> int:
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

    def usd_micros(self, call: str, usual: Usual) -> float:
        """One call of this length at list price, with what the provider's cache has of it."""
        if self.table is None or self.table.free:
            return 0
        seat = self.seats.get(call) or self.seats[call.partition(".")[0]]
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

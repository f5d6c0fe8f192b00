"""What `research --dry-run` says before a run, beside what the stand-in bills for it, over kinds of runs.

Documents are the demo's. Answers are the stand-in's own (words in common). Thinking is drawn from 200 to
8,000 tokens a call.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pydantic import SecretStr

from bench.figures import Figure, Group, Size
from bench.results import ROOT
from bench.truth import truth_of
from pathfinder.adapters.claude.attempt import ClaudeAttempt
from pathfinder.adapters.claude.prices import listed_prices
from pathfinder.adapters.claude.settings import DEFAULT_SEATS, QUICK_SEATS, ClaudeSettings, Connection
from pathfinder.adapters.system import SystemClock
from pathfinder.cli.engines import Asked, engine_for
from pathfinder.cli.forecast import Prices, Shape, forecast
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.memory import Limits
from pathfinder.protocols.rules.depth import REACH, Depth
from pathfinder.running import research
from pathfinder.wiring import Options
from tests.standin import Nature, Standin

GROUP: Group = "cost"
DEMO = ROOT / "demo"
WITHIN = 1.5
LATENCY_SECONDS = 0.02


class Kind(NamedTuple):
    """A run that somebody may make."""

    documents: int
    explorers: int
    iterations: int
    quick: bool = False
    depth: Depth = "medium"

    @property
    def told(self) -> str:
        """In words."""
        return (
            f"{'quick, ' if self.quick else ''}{self.explorers} Explorers, {self.depth}, "
            f"{self.documents} documents, {self.iterations} iterations"
        )


KINDS = (
    Kind(20, 1, 1, quick=True),
    Kind(20, 5, 2, quick=True),
    Kind(20, 2, 2),
    Kind(53, 5, 2),
    Kind(53, 5, 2, depth="shallow"),
    Kind(20, 5, 2),
    Kind(53, 5, 3),
)


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """How far off each forecast was, as a factor."""
    for kind in KINDS[: size.of(len(KINDS), 3)]:
        said, billed = forecast_usd_micros(kind), session(kind, 100_000_000).billed_usd_micros
        factor = max(said / billed, billed / said)
        note = f"forecast ${said / 1e6:.2f}, billed ${billed / 1e6:.2f}"
        yield Figure(f"forecast, {kind.told}", factor, "times off", WITHIN, note)


def forecast_usd_micros(kind: Kind) -> int:
    """What is said before the run, on a machine that has not paid for one yet."""
    limits = Limits(max_iterations=kind.iterations, budget_usd_micros=100_000_000)
    prices = Prices(listed_prices(), dict(QUICK_SEATS if kind.quick else DEFAULT_SEATS))
    shape = Shape(kind.explorers, REACH[kind.depth], kind.quick)
    return forecast(limits, None, shape, prices).total_usd_micros


class Billed(NamedTuple):
    """A run, and the stand-in's own books."""

    end: RunEnd
    billed_usd_micros: int


def session(kind: Kind, budget_usd_micros: int) -> Billed:
    """A run of this kind over the stand-in."""
    nature = Nature(latency_seconds=LATENCY_SECONDS)
    with TemporaryDirectory() as folder, Standin(nature=nature) as api:
        home, documents = Path(folder) / "home", Path(folder) / "documents"
        _spread(kind.documents, documents)
        asked = Asked(docs=documents, trust_front_matter=True, sources=DEMO / "sources.toml")
        settings = ClaudeSettings(seats=dict(QUICK_SEATS if kind.quick else DEFAULT_SEATS))
        attempt = ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url), settings)
        engine = replace(engine_for({}, asked, SystemClock(), home), attempt=attempt, name="claude")
        limits = Limits(max_iterations=kind.iterations, budget_usd_micros=budget_usd_micros)
        options = Options(limits=limits, parallel=kind.explorers, depth=kind.depth, quick=kind.quick)

        async def go() -> RunEnd:
            try:
                return await research(truth_of(DEMO).question, engine, options, home=home)
            finally:
                await attempt.close()

        return Billed(asyncio.run(go()), api.usd_micros)


def _spread(count: int, folder: Path) -> None:
    """So many documents, from all over the corpus."""
    folder.mkdir()
    known = sorted(path for path in (DEMO / "corpus").iterdir() if path.suffix != ".meta")
    for number in range(count):
        copy(known[number * len(known) // count], folder)

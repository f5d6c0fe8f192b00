"""What `research --dry-run` says before a run, beside what the stand-in bills for it, over kinds of runs.

Documents are the demo's. Answers are the stand-in's own (words in common). Thinking is drawn from
200 to 8,000 tokens a call.
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
from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.settings import PRESETS, ClaudeSettings, Connection
from pathfinder.assembly import assemble
from pathfinder.cli.settings.forecast import Prices, forecast, material_of
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.planning.depth import Depth
from pathfinder.run_config import Answering, RunConfig
from pathfinder.running import research
from tests.standin import Nature, Standin
from tests.standin.server import Recorded

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
    Kind(53, 3, 3, depth="shallow"),
    Kind(20, 5, 2),
    Kind(53, 5, 3, depth="deep"),
)


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """How far off each forecast was, as a factor."""
    for kind in KINDS[: size.of(len(KINDS), 3)]:
        said, billed = forecast_usd_micros(kind), session(kind, 100_000_000).billed_usd_micros
        factor = max(said / billed, billed / said)
        note = f"forecast ${said / 1e6:.2f}, billed ${billed / 1e6:.2f}"
        yield Figure(f"forecast, {kind.told}", factor, "times off", WITHIN, note)


def run_of(kind: Kind, budget_usd_micros: int) -> RunConfig:
    """A run of this kind."""
    return RunConfig(
        limits=Limits(max_iterations=kind.iterations, budget_usd_micros=budget_usd_micros),
        parallel=kind.explorers,
        depth=kind.depth,
        quick=kind.quick,
        answer=Answering(),
    )


def forecast_usd_micros(kind: Kind) -> int:
    """What is said before the run, on a machine that has not paid for one yet."""
    prices = Prices(listed_prices(), dict(PRESETS["economy" if kind.quick else "balanced"]))
    config = run_of(kind, 100_000_000)
    with TemporaryDirectory() as folder:
        documents = Path(folder) / "documents"
        _spread(kind.documents, documents)
        return forecast(config, None, prices, material=material_of(documents)).total_usd_micros


class Billed(NamedTuple):
    """A run, and the stand-in's own books."""

    end: RunEnd
    requests: tuple[Recorded, ...]

    @property
    def billed_usd_micros(self) -> int:
        """By its own prices."""
        return sum(request.usd_micros for request in self.requests)


def session(kind: Kind, budget_usd_micros: int) -> Billed:
    """A run of this kind over the stand-in."""
    nature = Nature(latency_seconds=LATENCY_SECONDS)
    with TemporaryDirectory() as folder, Standin(nature=nature) as api:
        home, documents = Path(folder) / "home", Path(folder) / "documents"
        _spread(kind.documents, documents)
        known = RunConfig(
            docs=documents, trust_front_matter=True, source_table=DEMO / "sources.toml", home=home
        )
        settings = ClaudeSettings(seats=dict(PRESETS["economy" if kind.quick else "balanced"]))
        attempt = ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url), settings)
        engine = replace(assemble(known), attempt=attempt, name="claude")
        options = run_of(kind, budget_usd_micros)

        async def go() -> RunEnd:
            try:
                return await research(truth_of(DEMO).question, engine, options, home=home)
            finally:
                await attempt.close()

        return Billed(asyncio.run(go()), tuple(api.requests))


def _spread(count: int, folder: Path) -> None:
    """So many documents, from all over the corpus."""
    folder.mkdir()
    known = sorted(path for path in (DEMO / "corpus").iterdir() if path.suffix != ".meta")
    for number in range(count):
        copy(known[number * len(known) // count], folder)

"""What a question costs at list prices: the demo's world, 8 iterations, 5 Explorers, over Claude's wire.

The answers are the stand-in's own (words in common), so that quotes are real; the prompts are those that a
model would be sent. Tokens are the stand-in's count: a third of the bytes of a prompt and of an answer, and
200 to 8,000 drawn for thinking.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pydantic import SecretStr

from bench.figures import Baseline, Figure, Group, Size
from bench.results import ROOT
from bench.truth import truth_of
from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.settings import (
    PRESETS,
    USUAL_PRESET,
    ClaudeSettings,
    Connection,
    Preset,
)
from pathfinder.assembly import assemble
from pathfinder.cli.settings.forecast import Prices, forecast, material_of
from pathfinder.protocols.answer.thesis import is_core
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.run_config import Answering, RunConfig
from pathfinder.running import research
from tests.standin import Nature, Recorded, Standin
from tests.standin.sharing import without_caching_usd_micros

GROUP: Group = "cost"
DEMO = ROOT / "demo"
EXPLORERS = 5
BUDGET = 100_000_000
LATENCY_SECONDS = 0.02
"""Without any, calls sent at once would find what the first of them has just written."""


class Paid(NamedTuple):
    """A session, and what the stand-in was asked."""

    graph: CogniGraph
    requests: list[Recorded]


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """The bill in all and by role, tokens for each finding, and what was read from the cache."""
    iterations = size.of(8, 2)
    paid = session(iterations)
    spend = paid.graph.run.spend
    note = f"{iterations} iterations, {EXPLORERS} Explorers, {len(paid.requests)} calls"
    plain = without_caching_usd_micros(paid.requests)
    yield Figure(
        "a question at list prices",
        spend.total_usd_micros / 1e6,
        "USD",
        None,
        note,
        baselines=(
            Baseline("without the prompt cache", plain / 1e6),
            Baseline("as `research --dry-run` says before", _forecast(iterations) / 1e6),
        ),
        guarded=True,
    )
    for role, usd_micros in sorted(spend.by_role.items(), key=lambda known: -known[1]):
        share = usd_micros / spend.total_usd_micros
        yield Figure(f"... of which {role}", usd_micros / 1e6, "USD", None, f"{share:.0%}")
    read = sum(one.counted.read for one in paid.requests)
    prompt = sum(one.counted.prompt for one in paid.requests)
    tokens = prompt + sum(one.counted.output for one in paid.requests)
    yield Figure("prompt tokens read from the cache", 100 * read / prompt, "%", better="higher", guarded=True)
    yield Figure("tokens of a question", tokens, "tokens", None, f"{prompt / tokens:.0%} of them prompt")
    yield from _each(paid.graph, tokens)


def _forecast(iterations: int) -> int:
    limits = Limits(max_iterations=iterations, budget_usd_micros=BUDGET)
    prices = Prices(listed_prices(), ClaudeSettings().seats)
    config, material = RunConfig(limits=limits, parallel=EXPLORERS), material_of(DEMO / "corpus")
    return forecast(config, None, prices, material=material).total_usd_micros


def _each(graph: CogniGraph, tokens: int) -> Iterable[Figure]:
    """For what comes out; every quote is verified by code."""
    findings = sum(is_core(known) for known in graph.hypotheses.values() if known.merged_into is None)
    verified = sum(known.verified for known in graph.observations.values())
    usd = graph.run.spend.total_usd_micros / 1e6
    for name, count in (("verified finding", findings), ("verified quote", verified)):
        if count:
            yield Figure(f"tokens for each {name}", tokens / count, "tokens", None, f"{count} of them")
            yield Figure(f"cost of each {name}", 100 * usd / count, "cents")


def session(iterations: int, preset: Preset = USUAL_PRESET, answer: Answering | None = None) -> Paid:
    """A run over the stand-in, with money enough."""
    nature = Nature(latency_seconds=LATENCY_SECONDS)
    with TemporaryDirectory() as folder, Standin(nature=nature) as api:
        home = Path(folder) / "home"
        known = RunConfig(
            docs=DEMO / "corpus", trust_front_matter=True, source_table=DEMO / "sources.toml", home=home
        )
        shared = assemble(known)
        settings = ClaudeSettings(seats=dict(PRESETS[preset]))
        attempt = ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url), settings)
        engine = replace(shared, attempt=attempt, name="claude")
        limits = Limits(max_iterations=iterations, budget_usd_micros=BUDGET)

        async def go() -> CogniGraph:
            try:
                options = RunConfig(limits=limits, parallel=EXPLORERS, answer=answer)
                return (await research(truth_of(DEMO).question, engine, options, home=home)).graph
            finally:
                await attempt.close()

        return Paid(asyncio.run(go()), [one for one in api.requests if one.status == 200])

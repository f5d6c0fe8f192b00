"""What the provider's prompt cache reads for a session, and what that saves: on the stand-in, which keeps
beginnings as the provider does.

The facts shown to conclusions are not marked for the cache: in this small world all Explorers see the same
ones, on real folders the first differ after some hundred characters, and writing them would cost more.
"""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import SecretStr

from bench.figures import Figure, Group, Size
from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.models.settings import Connection
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from pathfinder.running import research
from tests.standin.server import Nature, Recorded, Standin
from tests.standin.sharing import shared, without_caching_usd_micros
from tests.worlds import QUESTION, world

GROUP: Group = "cost"
EXPLORERS = 5
LATENCY_SECONDS = 0.02
"""Without any, calls sent at once would find what the first of them has just written."""


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Tokens that were shared and not read from the cache, and the bill against one without a cache."""
    requests = _session(size.of(9, 4))
    found = shared(requests)
    paid = sum(request.usd_micros for request in requests)
    plain = without_caching_usd_micros(requests)
    missed = 100 * (1 - found.read / found.shared)
    yield Figure("shared tokens not read from the cache", missed, "%", 45.0, f"{len(requests)} requests")
    yield Figure(
        "read from the cache, of all prompt tokens", 100 * found.read / found.prompt, "%", better="higher"
    )
    yield Figure("bill, of what it would be without", 100 * paid / plain, "%", 100.0)


def _session(iterations: int) -> list[Recorded]:
    pages = world()
    with TemporaryDirectory() as folder, Standin(nature=Nature(latency_seconds=LATENCY_SECONDS)) as api:
        attempt = ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url))
        engine = Deps(attempt, PageSources(ScriptedSearch(pages), ScriptedFetch(pages)), close=attempt.close)
        limits = Limits(max_iterations=iterations, budget_usd_micros=100_000_000)
        options = RunConfig(limits=limits, parallel=EXPLORERS)
        end = asyncio.run(research(QUESTION, engine, options, home=Path(folder) / "r"))
        assert end.error is None, end.error
        return api.requests

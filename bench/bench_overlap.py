"""Ten Explorers wait together, not in a row; and what the client itself needs for a call."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

from bench.figures import Figure, Group, Size
from pathfinder.adapters.scripted.model import ScriptedModel
from pathfinder.adapters.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.protocols.calls import Ask, Reply
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.memory import Limits
from pathfinder.protocols.steps import Step
from pathfinder.running import research
from pathfinder.wiring import Engine, Options
from tests.worlds import QUESTION, respond, world

GROUP: Group = "overlap"
ALONE = True
A = TypeVar("A", bound=Frozen)
LATENCY_S = 0.5
EXPLORERS = 10


class TimedModel(ScriptedModel):
    """Takes its time over each call, and notes when it began and ended."""

    def __init__(self, latency_s: float) -> None:
        super().__init__(respond=respond)
        self._latency_s = latency_s
        self.spans: list[tuple[float, float]] = []

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        began = perf_counter()
        if self._latency_s:
            await asyncio.sleep(self._latency_s)
        answer = await super().reply(ask, step)
        self.spans.append((began, perf_counter()))
        return answer


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Wall time over the longest chain of calls, and client time per call."""
    wall, model = _session(LATENCY_S, iterations := size.of(2, 1))
    chain = _longest_chain(model.spans)
    yield Figure(
        f"calls of 10 Explorers in {iterations} iterations",
        len(model.spans),
        "calls",
        None,
        f"a chain of {chain}",
    )
    yield Figure(
        "10 Explorers at 500 ms: wall over longest chain",
        wall / (chain * LATENCY_S),
        "x",
        1.10,
        "peers 1.05-1.84",
    )
    wall, model = _session(0.0, iterations=size.of(4, 2))
    per_call = wall / len(model.spans) * 1_000
    yield Figure(
        "client time per model call, journal on disk", per_call, "ms", None, "peers 9-26 without one"
    )
    yield Figure("bare asyncio per call", _floor(len(model.spans)), "ms", None, "one task and one sleep(0)")


def _session(latency_s: float, iterations: int) -> tuple[float, TimedModel]:
    pages, model = world(), TimedModel(latency_s)
    engine = Engine(model, ScriptedSearch(pages), ScriptedFetch(pages))
    options = Options(limits=Limits(max_iterations=iterations), parallel=EXPLORERS)
    with TemporaryDirectory() as folder:
        began = perf_counter()
        asyncio.run(research(QUESTION, engine, options, home=Path(folder) / "r"))
        return perf_counter() - began, model


def _longest_chain(spans: list[tuple[float, float]]) -> int:
    """The longest row of calls of which each began after the one before had ended."""
    chain, last = 0, 0.0
    for began, ended in sorted(spans, key=lambda span: span[1]):
        if began >= last:
            chain, last = chain + 1, ended
    return chain


def _floor(calls: int) -> float:
    async def one() -> None:
        await asyncio.sleep(0)

    async def all_of_them() -> None:
        for _ in range(calls):
            await asyncio.create_task(one())

    began = perf_counter()
    asyncio.run(all_of_them())
    return (perf_counter() - began) / calls * 1_000

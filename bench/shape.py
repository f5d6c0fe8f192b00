"""Whole sessions in processes of their own, so that processor time and memory are those of one session.

`python -m bench.shape WHAT ...` prints what one run took, as JSON. WHAT is `timed` (a model that answers by
rule after a pause: nothing but our own work and the pause), `wire` (Claude's adapter and its SDK, over HTTP),
`floor` (the requests of a session, in the same rounds, by bare asyncio and httpx: no SDK, no validation, no
journal, no evidence) or `sleeps` (nothing but the pauses of a chain).
"""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, TypeVar

import httpx
from pydantic import SecretStr

from bench.results import ROOT
from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.models.settings import Connection
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.asks import Ask, Reply
from pathfinder.protocols.calls.ports import Attempt
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from pathfinder.running import research
from tests.keys import KEY
from tests.standin import Nature, Standin
from tests.standin.checks import API_VERSION
from tests.worlds import QUESTION, respond, world

A = TypeVar("A", bound=Frozen)
Span = tuple[float, float]
Rounds = list[list[dict[str, Any]]]
BUDGET = 1_000_000_000


class TimedModel(ScriptedModel):
    """Takes its time over each call, and notes when it began and ended."""

    def __init__(self, latency_s: float) -> None:
        super().__init__(respond=respond)
        self._latency_s = latency_s
        self.spans: list[Span] = []

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        began = perf_counter()
        if self._latency_s:
            await asyncio.sleep(self._latency_s)
        answer = await super().reply(ask, step)
        self.spans.append((began, perf_counter()))
        return answer


@dataclass(frozen=True)
class Took:
    """One run of a session, or of its floor."""

    wall_s: float
    cpu_s: float
    calls: int
    chain: int = 0
    """The longest row of calls of which each began after the one before had ended."""
    most_in_flight: int = 0
    peak_mb: float = 0.0


def child(*words: object) -> Took:
    """A run in a process of its own."""
    command = [sys.executable, "-m", "bench.shape", *map(str, words)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    if ended.returncode:
        raise RuntimeError(ended.stderr[-2_000:])
    return Took(**json.loads(ended.stdout.splitlines()[-1]))


@contextmanager
def server() -> Iterator[str]:
    """The stand-in in a process of its own, without latency; its address."""
    command = [sys.executable, "-m", "tests.standin"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        try:
            yield serving.stdout.readline().strip()
        finally:
            serving.terminate()


def rounds_of(explorers: int, iterations: int, latency_s: float) -> Rounds:
    """The requests of a session over HTTP in the rounds in which they went out."""
    with Standin(nature=Nature(latency_seconds=latency_s)) as api:
        _researched(_claude(api.base_url), explorers, iterations)
        sent = [one for one in api.requests if one.status == 200]
    edges = [ended for _, ended in chain([(one.at, one.done) for one in sent])]
    rounds: Rounds = [[] for _ in range(len(edges) + 1)]
    for one in sent:
        rounds[sum(edge <= one.at for edge in edges)].append(one.body)
    return [some for some in rounds if some]


def chain(spans: Sequence[Span]) -> list[Span]:
    """The longest row of calls of which each began after the one before had ended."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: span[1]):
        if not found or span[0] >= found[-1][1]:
            found.append(span)
    return found


def _timed(explorers: int, iterations: int, latency_s: float) -> Took:
    _researched(TimedModel(0.0), explorers, 1)
    model = TimedModel(latency_s)
    wall_s, cpu_s = _researched(model, explorers, iterations)
    return Took(
        wall_s, cpu_s, len(model.spans), len(chain(model.spans)), most_at_once(model.spans), _peak_mb()
    )


def _wire(explorers: int, iterations: int, base_url: str) -> Took:
    _researched(_claude(base_url), 1, 1)
    attempt = _claude(base_url)
    spans = _overheard(attempt)
    wall_s, cpu_s = _researched(attempt, explorers, iterations)
    return Took(wall_s, cpu_s, len(spans), 0, most_at_once(spans), _peak_mb())


def _overheard(attempt: ClaudeAttempt) -> list[Span]:
    """When each call of an attempt begins and ends, from now on."""
    spans: list[Span] = []
    reply = attempt.reply

    async def timed(ask: Ask[A], step: Step) -> Reply[A]:
        began = perf_counter()
        try:
            return await reply(ask, step)
        finally:
            spans.append((began, perf_counter()))

    attempt.reply = timed  # type: ignore[method-assign]  # a stopwatch, not another behaviour
    return spans


def _floor(path: str, base_url: str) -> Took:
    rounds: Rounds = json.loads(Path(path).read_bytes())
    asyncio.run(_bare(rounds[:1], base_url))
    began, cpu = perf_counter(), process_time()
    asyncio.run(_bare(rounds, base_url))
    taken = perf_counter() - began, process_time() - cpu
    return Took(*taken, sum(map(len, rounds)), len(rounds), max(map(len, rounds)), _peak_mb())


async def _bare(rounds: Rounds, base_url: str) -> None:
    headers = {"authorization": f"Bearer {KEY}", "anthropic-version": API_VERSION}
    limits = httpx.Limits(max_connections=1_000)

    async def one(client: httpx.AsyncClient, body: dict[str, Any]) -> None:
        answer = await client.post("/v1/messages", json=body)
        answer.raise_for_status()
        if not body.get("stream"):
            answer.json()

    async with httpx.AsyncClient(base_url=base_url, headers=headers, limits=limits, timeout=60) as client:
        for some in rounds:
            async with asyncio.TaskGroup() as group:
                for body in some:
                    group.create_task(one(client, body))


def _sleeps(chain: int, latency_s: float) -> Took:
    async def all_of_them() -> None:
        for _ in range(chain):
            await asyncio.sleep(latency_s)

    began, cpu = perf_counter(), process_time()
    asyncio.run(all_of_them())
    return Took(perf_counter() - began, process_time() - cpu, chain, chain, 1, _peak_mb())


def _claude(base_url: str) -> ClaudeAttempt:
    return ClaudeAttempt(Connection(key=SecretStr(KEY), base_url=base_url))


def _researched(attempt: Attempt, explorers: int, iterations: int) -> tuple[float, float]:
    """Wall and processor time of a session, its journal on disk."""
    pages = world()
    close = getattr(attempt, "close", None)
    engine = Deps(attempt, PageSources(ScriptedSearch(pages), ScriptedFetch(pages)), close=close)
    limits = Limits(max_iterations=iterations, budget_usd_micros=BUDGET)
    with TemporaryDirectory() as folder:
        began, cpu = perf_counter(), process_time()
        end = asyncio.run(
            research(QUESTION, engine, RunConfig(limits=limits, parallel=explorers), home=Path(folder) / "r")
        )
        taken = perf_counter() - began, process_time() - cpu
    if end.error is not None:
        raise RuntimeError(str(end.error))
    return taken


def most_at_once(spans: Sequence[Span]) -> int:
    """The most calls in flight."""
    moments = sorted([(began, 1) for began, _ in spans] + [(ended, -1) for _, ended in spans])
    most = now = 0
    for _, change in moments:
        now += change
        most = max(most, now)
    return most


def _peak_mb() -> float:
    """The most this process had in memory; what `getrusage` tells may be its parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1024


def main(what: str, *words: str) -> int:
    """One run."""
    if what == "timed":
        took = _timed(int(words[0]), int(words[1]), float(words[2]))
    elif what == "wire":
        took = _wire(int(words[0]), int(words[1]), words[2])
    elif what == "floor":
        took = _floor(words[0], words[1])
    else:
        took = _sleeps(int(words[0]), float(words[1]))
    print(json.dumps(asdict(took)))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

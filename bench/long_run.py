"""A long session of the embedded engine over two thousand abstracts: what each iteration took and showed."""

import asyncio
import resource
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import TypeVar

from bench.scifact import DATA, corpus
from pathfinder.adapters.system import SystemClock
from pathfinder.cli.engines import Asked, engine_for
from pathfinder.protocols.calls import Ask, Reply
from pathfinder.protocols.events import Event, IterationClosed
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.memory import Limits
from pathfinder.protocols.ports import Attempt
from pathfinder.protocols.questions import LabelPairs
from pathfinder.protocols.steps import Step
from pathfinder.running import research
from pathfinder.wiring import Options

A = TypeVar("A", bound=Frozen)
DOCUMENTS = 2_000
QUESTION = (
    "Which drugs, genes, proteins and habits raise or lower the risk of cancer, infection and heart disease?"
)
EXPLORERS = 3


@dataclass
class Took:
    """What one iteration took, and how much there was to show to each who was asked."""

    cpu_s: float
    resident_mb: float
    calls: int
    most_bytes: int
    """Of the longest question anybody was asked."""
    lead_bytes: int
    pairs: int
    """Pairs of claims put to the Judge."""
    observations: int
    hypotheses: int


@dataclass
class LongRun:
    """A session that is measured after each iteration."""

    took: list[Took] = field(default_factory=list)
    sizes: dict[str, list[int]] = field(default_factory=dict)
    pairs: int = 0
    since: float = 0.0

    def run(self, documents: Path, home: Path, iterations: int) -> CogniGraph:
        """From a question to so many closed iterations."""
        engine = engine_for({}, Asked(docs=documents), SystemClock(), home)
        weighed = replace(engine, attempt=_Weighing(engine.attempt, self))
        options = Options(limits=Limits(max_iterations=iterations), parallel=EXPLORERS)
        self.since = process_time()
        return asyncio.run(research(QUESTION, weighed, options, home=home, events=(self,))).graph

    def emit(self, event: Event) -> None:
        """An iteration that is closed is written down."""
        if not isinstance(event, IterationClosed):
            return
        now = process_time()
        self.took.append(
            Took(
                cpu_s=now - self.since,
                resident_mb=resident_mb(),
                calls=sum(map(len, self.sizes.values())),
                most_bytes=max(max(sizes) for sizes in self.sizes.values()),
                lead_bytes=max(self.sizes["lead.brief"]),
                pairs=self.pairs,
                observations=event.observations,
                hypotheses=event.hypotheses,
            )
        )
        self.sizes, self.pairs, self.since = {}, 0, now


@dataclass
class _Weighing:
    """The engine's own attempt, with every question weighed."""

    inner: Attempt
    run: LongRun

    @property
    def identity(self) -> str:
        return self.inner.identity

    def fingerprint(self, ask: Ask[A]) -> str:
        return self.inner.fingerprint(ask)

    def worst_usd_micros(self, ask: Ask[A]) -> int:
        return self.inner.worst_usd_micros(ask)

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        self.run.sizes.setdefault(ask.name, []).append(len(ask.model_dump_json().encode()))
        if isinstance(ask, LabelPairs):
            self.run.pairs += len(ask.pairs)
        return await self.inner.reply(ask, step)


def write_documents(place: Path) -> Path:
    """The first two thousand abstracts of SciFact, a file each."""
    place.mkdir()
    for abstract in list(corpus(DATA).values())[:DOCUMENTS]:
        (place / f"{abstract.id}.md").write_text(f"# {abstract.text}\n", encoding="utf-8")
    return place


def resident_mb() -> float:
    """What the process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6

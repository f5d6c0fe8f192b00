"""The world of bench/growing.py as a whole session: journal, archive, graph, pages and views on disk."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import TypeVar
from zlib import crc32

from bench.growing import EXPLORERS, QUESTION, claim, respond
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.asks import Answered, Ask, Reply
from pathfinder.protocols.calls.events import Event, IterationClosed
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.calls.questions import LabelPairs
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.run_config import RunConfig
from pathfinder.running import research

A = TypeVar("A", bound=Frozen)
BYTES_PER_TOKEN = 3
"""As the stand-in counts."""


@dataclass
class Taken:
    """What one iteration took."""

    cpu_s: float
    resident_mb: float
    written: int
    """Bytes, into whatever file."""
    tokens: int
    """Of all questions and answers."""
    calls: int
    most_bytes: int
    """Of the longest question."""
    lead_bytes: int
    """Of the lead's question."""
    pairs: int
    """Pairs of claims put to the Judge."""
    observations: int
    hypotheses: int


@dataclass
class Counting(Syscalls):
    """The file system without waiting for the disk, and how much goes to it."""

    written: int = 0

    def write(self, file: int, data: bytes) -> int:
        done = super().write(file, data)
        self.written += done
        return done

    def fsync(self, file: int) -> None:
        pass


class _Weighing(ScriptedModel):
    def __init__(self) -> None:
        super().__init__(respond=respond)
        self.sizes: dict[str, list[int]] = {}
        self.answered = 0
        self.pairs = 0

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        self.sizes.setdefault(ask.name, []).append(len(ask.model_dump_json().encode()))
        if isinstance(ask, LabelPairs):
            self.pairs += len(ask.pairs)
        reply = await super().reply(ask, step)
        if isinstance(reply.outcome, Answered):
            self.answered += len(reply.outcome.value.model_dump_json().encode())
        return reply


FACTS_A_PAGE = 4
"""So that 200 iterations bring more than 10,000 facts."""


class _Marshes:
    """A new page for every query."""

    engine = "marshes"

    async def results(self, query: str) -> Sequence[SearchResult]:
        return (SearchResult(url=f"https://site{crc32(query.encode())}.example/page", title=query),)

    async def page(self, url: str) -> StoredPage:
        site = url.split("/")[2]
        source = Source(
            url=url, title=site, site=site, type="blog", authority=0.5, publisher=site, language="en"
        )
        told = " ".join(claim(f"{site} {number}") for number in range(FACTS_A_PAGE))
        return StoredPage(text=f"{told} The survey of {site} says so.", source=source)


@dataclass
class LongSession:
    """A session that is measured as each iteration closes."""

    taken: list[Taken] = field(default_factory=list)
    _model: _Weighing = field(default_factory=_Weighing)
    _calls: Counting = field(default_factory=Counting)
    _since: float = 0.0
    _wrote: int = 0

    def run(self, home: Path, iterations: int) -> CogniGraph:
        """From a question to so many closed iterations."""
        marshes = _Marshes()
        engine = Deps(self._model, PageSources(marshes, marshes))
        options = RunConfig(limits=Limits(max_iterations=iterations), parallel=EXPLORERS)
        self._since = process_time()
        disk = Disk(self._calls)
        end = asyncio.run(research(QUESTION, engine, options, home=home, events=(self,), disk=disk))
        if end.error is not None:
            raise RuntimeError(str(end.error))
        return end.graph

    def emit(self, event: Event) -> None:
        """Write down what the iteration that closes took."""
        if not isinstance(event, IterationClosed):
            return
        now, model = process_time(), self._model
        asked = sum(map(sum, model.sizes.values()))
        self.taken.append(
            Taken(
                cpu_s=now - self._since,
                resident_mb=resident_mb(),
                written=self._calls.written - self._wrote,
                tokens=(asked + model.answered) // BYTES_PER_TOKEN,
                calls=sum(map(len, model.sizes.values())),
                most_bytes=max(map(max, model.sizes.values())),
                lead_bytes=max(model.sizes["lead.brief"]),
                pairs=model.pairs,
                observations=event.observations,
                hypotheses=event.hypotheses,
            )
        )
        model.sizes, model.answered, model.pairs = {}, 0, 0
        self._since, self._wrote = now, self._calls.written


def resident_mb() -> float:
    """What the process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 2**20

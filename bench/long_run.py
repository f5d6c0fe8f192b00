"""120 iterations of the embedded engine over 2,000 abstracts, on disk, as a user would run them.

Iteration 120 against 20, by the medians of the ten iterations up to each. It takes about ten minutes of a
core, so `make bench` leaves it out: `make soak` runs it, and `python -m bench.long_run` prints its figures.
"""

import asyncio
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time
from typing import TypeVar

from bench.data import LeftOut, data_root
from bench.figures import Figure
from bench.scifact import corpus
from pathfinder.assembly import assemble
from pathfinder.protocols.calls.asks import Ask, Reply
from pathfinder.protocols.calls.events import Event, IterationClosed
from pathfinder.protocols.calls.ports import Attempt
from pathfinder.protocols.calls.questions import LabelPairs
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.planning.sub_questions import unanswered
from pathfinder.run_config import RunConfig
from pathfinder.running import research

A = TypeVar("A", bound=Frozen)
DOCUMENTS = 2_000
QUESTION = (
    "Which drugs, genes, proteins and habits raise or lower the risk of cancer, infection and heart disease?"
)
EXPLORERS = 3
EARLY, LATE = 20, 120
WINDOW = 10
MOST = 1.2
MOST_RUN = 2
"""No query is run three times."""


@dataclass
class Took:
    """What one iteration took, and how much there was to show to each who was asked."""

    cpu_s: float
    yards: float
    """The same in yardsticks: what a fixed piece of work took meanwhile, on a machine shared with others."""
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
    yards_s: list[float] = field(default_factory=list)

    def run(self, documents: Path, home: Path, iterations: int) -> CogniGraph:
        """From a question to so many closed iterations."""
        engine = assemble(RunConfig(docs=documents, home=home))
        weighed = replace(engine, attempt=_Weighing(engine.attempt, self))
        options = RunConfig(limits=Limits(max_iterations=iterations), parallel=EXPLORERS)
        self.since = process_time()
        return asyncio.run(research(QUESTION, weighed, options, home=home, events=(self,))).graph

    def emit(self, event: Event) -> None:
        """An iteration that is closed is written down."""
        if not isinstance(event, IterationClosed):
            return
        now = process_time()
        cpu_s = now - self.since - sum(self.yards_s)
        self.took.append(
            Took(
                cpu_s=cpu_s,
                yards=cpu_s / median(self.yards_s),
                resident_mb=resident_mb(),
                calls=sum(map(len, self.sizes.values())),
                most_bytes=max(max(sizes) for sizes in self.sizes.values()),
                lead_bytes=max(self.sizes["lead.brief"]),
                pairs=self.pairs,
                observations=event.observations,
                hypotheses=event.hypotheses,
            )
        )
        self.sizes, self.pairs, self.since, self.yards_s = {}, 0, now, []


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
        self.run.yards_s.append(yardstick())
        return await self.inner.reply(ask, step)


def yardstick() -> float:
    """What a fixed piece of work, under a millisecond, takes now: words cut, counted and put in order."""
    start = process_time()
    for turn in range(20):
        words = f"{QUESTION} {turn} {QUESTION.upper()}".casefold().split()
        counted = Counter(word[:length] for word in words for length in range(2, 6))
        sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    return process_time() - start


def write_documents(place: Path) -> Path:
    """The first two thousand abstracts of SciFact, a file each; LeftOut where they are not here."""
    abstracts = list(corpus(data_root()).values())
    place.mkdir()
    for abstract in abstracts[:DOCUMENTS]:
        (place / f"{abstract.id}.md").write_text(f"# {abstract.text}\n", encoding="utf-8")
    return place


def resident_mb() -> float:
    """What the process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


MEASURES: tuple[tuple[str, Callable[[Took], float], str, float | None], ...] = (
    # Others on the machine make every second of a processor do less, up to half: so it is counted in
    # yardsticks of the same minute.
    ("work of an iteration", lambda one: one.yards, "yardsticks", MOST),
    ("CPU of an iteration", lambda one: one.cpu_s, "s", None),
    # An iteration with fewer calls has the same views to write: no limit, but good to know.
    ("work of a call", lambda one: one.yards / one.calls, "yardsticks", None),
    ("model calls", lambda one: one.calls, "", MOST),
    ("longest question", lambda one: one.most_bytes, "bytes", MOST),
    ("context of the lead", lambda one: one.lead_bytes, "bytes", MOST),
    ("pairs put to the Judge", lambda one: one.pairs, "", MOST),
    ("memory", lambda one: one.resident_mb, "MB", MOST),
)


def figures(took: Sequence[Took], graph: CogniGraph) -> Iterable[Figure]:
    """What the run showed."""
    last, end = took[-1], len(took)
    note = f"{last.observations} observations, {last.hypotheses} claims, {len(graph.searches)} searches"
    for name, measure, unit, limit in MEASURES:
        was, is_ = (median(measure(one) for one in took[at - WINDOW : at]) for at in (EARLY, end))
        yield Figure(f"{name} at {EARLY}", was, unit)
        yield Figure(f"{name} at {end}", is_, unit)
        yield Figure(f"{name}: {end} to {EARLY}", is_ / max(was, 1e-9), "x", limit, note)
    new = [late.observations - early.observations for early, late in pairwise(took)]
    yield Figure(f"observations that the last {WINDOW} brought", sum(new[-WINDOW:]), "")
    yield Figure("times that one query was run, at most", most_run(graph), "", MOST_RUN)
    yield Figure("open parts of the question", len(unanswered(graph)), f"of {len(graph.sub_questions)}")


def most_run(graph: CogniGraph) -> int:
    """In how many iterations the query that was run most often was run."""
    run = {(one.normalized, one.iteration) for one in graph.searches}
    return max(Counter(query for query, _ in run).values(), default=0)


def main(iterations: int = LATE) -> None:
    """Run it and print the figures."""
    with tempfile.TemporaryDirectory() as made:
        place, run = Path(made), LongRun()
        try:
            documents = write_documents(place / "docs")
        except LeftOut as absent:
            sys.exit(str(absent))
        graph = run.run(documents, place / "home", iterations)
        for one in figures(run.took, graph):
            sys.stdout.write(f"{one.name}: {one.value:.4g} {one.unit} {one.note}\n")


if __name__ == "__main__":
    main()

"""Whole sessions on a world, in memory: the real iterations, with parts switched off through their inputs."""

import asyncio
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar, get_args

from bench.truth_worlds.parameters import Habits
from bench.truth_worlds.reader import Reader
from bench.truth_worlds.sources import Known, WorldSources
from bench.truth_worlds.world import World
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.orchestrator.iteration import IterationDeps, iterate
from pathfinder.protocols.calls.asks import Answered, Ask, Unable
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.calls.targets import code
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import Lineage, LineageKey, Strategy, number, target_code
from pathfinder.protocols.judging.respawn import MOST_RESPAWNS
from pathfinder.protocols.planning.selection import select
from pathfinder.protocols.planning.switches import EVERYTHING as EVERY_PART
from pathfinder.protocols.planning.switches import Switches

A = TypeVar("A", bound=Frozen)
MOST_NEW = 40
"""More new hypotheses than one iteration can bring."""
MOST_PARTS = 6
"""Parts that a question may have."""


EVERYTHING = Known()


@dataclass(frozen=True)
class Setup:
    """A way to run a session."""

    name: str
    explorers: int = 5
    quick: bool = False
    known: Known = EVERYTHING
    respawns: bool = True
    reviews: bool = True
    conflicts: bool = True
    affirmative: bool = False
    switches: Switches = EVERY_PART
    catalogues: bool = False
    """Papers are found where papers are, and nowhere else."""


PROTOCOL = Setup("protocol")
EXPLORE_ONLY = replace(PROTOCOL, name="explore only", quick=True)
ONE_AGENT = Setup("one agent", explorers=1, quick=True)
AFFIRMATIVE = replace(PROTOCOL, name="claims affirmed", affirmative=True)
AFFIRMATIVE_QUICK = replace(AFFIRMATIVE, name="claims affirmed, no round 3", quick=True)
WITHOUT = (
    replace(PROTOCOL, name="without voices", known=Known(voices=False)),
    replace(PROTOCOL, name="without authority", known=Known(authority=False)),
    replace(PROTOCOL, name="without re-spawns", respawns=False),
    replace(PROTOCOL, name="without counter-review", reviews=False),
    replace(PROTOCOL, name="without conflicts", conflicts=False),
)


@dataclass
class _Counted:
    """Asks the script, without journal or meter."""

    script: ScriptedModel

    async def answer(self, ask: Ask[A], step: Step) -> Answered[A] | Unable:
        return (await self.script.reply(ask, step)).outcome


@lru_cache(maxsize=65_536)
def alike(one: str, other: str) -> float:
    """The share of words that two claims have in common; it only says which pairs the Judge is shown."""
    first, second = set(one.casefold().split()), set(other.casefold().split())
    return len(first & second) / len(first | second)


class _Deaf:
    def emit(self, event: Event) -> None:
        """Nobody watches."""


@dataclass
class Session:
    """A session that is run piece by piece."""

    world: World
    setup: Setup
    accuracy: float
    habits: Habits = field(default_factory=Habits)
    graph: CogniGraph = field(init=False)
    script: ScriptedModel = field(init=False)
    deps: IterationDeps = field(init=False)

    def __post_init__(self) -> None:
        setup = self.setup
        reader = Reader(
            self.world,
            self.accuracy,
            self.habits,
            reviews=setup.reviews,
            conflicts=setup.conflicts,
            affirmative=setup.affirmative,
        )
        self.graph = CogniGraph(question=self.world.question)
        self.script = ScriptedModel(respond=reader.respond)
        self.deps = IterationDeps(
            model=_Counted(self.script),
            sources=WorldSources(self.world, setup.known, catalogues=setup.catalogues),
            similarity=alike,
            events=_Deaf(),
            inputs=IterationInputs(parallel=setup.explorers, quick=setup.quick, switches=setup.switches),
        )

    @property
    def calls(self) -> int:
        """Model calls so far."""
        return len(self.script.sent)

    def run(self, iterations: int, least_calls: int = 0) -> CogniGraph:
        """On until so many iterations are closed, or, with `least_calls`, so many calls are made."""
        asyncio.run(self._run(iterations, least_calls))
        return self.graph

    async def _run(self, iterations: int, least_calls: int) -> None:
        # Nothing is returned: asyncio.run writes out the result of its task, and a graph is long.
        while self.graph.iteration < iterations or self.calls < least_calls:
            if not self.setup.respawns:
                self.graph = _nobody_goes_again(self.graph, self.setup.explorers)
            self.graph = (await iterate(self.graph, self.deps)).graph


def _nobody_goes_again(graph: CogniGraph, explorers: int) -> CogniGraph:
    """Every lineage that could be sent again has been sent as often as it may.

    Which lineages an iteration brings is known beforehand: selection is a pure function of the graph.
    """
    fresh = max((number(name) for name in graph.hypotheses), default=0)
    targets = {target_code(name) for name in graph.hypotheses}
    targets |= {code(chosen.target) for chosen in select(graph, explorers).targets}
    targets |= {f"HYP{kind}{fresh + more}" for kind in "AB" for more in range(1, MOST_NEW)}
    targets |= {f"SQ{part}" for part in range(1, MOST_PARTS + 1)}
    spoken = {stance.lineage for finding in graph.findings.values() for stance in finding.stances}
    kinds: tuple[Strategy, ...] = get_args(Strategy)
    names = spoken | {Lineage(f"{kind}-{target}") for kind in kinds for target in targets}
    used: dict[LineageKey, int] = dict.fromkeys(names, MOST_RESPAWNS)
    return graph.model_copy(update={"respawns": used})

"""A session on the small world, in memory or on disk, with whatever goes wrong that a scenario asks for."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from pathfinder.adapters.models.scripted.model import Respond, ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.tracing import Tracing
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.orchestrator.iteration import ClosedIteration, IterationDeps, iterate
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.calls.asks import Answered, Ask, Unable
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import EngineFound, FetchedPage, Patience, Searched, SearchResult
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.planning.depth import Depth
from pathfinder.protocols.text.queries import similarity
from pathfinder.run_config import RunConfig
from pathfinder.running import research
from tests.builders import page_hash
from tests.worlds import QUESTION, respond, world

A = TypeVar("A", bound=Frozen)
PAGES = world()


class Heard:
    """Keeps every event."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)


class DirectModel:
    """Asks the script without journal or meter; with a seed, answers come back in any order."""

    def __init__(self, script: ScriptedModel, seed: int | None = None) -> None:
        self._script = script
        self._rng = None if seed is None else Random(seed)

    async def answer(self, ask: Ask[A], step: Step) -> Answered[A] | Unable:
        if self._rng is not None:
            for _ in range(self._rng.randint(0, 6)):
                await asyncio.sleep(0)
        return (await self._script.reply(ask, step)).outcome


class DirectSources:
    """The world's pages without journal or disk."""

    engine = "scripted"

    def __init__(self, seed: int | None = None, failing: Mapping[str, str] | None = None) -> None:
        self._search = ScriptedSearch(PAGES, failing)
        self._fetch = ScriptedFetch(PAGES, failing)
        self._rng = None if seed is None else Random(seed)
        self._kept = {page_hash(page.text): page for page in reversed(PAGES)}

    async def search(self, query: str, iteration: int) -> Searched:  # noqa: ARG002  (shared by none)
        await self._dawdle()
        results = tuple(await self._search.results(query))
        urls = tuple(result.address for result in results)
        return Searched(results=results, found=(EngineFound(engine=self.engine, urls=urls),))

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:  # noqa: ARG002  (likewise)
        await self._dawdle()
        page = await self._fetch.page(found.url)
        name = page_hash(page.text)
        self._kept[name] = page
        return FetchedPage(name, page)

    async def stored(self, page: PageHash) -> StoredPage:
        return self._kept[page]

    async def _dawdle(self) -> None:
        if self._rng is not None:
            for _ in range(self._rng.randint(0, 6)):
                await asyncio.sleep(0)


@dataclass
class Stage:
    """Iterations in memory."""

    respond: Respond = respond
    seed: int | None = None
    failing: Mapping[str, str] | None = None
    parallel: int = 5
    quick: bool = False
    patience: Patience | None = None
    sources: type[DirectSources] = DirectSources
    heard: Heard = field(default_factory=Heard)
    depth: Depth = "medium"

    def iterate(self, graph: CogniGraph) -> ClosedIteration:
        script = ScriptedModel(respond=self.respond)
        deps = IterationDeps(
            model=DirectModel(script, self.seed),
            sources=self.sources(self.seed, self.failing),
            similarity=similarity,
            events=self.heard,
            inputs=IterationInputs(parallel=self.parallel, quick=self.quick, depth=self.depth),
            patience=self.patience,
        )
        return asyncio.run(iterate(graph, deps))

    def run(self, iterations: int, graph: CogniGraph | None = None) -> CogniGraph:
        graph = graph or CogniGraph(question=QUESTION)
        for _ in range(iterations):
            graph = self.iterate(graph).graph
        return graph


def unless(broken: Callable[[Ask[Any], Step], bool], reason: str = "could not be read") -> Respond:
    """The world's model, except that it is unable where `broken` says so."""

    def answer(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        return Unable(reason=reason) if broken(ask, step) else respond(ask, step)

    return answer


def on_disk(
    home: Path,
    model: ScriptedModel | None = None,
    *,
    pages: tuple[StoredPage, ...] = PAGES,
    limits: Limits | None = None,
    failing: Mapping[str, str] | None = None,
    tracing: Tracing | None = None,
) -> RunEnd:
    """A whole session on disk."""
    attempt = model or ScriptedModel(respond=respond)
    engine = Deps(
        attempt, PageSources(ScriptedSearch(pages, failing), ScriptedFetch(pages, failing)), tracing=tracing
    )
    options = RunConfig(limits=limits or Limits(max_iterations=3), parallel=3)
    return asyncio.run(research(QUESTION, engine, options, home=home))

"""Sessions on disk: pages are had once, limits end a run, and a resumed run goes on."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import TypeVar

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.asks import Ask, Reply
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import AttemptFailed, BudgetExceeded, ProviderFailed
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph_file import evidence_bytes
from pathfinder.run_config import RunConfig
from pathfinder.running import research, resume
from tests.fakes.fixed_clock import FixedClock
from tests.scenario.staged import PAGES, Stage, on_disk, unless
from tests.worlds import QUESTION, respond

A = TypeVar("A", bound=Frozen)


class CountingFetch(ScriptedFetch):
    """Counts how often each address is fetched."""

    def __init__(self) -> None:
        super().__init__(PAGES)
        self.fetched: Counter[str] = Counter()

    async def page(self, url: str) -> StoredPage:
        self.fetched[url] += 1
        return await super().page(url)


def test_a_page_is_fetched_once_in_a_session_also_after_resuming(tmp_path: Path) -> None:
    first, later = CountingFetch(), CountingFetch()
    model, search = ScriptedModel(respond=respond), ScriptedSearch(PAGES)
    options = RunConfig(limits=Limits(max_iterations=2), parallel=4)
    asyncio.run(research(QUESTION, Deps(model, PageSources(search, first)), options, home=tmp_path / "r"))
    options = RunConfig(limits=Limits(max_iterations=4), parallel=4)
    session = Sessions(tmp_path / "r", Disk()).resolve()
    asyncio.run(resume(session, Deps(model, PageSources(search, later)), options))
    assert len(first.fetched) > 5
    assert max((first.fetched | later.fetched).values()) == 1
    # Of two mirrors the store remembers one address, so the other may be fetched once more.
    texts = Counter(page.text for page in PAGES)
    mirrored = {page.source.url for page in PAGES if texts[page.text] > 1}
    assert first.fetched.keys() & later.fetched.keys() <= mirrored


def test_a_session_on_disk_gives_what_the_same_iterations_give_in_memory(tmp_path: Path) -> None:
    end = on_disk(tmp_path / "r")
    assert evidence_bytes(end.graph) == evidence_bytes(Stage(parallel=3).run(3))
    assert verify(Sessions(tmp_path / "r", Disk()).resolve(), Disk()) == ()


def test_a_budget_that_ends_in_the_middle_is_continued_with_more(tmp_path: Path) -> None:
    home, price = tmp_path / "r", 1_000
    model = ScriptedModel(respond=respond, price_usd_micros=price)
    end = on_disk(home, model, limits=Limits(max_iterations=3, budget_usd_micros=20 * price))
    assert isinstance(end.error, BudgetExceeded)
    assert (end.graph.run.status, end.graph.iteration) == ("budget_exceeded", 0)
    assert len(model.sent) * price == end.graph.run.open_usd_micros <= 20 * price
    paid = set(model.sent)
    again = ScriptedModel(respond=respond, price_usd_micros=price)
    engine = Deps(again, PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)))
    options = RunConfig(limits=Limits(max_iterations=3), parallel=3)
    end = asyncio.run(resume(Sessions(home, Disk()).resolve(), engine, options))
    assert end.graph.iteration == 3
    assert not paid & set(again.sent)
    assert end.graph.run.spend.total_usd_micros == (len(paid) + len(again.sent)) * price
    assert evidence_bytes(end.graph) == evidence_bytes(Stage(parallel=3).run(3))


class DeadModel(ScriptedModel):
    """A provider that nobody can reach after its first calls."""

    def __init__(self, alive: int) -> None:
        super().__init__(respond=respond, price_usd_micros=1_000)
        self._alive = alive

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        if len(self.sent) >= self._alive:
            raise AttemptFailed("connection refused", retryable=True)
        return await super().reply(ask, step)


def test_an_outage_pauses_the_run_and_nothing_is_called_visited(tmp_path: Path) -> None:
    engine = Deps(
        DeadModel(alive=60), PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)), clock=FixedClock()
    )
    options = RunConfig(limits=Limits(max_iterations=12), parallel=3)
    end = asyncio.run(research(QUESTION, engine, options, home=tmp_path / "r"))
    assert isinstance(end.error, ProviderFailed)
    assert (end.graph.run.status, end.graph.run.reason[:9]) == ("paused", "provider:")
    assert end.graph.iteration < 12
    healthy = Deps(ScriptedModel(respond=respond), PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)))
    session = Sessions(tmp_path / "r", Disk()).resolve()
    options = RunConfig(limits=Limits(max_iterations=4), parallel=3)
    end = asyncio.run(resume(session, healthy, options))
    assert (end.graph.run.status, end.graph.iteration) == ("completed", 4)
    assert verify(session, Disk()) == ()


def test_explorers_without_a_model_visit_nothing() -> None:
    stage = Stage(respond=unless(lambda _, step: step.iteration > 1))
    first = stage.run(1)
    graph = stage.run(5, first)
    visits = {name: known.visit_count for name, known in first.hypotheses.items()}
    assert {name: known.visit_count for name, known in graph.hypotheses.items()} == visits
    assert not any(keyword.used for keyword in graph.unexplored)


def test_another_number_of_explorers_waits_for_the_next_iteration(tmp_path: Path) -> None:
    home, price = tmp_path / "r", 1_000
    model = ScriptedModel(respond=respond, price_usd_micros=price)
    on_disk(home, model, limits=Limits(max_iterations=1, budget_usd_micros=20 * price))
    engine = Deps(ScriptedModel(respond=respond), PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)))
    options = RunConfig(limits=Limits(max_iterations=1), parallel=9)
    end = asyncio.run(resume(Sessions(home, Disk()).resolve(), engine, options))
    assert evidence_bytes(end.graph) == evidence_bytes(Stage(parallel=3).run(1))
